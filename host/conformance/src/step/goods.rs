//! What the suite pushes: two good items with a poisoned one between.

use comptoir_sandbox::commerce::{OrderLine, Product, ProductVariant};
use comptoir_sandbox::fulfilment::{OrderDraft, ProductDraft};
use comptoir_sandbox::types::{Address, Money};
use uuid::Uuid;

/// No provider has it.
const NOWHERE: &str = "CONFORMANCE-NO-SUCH-SKU";

fn money(minor: i64) -> Money {
    Money {
        minor,
        currency: "EUR".to_owned(),
    }
}

/// Three orders, the second of a SKU that is not there and to nowhere. `began` names the run: the keys count from it.
pub(crate) fn order_drafts(sku: &str, method: &str, began: &str, attempt: u32) -> Vec<OrderDraft> {
    let draft = |number: u32| {
        let poisoned = number == 2;
        let key = format!("conformance {began} {number}");
        OrderDraft {
            key: Uuid::new_v5(&Uuid::NAMESPACE_OID, key.as_bytes()).to_string(),
            reference: format!("CONFORMANCE-{number}"),
            attempt,
            first_tried_at: began.to_owned(),
            language: "fr".to_owned(),
            currency: "EUR".to_owned(),
            lines: vec![OrderLine {
                sku: if poisoned { NOWHERE } else { sku }.to_owned(),
                quantity: 1,
                unit_price: money(1_000),
                unit_tax: money(200),
                discount: money(0),
            }],
            shipping_method: method.to_owned(),
            shipping_price: money(500),
            shipping_tax: money(100),
            shipping_address: address(if poisoned { "" } else { "FR" }),
            billing_address: None,
            extra: Vec::new(),
        }
    };
    (1..=3).map(draft).collect()
}

fn address(country: &str) -> Address {
    Address {
        company: String::new(),
        first_name: "Camille".to_owned(),
        last_name: "Martin".to_owned(),
        line1: "12 rue des Lilas".to_owned(),
        line2: String::new(),
        city: "Lyon".to_owned(),
        zip: "69003".to_owned(),
        state: String::new(),
        country: country.to_owned(),
        phone: "+33612345678".to_owned(),
        email: "camille.martin@example.com".to_owned(),
    }
}

/// Two products of these SKUs, a nameless one without a SKU between them.
pub(crate) fn product_drafts(sku: &str) -> Vec<ProductDraft> {
    [sku, "", sku]
        .map(|sku| ProductDraft {
            name: if sku.is_empty() { "" } else { "Conformance" }.to_owned(),
            description: "Made by a test.".to_owned(),
            article: variant(sku),
        })
        .into()
}

/// Two products for a shop, one without anything to sell between them.
pub(crate) fn products(sku: &str, at: &str) -> Vec<Product> {
    let product = |sku: Option<String>| Product {
        id: String::new(),
        name: if sku.is_some() { "Conformance" } else { "" }.to_owned(),
        description: "Made by a test.".to_owned(),
        image_url: String::new(),
        url: String::new(),
        variants: sku.iter().map(|sku| variant(sku)).collect(),
        as_of: at.to_owned(),
        extra: Vec::new(),
    };
    vec![
        product(Some(format!("{sku}-A"))),
        product(None),
        product(Some(format!("{sku}-B"))),
    ]
}

fn variant(sku: &str) -> ProductVariant {
    ProductVariant {
        id: String::new(),
        sku: sku.to_owned(),
        title: String::new(),
        barcode: String::new(),
        price: Some(money(1_200)),
        value: Some(money(800)),
        tariff_number: "6109100010".to_owned(),
        origin_country: "FR".to_owned(),
        customs_description: "A shirt".to_owned(),
        options: Vec::new(),
        weight_grams: Some(200),
        dimensions_mm: Some((200, 150, 20)),
        extra: Vec::new(),
    }
}
