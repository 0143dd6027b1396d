//! A store's sales by month, as its shop tells them: asked of the connected shop, or read from a file that a person exported
//! there (decision 15). The shop's plugin knows its words.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use chrono::NaiveDate;
use comptoir_sandbox::shop::SalesMonth as ReportedMonth;
use comptoir_sandbox::{Call, Plugin, PluginRole};
use uuid::Uuid;

use super::sales::{self, MonthWarning, SalesFigures, SalesMonth};
use crate::app::App;
use crate::files::{Stored, Wanted};
use crate::http::error::{Error, Resource, Result};
use crate::plugins::{self, CallFiles, Given};
use crate::providers::connectors::{self, Connector, ConnectorRole};
use crate::providers::partner;
use crate::providers::sync::intake;
use crate::records::visible::Visible;
use crate::stores::StoreName;

/// What invoices are in.
const CURRENCY: &str = "EUR";
/// As browsers call such files, also where a spreadsheet program has taken the ending for itself.
static TYPES: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let types = ["text/csv", "text/plain", "application/vnd.ms-excel"];
    types.map(str::to_owned).into()
});

/// What is taken as a report.
pub fn wanted() -> Wanted<'static> {
    Wanted {
        types: &TYPES,
        longest: 4 << 20,
    }
}

/// Sales of a store by month, and what is odd about them.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
pub struct SalesReport {
    pub months: Vec<SalesMonth>,
    pub warnings: Vec<MonthWarning>,
}

impl SalesReport {
    fn of(
        plugin: &Plugin,
        reported: Vec<ReportedMonth>,
        first: NaiveDate,
        last: NaiveDate,
    ) -> Result<Self> {
        let months = reported
            .into_iter()
            .map(month)
            .collect::<Result<Vec<_>, _>>();
        let months = months.map_err(|text| plugins::broken(plugin.id(), text))?;
        Ok(Self {
            warnings: sales::warnings(&months, first, last),
            months,
        })
    }
}

/// # Errors
/// What cannot be: no month, another currency, a number beyond what sales are.
fn month(reported: ReportedMonth) -> Result<SalesMonth, String> {
    let first = format!("{}-01", reported.month).parse();
    let month: NaiveDate = first.map_err(|_| format!("{} is no month", reported.month))?;
    let money = |field: &str, money: &comptoir_sandbox::types::Money| {
        if money.currency != CURRENCY {
            return Err(format!("{field} is in {}, not {CURRENCY}", money.currency));
        }
        let amount = intake::amount(field, money).map_err(|_| format!("{field} is no amount"))?;
        match crate::money::sales(&amount) {
            Ok(()) => Ok(amount),
            Err(_) => Err(format!("{field} is beyond what a month sells")),
        }
    };
    Ok(SalesMonth {
        month,
        sales: SalesFigures {
            orders: reported.orders,
            gross_sales: money("gross-sales", &reported.gross_sales)?,
            discounts: money("discounts", &reported.discounts)?,
            returns: money("returns", &reported.returns)?,
            net_sales: money("net-sales", &reported.net_sales)?,
            shipping: money("shipping", &reported.shipping)?,
            duties: money("duties", &reported.duties)?,
            additional_fees: money("additional-fees", &reported.additional_fees)?,
            taxes: money("taxes", &reported.taxes)?,
            total_sales: money("total-sales", &reported.total_sales)?,
        },
    })
}

/// Asks the shop that the store is connected to.
///
/// # Errors
/// Not found: it has no shop; what the shop answers.
pub async fn asked(
    app: &App,
    store: &Visible<StoreName>,
    (first, last): (NaiveDate, NaiveDate),
) -> Result<SalesReport> {
    let shop = shop_of(app, store.id).await?;
    let (connector, plugin) = shop.ok_or(Error::NotFound(Resource::Connector))?;
    let month = |day: NaiveDate| day.format("%Y-%m").to_string();
    let ask = || {
        let call = Call::request(vec![connector.for_plugin()]);
        plugin.sales_report(call, month(first), month(last))
    };
    let reported = plugins::patiently(ask).await;
    let reported = reported.map_err(|error| plugins::call_error(plugin.id(), error))?;
    SalesReport::of(&plugin, reported, first, last)
}

/// Reads a file that was exported from the store's shop; of a store without one, by any plugin for shops.
///
/// # Errors
/// Not found: there is no plugin for shops; what it cannot read, with line and column.
pub async fn read(
    app: &App,
    store: &Visible<StoreName>,
    file: &Stored,
    (first, last): (NaiveDate, NaiveDate),
) -> Result<SalesReport> {
    let plugin = match shop_of(app, store.id).await? {
        Some((_, plugin)) => plugin,
        None => {
            let ready = app.plugins.all_ready().into_iter();
            let mut plugins = ready.map(|ready| Arc::clone(&ready.plugin));
            let shop = plugins.find(|plugin| plugin.manifest().roles.contains(&PluginRole::Shop));
            shop.ok_or(Error::NotFound(Resource::Connector))?
        }
    };
    let given = Given {
        name: "report".into(),
        path: file.path.clone(),
        size: file.size,
    };
    let files = CallFiles::new(app, [given]).map_err(|error| Error::Internal(error.into()))?;
    let call = Call::request(Vec::new()).with_files(Arc::new(files));
    let reported = plugin.read_sales_report(call, "report".into(), CURRENCY.into());
    let reported = reported
        .await
        .map_err(|error| plugins::call_error(plugin.id(), error))?;
    SalesReport::of(&plugin, reported, first, last)
}

async fn shop_of(app: &App, store: Uuid) -> Result<Option<(Connector, Arc<Plugin>)>> {
    let found = {
        let mut db = app.db.acquire().await?;
        connectors::of_stores(&mut *db, &[store], ConnectorRole::Shop).await?
    };
    match found.into_iter().next() {
        Some((connector, _)) => Ok(Some(partner(app, connector).await?)),
        None => Ok(None),
    }
}
