//! What came of each row: what a step hands on to the next, the result, and the report to download.

use super::rows::{MOST_FAULTS, Row};
use comptoir_plugin_sdk::{Error, Host, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What came of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    #[serde(rename = "c")]
    Created,
    #[serde(rename = "u")]
    Updated,
    #[serde(rename = "n")]
    Unchanged,
    /// By the provider.
    #[serde(rename = "r")]
    Refused,
}

/// Row by row, each by its place in the order of SKUs. At most 1 MiB as JSON, as the contract has it.
#[derive(Debug, Serialize, Deserialize)]
pub struct Log {
    /// None: still to do.
    outcomes: Vec<Option<Outcome>>,
    /// Why rows were refused, in the provider's words.
    refusals: BTreeMap<usize, String>,
}

/// How long the provider's word on one row is kept, in characters.
const LONGEST_REFUSAL: usize = 300;
/// How long all of them are together, in bytes. Rows that are refused behind that have no reason in the report.
const MOST_REFUSALS: usize = 256 << 10;

/// What an import did so far.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Imported {
    rows: usize,
    created: usize,
    updated: usize,
    unchanged: usize,
    /// Refused by the provider: the first of them, by line.
    failed: Vec<Failed>,
    /// All of them.
    failed_count: usize,
}

#[derive(Debug, Serialize)]
struct Failed {
    line: u64,
    /// Its SKU.
    label: String,
    message: String,
}

impl Log {
    /// Nothing is done yet.
    pub fn new(rows: &BTreeMap<String, Row>) -> Self {
        Self {
            outcomes: vec![None; rows.len()],
            refusals: BTreeMap::new(),
        }
    }

    /// Whether it can speak of these rows.
    pub fn is_of(&self, rows: &BTreeMap<String, Row>) -> bool {
        self.outcomes.len() == rows.len()
    }

    /// How many rows are still to do.
    pub fn open(&self) -> usize {
        self.count(None)
    }

    pub fn is_open(&self, place: usize) -> bool {
        self.outcomes.get(place) == Some(&None)
    }

    pub fn settle(&mut self, place: usize, outcome: Outcome) {
        if let Some(row) = self.outcomes.get_mut(place) {
            *row = Some(outcome);
        }
    }

    /// Settles a row that the provider does not take. It is not tried again.
    pub fn refuse(&mut self, place: usize, message: &str) {
        self.settle(place, Outcome::Refused);
        let letters = message.chars().map(|letter| match letter.is_control() {
            true => ' ',
            false => letter,
        });
        let message: String = letters.take(LONGEST_REFUSAL).collect();
        let length: usize = self.refusals.values().map(String::len).sum();
        if length + message.len() <= MOST_REFUSALS {
            self.refusals.insert(place, message);
        }
    }

    /// Tells those who watch how far the file is.
    pub fn report(&self, host: &impl Host) {
        let rows = self.outcomes.len() as u64;
        host.progress(rows - self.open() as u64, Some(rows), "");
    }

    pub fn result(&self, rows: &BTreeMap<String, Row>) -> Imported {
        let refused = self.by_line(rows).into_iter();
        let refused = refused.filter(|entry| entry.outcome == Some(Outcome::Refused));
        let failed = refused.take(MOST_FAULTS).map(|entry| Failed {
            line: entry.line,
            label: entry.sku.into(),
            message: entry.message.into(),
        });
        Imported {
            rows: rows.len(),
            created: self.count(Some(Outcome::Created)),
            updated: self.count(Some(Outcome::Updated)),
            unchanged: self.count(Some(Outcome::Unchanged)),
            failed: failed.collect(),
            failed_count: self.count(Some(Outcome::Refused)),
        }
    }

    /// Writes `import-report.csv`: what came of each line, as spreadsheets of that language read it.
    pub fn write(
        &self,
        host: &impl Host,
        language: &str,
        rows: &BTreeMap<String, Row>,
    ) -> Result<()> {
        let french = language == "fr";
        let word = |outcome| match (outcome, french) {
            (None, _) => "",
            (Some(Outcome::Created), false) => "created",
            (Some(Outcome::Created), true) => "créé",
            (Some(Outcome::Updated), false) => "updated",
            (Some(Outcome::Updated), true) => "modifié",
            (Some(Outcome::Unchanged), false) => "unchanged",
            (Some(Outcome::Unchanged), true) => "inchangé",
            (Some(Outcome::Refused), false) => "refused",
            (Some(Outcome::Refused), true) => "refusé",
        };
        // As the portal's own exports: a byte order mark, by which spreadsheets know UTF-8; semicolons in French.
        let mut writer = csv::WriterBuilder::new()
            .delimiter(if french { b';' } else { b',' })
            .terminator(csv::Terminator::CRLF)
            .from_writer("\u{feff}".as_bytes().to_vec());
        let broken =
            |error: csv::Error| Error::internal(format!("the report cannot be written: {error}"));
        let headings = match french {
            true => ["Ligne", "Référence", "Résultat", "Motif"],
            false => ["Line", "SKU", "Outcome", "Reason"],
        };
        writer.write_record(headings).map_err(broken)?;
        for entry in self.by_line(rows) {
            let line = entry.line.to_string();
            let message = defused(entry.message);
            let cells = [&line, entry.sku, word(entry.outcome), &message];
            writer.write_record(cells).map_err(broken)?;
        }
        let bytes = writer
            .into_inner()
            .map_err(|error| Error::internal(format!("the report cannot be written: {error}")))?;
        for piece in bytes.chunks(1 << 20) {
            host.write_file("import-report.csv", piece)?;
        }
        Ok(())
    }

    fn count(&self, wanted: Option<Outcome>) -> usize {
        let outcomes = self.outcomes.iter();
        outcomes.filter(|outcome| **outcome == wanted).count()
    }

    fn by_line<'a>(&'a self, rows: &'a BTreeMap<String, Row>) -> Vec<Entry<'a>> {
        let all = rows.iter().zip(&self.outcomes).enumerate();
        let mut entries: Vec<_> = all
            .map(|(place, ((sku, row), outcome))| Entry {
                line: row.line,
                sku,
                outcome: *outcome,
                message: self.refusals.get(&place).map_or("", String::as_str),
            })
            .collect();
        entries.sort_by_key(|entry| entry.line);
        entries
    }
}

/// A line of the report.
struct Entry<'a> {
    line: u64,
    sku: &'a str,
    outcome: Option<Outcome>,
    message: &'a str,
}

/// A text that a spreadsheet would take for a formula gets an apostrophe in front (OWASP: CSV injection).
fn defused(text: &str) -> String {
    let first = text.trim_start().chars().next();
    match first {
        Some('=' | '+' | '-' | '@' | '|' | '%' | '＝' | '＋' | '－' | '＠') => {
            format!("'{text}")
        }
        _ => text.to_owned(),
    }
}
