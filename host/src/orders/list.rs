//! The list of orders.

use comptoir_sandbox::Entity;

use super::model::{Order, OrderSource, OrderStatus};
use crate::list::exports::{Cell, Column as Heading, Exported};
use crate::list::{Column, Direction, Filters, List, Owner, Type};
use crate::plugins::Extra;
use crate::words;
use crate::words::language::Language;

/// Every sort has an index, and another below the store (see the migration).
pub static ORDERS: List<Order> = List::new(
    "orders",
    "select o.id, o.reference, o.provider_id, o.provider, o.source, o.status, o.status_message, o.store_id,
            s.name as store_name, o.customer_name, o.country_code as country, o.item_count, o.total, o.currency,
            o.submitted_at, o.updated_at, o.carrier, o.tracking_number, o.tracking_url,
            extra_of(o.provider, o.extra) || coalesce((select extra_of(l.provider, l.extra) from order_sales l
                where l.order_id = o.id), '{}') as extra
     from orders o join stores s on s.id = o.store_id",
    Owner::Store("store_id"),
    &[
        Column::new("submittedAt", "submitted_at", Type::Time)
            .sortable()
            .filtered(Filters::Between)
            .indexed_below(&["store_id", "status"]),
        Column::new("reference", "reference", Type::Text).sortable().indexed_below(&["store_id"]),
        Column::new("total", "total", Type::Decimal)
            .sortable()
            .indexed_below(&["store_id"])
            .spread_over(&["submitted_at"]),
        Column::new("status", "status", Type::Choice(OrderStatus::codes))
            .sortable()
            .filtered(Filters::OneOf)
            .indexed_below(&["store_id"])
            .spread_over(&["submitted_at"]),
        Column::new("storeId", "store_id", Type::Uuid).filtered(Filters::OneOf),
        Column::new("source", "source", Type::Choice(OrderSource::codes)).filtered(Filters::OneOf),
    ],
    ("submittedAt", Direction::Desc),
)
.searches("search");

impl Exported for Order {
    const COLUMNS: &'static [Heading] = &[
        Heading {
            french: "Référence",
            english: "Reference",
        },
        Heading {
            french: "Boutique",
            english: "Store",
        },
        Heading {
            french: "Statut",
            english: "Status",
        },
        Heading {
            french: "Client",
            english: "Customer",
        },
        Heading {
            french: "Pays",
            english: "Country",
        },
        Heading {
            french: "Articles",
            english: "Items",
        },
        Heading {
            french: "Total",
            english: "Total",
        },
        Heading {
            french: "Devise",
            english: "Currency",
        },
        Heading {
            french: "Passée le",
            english: "Submitted",
        },
        Heading {
            french: "Transporteur",
            english: "Carrier",
        },
        Heading {
            french: "N° de suivi",
            english: "Tracking number",
        },
        Heading {
            french: "Fournisseur",
            english: "Provider",
        },
        Heading {
            french: "N° chez le fournisseur",
            english: "Provider’s id",
        },
    ];

    const ENTITY: Option<Entity> = Some(Entity::Order);

    fn extra(&self) -> Option<&Extra> {
        Some(&self.extra)
    }

    fn cells(&self, language: Language) -> Vec<Cell> {
        vec![
            Cell::text(&self.reference),
            Cell::text(&self.store.name),
            Cell::text(words::order_status(self.status.as_str(), language)),
            Cell::text(&self.customer_name),
            Cell::text(&self.country),
            Cell::Count(self.item_count.into()),
            Cell::Number(self.total),
            Cell::text(&self.currency),
            Cell::Time(Some(self.submitted_at)),
            Cell::text(&self.carrier),
            Cell::text(&self.tracking_number),
            Cell::text(self.provider.as_deref().unwrap_or_default()),
            Cell::text(self.provider_id.as_deref().unwrap_or_default()),
        ]
    }
}
