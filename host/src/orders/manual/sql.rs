//! Every query on orders made in the portal, but for their way to the provider and back.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde::Serialize;
use serde_json::json;
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::model::{
    CURRENCY, ManualOrder, OrderArticle, OrderCustomer, OrderDestination, OrderInput, PushState,
};
use crate::access::Scope;
use crate::http::error::{Error, IfBroken, Issue, Result};
use crate::jobs::{self, JobStatus};
use crate::list;
use crate::orders::ORDER;
use crate::orders::model::skus;
use crate::orders::{Address, Contact, OrderDetail, OrderSource, OrderStatus};
use crate::records::audit::{self, Author, Entry};
use crate::records::visible::Visible;
use crate::shipping::{self, Article, Offer, OrderQuote};
use crate::stores::StoreName;

/// What the history of a manual order begins with.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Born<'a> {
    status: OrderStatus,
    reference: &'a str,
    item_count: i32,
    total: Decimal,
    is_free: bool,
    is_company_purchase: bool,
}

/// How an order was made. `None`: a provider told of it.
pub async fn find(
    db: &mut PgConnection,
    order: &Visible<OrderDetail>,
) -> Result<Option<ManualOrder>> {
    let manual = sqlx::query_as!(
        ManualOrder,
        r#"select is_free, is_company_purchase, seeding_cost,
            (select coalesce(sum(quantity * to_charge), 0) from order_lines where order_id = $1) as "charged!",
            carrier_id, quote as "quote: Json<OrderQuote>", author, state as "state: PushState", problem, job_id,
            pushed_at, state <> 'PUSHED' and tries = 0
                and (select status from orders where id = $1) <> 'CANCELLED' as "is_open!"
           from manual_orders where order_id = $1"#,
        order.id(),
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(mut manual) = manual else {
        return Ok(None);
    };
    // Its job may have been ended from outside, or be forgotten: nobody is at it any more.
    if manual.state == PushState::Pending {
        let job = match manual.job_id {
            Some(job) => jobs::find(&mut *db, job).await?,
            None => None,
        };
        if !job
            .as_ref()
            .is_some_and(|job| job.status == JobStatus::Pending)
        {
            manual.state = PushState::Failed;
            let error = job.and_then(|job| job.error);
            manual.problem = error.unwrap_or(manual.problem);
        }
    }
    Ok(Some(manual))
}

/// A manual order that is locked until the transaction ends.
#[derive(Debug)]
pub struct Locked {
    pub id: Uuid,
    pub store: Uuid,
    pub status: OrderStatus,
    pub state: PushState,
    /// Tries of which it is not known that they left nothing at a provider, one that is under way included.
    pub tries: i32,
}

/// Locks a manual order.
///
/// # Errors
/// Not found: it is not there, not in scope, or was not made here.
pub async fn lock(db: &mut PgConnection, scope: &Scope, order: Uuid) -> Result<Locked> {
    sqlx::query_as!(
        Locked,
        r#"select o.id, o.store_id as store, o.status as "status: OrderStatus", m.state as "state: PushState", m.tries
           from orders o join manual_orders m on m.order_id = o.id
           where o.id = $1 and in_scope(o.store_id, $2) for update"#,
        order,
        scope.stores(),
    )
    .fetch_optional(db)
    .await?
    .ok_or(Error::missing("Order"))
}

/// An order that was made here and that no provider has.
#[derive(Debug)]
pub struct Unsent {
    pub id: Uuid,
    /// Nobody is handing it over, and its store has a provider to hand it to.
    pub can_push: bool,
    /// None can have it ([`ManualOrder::is_open`]).
    pub is_open: bool,
}

/// Those of these orders that were made here, that no provider has, and that are not cancelled.
pub async fn unsent(db: &mut PgConnection, scope: &Scope, orders: &[Uuid]) -> Result<Vec<Unsent>> {
    Ok(sqlx::query_as!(
        Unsent,
        r#"select o.id, m.tries = 0 as "is_open!",
            not exists (select from jobs j where j.id = m.job_id and j.status = 'PENDING')
                and exists (select from connectors c join stores s on s.id = c.store_id where c.store_id = o.store_id
                    and c.role = 'fulfillment' and c.disconnected_at is null and s.archived_at is null) as "can_push!"
           from orders o join manual_orders m on m.order_id = o.id
           where o.id = any($1) and in_scope(o.store_id, $2) and m.state <> 'PUSHED' and o.status <> 'CANCELLED'"#,
        orders,
        scope.stores(),
    )
    .fetch_all(db)
    .await?)
}

/// Whom to reach, and where to send, as an order keeps them.
pub fn recipient_of(customer: &OrderCustomer, to: &OrderDestination) -> (Contact, Address) {
    let contact = Contact {
        name: format!("{} {}", customer.first_name, customer.last_name),
        email: customer.email.clone(),
        phone: customer.phone.clone(),
    };
    let address = Address {
        company: customer.company.clone(),
        first_name: customer.first_name.clone(),
        last_name: customer.last_name.clone(),
        address1: to.address1.clone(),
        address2: to.address2.clone(),
        city: to.city.clone(),
        zip: to.zip.clone(),
        state: to.state.clone(),
        country: to.country.clone(),
        country_code: to.country.clone(),
        phone: customer.phone.clone(),
        email: customer.email.clone(),
        ..Address::default()
    };
    (contact, address)
}

/// The store's seeding cost; `None`: it is archived and sends nothing.
pub async fn store(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Option<Decimal>> {
    let store = sqlx::query!(
        "select seeding_cost, archived_at from stores
         where id = $1 and deleted_at is null and in_scope(id, $2)",
        id,
        scope.stores(),
    )
    .fetch_optional(db)
    .await?
    .ok_or(Error::missing("Store"))?;
    Ok(store.archived_at.is_none().then_some(store.seeding_cost))
}

/// Makes an order; it is not handed over yet. Gives its id.
///
/// # Errors
/// Not found: the store; [`Error::Invalid`]: an archived store, a reference that the store has already, an article that is
/// not the store's.
pub async fn add(
    db: &mut PgConnection,
    scope: &Scope,
    input: &OrderInput,
    now: DateTime<Utc>,
) -> Result<Uuid> {
    let seeding_cost = store(&mut *db, scope, input.store_id)
        .await?
        .ok_or(Error::field("storeId", "option"))?;
    let offer = offer(&mut *db, scope, input, now).await?;
    let shipping = offer.quote.explanation.price_ex_vat;
    let names = names(input, &offer.articles)?;
    let (id, total) = (Uuid::now_v7(), input.total(seeding_cost, shipping));
    let item_count = input.products.iter().map(|article| article.quantity).sum();
    let made = Made {
        id,
        author: &scope.actor.name,
        seeding_cost,
        total,
        shipping: match input.is_company_purchase {
            true => Decimal::ZERO,
            false => shipping,
        },
        item_count,
        names,
        offer: &offer,
    };
    insert(&mut *db, input, &made, now).await?;
    let born = Born {
        status: OrderStatus::Created,
        reference: &input.reference,
        item_count,
        total,
        is_free: input.is_free,
        is_company_purchase: input.is_company_purchase,
    };
    let entry = Entry {
        kind: &ORDER,
        id,
        action: "create",
        changes: audit::changes(None, Some(&born)),
    };
    audit::record(db, &Author::from(scope), &[entry]).await?;
    Ok(id)
}

/// What the order's parcel costs now with the carrier that was chosen, as the caller saw it.
///
/// # Errors
/// [`Error::Invalid`]: the carrier does not take such a parcel, or its price is another by now (decision 33).
async fn offer(
    db: &mut PgConnection,
    scope: &Scope,
    input: &OrderInput,
    now: DateTime<Utc>,
) -> Result<Offer> {
    let store = Visible::<StoreName>::find(&mut *db, scope, input.store_id).await?;
    let (parcel, today) = (input.parcel(), list::day_of(now));
    let found = shipping::offer(db, &store, input.carrier_id, &parcel, today).await?;
    let offer = found.ok_or(Error::field("carrierId", "option"))?;
    let price = offer.quote.explanation.price_ex_vat;
    match input.shipping_price {
        Some(seen) if seen != price => Err(Error::Invalid(vec![moved(price)])),
        _ => Ok(offer),
    }
}

/// The way costs something else than the caller was quoted: this.
pub fn moved(price: Decimal) -> Issue {
    Issue {
        options: vec![price.to_string()],
        ..Issue::new("shippingPrice", "moved")
    }
}

/// What each article is called, in their order.
///
/// # Errors
/// An issue for each whose SKU is another.
fn names<'a>(input: &OrderInput, known: &'a [Article]) -> Result<Vec<&'a str>> {
    let (mut names, mut issues) = (Vec::new(), Vec::new());
    for (at, article) in input.products.iter().enumerate() {
        match known.iter().find(|known| known.id == article.id) {
            Some(known) if known.sku == article.sku => names.push(known.name.as_str()),
            _ => issues.push(Issue::new(format!("products[{at}].sku"), "option")),
        }
    }
    Error::refuse(issues)?;
    Ok(names)
}

/// What an order is besides what was asked for.
struct Made<'a> {
    id: Uuid,
    author: &'a str,
    seeding_cost: Decimal,
    total: Decimal,
    /// Nothing when the company buys the articles (F3).
    shipping: Decimal,
    item_count: i32,
    names: Vec<&'a str>,
    offer: &'a Offer,
}

/// The order with its lines and how it was made. Its articles are worth their price and nobody pays for them: the discount is
/// the subtotal. Whatever a provider says of it counts, so that it stands as of long ago.
///
/// # Errors
/// [`Error::Invalid`]: the store has the reference already.
async fn insert(
    db: &mut PgConnection,
    input: &OrderInput,
    made: &Made<'_>,
    now: DateTime<Utc>,
) -> Result<()> {
    let to = &input.shipping_address;
    let (contact, address) = recipient_of(&input.customer, to);
    let worth = |article: &OrderArticle| Decimal::from(article.quantity) * article.price.unit;
    let subtotal: Decimal = input.products.iter().map(worth).sum();
    let lines = input.products.iter().zip(&made.names).enumerate();
    let lines = lines.map(|(position, (article, name))| {
        json!({
            "id": Uuid::now_v7(), "position": position, "sku": article.sku, "name": name, "quantity": article.quantity,
            "unit_price": article.price.unit, "discount": worth(article),
            "to_charge": article.price.to_charge.filter(|_| input.is_company_purchase),
        })
    });
    let taken = || Error::field("reference", "taken");
    let inserted = sqlx::query!(
        "with added as (
            insert into orders (id, store_id, reference, source, status, as_of, currency, subtotal, tax, discount,
                shipping_price, total, item_count, customer_name, country_code, language, shipping_method, contact,
                shipping_address, submitted_at, seen_at, skus)
            select $1, $2, $3, $4, $5, $6, $7, $8, 0, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18, $19
            where not exists (select from orders where store_id = $2 and reference = $3)
            returning id
         ), line as (
            insert into order_lines (id, order_id, position, sku, name, quantity, unit_price, unit_tax, discount, to_charge)
            select r.id, added.id, position, sku, name, quantity, unit_price, 0, discount, to_charge
            from added, jsonb_to_recordset($20) as r (id uuid, position integer, sku text, name text, quantity integer,
                unit_price numeric, discount numeric, to_charge numeric)
         )
         insert into manual_orders (order_id, store_id, reference, author, is_free, is_company_purchase, seeding_cost,
            carrier_id, carrier_code, quote, state)
         select id, $2, $3, $21, $22, $23, $24, $25, $26, $27, $28 from added",
        made.id,
        input.store_id,
        input.reference,
        OrderSource::Seeding.as_str(),
        OrderStatus::Created.as_str(),
        DateTime::UNIX_EPOCH,
        CURRENCY,
        subtotal,
        made.shipping,
        made.total,
        made.item_count,
        contact.name.clone(),
        to.country,
        // The parcel's language: all that is known of its reader is where they live.
        if to.country == "FR" { "fr" } else { "en" },
        made.offer.quote.carrier_name,
        Json(contact) as _,
        Json(address) as _,
        now,
        skus(input.products.iter().map(|article| article.sku.as_str())),
        lines.collect::<serde_json::Value>(),
        made.author,
        input.is_free,
        input.is_company_purchase,
        made.seeding_cost,
        input.carrier_id,
        made.offer.code,
        Json(&made.offer.quote) as _,
        PushState::Unconnected.as_str(),
    )
    .execute(db)
    .await
    // Two at once.
    .if_broken("manual_orders_reference_key", taken())?;
    match inserted.rows_affected() {
        0 => Err(taken()),
        _ => Ok(()),
    }
}
