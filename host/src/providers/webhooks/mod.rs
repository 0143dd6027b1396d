//! What providers send by themselves. An event is checked, kept as it came and answered at once; a job asks its plugin
//! later what it means, and takes that as if a pull had brought it. Events come at least once, in any order; one that no
//! plugin could read stays, to be tried again by a person.

mod apply;
mod jobs;
mod list;
mod model;
mod routes;
mod sql;
#[cfg(test)]
mod tests;

pub use jobs::HandleEvent;
pub use model::{address, address_prefix};
pub use routes::routes;
pub use sql::forget;
