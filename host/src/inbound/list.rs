//! The list of inbound shipments.

use comptoir_sandbox::Entity;

use super::model::{InboundShipment, InboundStatus};
use crate::list::{Column, Declaration, Direction, Filters, Link, List, Owner, Type};

/// The columns of [`InboundShipment`].
pub const ROWS: &str = "select i.id, i.provider, i.provider_id, i.name, i.reference, i.carrier, i.warehouse, i.status,
        i.provider_status, i.expected_units, i.offloaded_units, i.damaged_units, i.expected_at, i.updated_at, i.store_id,
        extra_of(i.provider, i.extra) as extra,
        coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name) order by o.name, o.id)
                  from inbound_organizations io join organizations o on o.id = io.organization_id
                  where io.shipment_id = i.id), '[]') as organizations,
        coalesce((select jsonb_agg(s) from (
                      select organization_id, sum(expected) as expected, sum(offloaded) as offloaded,
                             sum(damaged) as damaged
                      from inbound_units where shipment_id = i.id group by organization_id) s), '[]') as shares
    from inbound_shipments i";

const ORGANIZATIONS: Link = Link {
    table: "inbound_organizations",
    row: "shipment_id",
    owner: "organization_id",
};

/// Those of the caller's stores, and those that a mapping of their organizations names.
pub const REACH: Owner = Owner::Shared(Link {
    table: "inbound_reach",
    row: "shipment_id",
    owner: "owner_id",
});

pub static INBOUND_SHIPMENTS: List<InboundShipment> = List::new(Declaration {
    name: "inboundShipments",
    summary: "The inbound shipments of the caller's stores, and those that mappings to their organizations name. To customers the counts \
        are those of their own units. Searches provider's id, name, reference and carrier.",
    tag: "inbound",
    table: "inbound_shipments",
    rows: ROWS,
    owner: REACH,
    search: Some("search"),
    columns: &[
        Column::new("expectedAt", "expected_at", Type::Time)
            .sortable()
            .nullable()
            .filtered(Filters::Between),
        Column::new("name", "name", Type::Text).sortable(),
        Column::new("status", "status", Type::Choice(InboundStatus::codes))
            .sortable()
            .filtered(Filters::OneOf),
        Column::new("providerStatus", "provider_status", Type::Text).filtered(Filters::OneOf),
        Column::new("updatedAt", "updated_at", Type::Time).sortable(),
        Column::linked("organizationId", ORGANIZATIONS),
    ],
    sort: ("expectedAt", Direction::Desc),
    ..Declaration::DEFAULT
})
.prepared(|_, scope, shipment: &mut InboundShipment| shipment.conceal(scope))
.disclosing(Entity::InboundShipment, |shipment| &mut shipment.extra);
