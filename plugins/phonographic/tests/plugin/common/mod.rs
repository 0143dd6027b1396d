//! Sales as the host hands them over, and a report of them.

use comptoir_plugin_sdk::report::{ReportBasis, ReportFile, ReportRequest};
use comptoir_plugin_sdk::rows::Sale;
use comptoir_plugin_sdk::testing::TestHost;
use comptoir_plugin_sdk::{Error, Report, time};
use phonographic_plugin::Phonographic;
use phonographic_simulator::layouts;

pub const CONFIGURATION: &str = r#"{
    "shops": [{ "code": "PORTAL", "name": "Portal & Fils", "account": "01234",
                "retailers": { "DE": "29021", "ES": "80236" } }],
    "rates": { "GBP": "0.85", "USD": "1.10" }
}"#;

pub const AUBE: &str = "3760000000017";
pub const NUIT: &str = "3760000000024";
pub const BOX: &str = "3760000000031";
/// A UPC of twelve digits behind a zero.
pub const UPC: &str = "0036000291452";

/// One LP, sold to France at noon of Thursday, 19 November 2026.
pub fn sale(id: &str) -> Sale {
    Sale {
        id: id.into(),
        order: format!("order-{id}"),
        reference: format!("#{id}"),
        at: "2026-11-19T11:00:00Z".into(),
        sku: "NORA-1".into(),
        barcode: AUBE.into(),
        title: "Aube (LP)".into(),
        artist: "Nora K".into(),
        label: "Label X".into(),
        format: "vinyl".into(),
        released: "2026-11-13".into(),
        country: "FR".into(),
        postcode: "75011".into(),
        quantity: 1,
        unit_price: "20.75".into(),
        currency: "EUR".into(),
        unit_price_eur: "20.75".into(),
        barcodes: Vec::new(),
    }
}

pub fn request(layout: &str, territory: &str, first: &str, last: &str) -> ReportRequest {
    ReportRequest {
        layout: layout.into(),
        shop: "PORTAL".into(),
        territory: territory.into(),
        first: first.into(),
        last: last.into(),
        basis: ReportBasis::Shipped,
        with_tax: false,
        time_zone: "Europe/Paris".into(),
    }
}

pub fn host(sales: Vec<Sale>) -> TestHost {
    TestHost::new(time::parse("2026-11-20T09:00:00Z").unwrap())
        .with_configuration(CONFIGURATION)
        .with_sales(sales)
}

/// Builds, and has every file read by its receiver; `empty`: with files for nothing.
pub fn build(host: &TestHost, request: &ReportRequest) -> Result<Vec<ReportFile>, Error> {
    let files = Phonographic.build(host, request)?;
    for file in &files {
        let bytes = host.file(&file.name).unwrap();
        let read = layouts::read(&file.name, &bytes);
        let read = read.unwrap_or_else(|why| panic!("{why}\n{}", text(host, &file.name)));
        assert_eq!(
            (read.lines, read.units),
            (file.lines, file.units),
            "{}",
            file.name
        );
    }
    Ok(files)
}

pub fn text(host: &TestHost, name: &str) -> String {
    String::from_utf8(host.file(name).unwrap()).unwrap()
}

/// Units reported as standing in a file.
pub fn reported_units(host: &TestHost, file: &str) -> i64 {
    let reported = host.reported();
    let of_file = reported.iter().filter(|reported| reported.file == file);
    of_file.map(|reported| i64::from(reported.units)).sum()
}
