//! Every query on productions, but for their list.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, PgConnection};
use uuid::Uuid;

use super::PRODUCTION;
use super::list::ROWS;
use super::model::{Production, ProductionInput};
use crate::access::Scope;
use crate::http::error::{Conflict, Error, Result};
use crate::production::factories;
use crate::records::Kind;
use crate::records::life::{Meaning, Record, created, taken};
use crate::records::visible::Scoped;

static NAME_TAKEN: Conflict = Conflict::new(
    "ProductionName",
    "Ce projet a déjà une production de ce nom.",
    "This project has a production of this name already.",
)
.of("name");

/// What a factory has begun is not undone by deleting it.
static UNDER_WAY: Conflict = Conflict::new(
    "ProductionStatus",
    "Des productions sont en cours : annulez-les d’abord.",
    "Productions are under way: cancel them first.",
);

impl Record for Production {
    const UNIQUE: &'static [Meaning] = &[("project_productions_name_key", || {
        Error::Conflict(&NAME_TAKEN)
    })];

    fn version(&mut self) -> &mut DateTime<Utc> {
        &mut self.updated_at
    }

    fn audited(&self) -> Value {
        json!({
            "name": self.name,
            "product": self.product.as_ref().map(|of| &of.name),
            "factory": self.factory.as_ref().map(|of| &of.name),
            "status": self.status,
            "quantity": self.quantity,
            "dueAt": self.due_at,
        })
    }

    /// [`UNDER_WAY`] while the factory works on it.
    async fn before_delete(&self, _: &mut PgConnection, _: &Scope, _: DateTime<Utc>) -> Result<()> {
        match self.status.is_factorys() {
            true => Err(Error::Conflict(&UNDER_WAY)),
            false => Ok(()),
        }
    }
}

impl Scoped for Production {
    const KIND: &'static Kind = &PRODUCTION;
    type Key = Uuid;

    async fn find(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Option<Self>> {
        let find = format!(
            "{ROWS} where p.id = $1 and p.deleted_at is null and j.deleted_at is null and in_scope(p.factory_id, $2)"
        );
        let found = sqlx::query_as(AssertSqlSafe(find))
            .bind(id)
            .bind(scope.factories());
        Ok(found.fetch_optional(db).await?)
    }

    fn key(&self) -> Uuid {
        self.id
    }
}

/// Makes a production of a project.
///
/// # Errors
/// [`NAME_TAKEN`]; [`Error::Invalid`]: no such product or factory.
pub async fn add(
    db: &mut PgConnection,
    scope: &Scope,
    input: &ProductionInput,
    now: DateTime<Utc>,
) -> Result<Production> {
    check_links(db, input).await?;
    let id = Uuid::now_v7();
    sqlx::query!(
        "insert into project_productions (id, project_id, product_id, factory_id, name, quantity, due_at, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $8)",
        id,
        input.project_id,
        input.product_id,
        input.factory_id,
        input.name,
        input.quantity,
        input.due_at,
        now,
    )
    .execute(&mut *db)
    .await
    .map_err(taken::<Production>)?;
    created(db, scope, id).await
}

/// Changes a production that is open.
///
/// # Errors
/// As [`add`].
pub async fn update(db: &mut PgConnection, id: Uuid, input: &ProductionInput) -> Result<()> {
    check_links(db, input).await?;
    sqlx::query!(
        "update project_productions set product_id = $2, factory_id = $3, name = $4, quantity = $5, due_at = $6, status = $7
         where id = $1",
        id,
        input.product_id,
        input.factory_id,
        input.name,
        input.quantity,
        input.due_at,
        input.status.as_str(),
    )
    .execute(db)
    .await
    .map_err(taken::<Production>)?;
    Ok(())
}

/// # Errors
/// [`Error::Invalid`]: the project has no such product (`productId`), or there is no such factory (`factoryId`).
async fn check_links(db: &mut PgConnection, input: &ProductionInput) -> Result<()> {
    if let Some(product) = input.product_id {
        let found = sqlx::query_scalar!(
            "select id from project_products where id = $1 and project_id = $2 and deleted_at is null for key share",
            product,
            input.project_id,
        );
        let found = found.fetch_optional(&mut *db).await?;
        found.ok_or_else(|| Error::field("productId", "option"))?;
    }
    match input.factory_id {
        Some(factory) => factories::check(db, factory).await,
        None => Ok(()),
    }
}

/// Whether a project or a product may go: no factory is at work on it.
///
/// # Errors
/// [`UNDER_WAY`]
pub async fn check_none_under_way(
    db: &mut PgConnection,
    project: Option<Uuid>,
    product: Option<Uuid>,
) -> Result<()> {
    let under_way = sqlx::query_scalar!(
        r#"select exists (select from project_productions where (project_id = $1 or product_id = $2)
            and deleted_at is null and status not in ('DRAFT', 'DONE', 'CANCELED')) as "under_way!""#,
        project,
        product,
    );
    match under_way.fetch_one(db).await? {
        true => Err(Error::Conflict(&UNDER_WAY)),
        false => Ok(()),
    }
}
