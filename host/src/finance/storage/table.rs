//! Measures from a table, as spreadsheets write it: headings in French or English, fields separated by semicolons, commas or
//! tabs, numbers and days as both languages write them. Pure.

use chrono::NaiveDate;
use rust_decimal::Decimal;

use super::block::Block;
use super::model::TableProblem;

/// Headings by what stands below, in any case.
const STORE: &[&str] = &["Boutique", "Store"];
const STARTS_AT: &[&str] = &["Début", "Debut", "Date", "Start"];
const VOLUME: &[&str] = &["Volume", "Volume (m³)", "Volume (m3)", "m³", "m3"];

/// As many lines as are read.
const MOST: usize = 1_000;

/// A line that makes sense.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// From 1, the headings'.
    pub number: usize,
    /// A store's name or id.
    pub store: String,
    pub starts_at: NaiveDate,
    pub volume: Decimal,
}

/// What a table says, and what is wrong with it.
pub fn read(content: &str) -> (Vec<Line>, Vec<TableProblem>) {
    let content = content.trim_start_matches('\u{feff}');
    let heading = content.lines().next().unwrap_or_default();
    let count = |delimiter: &u8| heading.bytes().filter(|byte| byte == delimiter).count();
    let delimiter = [b',', b'\t', b';'].into_iter().max_by_key(count);
    let delimiter = delimiter.unwrap_or(b';');
    let headings = cells(heading, delimiter);
    let place = |names: &[&str]| {
        let named = |heading: &str| {
            let heading = heading.trim().to_lowercase();
            names.iter().any(|name| name.to_lowercase() == heading)
        };
        headings.iter().position(named)
    };
    let problem = |line, column, code, value: &str| TableProblem {
        line,
        column,
        code,
        value: value.chars().take(100).collect(),
    };
    let places = [place(STORE), place(STARTS_AT), place(VOLUME)];
    let [Some(store), Some(starts_at), Some(volume)] = places else {
        let names = ["storeId", "startsAt", "volume"].into_iter().zip(places);
        let missing = names.filter(|(_, place)| place.is_none());
        let problems = missing.map(|(column, _)| problem(1, column, "required", ""));
        return (Vec::new(), problems.collect());
    };
    let (mut lines, mut problems) = (Vec::new(), Vec::new());
    for (number, line) in (2..).zip(content.lines().skip(1)) {
        if lines.len() + problems.len() >= MOST {
            problems.push(problem(number, "", "max", ""));
            break;
        }
        let record = cells(line, delimiter);
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        let cell = |place: usize| record.get(place).unwrap_or_default().trim();
        let (name, day, cubic_metres) = (cell(store), cell(starts_at), cell(volume));
        let before = problems.len();
        if name.is_empty() {
            problems.push(problem(number, "storeId", "required", ""));
        }
        let first = self::day(day);
        match first.map(Block::starting) {
            None => problems.push(problem(number, "startsAt", "date", day)),
            Some(None) => problems.push(problem(number, "startsAt", "halfMonth", day)),
            Some(Some(_)) => {}
        }
        let amount = self::number(cubic_metres);
        if amount.is_none() {
            problems.push(problem(number, "volume", "format", cubic_metres));
        }
        if let (Some(starts_at), Some(volume)) = (first, amount)
            && problems.len() == before
        {
            lines.push(Line {
                number,
                store: name.to_owned(),
                starts_at,
                volume,
            });
        }
    }
    (lines, problems)
}

/// The cells of a line; none, where it cannot be read.
fn cells(line: &str, delimiter: u8) -> csv::StringRecord {
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .from_reader(line.as_bytes());
    let record = reader.records().next();
    record.and_then(Result::ok).unwrap_or_default()
}

/// `2026-11-16` or `16/11/2026`.
fn day(text: &str) -> Option<NaiveDate> {
    let formats = ["%Y-%m-%d", "%d/%m/%Y"];
    let mut days = formats
        .into_iter()
        .map(|format| NaiveDate::parse_from_str(text, format).ok());
    days.find_map(|day| day)
}

/// `2.4`, `2,4`, `1 024,5`: the last mark is the decimals', spaces part thousands.
fn number(text: &str) -> Option<Decimal> {
    let plain: String = text
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .collect();
    let plain = match plain.rfind([',', '.']) {
        Some(mark) => {
            let (whole, decimals) = plain.split_at(mark);
            let whole = whole.replace([',', '.'], "");
            format!("{whole}.{}", &decimals[1..])
        }
        None => plain,
    };
    plain.parse().ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn line(number: usize, store: &str, starts_at: &str, volume: &str) -> Line {
        Line {
            number,
            store: store.into(),
            starts_at: starts_at.parse().unwrap(),
            volume: volume.parse().unwrap(),
        }
    }

    #[test]
    fn french_and_english_tables_are_read_alike() {
        let expected = [
            line(2, "Aurore, Merch", "2026-11-01", "1024.5"),
            line(4, "Lune", "2026-11-16", "2.4"),
        ];
        for table in [
            "\u{feff}Boutique;Début;Volume (m³)\r\nAurore, Merch;01/11/2026;1\u{202f}024,5\r\n;;\r\nLune;16/11/2026;2,4\r\n",
            "volume,Store,ignored,start\n\"1,024.5\",\"Aurore, Merch\",x,2026-11-01\n,,,\n2.4,Lune,,2026-11-16",
            "Store\tDate\tm3\nAurore, Merch\t2026-11-01\t1024.5\n\t\t\nLune\t16/11/2026\t2.4\n",
        ] {
            let (lines, problems) = read(table);
            assert_eq!(problems, [], "{table}");
            assert_eq!(lines, expected, "{table}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_told_with_its_line_and_column() {
        let (lines, problems) = read(
            "Store;Start;Volume\n;32/11/2026;x\nLune;2026-11-02;1\nLune;2026-11-16\nLune;2026-11-16;3\n",
        );
        assert_eq!(lines, [line(5, "Lune", "2026-11-16", "3")]);
        let faults: Vec<_> = problems
            .iter()
            .map(|problem| (problem.line, problem.column, problem.code, &*problem.value))
            .collect();
        assert_eq!(
            faults,
            [
                (2, "storeId", "required", ""),
                (2, "startsAt", "date", "32/11/2026"),
                (2, "volume", "format", "x"),
                (3, "startsAt", "halfMonth", "2026-11-02"),
                (4, "volume", "format", ""),
            ]
        );
        let (_, problems) = read("Store;Volume\n");
        assert_eq!(
            problems
                .iter()
                .map(|problem| (problem.line, problem.column))
                .collect::<Vec<_>>(),
            [(1, "startsAt")]
        );
    }

    proptest! {
        #[test]
        fn nothing_makes_it_fail(text in "(Store;Start;Volume\n)?[\\PC;,\n\"\t]{0,200}") {
            let (lines, problems) = read(&text);
            prop_assert!(lines.len() + problems.len() <= MOST + 3);
        }

        #[test]
        fn what_was_written_is_read(name in "[A-Za-zé'; ,\"]{0,20}[a-z]", later in 0..2_000_i64, half: bool, litres in 0..100_000_000_i64) {
            let month = "2020-01-01".parse::<NaiveDate>().unwrap() + chrono::Months::new(u32::try_from(later % 240).unwrap());
            let starts_at = month + chrono::Days::new(if half { 15 } else { 0 });
            let volume = Decimal::new(litres, 3);
            let mut writer = csv::WriterBuilder::new().delimiter(b';').from_writer(Vec::new());
            writer.write_record(["Boutique", "Début", "Volume"]).unwrap();
            writer.write_record([&name, &starts_at.format("%d/%m/%Y").to_string(), &volume.to_string().replace('.', ",")]).unwrap();
            let table = String::from_utf8(writer.into_inner().unwrap()).unwrap();
            let (lines, problems) = read(&table);
            prop_assert_eq!(problems, []);
            prop_assert_eq!(&lines[0].store, name.trim());
            prop_assert_eq!((lines[0].starts_at, lines[0].volume), (starts_at, volume));
        }
    }
}
