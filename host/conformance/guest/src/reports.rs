//! One line a sale; every day.

use crate::count;
use comptoir_plugin_sdk::report::{ReportFile, ReportRequest};
use comptoir_plugin_sdk::report_plan::{Period, Plan, Planned, ReportBasis, Terms};
use comptoir_plugin_sdk::rows::Reported;
use comptoir_plugin_sdk::time::{self, Duration};
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

/// Yesterday, and today once it is over.
pub fn plan(host: &impl Host) -> Plan {
    let overlaps = host.configuration().contains("plan-overlaps");
    let day = |back: i64| {
        let day = host.now() - Duration::days(back);
        let first = match overlaps {
            true => day - Duration::days(1),
            false => day,
        };
        let due_at = day + Duration::days(1);
        Period {
            first: first.date_naive().to_string(),
            last: day.date_naive().to_string(),
            due_at: time::format(due_at),
        }
    };
    let terms = || Terms {
        layout: "lines".to_owned(),
        shop: "FAULTY".to_owned(),
        territory: String::new(),
        with_tax: false,
        time_zone: "UTC".to_owned(),
        store: None,
        channel: None,
    };
    Plan {
        reports: vec![Planned {
            terms: terms(),
            basis: ReportBasis::Shipped,
            periods: vec![day(1), day(0)],
        }],
        otherwise: terms(),
    }
}
