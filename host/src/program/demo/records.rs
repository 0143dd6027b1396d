//! What the demo company's people have done in the portal: said to the portal's own calls, so that each record is checked,
//! announced and told in the history as if a person had made it.

use std::collections::HashMap;

use anyhow::{Context, ensure};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Method, Request};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use tower::ServiceExt;
use uuid::Uuid;

use super::{finance, invoices};
use crate::access::{self, Scope};
use crate::app::App;
use crate::list::day_of;
use crate::program::clock::Clock;

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

/// A GIF of one pixel: a plain picture in the colour that it ends its header with.
fn picture([red, green, blue]: [u8; 3]) -> Vec<u8> {
    let mut gif = b"GIF89a\x01\0\x01\0\x80\0\0".to_vec();
    gif.extend([red, green, blue, 255, 255, 255]);
    gif.extend(b"\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0\x3b");
    gif
}

/// A PDF of one page with these lines.
fn pdf(lines: &[&str]) -> Vec<u8> {
    pdf_of(&[(lines, "")])
}

/// A PDF of pages: their lines at the top, and what is drawn below by operators of the format (ISO 32000, 8.5).
pub(super) fn pdf_of(pages: &[(&[&str], &str)]) -> Vec<u8> {
    let page = |at: usize| 4 + 2 * at;
    let kids: String = (0..pages.len())
        .map(|at| format!("{} 0 R ", page(at)))
        .collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Kids [{kids}] /Count {} >>", pages.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
            .to_owned(),
    ];
    for (at, (lines, drawing)) in pages.iter().enumerate() {
        let shown: String = lines
            .iter()
            .map(|line| format!("({}) Tj T*\n", escaped(line)))
            .collect();
        let text = format!("{drawing}\nBT /F1 14 Tf 20 TL 72 760 Td\n{shown}ET");
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {} 0 R /Resources << /Font << /F1 3 0 R >> >> >>",
            page(at) + 1
        ));
        objects.push(format!(
            "<< /Length {} >>\nstream\n{text}\nendstream",
            text.len()
        ));
    }
    let (mut pdf, mut places) = ("%PDF-1.4\n".to_owned(), String::new());
    for (number, object) in (1..).zip(&objects) {
        places += &format!("{:010} 00000 n \n", pdf.len());
        pdf += &format!("{number} 0 obj\n{object}\nendobj\n");
    }
    let (start, size) = (pdf.len(), objects.len() + 1);
    pdf += &format!(
        "xref\n0 {size}\n0000000000 65535 f \n{places}trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    );
    pdf.into_bytes()
}

/// A text as a PDF writes it, in plain ASCII.
fn escaped(line: &str) -> String {
    let letters = line.chars().map(|letter| match letter {
        '’' => "'".to_owned(),
        '(' | ')' | '\\' => format!("\\{letter}"),
        ' '..='~' => letter.to_string(),
        other => format!("\\{:03o}", u8::try_from(other).unwrap_or(b'?')),
    });
    letters.collect()
}

/// The portal as one of its users calls it.
pub(super) struct Portal {
    app: App,
    router: Router,
    scope: Scope,
}

impl Portal {
    /// As this user calls it who just signed in.
    pub(super) async fn of(app: &App, user: Uuid) -> anyhow::Result<Self> {
        let scope = access::scope_of(&app.db, user, None).await?;
        let mut scope = scope.context("there is no such user")?;
        scope.actor.signed_in_recently = true;
        Ok(Self::with(app.clone(), scope))
    }

    fn with(app: App, scope: Scope) -> Self {
        let router = app.register.routes().into_router();
        Self {
            router: router.with_state(app.clone()),
            app,
            scope,
        }
    }

    /// The same at another time.
    pub(super) fn at(&self, now: DateTime<Utc>) -> Self {
        let mut app = self.app.clone();
        app.clock = Clock::fixed(now);
        Self::with(app, self.scope.clone())
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        kind: &str,
        body: Vec<u8>,
    ) -> anyhow::Result<Value> {
        let request = Request::builder()
            .method(&method)
            .uri(path)
            .header("accept-language", "fr")
            .header("content-type", kind)
            .extension(self.scope.clone())
            .body(Body::from(body))?;
        let answer = self.router.clone().oneshot(request).await?;
        let status = answer.status();
        let body = to_bytes(answer.into_body(), 4 << 20).await?;
        let text = String::from_utf8_lossy(&body);
        ensure!(status.is_success(), "{method} {path}: {status} {text}");
        let mut answer: Value = serde_json::from_slice(&body).unwrap_or_default();
        Ok(answer["data"].take())
    }

    pub(super) async fn get(&self, path: &str) -> anyhow::Result<Value> {
        let nothing = Vec::new();
        self.send(Method::GET, path, "application/json", nothing)
            .await
    }

    pub(super) async fn post(&self, path: &str, body: Value) -> anyhow::Result<Value> {
        let body = body.to_string().into_bytes();
        self.send(Method::POST, path, "application/json", body)
            .await
    }

    pub(super) async fn patch(&self, path: &str, body: Value) -> anyhow::Result<Value> {
        let body = body.to_string().into_bytes();
        self.send(Method::PATCH, path, "application/json", body)
            .await
    }

    pub(super) async fn put(&self, path: &str, body: Value) -> anyhow::Result<Value> {
        let body = body.to_string().into_bytes();
        self.send(Method::PUT, path, "application/json", body).await
    }

    /// Sends a form of these fields, and of a file: its field, its name and its content.
    pub(super) async fn upload(
        &self,
        path: &str,
        fields: &[(&str, String)],
        file: Option<(&str, &str, Vec<u8>)>,
    ) -> anyhow::Result<Value> {
        const BOUNDARY: &str = "demo-company-form";
        let mut body = Vec::new();
        for (name, value) in fields {
            let part = format!(
                "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
            );
            body.extend(part.into_bytes());
        }
        if let Some((field, name, content)) = file {
            let head = format!(
                "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{field}\"; filename=\"{name}\"\r\n\r\n"
            );
            body.extend(head.into_bytes());
            body.extend(content);
            body.extend(b"\r\n");
        }
        body.extend(format!("--{BOUNDARY}--\r\n").into_bytes());
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        self.send(Method::POST, path, &kind, body).await
    }

    async fn note(&self, of: &Value, message: &str) -> anyhow::Result<Value> {
        let fields = [
            ("relationId", text(of).to_owned()),
            ("data", json!({ "message": message }).to_string()),
        ];
        self.upload("/logs", &fields, None).await
    }

    /// A product of a store: a size a variant, or one without.
    async fn product(
        &self,
        store: Uuid,
        (name, group, price): (&str, &str, &str),
        sizes: &[&str],
        colour: [u8; 3],
    ) -> anyhow::Result<Value> {
        let name_of_file = format!("{}.gif", group.to_lowercase());
        let file = Some(("file", name_of_file.as_str(), picture(colour)));
        let image = self.upload("/file", &[], file).await?;
        let variants = sizes.iter().map(|size| {
            json!({
                "sku": format!("CPSL-{group}-{size:0>4}"), "title": if *size == "1" { "" } else { *size }, "price": price,
                "weight": 320, "lengthMm": 300, "widthMm": 250, "heightMm": 30,
            })
        });
        let product = json!({
            "storeId": store, "name": name, "description": format!("{name}, série de l’automne."), "image": image["id"],
            "variants": variants.collect::<Value>(),
        });
        self.post("/product", product).await
    }
}

pub(super) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Does it all, in the name of this admin. `organizations` and `stores` are those of the company, by name.
pub async fn make(
    app: &App,
    admin: Uuid,
    organizations: &HashMap<&str, Uuid>,
    stores: &HashMap<&str, Uuid>,
) -> anyhow::Result<()> {
    let portal = Portal::of(app, admin).await?;
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
        "name": "Éclipse", "links": [{ "type": "site", "url": "https://eclipse.example" }],
        "organizations": [
            { "organizationId": nova, "ownershipPercentage": "60" },
            { "organizationId": lune, "ownershipPercentage": "40" },
        ],
        "charges": [{ "name": "Abonnement", "price": "29", "unit": "mois" }],
    });
    portal.post("/store", shared).await?;
    archived(&portal).await?;
    let charged = ["Aurore Records", "Aurore Merch", "Nova Wear", "Lune"];
    let charged = charged.iter().map(|name| Ok((*name, of(stores, name)?)));
    let charged = charged.collect::<anyhow::Result<Vec<_>>>()?;
    finance::make(&portal, &charged, day_of(app.now())).await?;
    invoices::make(&portal, &charged, day_of(app.now())).await?;

    for [sku, barcode, format, artist, title] in RECORDS {
        let record = json!({
            "name": format!("{artist} – {title}"), "sku": sku, "barcode": barcode, "format": format, "artist": artist,
            "title": title, "label": "Label Aurore", "releasedOn": "2025-09-19", "reportable": true,
        });
        portal
            .post(&format!("/store/{records}/phonographic"), record)
            .await?;
    }

    let shirt = ("T-shirt de tournée", "AURTEE", "28");
    let shirt = portal
        .product(merch, shirt, &["S", "M", "L", "XL"], [49, 46, 129])
        .await?;
    let bag = ("Sac de tournée", "AURBAG", "16");
    let bag = portal.product(merch, bag, &["1"], [214, 158, 46]).await?;
    let component = |product: &Value, variant: usize, quantity: u32| {
        let variant = &product["variants"][variant];
        json!({ "name": product["name"], "sku": variant["sku"], "quantity": quantity, "externalVariantId": variant["id"] })
    };
    let bundle = json!({
        "storeId": merch, "sku": "CPSLSB-AURTOU-0001", "name": "Pack de tournée",
        "components": [component(&shirt, 1, 1), component(&bag, 0, 1)],
    });
    portal.post("/bundle", bundle).await?;

    // Of a store without a shop: one with a shop has the shop's articles.
    let selling = of(stores, "Lune")?;
    let warehouse = Warehouse::of(app, selling).await?;
    let carrier: Uuid = sqlx::query_scalar("select id from carriers where code = 'standard'")
        .fetch_one(&app.db)
        .await?;
    let way = (selling, carrier);
    let record = warehouse.article(app, &ARTICLES[0]).await?;
    let shirt = warehouse.article(app, &ARTICLES[1]).await?;
    let press = order(way, "PRESSE-0001", false, &[(&record, 1), (&shirt, 1)]);
    let press = portal.post("/order", press).await?;
    let bought = order(way, "ACHAT-0001", true, &[(&shirt, 12)]);
    let bought = portal.post("/order", bought).await?;
    let arriving = Warehouse::of(app, records).await?;
    let shipment = arriving.shipment(app, "MUSIINEU00004").await?;
    let mapping = json!({
        "shipmentId": shipment, "organizationId": aurore, "expression": "MUSI-0001",
    });
    portal.post("/inbound-shipment/binding", mapping).await?;
    for (made, days) in [(&press, 9), (&bought, 23)] {
        let at = app.now() - TimeDelta::days(days);
        sqlx::query("update orders set submitted_at = $2 where id = $1")
            .bind(text(&made["id"]).parse::<Uuid>()?)
            .bind(at)
            .execute(&app.db)
            .await?;
    }

    portal
        .note(
            &press["id"],
            "À envoyer avant la sortie de l’album : la journaliste est prévenue.",
        )
        .await?;
    portal
        .note(
            &json!(aurore),
            "Contrat renouvelé pour un an, mêmes tarifs.",
        )
        .await?;
    for (name, field, values) in [
        (
            "À traiter",
            "status",
            json!(["ACTION_REQUIRED", "BACKORDER", "EXCEPTION"]),
        ),
        ("Envois promotionnels", "source", json!(["seeding"])),
    ] {
        let query = json!({
            "orderBy": [{ "field": "submittedAt", "direction": "desc" }],
            "filters": [{ "field": field, "values": values }],
        });
        let view = json!({ "list": "orders", "name": name, "query": query });
        portal.post("/view", view).await?;
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

/// An article of Lune that its warehouse has: SKU, name, grams, millimetres.
type Article = (&'static str, &'static str, i32, [i32; 3]);

const ARTICLES: [Article; 2] = [
    (
        "LUNE-000101-0001",
        "Lune Caron – Île d'Yeu (LP)",
        310,
        [315, 315, 6],
    ),
    (
        "LUNE-000103-000M",
        "Lune Caron – Île d'Yeu (T-shirt) M",
        190,
        [300, 250, 20],
    ),
];

/// The provider that a store's orders are handed to. What is made of its records here stands before its first pull, which finds
/// them there by their ids and completes them.
struct Warehouse {
    store: Uuid,
    connector: Uuid,
    plugin: String,
}

impl Warehouse {
    async fn of(app: &App, store: Uuid) -> anyhow::Result<Self> {
        let (connector, plugin) = sqlx::query_as(
            "select id, plugin from connectors where store_id = $1 and role = 'fulfillment'",
        )
        .bind(store)
        .fetch_one(&app.db)
        .await?;
        Ok(Self {
            store,
            connector,
            plugin,
        })
    }

    /// An article as orders name it: id and SKU.
    async fn article(
        &self,
        app: &App,
        (sku, name, grams, [length, width, height]): &Article,
    ) -> anyhow::Result<Value> {
        let id = Uuid::now_v7();
        sqlx::query(
            "with product as (
                insert into products (id, store_id, connector_id, provider_id, name, as_of)
                values ($1, $2, $3, $4, $5, 'epoch') returning id)
             insert into product_variants (id, product_id, store_id, connector_id, provider_id, position, sku, name,
                weight_grams, length_mm, width_mm, height_mm)
             select $6, id, $2, $3, $4, 0, $4, $5, $7, $8, $9, $10 from product",
        )
        .bind(Uuid::now_v7())
        .bind(self.store)
        .bind(self.connector)
        .bind(sku)
        .bind(name)
        .bind(id)
        .bind(grams)
        .bind(length)
        .bind(width)
        .bind(height)
        .execute(&app.db)
        .await?;
        Ok(json!({ "id": id, "sku": sku }))
    }

    /// A shipment on its way there.
    async fn shipment(&self, app: &App, provider_id: &str) -> anyhow::Result<Uuid> {
        let id = Uuid::now_v7();
        sqlx::query(
            "insert into inbound_shipments (id, store_id, connector_id, provider, provider_id, status, expected_units,
                offloaded_units, damaged_units, as_of, digest)
             values ($1, $2, $3, $4, $5, 'TRANSMITTED', 0, 0, 0, 'epoch', '')",
        )
        .bind(id)
        .bind(self.store)
        .bind(self.connector)
        .bind(&self.plugin)
        .bind(provider_id)
        .execute(&app.db)
        .await?;
        Ok(id)
    }
}

/// An order of so many of some articles.
fn order(
    (store, carrier): (Uuid, Uuid),
    reference: &str,
    bought: bool,
    articles: &[(&Value, u32)],
) -> Value {
    let articles = articles.iter().map(|(article, quantity)| {
        let to_charge = if bought { json!("11.50") } else { Value::Null };
        json!({
            "id": article["id"], "sku": article["sku"], "quantity": quantity,
            "price": { "unit": "12.00", "toCharge": to_charge },
        })
    });
    json!({
        "storeId": store, "carrierId": carrier, "reference": reference, "isFree": false, "isCompanyPurchase": bought,
        "customer": { "firstName": "Jeanne", "lastName": "Perrin", "email": "jeanne.perrin@presse.example",
            "phone": "+33 6 12 34 56 78" },
        "shippingAddress": { "address1": "8 rue du Faubourg-Poissonnière", "city": "Paris", "country": "FR", "zip": "75010" },
        "products": articles.collect::<Value>(),
    })
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
