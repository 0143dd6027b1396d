//! What the demo company's stores are charged over 18 months: recurring charges with their fees, commissions, storage, fees
//! entered by hand. Plain numbers of nobody's tariff.

use chrono::{Datelike, Months, NaiveDate};
use serde_json::json;
use uuid::Uuid;

use super::portal::Portal;

/// Whole months that lie behind.
const MONTHS: u32 = 18;

/// A recurring charge: type, category, description, what it costs the company and the store in cents, months.
type DemoCharge = (&'static str, &'static str, &'static str, i64, i64, i32);

const CHARGES: [DemoCharge; 3] = [
    (
        "Abonnement",
        "SOFTWARE",
        "Accès au portail et aux connecteurs",
        1_200,
        4_900,
        1,
    ),
    (
        "Gestion de compte",
        "OTHER",
        "Interlocuteur dédié",
        9_000,
        15_000,
        1,
    ),
    (
        "Inventaire",
        "LOGISTICS",
        "Inventaire tournant du trimestre",
        11_000,
        18_000,
        3,
    ),
];

/// A fee that somebody enters now and then: type, category, description, what it costs the company and the store in cents.
type DemoFee = (&'static str, &'static str, &'static str, i64, i64);

const FEES: [DemoFee; 6] = [
    (
        "Manutention",
        "LOGISTICS",
        "Préparation d’une réception de palettes",
        7_200,
        11_500,
    ),
    (
        "Photos",
        "PRODUCTION",
        "Prises de vue de la collection",
        24_000,
        38_000,
    ),
    (
        "Étiquettes",
        "LOGISTICS",
        "Réétiquetage d’une série d’articles",
        3_150,
        5_400,
    ),
    (
        "Supplément",
        "SHIPPINGFEES_SUPPLEMENT",
        "Zones éloignées",
        1_890,
        2_640,
    ),
    (
        "Geste commercial",
        "OTHER",
        "Retard de préparation",
        0,
        -2_500,
    ),
    (
        "Échantillons",
        "PRODUCTION",
        "Tirages d’essai",
        6_600,
        9_900,
    ),
];

/// A tier of a store's commission: months since it began and since it ended, from and up to how many euros, percent.
type DemoTier = (u32, Option<u32>, i64, Option<i64>, &'static str);

fn tiers(store: &str) -> &'static [DemoTier] {
    match store {
        "Aurore Records" => &[
            (MONTHS, None, 0, Some(10_000), "20"),
            (MONTHS, None, 10_000, None, "15"),
        ],
        "Nova Wear" => &[
            (MONTHS, Some(7), 0, None, "22.5"),
            (6, None, 0, Some(5_000), "20"),
            (6, None, 5_000, Some(20_000), "17.5"),
            (6, None, 20_000, None, "12"),
        ],
        _ => &[(MONTHS, None, 0, None, "20")],
    }
}

fn euros(cents: i64) -> String {
    rust_decimal::Decimal::new(cents, 2).to_string()
}

/// Says all of it to the portal's calls.
pub async fn make(
    portal: &Portal,
    stores: &[(&str, Uuid)],
    today: NaiveDate,
) -> anyhow::Result<()> {
    let this_month = today.with_day(1).unwrap_or(today);
    let first_of = |months: u32| this_month - Months::new(months);
    for (at, (name, store)) in (0_u32..).zip(stores) {
        for (kind, category, description, internal, customer, period) in
            CHARGES.iter().take(1 + at as usize % CHARGES.len())
        {
            let charge = json!({
                "storeId": store, "startedAt": first_of(MONTHS - at), "type": kind, "category": category,
                "description": description, "internalAmount": euros(*internal), "customerAmount": euros(*customer),
                "period": period,
            });
            portal.post("/finance/charge", charge).await?;
        }
        for (began, ended, min, max, rate) in tiers(name) {
            // The last day of the month before the one that others begin in.
            let end = ended.and_then(|months| first_of(months - 1).pred_opt());
            let commission = json!({
                "storeId": store, "startAt": first_of(*began), "endAt": end, "minAmount": min.to_string(),
                "maxAmount": max.map(|max| max.to_string()), "rate": rate,
            });
            portal.post("/finance/commission", commission).await?;
        }
    }
    portal
        .post("/finance/charge/apply", json!({ "date": today }))
        .await?;
    // A little more each month, and less after Christmas.
    let blocks = (1..=MONTHS).flat_map(|month| [0, 15].map(|days| (month, days)));
    let measures = blocks.flat_map(|(month, days)| {
        (2_u32..)
            .zip(stores)
            .map(move |(cubic_metres, (_, store))| {
                let first = first_of(month) + chrono::Days::new(days);
                let litres = 1_000 * cubic_metres + 35 * (MONTHS - month)
                    - 400 * u32::from(first.month() < 3);
                let volume = rust_decimal::Decimal::new(litres.into(), 3);
                json!({ "storeId": store, "startsAt": first, "volume": volume })
            })
    });
    let measures: Vec<_> = measures.collect();
    portal
        .post(
            "/finance/storage",
            json!({ "measures": measures, "imported": true }),
        )
        .await?;
    for month in 1..=MONTHS {
        for (at, (_, store)) in (0_u32..).zip(stores) {
            // One or two a month, each time others, never the same sum twice in a row.
            let turn = (month + at) as usize;
            let entered = FEES.iter().cycle().skip(turn).take(1 + turn % 2);
            for (number, (kind, category, description, internal, customer)) in (0..).zip(entered) {
                let more = i64::from(month % 5) * 110;
                let (internal, customer) = match *customer < 0 {
                    true => (*internal, *customer),
                    false => (internal + more, customer + 2 * more),
                };
                let day = first_of(month) + chrono::Days::new(u64::from(4 + 9 * number + at));
                let fee = json!({
                    "storeId": store, "initiatedAt": day, "type": kind, "category": category, "description": description,
                    "internalAmount": euros(internal), "customerAmount": euros(customer),
                });
                portal.post("/finance/fee", fee).await?;
            }
        }
    }
    Ok(())
}
