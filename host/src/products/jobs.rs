//! Work on products that is done later: their export to the store's shop, or to its fulfilment provider.

use std::sync::Arc;

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use comptoir_sandbox::commerce::{
    Outcome, Product as ExportedProduct, ProductVariant as ExportedVariant,
};
use comptoir_sandbox::fulfilment::ProductDraft;
use comptoir_sandbox::{Call, CallError, Plugin, Retry};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::model::ExportMode;
use super::sync::Products;
use crate::access::Scope;
use crate::app::App;
use crate::files;
use crate::http::error::{Error, Resource, Result};
use crate::jobs::{self, Job, JobContext, JobError, JobRecord, JobResult, Reason};
use crate::products::PRODUCT;
use crate::providers::connectors::{self, ConnectorRole};
use crate::providers::partner;
use crate::providers::sync::Synchronize;
use crate::providers::sync::intake::money;
use crate::records::audit::{self, Author, Change, Entry};

/// Products handed over at once: the contract's most.
const PUSHED: usize = 100;
/// How long the shop may take to fetch a picture.
const PICTURE: TimeDelta = TimeDelta::hours(1);
/// Products that a failed export names.
const NAMED: usize = 10;

/// Creates or changes products at a provider of a store's. Products are found again there by their SKUs, so that a second try, or
/// the same export again, makes nothing twice.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ExportProducts {
    /// Tells this export from another.
    pub id: Uuid,
    pub connector: Uuid,
    /// The plugin, for the job's record.
    pub plugin: String,
    /// How they become products of the shop; none: they become articles of the fulfilment provider.
    pub mode: Option<ExportMode>,
    pub variants: Vec<Uuid>,
    /// On whose account.
    pub by: String,
}

/// Asks for variants of a store to be exported: to its shop in that mode, without one to its fulfilment provider.
///
/// # Errors
/// [`Error::NotFound`] ([`Resource::Connector`]): the store has none.
pub async fn export(
    db: &mut PgConnection,
    scope: &Scope,
    store: Uuid,
    mode: Option<ExportMode>,
    variants: Vec<Uuid>,
) -> Result<JobRecord> {
    let role = match mode {
        Some(_) => ConnectorRole::Shop,
        None => ConnectorRole::Fulfillment,
    };
    let providers = connectors::of_stores(&mut *db, &[store], role).await?;
    let (connector, plugin) = providers
        .into_iter()
        .next()
        .ok_or(Error::NotFound(Resource::Connector))?;
    let job = ExportProducts {
        id: Uuid::now_v7(),
        connector,
        plugin,
        mode,
        variants,
        by: scope.actor.name.clone(),
    };
    jobs::enqueue(db, &Author::from(scope), &job).await
}

/// Asks for a product of a store to be sent to its fulfilment provider.
///
/// # Errors
/// As [`export`].
pub async fn send(db: &mut PgConnection, scope: &Scope, product: Uuid) -> Result<JobRecord> {
    let of = sqlx::query!(
        r#"select p.store_id, array_agg(v.id order by v.position) as "variants!"
           from products p join product_variants v on v.product_id = p.id where p.id = $1 group by p.id"#,
        product,
    );
    let of = of.fetch_one(&mut *db).await?;
    export(db, scope, of.store_id, None, of.variants).await
}

impl Job for ExportProducts {
    const NAME: &'static str = "products.export";

    fn consumer(&self) -> String {
        self.plugin.clone()
    }

    fn identifier(&self) -> String {
        self.id.to_string()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        let app = &context.app;
        let (connector, plugin) = partner(app, self.connector).await?;
        let mut db = app.db.acquire().await?;
        let mut products = chosen(&mut db, app, connector.store_id, &self.variants).await?;
        drop(db);
        if self.mode.is_none() {
            products = products.into_iter().flat_map(Chosen::articles).collect();
        }
        let total = i64::try_from(products.len()).ok();
        let (mut done, mut refused, mut again) = (0, Vec::new(), None);
        for chunk in products.chunks(PUSHED) {
            let call = Call::job(connector.for_plugin());
            let outcomes = self.export(&plugin, call, chunk).await?;
            self.record(app, chunk, &outcomes).await?;
            for (chosen, outcome) in chunk.iter().zip(outcomes) {
                let Outcome::Failed(error) = outcome else {
                    continue;
                };
                let error = CallError::Refused(error);
                if error.retry() == Retry::Never {
                    refused.push(format!("{}: {error}", chosen.exported.name));
                } else {
                    again = Some(error);
                }
            }
            done += i64::try_from(chunk.len()).unwrap_or(0);
            let note = Some(connector.store_name.clone());
            context.progress(done, total, note).await?;
        }
        // What the provider made of them comes with its own pull.
        let mut tx = app.begin().await?;
        let pull = Synchronize::<Products>::of(connector.id, connector.plugin);
        jobs::enqueue(&mut tx, &Author::system(&self.by), &pull).await?;
        tx.commit().await?;
        if let Some(error) = again {
            return Err(error.into());
        }
        match refused.len() {
            0 => Ok(()),
            count => {
                refused.truncate(NAMED);
                let refused = refused.join("; ");
                Err(JobError::GiveUp(Reason::new(
                    format!("{count} produits sur {done} ont été refusés : {refused}"),
                    format!("{count} of {done} products were refused: {refused}"),
                )))
            }
        }
    }
}

impl ExportProducts {
    async fn export(
        &self,
        plugin: &Arc<Plugin>,
        call: Call,
        chunk: &[Chosen],
    ) -> std::result::Result<Vec<Outcome>, CallError> {
        let exported = chunk.iter().map(|chosen| chosen.exported.clone());
        match self.mode {
            Some(mode) => {
                let products = exported.collect();
                plugin.export_products(call, products, mode.into()).await
            }
            None => {
                let drafts = exported.flat_map(|product| {
                    let (name, description) = (product.name, product.description);
                    product
                        .variants
                        .into_iter()
                        .map(move |article| ProductDraft {
                            name: name.clone(),
                            description: description.clone(),
                            article,
                        })
                });
                plugin.push_products(call, drafts.collect()).await
            }
        }
    }

    /// The history of what is new there.
    async fn record(&self, app: &App, chunk: &[Chosen], outcomes: &[Outcome]) -> Result<()> {
        let entries = chunk.iter().zip(outcomes).filter_map(|(chosen, outcome)| {
            let Outcome::Done(pushed) = outcome else {
                return None;
            };
            let change = Change {
                field: self.mode.map_or("fulfillment", |_| "shop").into(),
                before: serde_json::Value::Null,
                after: json!(pushed.id),
            };
            (!pushed.existed).then(|| Entry {
                kind: &PRODUCT,
                id: chosen.id,
                action: "export",
                changes: vec![change],
            })
        });
        let entries: Vec<Entry<'_>> = entries.collect();
        let mut tx = app.begin().await?;
        audit::record(&mut tx, &Author::system(&self.by), &entries).await?;
        Ok(tx.commit().await?)
    }
}

/// A product to be exported, with those of its variants that were chosen.
struct Chosen {
    id: Uuid,
    exported: ExportedProduct,
}

impl Chosen {
    /// Each variant by itself, which is what a warehouse knows.
    fn articles(mut self) -> impl Iterator<Item = Self> {
        let variants = std::mem::take(&mut self.exported.variants);
        variants.into_iter().map(move |variant| Self {
            id: self.id,
            exported: ExportedProduct {
                variants: vec![variant],
                ..self.exported.clone()
            },
        })
    }
}

async fn chosen(
    db: &mut PgConnection,
    app: &App,
    store: Uuid,
    variants: &[Uuid],
) -> Result<Vec<Chosen>> {
    let rows = sqlx::query!(
        r#"select p.id as product_id, p.name, p.description, p.image_url, p.image_id, p.url, p.as_of,
            coalesce(p.provider_id, '') as "product_provider_id!", v.provider_id, v.sku, v.title, v.ean, v.price,
            v.price_currency, v.customs_value, v.customs_currency, v.tariff_number, v.origin_country,
            v.customs_description, v.options as "options: Json<Vec<(String, String)>>", v.length_mm, v.width_mm,
            v.height_mm, coalesce(f.weight_grams, v.weight_grams) as weight_grams
           from product_variants v join products p on p.id = v.product_id
           left join lateral (
               select w.weight_grams from product_variants w join connectors c on c.id = w.connector_id
               where w.store_id = v.store_id and w.sku = v.sku and c.role = 'fulfillment' and c.disconnected_at is null
               limit 1) f on true
           where v.store_id = $1 and v.id = any($2) and p.gone_at is null order by p.id, v.position"#,
        store,
        variants,
    )
    .fetch_all(db)
    .await?;
    let mut products: Vec<Chosen> = Vec::new();
    for row in rows {
        if products.last().is_none_or(|last| last.id != row.product_id) {
            products.push(Chosen {
                id: row.product_id,
                exported: ExportedProduct {
                    id: row.product_provider_id,
                    name: row.name,
                    description: row.description,
                    image_url: picture(app, row.image_url, row.image_id),
                    url: row.url,
                    variants: Vec::new(),
                    as_of: rfc3339(row.as_of),
                    extra: Vec::new(),
                },
            });
        }
        let side = |side: Option<i32>| side.and_then(|side| u32::try_from(side).ok());
        let dimensions = side(row.length_mm)
            .zip(side(row.width_mm))
            .zip(side(row.height_mm));
        let variant = ExportedVariant {
            id: row.provider_id,
            sku: row.sku,
            title: row.title,
            barcode: row.ean,
            price: priced(row.price, &row.price_currency),
            value: priced(row.customs_value, &row.customs_currency),
            tariff_number: row.tariff_number,
            origin_country: row.origin_country,
            customs_description: row.customs_description,
            options: row.options.0,
            weight_grams: side(row.weight_grams),
            dimensions_mm: dimensions.map(|((length, width), height)| (length, width, height)),
            extra: Vec::new(),
        };
        if let Some(product) = products.last_mut() {
            product.exported.variants.push(variant);
        }
    }
    Ok(products)
}

fn priced(amount: Option<Decimal>, currency: &str) -> Option<comptoir_sandbox::types::Money> {
    money(amount?, currency)
}

fn rfc3339(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// Where the shop finds the picture: at its provider, or here for an hour. Shops fetch only by https.
fn picture(app: &App, url: String, file: Option<Uuid>) -> String {
    match file {
        Some(file) if app.origin.scheme() == "https" => {
            let path = files::link_to(app, file, PICTURE);
            app.origin.join(&path).map(String::from).unwrap_or_default()
        }
        _ => url,
    }
}
