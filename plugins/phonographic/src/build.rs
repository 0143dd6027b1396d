//! One report: the sales are read page by page and never held all at once.

use crate::calendar::Span;
use crate::caps::Caps;
use crate::configuration::{Configuration, Shop};
use crate::failures;
use crate::layouts::{Layout, Rules};
use crate::output::Output;
use crate::piece::{Left, Piece, pieces};
use chrono::NaiveDate;
use chrono_tz::Tz;
use comptoir_plugin_sdk::report::{ReportFile, ReportRequest};
use comptoir_plugin_sdk::rows::{Reported, Sale};
use comptoir_plugin_sdk::{Error, Host, Level, Result};
use rust_decimal::Decimal;
use std::collections::BTreeMap;

/// The contract's most rows at once.
const PAGE: u32 = 1_000;
/// The longest report, so that daily files stay countable.
const DAYS: usize = 366;

/// What a report is made by: the request and what is set for it.
#[derive(Debug)]
pub struct Job {
    /// How its files look.
    pub layout: Layout,
    /// The layout's rules, or the operator's.
    pub rules: Rules,
    /// Whose sales.
    pub shop: Shop,
    /// ISO 3166-1 alpha-2; empty: everywhere.
    pub territory: String,
    /// Where its sales went to; empty: anywhere.
    pub countries: Vec<String>,
    /// Its days on the seller's wall.
    pub span: Span,
    /// Whose wall.
    pub zone: Tz,
    /// Amounts with tax.
    pub with_tax: bool,
    /// How much of a currency one euro is.
    pub rates: BTreeMap<String, Decimal>,
}

impl Job {
    fn new(configuration: &Configuration, request: &ReportRequest) -> Result<Self> {
        let day = |field: &str, text: &str| {
            let day = text.parse::<NaiveDate>();
            day.map_err(|_| Error::rejected(format!("{field}: {text:?} is not a day")))
        };
        let layout = Layout::named(&request.layout)?;
        layout.takes(&request.territory)?;
        let span = Span {
            first: day("first", &request.first)?,
            last: day("last", &request.last)?,
        };
        if span.last < span.first || span.days().take(DAYS + 1).count() > DAYS {
            return Err(Error::rejected(format!(
                "last: a report has 1 to {DAYS} days"
            )));
        }
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        if request.shop.is_empty() || !request.shop.bytes().all(allowed) {
            return Err(Error::rejected(format!(
                "shop: {:?} cannot stand in a file's name",
                request.shop
            )));
        }
        let plan = configuration.plan(layout, &request.shop, &request.territory);
        let mut rules = layout.rules(&request.territory);
        let mut countries = layout.countries(&request.territory);
        if let Some(plan) = plan {
            rules.minimum = plan.minimum_price.unwrap_or(rules.minimum);
            rules.bundles = plan.bundles.unwrap_or(rules.bundles);
            rules.empty_file = plan.empty_file.unwrap_or(rules.empty_file);
            countries = plan.countries.clone().unwrap_or(countries);
        }
        let job = Self {
            layout,
            rules,
            shop: configuration.shop(&request.shop),
            territory: request.territory.clone(),
            countries,
            span,
            zone: request.time_zone.parse().map_err(|_| {
                Error::rejected(format!("time-zone: {:?} is not one", request.time_zone))
            })?,
            with_tax: request.with_tax,
            rates: configuration.rates.clone(),
        };
        // What the names need is asked for before anything is read.
        layout.file_name(&job, span)?;
        Ok(job)
    }

    /// The days of the file that a day's sales stand in.
    fn file_span(&self, day: NaiveDate) -> Span {
        if self.rules.daily {
            Span::day(day)
        } else {
            self.span
        }
    }
}

/// Builds a report's files and says which sales are in them.
pub fn build(host: &impl Host, request: &ReportRequest) -> Result<Vec<ReportFile>> {
    let job = Job::new(&Configuration::load(host)?, request)?;
    let mut caps = Caps::new(job.rules.bulk);
    let mut left: BTreeMap<Left, u64> = BTreeMap::new();
    // Most of a report's time goes into reading: a layout that takes orders as they are is written at the first reading.
    let mut count = None;
    if job.layout.counts_orders(&job.rules) {
        count = Some(each_sale(host, &job, |_, pieces| {
            pieces.iter().flatten().for_each(|piece| caps.count(piece));
            Ok(())
        })?);
    }
    if caps.has_excess() {
        let again = each_sale(host, &job, |_, pieces| {
            pieces.iter().flatten().for_each(|piece| caps.gather(piece));
            Ok(())
        })?;
        unchanged(count, again)?;
        caps.share();
    }
    let files = write(host, &job, &caps, count, &mut left)?;
    if !left.is_empty() {
        let left = format!("{left:?}");
        let fields = [("layout", request.layout.as_str()), ("left", left.as_str())];
        host.log(Level::Info, "sales that this report does not hold", &fields);
    }
    Ok(files)
}

fn write<H: Host>(
    host: &H,
    job: &Job,
    caps: &Caps,
    count: Option<u64>,
    left: &mut BTreeMap<Left, u64>,
) -> Result<Vec<ReportFile>> {
    let mut output = Output::new(host, job);
    if job.rules.empty_file {
        for day in job.span.days() {
            output.open(job.file_span(day))?;
        }
    }
    let mut reported = Vec::new();
    // Sales of which nothing counts, because others of the same order fill its limit: told once their file is there.
    let mut none_left: Vec<(String, Span)> = Vec::new();
    let again = each_sale(host, job, |sale, pieces| {
        let mut units = 0;
        let mut span = None;
        if let Err(why) = &pieces {
            *left.entry(*why).or_default() += 1;
        }
        for piece in pieces.iter().flatten() {
            let counted = caps.counted(piece);
            let days = *span.get_or_insert(job.file_span(piece.at.date()));
            if counted != 0 {
                output.add(days, piece, counted)?;
                units += counted;
            }
        }
        match (span, span.and_then(|span| output.name(span))) {
            (Some(_), Some(file)) if units != 0 => {
                reported.push(report_of(sale.id.clone(), file, units)?);
                if reported.len() == PAGE as usize {
                    host.report_sales(&reported).map_err(failures::rows)?;
                    reported.clear();
                }
            }
            (Some(span), _) => none_left.push((sale.id.clone(), span)),
            (None, _) => {}
        }
        Ok(())
    })?;
    unchanged(count, again)?;
    for (sale, span) in none_left {
        if let Some(file) = output.name(span) {
            reported.push(report_of(sale, file, 0)?);
        }
    }
    for piece in reported.chunks(PAGE as usize) {
        host.report_sales(piece).map_err(failures::rows)?;
    }
    output.finish(caps)
}

fn report_of(sale: String, file: &str, units: i64) -> Result<Reported> {
    let units = i32::try_from(units);
    Ok(Reported {
        units: units.map_err(|_| Error::internal(format!("sale {sale}: too many units")))?,
        file: file.into(),
        sale,
    })
}

/// Reads all sales, by time; how many there are.
fn each_sale(
    host: &impl Host,
    job: &Job,
    mut each: impl for<'sale> FnMut(&'sale Sale, Result<Vec<Piece<'sale>>, Left>) -> Result<()>,
) -> Result<u64> {
    let mut cursor: Option<String> = None;
    let mut count = 0;
    loop {
        let page = host
            .sales(cursor.as_deref(), PAGE)
            .map_err(failures::rows)?;
        for sale in &page.items {
            each(sale, pieces(sale, job)?)?;
        }
        count += page.items.len() as u64;
        host.progress(count, None, "");
        if !page.more {
            return Ok(count);
        }
        cursor = Some(page.cursor);
    }
}

/// A sale that came in between two readings would be counted wrongly. `before`: none when this was the first.
fn unchanged(before: Option<u64>, after: u64) -> Result<()> {
    match before {
        Some(before) if before != after => Err(Error::unavailable(format!(
            "there were {before} sales and now there are {after}: the report begins again"
        ))),
        _ => Ok(()),
    }
}
