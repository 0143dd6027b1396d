//! Calls on factories.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use chrono::NaiveDate;
use serde::Deserialize;
use utoipa::IntoParams;

use super::list::FACTORIES;
use super::model::{Factory, FactoryInput};
use super::ranking::{Asked, Ranked, rank};
use super::sql;
use crate::access::{Access, Scope};
use crate::app::App;
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id, Params, Patch, ids_of, number};
use crate::http::routing::{Routes, routes};
use crate::list::day_of;
use crate::records::edition::{Edition, EditionHeader};
use crate::records::life;
use crate::records::visible::Visible;

/// Admins by their role alone (specification, document 2, section 6); a factory's people see theirs.
pub const READ: Access = Access::admin_or_factory(&[], &[]);
const STAFF: Access = Access::admin(&[]);

/// How many factories a ranking answers with, and how many it reads: the cheapest and fastest.
const RANKED: usize = 50;
const CONSIDERED: i64 = 500;

type FactoryPatch = Patch<FactoryInput>;

pub fn routes() -> Routes {
    Routes::new()
        .list(READ, "/factories", &FACTORIES)
        .add(READ, routes!(find))
        .add(STAFF, routes!(ranking))
        .add(STAFF, routes!(create))
        .add(STAFF, routes!(change, delete))
        .add(STAFF, routes!(restore))
}

/// One factory. Its own people are not told its price range.
#[utoipa::path(get, path = "/factories/{id}", tag = "production", operation_id = "getFactory", params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<Factory>)))]
async fn find(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Factory>> {
    let mut db = app.db.acquire().await?;
    let factory = Visible::<Factory>::find(&mut db, &scope, id).await?;
    Ok(Data {
        data: factory.into_inner(),
    })
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct RankingQuery {
    /// Pieces to be made.
    #[serde(default, deserialize_with = "number")]
    #[param(value_type = Option<i32>, minimum = 1, maximum = 9_999_999)]
    quantity: Option<i32>,
    /// The day by which they are to be there.
    due_at: Option<NaiveDate>,
    /// Ids of what the factory has to make, with commas between them; a hundred at most.
    tags: Option<String>,
    /// The highest price range.
    #[serde(default, deserialize_with = "number")]
    #[param(value_type = Option<i32>, minimum = 0, maximum = 3)]
    price_range: Option<i32>,
}

impl RankingQuery {
    fn asked(self) -> Result<Asked> {
        for (field, value, least, most) in [
            ("quantity", self.quantity, 1, 9_999_999),
            ("priceRange", self.price_range, 0, 3),
        ] {
            match value {
                Some(value) if value < least => return Err(Error::field(field, "min")),
                Some(value) if value > most => return Err(Error::field(field, "max")),
                _ => {}
            }
        }
        let tags = ids_of(&self.tags.unwrap_or_default(), "tags", 100)?;
        Ok(Asked {
            quantity: self.quantity,
            due_at: self.due_at,
            tags,
            price_range: self.price_range,
        })
    }
}

/// The fifty factories that suit best what is to be made, and why: those that fit first. What is not asked is no reason.
#[utoipa::path(get, path = "/factories/ranking", tag = "production", operation_id = "rankFactories", params(RankingQuery),
    responses((status = 200, body = Data<Vec<Ranked>>)))]
async fn ranking(
    scope: Scope,
    State(app): State<App>,
    Params(query): Params<RankingQuery>,
) -> Result<Data<Vec<Ranked>>> {
    let asked = query.asked()?;
    let mut db = app.db.acquire().await?;
    let factories = sql::all(&mut db, &scope, CONSIDERED).await?;
    let mut data = rank(factories, &asked, day_of(app.now()));
    data.truncate(RANKED);
    Ok(Data { data })
}

/// Makes a factory.
#[utoipa::path(post, path = "/factories", tag = "production", operation_id = "createFactory", params(KeyHeader),
    request_body = FactoryInput, responses((status = 201, body = Data<Factory>)))]
async fn create(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(input): Body<FactoryInput>,
) -> Result<Response> {
    input.check()?;
    once.run(&app, async |tx| {
        let factory = sql::add(tx, &scope, &input, app.now()).await?;
        Ok((StatusCode::CREATED, factory))
    })
    .await
}

/// Changes a factory. What is left out stays.
#[utoipa::path(patch, path = "/factories/{id}", tag = "production", operation_id = "updateFactory",
    params(("id" = Uuid, Path), EditionHeader), request_body = FactoryPatch,
    responses((status = 200, body = Data<Factory>)))]
async fn change(
    scope: Scope,
    State(app): State<App>,
    edition: Edition,
    Id(id): Id,
    patch: FactoryPatch,
) -> Result<Data<Factory>> {
    let mut tx = app.begin().await?;
    let before = life::open::<Factory>(&mut tx, &scope, id, edition).await?;
    let input = patch.onto(&before.input())?;
    input.check()?;
    sql::update(&mut tx, id, &input).await?;
    let data = life::saved(&mut tx, &scope, &before, app.now()).await?;
    tx.commit().await?;
    Ok(Data { data })
}

/// Deletes a factory, unless productions are under way there or users belong to it. It can be undone for an hour.
#[utoipa::path(delete, path = "/factories/{id}", tag = "production", operation_id = "deleteFactory",
    params(("id" = Uuid, Path)), responses((status = 204, description = "Deleted"),
        (status = 409, body = ErrorBody, description = "ConflictFactoryProductionException, ConflictFactoryUserException: somebody needs it")))]
async fn delete(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<StatusCode> {
    life::delete::<Factory>(&app, &scope, id).await
}

/// Undoes a deletion, within an hour.
#[utoipa::path(post, path = "/factories/{id}/restore", tag = "production", operation_id = "restoreFactory",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<Factory>),
        (status = 409, body = ErrorBody, description = "ConflictFactoryNameException: another has its name now")))]
async fn restore(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Factory>> {
    life::restore(&app, &scope, id).await
}
