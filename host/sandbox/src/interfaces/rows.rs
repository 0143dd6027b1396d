//! `wit/rows.wit`: large results and inputs in pieces. What they become is the embedder's business ([`crate::Rows`]).

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::bindings::comptoir::plugin::rows::{
    Failure, Host, InvoiceLine, RejectedLine, Reported, SalesPage,
};
use crate::files::Rows;
use crate::state::{CallScope, State};

/// The most rows of one piece.
const PIECE: usize = 1_000;
/// The most rows of one call.
const CALL: u64 = 1_000_000;

impl Host for State {
    async fn invoice_lines(&mut self, lines: Vec<InvoiceLine>) -> Result<(), Failure> {
        let rows = taking(&self.scope, lines.len())?;
        answer(rows.invoice_lines(lines).await)
    }

    async fn rejected_lines(&mut self, lines: Vec<RejectedLine>) -> Result<(), Failure> {
        let rows = taking(&self.scope, lines.len())?;
        answer(rows.rejected_lines(lines).await)
    }

    async fn sales(&mut self, cursor: Option<String>, limit: u32) -> Result<SalesPage, Failure> {
        let rows = taking(&self.scope, 0)?;
        let limit = limit.clamp(1, PIECE as u32);
        answer(rows.sales(cursor.as_deref(), limit).await)
    }

    async fn reported_sales(&mut self, sales: Vec<Reported>) -> Result<(), Failure> {
        let rows = taking(&self.scope, sales.len())?;
        answer(rows.reported(sales).await)
    }
}

fn taking(scope: &CallScope, count: usize) -> Result<Arc<dyn Rows>, Failure> {
    let rows = scope.rows.clone().ok_or(Failure::Unexpected)?;
    let added = u64::try_from(count).unwrap_or(u64::MAX);
    let handed = scope.rows_handed.fetch_add(added, Ordering::Relaxed);
    if count > PIECE || handed.saturating_add(added) > CALL {
        scope.count_denial();
        return Err(Failure::TooMany);
    }
    Ok(rows)
}

/// `None` is a kind of rows that the embedder does not take in this call.
fn answer<T>(answer: anyhow::Result<Option<T>>) -> Result<T, Failure> {
    match answer {
        Ok(Some(answer)) => Ok(answer),
        Ok(None) => Err(Failure::Unexpected),
        Err(error) => {
            tracing::error!(target: "comptoir::plugin", error = format!("{error:#}"), "a call's rows failed");
            Err(Failure::Unavailable)
        }
    }
}
