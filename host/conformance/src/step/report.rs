//! A report is built out of a few sales in memory.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use comptoir_sandbox::report::{ReportBasis, Request};
use comptoir_sandbox::{Call, CallError, Files, Reported, Rows, Sale, SalesPage, Wire};
use serde_json::{Value, json};

use crate::bench::Bench;
use crate::samples::SampleReport;

/// The sales of a report: so many units each.
const UNITS: [i32; 3] = [1, 2, 1];

#[derive(Debug, Default)]
struct Desk {
    files: Mutex<BTreeMap<String, Vec<u8>>>,
    reported: Mutex<Vec<Reported>>,
    first: String,
    territory: String,
}

impl Desk {
    fn files(&self) -> MutexGuard<'_, BTreeMap<String, Vec<u8>>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn reported(&self) -> MutexGuard<'_, Vec<Reported>> {
        self.reported.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn sales(&self) -> Vec<Sale> {
        let territory = if self.territory.is_empty() {
            "FR"
        } else {
            &self.territory
        };
        let sale = |(at, quantity): (usize, &i32)| Sale {
            id: format!("sale-{at}"),
            order: format!("order-{at}"),
            reference: format!("#{at}"),
            at: format!("{}T11:00:00Z", self.first),
            sku: "CONFORMANCE-1".to_owned(),
            barcode: "3760000000017".to_owned(),
            title: "Aube (LP)".to_owned(),
            artist: "Nora K".to_owned(),
            label: "Label X".to_owned(),
            format: "vinyl".to_owned(),
            released: self.first.clone(),
            country: territory.to_owned(),
            postcode: "75011".to_owned(),
            quantity: *quantity,
            unit_price: "20.75".to_owned(),
            currency: "EUR".to_owned(),
            unit_price_eur: "20.75".to_owned(),
            barcodes: Vec::new(),
        };
        UNITS.iter().enumerate().map(sale).collect()
    }
}

#[async_trait]
impl Files for Desk {
    async fn size(&self, name: &str) -> anyhow::Result<Option<u64>> {
        let files = self.files();
        let length = files.get(name).map(Vec::len);
        Ok(length.and_then(|length| u64::try_from(length).ok()))
    }

    async fn read(&self, name: &str, offset: u64, length: u32) -> anyhow::Result<Option<Vec<u8>>> {
        let (offset, length) = (usize::try_from(offset)?, usize::try_from(length)?);
        let files = self.files();
        let part = |file: &Vec<u8>| file.iter().skip(offset).take(length).copied().collect();
        Ok(files.get(name).map(part))
    }

    async fn append(&self, name: &str, bytes: Vec<u8>) -> anyhow::Result<()> {
        self.files()
            .entry(name.to_owned())
            .or_default()
            .extend(bytes);
        Ok(())
    }
}

#[async_trait]
impl Rows for Desk {
    async fn sales(&self, cursor: Option<&str>, limit: u32) -> anyhow::Result<Option<SalesPage>> {
        let sales = Desk::sales(self);
        let after: usize = cursor.unwrap_or("0").parse()?;
        let items: Vec<Sale> = sales
            .iter()
            .skip(after)
            .take(usize::try_from(limit)?)
            .cloned()
            .collect();
        let last = after + items.len();
        Ok(Some(SalesPage {
            items,
            cursor: last.to_string(),
            more: last < sales.len(),
        }))
    }

    async fn reported(&self, sales: Vec<Reported>) -> anyhow::Result<Option<()>> {
        Desk::reported(self).extend(sales);
        Ok(Some(()))
    }
}

/// Builds it: the files as the plugin tells them, their content, and which sales it says are in them.
pub(super) async fn build(
    bench: &Bench,
    wire: Arc<dyn Wire>,
    sample: &SampleReport,
) -> Result<Value, CallError> {
    let desk = Arc::new(Desk {
        first: sample.first.clone(),
        territory: sample.territory.clone(),
        ..Desk::default()
    });
    let call = Call::task(Vec::new())
        .with_wire(wire)
        .with_files(Arc::clone(&desk) as _)
        .with_rows(Arc::clone(&desk) as _);
    let request = Request {
        layout: sample.layout.clone(),
        shop: sample.shop.clone(),
        territory: sample.territory.clone(),
        first: sample.first.clone(),
        last: sample.last.clone(),
        basis: ReportBasis::Shipped,
        with_tax: false,
        time_zone: "Europe/Paris".to_owned(),
    };
    let files = bench.plugin().build_report(call, request).await?;
    let contents: BTreeMap<String, String> = desk
        .files()
        .iter()
        .map(|(name, bytes)| (name.clone(), String::from_utf8_lossy(bytes).into_owned()))
        .collect();
    let reported = serde_json::to_value(&*Desk::reported(&desk));
    let given: Vec<String> = desk.sales().into_iter().map(|sale| sale.id).collect();
    Ok(json!({
        "files": serde_json::to_value(files).map_err(|error| CallError::Internal(error.into()))?,
        "contents": contents,
        "reported": reported.map_err(|error| CallError::Internal(error.into()))?,
        "given": given,
    }))
}
