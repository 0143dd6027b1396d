//! Everything a connector plugin in Rust needs: the contract's types, a trait for each role, the host's services, and
//! helpers for what every connector does.
//!
//! A plugin is a type that implements [`Check`] and the roles it plays, and one line that makes it a component:
//!
//! ```
//! use comptoir_plugin_sdk::{Account, Check, Connector, Fulfilment, Host, Request, Result, prelude::*};
//!
//! pub struct Acme;
//!
//! impl Check for Acme {
//!     fn check(&self, host: &impl Host, connector: &Connector) -> Result<Account> {
//!         #[derive(serde::Deserialize)]
//!         struct Me { name: String }
//!         let me: Me = host.fetch(Request::get("https://api.acme.example/me").with_connector(connector))?;
//!         Ok(Account { name: me.name })
//!     }
//! }
//!
//! impl Fulfilment for Acme {} // what it does not do answers `unsupported`
//!
//! comptoir_plugin_sdk::register!(Acme: fulfilment);
//! ```
//!
//! All access to the host goes through [`Host`], so that a plugin's logic runs under plain `cargo test`: the feature
//! `testing` brings a host over real HTTP. Functions are synchronous, every call runs in a fresh instance, and nothing
//! but the store, cursors and rows outlives it.

#[doc(hidden)]
#[allow(
    unsafe_code,
    missing_debug_implementations,
    reason = "the generated bindings cross the component's border"
)]
pub mod bindings;
mod cursor;
mod error;
mod fetch;
mod host;
mod list;
mod money;
mod register;
mod roles;
mod router;
mod settings;
#[cfg(feature = "testing")]
pub mod testing;
pub mod time;

/// The types of the fulfilment role.
pub mod fulfilment {
    pub use crate::bindings::fulfilment::exports::comptoir::plugin::fulfilment::{
        Inventory, InventoryPage, Order, OrderLine, OrderPage, OrderState, OrderStatus, Product,
        ProductPage, Tracking,
    };
}

/// The types of the routes role.
pub mod routes {
    pub use crate::bindings::routes::exports::comptoir::plugin::routes::{Request, Response};
}

pub use bindings::check::exports::comptoir::plugin::check::Account;
pub use bindings::comptoir::plugin::credentials::{Algorithm, Failure as CredentialsFailure};
pub use bindings::comptoir::plugin::http::{Failure as HttpFailure, Request, Response};
pub use bindings::comptoir::plugin::log::Level;
pub use bindings::comptoir::plugin::store::Failure as StoreFailure;
pub use bindings::comptoir::plugin::types::{
    Address, Connector, Error, ErrorKind, FieldIssue, Money, RejectedItem,
};
pub use cursor::{Cursor, MAX_CURSOR};
pub use fetch::Fetch;
pub use host::Host;
pub use list::{ListQuery, fold};
pub use money::{MoneyError, exponent};
pub use roles::{Check, Fulfilment, Routes};
pub use router::{Params, Router};
pub use settings::settings;

#[doc(hidden)]
#[cfg(target_arch = "wasm32")]
pub use host::ComponentHost;

/// The traits whose methods a plugin calls.
pub mod prelude {
    pub use crate::{Cursor, Fetch};
}

/// What every function of the contract answers.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An item's original text for [`RejectedItem::raw`], cut to the contract's 16 KiB.
pub fn raw_item(text: &str) -> String {
    const MOST: usize = 16 * 1024;
    text[..text.floor_char_boundary(MOST)].to_owned()
}
