//! The demo company's carriers: grids for 35 countries, and what single stores agreed on instead. Plain numbers of nobody's
//! tariff: a zone's first half kilogram, and so much for each further one.

use std::collections::HashMap;

use rust_decimal::Decimal;
use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::http::error::Result;

/// Countries that cost alike: the first half kilogram, and each further one, in cents.
type Zone = (&'static str, i64, i64);

const ZONES: [Zone; 5] = [
    ("FR MC", 420, 62),
    ("BE DE ES IT LU NL AT PT IE", 690, 98),
    (
        "BG CY CZ DK EE FI GR HR HU LT LV MT PL RO SE SI SK",
        890,
        131,
    ),
    ("CH GB NO", 1_150, 170),
    ("CA US JP AU", 1_890, 410),
];

/// The upper ends of the weight bands, in grams.
const BANDS: [i32; 12] = [
    250, 500, 750, 1_000, 2_000, 3_000, 5_000, 7_000, 10_000, 15_000, 20_000, 30_000,
];

struct DemoCarrier {
    provider: &'static str,
    /// As the provider's simulator names its service.
    code: &'static str,
    name: &'static str,
    /// French and English.
    names: [&'static str; 2],
    fuel_percent: i64,
    days: [i32; 2],
    /// Percent of the zones' prices.
    level: i64,
    /// How many of the zones it goes to.
    zones: usize,
}

const CARRIERS: [DemoCarrier; 5] = [
    DemoCarrier {
        provider: "bigblue",
        code: "standard",
        name: "Colissimo",
        names: ["Livraison à domicile", "Home delivery"],
        fuel_percent: 8,
        days: [2, 4],
        level: 100,
        zones: 5,
    },
    DemoCarrier {
        provider: "bigblue",
        code: "pickup",
        name: "Mondial Relay",
        names: ["Point relais", "Pick-up point"],
        fuel_percent: 6,
        days: [3, 5],
        level: 80,
        zones: 2,
    },
    DemoCarrier {
        provider: "bigblue",
        code: "",
        name: "Chronopost",
        names: ["Livraison express", "Express delivery"],
        fuel_percent: 12,
        days: [1, 2],
        level: 190,
        zones: 4,
    },
    DemoCarrier {
        provider: "bigblue",
        code: "",
        name: "DHL Parcel",
        names: ["Livraison internationale", "International delivery"],
        fuel_percent: 9,
        days: [3, 6],
        level: 120,
        zones: 5,
    },
    DemoCarrier {
        provider: "cubyn",
        code: "",
        name: "Cubyn Standard",
        names: ["Livraison standard", "Standard delivery"],
        fuel_percent: 7,
        days: [2, 5],
        level: 95,
        zones: 3,
    },
];

/// What a parcel in a band costs, in euros.
fn price(carrier: &DemoCarrier, (_, first, further): Zone, max_weight: i32) -> Decimal {
    let halves = i64::from(max_weight + 499) / 500 - 1;
    Decimal::new((first + further * halves) * carrier.level / 100, 2)
}

/// Makes the carriers, their grids and some stores' exceptions.
pub async fn make(db: &mut PgConnection, stores: &HashMap<&'static str, Uuid>) -> Result<()> {
    let mut ids = Vec::new();
    for carrier in &CARRIERS {
        let id = Uuid::now_v7();
        ids.push(id);
        let [fr, en] = carrier.names;
        sqlx::query!(
            "insert into carriers (id, provider, code, name, fuel_surcharge, translations, min_days, max_days)
             values ($1, $2, $3, $4, $5, $6, $7, $8)",
            id,
            carrier.provider,
            carrier.code,
            carrier.name,
            Decimal::from(carrier.fuel_percent),
            json!({ "fr": fr, "en": en }),
            carrier.days[0],
            carrier.days[1],
        )
        .execute(&mut *db)
        .await?;
        let zones = ZONES.iter().take(carrier.zones);
        let prices = zones.flat_map(|zone| {
            zone.0.split(' ').flat_map(move |country| {
                let lower = [0].into_iter().chain(BANDS);
                lower.zip(BANDS).map(move |(min, max)| {
                    row(None, id, country, (min, max), price(carrier, *zone, max))
                })
            })
        });
        insert(&mut *db, prices.collect()).await?;
    }
    let agreed = [
        ("Aurore Records", ids[0], "FR", (250, 500), "3.90"),
        ("Aurore Records", ids[0], "FR", (500, 750), "4.40"),
        ("Aurore Records", ids[0], "BE", (0, 500), "6.50"),
        ("Nova Wear", ids[1], "FR", (0, 250), "3.20"),
    ];
    let agreed = agreed
        .iter()
        .filter_map(|(store, carrier, country, band, price)| {
            let price = price.parse().ok()?;
            Some(row(
                Some(*stores.get(store)?),
                *carrier,
                country,
                *band,
                price,
            ))
        });
    insert(db, agreed.collect()).await
}

fn row(
    store: Option<Uuid>,
    carrier: Uuid,
    country: &str,
    (min, max): (i32, i32),
    price: Decimal,
) -> Value {
    json!({
        "id": Uuid::now_v7(), "store_id": store, "carrier_id": carrier, "country_code": country, "min_weight": min,
        "max_weight": max, "price": price,
    })
}

async fn insert(db: &mut PgConnection, prices: Vec<Value>) -> Result<()> {
    sqlx::query!(
        "insert into shipping_prices (id, store_id, carrier_id, country_code, min_weight, max_weight, price, valid_from)
         select id, store_id, carrier_id, country_code, min_weight, max_weight, price, '2025-01-01'
         from jsonb_to_recordset($1) as r (id uuid, store_id uuid, carrier_id uuid, country_code text,
            min_weight integer, max_weight integer, price numeric)",
        Value::from(prices),
    )
    .execute(db)
    .await?;
    Ok(())
}
