//! What a parcel costs a store, with each carrier that there is (F1, F2).

use chrono::NaiveDate;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;
use uuid::Uuid;

use super::model::{
    CarrierPrices, DestinationVat, Quote, QuotedCarrier, Quotes, StorePrice, StoreShippingPrices,
    Unavailable,
};
use super::sql::{self, Article, Found, Lookup, StoreTerms};
use super::table;
use crate::access::{Role, Scope};
use crate::http::error::{Error, Issue, Result};
use crate::money::{plus_percent, round};
use crate::records::visible::Visible;
use crate::shipping::prices::{self, PriceBook};
use crate::shipping::quote::{Explanation, Weight};
use crate::stores::StoreName;
use crate::words::language::Language;

/// A parcel that somebody wants to send.
#[derive(Debug)]
pub struct Parcel {
    pub country: String,
    /// What is in it, by variant; empty: the weight alone counts.
    pub articles: Vec<(Uuid, u32)>,
    /// Grams, as somebody weighed it.
    pub weight: i32,
}

/// Whoever asks for quotes: of them depends what they read, and in which language.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'a> {
    pub scope: &'a Scope,
    pub language: Language,
}

impl Reader<'_> {
    /// As much of an explanation as this reader may have.
    fn disclosed(&self, explanation: Explanation) -> Explanation {
        match self.scope.actor.role {
            Role::Admin => explanation,
            _ => explanation.conceal(),
        }
    }
}

/// Whose carriers are asked.
#[derive(Debug, Clone, Copy)]
pub enum Asked<'a> {
    /// This provider's.
    Provider(&'a str),
    /// Of the providers that an order of the store could go to: the one that it is connected to, before it is with any.
    Orderable,
}

impl Asked<'_> {
    fn of(self, terms: &StoreTerms) -> Vec<String> {
        let only = match self {
            Asked::Provider(id) => Some(id),
            Asked::Orderable => terms.connected.as_deref(),
        };
        let mut providers = terms.settings.enabled();
        providers.retain(|id| only.is_none_or(|only| only == id));
        providers
    }
}

/// What an order pays for its parcel, and how that came about; kept with it as it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderQuote {
    pub carrier_name: String,
    pub weight: Weight,
    pub explanation: Explanation,
}

/// What an order's parcel costs with the carrier that it is to go with.
#[derive(Debug)]
pub struct Offer {
    /// What is in it, in no order.
    pub articles: Vec<Article>,
    /// The service at the provider; empty: the provider chooses.
    pub code: String,
    pub quote: OrderQuote,
}

/// Quotes an order's parcel with one carrier. `None`: it is not offered.
///
/// # Errors
/// [`Error::Invalid`]: an article that is not the store's.
pub async fn offer(
    db: &mut PgConnection,
    store: &Visible<StoreName>,
    carrier: Uuid,
    parcel: &Parcel,
    day: NaiveDate,
) -> Result<Option<Offer>> {
    let terms = sql::terms(&mut *db, store).await?;
    let providers = Asked::Orderable.of(&terms);
    let articles = articles(&mut *db, store.id, parcel).await?;
    let (weight, _) = weigh(&articles, parcel)?;
    let lookup = Lookup {
        store: store.id,
        providers: &providers,
        carrier: Some(carrier),
        country: &parcel.country,
        weight: weight.billable,
        day,
    };
    let found = sql::prices_of(&mut *db, &lookup, Language::Fr).await?;
    let offer = found.into_iter().next().and_then(|found| {
        let provider = &found.carrier.provider;
        let terms = terms.settings.terms(provider, found.fuel_percent);
        let explanation = Explanation::new(found.grid, found.exception, &terms)?;
        Some(Offer {
            articles,
            code: found.code,
            quote: OrderQuote {
                carrier_name: found.carrier.name,
                weight,
                explanation,
            },
        })
    });
    Ok(offer)
}

/// Quotes a parcel by what holds on a day, with every carrier of those that are asked.
///
/// # Errors
/// [`Error::Invalid`]: an article that is not the store's.
pub async fn quote(
    db: &mut PgConnection,
    reader: Reader<'_>,
    store: &Visible<StoreName>,
    asked: Asked<'_>,
    parcel: &Parcel,
    day: NaiveDate,
) -> Result<Quotes> {
    let terms = sql::terms(&mut *db, store).await?;
    let (settings, providers) = (&terms.settings, asked.of(&terms));
    let (weight, unweighed) = weigh(&articles(&mut *db, store.id, parcel).await?, parcel)?;
    let lookup = Lookup {
        store: store.id,
        providers: &providers,
        carrier: None,
        country: &parcel.country,
        weight: weight.billable,
        day,
    };
    let found = sql::prices_of(&mut *db, &lookup, reader.language).await?;
    let vat_percent = sql::rate(&sql::vat(&mut *db).await?, &parcel.country);
    let mut carriers: Vec<Quote> = found
        .into_iter()
        .map(|found| {
            let terms = settings.terms(&found.carrier.provider, found.fuel_percent);
            let explanation = Explanation::new(found.grid, found.exception, &terms);
            quoted(found, explanation, vat_percent, reader)
        })
        .collect();
    carriers.sort_by_key(|quote| (quote.price_ex_vat.is_none(), quote.price_ex_vat));
    Ok(Quotes {
        country_code: parcel.country.clone(),
        weight,
        unweighed,
        vat_percent,
        carriers,
    })
}

fn quoted(
    found: Found,
    explanation: Option<Explanation>,
    vat_percent: Decimal,
    reader: Reader<'_>,
) -> Quote {
    let price_ex_vat = explanation.as_ref().map(|quote| quote.price_ex_vat);
    let unavailable = match (price_ex_vat, found.serves) {
        (Some(_), _) => None,
        (None, true) => Some(Unavailable::Weight),
        (None, false) => Some(Unavailable::Country),
    };
    Quote {
        carrier: found.carrier,
        unavailable,
        price_ex_vat,
        price: price_ex_vat.map(|price| with_vat(price, vat_percent)),
        explanation: explanation.map(|explanation| reader.disclosed(explanation)),
    }
}

/// Specification, document 2, section 9: amount × (1 + rate/100), in cents.
fn with_vat(price: Decimal, percent: Decimal) -> Decimal {
    round(plus_percent(price, percent))
}

/// The store's articles that are in a parcel.
async fn articles(db: &mut PgConnection, store: Uuid, parcel: &Parcel) -> Result<Vec<Article>> {
    let ids: Vec<Uuid> = parcel.articles.iter().map(|(id, _)| *id).collect();
    match ids.is_empty() {
        true => Ok(Vec::new()),
        false => sql::articles(db, store, &ids).await,
    }
}

/// What a parcel weighs (F1), and which of its articles nobody weighed. A parcel of nothing known weighs a gram, so that the
/// lightest band holds it.
fn weigh(known: &[Article], parcel: &Parcel) -> Result<(Weight, Vec<String>)> {
    let (mut packed, mut unweighed, mut issues) = (Vec::new(), Vec::new(), Vec::new());
    for (at, (id, quantity)) in parcel.articles.iter().enumerate() {
        let Some(article) = known.iter().find(|article| article.id == *id) else {
            issues.push(Issue::new(format!("products[{at}].id"), "option"));
            continue;
        };
        if article.weight.is_none_or(|weight| weight == 0) {
            unweighed.push(article.sku.clone());
        }
        packed.push(article.packed(*quantity));
    }
    Error::refuse(issues)?;
    let mut weight = Weight::of(&packed);
    weight.real = weight.real.max(parcel.weight);
    weight.billable = weight.billable.max(weight.real).max(1);
    Ok((weight, unweighed))
}

/// The carriers that a store is offered and that have prices on a day.
pub async fn carriers(
    db: &mut PgConnection,
    language: Language,
    store: &Visible<StoreName>,
    day: NaiveDate,
) -> Result<Vec<QuotedCarrier>> {
    let settings = sql::terms(&mut *db, store).await?.settings;
    let found = sql::carriers(&mut *db, &settings.enabled(), day, language).await?;
    let ids: Vec<Uuid> = found.iter().map(|(carrier, _)| carrier.id).collect();
    let priced = sql::priced(db, store.id, &ids, day).await?;
    let carriers = found.into_iter().map(|(carrier, _)| carrier);
    Ok(carriers
        .filter(|carrier| priced.contains(&carrier.id))
        .collect())
}

/// As many prices as one answer holds.
const MOST: usize = 40_000;

/// Every price of a store that holds on a day, of these carriers or (none) of all; at most 40,000, with more one carrier at a
/// time.
///
/// # Errors
/// [`Error::Invalid`]: there are more, and no carrier is named.
pub async fn whole(
    db: &mut PgConnection,
    reader: Reader<'_>,
    store: &Visible<StoreName>,
    only: &[Uuid],
    day: NaiveDate,
) -> Result<StoreShippingPrices> {
    let settings = sql::terms(&mut *db, store).await?.settings;
    let mut carriers = sql::carriers(&mut *db, &settings.enabled(), day, reader.language).await?;
    carriers.retain(|(known, _)| only.is_empty() || only.contains(&known.id));
    let ids: Vec<Uuid> = carriers.iter().map(|(carrier, _)| carrier.id).collect();
    let most = i64::try_from(MOST).unwrap_or(i64::MAX);
    let grid = prices::sql::on(&mut *db, PriceBook::Grid, &ids, day, most).await?;
    let book = PriceBook::Exceptions(store.id);
    let exceptions = prices::sql::on(&mut *db, book, &ids, day, most).await?;
    if grid.len().max(exceptions.len()) > MOST {
        return Err(Error::field("carrierId", "required"));
    }
    let vat = sql::vat(&mut *db).await?;
    let mut rates: Vec<DestinationVat> = Vec::new();
    let mut shown = Vec::new();
    for (carrier, fuel_percent) in carriers {
        let terms = settings.terms(&carrier.provider, fuel_percent);
        let of_it = |book: &[prices::ShippingPrice]| -> Vec<prices::ShippingPrice> {
            let prices = book.iter().filter(|price| price.carrier_id == carrier.id);
            prices.cloned().collect()
        };
        let (grid, exceptions) = (of_it(&grid), of_it(&exceptions));
        let mut prices = Vec::new();
        for (country, bands) in table::merge(&grid, &exceptions) {
            let percent = sql::rate(&vat, country);
            if !rates.iter().any(|known| known.country_code == country) {
                rates.push(DestinationVat {
                    country_code: country.to_owned(),
                    percent,
                });
            }
            prices.extend(bands.into_iter().filter_map(|band| {
                let explanation = Explanation::new(band.grid, band.exception, &terms)?;
                Some(StorePrice {
                    country_code: country.to_owned(),
                    min_weight: band.min_weight,
                    max_weight: band.max_weight,
                    price_ex_vat: explanation.price_ex_vat,
                    price: with_vat(explanation.price_ex_vat, percent),
                    explanation: reader.disclosed(explanation),
                })
            }));
        }
        if !prices.is_empty() {
            shown.push(CarrierPrices { carrier, prices });
        }
    }
    rates.sort_by(|one, other| one.country_code.cmp(&other.country_code));
    Ok(StoreShippingPrices {
        carriers: shown,
        vat: rates,
    })
}
