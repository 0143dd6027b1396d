//! Putting right an order that stands still: to whom and where it goes, and its articles. One that no provider has changes
//! here, and is handed over as it then is. Of one that its provider has, the provider is asked, and what it answers is taken
//! as if a pull had brought it.
//!
//! The provider is asked while nothing is locked: should the host die before the answer is kept, the next pull brings what the
//! provider holds; who asked for it is then not told by the history. What was paid never changes with what is shipped.

mod ask;
mod model;
mod routes;
mod sql;

pub use model::{Correctable, ShippedArticle, offered};
pub use routes::routes;
pub use sql::{keep_ships, ships};
