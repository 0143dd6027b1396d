//! What else the demo company's people have done in the portal: agreements, stores that are shared, half set up or closed, records
//! that charts count, notes and views.

use std::collections::HashMap;

use anyhow::Context;
use chrono::{Datelike, Months, NaiveDate};
use serde_json::{Value, json};
use uuid::Uuid;

use super::drawings::pdf;
use super::orders::Warehouse;
use super::portal::{Portal, text};
use super::{catalog, finance, invoices, is_simulated, orders};
use crate::app::App;
use crate::list::day_of;

/// Records of Aurore Records that charts count: SKU, barcode, format, artist, title.
const RECORDS: [[&str; 5]; 4] = [
    [
        "MUSI-000101-0001",
        "3760000001014",
        "vinyl",
        "Clara Vidal-Noé",
        "Aube",
    ],
    [
        "MUSI-000102-0001",
        "3760000001021",
        "cd",
        "Clara Vidal-Noé",
        "Aube",
    ],
    [
        "MUSI-000201-0001",
        "3760000002011",
        "vinyl",
        "Les Marées",
        "Estuaire",
    ],
    [
        "MUSI-000202-0001",
        "3760000002028",
        "cd",
        "Les Marées",
        "Estuaire",
    ],
];

/// What Aurore Records and Nova Wear were to sell a month a year ago, and since this quarter, in euros.
const GOALS: [[u32; 2]; 2] = [[9_000, 12_000], [5_000, 6_000]];

/// Whoever does it.
pub(super) struct People {
    pub(super) admin: Uuid,
    /// Who looks after the orders.
    pub(super) desk: Uuid,
    /// Of Maison Lune.
    pub(super) merchant: Uuid,
}

/// Does it all. `organizations` and `stores` are those of the company, by name.
pub(super) async fn make(
    app: &App,
    people: &People,
    organizations: &HashMap<&str, Uuid>,
    stores: &HashMap<&str, Uuid>,
) -> anyhow::Result<()> {
    let portal = Portal::of(app, people.admin).await?;
    let of = |all: &HashMap<&str, Uuid>, name: &str| {
        all.get(name).copied().with_context(|| format!("no {name}"))
    };
    let [aurore, nova, lune] =
        ["Label Aurore", "Studio Nova", "Maison Lune"].map(|name| of(organizations, name));
    let (aurore, nova, lune) = (aurore?, nova?, lune?);
    let (records, merch) = (of(stores, "Aurore Records")?, of(stores, "Aurore Merch")?);

    let contract = pdf(&[
        "Contrat de services logistiques",
        "Label Aurore",
        "1er janvier 2026",
    ]);
    let path = format!("/organization/{aurore}/contract");
    portal
        .upload(
            &path,
            &[],
            Some(("file", "contrat-label-aurore.pdf", contract)),
        )
        .await?;
    let shared = json!({
        "name": "Éclipse", "links": [{ "type": "shop", "url": "https://eclipse.example" }],
        "organizations": [
            { "organizationId": nova, "ownershipPercentage": "60" },
            { "organizationId": lune, "ownershipPercentage": "40" },
        ],
        "charges": [{ "name": "Abonnement", "price": "29", "unit": "mois" }],
    });
    portal.post("/store", shared).await?;
    half_set_up(app, &portal, lune).await?;
    goals(
        &portal,
        &[(records, GOALS[0]), (of(stores, "Nova Wear")?, GOALS[1])],
        day_of(app.now()),
    )
    .await?;
    archived(&portal).await?;
    let charged = ["Aurore Records", "Aurore Merch", "Nova Wear", "Lune"];
    let charged = charged.iter().map(|name| Ok((*name, of(stores, name)?)));
    let charged = charged.collect::<anyhow::Result<Vec<_>>>()?;
    let sold = Sold {
        records,
        merch,
        wear: of(stores, "Nova Wear")?,
        lune: of(stores, "Lune")?,
        aurore,
    };
    // What is charged takes as long as all else.
    tokio::try_join!(
        charge(&portal, &charged, day_of(app.now())),
        sell(app, &portal, people, &sold),
    )?;
    views(&portal).await
}

async fn charge(portal: &Portal, stores: &[(&str, Uuid)], today: NaiveDate) -> anyhow::Result<()> {
    finance::make(portal, stores, today).await?;
    invoices::make(portal, stores, today).await
}

/// The stores that sell, and the merchant of the first two.
struct Sold {
    records: Uuid,
    merch: Uuid,
    wear: Uuid,
    lune: Uuid,
    aurore: Uuid,
}

/// Records, products, orders, a shipment, and what is said of them.
async fn sell(app: &App, portal: &Portal, people: &People, sold: &Sold) -> anyhow::Result<()> {
    for [sku, barcode, format, artist, title] in RECORDS {
        let record = json!({
            "name": format!("{artist} – {title}"), "sku": sku, "barcode": barcode, "format": format, "artist": artist,
            "title": title, "label": "Label Aurore", "releasedOn": "2025-09-19", "reportable": true,
        });
        let path = format!("/store/{}/phonographic", sold.records);
        portal.post(&path, record).await?;
    }
    let making = catalog::Stores {
        merch: sold.merch,
        wear: sold.wear,
        has_shop: is_simulated(app, "shopify"),
    };
    catalog::make(portal, &making).await?;
    let ordering = orders::Stores {
        selling: sold.lune,
        merch: sold.merch,
    };
    let merchant = Portal::of(app, people.merchant).await?;
    let press = orders::make(app, portal, &merchant, &ordering).await?;
    let arriving = Warehouse::of(app, sold.records).await?;
    let shipment = arriving.shipment(app, "MUSIINEU00004").await?;
    let mapping = json!({
        "shipmentId": shipment, "organizationId": sold.aurore, "expression": "MUSI-0001",
    });
    portal.post("/inbound-shipment/binding", mapping).await?;
    let merchant = json!(sold.aurore);
    notes(app, portal, people, (&press["id"], &merchant)).await
}

/// What stores are to sell a month: less a year ago than since this quarter.
async fn goals(portal: &Portal, of: &[(Uuid, [u32; 2])], today: NaiveDate) -> anyhow::Result<()> {
    let month = today.with_day(1).context("a month has a first day")?;
    let quarter = month - Months::new(month.month0() % 3);
    for (store, [before, since]) in of {
        let goals = json!({ "goals": [
            { "month": month - Months::new(12), "netSales": before.to_string() },
            { "month": quarter, "netSales": since.to_string() },
        ] });
        portal.put(&format!("/store/{store}/goals"), goals).await?;
    }
    Ok(())
}

/// A store whose shop is connected and not yet synchronized, without a warehouse, and which nobody looks at.
async fn half_set_up(app: &App, portal: &Portal, organization: Uuid) -> anyhow::Result<()> {
    let store = json!({
        "name": "Lune Pop-up", "organizations": [{ "organizationId": organization }],
        "links": [{ "type": "shop", "url": "https://popup.lune.example" }],
    });
    let store = portal.post("/store", store).await?;
    if is_simulated(app, "shopify") {
        let shop = json!({
            "role": "shop", "type": "shopify",
            "data": { "shop": "demo-lune", "accessToken": "shpat_demo_lune" },
        });
        let path = format!("/store/{}/connector", text(&store["id"]));
        portal.post(&path, shop).await?;
    }
    Ok(())
}

/// A merchant who left, and their store.
async fn archived(portal: &Portal) -> anyhow::Result<()> {
    let merchant = json!({ "name": "Disques Vesper", "identifierNumber": "90445566600019" });
    let merchant = portal.post("/organization", merchant).await?;
    let store =
        json!({ "name": "Vesper", "organizations": [{ "organizationId": merchant["id"] }] });
    let store = portal.post("/store", store).await?;
    for path in [
        format!("/store/{}/archive", text(&store["id"])),
        format!("/organization/{}/archive", text(&merchant["id"])),
    ] {
        portal.post(&path, json!({})).await?;
    }
    Ok(())
}

/// What the staff say to each other on an order and on a merchant, with files.
async fn notes(
    app: &App,
    portal: &Portal,
    people: &People,
    (press, merchant): (&Value, &Value),
) -> anyhow::Result<()> {
    let desk = Portal::of(app, people.desk).await?;
    let card = pdf(&["Carton d’invitation", "Écoute de l’album le 12 décembre"]);
    portal
        .note(
            press,
            "À envoyer avant la sortie de l’album : la journaliste est prévenue. @Hugo Petit, peux-tu glisser le carton \
             dans le colis ?",
            &[people.desk],
            Some(("carton-d-invitation.pdf", card)),
        )
        .await?;
    desk.note(
        press,
        "@Camille Martin : c’est demandé à l’entrepôt, le carton part avec le colis.",
        &[people.admin],
        None,
    )
    .await?;
    let minutes = pdf(&[
        "Compte rendu du rendez-vous",
        "Label Aurore",
        "Tarifs reconduits, inventaire en janvier",
    ]);
    portal
        .note(
            merchant,
            "Contrat renouvelé pour un an, mêmes tarifs.",
            &[],
            Some(("compte-rendu.pdf", minutes)),
        )
        .await?;
    Ok(())
}

/// Lists as people like to see them, some for all of a role.
async fn views(portal: &Portal) -> anyhow::Result<()> {
    let by = |field: &str, direction: &str| json!([{ "field": field, "direction": direction }]);
    let latest = || by("submittedAt", "desc");
    #[rustfmt::skip]
    let views = [
        ("orders", "À traiter", latest(), "status", json!(["ACTION_REQUIRED", "BACKORDER", "EXCEPTION"]), None),
        ("orders", "Envois promotionnels", latest(), "source", json!(["seeding"]), None),
        ("orders", "En chemin", latest(), "status", json!(["HANDED_OVER", "SHIPPED"]), Some("customer")),
        ("products", "Stock faible", by("name", "asc"), "stock", json!(["low"]), Some("admin")),
        ("invoices", "À encaisser", by("deadlineAt", "asc"), "bankStatus", json!(["0"]), Some("admin")),
        ("projects", "En cours", by("estimatedAt", "asc"), "status", json!(["IN_PROGRESS"]), Some("admin")),
    ];
    for (list, name, order, field, values, shared) in views {
        let query = json!({ "orderBy": order, "filters": [{ "field": field, "values": values }] });
        let view = json!({ "list": list, "name": name, "query": query, "sharedWith": shared });
        portal.post("/view", view).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_barcode_has_its_check_digit() {
        for [sku, barcode, ..] in RECORDS {
            let sum: u32 = barcode
                .bytes()
                .zip([1, 3].into_iter().cycle())
                .map(|(digit, weight)| u32::from(digit - b'0') * weight)
                .sum();
            assert!(sum.is_multiple_of(10), "{sku}");
        }
    }
}
