//! What the shops begin with: the goods of invented artists, as every demo store sells them.

use super::{Shop, amount, stamp};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

/// A shop to make.
#[derive(Clone, Debug)]
pub struct ShopSeed {
    /// The subdomain of myshopify.com, and the first segment of the simulator's paths.
    pub name: String,
    /// What its SKUs begin with: `MUSI` makes `MUSI-000101-0001`, the article that Bigblue's simulator stores.
    pub prefix: String,
    /// The token of a custom app made in the admin.
    pub token: String,
    /// The app of the Dev Dashboard: id and secret. The secret signs webhooks.
    pub client: (String, String),
    /// Which of the three sets of artists it sells.
    pub artists: usize,
}

impl ShopSeed {
    /// The three demo shops: musi, nova and lune.
    pub fn demo() -> Vec<Self> {
        let names = ["musi", "nova", "lune"];
        let seeds = names.iter().enumerate().map(|(artists, name)| Self {
            name: format!("demo-{name}"),
            prefix: name.to_uppercase(),
            token: format!("shpat_demo_{name}"),
            client: (format!("demo-client-{name}"), format!("shpss_demo_{name}")),
            artists,
        });
        seeds.collect()
    }
}

/// Name, price with tax in cents, HS code, grams, sizes.
type Kind = (
    &'static str,
    i64,
    &'static str,
    u32,
    &'static [&'static str],
);
const SIZES: &[&str] = &["S", "M", "L", "XL"];
const KINDS: [Kind; 8] = [
    ("LP", 2490, "852380", 310, &[]),
    ("CD", 1399, "852380", 95, &[]),
    ("T-shirt", 2500, "610910", 190, SIZES),
    ("Hoodie", 5490, "611020", 550, SIZES),
    ("Cap", 2290, "650500", 90, &[]),
    ("Tote bag", 1489, "420292", 130, &[]),
    ("Poster", 1189, "491110", 160, &[]),
    ("Mug", 1290, "691200", 340, &[]),
];
const ARTISTS: [[(&str, &str); 4]; 3] = [
    [
        ("Clara Vidal-Noé", "Aube"),
        ("Les Marées", "Estuaire"),
        ("Octave Brume", "Phare éteint"),
        ("Sœurs Lagarde", "Été froid"),
    ],
    [
        ("Néon Verlaine", "Périphérique"),
        ("KIMAÏ", "Zone 4"),
        ("Tramway 9", "Dernier métro"),
        ("Ada Fontclair", "Satellite"),
    ],
    [
        ("Lune Caron", "Île d'Yeu"),
        ("Grand Hôtel Atlas", "Minuit pile"),
        ("Bleu Cobalt", "Façade"),
        ("Marguerite & l'Orage", "Éclaircies"),
    ],
];
/// Country, city, postal code, language, VAT in percent.
const PLACES: [(&str, &str, &str, &str, i64); 6] = [
    ("FR", "Paris", "75011", "fr", 20),
    ("FR", "Lyon", "69003", "fr", 20),
    ("FR", "Nantes", "44000", "fr", 20),
    ("BE", "Bruxelles", "1000", "fr", 21),
    ("DE", "Berlin", "10119", "de", 19),
    ("CH", "Genève", "1204", "fr", 0),
];
const PEOPLE: [(&str, &str); 6] = [
    ("Camille", "Lefèvre"),
    ("Inès", "Moreau"),
    ("Théo", "D'Angelo"),
    ("Lotte", "Peeters"),
    ("Jürgen", "Müller"),
    ("Zoé", "Le Goff"),
];

/// The history that the first orders are spread over, in seconds.
const HISTORY: i64 = 548 * 24 * 3_600;

/// The shop with its goods, and `orders` orders of the last 18 months.
pub fn shop(seed: &ShopSeed, number: u64, orders: usize, now: i64) -> Shop {
    let mut shop = Shop::empty(seed.clone(), StdRng::seed_from_u64(number));
    let begun = now - HISTORY - 86_400;
    for (artist_number, artist) in ARTISTS[seed.artists % ARTISTS.len()].iter().enumerate() {
        for (kind_number, kind) in KINDS.iter().enumerate() {
            let group = (artist_number + 1) * 100 + kind_number + 1;
            product(&mut shop, *artist, kind, group, begun);
        }
    }
    let mut times: Vec<i64> = (0..orders)
        .map(|_| now - (shop.rng.random::<f64>() * HISTORY as f64) as i64)
        .collect();
    times.sort_unstable();
    for time in times {
        let at = shop.receive(time);
        shop.age(at, now);
    }
    shop.events.clear();
    shop
}

fn product(shop: &mut Shop, artist: (&str, &str), kind: &Kind, group: usize, at: i64) {
    let (name, cents, tariff, grams, sizes) = *kind;
    let title = format!("{} – {} ({name})", artist.0, artist.1);
    let id = shop.new_id("Product");
    let labels: Vec<&str> = if sizes.is_empty() {
        vec!["Default Title"]
    } else {
        sizes.to_vec()
    };
    let option = if sizes.is_empty() { "Title" } else { "Size" };
    let mut variants = Vec::new();
    for label in &labels {
        let last = if sizes.is_empty() { "1" } else { label };
        let sku = format!("{}-{group:06}-{last:0>4}", shop.seed.prefix);
        let available = shop.rng.random_range(0..160);
        let mut variant = shop.new_variant(at);
        variant["sku"] = json!(sku);
        variant["title"] = json!(label);
        variant["price"] = json!(amount(cents));
        variant["barcode"] = json!(ean13(&mut shop.rng));
        variant["selectedOptions"] = json!([{"name": option, "value": label}]);
        let item = &mut variant["inventoryItem"];
        item["sku"] = json!(sku);
        item["unitCost"] = json!({"amount": amount(cents / 3), "currencyCode": "EUR"});
        item["harmonizedSystemCode"] = json!(tariff);
        item["countryCodeOfOrigin"] = json!(if sizes.is_empty() { "FR" } else { "PT" });
        item["measurement"] = json!({"weight": {"value": f64::from(grams), "unit": "GRAMS"}});
        super::stock::fill(item, available, at);
        variants.push(variant);
    }
    let handle = format!("{}-{group}", shop.seed.prefix.to_lowercase());
    let image = format!("https://cdn.shopify.com/s/files/1/0001/files/{handle}.jpg");
    shop.products.push(json!({
        "id": id,
        "title": title,
        "handle": handle,
        "description": format!("{name} by {}", artist.0),
        "descriptionHtml": format!("<p>{name} by {}</p>", artist.0),
        "vendor": artist.0,
        "productType": name,
        "status": "ACTIVE",
        "tags": [],
        "createdAt": stamp(at),
        "updatedAt": stamp(at),
        "onlineStoreUrl": format!("https://{}.myshopify.com/products/{handle}", shop.seed.name),
        "featuredMedia": {"preview": {"image": {"url": image}}},
        "options": [{"id": format!("{id}-option"), "name": option, "position": 1, "values": labels}],
        "variants": variants,
    }));
}

impl Shop {
    /// A consumer orders something at that time. Gives the order's position.
    pub fn receive(&mut self, at: i64) -> usize {
        let number = 1_001 + self.orders.len();
        let id = self.new_id("Order");
        let place = PLACES[self.rng.random_range(0..PLACES.len())];
        let (country, city, zip, language, vat) = place;
        let person = PEOPLE[self.rng.random_range(0..PEOPLE.len())];
        let mut lines = Vec::new();
        let (mut goods, mut taxes, mut discounts) = (0, 0, 0);
        for _ in 0..[1, 1, 1, 2, 2, 3, 7][self.rng.random_range(0..7)] {
            let Some(product) = self.products.choose(&mut self.rng).cloned() else {
                break;
            };
            let variants = product["variants"].as_array().cloned().unwrap_or_default();
            let Some(variant) = variants.choose(&mut self.rng) else {
                break;
            };
            let quantity = [1, 1, 1, 2, 3][self.rng.random_range(0..5)];
            let price = super::cents(&variant["price"]);
            let discount = if self.rng.random_bool(0.1) {
                price / 10
            } else {
                0
            };
            let sum = price * quantity - discount;
            let tax = sum * vat / (100 + vat);
            (goods, taxes, discounts) = (goods + sum, taxes + tax, discounts + discount);
            let allocations = (discount > 0).then(|| json!({"allocatedAmountSet": bag(discount)}));
            lines.push(json!({
                "id": self.new_id("LineItem"),
                "sku": variant["sku"],
                "title": product["title"],
                "quantity": quantity,
                "currentQuantity": quantity,
                "originalUnitPriceSet": bag(price),
                "discountedTotalSet": bag(sum),
                "discountAllocations": allocations.into_iter().collect::<Vec<_>>(),
                "taxLines": tax_lines(tax, vat),
            }));
        }
        let shipping = 590;
        let shipping_tax = shipping * vat / (100 + vat);
        let address = json!({
            "firstName": person.0, "lastName": person.1, "company": null,
            "address1": format!("{} rue des Lilas", self.rng.random_range(1..180)), "address2": null,
            "zip": zip, "city": city, "provinceCode": null, "countryCodeV2": country, "phone": null,
        });
        let total = goods + shipping;
        self.orders.push(json!({
            "id": id,
            "name": format!("#{number}"),
            "createdAt": stamp(at), "processedAt": stamp(at), "updatedAt": stamp(at),
            "cancelledAt": null, "closedAt": null, "test": false,
            "email": format!("client{number}@example.com"), "phone": null, "note": null, "tags": [],
            "sourceName": "web", "customerLocale": language,
            "currencyCode": "EUR", "presentmentCurrencyCode": "EUR", "taxesIncluded": true,
            "displayFinancialStatus": "PAID", "displayFulfillmentStatus": "UNFULFILLED",
            "returnStatus": "NO_RETURN",
            "totalPriceSet": bag(total), "currentTotalPriceSet": bag(total),
            "totalDiscountsSet": bag(discounts), "totalTaxSet": bag(taxes + shipping_tax),
            "totalShippingPriceSet": bag(shipping),
            "shippingLine": {"title": "Standard", "code": "STD", "originalPriceSet": bag(shipping),
                "taxLines": tax_lines(shipping_tax, vat)},
            "shippingAddress": address, "billingAddress": address,
            "lineItems": lines, "fulfillments": [],
        }));
        let at = self.orders.len() - 1;
        self.tell("ORDERS_CREATE", super::rest::order(&self.orders[at]));
        at
    }

    /// What became of an order of the past until now.
    fn age(&mut self, order: usize, now: i64) {
        let placed = super::seconds(&self.orders[order]["createdAt"]);
        if self.rng.random_bool(0.03) {
            self.cancel(order, placed + 3_600);
        } else if now - placed > 3 * 86_400 {
            self.ship(order, placed + 2 * 86_400);
        }
    }
}

pub(super) fn bag(cents: i64) -> Value {
    let money = json!({"amount": amount(cents), "currencyCode": "EUR"});
    json!({"shopMoney": money, "presentmentMoney": money})
}

fn tax_lines(cents: i64, vat: i64) -> Value {
    if vat == 0 {
        return json!([]);
    }
    json!([{"rate": vat as f64 / 100.0, "title": "TVA", "priceSet": bag(cents)}])
}

fn ean13(rng: &mut StdRng) -> String {
    let digits = format!("376{:09}", rng.random_range(0..1_000_000_000_u64));
    let sum: u32 = digits
        .bytes()
        .zip([1, 3].into_iter().cycle())
        .map(|(digit, weight)| u32::from(digit - b'0') * weight)
        .sum();
    format!("{digits}{}", (10 - sum % 10) % 10)
}
