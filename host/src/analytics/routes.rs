//! Calls on reports.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use chrono::NaiveDate;
use chrono_tz::Europe::Paris;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;
use validator::Validate;

use super::export::WriteAudit;
use super::goals;
use super::jobs::last_monday;
use super::model::{
    Audit, Basis, Countries, Delivered, Grouping, Inventory, OrderTotal, Orders, Overall, Product,
    Report, Sales, Tickets,
};
use super::span::{Span, Step};
use super::sql::{self, Stores};
use super::sums::Counted;
use super::usual::usual;
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::http::error::{Error, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Params, number};
use crate::http::routing::{Routes, routes};
use crate::jobs::{self, JobRecord};
use crate::products;
use crate::words::language::Language;

/// Customers see what their stores come to.
pub const READ: Access = Access::permissions(&[Permission::ReadAudit]);

/// Rows of an audit that a screen shows.
const SHOWN: i64 = 1_000;
const SHOWN_PRODUCTS: i64 = 10;

pub fn routes() -> Routes {
    Routes::new()
        .add(READ, routes!(report))
        .add(READ, routes!(sales))
        .add(READ, routes!(products))
        .add(READ, routes!(audit))
        .add(READ, routes!(export))
        .add(READ, routes!(weekly_mail, set_weekly_mail))
        .add(Access::Public, routes!(stop_weekly_mail))
        .merge(goals::routes())
}

/// What a report is of.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct Of {
    /// Days in Paris, both included; ten years at most.
    start_at: NaiveDate,
    end_at: NaiveDate,
    organization_id: Option<Uuid>,
    store_id: Option<Uuid>,
}

impl Of {
    async fn read(&self, db: &mut PgConnection, scope: &Scope) -> Result<(Span, Stores)> {
        let span = Span::new(self.start_at, self.end_at)?;
        let stores = sql::stores(db, scope, self.organization_id, self.store_id).await?;
        Ok((span, stores))
    }
}

/// Orders, countries, stock and tickets over some days.
#[utoipa::path(get, path = "/analytic", tag = "analytics", operation_id = "getAnalytics", params(Of),
    responses((status = 200, body = Data<Report>)))]
async fn report(
    scope: Scope,
    State(app): State<App>,
    Params(of): Params<Of>,
) -> Result<Data<Report>> {
    let mut db = app.db.acquire().await?;
    let (span, stores) = of.read(&mut db, &scope).await?;
    let counted = Counted::read(&app, &mut db, &stores).await?;
    let completed = span.completed(counted.last);
    let sum = async {
        let figures = sql::figures(&mut *db, span, &stores).await?;
        let (articles, volume) = sql::delivered_and_messages(&mut *db, span, &stores).await?;
        let average = Decimal::from(volume) / Decimal::from(figures.tickets.max(1));
        Ok(Report {
            orders: Orders {
                total: OrderTotal {
                    commerce: figures.commerce_orders,
                    seeding: figures.seeding_orders,
                },
                logistic_hours: sql::logistic_hours(&mut *db, completed, &stores).await?,
                statuses: sql::statuses(&mut *db, completed, &stores).await?,
            },
            overall: Overall {
                delivered: Delivered { articles },
            },
            sales: Countries {
                countries: sql::countries(&mut *db, completed, &stores).await?,
            },
            tickets: Tickets {
                count: figures.tickets,
                average: average.round_dp(1),
                volume,
            },
            inventory: Inventory::default(),
            counted_at: None,
        })
    };
    let data = Report {
        counted_at: counted.at,
        ..counted.sum("report", span, sum).await?
    };
    let inventory = sql::inventory(&mut db, &stores, false).await?;
    Ok(Data {
        data: Report { inventory, ..data },
    })
}

/// Orders, sales, tickets and fees over some days, by time, beside the days before (of whole months the months before) and the
/// same days of the year before.
#[utoipa::path(get, path = "/analytic/sales", tag = "analytics", operation_id = "getAnalyticSales", params(Of),
    responses((status = 200, body = Data<Sales>)))]
async fn sales(
    scope: Scope,
    State(app): State<App>,
    Params(of): Params<Of>,
) -> Result<Data<Sales>> {
    let mut db = app.db.acquire().await?;
    let (span, stores) = of.read(&mut db, &scope).await?;
    let counted = Counted::read(&app, &mut db, &stores).await?;
    let step = span.step();
    let today = app.now().with_timezone(&Paris).date_naive();
    let sum = async {
        let mut points = sql::points(&mut *db, span, step, &stores).await?;
        if step == Step::Day {
            let usual = usual(&sql::orders_by_day(&mut *db, span, &stores).await?);
            for (point, usual) in points.iter_mut().zip(usual) {
                point.usual_orders = usual.filter(|_| point.day < today);
            }
        }
        Ok(Sales {
            current: sql::figures(&mut *db, span, &stores).await?,
            previous: sql::figures(&mut *db, span.before(), &stores).await?,
            last_year: sql::figures(&mut *db, span.year_before(), &stores).await?,
            step,
            points,
            previous_points: sql::points(&mut *db, span.before(), step, &stores).await?,
            goal: None,
            counted_at: None,
        })
    };
    let data = Sales {
        counted_at: counted.at,
        ..counted.sum(format!("sales {today}"), span, sum).await?
    };
    // Goals change without anything being counted; before anything is, nobody is behind.
    let goal = match data.counted_at {
        Some(_) => goals::reached(&mut *db, span, &stores).await?,
        None => None,
    };
    Ok(Data {
        data: Sales { goal, ..data },
    })
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct Most {
    /// How many; 10 unless something else is said.
    #[serde(default, deserialize_with = "number")]
    #[param(value_type = Option<i64>, minimum = 1, maximum = 100)]
    take: Option<i64>,
}

/// The articles that were sold best over some days, by units.
#[utoipa::path(get, path = "/analytic/product", tag = "analytics", operation_id = "getAnalyticProducts", params(Of, Most),
    responses((status = 200, body = Data<Vec<Product>>)))]
async fn products(
    scope: Scope,
    State(app): State<App>,
    Params(of): Params<Of>,
    Params(most): Params<Most>,
) -> Result<Data<Vec<Product>>> {
    let take = most.take.unwrap_or(SHOWN_PRODUCTS);
    match take {
        1..=100 => {}
        ..=0 => return Err(Error::field("take", "min")),
        _ => return Err(Error::field("take", "max")),
    }
    let mut db = app.db.acquire().await?;
    let (span, stores) = of.read(&mut db, &scope).await?;
    let counted = Counted::read(&app, &mut db, &stores).await?;
    let sum = sql::best_sold(&mut *db, span.completed(counted.last), &stores, take);
    let sold = counted.sum(format!("articles {take}"), span, sum).await?;
    let mut data = sql::products(&mut *db, &sold).await?;
    for product in &mut data {
        product.image = products::image(&app, &product.image, product.image_id);
    }
    Ok(Data { data })
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct By {
    /// By which day a unit counts; by the day it left the warehouse unless something else is said.
    #[serde(default = "shipped")]
    #[param(inline)]
    basis: Basis,
    /// How rows are put together in `groups`.
    #[serde(default = "barcode")]
    #[param(inline)]
    group: Grouping,
}

const fn barcode() -> Grouping {
    Grouping::Barcode
}

const fn shipped() -> Basis {
    Basis::Shipped
}

/// What was sold of records that charts count, by barcode and country, over some days. Orders that were given away or cancelled do
/// not count.
#[utoipa::path(get, path = "/analytic/audit", tag = "analytics", operation_id = "getAudit", params(Of, By),
    responses((status = 200, body = Data<Audit>)))]
async fn audit(
    scope: Scope,
    State(app): State<App>,
    Params(of): Params<Of>,
    Params(By { basis, group }): Params<By>,
) -> Result<Data<Audit>> {
    let mut db = app.db.acquire().await?;
    let (span, stores) = of.read(&mut db, &scope).await?;
    let counted = Counted::read(&app, &mut db, &stores).await?;
    let sum = async {
        let of = (span.completed(counted.last), basis);
        let found = sql::audited(&mut *db, of, &stores, group, SHOWN).await?;
        let countries = found.countries.0;
        Ok(Audit {
            products: found.products.0,
            product_count: found.product_count,
            groups: found.groups.0,
            group_count: found.group_count,
            skus: found.skus,
            quantity: countries.iter().map(|country| country.quantity).sum(),
            price_ex_vat: countries.iter().map(|country| country.price_ex_vat).sum(),
            countries,
            statistics: sql::audit_weeks(&mut *db, (span, basis), &stores).await?,
            inventory: Inventory::default(),
            counted_at: None,
        })
    };
    let what = format!("audit {} {}", basis.as_str(), group.as_str());
    let data = Audit {
        counted_at: counted.at,
        ..counted.sum(what, span, sum).await?
    };
    let inventory = sql::inventory(&mut db, &stores, true).await?;
    Ok(Data {
        data: Audit { inventory, ..data },
    })
}

/// What an export of the audit is of.
#[derive(Debug, Clone, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = AnalyticAuditExport)]
pub struct ExportInput {
    /// Days in Paris, both included; ten years at most.
    pub start_at: NaiveDate,
    pub end_at: NaiveDate,
    pub organization_id: Option<Uuid>,
    pub store_id: Option<Uuid>,
    /// By which day a unit counts; by the day it left the warehouse unless something else is said.
    #[serde(default = "shipped")]
    pub basis: Basis,
}

/// Writes every row of the audit into a CSV. The answer is the job; the file is among its files, and a mail has a link to it.
#[utoipa::path(post, path = "/analytic/audit/export", tag = "analytics", operation_id = "exportAudit", params(KeyHeader),
    request_body = ExportInput, responses((status = 202, body = Data<JobRecord>)))]
async fn export(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    language: Language,
    Body(input): Body<ExportInput>,
) -> Result<Response> {
    Span::new(input.start_at, input.end_at)?;
    let job = WriteAudit {
        id: Uuid::now_v7(),
        user: scope.actor.id,
        within: scope.within,
        language,
        input,
    };
    jobs::accept(&app, &scope, once, &job).await
}

/// Whether a mail with the week's figures comes each Monday.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = AnalyticWeeklyMail)]
struct WeeklyMail {
    is_wanted: bool,
}

/// Whether the caller gets a mail with the figures of their stores each Monday.
#[utoipa::path(get, path = "/analytic/mail", tag = "analytics", operation_id = "getWeeklyMail",
    responses((status = 200, body = Data<WeeklyMail>)))]
async fn weekly_mail(scope: Scope, State(app): State<App>) -> Result<Data<WeeklyMail>> {
    let is_wanted = sql::wants_weeks(&app.db, scope.actor.id).await?;
    Ok(Data {
        data: WeeklyMail { is_wanted },
    })
}

/// Has the caller get a mail with the figures of their stores each Monday, or none any more.
#[utoipa::path(put, path = "/analytic/mail", tag = "analytics", operation_id = "setWeeklyMail",
    request_body = WeeklyMail, responses((status = 200, body = Data<WeeklyMail>)))]
async fn set_weekly_mail(
    scope: Scope,
    State(app): State<App>,
    Body(input): Body<WeeklyMail>,
) -> Result<Data<WeeklyMail>> {
    let user = scope.actor.id;
    match input.is_wanted {
        true => sql::want_weeks(&app.db, user, last_monday(app.now())).await?,
        false => sql::want_no_weeks(&app.db, user).await?,
    }
    Ok(Data { data: input })
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct StopQuery {
    /// From a mail.
    token: Uuid,
}

/// Ends the mails that a mail's link is of, without signing in (RFC 8058). Done twice, nothing happens.
#[utoipa::path(post, path = "/analytic/mail/stop", tag = "analytics", operation_id = "stopWeeklyMail", params(StopQuery),
    responses((status = 204, description = "None come any more")))]
async fn stop_weekly_mail(
    State(app): State<App>,
    Params(stop): Params<StopQuery>,
) -> Result<StatusCode> {
    match sql::stop_weeks(&app.db, stop.token).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Error::field("token", "expired")),
    }
}
