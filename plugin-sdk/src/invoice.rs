//! A provider's invoice file: CSV with a heading, a line a service, as merchants' programs and spreadsheets leave it. Commas,
//! semicolons or tabs; decimal points or commas; French or English headings in any order; a byte order mark; UTF-8 or
//! Windows-1252. Memory stays the same, however long it is.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read};

use csv::ByteRecord;
use rust_decimal::prelude::ToPrimitive;
use rust_decimal::{Decimal, RoundingStrategy};

use crate::fulfilment::InvoiceSummary;
use crate::rows::{InvoiceLine, RejectedLine, RowsFailure};
use crate::{Error, FileReader, Host, Money, Result, exponent, text};

/// The columns that the file must have, by any of these names, in any order, whatever their case and spaces.
const COLUMNS: [&[&str]; 8] = [
    &["ID", "Identifiant", "N°"],
    &["Service", "Prestation"],
    &["Description", "Désignation", "Libellé"],
    &["Quantity", "Quantité", "Qté"],
    &["UnitPrice", "Unit price", "Prix unitaire", "PU"],
    &["Price", "Prix", "Montant", "Total"],
    &["Currency", "Devise"],
    &["Billing country", "Country", "Pays de facturation", "Pays"],
];
/// Their places in [`COLUMNS`].
const ID: usize = 0;
const SERVICE: usize = 1;
const DESCRIPTION: usize = 2;
const QUANTITY: usize = 3;
const UNIT_PRICE: usize = 4;
const PRICE: usize = 5;
const CURRENCY: usize = 6;
const COUNTRY: usize = 7;

/// The contract's most rows at once.
const PIECE: usize = 1_000;

/// A field that is in the way.
#[derive(Debug)]
struct Complaint {
    /// Its column, from 0.
    column: usize,
    code: &'static str,
    given: String,
    reason: String,
}

/// What a provider's file means.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct InvoiceFile {
    /// Lines without a price, or with a price of zero, only inform: they are left out.
    pub leaves_out_free: bool,
}

impl InvoiceFile {
    /// Hands the file's lines to the host as it reads them, each either read or rejected with its column.
    ///
    /// # Errors
    /// `rejected` when the file as a whole is no invoice: a column is missing, or it has no line.
    pub fn read(self, host: &impl Host, file: &str) -> Result<InvoiceSummary> {
        let size = host.file_size(file)?;
        let mut input = FileReader::new(host, file);
        let delimiter = prepare(&mut input)?;
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(delimiter)
            .flexible(true)
            // With the default, lines that end in CR LF are counted one too few. What is left of it is trimmed.
            .terminator(csv::Terminator::Any(b'\n'))
            .from_reader(Bounded { input, since: 0 });
        let mut sink = Sink::new(host);
        let headings = reader
            .byte_headers()
            .map_err(|error| sink.unreadable(&error, 1))?;
        let headings = headings.clone();
        let columns = match Columns::of(&headings, delimiter) {
            Ok(columns) => columns,
            Err(missing) => {
                let reason = |heading: &str| format!("line 1: the column “{heading}” is missing");
                for &heading in &missing {
                    sink.reject(RejectedLine {
                        line: 1,
                        column: None,
                        heading: heading.into(),
                        code: "missing".into(),
                        given: String::new(),
                        reason: reason(heading),
                    })?;
                }
                sink.hand_over()?;
                return Err(Error::rejected(reason(missing[0])));
            }
        };
        let mut record = ByteRecord::new();
        let mut begins = reader.position().line();
        loop {
            reader.get_mut().since = 0;
            let is_more = reader.read_byte_record(&mut record);
            if !is_more.map_err(|error| sink.unreadable(&error, begins))? {
                return sink.finish();
            }
            let line = record.position().map_or(0, csv::Position::line);
            let line = u32::try_from(line).unwrap_or(u32::MAX);
            begins = reader.position().line();
            if record.iter().all(|field| field.trim_ascii().is_empty()) {
                continue;
            }
            let byte = reader.position().byte();
            if record.len() != headings.len() {
                let (has, wants) = (record.len(), headings.len());
                sink.reject(RejectedLine {
                    line,
                    column: None,
                    heading: String::new(),
                    code: "columns".into(),
                    given: String::new(),
                    reason: format!("has {has} columns instead of {wants}"),
                })?;
                continue;
            }
            match columns.line(&record, line) {
                Ok((_, price)) if self.leaves_out_free && price.is_zero() => sink.any = true,
                Ok((row, price)) => sink.take(row, price)?,
                Err(complaint)
                    if self.leaves_out_free
                        && complaint.column == columns.at[PRICE]
                        && columns.is_empty(&record, PRICE) =>
                {
                    sink.any = true;
                }
                Err(complaint) => sink.reject(complaint.of(line, &headings))?,
            }
            sink.progress(byte, size);
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

/// Skips a byte order mark and finds out what stands between the columns.
fn prepare(input: &mut impl BufRead) -> Result<u8> {
    const MARK: &[u8] = "\u{feff}".as_bytes();
    let start = input.fill_buf().map_err(|error| broken(&error))?;
    if start.starts_with(MARK) {
        input.consume(MARK.len());
    }
    let start = input.fill_buf().map_err(|error| broken(&error))?;
    Ok(text::delimiter(start))
}

fn broken(error: &io::Error) -> Error {
    Error::unavailable(format!("the file cannot be read: {error}"))
}

/// Text without the spaces around it.
fn text_of(bytes: &[u8]) -> String {
    text::decoded(bytes).trim().to_owned()
}

/// A heading without what people write differently.
fn plain(heading: &str) -> String {
    let letters = heading
        .chars()
        .filter(|letter| !letter.is_whitespace() && *letter != '_');
    letters.collect::<String>().to_lowercase()
}

/// Where each of [`COLUMNS`] stands.
#[derive(Debug)]
struct Columns {
    at: [usize; 8],
    /// Between columns stands something else than a comma, so that one in a number is a decimal mark.
    has_decimal_commas: bool,
}

impl Columns {
    /// # Errors
    /// The headings of the columns that are missing, at least one.
    fn of(headings: &ByteRecord, delimiter: u8) -> Result<Self, Vec<&'static str>> {
        let headings: Vec<String> = headings
            .iter()
            .map(|heading| plain(&text_of(heading)))
            .collect();
        let mut at = [0; 8];
        let mut missing = Vec::new();
        for (place, names) in at.iter_mut().zip(COLUMNS) {
            // By the first of its names that stands there.
            let found = names.iter().find_map(|name| {
                let name = plain(name);
                headings.iter().position(|heading| *heading == name)
            });
            match found {
                Some(found) => *place = found,
                None => missing.push(names[0]),
            }
        }
        if !missing.is_empty() {
            return Err(missing);
        }
        Ok(Self {
            at,
            has_decimal_commas: delimiter != b',',
        })
    }

    fn text(&self, record: &ByteRecord, field: usize) -> String {
        text_of(record.get(self.at[field]).unwrap_or_default())
    }

    fn is_empty(&self, record: &ByteRecord, field: usize) -> bool {
        self.text(record, field).is_empty()
    }

    fn number(&self, record: &ByteRecord, field: usize) -> Result<Decimal, Complaint> {
        let text = self.text(record, field);
        number(&text, self.has_decimal_commas).ok_or_else(|| Complaint {
            column: self.at[field],
            code: "decimal",
            reason: format!("{text:?} is not a number"),
            given: text,
        })
    }

    /// A number that may be missing.
    fn number_if_any(&self, record: &ByteRecord, field: usize) -> Result<String, Complaint> {
        match self.is_empty(record, field) {
            true => Ok(String::new()),
            false => Ok(self.number(record, field)?.to_string()),
        }
    }

    /// So many capital letters; `code`: what they are.
    fn code(
        &self,
        record: &ByteRecord,
        field: usize,
        (code, letters): (&'static str, usize),
    ) -> Result<String, Complaint> {
        let text = self.text(record, field);
        match text.len() == letters && text.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            true => Ok(text.to_ascii_uppercase()),
            false => Err(Complaint {
                column: self.at[field],
                code,
                reason: format!("{text:?} has not {letters} letters"),
                given: text,
            }),
        }
    }

    fn line(&self, record: &ByteRecord, line: u32) -> Result<(InvoiceLine, Decimal), Complaint> {
        let price = self.number(record, PRICE)?;
        let service = self.text(record, SERVICE);
        if service.is_empty() {
            return Err(Complaint {
                column: self.at[SERVICE],
                code: "required",
                given: String::new(),
                reason: "is empty".into(),
            });
        }
        let country = match self.is_empty(record, COUNTRY) {
            true => String::new(),
            false => self.code(record, COUNTRY, ("country", 2))?,
        };
        let row = InvoiceLine {
            line,
            id: self.text(record, ID),
            service,
            description: self.text(record, DESCRIPTION),
            quantity: self.number_if_any(record, QUANTITY)?,
            unit_price: self.number_if_any(record, UNIT_PRICE)?,
            price: price.to_string(),
            currency: self.code(record, CURRENCY, ("currency", 3))?,
            country,
            extra: Vec::new(),
        };
        Ok((row, price))
    }
}

impl Complaint {
    fn of(self, line: u32, headings: &ByteRecord) -> RejectedLine {
        let heading = headings.get(self.column).map(text_of);
        RejectedLine {
            line,
            column: Some(u32::try_from(self.column + 1).unwrap_or(u32::MAX)),
            heading: heading.unwrap_or_default(),
            code: self.code.into(),
            given: self.given,
            reason: self.reason,
        }
    }
}

/// A number as people and programs write it: `1234.5`, `1 234,50`, `1.234,50`, `-12`. None: it is none, or could be two
/// (`1,234` where commas stand between columns).
fn number(text: &str, has_decimal_commas: bool) -> Option<Decimal> {
    let grouping = |letter: &char| !letter.is_whitespace() && *letter != '\'' && *letter != '’';
    let text: String = text.chars().filter(grouping).collect();
    let text = text.replace('−', "-");
    let (comma, dot) = (text.rfind(','), text.rfind('.'));
    let plain = match (comma, dot) {
        (None, _) => text,
        // The last of both is the decimal mark.
        (Some(comma), Some(dot)) if comma > dot => text.replace('.', "").replace(',', "."),
        (Some(_), Some(_)) => text.replace(',', ""),
        (Some(comma), None) => {
            let is_thousands = text.len() - comma == 4;
            match has_decimal_commas || !is_thousands {
                true => text.replace(',', "."),
                false => return None,
            }
        }
    };
    let digits = plain.strip_prefix('-').unwrap_or(&plain);
    let is_plain = digits.starts_with(|first: char| first.is_ascii_digit())
        && digits
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.')
        && digits.len() <= 20;
    match is_plain {
        true => plain.parse().ok(),
        false => None,
    }
}

/// What goes to the host, a piece at a time.
struct Sink<'a, H> {
    host: &'a H,
    lines: Vec<InvoiceLine>,
    rejected: Vec<RejectedLine>,
    summary: InvoiceSummary,
    totals: BTreeMap<String, Decimal>,
    /// There was a line, if one that is left out.
    any: bool,
    /// Lines read so far.
    read: u64,
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
            any: false,
            read: 0,
        }
    }

    /// People count lines. How many there are nobody knows before the end: as many as if all were as long as those so far.
    fn progress(&mut self, byte: u64, size: u64) {
        self.read += 1;
        if self.read.is_multiple_of(PIECE as u64) {
            let share = size as f64 / byte.max(1) as f64;
            let lines = (self.read as f64 * share.max(1.0)).round() as u64;
            self.host.progress(self.read, Some(lines), "");
        }
    }

    fn take(&mut self, line: InvoiceLine, price: Decimal) -> Result<()> {
        let total = self.totals.entry(line.currency.clone()).or_default();
        match total.checked_add(price) {
            Some(sum) => *total = sum,
            None => return Err(self.refuse(line.line, "max", "the total is too large")),
        }
        self.lines.push(line);
        self.summary.lines += 1;
        match self.lines.len() {
            PIECE => self.hand_over(),
            _ => Ok(()),
        }
    }

    fn reject(&mut self, line: RejectedLine) -> Result<()> {
        self.rejected.push(line);
        self.summary.rejected += 1;
        match self.rejected.len() {
            PIECE => self.hand_over(),
            _ => Ok(()),
        }
    }

    /// What makes the whole file no invoice. The host hears of the line too: it has words of its own for the code.
    fn refuse(&mut self, line: u32, code: &str, reason: &str) -> Error {
        let reason = format!("line {line}: {reason}");
        let heard = self.reject(RejectedLine {
            line,
            column: None,
            heading: String::new(),
            code: code.into(),
            given: String::new(),
            reason: reason.clone(),
        });
        match heard.and_then(|()| self.hand_over()) {
            Ok(()) => Error::rejected(reason),
            Err(error) => error,
        }
    }

    fn unreadable(&mut self, error: &csv::Error, line: u64) -> Error {
        let line = u32::try_from(line).unwrap_or(u32::MAX);
        match error.kind() {
            csv::ErrorKind::Io(error) if error.kind() == io::ErrorKind::InvalidData => {
                self.refuse(line, "unclosed", "does not end; is a quote not closed?")
            }
            csv::ErrorKind::Io(error) => broken(error),
            _ => self.refuse(line, "format", &format!("is no CSV: {error}")),
        }
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
        Ok(())
    }

    fn finish(mut self) -> Result<InvoiceSummary> {
        self.hand_over()?;
        if self.summary.lines == 0 && self.summary.rejected == 0 && !self.any {
            return Err(self.refuse(1, "empty", "the file has no line below its heading"));
        }
        for (currency, total) in self.totals {
            let places = exponent(&currency);
            let rounded =
                total.round_dp_with_strategy(places, RoundingStrategy::MidpointAwayFromZero);
            let minor = rounded
                .checked_mul(Decimal::from(10_u64.pow(places)))
                .and_then(|minor| minor.to_i64());
            let minor = minor.ok_or_else(|| Error::rejected("the total is too large"))?;
            self.summary.totals.push(Money { minor, currency });
        }
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (text, commas, expected) in [
            ("5.20", false, Some("5.20")),
            ("5,20", false, Some("5.20")),
            ("5,20", true, Some("5.20")),
            ("1,234", false, None),
            ("1,234", true, Some("1.234")),
            ("1 234,50", true, Some("1234.50")),
            ("1\u{202f}234,5", true, Some("1234.5")),
            ("1.234,50", true, Some("1234.50")),
            ("1,234.50", false, Some("1234.50")),
            ("1'234.50", false, Some("1234.50")),
            ("−12", false, Some("-12")),
            ("-0.3512", false, Some("-0.3512")),
            ("1,2,3", false, None),
            ("1.2.3", false, None),
            ("", false, None),
            ("-", false, None),
            (".5", false, None),
            ("1e3", false, None),
            ("12 €", false, None),
        ] {
            let expected = expected.map(|number| number.parse::<Decimal>().unwrap());
            assert_eq!(number(text, commas), expected, "{text:?} {commas}");
        }
    }

    proptest! {
        /// Whatever mark a program uses, the number is the same.
        #[test]
        fn a_number_is_itself_by_either_mark(units in -1_000_000_000_i64..1_000_000_000, places in 0..5_u32) {
            let known = Decimal::new(units, places);
            prop_assert_eq!(number(&known.to_string(), false), Some(known));
            prop_assert_eq!(number(&known.to_string().replace('.', ","), true), Some(known));
        }

        /// What is no number is none, and nothing to fall over.
        #[test]
        fn anything_is_read_or_refused(text in "\\PC{0,30}", commas in any::<bool>()) {
            if let Some(known) = number(&text, commas) {
                prop_assert!(text.chars().any(|letter| letter.is_ascii_digit()), "{text:?} is {known}");
            }
        }
    }
}
