//! The component as it is shipped, in the real sandbox with its manifest and the usual limits.

use crate::common::sale;
use async_trait::async_trait;
use comptoir_sandbox::channels::Channel;
use comptoir_sandbox::report::{ReportBasis, Request};
use comptoir_sandbox::{
    Call, Delivered, DeliveryFailure, Engine, EngineConfig, Files, Grant, Manifest, Parcel, Plugin,
    Reported, Resolver, Rows, Sale, SalesPage, Services, StoreWrite,
};
use phonographic_simulator::layouts;
use secrecy::SecretString;
use std::collections::{BTreeMap, HashSet};
use std::net::IpAddr;
use std::path::Path;
use std::sync::{Arc, Mutex};
use uuid::Uuid;

const OPERATOR: &str = r#"
[plugins.phonographic]
source = "."

[plugins.phonographic.configuration]
shops = [{ code = "PORTAL", name = "Portal" }]
reports = [{ layout = "fr-occ", shop = "PORTAL", territory = "FR", cadence = "daily", channel = "occ" }]
"#;

async fn load() -> Arc<Plugin> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("plugin.toml");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut manifest = Manifest::parse(Path::new("plugin.toml"), &text).unwrap();
    manifest.component = test_kit::component(env!("CARGO_PKG_NAME"));
    let grant = Grant::parse(Path::new("plugins.toml"), OPERATOR)
        .unwrap()
        .remove("phonographic")
        .unwrap();
    let engine = Engine::new(EngineConfig::default()).unwrap();
    Plugin::load(&engine, manifest, grant, Arc::new(Nobody), Arc::new(Nobody))
        .await
        .unwrap()
}

/// The host's other services; a report needs its clock only.
struct Nobody;

#[async_trait]
impl Services for Nobody {
    fn now(&self) -> chrono::DateTime<chrono::Utc> {
        "2026-11-20T12:00:00Z".parse().unwrap()
    }

    async fn secret(&self, _: &str, _: Uuid, _: &str) -> anyhow::Result<Option<SecretString>> {
        Ok(None)
    }

    async fn store_get(
        &self,
        _: &str,
        _: Option<Uuid>,
        _: &str,
    ) -> anyhow::Result<Option<Vec<u8>>> {
        Ok(None)
    }

    async fn store_set(
        &self,
        _: &str,
        _: Option<Uuid>,
        _: &str,
        _: &[u8],
        _: u64,
    ) -> anyhow::Result<StoreWrite> {
        Ok(StoreWrite::Done)
    }

    async fn deliver(&self, _: &str, _: &Channel, _: Parcel) -> Result<Delivered, DeliveryFailure> {
        Err(DeliveryFailure::Unsupported)
    }

    async fn delivered(&self, _: &str, _: &Channel) -> Result<Vec<Delivered>, DeliveryFailure> {
        Err(DeliveryFailure::Unsupported)
    }

    async fn store_delete(&self, _: &str, _: Option<Uuid>, _: &str) -> anyhow::Result<()> {
        Ok(())
    }
}

#[async_trait]
impl Resolver for Nobody {
    async fn resolve(&self, _: &str) -> std::io::Result<Vec<IpAddr>> {
        Ok(Vec::new())
    }
}

/// What the call is given, and what it hands over.
struct Pool {
    sales: usize,
    files: Mutex<BTreeMap<String, Vec<u8>>>,
    reported: Mutex<Vec<Reported>>,
}

impl Pool {
    fn sale(number: usize) -> Sale {
        let sale = sale("");
        Sale {
            id: Uuid::from_u128(number as u128).to_string(),
            // Two lines an order, of three and four: over the cap of five in every other order.
            order: Uuid::from_u128((number / 2) as u128).to_string(),
            reference: format!("#{number}"),
            at: sale.at,
            sku: sale.sku,
            barcode: sale.barcode,
            title: sale.title,
            artist: sale.artist,
            label: sale.label,
            format: sale.format,
            released: sale.released,
            country: sale.country,
            postcode: sale.postcode,
            quantity: if number % 4 < 2 { 1 } else { 3 },
            unit_price: sale.unit_price,
            currency: sale.currency,
            unit_price_eur: sale.unit_price_eur,
            barcodes: Vec::new(),
        }
    }
}

#[async_trait]
impl Rows for Pool {
    async fn sales(&self, cursor: Option<&str>, limit: u32) -> anyhow::Result<Option<SalesPage>> {
        let start: usize = cursor.map_or(Ok(0), str::parse)?;
        let end = (start + limit as usize).min(self.sales);
        Ok(Some(SalesPage {
            items: (start..end).map(Self::sale).collect(),
            cursor: end.to_string(),
            more: end < self.sales,
        }))
    }

    async fn reported(&self, sales: Vec<Reported>) -> anyhow::Result<Option<()>> {
        self.reported.lock().unwrap().extend(sales);
        Ok(Some(()))
    }
}

#[async_trait]
impl Files for Pool {
    async fn size(&self, name: &str) -> anyhow::Result<Option<u64>> {
        let files = self.files.lock().unwrap();
        Ok(files.get(name).map(|file| file.len() as u64))
    }

    async fn read(&self, _: &str, _: u64, _: u32) -> anyhow::Result<Option<Vec<u8>>> {
        Ok(None)
    }

    async fn append(&self, name: &str, bytes: Vec<u8>) -> anyhow::Result<()> {
        let mut files = self.files.lock().unwrap();
        files.entry(name.into()).or_default().extend(bytes);
        Ok(())
    }
}

#[tokio::test]
async fn fifty_thousand_sales_fit_the_usual_limits() {
    let plugin = load().await;
    let pool = Arc::new(Pool {
        sales: 50_000,
        files: Mutex::default(),
        reported: Mutex::default(),
    });
    let call = Call::task(Vec::new())
        .with_rows(pool.clone())
        .with_files(pool.clone());
    let request = Request {
        layout: "fr-occ".into(),
        shop: "PORTAL".into(),
        territory: "FR".into(),
        first: "2026-11-19".into(),
        last: "2026-11-19".into(),
        basis: ReportBasis::Shipped,
        with_tax: false,
        time_zone: "Europe/Paris".into(),
    };
    let files = plugin.build_report(call, request).await.unwrap();
    // 12,500 orders of two, 12,500 of six that count as five.
    assert_eq!((files[0].lines, files[0].units), (50_000, 87_500));
    let written = pool.files.lock().unwrap();
    let content = layouts::read(&files[0].name, &written[&files[0].name]).unwrap();
    assert_eq!((content.lines, content.units), (50_000, 87_500));
    let reported = pool.reported.lock().unwrap();
    let ids: HashSet<&str> = reported.iter().map(|row| row.sale.as_str()).collect();
    assert_eq!((reported.len(), ids.len()), (50_000, 50_000));
    let units: i64 = reported.iter().map(|row| i64::from(row.units)).sum();
    assert_eq!(units, 87_500);
}

#[tokio::test]
async fn the_host_is_told_what_is_due_under_the_operators_configuration() {
    let plugin = load().await;
    let plan = plugin.report_plan(Call::task(Vec::new())).await.unwrap();
    let report = &plan.reports[0];
    // The seven that ended, and the next.
    assert_eq!(report.periods.len(), 8);
    assert_eq!(report.periods[6].last, "2026-11-19");
    assert_eq!(report.terms.channel.as_deref(), Some("occ"));
}
