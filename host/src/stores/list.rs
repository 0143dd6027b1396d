//! The list of stores.

use super::model::StoreRow;
use crate::access::Scope;
use crate::list::exports::{Cell, Column as Heading, Exported};
use crate::list::{Column, Direction, Filters, List, Owner, Type};
use crate::words::language::Language;

pub static STORES: List<StoreRow> = List::new(
    "stores",
    "select s.id, s.name, s.archived_at, s.created_at,
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
        Column::new("createdAt", "created_at", Type::Time)
            .sortable()
            .filtered(Filters::Between),
        Column::archived(),
    ],
    ("name", Direction::Asc),
)
.only("deleted_at is null")
.conceals(conceal)
.searches("search");

/// A store that is shared does not tell one owner who the others are.
fn conceal(scope: &Scope, store: &mut StoreRow) {
    if let Some(own) = scope.organizations() {
        store
            .organizations
            .retain(|organization| own.contains(&organization.id));
    }
}

impl Exported for StoreRow {
    const COLUMNS: &'static [Heading] = &[
        Heading {
            french: "Nom",
            english: "Name",
        },
        Heading {
            french: "Organisations",
            english: "Organizations",
        },
        Heading {
            french: "Connecteurs",
            english: "Connectors",
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
        let owners: Vec<&str> = self
            .organizations
            .iter()
            .map(|organization| organization.name.as_str())
            .collect();
        vec![
            Cell::text(&self.name),
            Cell::text(owners.join(", ")),
            Cell::text(self.connectors.join(", ")),
            Cell::Time(self.archived_at),
            Cell::Time(Some(self.created_at)),
        ]
    }
}
