//! Every query on inbound shipments and their units, but for their list and what a pull writes.

use sqlx::{AssertSqlSafe, PgConnection};
use uuid::Uuid;

use super::bindings::{self, Binding};
use super::list::ROWS;
use super::model::{InboundShipment, InboundShipmentDetail, InboundUnit, owns, progress};
use crate::access::{Role, Scope};
use crate::http::error::Result;
use crate::inbound::SHIPMENT;
use crate::records::Kind;
use crate::records::audit;
use crate::records::visible::{Scoped, Visible};
use crate::stores::{StoreName, StoreOrganization};

impl Scoped for InboundShipment {
    const KIND: &'static Kind = &SHIPMENT;
    type Key = Uuid;

    /// As its list shows it.
    async fn find(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Option<Self>> {
        let query = format!(
            "{ROWS} where i.id = $1 and exists (select from inbound_reach
                where shipment_id = i.id and in_scope(owner_id, $2::uuid[] || $3))"
        );
        let found: Option<Self> = sqlx::query_as(AssertSqlSafe(query))
            .bind(id)
            .bind(scope.stores())
            .bind(scope.organizations())
            .fetch_optional(db)
            .await?;
        Ok(found.map(|mut shipment| {
            shipment.conceal(scope);
            shipment
        }))
    }

    fn key(&self) -> Uuid {
        self.id
    }
}

/// A shipment within reach, held against other changes of it and of its mappings.
pub async fn lock(
    db: &mut PgConnection,
    scope: &Scope,
    id: Uuid,
) -> Result<Visible<InboundShipment>> {
    sqlx::query!(
        "select id from inbound_shipments where id = $1 for update",
        id
    )
    .fetch_optional(&mut *db)
    .await?;
    Visible::find(db, scope, id).await
}

/// A shipment within reach with its units: of both what is the caller's own.
pub async fn find(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<InboundShipmentDetail> {
    let shipment = Visible::<InboundShipment>::find(&mut *db, scope, id).await?;
    let mut units = units(&mut *db, &shipment).await?;
    units.retain(|unit| {
        let organization = unit.organization.as_ref().map(|owner| owner.id);
        owns(scope, shipment.store_id, organization)
    });
    let store = sqlx::query!(
        "select id, name from stores where id = $1",
        shipment.store_id
    )
    .fetch_one(&mut *db)
    .await?;
    let history = match scope.actor.role {
        Role::Admin => {
            let bindings = bindings::ids(&mut *db, id).await?;
            audit::history_with(db, shipment.reference(), (Binding::KIND, &bindings)).await?
        }
        _ => Vec::new(),
    };
    Ok(InboundShipmentDetail {
        store: owns(scope, store.id, None).then_some(StoreName {
            id: store.id,
            name: store.name,
        }),
        shipment: shipment.into_inner(),
        units,
        history,
    })
}

/// All units of a shipment, by SKU.
pub async fn units(
    db: &mut PgConnection,
    shipment: &Visible<InboundShipment>,
) -> Result<Vec<InboundUnit>> {
    let rows = sqlx::query!(
        r#"select u.id, u.sku, u.expected, u.offloaded, u.damaged, u.organization_id,
                  (select o.name from organizations o where o.id = u.organization_id) as organization_name,
                  coalesce(v.name, '') as "name!", coalesce(v.title, '') as "title!",
                  (select product_id from shown_variants where store_id = i.store_id and sku = u.sku limit 1) as "product_id?"
           from inbound_shipments i join inbound_units u on u.shipment_id = i.id
           left join lateral (
               select name, title from product_variants where store_id = i.store_id and sku = u.sku
               order by connector_id is distinct from i.connector_id limit 1) v on true
           where i.id = $1 order by u.sku"#,
        shipment.id,
    )
    .fetch_all(db)
    .await?;
    let unit = rows.into_iter().map(|row| InboundUnit {
        id: row.id,
        sku: row.sku,
        name: row.name,
        title: row.title,
        product_id: row.product_id,
        expected_quantity: row.expected,
        offloaded_quantity: row.offloaded,
        damaged_quantity: row.damaged,
        progress: progress(
            row.expected.into(),
            row.offloaded.into(),
            row.damaged.into(),
        ),
        organization: row
            .organization_id
            .zip(row.organization_name)
            .map(|(id, name)| StoreOrganization { id, name }),
    });
    Ok(unit.collect())
}

/// Writes whose the units are (none: the store's).
pub async fn assign(
    db: &mut PgConnection,
    units: &[Uuid],
    organizations: &[Option<Uuid>],
) -> Result<()> {
    sqlx::query!(
        "update inbound_units u set organization_id = r.organization_id
         from unnest($1::uuid[], $2::uuid[]) as r (id, organization_id)
         where u.id = r.id and u.organization_id is distinct from r.organization_id",
        units,
        organizations as &[Option<Uuid>],
    )
    .execute(db)
    .await?;
    Ok(())
}
