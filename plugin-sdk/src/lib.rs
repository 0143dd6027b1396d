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

mod acting;
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
mod files;
mod host;
#[cfg(feature = "invoice")]
mod invoice;
mod list;
mod money;
mod register;
mod roles;
mod router;
mod settings;
#[cfg(feature = "testing")]
pub mod testing;
pub mod text;
pub mod time;

/// Orders, products, stock, bundles, shipments, tickets: the records that several roles speak in.
pub mod commerce {
    pub use crate::bindings::comptoir::plugin::commerce::{
        Bundle, BundlePage, BundleVariant, Changes, Component, InboundPage, InboundShipment,
        InboundStatus, InboundUnit, Inventory, InventoryPage, Order, OrderLine, OrderPage,
        OrderState, OrderStatus, Outcome, Product, ProductPage, ProductVariant, Pushed, Ticket,
        TicketPage, TicketStatus, Tracking,
    };
}

/// The types of the fulfilment role, beside those of [`commerce`].
pub mod fulfilment {
    pub use crate::bindings::fulfilment::exports::comptoir::plugin::fulfilment::{
        Carrier, Corrected, CorrectedLine, InvoiceSummary, OrderCorrection, OrderDraft, Parcel,
        ParcelEvent, ProductDraft,
    };
}

/// The types of the shop role, beside those of [`commerce`].
pub mod shop {
    pub use crate::bindings::shop::exports::comptoir::plugin::shop::{
        ExportMode, Market, Rate, SalesMonth, ShopRate, ShopZone, Zone,
    };
}

/// The types of the support role, beside those of [`commerce`].
pub mod support {
    pub use crate::bindings::support::exports::comptoir::plugin::support::{Message, MessagePage};
}

/// The types of the accounting role.
pub mod accounting {
    pub use crate::bindings::accounting::exports::comptoir::plugin::accounting::{
        Booked, ChangePage, Customer, InvoiceDraft, InvoiceLine, InvoiceState, LedgerAccount,
        Payment, VatCode,
    };
}

/// The types of the report role.
pub mod report {
    pub use crate::bindings::comptoir::plugin::commerce::ReportBasis;
    pub use crate::bindings::report::exports::comptoir::plugin::report::{
        Receipt, ReportFile, Request as ReportRequest,
    };
}

/// The types of the report-plan role.
pub mod report_plan {
    pub use crate::bindings::comptoir::plugin::commerce::ReportBasis;
    pub use crate::bindings::report_plan::exports::comptoir::plugin::report_plan::{
        Period, Plan, Planned, Terms,
    };
}

/// The types of the webhooks role, beside those of [`commerce`].
pub mod webhooks {
    pub use crate::bindings::webhooks::exports::comptoir::plugin::webhooks::{Event, Subscription};
}

/// The types of the actions role, beside those of [`commerce`].
pub mod actions {
    pub use crate::bindings::actions::exports::comptoir::plugin::actions::{Acted, Failure};
}

/// The types of the schedule role.
pub mod schedule {
    pub use crate::bindings::schedule::exports::comptoir::plugin::schedule::{Done, Task};
}

/// Large inputs and results, in pieces of at most 1,000 rows.
pub mod rows {
    pub use crate::bindings::comptoir::plugin::rows::{
        Failure as RowsFailure, InvoiceLine, RejectedLine, Reported, Sale, SalesPage,
    };
}

/// The types of the routes role.
pub mod routes {
    pub use crate::bindings::routes::exports::comptoir::plugin::routes::{Request, Response};
}

pub use bindings::check::exports::comptoir::plugin::check::Account;
pub use bindings::comptoir::plugin::credentials::{Algorithm, Failure as CredentialsFailure};
pub use bindings::comptoir::plugin::delivery::{Delivered, Failure as DeliveryFailure};
pub use bindings::comptoir::plugin::files::Failure as FileFailure;
pub use bindings::comptoir::plugin::http::{Failure as HttpFailure, Request, Response};
pub use bindings::comptoir::plugin::log::Level;
pub use bindings::comptoir::plugin::store::Failure as StoreFailure;
pub use bindings::comptoir::plugin::types::{
    Address, Connector, Error, ErrorKind, FieldIssue, Money, RejectedItem,
};
pub use cursor::{Cursor, MAX_CURSOR};
pub use fetch::Fetch;
pub use files::FileReader;
pub use host::Host;
#[cfg(feature = "invoice")]
pub use invoice::InvoiceFile;
pub use list::{ListQuery, fold};
pub use money::{MoneyError, exponent};
pub use roles::{
    Accounting, Actions, Check, Fulfilment, Report, ReportPlan, Routes, Schedule, Shop, Support,
    Webhooks,
};
pub use router::{Params, Router};
pub use schemars;
pub use settings::{Secret, settings};

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
