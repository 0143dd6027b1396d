//! Every query on factories, but for their list.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, PgConnection};
use uuid::Uuid;

use super::FACTORY;
use super::list::ROWS;
use super::model::{Factory, FactoryInput};
use crate::access::Scope;
use crate::http::error::{Conflict, Error, Result};
use crate::production::tags;
use crate::records::Kind;
use crate::records::life::{Meaning, Record, created, taken};
use crate::records::visible::Scoped;

static NAME_TAKEN: Conflict = Conflict::new(
    "FactoryName",
    "Un atelier porte déjà ce nom.",
    "A factory of this name exists already.",
)
.of("name");

/// What a factory works on is not undone by deleting it.
static HAS_PRODUCTIONS: Conflict = Conflict::new(
    "FactoryProduction",
    "Des productions y sont en cours : terminez-les, annulez-les ou confiez-les à un autre atelier d’abord.",
    "Productions are under way there: finish them, cancel them or move them to another factory first.",
);

/// Whoever is of no factory could not be a factory's user.
static HAS_USERS: Conflict = Conflict::new(
    "FactoryUser",
    "Des utilisateurs appartiennent à cet atelier : retirez-les d’abord.",
    "Users belong to this factory: remove them first.",
);

impl Record for Factory {
    /// What was made there says by whom.
    const SWEPT: &'static str =
        "not exists (select from project_productions where factory_id = r.id)";
    const UNIQUE: &'static [Meaning] = &[("factories_name_key", || Error::Conflict(&NAME_TAKEN))];

    fn version(&mut self) -> &mut DateTime<Utc> {
        &mut self.updated_at
    }

    fn audited(&self) -> Value {
        let tags: Vec<&str> = self
            .tags
            .iter()
            .map(|tag| tag.display_name.as_str())
            .collect();
        json!({
            "name": self.name,
            "countryCode": self.country_code,
            "quantityMin": self.quantity_min,
            "quantityMax": self.quantity_max,
            "delayInWeek": self.delay_in_week,
            "priceRange": self.price_range,
            "description": self.description,
            "tags": tags,
        })
    }

    /// [`HAS_PRODUCTIONS`], [`HAS_USERS`]
    async fn before_delete(
        &self,
        db: &mut PgConnection,
        _: &Scope,
        _: DateTime<Utc>,
    ) -> Result<()> {
        if self.load.open > 0 {
            return Err(Error::Conflict(&HAS_PRODUCTIONS));
        }
        let has_users = sqlx::query_scalar!(
            r#"select exists (select from user_factories m join users u on u.id = m.user_id
                where m.factory_id = $1 and u.deleted_at is null) as "has_users!""#,
            self.id,
        );
        match has_users.fetch_one(db).await? {
            true => Err(Error::Conflict(&HAS_USERS)),
            false => Ok(()),
        }
    }
}

impl Scoped for Factory {
    const KIND: &'static Kind = &FACTORY;
    type Key = Uuid;

    async fn find(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Option<Self>> {
        let find =
            format!("{ROWS} where f.id = $1 and f.deleted_at is null and in_scope(f.id, $2)");
        let find = sqlx::query_as(AssertSqlSafe(find));
        let found: Option<Self> = find
            .bind(id)
            .bind(scope.factories())
            .fetch_optional(db)
            .await?;
        Ok(found.map(|mut factory| {
            factory.conceal(scope);
            factory
        }))
    }

    fn key(&self) -> Uuid {
        self.id
    }
}

/// Whether there is such a factory to make something, as a body's field `factoryId` names it: it is not deleted until the
/// transaction ends.
///
/// # Errors
/// [`Error::Invalid`] (`factoryId option`)
pub async fn check(db: &mut PgConnection, id: Uuid) -> Result<()> {
    let found = sqlx::query_scalar!(
        "select id from factories where id = $1 and deleted_at is null for key share",
        id,
    );
    let found = found.fetch_optional(db).await?;
    found
        .map(drop)
        .ok_or_else(|| Error::field("factoryId", "option"))
}

/// So many factories within the scope, the cheapest and fastest first.
pub async fn all(db: &mut PgConnection, scope: &Scope, most: i64) -> Result<Vec<Factory>> {
    let find = format!(
        "{ROWS} where f.deleted_at is null and in_scope(f.id, $1)
         order by f.price_range, f.delay_in_week, f.name, f.id limit $2"
    );
    let find = sqlx::query_as(AssertSqlSafe(find));
    Ok(find
        .bind(scope.factories())
        .bind(most)
        .fetch_all(db)
        .await?)
}

/// Makes a factory.
///
/// # Errors
/// [`NAME_TAKEN`]; a tag that is not there.
pub async fn add(
    db: &mut PgConnection,
    scope: &Scope,
    input: &FactoryInput,
    now: DateTime<Utc>,
) -> Result<Factory> {
    let id = Uuid::now_v7();
    sqlx::query!(
        "insert into factories (id, name, country_code, quantity_min, quantity_max, delay_in_week, price_range, description,
            created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)",
        id,
        input.name,
        input.country_code,
        input.quantity_min,
        input.quantity_max,
        input.delay_in_week,
        input.price_range,
        input.description,
        now,
    )
    .execute(&mut *db)
    .await
    .map_err(taken::<Factory>)?;
    carry(db, id, &input.tags).await?;
    created(db, scope, id).await
}

/// Changes a factory that is open.
///
/// # Errors
/// [`NAME_TAKEN`]; a tag that is not there.
pub async fn update(db: &mut PgConnection, id: Uuid, input: &FactoryInput) -> Result<()> {
    sqlx::query!(
        "update factories set name = $2, country_code = $3, quantity_min = $4, quantity_max = $5, delay_in_week = $6,
            price_range = $7, description = $8
         where id = $1",
        id,
        input.name,
        input.country_code,
        input.quantity_min,
        input.quantity_max,
        input.delay_in_week,
        input.price_range,
        input.description,
    )
    .execute(&mut *db)
    .await
    .map_err(taken::<Factory>)?;
    carry(db, id, &input.tags).await
}

/// Has a factory carry these tags and no others.
async fn carry(db: &mut PgConnection, id: Uuid, tags: &[Uuid]) -> Result<()> {
    tags::check(&mut *db, tags).await?;
    sqlx::query!(
        "with others as (delete from factory_tags where factory_id = $1 and tag_id <> all($2))
         insert into factory_tags (factory_id, tag_id) select $1, unnest($2::uuid[]) on conflict do nothing",
        id,
        tags,
    )
    .execute(db)
    .await?;
    Ok(())
}
