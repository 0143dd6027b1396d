//! Reading Cubyn's invoice file: CSV with a heading, a line a service. Memory stays the same, however long it is.

use comptoir_plugin_sdk::fulfilment::InvoiceSummary;
use comptoir_plugin_sdk::rows::{InvoiceLine, RejectedLine, RowsFailure};
use comptoir_plugin_sdk::{Error, FileReader, Host, Money, Result};
use csv::ByteRecord;
use std::collections::BTreeMap;
use std::io::{self, BufRead, Read};

/// The columns that the file must have, in any order, whatever their case.
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

/// The contract's most rows at once.
const PIECE: usize = 1_000;

/// A field that is in the way: its column from 0, and why.
type Complaint = (usize, String);

/// Hands the file's lines to the host as it reads them.
///
/// # Errors
/// `rejected` when the file is no invoice of Cubyn's: a column is missing, or it has no line.
pub fn read(host: &impl Host, file: &str) -> Result<InvoiceSummary> {
    let mut input = FileReader::new(host, file);
    let delimiter = prepare(&mut input)?;
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .from_reader(Bounded { input, since: 0 });
    let headings = reader
        .byte_headers()
        .map_err(|error| unreadable(&error, 1))?;
    let headings = headings.clone();
    let columns = Columns::of(&headings, delimiter)?;
    let mut sink = Sink::new(host);
    let mut record = ByteRecord::new();
    loop {
        reader.get_mut().since = 0;
        let begins = reader.position().line();
        let is_more = reader.read_byte_record(&mut record);
        if !is_more.map_err(|error| unreadable(&error, begins))? {
            return sink.finish();
        }
        let line = record.position().map_or(0, csv::Position::line);
        let line = u32::try_from(line).unwrap_or(u32::MAX);
        if record.len() != headings.len() {
            let (has, wants) = (record.len(), headings.len());
            sink.reject(line, None, format!("has {has} columns instead of {wants}"))?;
            continue;
        }
        match columns.line(&record, line) {
            Ok((row, price)) => sink.take(row, price)?,
            Err((column, reason)) => sink.reject(line, Some((column, &headings)), reason)?,
        }
    }
}

/// More than any line of an invoice. A quote that is never closed would make one line of the rest of the file.
const LONGEST: usize = 1 << 20;

/// Gives up on a line that does not end.
struct Bounded<R> {
    input: R,
    /// Bytes read since the line began.
    since: usize,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.since > LONGEST {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let count = self.input.read(buffer)?;
        self.since += count;
        Ok(count)
    }
}

/// Skips a byte order mark and finds out whether commas or semicolons stand between the columns.
fn prepare(input: &mut impl BufRead) -> Result<u8> {
    const MARK: &[u8] = "\u{feff}".as_bytes();
    if input
        .fill_buf()
        .map_err(|error| broken(&error))?
        .starts_with(MARK)
    {
        input.consume(MARK.len());
    }
    let start = input.fill_buf().map_err(|error| broken(&error))?;
    let heading = start.split(|byte| *byte == b'\n').next().unwrap_or(start);
    let count = |wanted: u8| heading.iter().filter(|byte| **byte == wanted).count();
    Ok(if count(b';') > count(b',') {
        b';'
    } else {
        b','
    })
}

fn broken(error: &io::Error) -> Error {
    Error::unavailable(format!("the file cannot be read: {error}"))
}

fn unreadable(error: &csv::Error, line: u64) -> Error {
    match error.kind() {
        csv::ErrorKind::Io(error) if error.kind() == io::ErrorKind::InvalidData => {
            Error::rejected(format!("line {line}: does not end; is a quote not closed?"))
        }
        csv::ErrorKind::Io(error) => broken(error),
        _ => Error::rejected(format!("the file is no CSV: {error}")),
    }
}

/// Where each of [`HEADINGS`] stands.
#[derive(Debug)]
struct Columns {
    at: [usize; 8],
    /// Semicolons come with decimal commas.
    has_decimal_commas: bool,
}

impl Columns {
    fn of(headings: &ByteRecord, delimiter: u8) -> Result<Self> {
        let mut at = [0; 8];
        for (place, wanted) in at.iter_mut().zip(HEADINGS) {
            let found = headings
                .iter()
                .position(|heading| heading.trim_ascii().eq_ignore_ascii_case(wanted.as_bytes()));
            *place = found.ok_or_else(|| {
                Error::rejected(format!("line 1: the column “{wanted}” is missing"))
            })?;
        }
        Ok(Self {
            at,
            has_decimal_commas: delimiter == b';',
        })
    }

    fn text<'a>(&self, record: &'a ByteRecord, field: usize) -> Result<&'a str, Complaint> {
        let column = self.at[field];
        let bytes = record.get(column).unwrap_or_default();
        let text = std::str::from_utf8(bytes);
        let text = text.map_err(|_| (column, "is not UTF-8 text".to_owned()))?;
        Ok(text.trim())
    }

    /// A plain decimal number with a dot.
    fn number(&self, record: &ByteRecord, field: usize) -> Result<String, Complaint> {
        let text = self.text(record, field)?;
        let number = if self.has_decimal_commas {
            text.replace(',', ".")
        } else {
            text.to_owned()
        };
        let digits = number.strip_prefix('-').unwrap_or(&number);
        let (whole, decimals) = digits.split_once('.').unwrap_or((digits, "0"));
        let is_digits = |part: &str| {
            !part.is_empty() && part.len() <= 15 && part.bytes().all(|byte| byte.is_ascii_digit())
        };
        if is_digits(whole) && is_digits(decimals) {
            Ok(number)
        } else {
            Err((self.at[field], format!("{text:?} is not a number")))
        }
    }

    /// So many capital letters.
    fn code(&self, record: &ByteRecord, field: usize, letters: usize) -> Result<String, Complaint> {
        let text = self.text(record, field)?;
        if text.len() == letters && text.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            return Ok(text.to_ascii_uppercase());
        }
        Err((
            self.at[field],
            format!("{text:?} has not {letters} letters"),
        ))
    }

    fn line(&self, record: &ByteRecord, line: u32) -> Result<(InvoiceLine, Money), Complaint> {
        let service = self.text(record, 1)?;
        if service.is_empty() {
            return Err((self.at[1], "is empty".into()));
        }
        let currency = self.code(record, 6, 3)?;
        let price = self.number(record, 5)?;
        let amount =
            Money::parse(&price, &currency).map_err(|error| (self.at[5], error.to_string()))?;
        let row = InvoiceLine {
            line,
            id: self.text(record, 0)?.into(),
            service: service.into(),
            description: self.text(record, 2)?.into(),
            quantity: self.number(record, 3)?,
            unit_price: self.number(record, 4)?,
            price,
            currency,
            country: self.code(record, 7, 2)?,
            extra: Vec::new(),
        };
        Ok((row, amount))
    }
}

/// What goes to the host, a piece at a time.
struct Sink<'a, H> {
    host: &'a H,
    lines: Vec<InvoiceLine>,
    rejected: Vec<RejectedLine>,
    summary: InvoiceSummary,
    totals: BTreeMap<String, i64>,
}

impl<'a, H: Host> Sink<'a, H> {
    fn new(host: &'a H) -> Self {
        Self {
            host,
            lines: Vec::with_capacity(PIECE),
            rejected: Vec::new(),
            summary: InvoiceSummary {
                lines: 0,
                rejected: 0,
                totals: Vec::new(),
            },
            totals: BTreeMap::new(),
        }
    }

    fn take(&mut self, line: InvoiceLine, price: Money) -> Result<()> {
        let total = self.totals.entry(price.currency).or_default();
        *total = total.checked_add(price.minor).ok_or_else(|| {
            Error::rejected(format!("line {}: the total is too large", line.line))
        })?;
        self.lines.push(line);
        self.summary.lines += 1;
        if self.lines.len() == PIECE {
            self.hand_over()?;
        }
        Ok(())
    }

    fn reject(
        &mut self,
        line: u32,
        column: Option<(usize, &ByteRecord)>,
        reason: String,
    ) -> Result<()> {
        let heading = column.and_then(|(at, headings)| headings.get(at));
        let heading = heading.map(|name| String::from_utf8_lossy(name).trim().to_owned());
        self.rejected.push(RejectedLine {
            line,
            column: column.map(|(at, _)| u32::try_from(at + 1).unwrap_or(u32::MAX)),
            heading: heading.unwrap_or_default(),
            reason,
        });
        self.summary.rejected += 1;
        if self.rejected.len() == PIECE {
            self.hand_over()?;
        }
        Ok(())
    }

    fn hand_over(&mut self) -> Result<()> {
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
        let done = u64::from(self.summary.lines) + u64::from(self.summary.rejected);
        self.host.progress(done, None, "");
        Ok(())
    }

    fn finish(mut self) -> Result<InvoiceSummary> {
        self.hand_over()?;
        if self.summary.lines == 0 && self.summary.rejected == 0 {
            return Err(Error::rejected("the file has no line below its heading"));
        }
        self.summary.totals = self
            .totals
            .into_iter()
            .map(|(currency, minor)| Money { minor, currency })
            .collect();
        Ok(self.summary)
    }
}

fn refused(failure: RowsFailure) -> Error {
    match failure {
        RowsFailure::Unexpected => Error::internal("this call takes no invoice lines"),
        RowsFailure::TooMany => Error::rejected("the file has more lines than the host takes"),
        RowsFailure::Unavailable => Error::unavailable("the host could not take the lines"),
    }
}
