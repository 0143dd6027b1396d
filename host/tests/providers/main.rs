//! The real program, its private PostgreSQL, the real components and the providers' simulators, on bad days: whatever goes
//! wrong, nothing is lost and nothing is there twice. A file a provider; `analytics`, `invoicing`, `production`, `recovery` and `simulations` are about the host itself.

mod accounting;
mod analytics;
mod bigblue;
mod chaos;
mod cubyn;
mod gorgias;
mod host;
mod invoicing;
mod phonographic;
mod production;
mod provider_invoices;
mod recovery;
mod shopify;
mod simulations;
mod world;
