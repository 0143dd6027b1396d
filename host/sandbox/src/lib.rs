//! The sandbox that plugins run in: everything between Comptoir and a WebAssembly connector.
//!
//! A plugin is a folder with a manifest ([`Manifest`], `plugin.toml`: what it asks for) and a component. The operator's
//! `plugins.toml` ([`Grants`]) says what it gets; a call needs both. [`Engine`] compiles and caches, [`Plugin`] is one
//! loaded component with its limits, its way out to the network, its circuit breaker and its statistics, and every
//! typed call ([`Plugin::orders`], [`Plugin::check`], [`Plugin::handle`], …) runs in a fresh instance.
//!
//! What it never does: it knows no database, no user and no permission. It asks its embedder through [`Services`].

mod bindings;
mod breaker;
mod budget;
mod cache;
mod call;
pub mod channels;
mod cpu;
mod egress;
mod engine;
mod error;
mod files;
mod grants;
mod interfaces;
mod lanes;
mod limits;
mod manifest;
mod plugin;
mod roles;
mod services;
mod state;
mod stats;
mod toml_file;

pub use breaker::BreakerState;
pub use call::{Call, Connector, Progress};
pub use egress::{AddressPattern, Base, BasePattern, PluginRequest, Wire, is_public};
pub use engine::{Engine, EngineConfig, EngineError};
pub use error::{CallError, LimitKind, Retry};
pub use files::{Delivery, Files, InvoiceLine, RejectedLine, Reported, Rows, Sale, SalesPage};
pub use grants::{ARCHIVE, Grant, Grants, Schedule, Screens};
pub use limits::Limits;
pub use manifest::{
    API, API_IS_DRAFT, Action, Area, Challenge, ClientCredentials, ColumnKind, Correction,
    Encoding, Entity, HostRule, Icon, Link, Mac, Manifest, Meaning, Phrase, PluginColumn,
    PluginRole, RateLimit, Recipe, Right, RightKind, Route, Screen, Sentence, Signature, Task,
    Text, UploadRule, VARIES, Web, Webhooks, common_sentences,
};
pub use plugin::{LoadError, Plugin, check_grant};
pub use roles::{
    Account, RouteRequest, RouteResponse, accounting, actions, fulfilment, report, report_plan,
    schedule, shop, support, webhooks,
};
pub use services::{
    Delivered, DeliveryFailure, Parcel, Resolver, Services, StoreWrite, SystemResolver,
};
pub use stats::{CallRecord, Denial, LastError, Stats};
pub use toml_file::FileError;

/// Orders, products, stock, bundles, shipments, tickets: the records of `wit/commerce.wit`.
pub mod commerce {
    pub use crate::bindings::comptoir::plugin::commerce::*;
}

/// What every role speaks in: the records of `wit/types.wit`.
pub mod types {
    pub use crate::bindings::comptoir::plugin::types::{
        Address, Error, ErrorKind, FieldIssue, Money, RejectedItem,
    };
}

/// What a [`Wire`] answers with: the records of `wit/http.wit`.
pub mod http {
    pub use crate::bindings::comptoir::plugin::http::{Failure, Response};
}
