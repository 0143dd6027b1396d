//! Passkeys: a key in a user's device that signs them in beside the link in a mail (WebAuthn, level 3).
//!
//! Each ceremony has two calls. The first hands out a challenge and, sealed, what we must know of it later, so that who
//! asks for challenges and never answers leaves nothing behind; the second brings both back with the device's answer. A
//! challenge that was answered is spent.

mod model;
mod routes;
mod sql;
#[cfg(test)]
mod tests;

pub use model::work_at;
pub use routes::routes;
pub use sql::forget;
