//! The list of stores.

use super::model::Store;
use crate::list::{Column, Direction, List, Owner, Type};

pub static STORES: List<Store> = List::new(
    "stores",
    "select s.id, s.name, s.created_at,
            array(select c.plugin from connectors c
                  where c.store_id = s.id and c.disconnected_at is null order by c.plugin) as connectors,
            coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name)
                                       order by so.ownership_percentage desc, o.name)
                      from store_organizations so join organizations o on o.id = so.organization_id
                      where so.store_id = s.id), '[]') as organizations
     from stores s",
    Owner::Store("id"),
    &[
        Column::new("name", "name", Type::Text).sortable(),
        Column::new("createdAt", "created_at", Type::Time).sortable(),
    ],
    ("name", Direction::Asc),
)
.only("archived_at is null")
.searches("search");
