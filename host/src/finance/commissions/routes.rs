//! Calls on commissions.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use uuid::Uuid;

use super::list::COMMISSIONS;
use super::model::{
    Commission, CommissionAsked, CommissionInput, CommissionPreview, CommissionTiersInput,
    TierInput, check_tiers,
};
use super::sql;
use super::tiers::Tier;
use crate::access::Scope;
use crate::app::App;
use crate::finance::{READ, WRITE, days, store_of};
use crate::http::error::{Error, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id};
use crate::http::routing::{Routes, routes};
use crate::list::day_of;
use crate::records::edition::{Edition, EditionHeader};
use crate::records::life;
use crate::records::visible::Visible;

pub fn routes() -> Routes {
    Routes::new()
        .list(READ, "/finance/commission", &COMMISSIONS)
        .add(READ, routes!(find))
        .add(WRITE, routes!(create))
        .add(WRITE, routes!(create_tiers))
        .add(WRITE, routes!(replace, delete))
        .add(WRITE, routes!(restore))
        .add(READ, routes!(preview))
}

/// One tier of a store's commission.
#[utoipa::path(get, path = "/finance/commission/{id}", tag = "finance", operation_id = "getCommission",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<Commission>)))]
async fn find(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Commission>> {
    let mut db = app.db.acquire().await?;
    let commission = Visible::<Commission>::find(&mut db, &scope, id).await?;
    Ok(Data {
        data: commission.into_inner(),
    })
}

/// Agrees on a tier of a store's commission.
#[utoipa::path(post, path = "/finance/commission", tag = "finance", operation_id = "createCommission", params(KeyHeader),
    request_body = CommissionInput, responses((status = 201, body = Data<Commission>)))]
async fn create(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(input): Body<CommissionInput>,
) -> Result<Response> {
    let terms = input.terms()?;
    once.run(&app, async |tx| {
        let store = store_of(tx, &scope, input.store_id).await?;
        let commission = sql::add(tx, &scope, &store, &terms, app.now()).await?;
        Ok((StatusCode::CREATED, commission))
    })
    .await
}

/// Agrees on several tiers of a store's commission: on all of them, or on none.
#[utoipa::path(post, path = "/finance/commission/tiers", tag = "finance", operation_id = "createCommissionTiers",
    params(KeyHeader), request_body = CommissionTiersInput, responses((status = 201, body = Data<Vec<Commission>>)))]
async fn create_tiers(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(input): Body<CommissionTiersInput>,
) -> Result<Response> {
    check_tiers("tiers", &input.tiers)?;
    once.run(&app, async |tx| {
        let store = store_of(tx, &scope, input.store_id).await?;
        let mut commissions = Vec::with_capacity(input.tiers.len());
        for terms in &input.tiers {
            commissions.push(sql::add(tx, &scope, &store, terms, app.now()).await?);
        }
        Ok((StatusCode::CREATED, commissions))
    })
    .await
}

/// Changes a tier of a store's commission.
#[utoipa::path(put, path = "/finance/commission/{id}", tag = "finance", operation_id = "replaceCommission",
    params(("id" = Uuid, Path), EditionHeader), request_body = CommissionInput,
    responses((status = 200, body = Data<Commission>)))]
async fn replace(
    scope: Scope,
    State(app): State<App>,
    edition: Edition,
    Id(id): Id,
    Body(input): Body<CommissionInput>,
) -> Result<Data<Commission>> {
    let terms = input.terms()?;
    let mut tx = app.begin().await?;
    let before = life::open::<Commission>(&mut tx, &scope, id, edition).await?;
    if before.store.id != input.store_id {
        return Err(Error::field("storeId", "fixed"));
    }
    sql::update(&mut tx, id, &terms).await?;
    let data = life::saved(&mut tx, &scope, &before, app.now()).await?;
    tx.commit().await?;
    Ok(Data { data })
}

/// Deletes a tier of a store's commission, which can be undone for an hour.
#[utoipa::path(delete, path = "/finance/commission/{id}", tag = "finance", operation_id = "deleteCommission",
    params(("id" = Uuid, Path)), responses((status = 204, description = "Deleted")))]
async fn delete(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<StatusCode> {
    life::delete::<Commission>(&app, &scope, id).await
}

/// Undoes a deletion, within an hour.
#[utoipa::path(post, path = "/finance/commission/{id}/restore", tag = "finance", operation_id = "restoreCommission",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<Commission>)))]
async fn restore(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Commission>> {
    life::restore(&app, &scope, id).await
}

/// Says what a store's commission on sales is (F9), tier by tier. With `drafts` as if those tiers were saved already.
#[utoipa::path(post, path = "/finance/commission/preview", tag = "finance", operation_id = "previewCommission",
    request_body = CommissionAsked, responses((status = 200, body = Data<CommissionPreview>)))]
async fn preview(
    scope: Scope,
    State(app): State<App>,
    Body(asked): Body<CommissionAsked>,
) -> Result<Data<CommissionPreview>> {
    let date = asked.date.unwrap_or_else(|| day_of(app.now()));
    days::check("date", date)?;
    check_tiers("drafts", &asked.drafts)?;
    let saved = match asked.store_id {
        Some(store) => {
            let mut db = app.db.acquire().await?;
            let store = store_of(&mut db, &scope, store).await?;
            sql::tiers(&mut db, &store, date).await?
        }
        None => Vec::new(),
    };
    let others = saved
        .into_iter()
        .filter(|(id, _)| Some(*id) != asked.except_id);
    let mut tiers: Vec<(Option<Uuid>, Tier)> = others.map(|(id, tier)| (Some(id), tier)).collect();
    for tier in asked
        .drafts
        .iter()
        .filter(|draft| draft.holds(date))
        .map(TierInput::tier)
    {
        if tiers.iter().any(|(_, other)| other.overlaps(tier)) {
            return Err(Error::Conflict(&sql::OVERLAPS));
        }
        tiers.push((None, tier));
    }
    Ok(Data {
        data: CommissionPreview::of(date, asked.net_sales, asked.internal_shipping, tiers),
    })
}
