//! A page of a provider's bundles becomes rows: new ones are added, changed ones updated unless what is kept is newer;
//! what a pass over everything did not name is gone.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use comptoir_sandbox::commerce as reported;
use comptoir_sandbox::{Call, CallError, Entity, Plugin, PluginColumn};
use serde::Serialize;
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

use super::BUNDLE;
use super::model::Component;
use super::sql;
use crate::http::error::Result;
use crate::plugins::Values;
use crate::products::Products;
use crate::providers::connectors::{Connector, ConnectorRole};
use crate::providers::sync::intake::{clean, columns, name};
use crate::providers::sync::{
    self, AllExisting, Batch, Existing, Fault, FaultCode, Item, Page, Pass, Pull, Row, Taken,
};
use crate::records::Kind;

/// The pull of bundles, from fulfilment providers.
#[derive(Debug)]
pub struct Bundles;

impl Pull for Bundles {
    const NAME: &'static str = "bundles.synchronize";
    const RECONCILE: &'static str = "bundles.reconcile";
    const KIND: &'static Kind = &BUNDLE;
    const FUNCTION: &'static str = "bundles";
    const WITH: &'static str = Products::FUNCTION;
    /// A bundle may have many variants and components, and an answer has its largest size.
    const LIMIT: u32 = 200;
    type Reported = reported::Bundle;

    fn serves(connector: &Connector) -> bool {
        connector.role == ConnectorRole::Fulfillment
    }

    async fn ask(
        plugin: &Arc<Plugin>,
        _connector: &Connector,
        call: Call,
        cursor: Option<&str>,
    ) -> Result<Page<reported::Bundle>, CallError> {
        let page = plugin.bundles(call, cursor, Self::LIMIT).await?;
        Ok(page.into())
    }

    async fn take(
        db: &mut PgConnection,
        connector: &Connector,
        pass: Pass<'_>,
        page: Page<reported::Bundle>,
        now: DateTime<Utc>,
    ) -> Result<Taken> {
        let (bundles, aside) = sync::read(
            &page,
            |bundle| &bundle.id,
            |bundle| read(bundle, pass.glossary.columns),
        );
        let ids: Vec<String> = bundles.keys().cloned().collect();
        let batch = Batch::of(bundles, existing(db, connector.id, &ids).await?, now);
        insert(db, connector, &batch.added, pass.number).await?;
        update(db, &batch.changed, pass.number).await?;
        let components = batch
            .fresh()
            .map(|bundle| (bundle.id, bundle.row.components.as_slice()));
        sql::replace_components(db, components).await?;
        let named = batch.same.iter().chain(&batch.older);
        sync::renew(db, TABLE, named, Some(pass.number)).await?;
        let key = (TABLE, "provider_id");
        sync::name_aside(db, key, connector.id, &aside, pass.number).await?;
        sync::set_aside(db, connector.id, Self::FUNCTION, &aside, &ids, now).await?;
        batch.record(db, connector, Self::KIND).await?;
        let mut taken = batch.taken(&aside);
        let (what, named) = (Self::KIND, pass.names_all(page.whole));
        let gone = sync::forget(db, connector, what, &page.gone, named, now).await?;
        taken.changed += gone.len();
        Ok(taken)
    }
}

const TABLE: &str = "bundles";
/// The most components of a bundle, all its variants together.
const COMPONENTS: usize = 1_000;

/// A bundle as a row of `bundles`. The fields' names are the columns'.
#[derive(Debug, Clone, Serialize)]
struct Intake {
    sku: String,
    name: String,
    options: Vec<(String, String)>,
    /// What the plugin's manifest names of the rest.
    extra: Values,
    #[serde(skip)]
    components: Vec<Component>,
}

/// Reads a bundle, or says what is wrong with it.
fn read(bundle: &reported::Bundle, known: &[PluginColumn]) -> Result<Item<Intake>, Fault> {
    name("sku", &bundle.sku)?;
    let common = bundle.components.iter().map(|each| ("", each));
    let variants = bundle.variants.iter().flat_map(|variant| {
        let components = variant.components.iter();
        components.map(move |each| (variant.title.as_str(), each))
    });
    let mut components = Vec::new();
    for (variant, each) in common.chain(variants) {
        name("components.sku", &each.sku)?;
        let wrong = |code| Fault::new("components.quantity", code, each.quantity.to_string());
        let quantity = i32::try_from(each.quantity).map_err(|_| wrong(FaultCode::Max))?;
        if quantity == 0 {
            return Err(wrong(FaultCode::Min));
        }
        components.push(Component {
            variant: clean(variant),
            sku: each.sku.clone(),
            name: String::new(),
            quantity,
            external_variant_id: String::new(),
        });
    }
    if components.len() > COMPONENTS {
        return Err(Fault::max("components", components.len(), COMPONENTS));
    }
    let pair = |(name, value): &(String, String)| (clean(name), clean(value));
    let intake = Intake {
        sku: bundle.sku.clone(),
        name: match clean(&bundle.name).trim() {
            "" => bundle.sku.clone(),
            known => known.to_owned(),
        },
        options: bundle.options.iter().take(20).map(pair).collect(),
        extra: columns(known, Entity::Bundle, &bundle.extra)?,
        components,
    };
    Item::of(&bundle.id, &bundle.as_of, intake)
}

/// What the history tells of a bundle.
#[derive(Debug, Serialize)]
struct History {
    name: String,
    components: Vec<String>,
}

impl Row for Intake {
    type History = History;

    fn history(&self) -> History {
        History {
            name: self.name.clone(),
            components: self.components.iter().map(sql::described).collect(),
        }
    }

    fn parts(&self) -> impl Serialize {
        &self.components
    }
}

async fn existing(
    db: &mut PgConnection,
    connector: Uuid,
    ids: &[String],
) -> Result<AllExisting<Intake>> {
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
    let existing = rows.into_iter().map(|row| {
        let existing = Existing {
            id: row.id,
            as_of: row.as_of,
            digest: row.digest,
            history: History {
                name: row.name,
                components: row.components,
            },
        };
        (row.provider_id, existing)
    });
    Ok(existing.collect())
}

async fn insert(
    db: &mut PgConnection,
    connector: &Connector,
    bundles: &[Item<Intake>],
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

async fn update(db: &mut PgConnection, bundles: &[Item<Intake>], pass: i64) -> Result<()> {
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
