//! The payloads of webhooks: shaped as the REST API was, with numeric ids and snake_case names.

use super::{Shop, tail};
use serde_json::{Value, json};

fn number(id: &Value) -> u64 {
    tail(id).parse().unwrap_or_default()
}

fn amount(bag: &Value) -> &Value {
    &bag["shopMoney"]["amount"]
}

fn tax_lines(lines: &Value) -> Value {
    let lines = lines.as_array().into_iter().flatten();
    lines
        .map(|line| json!({"rate": line["rate"], "title": line["title"], "price": amount(&line["priceSet"])}))
        .collect()
}

fn address(address: &Value) -> Value {
    if address.is_null() {
        return Value::Null;
    }
    json!({
        "first_name": address["firstName"], "last_name": address["lastName"], "company": address["company"],
        "address1": address["address1"], "address2": address["address2"], "zip": address["zip"],
        "city": address["city"], "province_code": address["provinceCode"],
        "country_code": address["countryCodeV2"], "phone": address["phone"],
    })
}

/// An order.
pub fn order(order: &Value) -> Value {
    let lines = order["lineItems"].as_array().into_iter().flatten();
    let lines: Value = lines
        .map(|line| {
            let allocations = line["discountAllocations"].as_array().into_iter().flatten();
            let allocations: Value = allocations
                .map(|part| json!({"amount": amount(&part["allocatedAmountSet"])}))
                .collect();
            json!({
                "id": number(&line["id"]), "admin_graphql_api_id": line["id"], "sku": line["sku"],
                "title": line["title"], "quantity": line["quantity"],
                "current_quantity": line["currentQuantity"],
                "price": amount(&line["originalUnitPriceSet"]), "discount_allocations": allocations,
                "tax_lines": tax_lines(&line["taxLines"]),
            })
        })
        .collect();
    let shipping = &order["shippingLine"];
    let fulfillments = order["fulfillments"].as_array().into_iter().flatten();
    let fulfillments: Value = fulfillments
        .map(|parcel| {
            let tracking = &parcel["trackingInfo"][0];
            json!({
                "id": number(&parcel["id"]), "status": "success", "shipment_status": "in_transit",
                "tracking_company": tracking["company"], "tracking_number": tracking["number"],
                "tracking_url": tracking["url"],
            })
        })
        .collect();
    let financial = order["displayFinancialStatus"].as_str().unwrap_or_default();
    let fulfillment = match order["displayFulfillmentStatus"].as_str() {
        Some("FULFILLED") => json!("fulfilled"),
        Some("PARTIALLY_FULFILLED") => json!("partial"),
        Some("RESTOCKED") => json!("restocked"),
        _ => Value::Null,
    };
    json!({
        "id": number(&order["id"]), "admin_graphql_api_id": order["id"], "name": order["name"],
        "created_at": order["createdAt"], "processed_at": order["processedAt"], "updated_at": order["updatedAt"],
        "cancelled_at": order["cancelledAt"], "closed_at": order["closedAt"], "test": order["test"],
        "email": order["email"], "phone": order["phone"], "note": order["note"], "tags": "",
        "source_name": order["sourceName"], "customer_locale": order["customerLocale"],
        "currency": order["currencyCode"], "presentment_currency": order["presentmentCurrencyCode"],
        "taxes_included": order["taxesIncluded"], "financial_status": financial.to_lowercase(),
        "fulfillment_status": fulfillment, "total_price": amount(&order["totalPriceSet"]),
        "total_tax": amount(&order["totalTaxSet"]), "total_discounts": amount(&order["totalDiscountsSet"]),
        "shipping_lines": [{"title": shipping["title"], "code": shipping["code"],
            "price": amount(&shipping["originalPriceSet"]), "tax_lines": tax_lines(&shipping["taxLines"])}],
        "shipping_address": address(&order["shippingAddress"]),
        "billing_address": address(&order["billingAddress"]),
        "line_items": lines, "fulfillments": fulfillments,
    })
}

/// A product, without what only GraphQL tells: customs, weight, cost.
pub fn product(product: &Value) -> Value {
    let variants = product["variants"].as_array().into_iter().flatten();
    let variants: Value = variants
        .map(|variant| {
            json!({"id": number(&variant["id"]), "sku": variant["sku"], "title": variant["title"],
                "price": variant["price"], "barcode": variant["barcode"],
                "inventory_item_id": number(&variant["inventoryItem"]["id"])})
        })
        .collect();
    json!({
        "id": number(&product["id"]), "admin_graphql_api_id": product["id"], "title": product["title"],
        "handle": product["handle"], "vendor": product["vendor"], "status": "active",
        "updated_at": product["updatedAt"], "variants": variants,
    })
}

impl Shop {
    /// What stands in `products/delete` and `inventory_levels/update`.
    pub(super) fn tell_deleted(&mut self, product: &Value) {
        let payload = json!({"id": number(&product["id"])});
        self.tell("PRODUCTS_DELETE", payload);
    }

    pub(super) fn tell_stock(&mut self, item: &Value, level: &Value, available: i64) {
        let payload = json!({
            "inventory_item_id": number(&item["id"]), "location_id": number(&level["location"]["id"]),
            "available": available, "updated_at": level["updatedAt"],
        });
        self.tell("INVENTORY_LEVELS_UPDATE", payload);
    }
}
