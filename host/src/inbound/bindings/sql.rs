//! Every query on mappings.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

use super::model::{Binding, Rule, holder};
use crate::access::Scope;
use crate::http::error::{Error, Result};
use crate::inbound::BINDING;
use crate::inbound::model::InboundShipment;
use crate::inbound::sql::{assign, units};
use crate::records::Kind;
use crate::records::life::{self, Meaning, Record, created, taken};
use crate::records::visible::{Scoped, Visible};

/// Of one shipment, at most.
const MOST: usize = 200;

impl Record for Binding {
    /// They are shown with their shipment.
    const UNIQUE: &'static [Meaning] = &[("inbound_bindings_expression_key", || {
        Error::field("expression", "taken")
    })];

    fn version(&mut self) -> &mut DateTime<Utc> {
        &mut self.updated_at
    }

    fn audited(&self) -> Value {
        json!({ "expression": self.expression, "organizationName": self.organization_name })
    }

    /// Whose the units are follows from all mappings of a shipment, which change one after the other.
    async fn lock(db: &mut PgConnection, id: Uuid) -> Result<()> {
        sqlx::query!(
            "select i.id from inbound_bindings b join inbound_shipments i on i.id = b.shipment_id
             where b.id = $1 for update of i",
            id,
        )
        .fetch_optional(&mut *db)
        .await?;
        life::lock_row::<Self>(db, id).await
    }

    /// Its units belong to the next one that matches, or to the store.
    async fn settle(&self, db: &mut PgConnection) -> Result<()> {
        reassign(db, self.shipment_id).await
    }
}

impl Scoped for Binding {
    const KIND: &'static Kind = &BINDING;
    type Key = Uuid;

    /// Seen by whoever sees its shipment.
    async fn find(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Option<Self>> {
        let shipment = sqlx::query_scalar!(
            "select shipment_id from inbound_bindings where id = $1 and deleted_at is null",
            id
        )
        .fetch_optional(&mut *db)
        .await?;
        let Some(shipment) = shipment else {
            return Ok(None);
        };
        let Some(shipment) = Visible::seek(&mut *db, scope, shipment).await? else {
            return Ok(None);
        };
        let all = of_shipment(db, &shipment).await?;
        Ok(all.into_iter().find(|one| one.id == id))
    }

    fn key(&self) -> Uuid {
        self.id
    }
}

/// The mappings of these shipments, older ones first.
pub async fn rules(db: &mut PgConnection, shipments: &[Uuid]) -> Result<Vec<Rule>> {
    Ok(sqlx::query_as!(
        Rule,
        "select id, shipment_id, organization_id, expression from inbound_bindings
         where shipment_id = any($1) and deleted_at is null order by created_at, id",
        shipments,
    )
    .fetch_all(db)
    .await?)
}

/// All mappings that a shipment ever had, for its history.
pub async fn ids(db: &mut PgConnection, shipment: Uuid) -> Result<Vec<Uuid>> {
    Ok(sqlx::query_scalar!(
        "select id from inbound_bindings where shipment_id = $1",
        shipment
    )
    .fetch_all(db)
    .await?)
}

/// The mappings of a shipment, older ones first.
pub async fn of_shipment(
    db: &mut PgConnection,
    shipment: &Visible<InboundShipment>,
) -> Result<Vec<Binding>> {
    let units = units(&mut *db, shipment).await?;
    let shipment = shipment.id;
    let rules = rules(&mut *db, &[shipment]).await?;
    let rules: Vec<&Rule> = rules.iter().collect();
    let rows = sqlx::query!(
        "select b.id, b.organization_id, o.name, b.expression, b.updated_at
         from inbound_bindings b join organizations o on o.id = b.organization_id
         where b.shipment_id = $1 and b.deleted_at is null order by b.created_at, b.id",
        shipment,
    )
    .fetch_all(db)
    .await?;
    let mut totals: HashMap<Uuid, (i64, i64)> = HashMap::new();
    for unit in &units {
        if let Some(rule) = holder(&rules, &unit.sku) {
            let (units, quantity) = totals.entry(rule.id).or_default();
            *units += 1;
            *quantity += i64::from(unit.expected_quantity);
        }
    }
    let binding = rows.into_iter().map(|row| {
        let (units, quantity) = totals.get(&row.id).copied().unwrap_or_default();
        Binding {
            id: row.id,
            shipment_id: shipment,
            organization_id: row.organization_id,
            organization_name: row.name,
            expression: row.expression,
            units,
            quantity,
            updated_at: row.updated_at,
        }
    });
    Ok(binding.collect())
}

/// Makes a mapping of a shipment that is held.
///
/// # Errors
/// [`Error::Invalid`] for an organization that is not there, an expression that the shipment has already, or too many.
pub async fn add(
    db: &mut PgConnection,
    scope: &Scope,
    shipment: &Visible<InboundShipment>,
    organization: Uuid,
    expression: &str,
) -> Result<Binding> {
    let shipment = shipment.id;
    check_organization(&mut *db, organization).await?;
    if rules(&mut *db, &[shipment]).await?.len() >= MOST {
        return Err(Error::field("shipmentId", "max"));
    }
    let id = Uuid::now_v7();
    sqlx::query!(
        "insert into inbound_bindings (id, shipment_id, organization_id, expression) values ($1, $2, $3, $4)",
        id,
        shipment,
        organization,
        expression,
    )
    .execute(&mut *db)
    .await
    .map_err(taken::<Binding>)?;
    created(db, scope, id).await
}

/// Changes a mapping that is open.
///
/// # Errors
/// As [`add`].
pub async fn update(
    db: &mut PgConnection,
    id: Uuid,
    organization: Uuid,
    expression: &str,
) -> Result<()> {
    check_organization(&mut *db, organization).await?;
    sqlx::query!(
        "update inbound_bindings set organization_id = $2, expression = $3 where id = $1",
        id,
        organization,
        expression,
    )
    .execute(db)
    .await
    .map_err(taken::<Binding>)?;
    Ok(())
}

async fn check_organization(db: &mut PgConnection, id: Uuid) -> Result<()> {
    let found = sqlx::query_scalar!(
        "select id from organizations where id = $1 and deleted_at is null",
        id
    )
    .fetch_optional(db)
    .await?;
    found
        .map(drop)
        .ok_or_else(|| Error::field("organizationId", "option"))
}

/// Writes anew whose the units of a shipment are.
async fn reassign(db: &mut PgConnection, shipment: Uuid) -> Result<()> {
    let rules = rules(&mut *db, &[shipment]).await?;
    let rules: Vec<&Rule> = rules.iter().collect();
    let units = sqlx::query!(
        "select id, sku from inbound_units where shipment_id = $1",
        shipment
    )
    .fetch_all(&mut *db)
    .await?;
    let owned = units.into_iter().map(|unit| {
        let rule = holder(&rules, &unit.sku);
        (unit.id, rule.map(|rule| rule.organization_id))
    });
    let (ids, owners): (Vec<Uuid>, Vec<Option<Uuid>>) = owned.unzip();
    assign(db, &ids, &owners).await
}
