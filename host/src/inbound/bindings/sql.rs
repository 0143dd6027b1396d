//! Every query on mappings.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use super::model::{Binding, Rule, holder};
use crate::access::Scope;
use crate::http::error::{Error, IfBroken, Result};
use crate::inbound::sql::{assign, lock, units};
use crate::records::audit::{self, Author};
use crate::records::edition;

/// The record's kind in the audit trail.
pub const ENTITY: &str = "inbound-binding";

/// Of one shipment, at most.
const MOST: usize = 200;

pub const MISSING: Error = Error::missing("InboundBinding");

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

/// The mappings of a shipment, older ones first. The caller has checked that it is in scope.
pub async fn of_shipment(db: &mut PgConnection, shipment: Uuid) -> Result<Vec<Binding>> {
    let units = units(&mut *db, shipment).await?;
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
    let mut held: HashMap<Uuid, (i64, i64)> = HashMap::new();
    for unit in &units {
        if let Some(rule) = holder(&rules, &unit.sku) {
            let (units, quantity) = held.entry(rule.id).or_default();
            *units += 1;
            *quantity += i64::from(unit.expected_quantity);
        }
    }
    let binding = rows.into_iter().map(|row| {
        let (units, quantity) = held.get(&row.id).copied().unwrap_or_default();
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

/// The shipment of a mapping, and when that was deleted.
pub async fn shipment_of(db: &mut PgConnection, id: Uuid) -> Result<(Uuid, Option<DateTime<Utc>>)> {
    let row = sqlx::query!(
        "select shipment_id, deleted_at from inbound_bindings where id = $1",
        id
    )
    .fetch_optional(db)
    .await?
    .ok_or(MISSING)?;
    Ok((row.shipment_id, row.deleted_at))
}

/// One mapping of a shipment within reach, which is held against other changes.
pub async fn find_for_update(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Binding> {
    let (shipment, _) = shipment_of(&mut *db, id).await?;
    lock(&mut *db, scope, shipment).await.map_err(|_| MISSING)?;
    find(db, shipment, id).await
}

/// One mapping. The caller has checked that its shipment is in scope.
pub async fn find(db: &mut PgConnection, shipment: Uuid, id: Uuid) -> Result<Binding> {
    let all = of_shipment(db, shipment).await?;
    all.into_iter().find(|one| one.id == id).ok_or(MISSING)
}

/// Makes a mapping of a shipment that the caller holds.
///
/// # Errors
/// [`Error::Invalid`] for an organization that is not there, an expression that the shipment has already, or too many.
pub async fn add(
    db: &mut PgConnection,
    scope: &Scope,
    shipment: Uuid,
    organization: Uuid,
    expression: &str,
) -> Result<Binding> {
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
    .if_broken("inbound_bindings_expression_key", taken())?;
    changed(db, scope, shipment, id, "create", None).await
}

/// Changes a mapping of a shipment that the caller holds.
///
/// # Errors
/// As [`add`].
pub async fn update(
    db: &mut PgConnection,
    scope: &Scope,
    before: &Binding,
    organization: Uuid,
    expression: &str,
    now: DateTime<Utc>,
) -> Result<Binding> {
    check_organization(&mut *db, organization).await?;
    sqlx::query!(
        "update inbound_bindings set organization_id = $2, expression = $3, updated_at = $4 where id = $1",
        before.id,
        organization,
        expression,
        now,
    )
    .execute(&mut *db)
    .await
    .if_broken("inbound_bindings_expression_key", taken())?;
    changed(
        db,
        scope,
        before.shipment_id,
        before.id,
        "update",
        Some(before),
    )
    .await
}

/// Deletes a mapping of a shipment that the caller holds.
pub async fn delete(
    db: &mut PgConnection,
    scope: &Scope,
    before: &Binding,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update inbound_bindings set deleted_at = $2, updated_at = $2 where id = $1",
        before.id,
        now
    )
    .execute(&mut *db)
    .await?;
    reassign(&mut *db, before.shipment_id).await?;
    record(db, scope, before.id, "delete", Some(before), None).await
}

/// Undoes the deletion of a mapping of a shipment that the caller holds.
///
/// # Errors
/// Too late, or another mapping has taken its expression.
pub async fn restore(
    db: &mut PgConnection,
    scope: &Scope,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<Binding> {
    let (shipment, deleted_at) = shipment_of(&mut *db, id).await?;
    edition::restorable(deleted_at.ok_or(MISSING)?, now)?;
    sqlx::query!(
        "update inbound_bindings set deleted_at = null, updated_at = $2 where id = $1",
        id,
        now
    )
    .execute(&mut *db)
    .await
    .if_broken("inbound_bindings_expression_key", taken())?;
    changed(db, scope, shipment, id, "restore", None).await
}

/// The shipment has this expression already.
fn taken() -> Error {
    Error::field("expression", "taken")
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
    let units = units(&mut *db, shipment).await?;
    let (ids, owners): (Vec<Uuid>, Vec<Option<Uuid>>) = units
        .iter()
        .map(|unit| {
            let rule = holder(&rules, &unit.sku);
            (unit.id, rule.map(|rule| rule.organization_id))
        })
        .unzip();
    assign(db, &ids, &owners).await
}

/// What every change of a mapping brings along.
async fn changed(
    db: &mut PgConnection,
    scope: &Scope,
    shipment: Uuid,
    id: Uuid,
    action: &str,
    before: Option<&Binding>,
) -> Result<Binding> {
    reassign(&mut *db, shipment).await?;
    let after = find(&mut *db, shipment, id).await?;
    record(db, scope, id, action, before, Some(&after)).await?;
    Ok(after)
}

async fn record(
    db: &mut PgConnection,
    scope: &Scope,
    id: Uuid,
    action: &str,
    before: Option<&Binding>,
    after: Option<&Binding>,
) -> Result<()> {
    let mut changes = audit::changes(before, after);
    changes.retain(|change| matches!(change.field.as_str(), "expression" | "organizationName"));
    let entry = audit::Entry {
        entity: ENTITY,
        id,
        action,
        changes,
    };
    Ok(audit::record(db, &Author::from(scope), &[entry]).await?)
}
