//! The list of orders.

use super::model::{Order, OrderSource, OrderStatus};
use crate::list::{Column, Direction, Filters, List, Owner, Type};

/// Every sort has an index, and another below the store (see the migration).
pub static ORDERS: List<Order> = List::new(
    "orders",
    "select o.id, o.reference, o.provider_id, o.provider, o.source, o.status, o.status_message, o.store_id,
            s.name as store_name, o.customer_name, o.country_code as country, o.item_count, o.total, o.currency,
            o.submitted_at, o.updated_at, o.carrier, o.tracking_number, o.tracking_url
     from orders o join stores s on s.id = o.store_id",
    Owner::Store("store_id"),
    &[
        Column::new("submittedAt", "submitted_at", Type::Time)
            .sortable()
            .filtered(Filters::Between)
            .indexed_below(&["store_id", "status"]),
        Column::new("reference", "reference", Type::Text).sortable().indexed_below(&["store_id"]),
        Column::new("total", "total", Type::Decimal).sortable().indexed_below(&["store_id"]),
        Column::new("status", "status", Type::Choice(OrderStatus::codes))
            .sortable()
            .filtered(Filters::OneOf)
            .indexed_below(&["store_id"]),
        Column::new("storeId", "store_id", Type::Uuid).filtered(Filters::OneOf),
        Column::new("source", "source", Type::Choice(OrderSource::codes)).filtered(Filters::OneOf),
    ],
    ("submittedAt", Direction::Desc),
)
.searches("search");
