//! The list of organizations.

use super::model::Organization;
use crate::list::{Column, Direction, List, Owner, Type};

pub static ORGANIZATIONS: List<Organization> = List::new(
    "organizations",
    "select o.id, o.name, o.identifier_number, o.tax_number, o.created_at,
            (select count(*) from store_organizations so join stores s on s.id = so.store_id
             where so.organization_id = o.id and s.archived_at is null) as store_count
     from organizations o",
    Owner::Organization("id"),
    &[
        Column::new("name", "name", Type::Text).sortable(),
        Column::new("createdAt", "created_at", Type::Time).sortable(),
    ],
    ("name", Direction::Asc),
)
.only("archived_at is null")
.searches("search");
