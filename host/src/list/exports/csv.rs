//! Rows as the text of a spreadsheet: what French and English office programs open without asking.

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Europe::Paris;
use rust_decimal::Decimal;

use crate::words::language::Language;

/// One value. Text may have been written by anybody; the others cannot be formulas.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    Text(String),
    Count(i64),
    Number(Decimal),
    Day(Option<NaiveDate>),
    Time(Option<DateTime<Utc>>),
}

impl Cell {
    pub fn text(text: impl Into<String>) -> Self {
        Cell::Text(text.into())
    }

    /// As the caller's spreadsheet reads it: decimal comma and day first in French, day first in English too, as the
    /// portal's users are in Europe. Times are those of Paris.
    fn written(&self, language: Language) -> String {
        match self {
            Cell::Text(text) => defused(text),
            Cell::Count(count) => count.to_string(),
            Cell::Number(number) => match language {
                Language::Fr => number.to_string().replace('.', ","),
                Language::En => number.to_string(),
            },
            Cell::Day(day) => {
                day.map_or_else(String::new, |day| day.format("%d/%m/%Y").to_string())
            }
            Cell::Time(time) => time.map_or_else(String::new, |time| {
                time.with_timezone(&Paris)
                    .format("%d/%m/%Y %H:%M")
                    .to_string()
            }),
        }
    }
}

/// A text that a spreadsheet would take for a formula gets an apostrophe in front (OWASP: CSV injection). Tabs and line
/// ends in front of one would hide it.
fn defused(text: &str) -> String {
    let first = text.trim_start().chars().next();
    if matches!(
        first,
        Some('=' | '+' | '-' | '@' | '|' | '%' | '＝' | '＋' | '－' | '＠')
    ) || text.starts_with(['\t', '\r', '\n'])
    {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

/// Writes rows into memory; what was written is taken out page by page.
#[derive(Debug)]
pub struct Writer {
    language: Language,
    rows: csv::Writer<Vec<u8>>,
}

impl Writer {
    /// With the headings already written. Semicolons in French, where the comma is the decimal mark; a byte order mark,
    /// by which spreadsheets know UTF-8.
    pub fn new(headings: &[String], language: Language) -> anyhow::Result<Self> {
        let mut writer = Self {
            language,
            rows: Self::rows(language, "\u{feff}".as_bytes().to_vec()),
        };
        let headings = headings.iter().map(|heading| defused(heading));
        writer.rows.write_record(headings)?;
        Ok(writer)
    }

    /// The reader's.
    pub const fn language(&self) -> Language {
        self.language
    }

    fn rows(language: Language, start: Vec<u8>) -> csv::Writer<Vec<u8>> {
        csv::WriterBuilder::new()
            .delimiter(language.pick(b';', b','))
            .terminator(csv::Terminator::CRLF)
            .from_writer(start)
    }

    pub fn write(&mut self, cells: &[Cell]) -> anyhow::Result<()> {
        let texts = cells.iter().map(|cell| cell.written(self.language));
        Ok(self.rows.write_record(texts)?)
    }

    /// What was written since the last time.
    pub fn take(&mut self) -> anyhow::Result<Vec<u8>> {
        let rows = std::mem::replace(&mut self.rows, Self::rows(self.language, Vec::new()));
        rows.into_inner()
            .map_err(|error| anyhow::anyhow!("{error}"))
    }
}

/// Writes a text that anybody may have written: a spreadsheet reads it back as that text, in one cell, and computes
/// nothing.
///
/// # Panics
/// It is a formula, another text, or several cells.
#[cfg(any(test, fuzzing))]
pub fn fuzz(text: &str) {
    let headings = ["Name", "Price"].map(str::to_owned);
    for language in [Language::Fr, Language::En] {
        let mut writer = Writer::new(&headings, language).expect("memory");
        let row = [Cell::text(text), Cell::Count(1)];
        writer.write(&row).expect("memory");
        let file = writer.take().expect("memory");
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(language.pick(b';', b','))
            .from_reader(file.strip_prefix("\u{feff}".as_bytes()).expect("a mark"));
        let rows: Vec<_> = reader.records().collect::<Result<_, _>>().expect("rows");
        assert_eq!((rows.len(), rows[0].len()), (1, 2), "{rows:?}");
        let cell = &rows[0][0];
        let first = cell.trim_start().chars().next();
        assert!(
            !first.is_some_and(|first| "=+-@|%＝＋－＠".contains(first)),
            "{cell:?}"
        );
        assert!(
            cell == text || cell.strip_prefix('\'') == Some(text),
            "{cell:?}"
        );
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn written(language: Language, rows: &[[Cell; 2]]) -> String {
        let mut writer = Writer::new(
            &[language.pick("Nom", "Name"), language.pick("Prix", "Price")].map(str::to_owned),
            language,
        )
        .unwrap();
        for row in rows {
            writer.write(row).unwrap();
        }
        String::from_utf8(writer.take().unwrap()).unwrap()
    }

    #[test]
    fn each_language_has_its_own_marks() {
        let rows = [[
            Cell::text("T-shirt; \"M\""),
            Cell::Number(Decimal::new(-1250, 2)),
        ]];
        assert_eq!(
            written(Language::Fr, &rows),
            "\u{feff}Nom;Prix\r\n\"T-shirt; \"\"M\"\"\";-12,50\r\n"
        );
        assert_eq!(
            written(Language::En, &rows),
            "\u{feff}Name,Price\r\n\"T-shirt; \"\"M\"\"\",-12.50\r\n"
        );
    }

    proptest! {
        #[test]
        fn no_text_is_a_formula(text in "[=+@\\-|%\\t\\r\\n a-z\"';,＝]{0,30}") {
            fuzz(&text);
        }
    }
}
