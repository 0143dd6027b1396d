//! The columns of a file: which headings it may have, and the field of a form that each fills.

use crate::forms::{BundleInput, ComponentInput, Form, NamedValue, ProductInput, VariantInput};
use crate::writing::Message;
use csv::StringRecord;

/// Which column each heading is, and how the file writes numbers.
pub struct Columns {
    pub headings: Vec<String>,
    pub decimal_comma: bool,
}

impl Columns {
    /// From 0.
    pub fn position(&self, heading: &str) -> Option<usize> {
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

    /// Empty where the file has no such column.
    pub fn text<'a>(&self, record: &'a StringRecord, heading: &str) -> &'a str {
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
    fn fields(&self, columns: &Columns) -> Message;
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
        self.hs_tariff_code = Some(text("TariffNumber"));
        self.country_of_origin = Some(text("OriginCountry"));
        self.customs_description = text("CustomsDescription");
        let (amount, currency) = (columns.number(record, "Value"), text("Currency"));
        // A currency alone values nothing.
        self.price = Some(amount).filter(|amount| !amount.is_empty());
        self.currency = Some(currency);
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
            "hsTariffCode" => "TariffNumber",
            "countryOfOrigin" => "OriginCountry",
            "customsDescription" => "CustomsDescription",
            "price" => "Value",
            "currency" => "Currency",
            _ => return (option_heading(field).unwrap_or_else(|| "SKU".into()), 0),
        };
        (heading.into(), 0)
    }

    fn fields(&self, columns: &Columns) -> Message {
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

    fn fields(&self, _: &Columns) -> Message {
        self.message()
    }
}
