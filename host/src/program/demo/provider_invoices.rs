//! What the demo company's fulfilment provider billed for the last three months, each bill at another step, and the company's
//! books. The bills are of orders that the first pulls bring: they come a little after the start.

use std::fmt::Write;
use std::time::Duration;

use anyhow::{Context, bail};
use chrono::{DateTime, Datelike, Months, NaiveDate, Utc};
use rust_decimal::Decimal;
use serde_json::json;
use uuid::Uuid;

use super::portal::{Portal, text};
use crate::app::App;
use crate::list::{day_of, start_of_day};
use crate::shipping;

const PROVIDER: &str = "bigblue";
const HEADINGS: &str = "ID,Service,Description,Quantity,UnitPrice,Price,Currency,Billing country";
/// How often it is looked whether the pulls are done.
const PAUSE: Duration = Duration::from_secs(1);
/// Of its simulator.
const BOOKS_TOKEN: &str = "demo-token-comptoir";

/// What has to be done to a bill before it stands at the step where the demo leaves it.
const WORK: [&[&str]; 3] = [
    &[
        "ORDER_MAPPING",
        "PRODUCT_MAPPING",
        "SHIPPING_FEE_CONTROL",
        "SHIPPING_EXCEPTIONS_FEE_CONTROL",
        "OTHER_SERVICES",
        "SUMMARY",
    ],
    &["ORDER_MAPPING", "PRODUCT_MAPPING", "SHIPPING_FEE_CONTROL"],
    &[],
];

/// An order that the provider handled.
#[derive(Debug, Clone, sqlx::FromRow)]
struct Handled {
    id: Uuid,
    provider_id: String,
    country_code: String,
    articles: i32,
    carrier: String,
    at: DateTime<Utc>,
}

/// Whether the provider billed something: all this was made before.
pub(super) async fn is_billed(app: &App) -> anyhow::Result<bool> {
    let is_billed = sqlx::query_scalar("select exists (select from provider_invoices)");
    Ok(is_billed.fetch_one(&app.db).await?)
}

/// Makes all of it.
pub(super) async fn make(app: &App, portal: &Portal) -> anyhow::Result<()> {
    send(app).await?;
    let this_month = day_of(app.now()).with_day(1).context("a month's first")?;
    let mut before = Vec::new();
    for (months, work) in [3, 2, 1].into_iter().zip(WORK) {
        let first = this_month - Months::new(months);
        let orders = handled(app, first).await?;
        let file = bill(app, first, &orders, &before).await?;
        let path = import(portal, first, file).await?;
        for step in work {
            decide(portal, &path, step).await?;
        }
        before = orders;
    }
    tracing::info!("the demo company's provider invoices are there");
    Ok(())
}

/// Connects the company's books, where the operator enabled a plugin that keeps them, and sends what is issued there.
pub(super) async fn connect_books(portal: &Portal) -> anyhow::Result<()> {
    let books = portal.get("/finance/accounting").await?;
    let Some(service) = books["services"].get(0) else {
        return Ok(());
    };
    let connection = json!({ "type": service["type"], "data": { "token": BOOKS_TOKEN } });
    portal.put("/finance/accounting", connection).await?;
    portal.post("/invoice/sync", json!({})).await?;
    Ok(())
}

/// Gives past orders a carrier, and the moment at which they left: of orders that it first tells of after they left, the provider
/// tells neither.
async fn send(app: &App) -> anyhow::Result<()> {
    sqlx::query(
        "update orders o set created_at = o.submitted_at,
            shipped_at = least(o.shipped_at, o.submitted_at + interval '1 hour' * (14 + n.number * 7 % 61)),
            carrier = case when o.country_code <> 'FR' then (array['colissimo-home', 'dhl-parcel'])[1 + n.number % 2]
                else (array['colissimo-home', 'mondialrelay-relaisl', 'chronopost-express'])[1 + n.number % 3] end
         from (select id, row_number() over (order by submitted_at, id)::integer as number from orders
            where provider = $1 and shipped_at is not null and carrier = '') n
         where o.id = n.id",
    )
    .bind(PROVIDER)
    .execute(&app.db)
    .await?;
    Ok(())
}

/// What left the provider's warehouse in a month, the earliest first.
async fn handled(app: &App, first: NaiveDate) -> anyhow::Result<Vec<Handled>> {
    let orders = sqlx::query_as(
        "select id, provider_id, country_code, item_count as articles, carrier, coalesce(shipped_at, submitted_at) as at
         from orders where provider = $1 and provider_id is not null and status in ('SHIPPED', 'DELIVERED', 'RETURNED')
            and coalesce(shipped_at, submitted_at) >= $2 and coalesce(shipped_at, submitted_at) < $3
         order by at, id limit 2000",
    )
    .bind(PROVIDER)
    .bind(start_of_day(first))
    .bind(start_of_day(first + Months::new(1)));
    Ok(orders.fetch_all(&app.db).await?)
}

/// What the provider bills for a month: nearly all of it as agreed, and what real bills have besides. `before` are the orders of
/// the month before, some of which it bills again.
async fn bill(
    app: &App,
    first: NaiveDate,
    orders: &[Handled],
    before: &[Handled],
) -> anyhow::Result<String> {
    let days: Vec<_> = orders.iter().map(|order| (order.id, order.at)).collect();
    let mut db = app.db.acquire().await?;
    let agreed = shipping::agreed(&mut db, PROVIDER, &days).await?;
    let way = |order: &Handled| {
        let of = agreed.iter().find(|agreed| agreed.order == order.id);
        let price = of.and_then(|agreed| agreed.price.as_ref()?.cost);
        price.unwrap_or(Decimal::new(590, 2))
    };
    let mut csv = format!("\u{feff}{HEADINGS}\n");
    let mut line = |id: &str,
                    service: &str,
                    description: &str,
                    quantity: i32,
                    unit: Decimal,
                    country: &str| {
        let price = unit * Decimal::from(quantity);
        writeln!(
            csv,
            "{id},{service},{description},{quantity},{unit},{price},EUR,{country}"
        )
    };
    let cents = |cents| Decimal::new(cents, 2);
    for (at, order) in orders.iter().enumerate() {
        // Orders that it forgets to bill.
        if at % 53 == 11 {
            continue;
        }
        let (id, country) = (order.provider_id.as_str(), order.country_code.as_str());
        line(
            id,
            "Conversion pack",
            "Delivery promise",
            1,
            cents(20),
            country,
        )?;
        line(
            id,
            "Logistics - Preparation",
            "First unit",
            1,
            cents(210),
            country,
        )?;
        if order.articles > 1 {
            line(
                id,
                "Logistics - Preparation",
                "Further unit",
                order.articles - 1,
                cents(55),
                country,
            )?;
        }
        line(id, "Logistics - Packaging", "Mailer", 1, cents(35), country)?;
        // Ways that cost more than agreed.
        let beyond = if at % 41 == 7 {
            cents(90)
        } else {
            Decimal::ZERO
        };
        line(
            id,
            "Shipping - Transport",
            &order.carrier,
            1,
            way(order) + beyond,
            country,
        )?;
        if at % 29 == 3 {
            line(
                id,
                "Shipping - Extra fee",
                "Zone éloignée",
                1,
                cents(450),
                country,
            )?;
        }
        if at % 37 == 5 {
            line(id, "Gift wrap", "Ruban", 1, cents(250), country)?;
        }
    }
    for order in before.iter().step_by(67).skip(1).take(3) {
        line(
            &order.provider_id,
            "Logistics - Preparation",
            "First unit",
            1,
            cents(210),
            &order.country_code,
        )?;
    }
    for number in 1..=3 {
        let id = format!("MUSIX{:08}", 90_000_000 + 100 * first.month() + number);
        line(
            &id,
            "Logistics - Preparation",
            "First unit",
            1,
            cents(210),
            "FR",
        )?;
    }
    line("", "Storage", "Pallet month", 6, cents(1_200), "FR")?;
    line("", "Returns", "Return handling", 9, cents(180), "FR")?;
    Ok(csv)
}

/// The path of a month's bill that was read.
async fn import(portal: &Portal, first: NaiveDate, file: String) -> anyhow::Result<String> {
    let month = first.format("%Y-%m");
    let last = (first + Months::new(1)).pred_opt().context("a last day")?;
    let fields = [
        ("provider", PROVIDER.to_owned()),
        ("start", first.to_string()),
        ("end", last.to_string()),
        ("label", format!("Bigblue {month}")),
    ];
    let name = format!("bigblue-{month}.csv");
    let file = Some(("file", name.as_str(), file.into_bytes()));
    let sent = portal.upload("/fulfillment-invoice", &fields, file).await?;
    let path = format!("/fulfillment-invoice/{}", text(&sent["id"]));
    loop {
        let invoice = portal.get(&path).await?;
        if !invoice["problem"].is_null() {
            bail!("{name}: {}", invoice["problem"]);
        }
        if !invoice["readAt"].is_null() {
            return Ok(path);
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Decides a step as a person would who takes what is proposed, and goes on; a step that had nothing to do was passed over.
async fn decide(portal: &Portal, path: &str, step: &str) -> anyhow::Result<()> {
    let invoice = portal.get(path).await?;
    if invoice["status"] != step {
        return Ok(());
    }
    let mut change = json!({ "status": step, "to": "VALIDATED" });
    match step {
        "ORDER_MAPPING" | "PRODUCT_MAPPING" => {
            change["acceptAbove"] = json!(50);
            // Nobody knows whose these are.
            let unknown = invoice["unmappedOrders"].as_array().into_iter().flatten();
            let unknown = unknown.filter(|order| order["proposals"][0].is_null());
            let company = unknown.map(|order| json!({ "fulfillmentId": order["fulfillmentId"] }));
            change["orderMappings"] = company.collect();
        }
        "OTHER_SERVICES" => {
            change["otherServices"] = json!([{ "storeId": null }]);
            let services = invoice["services"].as_array().into_iter().flatten();
            let new = services.filter(|service| service["isBilled"].is_null());
            let margins = new
                .map(|new| json!({ "service": new["service"], "isBilled": true, "margin": "10" }));
            change["serviceMargin"] = margins.collect();
        }
        _ => {}
    }
    portal.patch(path, change).await?;
    Ok(())
}
