//! What the demo company's stores were invoiced over 18 months: in every status, some of it taken back; the last month waits for
//! somebody.

use anyhow::Context as _;
use chrono::{Datelike, Days, Months, NaiveDate};
use rust_decimal::Decimal;
use serde_json::{Value, json};
use uuid::Uuid;

use super::portal::Portal;
use crate::list::start_of_day;

/// Whole months that lie behind, the last of which is not invoiced to all.
const MONTHS: u32 = 18;

/// The year's rhythm of sales: hundredths, from January on.
const RHYTHM: [i64; 12] = [78, 74, 92, 88, 95, 104, 90, 71, 98, 110, 141, 159];

fn company() -> Value {
    json!({
        "name": "Comptoir SAS", "siren": "552100554", "vatNumber": "FR43552100554",
        "address": { "address1": "27 quai de Rive-Neuve", "zip": "13007", "city": "Marseille", "countryCode": "FR" },
        "email": "factures@comptoir.example", "iban": "FR7630006000011234567890189", "bic": "AGRIFRPPXXX",
        "legalFr": "SAS au capital de 50 000 € – RCS Marseille 552 100 554. En cas de retard de paiement : pénalités de trois fois \
            le taux d’intérêt légal et indemnité forfaitaire de 40 € pour frais de recouvrement. Pas d’escompte pour paiement anticipé.",
        "legalEn": "SAS with a capital of €50,000 – Marseille register 552 100 554. Late payment: penalties of three times the legal \
            interest rate and a fixed compensation of €40 for recovery costs. No discount for early payment.",
    })
}

/// A month of a store as its shop reports it.
fn sales(at: u32, first: NaiveDate) -> Value {
    let euros = |cents: i64| Decimal::new(cents, 2).to_string();
    let base = 640_000 + 210_000 * i64::from(at) + 9_000 * i64::from(first.year_ce().1 % 100);
    let net = base * RHYTHM[first.month0() as usize] / 100 + i64::from(first.month()) * 1_307;
    let (discounts, returns) = (net / 25, net / 40);
    let shipping = net * 11 / 100;
    let taxes = (net + shipping) / 5;
    json!({
        "orders": net / 4_800, "grossSales": euros(net + discounts + returns), "discounts": euros(-discounts),
        "returns": euros(-returns), "netSales": euros(net), "shipping": euros(shipping), "duties": "0", "additionalFees": "0",
        "taxes": euros(taxes), "totalSales": euros(net + shipping + taxes),
    })
}

/// Says all of it to the portal's calls, each month's a day or two after it ended.
pub async fn make(
    portal: &Portal,
    stores: &[(&str, Uuid)],
    today: NaiveDate,
) -> anyhow::Result<()> {
    portal
        .put("/finance/company", json!({ "seller": company() }))
        .await?;
    let this_month = today.with_day(1).unwrap_or(today);
    for back in (1..=MONTHS).rev() {
        let first = this_month - Months::new(back);
        let next = first + Months::new(1);
        let then = portal.at(start_of_day(next.min(today)) + chrono::TimeDelta::hours(9));
        for (at, (_, store)) in (0_u32..).zip(stores) {
            // Of the last month one store has a draft, and the others lack an invoice.
            if back == 1 && at > 0 {
                continue;
            }
            let id = draft(&then, at, *store, first).await?;
            if back > 1 {
                issue(&then, &id, back, at).await?;
            }
        }
    }
    Ok(())
}

async fn draft(portal: &Portal, at: u32, store: Uuid, first: NaiveDate) -> anyhow::Result<String> {
    let last = first + Months::new(1) - Days::new(1);
    let owner = portal.get(&format!("/store/{store}")).await?;
    let organization = &owner["organizations"][0]["organizationId"];
    let asked = json!({
        "startAt": first, "endAt": last, "storeId": store, "organizationId": organization,
        "salesReport": [{ "month": first, "sales": sales(at, first) }],
    });
    let mut prepared = portal.post("/invoice/prepare", asked).await?;
    let mut take = |field: &str| prepared[field].take();
    let draft = json!({
        "startAt": first, "endAt": last, "storeId": store, "organizationId": organization, "title": take("title"),
        "deadlineAt": take("deadlineAt"), "vat": take("vat"), "specialMention": take("specialMention"),
        "internalShipping": take("internalShipping")["amount"],
        "figures": {
            "organizationVat": take("organizationVat"), "organizationOwnership": take("organizationOwnership"),
            "salesReport": take("salesReport"), "commissions": take("commissions"), "fees": take("fees"),
        },
    });
    let invoice = portal.post("/invoice/generate", draft).await?;
    Ok(invoice["id"].as_str().context("no invoice")?.to_owned())
}

/// Older ones are paid; of the last month's one was only issued, one sent, one received.
async fn issue(portal: &Portal, id: &str, back: u32, at: u32) -> anyhow::Result<()> {
    let path = format!("/invoice/{id}");
    let invoice = portal.post(&format!("{path}/issue"), json!({})).await?;
    let (company, customer, bank) = match (back, at) {
        (2, 0) => return Ok(()),
        (2, 1) => (2, 0, 0),
        (2, _) => (2, 1, 0),
        _ => (2, 1, 1),
    };
    let statuses =
        json!({ "companyStatus": company, "customerStatus": customer, "bankStatus": bank });
    portal.put(&path, statuses).await?;
    // Twice a part was charged in error, once everything.
    let credited = match (back, at) {
        (7, 1) | (11, 0) => {
            json!({ "lines": [{ "lineId": invoice["fees"][0]["lines"][0]["id"] }], "reason": "Facturé deux fois" })
        }
        (4, 2) => json!({ "reason": "Mauvaise période" }),
        _ => return Ok(()),
    };
    portal.post(&format!("{path}/credit"), credited).await?;
    Ok(())
}
