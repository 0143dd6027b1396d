//! A page of a provider's inbound shipments becomes rows: new ones are added, changed ones updated unless what is kept is
//! newer. Units are given to whoever the shipment's mappings say.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use comptoir_sandbox::commerce::InboundShipment;
use comptoir_sandbox::{Call, CallError, Plugin};
use serde::Serialize;
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

use super::SHIPMENT;
use super::bindings::{self, Rule};
use super::intake::{History, Intake, Unit};
use super::model::InboundStatus;
use crate::http::error::Result;
use crate::providers::connectors::{Connector, ConnectorRole};
use crate::providers::sync::{self, AllExisting, Batch, Existing, Item, Page, Pass, Pull, Taken};
use crate::records::Kind;

/// The pull of inbound shipments. Those that a provider no longer lists stay: they did arrive.
#[derive(Debug)]
pub struct InboundShipments;

impl Pull for InboundShipments {
    const NAME: &'static str = "inbound-shipments.synchronize";
    const RECONCILE: &'static str = "inbound-shipments.reconcile";
    const KIND: &'static Kind = &SHIPMENT;
    const FUNCTION: &'static str = "inbound-shipments";
    type Reported = InboundShipment;

    fn serves(connector: &Connector) -> bool {
        connector.role == ConnectorRole::Fulfillment
    }

    async fn ask(
        plugin: &Arc<Plugin>,
        _: &Connector,
        call: Call,
        cursor: Option<&str>,
    ) -> Result<Page<InboundShipment>, CallError> {
        let page = plugin.inbound_shipments(call, cursor, Self::LIMIT).await?;
        Ok(page.into())
    }

    async fn take(
        db: &mut PgConnection,
        connector: &Connector,
        pass: Pass<'_>,
        page: Page<InboundShipment>,
        now: DateTime<Utc>,
    ) -> Result<Taken> {
        let (shipments, aside) = sync::read(
            &page,
            |shipment| &shipment.id,
            |shipment| Intake::of(shipment, pass.glossary.columns),
        );
        let ids: Vec<String> = shipments.keys().cloned().collect();
        let batch = Batch::of(shipments, existing(db, connector.id, &ids).await?, now);
        let fresh: Vec<&Item<Intake>> = batch.fresh().collect();
        upsert(db, connector, &fresh, now).await?;
        replace_units(db, &fresh).await?;
        sync::renew(db, "inbound_shipments", batch.same.iter(), None).await?;
        sync::set_aside(db, connector.id, Self::FUNCTION, &aside, &ids, now).await?;
        batch.record(db, connector, Self::KIND).await?;
        Ok(batch.taken(&aside))
    }
}

/// What is kept of these, held against changes of their mappings.
async fn existing(
    db: &mut PgConnection,
    connector: Uuid,
    ids: &[String],
) -> Result<AllExisting<Intake>> {
    let rows = sqlx::query!(
        r#"select provider_id, id, as_of, digest, status as "status: InboundStatus", expected_at, expected_units,
                  offloaded_units, damaged_units
           from inbound_shipments where connector_id = $1 and provider_id = any($2) order by id for update"#,
        connector,
        ids,
    )
    .fetch_all(db)
    .await?;
    let existing = rows.into_iter().map(|row| {
        let existing = Existing {
            id: row.id,
            as_of: row.as_of,
            digest: row.digest,
            history: History {
                status: row.status,
                expected_at: row.expected_at,
                expected_units: row.expected_units,
                offloaded_units: row.offloaded_units,
                damaged_units: row.damaged_units,
            },
        };
        (row.provider_id, existing)
    });
    Ok(existing.collect())
}

async fn upsert(
    db: &mut PgConnection,
    connector: &Connector,
    shipments: &[&Item<Intake>],
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        r#"insert into inbound_shipments (id, store_id, connector_id, provider, provider_id, name, reference, carrier,
            warehouse, status, provider_status, expected_at, expected_units, offloaded_units, damaged_units, extra, as_of,
            digest, created_at, updated_at)
         select id, $1, $2, $3, provider_id, name, reference, carrier, warehouse, status, provider_status,
            expected_at, expected_units, offloaded_units, damaged_units, extra, as_of, digest, $5, $5
         from jsonb_to_recordset($4) as r (id uuid, provider_id text, name text, reference text, carrier text,
            warehouse text, status text, provider_status text, expected_at timestamptz, expected_units bigint,
            offloaded_units bigint, damaged_units bigint, extra jsonb, as_of timestamptz, digest bytea)
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
async fn replace_units(db: &mut PgConnection, shipments: &[&Item<Intake>]) -> Result<()> {
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
        shipment.row.units.iter().map(move |unit| Row {
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
