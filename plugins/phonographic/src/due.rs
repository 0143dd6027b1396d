//! What is to be sent, and when.

use crate::calendar::{Span, moment, week};
use crate::configuration::{Basis, Cadence, Configuration, Plan};
use crate::layouts::Layout;
use chrono::{DateTime, Days, NaiveDate, Utc};
use comptoir_plugin_sdk::report_plan::{self, Terms};
use comptoir_plugin_sdk::time;
use serde::Serialize;

/// How many days that ended are still due: a host that slept for a week misses none.
const DAYS: u64 = 7;
/// How many weeks.
const WEEKS: u64 = 2;
/// Under which name sales are reported of a seller that nobody configured.
const SHOP: &str = "COMPTOIR";

/// A planned report and its next time.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Planned<'a> {
    layout: Layout,
    shop: &'a str,
    shop_name: String,
    territory: &'a str,
    cadence: Cadence,
    basis: Basis,
    with_tax: bool,
    time_zone: &'static str,
    channel: Option<&'a str>,
    next: Next,
}

/// The next report: its days, when it is due, and the day by which its chart is called.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
struct Next {
    #[serde(flatten)]
    span: Span,
    at: String,
    chart: NaiveDate,
}

/// The plan for the host: what came due of late, and what comes next.
pub fn plan(configuration: &Configuration, now: DateTime<Utc>) -> report_plan::Plan {
    let reports = configuration.reports.iter().map(|plan| {
        let shop = configuration.shop(&plan.shop);
        let spans = ended(plan, now).into_iter().rev().chain([next(plan, now)]);
        report_plan::Planned {
            terms: Terms {
                layout: plan.layout.name(),
                shop: plan.shop.clone(),
                territory: plan.territory.clone(),
                with_tax: plan.with_tax,
                time_zone: plan.time_zone.name().to_owned(),
                store: shop.store,
                channel: plan.channel.clone(),
            },
            basis: plan.basis.into(),
            periods: spans.map(|span| period_of(plan, span)).collect(),
        }
    });
    report_plan::Plan {
        reports: reports.collect(),
        otherwise: Terms {
            layout: Layout::Generic.name(),
            shop: SHOP.to_owned(),
            territory: String::new(),
            with_tax: false,
            time_zone: chrono_tz::Europe::Paris.name().to_owned(),
            store: None,
            channel: None,
        },
    }
}

fn period_of(plan: &Plan, span: Span) -> report_plan::Period {
    report_plan::Period {
        first: span.first.to_string(),
        last: span.last.to_string(),
        due_at: time::format(due_at(plan, span)),
    }
}

/// Every planned report with what comes next.
pub fn planned(configuration: &Configuration, now: DateTime<Utc>) -> Vec<Planned<'_>> {
    let next = |plan: &Plan| {
        let span = next(plan, now);
        Next {
            span,
            at: time::format(due_at(plan, span)),
            chart: plan.layout.naming().chart(span.first),
        }
    };
    let plans = configuration.reports.iter();
    let planned = plans.map(|plan| Planned {
        layout: plan.layout,
        shop: &plan.shop,
        shop_name: configuration.shop(&plan.shop).name,
        territory: &plan.territory,
        cadence: plan.cadence,
        basis: plan.basis,
        with_tax: plan.with_tax,
        time_zone: plan.time_zone.name(),
        channel: plan.channel.as_deref(),
        next: next(plan),
    });
    planned.collect()
}

fn due_at(plan: &Plan, span: Span) -> DateTime<Utc> {
    moment(span.last + Days::new(1), plan.hour, plan.time_zone)
}

/// The period that is not yet due, but comes next.
fn next(plan: &Plan, now: DateTime<Utc>) -> Span {
    let today = now.with_timezone(&plan.time_zone).date_naive();
    let from = plan.since.map_or(today, |since| since.max(today));
    let current = period(plan, from);
    let before = period(plan, current.first - Days::new(1));
    let begun = plan.since.is_none_or(|since| before.first >= since);
    if begun && due_at(plan, before) > now {
        before
    } else {
        current
    }
}

fn period(plan: &Plan, day: NaiveDate) -> Span {
    match plan.cadence {
        Cadence::Daily => Span::day(day),
        Cadence::Weekly => week(day, plan.layout.week_start()),
    }
}

/// The last periods that are over, the newest first.
fn ended(plan: &Plan, now: DateTime<Utc>) -> Vec<Span> {
    let today = now.with_timezone(&plan.time_zone).date_naive();
    let (count, length) = match plan.cadence {
        Cadence::Daily => (DAYS, 1),
        Cadence::Weekly => (WEEKS, 7),
    };
    // Neither the present one nor, before its hour, the one before is over.
    (0..=count + 1)
        .map(|back| period(plan, today - Days::new(back * length)))
        .filter(|span| due_at(plan, *span) <= now)
        .filter(|span| plan.since.is_none_or(|since| span.first >= since))
        .take(count as usize)
        .collect()
}
