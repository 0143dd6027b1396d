//! What comes of a file of products.

use serde::Serialize;
use utoipa::ToSchema;

/// What a file makes, or would make, and what is wrong with it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProjectProductsImport)]
pub struct Import {
    pub preview: bool,
    /// Of the file: a variant each.
    pub rows: usize,
    /// Products that were made: none in a preview, and none as long as anything is wrong.
    pub created: usize,
    /// What nothing is wrong with, in the file's order.
    pub products: Vec<ImportedProduct>,
    /// The first of them, by line and column.
    pub faults: Vec<Fault>,
    /// All of them.
    pub fault_count: usize,
    /// Headings of columns that nobody reads.
    pub ignored: Vec<String>,
}

/// A product as a file has it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportedProduct {
    /// Its first.
    pub line: u64,
    pub name: String,
    pub variants: i64,
    pub pieces: i64,
}

/// Something in a file that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportFault)]
pub struct Fault {
    /// From 1, the headings included.
    pub line: u64,
    /// From 1; null: the line as a whole, or a column that is not there.
    pub column: Option<usize>,
    pub heading: String,
    /// As a request's fields have them: `required`, `min`, `ean`; `whole`, `differs` and others of files alone.
    pub code: String,
    /// The same in words, in the caller's language.
    pub message: String,
}
