//! A page of a provider's inbound shipments becomes rows: new ones are added, changed ones updated unless what is kept is
//! newer. Units are given to whoever the shipment's mappings say.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use comptoir_sandbox::commerce::InboundPage;
use comptoir_sandbox::{Call, CallError, Plugin};
use serde::Serialize;
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

use super::bindings::{self, Rule};
use super::intake::{Intake, Motion, Unit};
use super::model::InboundStatus;
use super::sql::ENTITY;
use crate::http::error::Result;
use crate::providers::sync::{self, Batch, Function, Item, Kept, Next, Pass, Pull, Taken};
use crate::stores::connectors::{Connector, Role};

/// The pull of inbound shipments. Those that a provider no longer lists stay: they did arrive.
#[derive(Debug)]
pub struct InboundShipments;

impl Pull for InboundShipments {
    const NAME: &'static str = "inbound-shipments.synchronize";
    const RECONCILE: &'static str = "inbound-shipments.reconcile";
    const ENTITY: &'static str = ENTITY;
    const FUNCTION: Function = Function::InboundShipments;
    type Page = InboundPage;

    fn serves(connector: &Connector) -> bool {
        connector.role == Role::Fulfillment
    }

    async fn ask(
        plugin: &Arc<Plugin>,
        _: &Connector,
        call: Call,
        cursor: Option<&str>,
    ) -> Result<InboundPage, CallError> {
        plugin.inbound_shipments(call, cursor, Self::LIMIT).await
    }

    fn next(page: &InboundPage) -> Next {
        Next {
            items: page.items.len() + page.rejected.len(),
            cursor: page.cursor.clone(),
            more: page.more,
            total: None,
        }
    }

    async fn take(
        db: &mut PgConnection,
        connector: &Connector,
        pass: Pass<'_>,
        page: InboundPage,
        now: DateTime<Utc>,
    ) -> Result<Taken> {
        let (told, aside) = sync::read(
            &page.items,
            &page.rejected,
            |shipment| &shipment.id,
            |shipment| Intake::of(shipment, pass.columns),
        );
        let ids: Vec<String> = told.keys().cloned().collect();
        let batch = Batch::of(told, kept(db, connector.id, &ids).await?);
        let fresh: Vec<&Intake> = batch.fresh().collect();
        upsert(db, connector, &fresh, now).await?;
        replace_units(db, &fresh).await?;
        renew(db, &batch.same).await?;
        sync::set_aside(db, connector.id, Self::FUNCTION, &aside, &ids).await?;
        batch.record(db, connector, Self::ENTITY).await?;
        Ok(batch.taken(&aside))
    }
}

impl Item for Intake {
    type Told = Motion;

    fn id(&self) -> Uuid {
        self.id
    }

    fn set_id(&mut self, id: Uuid) {
        self.id = id;
    }

    fn provider_id(&self) -> &str {
        &self.provider_id
    }

    fn as_of(&self) -> DateTime<Utc> {
        self.as_of
    }

    fn digest(&self) -> &[u8] {
        &self.digest
    }

    fn told(&self) -> Motion {
        self.motion.clone()
    }
}

/// What is kept of these, held against changes of their mappings.
async fn kept(
    db: &mut PgConnection,
    connector: Uuid,
    ids: &[String],
) -> Result<HashMap<String, Kept<Motion>>> {
    let rows = sqlx::query!(
        r#"select provider_id, id, as_of, digest, status as "status: InboundStatus", expected_at, expected_units,
                  offloaded_units, damaged_units
           from inbound_shipments where connector_id = $1 and provider_id = any($2) order by id for update"#,
        connector,
        ids,
    )
    .fetch_all(db)
    .await?;
    let kept = rows.into_iter().map(|row| {
        let kept = Kept {
            id: row.id,
            as_of: row.as_of,
            digest: row.digest,
            told: Motion {
                status: row.status,
                expected_at: row.expected_at,
                expected_units: row.expected_units,
                offloaded_units: row.offloaded_units,
                damaged_units: row.damaged_units,
            },
        };
        (row.provider_id, kept)
    });
    Ok(kept.collect())
}

async fn upsert(
    db: &mut PgConnection,
    connector: &Connector,
    shipments: &[&Intake],
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        r#"insert into inbound_shipments (id, store_id, connector_id, provider, provider_id, name, reference, carrier,
            warehouse, status, provider_status, expected_at, expected_units, offloaded_units, damaged_units, extra, as_of,
            digest, created_at, updated_at)
         select id, $1, $2, $3, provider_id, name, reference, carrier, warehouse, m.status, provider_status,
            m."expectedAt", m."expectedUnits", m."offloadedUnits", m."damagedUnits", extra, as_of, digest, $5, $5
         from jsonb_to_recordset($4) as r (id uuid, provider_id text, name text, reference text, carrier text,
            warehouse text, provider_status text, motion jsonb, extra jsonb, as_of timestamptz, digest bytea),
            jsonb_to_record(r.motion) as m (status text, "expectedAt" timestamptz, "expectedUnits" bigint,
            "offloadedUnits" bigint, "damagedUnits" bigint)
         on conflict (connector_id, provider_id) do update set name = excluded.name, reference = excluded.reference,
            carrier = excluded.carrier, warehouse = excluded.warehouse, status = excluded.status,
            provider_status = excluded.provider_status, expected_at = excluded.expected_at,
            expected_units = excluded.expected_units, offloaded_units = excluded.offloaded_units,
            damaged_units = excluded.damaged_units, extra = excluded.extra, as_of = excluded.as_of, digest = excluded.digest,
            updated_at = excluded.updated_at"#,
        connector.store_id,
        connector.id,
        connector.plugin,
        json!(shipments),
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Writes the units of these shipments as they were told, each with whose it is by the mappings.
async fn replace_units(db: &mut PgConnection, shipments: &[&Intake]) -> Result<()> {
    #[derive(Serialize)]
    struct Row<'a> {
        id: Uuid,
        shipment_id: Uuid,
        organization_id: Option<Uuid>,
        #[serde(flatten)]
        unit: &'a Unit,
    }
    let ids: Vec<Uuid> = shipments.iter().map(|shipment| shipment.id).collect();
    let all = bindings::rules(&mut *db, &ids).await?;
    let mut rules: HashMap<Uuid, Vec<&Rule>> = HashMap::new();
    for rule in &all {
        rules.entry(rule.shipment_id).or_default().push(rule);
    }
    let rows = shipments.iter().flat_map(|shipment| {
        let rules = rules.get(&shipment.id).map_or(&[][..], Vec::as_slice);
        shipment.units.iter().map(move |unit| Row {
            id: Uuid::now_v7(),
            shipment_id: shipment.id,
            organization_id: bindings::holder(rules, &unit.sku).map(|rule| rule.organization_id),
            unit,
        })
    });
    let rows = json!(rows.collect::<Vec<_>>());
    sqlx::query!(
        "delete from inbound_units u where u.shipment_id = any($1) and not exists (
            select from jsonb_to_recordset($2) as r (shipment_id uuid, sku text)
            where r.shipment_id = u.shipment_id and r.sku = u.sku)",
        &ids,
        rows,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "insert into inbound_units (id, shipment_id, sku, expected, offloaded, damaged, organization_id)
         select id, shipment_id, sku, expected, offloaded, damaged, organization_id
         from jsonb_to_recordset($1) as r (id uuid, shipment_id uuid, sku text, expected integer, offloaded integer,
            damaged integer, organization_id uuid)
         on conflict (shipment_id, sku) do update set expected = excluded.expected, offloaded = excluded.offloaded,
            damaged = excluded.damaged, organization_id = excluded.organization_id",
        rows,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Told again without a change, but later.
async fn renew(db: &mut PgConnection, same: &[(Uuid, DateTime<Utc>)]) -> Result<()> {
    let (ids, times): (Vec<Uuid>, Vec<DateTime<Utc>>) = same.iter().copied().unzip();
    sqlx::query!(
        "update inbound_shipments i set as_of = r.as_of from unnest($1::uuid[], $2::timestamptz[]) as r (id, as_of)
         where i.id = r.id",
        &ids,
        &times,
    )
    .execute(db)
    .await?;
    Ok(())
}
