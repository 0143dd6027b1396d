//! What goes to and comes from providers, whichever plugin speaks to them: pulls, webhooks, deliveries, pictures; the
//! company register.

/// Connections of stores to providers.
pub mod connectors;
/// Files handed to somebody outside, over channels that the operator set up.
pub mod delivery;
mod partner;
/// Pictures that lie with a provider, shown through our own origin.
pub mod pictures;
/// The French company register.
pub mod registry;
/// Pulls: what providers hold comes here page by page.
pub mod sync;
/// What providers send by themselves.
pub mod webhooks;

pub use partner::{NoPartner, partner, plugin};
