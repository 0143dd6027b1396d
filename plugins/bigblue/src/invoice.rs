//! The provider's monthly invoice file, read line by line: its length does not matter for memory.

use comptoir_plugin_sdk::fulfilment::InvoiceSummary;
use comptoir_plugin_sdk::rows::{InvoiceLine, RejectedLine};
use comptoir_plugin_sdk::{Error, FileReader, Host, Money, Result, exponent};
use csv::{ByteRecord, ReaderBuilder, Terminator, Trim};
use rust_decimal::prelude::ToPrimitive;
use rust_decimal::{Decimal, RoundingStrategy};
use std::collections::BTreeMap;

/// The columns, in the order that this file speaks of them.
const HEADINGS: [&str; 8] = [
    "ID",
    "Service",
    "Description",
    "Quantity",
    "UnitPrice",
    "Price",
    "Currency",
    "Billing country",
];
/// As many as the host takes at once.
const BATCH: usize = 1_000;

/// Reads the file. A line whose price is zero or no number is one of those that the provider only informs by: it is left out.
///
/// # Errors
/// `rejected` when the file as a whole is none: a heading is missing, or there is no line.
pub fn read(host: &impl Host, file: &str) -> Result<InvoiceSummary> {
    let size = host.file_size(file)?;
    let mut reader = ReaderBuilder::new()
        .flexible(true)
        // With the default, lines that end in CR LF are counted one too few. What is left of it is trimmed.
        .terminator(Terminator::Any(b'\n'))
        .trim(Trim::All)
        .from_reader(FileReader::new(host, file));
    let columns = columns(reader.byte_headers().map_err(unreadable)?)?;
    let mut sink = Sink::new(host);
    let mut record = ByteRecord::new();
    let mut lines = 0_u64;
    while reader.read_byte_record(&mut record).map_err(unreadable)? {
        if record.iter().all(<[u8]>::is_empty) {
            continue;
        }
        lines += 1;
        let number = record.position().map_or(0, csv::Position::line);
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        match line_of(&record, &columns, number) {
            Ok(Some(line)) => sink.take(line)?,
            Ok(None) => {}
            Err(rejected) => sink.reject(rejected)?,
        }
        if lines.is_multiple_of(BATCH as u64) {
            host.progress(reader.position().byte(), Some(size), "");
        }
    }
    if lines == 0 {
        return Err(Error::rejected("the file has no line below its headings"));
    }
    sink.finish()
}

fn unreadable(error: csv::Error) -> Error {
    Error::rejected(format!("the file is not readable as CSV: {error}"))
}

/// Where each of [`HEADINGS`] stands; the CSV reader has taken a byte order mark away.
fn columns(headings: &ByteRecord) -> Result<[usize; 8]> {
    let mut columns = [0; 8];
    for (column, heading) in columns.iter_mut().zip(HEADINGS) {
        *column = headings
            .iter()
            .position(|known| known.eq_ignore_ascii_case(heading.as_bytes()))
            .ok_or_else(|| {
                Error::rejected(format!("line 1: the heading {heading:?} is missing"))
            })?;
    }
    Ok(columns)
}

/// The line, none when it charges nothing, or what of it cannot be read.
fn line_of(
    record: &ByteRecord,
    columns: &[usize; 8],
    number: u32,
) -> Result<Option<InvoiceLine>, RejectedLine> {
    let refuse = |at: usize, reason: &str| RejectedLine {
        line: number,
        column: u32::try_from(columns[at] + 1).ok(),
        heading: HEADINGS[at].into(),
        reason: reason.into(),
    };
    let mut texts: [&str; 8] = [""; 8];
    for (at, text) in texts.iter_mut().enumerate() {
        let field = record
            .get(columns[at])
            .ok_or_else(|| refuse(at, "the column is missing in this line"))?;
        *text = std::str::from_utf8(field).map_err(|_| refuse(at, "is not UTF-8 text"))?;
    }
    let [
        id,
        service,
        description,
        quantity,
        unit_price,
        price,
        currency,
        country,
    ] = texts;
    if price
        .parse::<Decimal>()
        .map_or(true, |price| price.is_zero())
    {
        return Ok(None);
    }
    for (at, text) in [(3, quantity), (4, unit_price)] {
        if !text.is_empty() && text.parse::<Decimal>().is_err() {
            return Err(refuse(at, "is not a decimal number with a dot"));
        }
    }
    let letters = |text: &str, count| {
        text.len() == count && text.bytes().all(|byte| byte.is_ascii_uppercase())
    };
    if service.is_empty() {
        return Err(refuse(1, "is empty"));
    }
    if !letters(currency, 3) {
        return Err(refuse(6, "is not three capital letters"));
    }
    if !country.is_empty() && !letters(country, 2) {
        return Err(refuse(7, "is not two capital letters"));
    }
    Ok(Some(InvoiceLine {
        line: number,
        id: id.into(),
        service: service.into(),
        description: description.into(),
        quantity: quantity.into(),
        unit_price: unit_price.into(),
        price: price.into(),
        currency: currency.into(),
        country: country.into(),
        extra: Vec::new(),
    }))
}

/// Hands lines over in batches and sums them up.
struct Sink<'a, H> {
    host: &'a H,
    lines: Vec<InvoiceLine>,
    rejected: Vec<RejectedLine>,
    summary: InvoiceSummary,
    totals: BTreeMap<String, Decimal>,
}

impl<'a, H: Host> Sink<'a, H> {
    fn new(host: &'a H) -> Self {
        Self {
            host,
            lines: Vec::with_capacity(BATCH),
            rejected: Vec::new(),
            summary: InvoiceSummary {
                lines: 0,
                rejected: 0,
                totals: Vec::new(),
            },
            totals: BTreeMap::new(),
        }
    }

    fn take(&mut self, line: InvoiceLine) -> Result<()> {
        let price: Decimal = line.price.parse().unwrap_or_default();
        let total = self.totals.entry(line.currency.clone()).or_default();
        *total = total
            .checked_add(price)
            .ok_or_else(|| Error::rejected(format!("line {}: the sum is too large", line.line)))?;
        self.summary.lines += 1;
        self.lines.push(line);
        if self.lines.len() == BATCH {
            self.flush()?;
        }
        Ok(())
    }

    fn reject(&mut self, line: RejectedLine) -> Result<()> {
        self.summary.rejected += 1;
        self.rejected.push(line);
        if self.rejected.len() == BATCH {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        let refused =
            |failure| Error::internal(format!("the host did not take the lines: {failure:?}"));
        if !self.lines.is_empty() {
            self.host.push_invoice_lines(&self.lines).map_err(refused)?;
            self.lines.clear();
        }
        if !self.rejected.is_empty() {
            self.host
                .push_rejected_lines(&self.rejected)
                .map_err(refused)?;
            self.rejected.clear();
        }
        Ok(())
    }

    fn finish(mut self) -> Result<InvoiceSummary> {
        self.flush()?;
        for (currency, total) in self.totals {
            let places = exponent(&currency);
            let rounded =
                total.round_dp_with_strategy(places, RoundingStrategy::MidpointAwayFromZero);
            let minor = (rounded * Decimal::from(10_u64.pow(places)))
                .to_i64()
                .ok_or_else(|| Error::rejected("the sum is too large"))?;
            self.summary.totals.push(Money { minor, currency });
        }
        Ok(self.summary)
    }
}
