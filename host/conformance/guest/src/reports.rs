//! One line a sale.

use crate::count;
use comptoir_plugin_sdk::report::{ReportFile, ReportRequest};
use comptoir_plugin_sdk::rows::Reported;
use comptoir_plugin_sdk::{Error, Host, Result};

const NAME: &str = "sales.txt";

/// The fault is the operator's to set: a report has no connection.
pub fn build(host: &impl Host, request: &ReportRequest) -> Result<Vec<ReportFile>> {
    let forgets = host.configuration().contains("report-forgets");
    let trouble = |what: &str| Error::internal(what.to_owned());
    let page = host.sales(None, 1_000).map_err(|_| trouble("no sales"))?;
    let lines = page
        .items
        .iter()
        .map(|sale| format!("{} {}\n", sale.barcode, sale.quantity));
    let mut text: String = lines.collect();
    if forgets {
        text += &format!("{} {}\n", request.shop, count(host, "reports"));
    }
    host.write_file(NAME, text.as_bytes())
        .map_err(|_| trouble("no file"))?;
    let reported: Vec<Reported> = page
        .items
        .iter()
        .map(|sale| Reported {
            sale: sale.id.clone(),
            file: NAME.to_owned(),
            units: sale.quantity,
        })
        .collect();
    host.report_sales(&reported)
        .map_err(|_| trouble("not reported"))?;
    Ok(vec![ReportFile {
        name: NAME.to_owned(),
        media_type: "text/plain".to_owned(),
        lines: 3,
        units: reported.iter().map(|one| i64::from(one.units)).sum(),
    }])
}
