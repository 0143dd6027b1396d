//! Orders: goods on their way to the customers of a store. Their providers tell of them; a provider's newer state is taken,
//! an older one never replaces it, and nobody edits these records by hand but to say whose they are. What a store's shop sold
//! and its fulfilment provider ships is one order. Some are made in the portal and handed over: see `manual`.

mod corrections;
mod hold;
mod intake;
mod jobs;
mod list;
mod manual;
mod model;
mod others;
mod routes;
mod sale;
mod sql;
mod steps;
mod sync;
#[cfg(test)]
pub mod tests;
mod work;

use comptoir_sandbox::Entity;

use crate::http::error::Resource::Other;
use crate::jobs::jobs;
use crate::list::Owner;
use crate::providers::sync::{Pull, PullKind};
use crate::records::{Kind, Provided};
use crate::register::Domain;

pub use list::ORDERS;
use manual::PasteOrders;
pub use manual::PushOrder;
pub use model::{
    Address, Contact, Order, OrderDetail, OrderLine, OrderShippingLine, OrderSource, OrderStatus,
    Totals,
};
pub use routes::shown;
pub use sync::Orders;
use work::WorkOrders;

jobs!(PushOrder, WorkOrders, PasteOrders);

pub static ORDER: Kind = Kind::new("order", routes::READ)
    .named(Other("Order"))
    .of("orders", "true", Owner::Store("store_id"))
    .provided(Provided {
        entity: Entity::Order,
        // The provider that ships it, and the shops that sold it.
        ids: "select id, connector_id, provider_id from orders
              union all select order_id, connector_id, provider_id from order_sales",
        pull: Orders::FUNCTION,
    });

pub static DOMAIN: Domain = Domain {
    routes: routes::routes,
    kinds: &[&ORDER],
    pulls: &[PullKind::of::<Orders>()],
    changes: Some(sync::take_changes),
    jobs: JOBS,
    #[cfg(test)]
    rows: tests::rows,
    ..Domain::NONE
};
