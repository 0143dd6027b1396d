//! The list of organizations.

use super::model::OrganizationRow;
use crate::list::exports::{self, count, text, time};
use crate::list::{Column, Declaration, Direction, Filters, List, Owner, Type};

pub static ORGANIZATIONS: List<OrganizationRow> = List::new(Declaration {
    name: "organizations",
    summary: "The organizations that the caller may see. Searches name and identifier number.",
    table: "organizations",
    rows: "select o.id, o.name, o.identifier_number, o.tax_number, coalesce(o.address ->> 'city', '') as city,
            o.archived_at, o.created_at,
            (select count(*) from store_organizations so join stores s on s.id = so.store_id
             where so.organization_id = o.id and s.archived_at is null and s.deleted_at is null) as store_count
     from organizations o",
    owner: Owner::Organization("id"),
    only: Some("deleted_at is null"),
    search: Some("search"),
    columns: &[
        Column::new("name", "name", Type::Text).sortable(),
        Column::new("createdAt", "created_at", Type::Time)
            .sortable()
            .filtered(Filters::Between),
        Column::archived(),
    ],
    sort: ("name", Direction::Asc),
    ..Declaration::DEFAULT
})
.exported(EXPORT);

const EXPORT: &[exports::ExportColumn<OrganizationRow>] = &[
    text("Nom", "Name", |organization| &organization.name),
    text(
        "N° d’identification",
        "Identifier number",
        |organization| &organization.identifier_number,
    ),
    text("N° de TVA", "VAT number", |organization| {
        &organization.tax_number
    }),
    text("Ville", "Town", |organization| &organization.city),
    count("Boutiques", "Stores", |organization| {
        Some(organization.store_count)
    }),
    time("Archivée le", "Archived", |organization| {
        organization.archived_at
    }),
    time("Créée le", "Created", |organization| {
        Some(organization.created_at)
    }),
];
