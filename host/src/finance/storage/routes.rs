//! Calls on storage.

use std::collections::HashSet;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use chrono::NaiveDate;
use rust_decimal::Decimal;
use sqlx::PgConnection;
use uuid::Uuid;

use super::block::{Band, Block, amount, price};
use super::list::MEASURES;
use super::model::{
    ChargedMeasure, MeasureInput, StorageCharged, StorageInput, StorageRead, StorageTable,
    TableProblem,
};
use super::sql::{self, NewMeasure};
use super::table;
use crate::access::Scope;
use crate::app::App;
use crate::finance::fees::{self, Cause, Effect, NewFee};
use crate::finance::{FeeCategory, READ, WRITE};
use crate::http::error::{Error, Issue, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data};
use crate::http::routing::{Routes, routes};
use crate::list::day_of;
use crate::organizations::{self, StorageUnit};
use crate::records::audit::Author;
use crate::words;
use crate::words::language::Language;

pub fn routes() -> Routes {
    Routes::new()
        .list(READ, "/finance/storage", &MEASURES)
        .add(WRITE, routes!(charge))
        .add(WRITE, routes!(read))
}

/// Charges what of stores lay in the warehouse: a fee a store and half-month (F12), at the price that whoever has the largest
/// share of the store agreed on, each once; with `preview` only says what would come.
#[utoipa::path(post, path = "/finance/storage", tag = "finance", operation_id = "chargeStorage", params(KeyHeader),
    request_body = StorageInput, responses((status = 200, body = Data<StorageCharged>)))]
async fn charge(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(input): Body<StorageInput>,
) -> Result<Response> {
    let blocks = input.blocks(day_of(app.now()))?;
    if input.preview {
        let mut db = app.db.acquire().await?;
        let measures = priced(&mut db, &scope, &input, &blocks).await?;
        let data = summary(true, measures);
        return Ok(Data { data }.into_response());
    }
    once.run(&app, async |tx| {
        let mut measures = priced(tx, &scope, &input, &blocks).await?;
        let new: Vec<NewMeasure> = measures.iter().map(new_measure).collect();
        let author = Author::from(&scope);
        let added = sql::add(tx, &author, input.source(), &new, app.now()).await?;
        let both = || new.iter().zip(&measures);
        let fees = both()
            .filter(|(new, measure)| added.contains(&new.id) && !measure.customer_amount.is_zero());
        let fees: Vec<NewFee> = fees.map(|(new, measure)| fee(new.id, measure)).collect();
        fees::bring(tx, &author, &fees, app.now()).await?;
        for (new, measure) in new.iter().zip(&mut measures) {
            measure.is_measured = !added.contains(&new.id);
        }
        Ok((StatusCode::OK, summary(false, measures)))
    })
    .await
}

/// The measures with their stores and prices.
///
/// # Errors
/// [`Error::Invalid`]: an issue a store that is not there, and a volume for which no price was agreed.
async fn priced(
    db: &mut PgConnection,
    scope: &Scope,
    input: &StorageInput,
    blocks: &[Block],
) -> Result<Vec<ChargedMeasure>> {
    let asked: Vec<Uuid> = input
        .measures
        .iter()
        .map(|measure| measure.store_id)
        .collect();
    let called: HashSet<String> = asked.iter().map(Uuid::to_string).collect();
    let called: Vec<String> = called.into_iter().collect();
    let stores = sql::stores(&mut *db, scope, &called).await?;
    let agreed = organizations::storage_prices(&mut *db, &asked).await?;
    let days: Vec<NaiveDate> = blocks.iter().map(|block| block.first).collect();
    let measured = sql::measured(db, &asked, &days).await?;
    let (mut measures, mut issues) = (Vec::new(), Vec::new());
    for (at, (measure, block)) in input.measures.iter().zip(blocks).enumerate() {
        let MeasureInput {
            store_id, volume, ..
        } = measure;
        let Some(store) = stores.get(&store_id.to_string()) else {
            issues.push(Issue::new(format!("measures[{at}].storeId"), "option"));
            continue;
        };
        let prices = agreed.get(store_id).into_iter().flatten();
        let bands = prices.filter(|price| price.units == StorageUnit::CubicMetre);
        let bands: Vec<Band> = bands
            .map(|agreed| Band {
                min: agreed.min,
                max: agreed.max,
                price: agreed.price,
            })
            .collect();
        let price = match price(*volume, &bands) {
            Some(price) => price,
            None if volume.is_zero() => Decimal::ZERO,
            None => {
                issues.push(Issue::new(format!("measures[{at}].volume"), "storagePrice"));
                continue;
            }
        };
        measures.push(ChargedMeasure {
            store: store.clone(),
            starts_at: block.first,
            ends_at: block.last,
            volume: *volume,
            price,
            customer_amount: amount(*volume, price),
            is_measured: measured.contains(&(*store_id, block.first)),
        });
    }
    Error::refuse(issues)?;
    Ok(measures)
}

fn new_measure(measure: &ChargedMeasure) -> NewMeasure {
    NewMeasure {
        id: Uuid::now_v7(),
        store: measure.store.id,
        starts_at: measure.starts_at,
        volume: measure.volume,
        price: measure.price,
    }
}

fn fee(measure: Uuid, of: &ChargedMeasure) -> NewFee {
    let french = |number: Decimal| number.normalize().to_string().replace('.', ",");
    NewFee {
        effect: Effect {
            cause: Cause::Storage,
            of: measure,
            part: 0,
        },
        store: of.store.id,
        initiated_at: of.starts_at,
        ends_at: Some(of.ends_at),
        // Kept with the fee as it is invoiced: in French.
        kind: words::fee_cause(Cause::Storage.as_str(), Language::Fr),
        category: FeeCategory::Storage,
        description: format!("{} m³ × {} €", french(of.volume), french(of.price)),
        internal_amount: Decimal::ZERO,
        customer_amount: of.customer_amount,
    }
}

fn summary(preview: bool, measures: Vec<ChargedMeasure>) -> StorageCharged {
    let new = || {
        let measures = measures.iter();
        measures.filter(|measure| !measure.is_measured && !measure.customer_amount.is_zero())
    };
    StorageCharged {
        preview,
        count: new().count(),
        customer_amount: new().map(|measure| measure.customer_amount).sum(),
        measures,
    }
}

/// Reads a table of measures, for `POST /finance/storage`: columns for store (name or id), day (the 1st or the 16th) and volume
/// in m³, with headings in French or English. Keeps nothing.
#[utoipa::path(post, path = "/finance/storage/read", tag = "finance", operation_id = "readStorage",
    request_body = StorageTable, responses((status = 200, body = Data<StorageRead>)))]
async fn read(
    scope: Scope,
    State(app): State<App>,
    Body(input): Body<StorageTable>,
) -> Result<Data<StorageRead>> {
    let (lines, mut problems) = table::read(&input.content);
    let called: Vec<String> = lines.iter().map(|line| line.store.clone()).collect();
    let mut db = app.db.acquire().await?;
    let stores = sql::stores(&mut db, &scope, &called).await?;
    let mut measures = Vec::new();
    for line in lines {
        match stores.get(&line.store.to_lowercase()) {
            Some(store) => measures.push(MeasureInput {
                store_id: store.id,
                starts_at: line.starts_at,
                volume: line.volume,
            }),
            None => problems.push(TableProblem {
                line: line.number,
                column: "storeId",
                code: "option",
                value: line.store,
            }),
        }
    }
    problems.sort_by_key(|problem| problem.line);
    Ok(Data {
        data: StorageRead { measures, problems },
    })
}
