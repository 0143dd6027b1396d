//! Fees that answering tickets brings (F6).

mod model;
mod routes;
mod work;

pub use routes::routes;
