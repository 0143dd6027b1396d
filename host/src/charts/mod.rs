//! What chart compilers count (`providers/snep.md`): the records of a store's audit, the pool of their sales, and the
//! reports that a plugin makes of it and hands over. A unit is reported once a layout and territory.

mod products;
mod reports;
#[cfg(test)]
mod tests;

use crate::http::routing::Routes;

pub use products::AuditProduct;
pub use reports::{BuildReport, Hourly, SendReport, Undelivered};

pub fn routes() -> Routes {
    Routes::new()
        .merge(products::routes())
        .merge(reports::routes())
}
