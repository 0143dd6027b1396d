//! The list of orders.

use comptoir_sandbox::Entity;

use super::hold::{self, HoldReason};
use super::model::{Order, OrderSource, OrderStatus};
use crate::list::exports::{self, amount, count, text, time, word};
use crate::list::{Column, Declaration, Direction, Filters, List, Owner, Type, Whole};
use crate::words;

/// Every sort has an index, and another below the store (see the migration).
pub static ORDERS: List<Order> = List::new(Declaration {
    name: "orders",
    summary: "The orders of the stores that the caller may see. \
        Searches reference, provider's id, customer, e-mail, telephone, city, company, SKUs and tracking number.",
    table: "orders",
    rows: "select o.id, o.reference, o.provider_id, o.provider, o.source, o.status, o.provider_status, o.status_message, o.store_id,
            s.name as store_name, o.customer_name, o.country_code as country,
            coalesce(o.shipping_address ->> 'city', '') as city, coalesce(o.contact ->> 'email', '') as email,
            coalesce(o.contact ->> 'phone', '') as phone, coalesce(o.shipping_address ->> 'company', '') as company,
            coalesce(o.shipping_address ->> 'zip', '') as zip, o.language, o.item_count, o.subtotal, o.tax, o.discount,
            o.shipping_price, o.shipping_method, o.total,
            total_ex_vat(o.total, o.tax, o.country_code, exists (select from manual_orders where order_id = o.id)), o.currency,
            o.submitted_at, o.shipped_at, o.returned_at, o.updated_at, o.carrier, o.tracking_number, o.tracking_url,
            extra_of(o.provider, o.extra) || coalesce((select extra_of(l.provider, l.extra) from order_sales l
                where l.order_id = o.id), '{}') as extra,
            order_hold(o.status, o.provider_id, o.shipped_at, o.meaning) as hold_reason,
            case when o.meaning is null then o.status_message else '' end as hold_words
     from orders o join stores s on s.id = o.store_id",
    owner: Owner::Store("store_id"),
    search: Some("search"),
    whole: Some(Whole {
        array: "sku_words",
        is_one: is_sku,
    }),
    columns: &[
        Column::new("submittedAt", "submitted_at", Type::Time)
            .sortable()
            .filtered(Filters::Between)
            .indexed_below(&["store_id", "status"]),
        Column::new("reference", "reference", Type::Text).sortable().indexed_below(&["store_id"]),
        Column::new("total", "total", Type::Decimal)
            .sortable()
            .filtered(Filters::Range)
            .indexed_below(&["store_id"])
            .spread_over(&["submitted_at"]),
        Column::new("status", "status", Type::Choice(OrderStatus::codes))
            .sortable()
            .filtered(Filters::OneOf)
            .indexed_below(&["store_id"])
            .spread_over(&["submitted_at"]),
        Column::new("providerStatus", "provider_status", Type::Text).filtered(Filters::OneOf),
        Column::new(
            "hold",
            "order_hold(status, provider_id, shipped_at, meaning)",
            Type::Choice(HoldReason::of_rows),
        )
        .filtered(Filters::OneOf),
        Column::new("storeId", "store_id", Type::Uuid).filtered(Filters::OneOf),
        Column::new("country", "country_code", Type::Text).filtered(Filters::OneOf),
        Column::new("carrier", "carrier", Type::Text).filtered(Filters::OneOf),
        Column::new("provider", "provider", Type::Text).filtered(Filters::OneOf),
        Column::new("shippedAt", "shipped_at", Type::Time).filtered(Filters::Between),
        Column::new("returnedAt", "returned_at", Type::Time).filtered(Filters::Between),
        Column::new("source", "source", Type::Choice(OrderSource::codes)).filtered(Filters::OneOf),
        Column::new("sku", "sku_words", Type::Words).filtered(Filters::OneOf),
    ],
    sort: ("submittedAt", Direction::Desc),
    ..Declaration::DEFAULT
})
.prepared(|_, _, order: &mut Order| hold::tell(order, None))
.disclosing(Entity::Order, |order: &mut Order| &mut order.extra)
.exported(EXPORT);

/// Whether a word is a whole SKU as the company writes them: `CPSL-000001-0001`.
fn is_sku(word: &str) -> bool {
    let parts: Vec<&str> = word.split('-').collect();
    let all = |part: &str, is: fn(&u8) -> bool| part.as_bytes().iter().all(is);
    match parts[..] {
        [owner, product, variant] => {
            (2..=6).contains(&owner.len())
                && all(owner, u8::is_ascii_alphabetic)
                && product.len() == 6
                && all(product, u8::is_ascii_digit)
                && variant.len() == 4
                && all(variant, u8::is_ascii_alphanumeric)
        }
        _ => false,
    }
}

const EXPORT: &[exports::ExportColumn<Order>] = &[
    text("Référence", "Reference", |order| &order.reference),
    text("Boutique", "Store", |order| &order.store.name),
    word("Statut", "Status", |order, language| {
        words::order_status(order.status.as_str(), language)
    }),
    word("Motif de blocage", "Reason for hold", |order, language| {
        let reason = order.hold.as_ref().map(|hold| hold.reason.as_str());
        reason.map_or_else(String::new, |code| words::order_hold(code, language))
    }),
    word("Origine", "Source", |order, language| {
        words::order_source(order.source.as_str(), language)
    }),
    text("Client", "Customer", |order| &order.customer_name),
    text("E-mail", "E-mail", |order| &order.email),
    text("Téléphone", "Telephone", |order| &order.phone),
    text("Société", "Company", |order| &order.company),
    text("Code postal", "Postcode", |order| &order.zip),
    text("Ville", "City", |order| &order.city),
    text("Pays", "Country", |order| &order.country),
    count("Articles", "Items", |order| Some(order.item_count.into())),
    amount("Sous-total", "Subtotal", |order| order.subtotal),
    amount("Remise", "Discount", |order| order.discount),
    amount("Livraison", "Shipping", |order| order.shipping_price),
    amount("Taxes", "Tax", |order| order.tax),
    amount("Total", "Total", |order| order.total),
    amount("Total HT", "Total excl. VAT", |order| order.total_ex_vat),
    text("Devise", "Currency", |order| &order.currency),
    time("Passée le", "Submitted", |order| Some(order.submitted_at)),
    time("Expédiée le", "Shipped", |order| order.shipped_at),
    time("Retournée le", "Returned", |order| order.returned_at),
    text("Mode de livraison", "Shipping method", |order| {
        &order.shipping_method
    }),
    text("Transporteur", "Carrier", |order| &order.carrier),
    text("N° de suivi", "Tracking number", |order| {
        &order.tracking_number
    }),
    text("Prestataire", "Provider", |order| {
        order.provider.as_deref().unwrap_or_default()
    }),
    text("N° chez le prestataire", "Provider’s id", |order| {
        order.provider_id.as_deref().unwrap_or_default()
    }),
    text(
        "Statut chez le prestataire",
        "Provider’s status",
        |order| &order.provider_status,
    ),
];
