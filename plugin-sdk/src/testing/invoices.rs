//! Invoice files beside what a plugin should read from them.

use std::fmt::Write;
use std::path::Path;

use super::TestHost;
use crate::Result;
use crate::fulfilment::InvoiceSummary;
use crate::rows::{InvoiceLine, RejectedLine};
use crate::time::Timestamp;

/// That a plugin reads each `*.csv` of a folder as the `*.txt` beside it tells: a line a line that was read, in the file's
/// order, a line a line that was rejected, then the counts and the totals; or why the file was refused.
///
/// ```text
/// 2: MUSIX01234567 | Storage | Pallet month | 4 × 12.00 = 48.00 EUR | FR
/// rejected 3, column 6 Price, decimal: "n/a" is not a number
/// 1 lines, 1 rejected, 48.00 EUR
/// ```
///
/// # Panics
/// Where one is read otherwise; of all of them it tells.
pub fn assert_invoices(folder: &Path, read: impl Fn(&TestHost, &str) -> Result<InvoiceSummary>) {
    let entries = std::fs::read_dir(folder).expect("a folder of invoices");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let files: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|end| end == "csv"))
        .collect();
    assert!(!files.is_empty(), "{} has no invoice", folder.display());
    let mut others = String::new();
    for path in files {
        let file = std::fs::read(&path).expect("an invoice");
        let host = TestHost::new(Timestamp::default()).with_file("invoice", file);
        let read = read(&host, "invoice");
        let answer = rendered(&read, &host.invoice());
        let expected = std::fs::read_to_string(path.with_extension("txt")).unwrap_or_default();
        if answer != expected {
            others += &format!("{}:\n{answer}", path.display());
        }
    }
    assert!(others.is_empty(), "read otherwise:\n{others}");
}

fn rendered(
    read: &Result<InvoiceSummary>,
    (lines, rejected): &(Vec<InvoiceLine>, Vec<RejectedLine>),
) -> String {
    let mut text = String::new();
    let summary = match read {
        Ok(summary) => summary,
        Err(error) => return format!("refused: {}\n", error.message),
    };
    for line in lines {
        let description = line.description.replace('\n', "↵");
        let _ = writeln!(
            text,
            "{}: {} | {} | {description} | {} × {} = {} {} | {}",
            line.line,
            line.id,
            line.service,
            line.quantity,
            line.unit_price,
            line.price,
            line.currency,
            line.country
        );
    }
    for line in rejected {
        let column = line
            .column
            .map(|column| format!(", column {column} {}", line.heading));
        let column = column.unwrap_or_default();
        let (at, code, reason) = (line.line, &line.code, &line.reason);
        let _ = writeln!(text, "rejected {at}{column}, {code}: {reason}");
    }
    let _ = write!(
        text,
        "{} lines, {} rejected",
        summary.lines, summary.rejected
    );
    for total in &summary.totals {
        let _ = write!(text, ", {} {}", total.decimal(), total.currency);
    }
    text + "\n"
}
