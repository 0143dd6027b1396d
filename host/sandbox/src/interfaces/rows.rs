//! `wit/rows.wit`: large results and inputs in pieces. What they become is the embedder's business ([`crate::Rows`]).

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::bindings::comptoir::plugin::rows::{
    Failure, Host, InvoiceLine, RejectedLine, Reported, SalesPage,
};
use crate::files::Rows;
use crate::interfaces::HostCall;
use crate::state::{CallScope, State};

/// The most rows of one piece.
const PIECE: usize = 1_000;
/// The most rows of one call.
const CALL: u64 = 1_000_000;

impl Host for State {
    async fn invoice_lines(&mut self, lines: Vec<InvoiceLine>) -> Result<(), Failure> {
        let call = HostCall::of("rows.invoice-lines", format_args!("{} rows", lines.len()));
        let answer = async {
            let rows = taking(&self.scope, lines.len())?;
            answer(rows.invoice_lines(lines).await)
        }
        .await;
        call.ended(&answer, |()| 0);
        answer
    }

    async fn rejected_lines(&mut self, lines: Vec<RejectedLine>) -> Result<(), Failure> {
        let call = HostCall::of("rows.rejected-lines", format_args!("{} rows", lines.len()));
        let answer = async {
            let rows = taking(&self.scope, lines.len())?;
            answer(rows.rejected_lines(lines).await)
        }
        .await;
        call.ended(&answer, |()| 0);
        answer
    }

    async fn sales(&mut self, cursor: Option<String>, limit: u32) -> Result<SalesPage, Failure> {
        let call = HostCall::of("rows.sales", format_args!("at most {limit}"));
        let answer = async {
            let rows = taking(&self.scope, 0)?;
            let limit = limit.clamp(1, PIECE as u32);
            answer(rows.sales(cursor.as_deref(), limit).await)
        }
        .await;
        call.ended(&answer, |_| 0);
        answer
    }

    async fn reported_sales(&mut self, sales: Vec<Reported>) -> Result<(), Failure> {
        let call = HostCall::of("rows.reported-sales", format_args!("{} rows", sales.len()));
        let answer = async {
            let rows = taking(&self.scope, sales.len())?;
            answer(rows.reported(sales).await)
        }
        .await;
        call.ended(&answer, |()| 0);
        answer
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
