//! The rows of a CSV file as forms, and what is wrong with them by line and column.
//!
//! A product is a row; a bundle has a row for each of its products. A column that the file does not have stays at the
//! provider as it is.

use super::columns::{Columns, FromRows};
use crate::forms::{self, Issues};
use crate::screen;
use crate::writing::{Kind, Message};
use comptoir_plugin_sdk::{Connector, Error, FileReader, Host, Result, text};
use csv::{ByteRecord, ReaderBuilder, StringRecord, Terminator};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Something in the file that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// From 1, the headings included.
    pub line: u64,
    /// From 1; none when the line as a whole is meant.
    pub column: Option<usize>,
    pub heading: String,
    pub code: &'static str,
    pub message: &'static str,
}

/// One product or bundle to be written.
#[derive(Debug)]
pub struct Row {
    /// Its position among the connections.
    pub connector: usize,
    pub line: u64,
    /// The provider's fields that the file tells.
    pub fields: Message,
}

/// How many rows a file has at most: with more of them the sandbox's memory would end.
const MOST_ROWS: usize = 20_000;
/// How many faults are told of at most: nobody reads more.
pub const MOST_FAULTS: usize = 500;
/// How many headings that mean nothing are named at most.
const MOST_IGNORED: usize = 20;

/// All that is wrong, told or not.
#[derive(Debug, Default)]
pub struct Faults {
    pub list: Vec<Fault>,
    pub count: usize,
}

impl Faults {
    fn add(&mut self, fault: impl FnOnce() -> Fault) {
        self.count += 1;
        if self.list.len() < MOST_FAULTS {
            self.list.push(fault());
        }
    }
}

/// What a file holds: by SKU, and what is wrong with it.
#[derive(Debug, Default)]
pub struct Read {
    pub rows: BTreeMap<String, Row>,
    pub faults: Faults,
    /// Headings of columns that are passed over.
    pub ignored: Vec<String>,
}

/// A form under way, with its lines.
struct Draft<F> {
    form: F,
    lines: Vec<u64>,
}

/// Reads all of it.
///
/// # Errors
/// `unavailable` when the file, or the provider's list of products that bundles are made of, cannot be read now.
pub fn read<F: FromRows>(
    host: &impl Host,
    file: &str,
    connectors: &[&Connector],
    language: &str,
) -> Result<Read> {
    let mut issues = Issues::new(language);
    let mut faults = Faults::default();
    let delimiter = text::delimiter(&host.read_file(file, 0, 4_096)?);
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        // With the default, lines that end in CR LF are counted one too few. What is left of it is trimmed.
        .terminator(Terminator::Any(b'\n'))
        .from_reader(FileReader::new(host, file));
    let headings = decoded(reader.byte_headers().map_err(|error| broken(&error))?);
    let mut ignored = Vec::new();
    let columns = Columns {
        headings: headings.iter().map(str::to_lowercase).collect(),
        decimal_comma: delimiter != b',',
    };
    for (at, heading) in headings.iter().enumerate() {
        if !F::knows(heading) {
            ignored.push(heading.chars().take(60).collect::<String>());
        } else if columns.position(heading) != Some(at) {
            faults.add(|| fault(&mut issues, 1, Some(at), heading, "headingTwice"));
        }
    }
    ignored.retain(|heading| !heading.is_empty());
    ignored.truncate(MOST_IGNORED);
    for needed in F::NEEDED {
        if columns.position(needed).is_none() {
            faults.add(|| fault(&mut issues, 1, None, needed, "missing"));
        }
    }
    let mut drafts: BTreeMap<String, Draft<F>> = BTreeMap::new();
    if faults.count == 0 {
        for (number, record) in reader.byte_records().enumerate() {
            let record = decoded(&record.map_err(|error| broken(&error))?);
            if number == MOST_ROWS {
                let line = record.position().map_or(0, csv::Position::line);
                faults.add(|| fault(&mut issues, line, None, "", "tooManyRows"));
                break;
            }
            add(&mut drafts, &columns, &record, &mut issues, &mut faults);
        }
        if drafts.is_empty() && faults.count == 0 {
            faults.add(|| fault(&mut issues, 2, None, "", "empty"));
        }
    }
    let known = if F::KIND == Kind::Bundle {
        Some(screen::skus(host, connectors)?)
    } else {
        None
    };
    let mut rows = BTreeMap::new();
    for (sku, draft) in drafts {
        if let Some(row) = finish(
            &sku,
            &draft,
            &columns,
            connectors,
            known.as_ref(),
            &mut issues,
            &mut faults,
        ) {
            rows.insert(sku, row);
        }
    }
    faults.list.sort_by_key(|fault| (fault.line, fault.column));
    Ok(Read {
        rows,
        faults,
        ignored,
    })
}

/// Rows may have as many columns as they like, and any letters: only the host can fail.
fn broken(error: &csv::Error) -> Error {
    Error::unavailable(format!("the file cannot be read: {error}"))
}

/// The row's fields as text, without the spaces around them.
fn decoded(record: &ByteRecord) -> StringRecord {
    let mut texts = StringRecord::new();
    for field in record {
        texts.push_field(text::decoded(field).trim());
    }
    texts.set_position(record.position().cloned());
    texts
}

fn fault(
    issues: &mut Issues,
    line: u64,
    column: Option<usize>,
    heading: &str,
    code: &'static str,
) -> Fault {
    issues.add(heading, code);
    let message = issues.take().pop().map_or("", |issue| issue.message);
    Fault {
        line,
        column: column.map(|at| at + 1),
        heading: heading.into(),
        code,
        message,
    }
}

fn add<F: FromRows>(
    drafts: &mut BTreeMap<String, Draft<F>>,
    columns: &Columns,
    record: &StringRecord,
    issues: &mut Issues,
    faults: &mut Faults,
) {
    if record.iter().all(str::is_empty) {
        return;
    }
    let line = record.position().map_or(0, csv::Position::line);
    let sku = columns.text(record, "SKU").to_owned();
    let at = columns.position("SKU");
    if sku.is_empty() {
        faults.add(|| fault(issues, line, at, "SKU", "required"));
        return;
    }
    if !F::MANY_ROWS && drafts.contains_key(&sku) {
        faults.add(|| fault(issues, line, at, "SKU", "twice"));
        return;
    }
    let draft = drafts.entry(sku.clone()).or_insert_with(|| Draft {
        form: F::default(),
        lines: Vec::new(),
    });
    draft.form.set_sku(sku);
    draft.lines.push(line);
    for (heading, code) in draft.form.add(columns, record) {
        let at = columns.position(heading);
        faults.add(|| fault(issues, line, at, heading, code));
    }
}

/// The row to be written; none when no connection has such SKUs.
fn finish<F: FromRows>(
    sku: &str,
    draft: &Draft<F>,
    columns: &Columns,
    connectors: &[&Connector],
    known: Option<&BTreeSet<String>>,
    issues: &mut Issues,
    faults: &mut Faults,
) -> Option<Row> {
    let line = draft.lines.first().copied().unwrap_or_default();
    draft.form.check(issues);
    if let Some(known) = known {
        for (field, component) in draft.form.components() {
            if !known.contains(component) {
                issues.add(field, "component");
            }
        }
    }
    for issue in issues.take() {
        faults.add(|| {
            let (heading, row) = draft.form.heading(&issue.field);
            Fault {
                line: draft.lines.get(row).copied().unwrap_or(line),
                column: columns.position(&heading).map(|at| at + 1),
                heading,
                code: issue.code,
                message: issue.message,
            }
        });
    }
    let owner = forms::owner(connectors, F::KIND, sku);
    let Some(connector) =
        owner.and_then(|owner| connectors.iter().position(|one| one.id == owner.id))
    else {
        faults.add(|| fault(issues, line, columns.position("SKU"), "SKU", "sku"));
        return None;
    };
    Some(Row {
        connector,
        line,
        fields: draft.form.fields(columns),
    })
}
