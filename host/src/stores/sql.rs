//! Every query on stores.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::STORE;
use super::model::{Charge, Share, Store, StoreInput, StoreLink, TicketBasis};
use crate::access::{self, Scope};
use crate::http::error::IN_USE;
use crate::http::error::{Conflict, Error, Issue, Result};
use crate::providers::connectors::StoreName;
use crate::records::Kind;
use crate::records::life::{Meaning, Record, created, taken};
use crate::records::visible::Scoped;

/// Two stores never share a name.
static NAME_TAKEN: Conflict = Conflict::new(
    "StoreName",
    "Une boutique porte déjà ce nom.",
    "A store of this name exists already.",
);

impl Record for Store {
    const ARCHIVES: bool = true;
    /// With what it sold and the connections it once had, but not with orders.
    const SWEPT: &'static str = "not exists (select from orders where store_id = r.id)";
    const UNIQUE: &'static [Meaning] = &[("stores_name_key", || Error::Conflict(&NAME_TAKEN))];

    fn version(&mut self) -> &mut DateTime<Utc> {
        &mut self.updated_at
    }

    fn archived_at(&self) -> Option<DateTime<Utc>> {
        self.archived_at
    }

    /// [`IN_USE`] while it has orders, connectors or chart reports of its own (decision 23).
    async fn before_delete(
        &self,
        db: &mut PgConnection,
        _: &Scope,
        _: DateTime<Utc>,
    ) -> Result<()> {
        let in_use = sqlx::query_scalar!(
            r#"select exists (select from orders where store_id = $1)
                or exists (select from invoices where store_id = $1)
                or exists (select from provider_invoice_lines where store_id = $1)
                or exists (select from connectors where store_id = $1 and disconnected_at is null)
                or exists (select from phonographic_reports where store_id = $1) as "in_use!""#,
            self.id,
        )
        .fetch_one(db)
        .await?;
        match in_use {
            true => Err(Error::Conflict(&IN_USE)),
            false => Ok(()),
        }
    }

    async fn check_restored(&self, db: &mut PgConnection, _: &Scope) -> Result<()> {
        let owners = self.organizations.iter();
        let owners: Vec<Uuid> = owners.map(|share| share.organization_id).collect();
        access::check_organizations(db, &owners).await
    }
}

/// What a store is called: as much as those need that only ask whether it is theirs.
impl Scoped for StoreName {
    const KIND: &'static Kind = &STORE;
    type Key = Uuid;

    async fn find(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Option<Self>> {
        Ok(sqlx::query_as!(
            Self,
            "select id, name from stores where id = $1 and in_scope(id, $2) and deleted_at is null",
            id,
            scope.stores(),
        )
        .fetch_optional(db)
        .await?)
    }

    fn key(&self) -> Uuid {
        self.id
    }
}

impl Scoped for Store {
    const KIND: &'static Kind = &STORE;
    type Key = Uuid;

    /// Whole; what the caller may not know is still in it (see [`Store::conceal`]).
    async fn find(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Option<Self>> {
        let row = sqlx::query!(
            r#"select id, name, seeding_cost, ticket_cost, ticket_basis as "ticket_basis: TicketBasis", return_cost, shipping_margin,
                shipping_additional_cost,
                links as "links: Json<Vec<StoreLink>>", charges as "charges: Json<Vec<Charge>>",
                archived_at, created_at, updated_at
               from stores where id = $1 and deleted_at is null and in_scope(id, $2)"#,
            id,
            scope.stores(),
        )
        .fetch_optional(&mut *db)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let organizations = sqlx::query_as!(
            Share,
            "select so.organization_id, o.name, so.ownership_percentage
             from store_organizations so join organizations o on o.id = so.organization_id
             where so.store_id = $1 order by so.ownership_percentage desc, o.name",
            id,
        )
        .fetch_all(db)
        .await?;
        Ok(Some(Self {
            id: row.id,
            name: row.name,
            seeding_cost: row.seeding_cost,
            ticket_cost: row.ticket_cost,
            ticket_basis: row.ticket_basis,
            return_cost: row.return_cost,
            shipping_margin: Some(row.shipping_margin),
            shipping_additional_cost: Some(row.shipping_additional_cost),
            organizations,
            links: row.links,
            charges: row.charges,
            archived_at: row.archived_at,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }))
    }

    fn key(&self) -> Uuid {
        self.id
    }
}

/// Refuses organizations that are not there.
async fn check_organizations(db: &mut PgConnection, input: &StoreInput) -> Result<()> {
    let ids: Vec<Uuid> = input
        .organizations
        .iter()
        .map(|share| share.organization_id)
        .collect();
    let known = sqlx::query_scalar!(
        "select id from organizations where id = any($1) and deleted_at is null",
        &ids
    )
    .fetch_all(db)
    .await?;
    let field = "organizations[].organizationId";
    Error::refuse(Issue::of_items(field, "option", &ids, |id| {
        !known.contains(id)
    }))
}

/// Writes the shares of a store in place of those before.
async fn share(db: &mut PgConnection, id: Uuid, input: &StoreInput) -> Result<()> {
    let shares = &input.organizations;
    let organizations: Vec<Uuid> = shares.iter().map(|share| share.organization_id).collect();
    let percentages: Vec<_> = shares
        .iter()
        .map(|share| share.ownership_percentage)
        .collect();
    sqlx::query!("delete from store_organizations where store_id = $1", id)
        .execute(&mut *db)
        .await?;
    sqlx::query!(
        "insert into store_organizations (store_id, organization_id, ownership_percentage)
         select $1, * from unnest($2::uuid[], $3::numeric[])",
        id,
        &organizations,
        &percentages,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Makes a store.
///
/// # Errors
/// [`NAME_TAKEN`]; [`Error::Invalid`] for an organization that is not there.
pub async fn add(db: &mut PgConnection, scope: &Scope, input: &StoreInput) -> Result<Store> {
    check_organizations(db, input).await?;
    let id = Uuid::now_v7();
    sqlx::query!(
        "insert into stores (id, name, seeding_cost, ticket_cost, return_cost, shipping_margin,
            shipping_additional_cost, links, charges, ticket_basis) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        id,
        input.name,
        input.seeding_cost,
        input.ticket_cost,
        input.return_cost,
        input.shipping_margin,
        input.shipping_additional_cost,
        json!(input.links),
        json!(input.charges),
        input.ticket_basis.as_str(),
    )
    .execute(&mut *db)
    .await
    .map_err(taken::<Store>)?;
    share(db, id, input).await?;
    created(db, scope, id).await
}

/// Changes a store that is open.
///
/// # Errors
/// As [`add`].
pub async fn update(db: &mut PgConnection, id: Uuid, input: &StoreInput) -> Result<()> {
    check_organizations(db, input).await?;
    sqlx::query!(
        "update stores set name = $2, seeding_cost = $3, ticket_cost = $4, return_cost = $5, shipping_margin = $6,
            shipping_additional_cost = $7, links = $8, charges = $9, ticket_basis = $10 where id = $1",
        id,
        input.name,
        input.seeding_cost,
        input.ticket_cost,
        input.return_cost,
        input.shipping_margin,
        input.shipping_additional_cost,
        json!(input.links),
        json!(input.charges),
        input.ticket_basis.as_str(),
    )
    .execute(&mut *db)
    .await
    .map_err(taken::<Store>)?;
    share(db, id, input).await
}

/// What is known of a store's setting up, beside its connections.
#[derive(Debug)]
pub struct SetupFacts {
    pub dismissed_at: Option<DateTime<Utc>>,
    /// Those of its organizations who see it.
    pub people: i64,
}

/// How far a store that is there is set up.
pub async fn setup(db: &mut PgConnection, id: Uuid) -> Result<SetupFacts> {
    Ok(sqlx::query_as!(
        SetupFacts,
        r#"select setup_dismissed_at as dismissed_at,
            (select count(*) from user_stores m join users u on u.id = m.user_id
                where m.store_id = s.id and u.deleted_at is null and exists (
                    select from store_organizations o join user_organizations w using (organization_id)
                    where o.store_id = s.id and w.user_id = u.id)) as "people!"
         from stores s where id = $1"#,
        id,
    )
    .fetch_one(db)
    .await?)
}

/// Ends telling what a store lacks, or takes it up again. Whether that is news.
pub async fn dismiss_setup(
    db: &mut PgConnection,
    id: Uuid,
    dismissed: bool,
    now: DateTime<Utc>,
) -> Result<bool> {
    let done = sqlx::query!(
        "update stores set setup_dismissed_at = case when $2 then $3::timestamptz end
         where id = $1 and (setup_dismissed_at is not null) <> $2",
        id,
        dismissed,
        now,
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}
