//! What was agreed for the parcels of many orders, each by the tariff of the day on which it left: for whoever checks what a
//! provider charged for them.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use super::quote::Explanation;
use super::tariffs::{self, Book, Order, Parcel, Tariffs};
use crate::http::error::Result;
use crate::list::day_of;

/// What was agreed for an order's parcel.
#[derive(Debug, Clone)]
pub struct Agreed {
    pub order: Uuid,
    pub store: Uuid,
    pub reference: String,
    pub country: String,
    /// The day that its tariff is of: when it left, or else when it was ordered.
    pub day: NaiveDate,
    /// As it is known of the order; none: nobody knows it, or the grid has none of that name.
    pub carrier: Option<(Uuid, String)>,
    /// Billable grams (F1).
    pub weight: i32,
    /// Whether the weight of every article is known.
    pub is_weighed: bool,
    /// F2: what it costs the company and the store; none: the grid has no price.
    pub price: Option<Explanation>,
}

/// What was agreed for these orders' parcels with a provider. An order of which the carrier is not known has no price: what it
/// would have cost with another says nothing of what it did.
pub async fn agreed(
    db: &mut PgConnection,
    provider: &str,
    orders: &[(Uuid, DateTime<Utc>)],
) -> Result<Vec<Agreed>> {
    let days: Vec<NaiveDate> = orders.iter().map(|(_, at)| day_of(*at)).collect();
    let (Some(first), Some(last)) = (days.iter().min(), days.iter().max()) else {
        return Ok(Vec::new());
    };
    let changes = tariffs::changes(&mut *db, provider, *first, *last).await?;
    // One tariff holds from each of them on, until the next.
    let mut since: BTreeMap<NaiveDate, Vec<(Uuid, NaiveDate)>> = BTreeMap::new();
    for ((id, _), day) in orders.iter().zip(&days) {
        let from = changes.range(..=*day).next_back().unwrap_or(first);
        since.entry(*from).or_default().push((*id, *day));
    }
    let mut agreed = Vec::with_capacity(orders.len());
    for (from, orders) in since {
        let known = tariffs::load(&mut *db, provider, None, from).await?;
        let grid = Book::new(&tariffs::grid(&mut *db, &known, from).await?);
        let ids: Vec<Uuid> = orders.iter().map(|(id, _)| *id).collect();
        let days: HashMap<Uuid, NaiveDate> = orders.into_iter().collect();
        for page in ids.chunks(PAGE) {
            for order in tariffs::orders(&mut *db, page).await? {
                let day = days.get(&order.id).copied().unwrap_or(from);
                agreed.push(price(&known, &grid, order, day));
            }
        }
    }
    Ok(agreed)
}

/// Orders whose lines are in memory at a time.
const PAGE: usize = 5_000;

fn price(tariffs: &Tariffs, grid: &Book, order: Order, day: NaiveDate) -> Agreed {
    let (weight, is_weighed) = tariffs.weigh(&order);
    let carrier = tariffs.carrier_of(&order);
    let price = carrier.and_then(|carrier| {
        let parcel = Parcel {
            country: &order.country,
            weight,
        };
        let (price, _) = tariffs
            .stores
            .get(&order.store_id)?
            .quote(grid, carrier, parcel)?;
        Some(price)
    });
    Agreed {
        order: order.id,
        store: order.store_id,
        carrier: carrier.map(|carrier| (carrier.id, carrier.name.clone())),
        reference: order.reference,
        country: order.country,
        day,
        weight,
        is_weighed,
        price,
    }
}
