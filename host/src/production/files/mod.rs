//! Files of products (specification, document 1, sections 2.6 and 3: Product file): technical ones, which are versions of one
//! another and whose pages have labels; pictures, in their order; others. Whoever reads one says so.

mod model;
mod routes;
mod sql;

pub use model::{PageLabel, ProductFileType};
pub use routes::routes;
