//! The list of organizations.

use super::model::OrganizationRow;
use crate::list::{Column, Direction, Filters, List, Owner, Type};

/// The values of `archived`.
pub fn yes_or_no() -> Vec<&'static str> {
    vec!["no", "yes"]
}

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
        Column::new(
            "archived",
            "(case when archived_at is null then 'no' else 'yes' end)",
            Type::Choice(yes_or_no),
        )
        .filtered(Filters::OneOf)
        .unless_asked(&["no"]),
    ],
    ("name", Direction::Asc),
)
.only("deleted_at is null")
.searches("search");
