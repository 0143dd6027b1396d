//! Every query on deployments.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::model::{DeployedZone, Deployment, DeploymentKind, DeploymentState, Zone};
use crate::access::Scope;
use crate::http::error::{Conflict, Error, IfBroken, Result};

/// As many are shown of a store, and kept.
const SHOWN: i64 = 20;

/// Of two at once neither would know what the shop is to have.
static UNDER_WAY: Conflict = Conflict::new(
    "Deployment",
    "Un déploiement est déjà en cours pour cette boutique.",
    "A deployment is under way for this store already.",
);

/// What is to be set at a shop.
#[derive(Debug)]
pub struct Asked {
    pub store: Uuid,
    pub kind: DeploymentKind,
    pub carriers: Vec<Uuid>,
    pub zones: Vec<Zone>,
}

/// The codes of carriers at their providers.
pub async fn codes(db: &mut PgConnection, carriers: &[Uuid]) -> Result<BTreeMap<Uuid, String>> {
    let rows = sqlx::query!("select id, code from carriers where id = any($1)", carriers)
        .fetch_all(db)
        .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.code)).collect())
}

/// The last deployments of a store, the newest first. One whose job was ended, or is forgotten, has failed: nobody is at it.
pub async fn list(db: &mut PgConnection, scope: &Scope, store: Uuid) -> Result<Vec<Deployment>> {
    let rows = sqlx::query!(
        r#"select d.id, d.store_id, d.kind as "kind: DeploymentKind", d.author, d.carrier_ids, d.created_at, d.job_id,
            d.zones as "zones: Json<Vec<DeployedZone>>", d.problem, d.finished_at, d.state as "state: DeploymentState",
            j.error as "error?", j.updated_at as "ended_at?",
            d.state = 'pending' and coalesce(j.status <> 'PENDING', true) as "abandoned!"
           from shipping_deployments d left join jobs j on j.id = d.job_id
           where d.store_id = $1 and in_scope(d.store_id, $2)
           order by d.created_at desc, d.id desc limit $3"#,
        store,
        scope.stores(),
        SHOWN,
    )
    .fetch_all(db)
    .await?;
    let shown = rows.into_iter().map(|row| {
        let problem = Some(row.problem).filter(|problem| !problem.is_empty());
        let (state, finished_at, problem) = match row.abandoned {
            true => (DeploymentState::Failed, row.ended_at, row.error.or(problem)),
            false => (row.state, row.finished_at, problem),
        };
        Deployment {
            id: row.id,
            store_id: row.store_id,
            kind: row.kind,
            author: row.author,
            created_at: row.created_at,
            finished_at,
            state,
            problem,
            job_id: row.job_id,
            carrier_ids: row.carrier_ids,
            zones: row.zones,
        }
    });
    Ok(shown.collect())
}

/// What a deployment had set, to be set again. `None`: not there, or not in scope.
pub async fn asked(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Option<Asked>> {
    let row = sqlx::query!(
        r#"select store_id, kind as "kind: DeploymentKind", carrier_ids, zones as "zones: Json<Vec<Zone>>"
           from shipping_deployments where id = $1 and in_scope(store_id, $2)"#,
        id,
        scope.stores(),
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| Asked {
        store: row.store_id,
        kind: row.kind,
        carriers: row.carrier_ids,
        zones: row.zones.0,
    }))
}

/// Keeps what is to be set, under an id that its job has; older ones than are shown go.
///
/// # Errors
/// [`UNDER_WAY`]
pub async fn add(
    db: &mut PgConnection,
    (id, job): (Uuid, Uuid),
    author: &str,
    asked: &Asked,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update shipping_deployments d set state = 'failed', finished_at = $2,
            problem = coalesce((select error from jobs where id = d.job_id), problem)
         where store_id = $1 and state = 'pending'
            and not exists (select from jobs where id = d.job_id and status = 'PENDING')",
        asked.store,
        now,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "insert into shipping_deployments (id, store_id, kind, author, carrier_ids, zones, state, job_id, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        id,
        asked.store,
        asked.kind.as_str(),
        author,
        &asked.carriers,
        Json(&asked.zones) as _,
        DeploymentState::Pending.as_str(),
        job,
        now,
    )
    .execute(&mut *db)
    .await
    .if_broken(
        "shipping_deployments_one_at_a_time",
        Error::Conflict(&UNDER_WAY),
    )?;
    sqlx::query!(
        "delete from shipping_deployments where store_id = $1 and id not in (
            select id from shipping_deployments where store_id = $1 order by created_at desc, id desc limit $2)",
        asked.store,
        SHOWN,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// What a job is to set, and whether it is set already and only to be looked at. One that had failed is under way again.
/// `None`: it is done, or forgotten, or another one is under way.
pub async fn begin(
    db: &mut PgConnection,
    id: Uuid,
) -> Result<Option<(DeploymentKind, Vec<Zone>, bool)>> {
    let row = sqlx::query!(
        r#"update shipping_deployments d set state = 'pending', finished_at = null,
            set_at = case when state = 'pending' then set_at end
           where id = $1 and state <> 'done' and not exists (
                select from shipping_deployments o
                where o.store_id = d.store_id and o.id <> d.id and o.state = 'pending')
           returning kind as "kind: DeploymentKind", zones as "zones: Json<Vec<Zone>>", set_at is not null as "is_set!""#,
        id,
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| (row.kind, row.zones.0, row.is_set)))
}

/// The shop was told all of it.
pub async fn set(db: &mut PgConnection, id: Uuid, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "update shipping_deployments set set_at = $2 where id = $1",
        id,
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Keeps what stands in the way of one that is tried again.
pub async fn trouble(db: &mut PgConnection, id: Uuid, problem: &str) -> Result<()> {
    sqlx::query!(
        "update shipping_deployments set problem = $2 where id = $1",
        id,
        problem,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Keeps how one ended; `zones`: what the shop was seen to have, where it could be asked.
pub async fn finish(
    db: &mut PgConnection,
    id: Uuid,
    state: DeploymentState,
    problem: &str,
    zones: Option<&[Zone]>,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update shipping_deployments set state = $2, problem = $3, zones = coalesce($4, zones), finished_at = $5
         where id = $1",
        id,
        state.as_str(),
        problem,
        zones.map(Json) as _,
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}
