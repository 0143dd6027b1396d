//! The list of stores.

use super::STORE;
use super::model::{StoreRow, conceal_others, names, tells_connections, tells_owners};
use crate::list::exports::{self, composed, text, time};
use crate::list::{Column, Declaration, Direction, Filters, List, Owner, Parent, Type};

pub static STORES: List<StoreRow> = List::new(Declaration {
    name: "stores",
    summary: "The stores that the caller may see. Searches the name.",
    table: "stores",
    rows: "select s.id, s.name, s.archived_at, s.created_at,
            array(select c.plugin from connectors c
                  where c.store_id = s.id and c.disconnected_at is null order by c.plugin) as connectors,
            (select jsonb_build_object(
                    'registered', count(c.webhooks_at) filter (where c.role <> 'fulfillment'),
                    'of', count(*) filter (where c.role <> 'fulfillment'),
                    'lastEventAt', max((select max(e.received_at) from webhook_events e where e.connector_id = c.id)),
                    'failed', coalesce(sum((select count(*) from (select from webhook_events e
                        where e.connector_id = c.id and e.state = 'FAILED' limit 1000) failed)), 0))
             from connectors c where c.store_id = s.id and c.disconnected_at is null) as webhooks,
            coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name)
                                       order by so.ownership_percentage desc, o.name)
                      from store_organizations so join organizations o on o.id = so.organization_id
                      where so.store_id = s.id), '[]') as organizations
     from stores s",
    owner: Owner::Store("id"),
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
.prepared(|_, scope, store: &mut StoreRow| {
    conceal_others(scope, &mut store.organizations);
    store.webhooks = store.webhooks.take().filter(|_| tells_connections(scope));
    if !tells_owners(scope) {
        store.organizations.clear();
    }
})
.exported(EXPORT);

/// Lists of what belongs to one store.
pub const BELOW_STORE: Parent = Parent {
    kind: &STORE,
    field: "storeId",
};

const EXPORT: &[exports::ExportColumn<StoreRow>] = &[
    text("Nom", "Name", |store| &store.name),
    composed("Organisations", "Organizations", |store| {
        names(&store.organizations)
    }),
    composed("Connecteurs", "Connectors", |store| {
        store.connectors.join(", ")
    }),
    time("Archivée le", "Archived", |store| store.archived_at),
    time("Créée le", "Created", |store| Some(store.created_at)),
];
