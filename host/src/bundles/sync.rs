//! A page of a provider's bundles becomes rows: new ones are added, changed ones updated unless what is kept is newer;
//! what a pass over everything did not name is gone.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use comptoir_sandbox::commerce::{self as told, BundlePage};
use comptoir_sandbox::{Call, CallError, Column, Entity, Plugin};
use serde::Serialize;
use serde_json::json;
use sha2::{Digest, Sha256};
use sqlx::PgConnection;
use uuid::Uuid;

use super::model::Component;
use super::sql;
use crate::http::error::Result;
use crate::plugins::{self, Values};
use crate::providers::sync::intake::{bytea, clean, name, time};
use crate::providers::sync::{self, Aside, Batch, Function, Item, Kept, Next, Pass, Pull, Taken};
use crate::stores::connectors::{Connector, Role};

/// The pull of bundles, from fulfilment providers.
#[derive(Debug)]
pub struct Bundles;

impl Pull for Bundles {
    const NAME: &'static str = "bundles.synchronize";
    const RECONCILE: &'static str = "bundles.reconcile";
    const ENTITY: &'static str = "bundle";
    const FUNCTION: Function = Function::Bundles;
    /// A bundle may have many variants and components, and an answer has its largest size.
    const LIMIT: u32 = 200;
    type Page = BundlePage;

    fn serves(connector: &Connector) -> bool {
        connector.role == Role::Fulfillment
    }

    async fn ask(
        plugin: &Arc<Plugin>,
        _connector: &Connector,
        call: Call,
        cursor: Option<&str>,
    ) -> Result<BundlePage, CallError> {
        plugin.bundles(call, cursor, Self::LIMIT).await
    }

    fn next(page: &BundlePage) -> Next {
        Next {
            items: page.items.len() + page.rejected.len(),
            cursor: page.cursor.clone(),
            more: page.more,
            total: None,
        }
    }

    async fn take(
        db: &mut PgConnection,
        connector: &Connector,
        pass: Pass<'_>,
        page: BundlePage,
        now: DateTime<Utc>,
    ) -> Result<Taken> {
        let (told, aside) = sync::read(
            &page.items,
            &page.rejected,
            |bundle| &bundle.id,
            |bundle| Intake::of(bundle, pass.columns),
        );
        let ids: Vec<String> = told.keys().cloned().collect();
        let batch = Batch::of(told, kept(db, connector.id, &ids).await?);
        insert(db, connector, &batch.added, pass.number).await?;
        update(db, &batch.changed, pass.number).await?;
        let components = batch
            .fresh()
            .map(|bundle| (bundle.id, bundle.components.as_slice()));
        sql::replace_components(db, components).await?;
        let named = batch.same.iter().chain(&batch.older).copied().unzip();
        renew(db, connector.id, named, &aside, pass.number).await?;
        sync::set_aside(db, connector.id, Self::FUNCTION, &aside, &ids).await?;
        batch.record(db, connector, Self::ENTITY).await?;
        let mut taken = batch.taken(&aside);
        taken.changed += forget(db, connector, &page.gone, now).await?;
        if page.whole && pass.ends {
            taken.changed += forget_unnamed(db, connector, pass.number).await?;
        }
        Ok(taken)
    }
}

/// The most components of a bundle, all its variants together.
const COMPONENTS: usize = 1_000;

/// A bundle as a row of `bundles`, told by a provider. The fields' names are the columns'.
#[derive(Debug, Clone, Serialize)]
struct Intake {
    id: Uuid,
    provider_id: String,
    sku: String,
    name: String,
    options: Vec<(String, String)>,
    /// What the plugin's manifest names of the rest.
    extra: Values,
    as_of: DateTime<Utc>,
    /// SHA-256 of everything that was told but its time.
    #[serde(serialize_with = "bytea")]
    digest: Vec<u8>,
    #[serde(skip)]
    components: Vec<Component>,
}

impl Intake {
    /// Takes a bundle, or says what is wrong with it.
    fn of(bundle: &told::Bundle, columns: &[Column]) -> Result<Self, String> {
        name("id", &bundle.id)?;
        name("sku", &bundle.sku)?;
        let common = bundle.components.iter().map(|each| ("", each));
        let variants = bundle.variants.iter().flat_map(|variant| {
            let components = variant.components.iter();
            components.map(move |each| (variant.title.as_str(), each))
        });
        let mut components = Vec::new();
        for (variant, each) in common.chain(variants) {
            name("components.sku", &each.sku)?;
            let quantity = i32::try_from(each.quantity).ok().filter(|many| *many >= 1);
            components.push(Component {
                variant: clean(variant),
                sku: each.sku.clone(),
                name: String::new(),
                quantity: quantity
                    .ok_or_else(|| format!("components.quantity: {}", each.quantity))?,
                external_variant_id: String::new(),
            });
        }
        if components.len() > COMPONENTS {
            let count = components.len();
            return Err(format!("components: {count}, at most {COMPONENTS}"));
        }
        let pair = |(name, value): &(String, String)| (clean(name), clean(value));
        let intake = Self {
            id: Uuid::nil(),
            provider_id: bundle.id.clone(),
            sku: bundle.sku.clone(),
            name: match clean(&bundle.name).trim() {
                "" => bundle.sku.clone(),
                known => known.to_owned(),
            },
            options: bundle.options.iter().take(20).map(pair).collect(),
            extra: plugins::kept(columns, Entity::Bundle, &bundle.extra)?,
            as_of: time("asOf", &bundle.as_of)?,
            digest: Vec::new(),
            components,
        };
        Ok(intake.digested())
    }

    /// With its digest, and an id of its own, which is no part of it.
    fn digested(mut self) -> Self {
        let as_of = std::mem::take(&mut self.as_of);
        let told = serde_json::to_vec(&(&self, &self.components)).unwrap_or_default();
        self.digest = Sha256::digest(told).to_vec();
        self.as_of = as_of;
        self.id = Uuid::now_v7();
        self
    }
}

/// What the history tells of a bundle.
#[derive(Serialize)]
struct Told {
    name: String,
    components: Vec<String>,
}

impl Item for Intake {
    type Told = Told;

    fn id(&self) -> Uuid {
        self.id
    }

    fn set_id(&mut self, id: Uuid) {
        self.id = id;
    }

    fn provider_id(&self) -> &str {
        &self.provider_id
    }

    fn as_of(&self) -> DateTime<Utc> {
        self.as_of
    }

    fn digest(&self) -> &[u8] {
        &self.digest
    }

    fn told(&self) -> Told {
        Told {
            name: self.name.clone(),
            components: self.components.iter().map(sql::told).collect(),
        }
    }
}

async fn kept(
    db: &mut PgConnection,
    connector: Uuid,
    ids: &[String],
) -> Result<HashMap<String, Kept<Told>>> {
    let rows = sqlx::query!(
        r#"select provider_id as "provider_id!", id, as_of, digest, name,
            array(select quantity || ' × ' || sku from bundle_components where bundle_id = b.id
                order by position) as "components!"
        from bundles b where connector_id = $1 and provider_id = any($2)"#,
        connector,
        ids,
    )
    .fetch_all(db)
    .await?;
    let kept = rows.into_iter().map(|row| {
        let kept = Kept {
            id: row.id,
            as_of: row.as_of,
            digest: row.digest,
            told: Told {
                name: row.name,
                components: row.components,
            },
        };
        (row.provider_id, kept)
    });
    Ok(kept.collect())
}

async fn insert(
    db: &mut PgConnection,
    connector: &Connector,
    bundles: &[Intake],
    pass: i64,
) -> Result<()> {
    sqlx::query!(
        "insert into bundles (id, store_id, connector_id, provider_id, sku, name, options, extra, as_of, digest, pass)
         select id, $1, $2, provider_id, sku, name, options, extra, as_of, digest, $4
         from jsonb_to_recordset($3) as r (id uuid, provider_id text, sku text, name text, options jsonb,
            extra jsonb, as_of timestamptz, digest bytea)",
        connector.store_id,
        connector.id,
        json!(bundles),
        pass,
    )
    .execute(db)
    .await?;
    Ok(())
}

async fn update(db: &mut PgConnection, bundles: &[Intake], pass: i64) -> Result<()> {
    sqlx::query!(
        "update bundles b set sku = r.sku, name = r.name, options = r.options, extra = r.extra, as_of = r.as_of,
            digest = r.digest, pass = $2, gone_at = null, updated_at = now()
         from jsonb_to_recordset($1) as r (id uuid, sku text, name text, options jsonb, extra jsonb, as_of timestamptz,
            digest bytea)
         where b.id = r.id",
        json!(bundles),
        pass,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Named again without a change; and what is set aside, which stays as it was kept and is not gone.
async fn renew(
    db: &mut PgConnection,
    connector: Uuid,
    (ids, times): (Vec<Uuid>, Vec<DateTime<Utc>>),
    aside: &[Aside],
    pass: i64,
) -> Result<()> {
    sqlx::query!(
        "update bundles b set as_of = r.as_of, pass = $3
         from unnest($1::uuid[], $2::timestamptz[]) as r (id, as_of) where b.id = r.id",
        &ids,
        &times,
        pass,
    )
    .execute(&mut *db)
    .await?;
    let aside: Vec<String> = aside.iter().map(|each| each.provider_id.clone()).collect();
    sqlx::query!(
        "update bundles set pass = $3 where connector_id = $1 and provider_id = any($2)",
        connector,
        &aside,
        pass,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Bundles that the provider says it has no more.
async fn forget(
    db: &mut PgConnection,
    connector: &Connector,
    ids: &[String],
    now: DateTime<Utc>,
) -> Result<usize> {
    let gone = sqlx::query_scalar!(
        "update bundles set gone_at = $3, as_of = $3, digest = '', updated_at = now()
         where connector_id = $1 and provider_id = any($2) and gone_at is null returning id",
        connector.id,
        ids,
        now,
    )
    .fetch_all(&mut *db)
    .await?;
    sync::tell_gone(db, connector, Bundles::ENTITY, gone).await
}

/// Bundles that a pass over everything did not name.
async fn forget_unnamed(db: &mut PgConnection, connector: &Connector, pass: i64) -> Result<usize> {
    let gone = sqlx::query_scalar!(
        "update bundles set gone_at = now(), digest = '', updated_at = now()
         where connector_id = $1 and pass < $2 and gone_at is null returning id",
        connector.id,
        pass,
    )
    .fetch_all(&mut *db)
    .await?;
    sync::tell_gone(db, connector, Bundles::ENTITY, gone).await
}
