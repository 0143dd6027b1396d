//! Every query on putting orders right.

use std::collections::{BTreeMap, HashSet};

use chrono::{DateTime, Utc};
use comptoir_sandbox::Correction;
use rust_decimal::Decimal;
use serde_json::json;
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::model::{Listed, OrderArticles, Pieces, ShippedArticle};
use crate::access::Scope;
use crate::http::error::{Error, Result};
use crate::orders::manual::{self, OrderRecipient, PushState};
use crate::orders::model::{OrderLine, Recipient, skus};
use crate::orders::{Address, Contact, OrderDetail, OrderStatus};
use crate::records::audit::{self, Change};
use crate::records::visible::Visible;

/// An order that is locked until the transaction ends.
#[derive(Debug)]
pub struct Locked {
    pub id: Uuid,
    pub status: OrderStatus,
    pub shipped_at: Option<DateTime<Utc>>,
    pub connector: Option<Uuid>,
    pub provider_id: Option<String>,
    pub updated_at: DateTime<Utc>,
    /// Of one that was made here.
    pub push: Option<Push>,
    store: Uuid,
    contact: Contact,
    address: Address,
    ships: Option<BTreeMap<String, i32>>,
}

/// Where the hand-over of an order that was made here stands.
#[derive(Debug, Clone, Copy)]
pub struct Push {
    pub state: PushState,
    pub tries: i32,
    pub is_company_purchase: bool,
}

/// To whom and where.
#[derive(Debug)]
pub struct To {
    pub contact: Contact,
    pub address: Address,
}

/// Locks an order.
///
/// # Errors
/// Not found: it is not there, or not in scope.
pub async fn lock(db: &mut PgConnection, scope: &Scope, order: Uuid) -> Result<Locked> {
    let row = sqlx::query!(
        r#"select o.id, o.store_id, o.status as "status: OrderStatus", o.shipped_at, o.connector_id, o.provider_id,
            o.updated_at, o.contact as "contact: Json<Contact>", o.shipping_address as "address: Json<Address>",
            o.ships as "ships: Json<BTreeMap<String, i32>>", m.state as "state?: PushState", m.tries as "tries?",
            m.is_company_purchase as "is_company_purchase?"
           from orders o left join manual_orders m on m.order_id = o.id
           where o.id = $1 and in_scope(o.store_id, $2) for update of o"#,
        order,
        scope.stores(),
    )
    .fetch_optional(db)
    .await?
    .ok_or(Error::missing("Order"))?;
    let push = row.state.map(|state| Push {
        state,
        tries: row.tries.unwrap_or_default(),
        is_company_purchase: row.is_company_purchase.unwrap_or_default(),
    });
    Ok(Locked {
        id: row.id,
        status: row.status,
        shipped_at: row.shipped_at,
        connector: row.connector_id,
        provider_id: row.provider_id,
        updated_at: row.updated_at,
        push,
        store: row.store_id,
        contact: row.contact.0,
        address: row.address.0,
        ships: row.ships.map(|ships| ships.0),
    })
}

/// To whom and where the order is to go, and what changes by that.
///
/// # Errors
/// [`Error::Invalid`]: another country, to which its way has another price.
pub fn recipient(locked: &Locked, recipient: &OrderRecipient) -> Result<(To, Vec<Change>)> {
    let (contact, mut address) =
        manual::recipient_of(&recipient.customer, &recipient.shipping_address);
    let country = &locked.address.country_code;
    if !country.is_empty() && address.country_code != *country {
        return Err(Error::field("shippingAddress.country", "fixed"));
    }
    address.extra.clone_from(&locked.address.extra);
    let was = Recipient::of(&locked.contact, &locked.address);
    let changes = audit::changes(Some(&was), Some(&Recipient::of(&contact, &address)));
    Ok((To { contact, address }, changes))
}

/// Keeps to whom and where a locked order goes.
pub async fn keep_recipient(
    db: &mut PgConnection,
    locked: &Locked,
    to: To,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update orders set customer_name = $2, contact = $3, shipping_address = $4,
            updated_at = greatest($5, updated_at + interval '1 microsecond') where id = $1",
        locked.id,
        to.contact.name.clone(),
        Json(to.contact) as _,
        Json(to.address) as _,
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// What changes of the locked order's articles.
///
/// # Errors
/// [`Error::Invalid`] with an issue for each that does not fit.
pub async fn articles(
    db: &mut PgConnection,
    locked: &Locked,
    articles: &OrderArticles,
) -> Result<Vec<Change>> {
    let pieces = pieces(&mut *db, locked).await?;
    let asked: Vec<String> = articles
        .articles
        .iter()
        .map(|one| one.sku.clone())
        .collect();
    let sold = sqlx::query_scalar!(
        r#"select distinct sku as "sku!" from shown_variants
           where store_id = $1 and sku = any($2) and archived_at is null"#,
        locked.store,
        &asked,
    )
    .fetch_all(db)
    .await?;
    articles.check(&pieces, &HashSet::from_iter(sold))?;
    if articles.are(&pieces) {
        return Ok(Vec::new());
    }
    let was = Listed::of(pieces.iter().map(|one| (&*one.sku, one.quantity)));
    Ok(audit::changes(Some(&was), Some(&articles.listed())))
}

/// What the locked order's provider ships, or would: each SKU once.
async fn pieces(db: &mut PgConnection, locked: &Locked) -> Result<Vec<Pieces>> {
    if let Some(ships) = &locked.ships {
        let ships = ships.iter().map(|(sku, quantity)| Pieces {
            sku: sku.clone(),
            quantity: *quantity,
        });
        return Ok(ships.collect());
    }
    Ok(sqlx::query_as!(
        Pieces,
        r#"select sku, sum(quantity)::integer as "quantity!" from order_lines where order_id = $1
           group by sku order by min(position)"#,
        locked.id,
    )
    .fetch_all(db)
    .await?)
}

/// Keeps the articles of a locked order that no provider has: each at the price of the one that it was or whose place it takes,
/// a new one at what it is worth. Nobody pays for them, so that what the order costs stays.
pub async fn keep_articles(
    db: &mut PgConnection,
    locked: &Locked,
    articles: &OrderArticles,
    now: DateTime<Utc>,
) -> Result<()> {
    let articles = &articles.articles;
    let skus_of = |skus: &mut dyn Iterator<Item = &str>| skus.map(str::to_owned).collect();
    let places: Vec<String> = skus_of(
        &mut articles
            .iter()
            .map(|one| one.instead_of.as_deref().unwrap_or(one.sku.as_str())),
    );
    let wanted: Vec<String> = skus_of(&mut articles.iter().map(|one| one.sku.as_str()));
    let known = sqlx::query!(
        r#"select t.sku as "sku!", coalesce(l.name, case when v.title in ('', 'Default Title') then v.name
                else v.name || ' ' || v.title end, '') as "name!", p.unit_price as "price?",
            case when v.price_currency = 'EUR' then v.price end as "worth?"
           from unnest($2::text[], $3::text[]) as t (sku, place)
           left join lateral (select name from order_lines where order_id = $1 and sku = t.sku limit 1) l on true
           left join lateral (select unit_price from order_lines where order_id = $1 and sku = t.place
               order by position limit 1) p on true
           left join lateral (select name, title, price, price_currency from shown_variants
               where store_id = $4 and sku = t.sku order by connector_id limit 1) v on true"#,
        locked.id,
        &wanted,
        &places,
        locked.store,
    )
    .fetch_all(&mut *db)
    .await?;
    let (mut lines, mut subtotal) = (Vec::new(), Decimal::ZERO);
    for (position, one) in articles.iter().enumerate() {
        let found = known.iter().find(|known| known.sku == one.sku);
        let price = found.and_then(|known| known.price);
        let worth = || manual::worth(found.and_then(|known| known.worth));
        let unit = price.unwrap_or_else(worth);
        let total = Decimal::from(one.quantity) * unit;
        subtotal += total;
        lines.push(json!({
            "id": Uuid::now_v7(), "position": position, "sku": one.sku, "quantity": one.quantity, "unit_price": unit,
            "discount": total, "name": found.map(|known| &known.name),
        }));
    }
    sqlx::query!("delete from order_lines where order_id = $1", locked.id)
        .execute(&mut *db)
        .await?;
    sqlx::query!(
        "insert into order_lines (id, order_id, position, sku, name, quantity, unit_price, unit_tax, discount)
         select id, $1, position, sku, coalesce(name, ''), quantity, unit_price, 0, discount
         from jsonb_to_recordset($2) as r (id uuid, position integer, sku text, name text, quantity integer,
            unit_price numeric, discount numeric)",
        locked.id,
        json!(lines),
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "update orders set subtotal = $2, discount = $2, item_count = $3, skus = $4,
            updated_at = greatest($5, updated_at + interval '1 microsecond') where id = $1",
        locked.id,
        subtotal,
        articles.iter().map(|one| one.quantity).sum::<i32>(),
        skus(articles.iter().map(|one| one.sku.as_str())),
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Keeps that the provider is about to be asked: the order has another edition from now on. Of one whose lines are what was
/// sold, whatever the provider says that it ships is kept beside them from now on.
pub async fn claim(
    db: &mut PgConnection,
    locked: &Locked,
    now: DateTime<Utc>,
    part: Correction,
) -> Result<DateTime<Utc>> {
    Ok(sqlx::query_scalar!(
        "update orders o set updated_at = greatest($2, updated_at + interval '1 microsecond'),
            ships = case when $3 and ships is null and (exists (select from order_sales where order_id = o.id)
                or exists (select from manual_orders where order_id = o.id))
                then (select jsonb_object_agg(sku, pieces) from (select sku, sum(quantity) as pieces from order_lines
                    where order_id = o.id group by sku) l) else ships end
         where id = $1 returning updated_at",
        locked.id,
        now,
        part == Correction::Articles,
    )
    .fetch_one(db)
    .await?)
}

/// The provider did not do it: the order is what it was, unless it has moved on meanwhile.
pub async fn release(db: &mut PgConnection, locked: &Locked, claimed: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "update orders set updated_at = $2 where id = $1 and updated_at = $3",
        locked.id,
        locked.updated_at,
        claimed,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Keeps what the provider ships of those orders of which that is kept: pieces by SKU, by order.
pub async fn keep_ships(
    db: &mut PgConnection,
    orders: impl Iterator<Item = (Uuid, BTreeMap<&str, i32>)>,
) -> Result<()> {
    let orders: Vec<serde_json::Value> = orders
        .map(|(id, ships)| json!({ "id": id, "ships": ships }))
        .collect();
    if orders.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "update orders o set ships = r.ships from jsonb_to_recordset($1) as r (id uuid, ships jsonb)
         where o.id = r.id and o.ships is not null and o.ships <> r.ships",
        json!(orders),
    )
    .execute(db)
    .await?;
    Ok(())
}

/// What the provider ships of an order, where that is not what its lines say.
pub async fn ships(
    db: &mut PgConnection,
    order: &Visible<OrderDetail>,
    lines: &[OrderLine],
) -> Result<Option<Vec<ShippedArticle>>> {
    let shipped = sqlx::query_as!(
        ShippedArticle,
        r#"select s.key as "sku!", s.value::integer as "quantity!", coalesce((select case
                when title in ('', 'Default Title') then name else name || ' ' || title end
                from shown_variants where store_id = o.store_id and sku = s.key order by connector_id limit 1), '') as "name!"
           from orders o, jsonb_each_text(o.ships) s where o.id = $1 order by s.key collate "C""#,
        order.id(),
    )
    .fetch_all(db)
    .await?;
    let mut sold = BTreeMap::<&str, i32>::new();
    for line in lines {
        *sold.entry(&line.sku).or_default() += line.quantity;
    }
    let same = shipped
        .iter()
        .map(|one| (one.sku.as_str(), one.quantity))
        .eq(sold);
    Ok((!shipped.is_empty() && !same).then_some(shipped))
}
