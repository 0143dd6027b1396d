//! What a call is given beside its connectors: files to read and write, rows to take and hand over.

use async_trait::async_trait;

use crate::bindings::comptoir::plugin::rows;

pub use rows::{InvoiceLine, RejectedLine, Reported, Sale, SalesPage};

/// The files of one call by name: those it was given and those it makes. Errors are the embedder's trouble.
#[async_trait]
pub trait Files: Send + Sync {
    /// Length in bytes; none when there is no file of that name.
    async fn size(&self, name: &str) -> anyhow::Result<Option<u64>>;

    /// At most `length` bytes from `offset`; none when there is no file of that name.
    async fn read(&self, name: &str, offset: u64, length: u32) -> anyhow::Result<Option<Vec<u8>>>;

    /// Adds to the end of a file that the call makes.
    async fn append(&self, name: &str, bytes: Vec<u8>) -> anyhow::Result<()>;

    /// The delivery that the call is, for channels that cannot say whether they hold a file: within one delivery they take
    /// it once, however often the call is tried.
    fn delivery(&self) -> Option<Delivery> {
        None
    }
}

/// A handing over that may take several calls.
#[derive(Clone, Debug)]
pub struct Delivery {
    pub id: String,
    /// The embedder's own: what is to be done when it turns out after the call that a file did not arrive.
    pub on_failure: serde_json::Value,
}

/// The rows of one call. `None`: this call takes or has none of that kind. What was handed over counts only once the call
/// succeeded: committing is the embedder's, afterwards.
#[async_trait]
pub trait Rows: Send + Sync {
    async fn invoice_lines(&self, _lines: Vec<InvoiceLine>) -> anyhow::Result<Option<()>> {
        Ok(None)
    }

    async fn rejected_lines(&self, _lines: Vec<RejectedLine>) -> anyhow::Result<Option<()>> {
        Ok(None)
    }

    /// At most `limit` sales behind the cursor.
    async fn sales(&self, _cursor: Option<&str>, _limit: u32) -> anyhow::Result<Option<SalesPage>> {
        Ok(None)
    }

    async fn reported(&self, _sales: Vec<Reported>) -> anyhow::Result<Option<()>> {
        Ok(None)
    }
}
