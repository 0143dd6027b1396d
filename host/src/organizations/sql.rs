//! Every query on organizations.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::ORGANIZATION;
use super::model::{
    Organization, OrganizationInput, OrganizationName, OrganizationPerson, OrganizationStore,
    ReturnPrice, StoragePrice, StoreTerms, Terms, TermsInput,
};
use crate::access::{Permission, Scope};
use crate::files;
use crate::http::error::IN_USE;
use crate::http::error::{Error, Result};
use crate::records::Kind;
use crate::records::audit::{self, Author, Change};
use crate::records::life::{self, Record};
use crate::records::visible::{Scoped, Visible};
use crate::stores::Charge;
use crate::words::address::Address;

/// What a contract is among an organization's files.
pub const CONTRACT: &str = "contract";

/// As many of its people stand on an organization's page.
const PEOPLE: i64 = 200;

impl Record for Organization {
    const ARCHIVES: bool = true;
    const SWEPT: &'static str =
        "not exists (select from store_organizations where organization_id = r.id)";

    fn version(&mut self) -> &mut DateTime<Utc> {
        &mut self.updated_at
    }

    fn archived_at(&self) -> Option<DateTime<Utc>> {
        self.archived_at
    }

    fn audited(&self) -> Value {
        json!({
            "name": self.name,
            "identifierNumber": self.identifier_number,
            "taxNumber": self.tax_number,
            "address": self.address,
            "archived": self.archived_at.is_some(),
        })
    }

    /// [`IN_USE`] while it has stores, users, invoices or something to be made (decision 23).
    async fn before_delete(
        &self,
        db: &mut PgConnection,
        _: &Scope,
        _: DateTime<Utc>,
    ) -> Result<()> {
        let in_use = sqlx::query_scalar!(
            r#"select exists (select from store_organizations so join stores s on s.id = so.store_id
                    where so.organization_id = $1 and s.deleted_at is null)
                or exists (select from user_organizations m join users u on u.id = m.user_id
                    where m.organization_id = $1 and u.deleted_at is null)
                or exists (select from invoices where organization_id = $1)
                or exists (select from projects where organization_id = $1)
                or exists (select from project_products where organization_id = $1) as "in_use!""#,
            self.id,
        )
        .fetch_one(db)
        .await?;
        match in_use {
            true => Err(Error::Conflict(&IN_USE)),
            false => Ok(()),
        }
    }
}

impl Scoped for Organization {
    const KIND: &'static Kind = &ORGANIZATION;
    type Key = Uuid;

    async fn find(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Option<Self>> {
        let row = sqlx::query!(
            "select id, name, identifier_number, tax_number, address, archived_at, created_at, updated_at
             from organizations where id = $1 and deleted_at is null and in_scope(id, $2)",
            id,
            scope.organizations(),
        )
        .fetch_optional(&mut *db)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let stores = sqlx::query_as!(
            OrganizationStore,
            "select s.id, s.name, so.ownership_percentage from store_organizations so join stores s on s.id = so.store_id
             where so.organization_id = $1 and s.deleted_at is null and in_scope(s.id, $2)
             order by s.name, s.id",
            id,
            scope.stores(),
        )
        .fetch_all(&mut *db)
        .await?;
        let people = match scope.actor.may(Permission::ReadUser) {
            true => Some(people(&mut *db, id).await?),
            false => None,
        };
        Ok(Some(Self {
            id: row.id,
            name: row.name,
            identifier_number: row.identifier_number,
            tax_number: row.tax_number,
            address: serde_json::from_value::<Address>(row.address)
                .ok()
                .filter(|address| !address.address1.is_empty()),
            contract: files::latest(db, Self::KIND, id, CONTRACT).await?,
            stores,
            people,
            archived_at: row.archived_at,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }))
    }

    fn key(&self) -> Uuid {
        self.id
    }
}

/// Who signs in for an organization.
async fn people(db: &mut PgConnection, id: Uuid) -> Result<Vec<OrganizationPerson>> {
    Ok(sqlx::query_as!(
        OrganizationPerson,
        "select u.id, u.display_name, u.email, u.last_login_at
         from user_organizations m join users u on u.id = m.user_id
         where m.organization_id = $1 and u.deleted_at is null order by u.display_name, u.id limit $2",
        id,
        PEOPLE,
    )
    .fetch_all(db)
    .await?)
}

/// Makes an organization.
pub async fn add(
    db: &mut PgConnection,
    scope: &Scope,
    input: &OrganizationInput,
) -> Result<Organization> {
    let id = Uuid::now_v7();
    sqlx::query!(
        "insert into organizations (id, name, identifier_number, tax_number, address)
         values ($1, $2, $3, $4, $5)",
        id,
        input.name,
        input.identifier_number,
        input.tax_number,
        address(input),
    )
    .execute(&mut *db)
    .await?;
    life::created(db, scope, id).await
}

fn address(input: &OrganizationInput) -> serde_json::Value {
    input
        .address
        .as_ref()
        .map_or_else(|| json!({}), |address| json!(address))
}

/// Changes an organization that is open.
pub async fn update(db: &mut PgConnection, id: Uuid, input: &OrganizationInput) -> Result<()> {
    sqlx::query!(
        "update organizations set name = $2, identifier_number = $3, tax_number = $4, address = $5 where id = $1",
        id,
        input.name,
        input.identifier_number,
        input.tax_number,
        address(input),
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Notes that an organization's contract changed.
pub async fn contract_changed(
    db: &mut PgConnection,
    scope: &Scope,
    id: Uuid,
    before: Option<&str>,
    after: Option<&str>,
) -> Result<()> {
    let change = Change {
        field: "contract".into(),
        before: json!(before),
        after: json!(after),
    };
    life::enter::<Organization>(db, &Author::from(scope), id, "update", vec![change]).await
}

/// What was agreed with an organization within reach.
pub async fn terms(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Terms> {
    let row = sqlx::query!(
        r#"select id, name, returns as "returns: Json<Vec<ReturnPrice>>", storages as "storages: Json<Vec<StoragePrice>>",
            updated_at
           from organizations where id = $1 and deleted_at is null and in_scope(id, $2)"#,
        id,
        scope.organizations(),
    )
    .fetch_optional(&mut *db)
    .await?
    .ok_or(ORGANIZATION.missing())?;
    let stores = sqlx::query_as!(
        StoreTerms,
        r#"select s.id, s.name, s.seeding_cost, s.ticket_cost, s.return_cost, s.charges as "charges: Json<Vec<Charge>>"
           from store_organizations so join stores s on s.id = so.store_id
           where so.organization_id = $1 and s.archived_at is null and s.deleted_at is null
               and in_scope(s.id, $2)
           order by s.name, s.id"#,
        id,
        scope.stores(),
    )
    .fetch_all(&mut *db)
    .await?;
    Ok(Terms {
        organization: OrganizationName {
            id: row.id,
            name: row.name,
        },
        contract: files::latest(db, Organization::KIND, id, CONTRACT).await?,
        returns: row.returns.0,
        storages: row.storages.0,
        stores,
        updated_at: row.updated_at,
    })
}

/// Changes the prices agreed with an organization that is open.
pub async fn set_terms(
    db: &mut PgConnection,
    scope: &Scope,
    organization: &Visible<Organization>,
    input: &TermsInput,
    now: DateTime<Utc>,
) -> Result<Terms> {
    let id = organization.id;
    let before = terms(db, scope, id).await?;
    sqlx::query!(
        "update organizations set returns = $2, storages = $3 where id = $1",
        id,
        json!(input.returns),
        json!(input.storages),
    )
    .execute(&mut *db)
    .await?;
    let before = json!({ "returns": before.returns, "storages": before.storages });
    let changes = audit::changes(Some(&before), Some(&json!(input)));
    life::note(db, scope, organization, "update", changes, now).await?;
    terms(db, scope, id).await
}

/// The storage prices that were agreed on for stores: those of whoever has the largest share of each.
pub async fn storage_prices(
    db: &mut PgConnection,
    stores: &[Uuid],
) -> Result<HashMap<Uuid, Vec<StoragePrice>>> {
    let rows = sqlx::query!(
        r#"select distinct on (so.store_id) so.store_id, o.storages as "storages: Json<Vec<StoragePrice>>"
           from store_organizations so join organizations o on o.id = so.organization_id
           where so.store_id = any($1)
           order by so.store_id, so.ownership_percentage desc, o.name, o.id"#,
        stores,
    );
    let rows = rows.fetch_all(db).await?.into_iter();
    Ok(rows.map(|row| (row.store_id, row.storages.0)).collect())
}
