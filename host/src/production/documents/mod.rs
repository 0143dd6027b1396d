//! Documents of products (specification, document 1, section 2.5; decision 35): their sheets, the labels of their pieces and of the
//! boxes that these go into, many products in one file, which whoever asked for it downloads within a quarter of an hour.

mod model;
mod routes;
mod sql;
#[cfg(test)]
mod tests;

pub use routes::routes;
