//! The list of organizations.

use super::model::OrganizationRow;
use crate::list::exports::{Cell, Column as Heading, Exported};
use crate::list::{Column, Direction, Filters, List, Owner, Type};
use crate::words::language::Language;

pub static ORGANIZATIONS: List<OrganizationRow> = List::new(
    "organizations",
    "select o.id, o.name, o.identifier_number, o.tax_number, coalesce(o.address ->> 'city', '') as city,
            o.archived_at, o.created_at,
            (select count(*) from store_organizations so join stores s on s.id = so.store_id
             where so.organization_id = o.id and s.archived_at is null and s.deleted_at is null) as store_count
     from organizations o",
    Owner::Organization("id"),
    &[
        Column::new("name", "name", Type::Text).sortable(),
        Column::new("createdAt", "created_at", Type::Time)
            .sortable()
            .filtered(Filters::Between),
        Column::archived(),
    ],
    ("name", Direction::Asc),
)
.only("deleted_at is null")
.searches("search");

impl Exported for OrganizationRow {
    const COLUMNS: &'static [Heading] = &[
        Heading {
            french: "Nom",
            english: "Name",
        },
        Heading {
            french: "N° d’identification",
            english: "Identifier number",
        },
        Heading {
            french: "N° de TVA",
            english: "VAT number",
        },
        Heading {
            french: "Ville",
            english: "Town",
        },
        Heading {
            french: "Boutiques",
            english: "Stores",
        },
        Heading {
            french: "Archivée le",
            english: "Archived",
        },
        Heading {
            french: "Créée le",
            english: "Created",
        },
    ];

    fn cells(&self, _: Language) -> Vec<Cell> {
        vec![
            Cell::text(&self.name),
            Cell::text(&self.identifier_number),
            Cell::text(&self.tax_number),
            Cell::text(&self.city),
            Cell::Count(self.store_count),
            Cell::Time(self.archived_at),
            Cell::Time(Some(self.created_at)),
        ]
    }
}
