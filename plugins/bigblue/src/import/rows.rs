//! The rows of a CSV file as forms, and what is wrong with them by line and column.
//!
//! A product is a row; a bundle has a row for each of its products. A column that the file does not have stays at the
//! provider as it is.

use crate::forms::BundleInput;
use crate::forms::{
    self, ComponentInput, Form, Issues, NamedValue, Price, ProductInput, VariantInput,
};
use crate::screen;
use crate::writing::{Kind, Message};
use comptoir_plugin_sdk::{Connector, Error, FileReader, Host, Result};
use csv::{ReaderBuilder, StringRecord, Terminator, Trim};
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
const MOST_FAULTS: usize = 500;
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

/// Which column each heading is, and how the file writes numbers.
pub struct Columns {
    headings: Vec<String>,
    decimal_comma: bool,
}

impl Columns {
    fn position(&self, heading: &str) -> Option<usize> {
        let folded = heading.to_lowercase();
        self.headings.iter().position(|known| *known == folded)
    }

    /// A number, with a point whatever the file writes.
    fn number(&self, record: &StringRecord, heading: &str) -> String {
        let text = self.text(record, heading);
        match self.decimal_comma {
            true => text.replace(',', "."),
            false => text.to_owned(),
        }
    }

    fn text<'a>(&self, record: &'a StringRecord, heading: &str) -> &'a str {
        let position = self.position(heading);
        position.and_then(|at| record.get(at)).unwrap_or_default()
    }
}

/// A form that is read from rows.
pub trait FromRows: Form {
    /// Headings without which a file is none.
    const NEEDED: &'static [&'static str];

    /// Whether a column of this heading means something.
    fn knows(heading: &str) -> bool;

    /// Whether further rows with the same SKU belong to it.
    const MANY_ROWS: bool;

    /// Adds one row. Codes of headings whose text cannot be taken.
    fn add(
        &mut self,
        columns: &Columns,
        record: &StringRecord,
    ) -> Vec<(&'static str, &'static str)>;

    /// The heading that a field stands under, and the row among the form's own.
    fn heading(&self, field: &str) -> (String, usize);

    /// The provider's fields whose headings the file has.
    fn told(&self, columns: &Columns) -> Message;
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
    let delimiter = delimiter(host, file)?;
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        // With the default, lines that end in CR LF are counted one too few. What is left of it is trimmed.
        .terminator(Terminator::Any(b'\n'))
        .trim(Trim::All)
        .from_reader(FileReader::new(host, file));
    let headings = match reader.headers() {
        Ok(headings) => headings,
        Err(error) => {
            faults.add(|| fault(&mut issues, 1, None, "", code(&error)));
            return Ok(Read {
                faults,
                ..Read::default()
            });
        }
    };
    let mut ignored = Vec::new();
    let columns = Columns {
        headings: headings.iter().map(str::to_lowercase).collect(),
        decimal_comma: delimiter == b';',
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
        for (number, record) in reader.records().enumerate() {
            match record {
                Ok(record) if number == MOST_ROWS => {
                    let line = record.position().map_or(0, csv::Position::line);
                    faults.add(|| fault(&mut issues, line, None, "", "tooManyRows"));
                    break;
                }
                Ok(record) => {
                    add(&mut drafts, &columns, &record, &mut issues, &mut faults);
                }
                Err(error) => {
                    if let csv::ErrorKind::Io(failure) = error.kind() {
                        return Err(Error::unavailable(format!(
                            "the file cannot be read: {failure}"
                        )));
                    }
                    let line = error.position().map_or(0, csv::Position::line);
                    faults.add(|| fault(&mut issues, line, None, "", code(&error)));
                }
            }
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

/// A spreadsheet saves in the letters of its system unless it is told otherwise.
fn code(error: &csv::Error) -> &'static str {
    match error.kind() {
        csv::ErrorKind::Utf8 { .. } => "encoding",
        _ => "unreadable",
    }
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

/// A spreadsheet of a French desk separates by semicolons.
fn delimiter(host: &impl Host, file: &str) -> Result<u8> {
    let beginning = host.read_file(file, 0, 4_096)?;
    let headings = beginning
        .split(|byte| *byte == b'\n')
        .next()
        .unwrap_or_default();
    let count = |mark: u8| headings.iter().filter(|byte| **byte == mark).count();
    Ok(if count(b';') > count(b',') {
        b';'
    } else {
        b','
    })
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
        fields: draft.form.told(columns),
    })
}

const OPTION_HEADINGS: [[&str; 2]; 5] = [
    ["OptionName1", "OptionValue1"],
    ["OptionName2", "OptionValue2"],
    ["OptionName3", "OptionValue3"],
    ["OptionName4", "OptionValue4"],
    ["OptionName5", "OptionValue5"],
];

fn options(columns: &Columns, record: &StringRecord) -> Vec<NamedValue> {
    let pairs = OPTION_HEADINGS.iter().map(|[name, value]| NamedValue {
        name: columns.text(record, name).into(),
        value: columns.text(record, value).into(),
    });
    let filled = pairs.filter(|option| !option.name.is_empty() || !option.value.is_empty());
    filled.collect()
}

fn is_among<'a>(heading: &str, mut known: impl Iterator<Item = &'a str>) -> bool {
    known.any(|known| known.eq_ignore_ascii_case(heading))
}

fn option_heading(field: &str) -> Option<String> {
    let (at, part) = field.strip_prefix("options.")?.split_once('.')?;
    let pair = OPTION_HEADINGS.get(at.parse::<usize>().ok()?)?;
    Some(pair[usize::from(part == "value")].into())
}

/// The columns of a product and the provider's field that each fills.
pub const PRODUCT_COLUMNS: [(&str, &str); 9] = [
    ("SKU", "id"),
    ("Name", "name"),
    ("Description", "description"),
    ("Barcode", "barcode"),
    ("Value", "value"),
    ("Currency", "value"),
    ("TariffNumber", "tariff_number"),
    ("OriginCountry", "origin_country"),
    ("CustomsDescription", "customs_description"),
];

/// Known in the merchant app's own files; the provider's API takes none of them.
const FLAGS: [&str; 3] = ["TrackLots", "Foldable", "AlreadyPackaged"];

impl FromRows for ProductInput {
    const NEEDED: &'static [&'static str] = &["SKU", "Name"];
    const MANY_ROWS: bool = false;

    fn knows(heading: &str) -> bool {
        let columns = PRODUCT_COLUMNS.iter().map(|(heading, _)| *heading);
        let options = OPTION_HEADINGS.into_iter().flatten();
        is_among(heading, columns.chain(options).chain(FLAGS))
    }

    fn add(
        &mut self,
        columns: &Columns,
        record: &StringRecord,
    ) -> Vec<(&'static str, &'static str)> {
        let text = |heading| columns.text(record, heading).to_owned();
        self.name = text("Name");
        self.description = text("Description");
        self.barcode = text("Barcode");
        self.tariff_number = text("TariffNumber");
        self.origin_country = text("OriginCountry");
        self.customs_description = text("CustomsDescription");
        let (amount, currency) = (columns.number(record, "Value"), text("Currency"));
        // A currency alone values nothing.
        self.price = (!amount.is_empty()).then_some(Price { amount, currency });
        self.options = options(columns, record);
        FLAGS
            .into_iter()
            .filter(|heading| !matches!(columns.text(record, heading), "" | "y" | "n"))
            .map(|heading| (heading, "yesNo"))
            .collect()
    }

    fn heading(&self, field: &str) -> (String, usize) {
        let heading = match field {
            "name" => "Name",
            "description" => "Description",
            "barcode" => "Barcode",
            "tariffNumber" => "TariffNumber",
            "originCountry" => "OriginCountry",
            "customsDescription" => "CustomsDescription",
            "price.amount" => "Value",
            "price.currency" => "Currency",
            _ => return (option_heading(field).unwrap_or_else(|| "SKU".into()), 0),
        };
        (heading.into(), 0)
    }

    fn told(&self, columns: &Columns) -> Message {
        let mut message = self.message();
        for (heading, field) in PRODUCT_COLUMNS {
            if heading != "Currency" && columns.position(heading).is_none() {
                message.remove(field);
            }
        }
        if columns.position(OPTION_HEADINGS[0][0]).is_none() {
            message.remove("options");
        }
        message
    }
}

impl FromRows for BundleInput {
    const NEEDED: &'static [&'static str] = &[
        "SKU",
        "Name",
        "ComponentSKU",
        "Quantity",
        "OptionName1",
        "OptionValue1",
    ];
    const MANY_ROWS: bool = true;

    fn knows(heading: &str) -> bool {
        let options = OPTION_HEADINGS.into_iter().flatten();
        let columns = Self::NEEDED.iter().copied().chain(["Variant"]);
        is_among(heading, columns.chain(options))
    }

    fn add(
        &mut self,
        columns: &Columns,
        record: &StringRecord,
    ) -> Vec<(&'static str, &'static str)> {
        if self.name.is_empty() {
            self.name = columns.text(record, "Name").into();
            self.options = options(columns, record);
        }
        let component = ComponentInput {
            sku: columns.text(record, "ComponentSKU").into(),
            // What is no whole number is no quantity: the form's rule tells.
            quantity: columns.text(record, "Quantity").parse().unwrap_or(0),
            row: self.rows,
        };
        self.rows += 1;
        let title = columns.text(record, "Variant");
        let components = &mut self.components;
        if title.is_empty() {
            components.common.push(component);
            return Vec::new();
        }
        let variants = &mut components.variants;
        match variants.iter_mut().find(|variant| variant.title == title) {
            Some(variant) => variant.components.push(component),
            None => variants.push(VariantInput {
                title: title.into(),
                components: vec![component],
            }),
        }
        Vec::new()
    }

    fn heading(&self, field: &str) -> (String, usize) {
        if let Some(heading) = option_heading(field) {
            return (heading, 0);
        }
        let row = self
            .all()
            .find(|(component, _)| field.starts_with(&format!("{component}.")))
            .map(|(_, component)| component.row);
        let heading = match (field, row) {
            ("name", _) => "Name",
            ("options", _) => "OptionName1",
            (_, Some(_)) if field.ends_with(".quantity") => "Quantity",
            (_, Some(_)) => "ComponentSKU",
            _ => "SKU",
        };
        (heading.into(), row.unwrap_or(0))
    }

    fn told(&self, _: &Columns) -> Message {
        self.message()
    }
}
