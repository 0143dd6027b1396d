//! What the quotes of one provider's parcels depend on, in memory, for those who quote many. Pure; it grows with the grid, the
//! catalogue and the stores, not with the orders.

use std::collections::{BTreeMap, HashMap};

use rust_decimal::Decimal;
use uuid::Uuid;

use crate::shipping::prices::ShippingPrice;
use crate::shipping::quote::{Explanation, Packed, Terms, Weight};

/// A weight band, with its price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Band {
    pub min_weight: i32,
    pub max_weight: i32,
    pub price: Decimal,
}

/// A price book as it is on a day: by carrier and country its bands, which share no weight, by weight.
#[derive(Debug, Clone, Default)]
pub struct Book(HashMap<Uuid, HashMap<String, Vec<Band>>>);

impl Book {
    pub fn new<'a>(prices: impl IntoIterator<Item = &'a ShippingPrice>) -> Self {
        let mut book = Self::default();
        for price in prices {
            let countries = book.0.entry(price.carrier_id).or_default();
            let bands = countries.entry(price.country_code.clone()).or_default();
            bands.push(Band {
                min_weight: price.min_weight,
                max_weight: price.max_weight,
                price: price.price,
            });
        }
        for bands in book.0.values_mut().flat_map(HashMap::values_mut) {
            bands.sort_unstable_by_key(|band| band.max_weight);
        }
        book
    }

    /// The band of a parcel: min < weight ≤ max (F2).
    pub fn band(&self, carrier: Uuid, country: &str, weight: i32) -> Option<Band> {
        let bands = self.0.get(&carrier)?.get(country)?;
        let at = bands.partition_point(|band| band.max_weight < weight);
        let band = bands.get(at)?;
        (band.min_weight < weight).then_some(*band)
    }
}

/// A carrier of the provider.
#[derive(Debug)]
pub struct Carrier {
    pub id: Uuid,
    pub name: String,
    /// The service at the provider; empty: the provider chooses.
    pub code: String,
    pub fuel_percent: Decimal,
    /// Not in the archive: it could take an order whose carrier nobody knows.
    pub offered: bool,
}

/// A store with its terms at the provider; the fuel is the carrier's.
#[derive(Debug)]
pub struct Store {
    pub name: String,
    pub terms: Terms,
    pub exceptions: Book,
}

/// What articles weigh, by store and SKU; of a bundle, those in it. `None` in place of one: its weight is not known.
pub type Articles = HashMap<Uuid, HashMap<String, Vec<Option<Packed>>>>;

/// All that quotes depend on but the grid and the orders.
#[derive(Debug)]
pub struct Tariffs {
    /// By id, for those of equal price to be told apart alike each time.
    pub carriers: BTreeMap<Uuid, Carrier>,
    /// By their codes and names, made [`plain`]; none: it says nothing.
    named: HashMap<String, Option<Uuid>>,
    pub stores: HashMap<Uuid, Store>,
    articles: Articles,
}

/// A name as it is compared: what people write with blanks, hyphens and capitals, providers' data have without.
fn plain(name: &str) -> String {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

impl Tariffs {
    pub fn new(
        carriers: BTreeMap<Uuid, Carrier>,
        stores: HashMap<Uuid, Store>,
        articles: Articles,
    ) -> Self {
        let mut named: HashMap<String, Option<Uuid>> = HashMap::new();
        for carrier in carriers.values().filter(|carrier| !carrier.code.is_empty()) {
            let code = named.entry(plain(&carrier.code));
            // Several carriers' code tells none.
            code.and_modify(|id| *id = None).or_insert(Some(carrier.id));
        }
        let names = carriers
            .values()
            .map(|carrier| (plain(&carrier.name), Some(carrier.id)));
        named.extend(names);
        Self {
            carriers,
            named,
            stores,
            articles,
        }
    }

    /// What a parcel weighs (F1), and whether all of it is known. One of nothing known weighs a gram, as when it is quoted.
    pub fn weigh(&self, order: &Order) -> (i32, bool) {
        let known = self.articles.get(&order.store_id);
        let (mut packed, mut is_whole) = (Vec::with_capacity(order.lines.len()), true);
        for (sku, quantity) in &order.lines {
            let Some(articles) = known.and_then(|known| known.get(sku)) else {
                is_whole = false;
                continue;
            };
            for article in articles {
                let Some(article) = article else {
                    is_whole = false;
                    continue;
                };
                packed.push(Packed {
                    quantity: article.quantity.saturating_mul(*quantity),
                    ..*article
                });
            }
        }
        (Weight::of(&packed).billable.max(1), is_whole)
    }

    /// The carrier that an order went with, as far as it is known: the one chosen for it, else the one of the name that its
    /// provider tells, else of the brand in it. Providers tell a brand's service: `mondialrelay-relaisl` (bigblue.md, section 7).
    pub fn carrier_of(&self, order: &Order) -> Option<&Carrier> {
        let chosen = order.chosen.and_then(|id| self.carriers.get(&id));
        let brand = order.carrier.split('-').next().unwrap_or_default();
        let names = [order.carrier.as_str(), brand];
        let mut named = names.iter().filter_map(|name| self.named.get(&plain(name)));
        chosen.or_else(|| self.carriers.get(named.next()?.as_ref()?))
    }

    /// The one that is cheapest for the company.
    pub fn cheapest(&self, grid: &Book, store: &Store, parcel: Parcel<'_>) -> Option<&Carrier> {
        let offered = self.carriers.values().filter(|carrier| carrier.offered);
        let priced = offered.filter_map(|carrier| {
            let (quote, _) = store.quote(grid, carrier, parcel)?;
            Some((quote.cost?, carrier))
        });
        let cheapest = priced.min_by_key(|(cost, carrier)| (*cost, carrier.id));
        cheapest.map(|(_, carrier)| carrier)
    }
}

/// What is sent where.
#[derive(Debug, Clone, Copy)]
pub struct Parcel<'a> {
    pub country: &'a str,
    /// Billable grams.
    pub weight: i32,
}

impl Store {
    /// What a parcel costs the company and the store with a carrier, and its band. `None`: the grid has no price, so that
    /// nobody can tell what it costs, whatever the store agreed on.
    pub fn quote(
        &self,
        grid: &Book,
        carrier: &Carrier,
        Parcel { country, weight }: Parcel<'_>,
    ) -> Option<(Explanation, Band)> {
        let band = grid.band(carrier.id, country, weight)?;
        let exception = self.exceptions.band(carrier.id, country, weight);
        let terms = Terms {
            fuel_percent: carrier.fuel_percent,
            ..self.terms
        };
        let exception = exception.map(|band| band.price);
        Some((Explanation::new(Some(band.price), exception, &terms)?, band))
    }
}

/// An order that left the warehouse.
#[derive(Debug)]
pub struct Order {
    pub id: Uuid,
    pub store_id: Uuid,
    pub reference: String,
    pub country: String,
    /// As the provider calls it.
    pub carrier: String,
    /// As it was chosen in the portal.
    pub chosen: Option<Uuid>,
    /// SKUs and how many of each.
    pub lines: Vec<(String, u32)>,
}
