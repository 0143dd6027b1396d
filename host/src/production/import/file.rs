//! A file of products as spreadsheets save it: a row a variant, the rows of a product one after the other; headings in French or
//! English, as the portal's texts have them; values divided by semicolons, commas or tabs. Pure.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use csv::{ReaderBuilder, StringRecord, Terminator, Trim};
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use rust_decimal::Decimal;
use slug::slugify;
use uuid::Uuid;
use validator::Validate;

use super::model::Fault;
use crate::files::Kind;
use crate::http::error::{Error, Issue, Result};
use crate::http::request::issues_of;
use crate::production::products::{Fabric, FabricUnit, ProductInput, QuantityMode, VariantInput};
use crate::production::states::ProductStatus;
use crate::production::tags;
use crate::words;
use crate::words::codes::codes;
use crate::words::language::Language;

/// As many rows as a file has.
const MOST_ROWS: usize = 1_000;
/// As many faults as are told: more are the same mistake in every row.
const MOST_FAULTS: usize = 500;
/// As many headings that mean nothing as are named.
const MOST_IGNORED: usize = 20;

codes! {
    /// What stands in a column.
    Column schema(rename_all = "camelCase") {
        Product = "product",
        Color = "color",
        FabricWeight = "fabricWeight",
        FabricUnit = "fabricUnit",
        Fit = "fit",
        Tags = "tags",
        Quantity = "quantity",
        Variant = "variant",
        Sku = "sku",
        Ean = "ean",
        VariantQuantity = "variantQuantity",
        Weight = "weight",
    }
}

impl Column {
    /// Those without which a file is none.
    const NEEDED: [Self; 4] = [
        Self::Product,
        Self::Variant,
        Self::Sku,
        Self::VariantQuantity,
    ];
    /// Those that say something of the product itself, beside its name.
    const OF_PRODUCT: [Self; 6] = [
        Self::Color,
        Self::FabricWeight,
        Self::FabricUnit,
        Self::Fit,
        Self::Tags,
        Self::Quantity,
    ];

    /// Its heading in the template.
    fn heading(self, language: Language) -> String {
        words::project_import_column(self.as_str(), language)
    }

    /// Which one a heading is, in either language, whatever its case, its accents and what it has in brackets.
    fn of(heading: &str) -> Option<Self> {
        static KNOWN: LazyLock<HashMap<String, Column>> = LazyLock::new(|| {
            let languages = [Language::Fr, Language::En].into_iter();
            let named = |language| {
                let all = Column::ALL.iter();
                all.map(move |column| (folded(&column.heading(language)), *column))
            };
            let others = [("color".to_owned(), Column::Color)];
            languages.flat_map(named).chain(others).collect()
        });
        KNOWN.get(&folded(heading)).copied()
    }
}

fn folded(heading: &str) -> String {
    slugify(heading.split('(').next().unwrap_or_default())
}

/// What a file says.
#[derive(Debug)]
pub struct Sheet {
    pub rows: usize,
    pub drafts: Vec<Draft>,
    pub faults: Faults,
    /// Headings of columns that nobody reads.
    pub ignored: Vec<String>,
}

/// What is wrong with a file, by the columns that it has.
#[derive(Debug)]
pub struct Faults {
    pub list: Vec<Fault>,
    /// All of them, of which `list` has the first.
    pub count: usize,
    pub language: Language,
    headings: Vec<String>,
    places: HashMap<Column, usize>,
    cells: HashSet<(u64, usize)>,
}

/// A product as its rows have it.
#[derive(Debug)]
pub struct Draft {
    pub input: ProductInput,
    /// The names of what it is to carry.
    pub tags: Vec<String>,
    /// Where each variant stands.
    lines: Vec<u64>,
    /// What is said of the product itself, and where first.
    said: HashMap<Column, (u64, String)>,
}

/// A line of a file.
struct Row<'a> {
    line: u64,
    cells: HashMap<Column, &'a str>,
}

/// The text of a file: as its mark says, in UTF-8, or else as Windows writes it in Western Europe.
///
/// # Errors
/// [`Error::Invalid`] (`file`): it is empty, or no text.
pub fn decode(bytes: &[u8]) -> Result<String> {
    let (encoding, text) = match Encoding::for_bom(bytes) {
        Some((encoding, mark)) => (encoding, &bytes[mark..]),
        None => {
            Kind::Table.check("file", "", bytes)?;
            match str::from_utf8(bytes) {
                Ok(_) => (UTF_8, bytes),
                Err(_) => (WINDOWS_1252, bytes),
            }
        }
    };
    let (text, _) = encoding.decode_without_bom_handling(text);
    // PostgreSQL keeps no NUL.
    match text.contains('\0') {
        true => Err(Error::field("file", "fileType")),
        false => Ok(text.into_owned()),
    }
}

/// What a file says, and what is wrong with it, in words of this language.
pub fn read(text: &str, language: Language) -> Sheet {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut sheet = Sheet {
        rows: 0,
        drafts: Vec::new(),
        faults: Faults::new(language),
        ignored: Vec::new(),
    };
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter(&text))
        .has_headers(false)
        .flexible(true)
        // Lines are counted by these alone.
        .terminator(Terminator::Any(b'\n'))
        .trim(Trim::All)
        .from_reader(text.as_bytes());
    let mut records = reader
        .records()
        .map_while(std::result::Result::ok)
        .filter(|record| !record.iter().all(str::is_empty))
        .map(|record| (line_of(&text, &record), record));
    if let Some((line, headings)) = records.next() {
        sheet.ignored = sheet.faults.take_headings(line, &headings);
    }
    // Without its headings no row means anything.
    if sheet.faults.count > 0 {
        return sheet;
    }
    let mut names = HashSet::new();
    for (line, record) in records {
        if sheet.rows == MOST_ROWS {
            sheet.faults.code(line, None, "tooManyRows");
            break;
        }
        sheet.rows += 1;
        sheet.take(line, &record, &mut names);
    }
    if sheet.rows == 0 {
        sheet.faults.code(1, None, "empty");
    }
    for draft in &mut sheet.drafts {
        draft.settle(&mut sheet.faults);
    }
    sheet
}

/// What divides the values: whichever the headings have most of.
fn delimiter(text: &str) -> u8 {
    let headings = text.trim_start_matches('\n').lines().next();
    let headings = headings.unwrap_or_default();
    let count = |mark: &u8| headings.bytes().filter(|byte| byte == mark).count();
    let marks = [b',', b'\t', b';'].into_iter();
    marks.max_by_key(count).unwrap_or(b';')
}

/// Where a record begins: its position is that of the empty lines before it.
fn line_of(text: &str, record: &StringRecord) -> u64 {
    let Some(position) = record.position() else {
        return 1;
    };
    let start = usize::try_from(position.byte()).unwrap_or_default();
    let rest = text.as_bytes().iter().skip(start);
    position.line() + rest.take_while(|byte| **byte == b'\n').count() as u64
}

impl Faults {
    fn new(language: Language) -> Self {
        Self {
            list: Vec::new(),
            count: 0,
            language,
            headings: Vec::new(),
            places: HashMap::new(),
            cells: HashSet::new(),
        }
    }

    /// Which columns there are; the headings of those that nobody reads.
    fn take_headings(&mut self, line: u64, headings: &StringRecord) -> Vec<String> {
        self.headings = headings.iter().map(str::to_owned).collect();
        let mut ignored = Vec::new();
        for (at, heading) in headings.iter().enumerate() {
            match Column::of(heading) {
                Some(column) if self.places.contains_key(&column) => {
                    self.tell(line, Some(at), heading.to_owned(), &code("headingTwice"));
                }
                Some(column) => {
                    self.places.insert(column, at);
                }
                None => ignored.push(heading.chars().take(60).collect::<String>()),
            }
        }
        for column in Column::NEEDED {
            if !self.places.contains_key(&column) {
                self.code(line, Some(column), "missing");
            }
        }
        ignored.retain(|heading| !heading.is_empty());
        ignored.truncate(MOST_IGNORED);
        ignored
    }

    /// Something is wrong in a column, or with a line as a whole.
    fn add(&mut self, line: u64, column: Option<Column>, issue: &Issue) {
        let place = column.and_then(|column| self.places.get(&column).copied());
        let heading = match (place, column) {
            (Some(at), _) => self.headings[at].clone(),
            (None, Some(column)) => column.heading(self.language),
            (None, None) => String::new(),
        };
        self.tell(line, place, heading, issue);
    }

    fn code(&mut self, line: u64, column: Option<Column>, code: &str) {
        self.add(line, column, &self::code(code));
    }

    /// Of a cell, what was found first.
    fn tell(&mut self, line: u64, place: Option<usize>, heading: String, issue: &Issue) {
        if place.is_some_and(|at| !self.cells.insert((line, at))) {
            return;
        }
        self.count += 1;
        if self.list.len() < MOST_FAULTS {
            self.list.push(Fault {
                line,
                column: place.map(|at| at + 1),
                heading,
                code: issue.code.clone(),
                message: issue.words(self.language),
            });
        }
    }

    /// What a text says; one that says nothing is told by this code.
    fn read<T>(
        &mut self,
        (line, column): (u64, Column),
        text: &str,
        read: fn(&str) -> Option<T>,
        code: &str,
    ) -> Option<T> {
        let said = read(text);
        if said.is_none() {
            self.code(line, Some(column), code);
        }
        said
    }
}

fn code(code: &str) -> Issue {
    Issue::new("", code)
}

impl Sheet {
    /// Takes a row, by the names of the products so far.
    fn take(&mut self, line: u64, record: &StringRecord, names: &mut HashSet<String>) {
        let faults = &mut self.faults;
        let mut beyond = record.iter().skip(faults.headings.len());
        if beyond.any(|cell| !cell.is_empty()) {
            faults.code(line, None, "tooMany");
        }
        let cells = faults.places.iter();
        let cells = cells.filter_map(|(column, at)| Some((*column, record.get(*at)?)));
        let row = Row {
            line,
            cells: cells.collect(),
        };
        for column in Column::ALL {
            if *column != Column::Fit && row.text(*column).contains('\n') {
                faults.code(line, Some(*column), "oneLine");
            }
        }
        let name = row.text(Column::Product);
        if name.is_empty() {
            return faults.code(line, Some(Column::Product), "required");
        }
        let folded = name.to_lowercase();
        let is_another = |draft: &Draft| draft.input.name.to_lowercase() != folded;
        if self.drafts.last().is_none_or(is_another) {
            self.drafts.push(Draft::new(name));
            if !names.insert(folded) {
                faults.code(line, Some(Column::Product), "apart");
            }
        }
        if let Some(draft) = self.drafts.last_mut() {
            draft.take(&row, faults);
        }
    }
}

impl Row<'_> {
    /// Empty where there is none.
    fn text(&self, column: Column) -> &str {
        self.cells.get(&column).copied().unwrap_or_default()
    }

    fn given(&self, column: Column) -> Option<String> {
        Some(self.text(column).to_owned()).filter(|text| !text.is_empty())
    }
}

impl Draft {
    fn new(name: &str) -> Self {
        Self {
            input: ProductInput {
                project_id: None,
                organization_id: None,
                store_id: None,
                name: name.to_owned(),
                color: None,
                fabric: None,
                fit: None,
                quantity_mode: QuantityMode::Normal,
                quantity: None,
                tags: Vec::new(),
                variants: Vec::new(),
                status: ProductStatus::Imported,
                reason: None,
            },
            tags: Vec::new(),
            lines: Vec::new(),
            said: HashMap::new(),
        }
    }

    /// Its first.
    pub fn line(&self) -> u64 {
        self.lines.first().copied().unwrap_or(1)
    }

    /// Takes one of its rows. What cannot be read is told as that alone: something sound stands in its place.
    fn take(&mut self, row: &Row<'_>, faults: &mut Faults) {
        for column in Column::OF_PRODUCT {
            let Some(text) = row.given(column) else {
                continue;
            };
            let (_, first) = self
                .said
                .entry(column)
                .or_insert_with(|| (row.line, text.clone()));
            if *first != text {
                faults.code(row.line, Some(column), "differs");
            }
        }
        let mut number = |column, code| {
            let place = (row.line, column);
            faults.read(place, row.text(column), whole, code)
        };
        let quantity = match row.text(Column::VariantQuantity) {
            "" => number(Column::VariantQuantity, "required"),
            _ => number(Column::VariantQuantity, "whole"),
        };
        let weight = match row.text(Column::Weight) {
            "" => None,
            _ => number(Column::Weight, "whole"),
        };
        self.lines.push(row.line);
        self.input.variants.push(VariantInput {
            id: None,
            name: row.text(Column::Variant).to_owned(),
            sku: row.text(Column::Sku).to_owned(),
            ean: row.given(Column::Ean),
            quantity: quantity.unwrap_or(1),
            weight,
        });
    }

    /// Reads what all its rows say of the product itself.
    fn settle(&mut self, faults: &mut Faults) {
        let said = |column: Column| {
            let said = self.said.get(&column);
            said.map(|(line, text)| ((*line, column), text.as_str()))
        };
        let text = |column| said(column).map(|(_, text)| text.to_owned());
        self.input.color = text(Column::Color);
        self.input.fit = text(Column::Fit);
        if let Some((_, names)) = said(Column::Tags) {
            let names = names.split('|').map(str::trim);
            let names = names.filter(|name| !name.is_empty());
            self.tags = names.map(str::to_owned).collect();
        }
        if let Some((place, text)) = said(Column::Quantity) {
            self.input.quantity_mode = QuantityMode::Split;
            self.input.quantity = faults.read(place, text, whole, "whole").or(Some(1));
        }
        let unit = said(Column::FabricUnit)
            .and_then(|(place, text)| faults.read(place, text, unit, "option"));
        let weight = said(Column::FabricWeight)
            .and_then(|(place, text)| faults.read(place, text, decimal, "decimal"));
        self.input.fabric = weight.map(|weight| Fabric {
            weight,
            unit: unit.unwrap_or(FabricUnit::Grams),
        });
    }

    /// Takes the tags of its names, of those that are known by the names without capitals and punctuation.
    pub fn carry(&mut self, known: &HashMap<String, Vec<Uuid>>, faults: &mut Faults) {
        let (mut none, mut several) = (Vec::new(), Vec::new());
        for name in &self.tags {
            match known.get(&tags::slug(name)).map(Vec::as_slice) {
                Some([tag]) => self.input.tags.push(*tag),
                Some(_) => several.push(name.as_str()),
                None => none.push(name.as_str()),
            }
        }
        let groups = [
            (
                "option",
                "Étiquettes inconnues\u{a0}:",
                "Unknown tags:",
                none,
            ),
            (
                "ambiguous",
                "Plusieurs types ont une étiquette de ce nom\u{a0}:",
                "Several types have a tag of this name:",
                several,
            ),
        ];
        for (code, french, english, names) in groups {
            if !names.is_empty() {
                let head = faults.language.pick(french, english);
                let issue = Issue {
                    message: format!("{head} {}.", names.join(", ")),
                    ..Issue::new("tags", code)
                };
                self.tell(&issue, faults);
            }
        }
    }

    /// What a product's own rules say against it.
    pub fn issues(&self) -> Vec<Issue> {
        let mut issues = match self.input.validate() {
            Ok(()) => Vec::new(),
            Err(errors) => issues_of(&errors),
        };
        if let Err(Error::Invalid(more)) = self.input.check() {
            issues.extend(more);
        }
        issues
    }

    /// Tells an issue of the product's where it comes from.
    pub fn tell(&self, issue: &Issue, faults: &mut Faults) {
        let (line, column) = self.place(issue);
        faults.add(line, Some(column), issue);
    }

    fn place(&self, issue: &Issue) -> (u64, Column) {
        let at = issue.field.strip_prefix("variants[");
        if let Some((at, field)) = at.and_then(|field| field.split_once("].")) {
            let column = match field {
                "name" => Column::Variant,
                "ean" => Column::Ean,
                "quantity" => Column::VariantQuantity,
                "weight" => Column::Weight,
                _ => Column::Sku,
            };
            let line = at.parse().ok().and_then(|at: usize| self.lines.get(at));
            return (line.copied().unwrap_or(self.line()), column);
        }
        if issue.field == "variants" {
            let variants = self.input.variants.iter().zip(&self.lines);
            let mut seen = HashSet::new();
            let mut again = variants.filter(|(variant, _)| !seen.insert(&variant.sku));
            return match (&*issue.code, again.next(), self.lines.last()) {
                ("unique", Some((_, line)), _) => (*line, Column::Sku),
                (_, _, last) => (last.copied().unwrap_or(1), Column::Variant),
            };
        }
        let column = match issue.field.split(['.', '[']).next() {
            Some("color") => Column::Color,
            Some("fabric") => Column::FabricWeight,
            Some("fit") => Column::Fit,
            Some("quantity") => Column::Quantity,
            Some("tags") => Column::Tags,
            _ => Column::Product,
        };
        let line = self.said.get(&column).map(|(line, _)| *line);
        (line.unwrap_or(self.line()), column)
    }
}

fn plain(text: &str) -> String {
    text.chars()
        .filter(|letter| !letter.is_whitespace())
        .collect()
}

/// `500`, `1 000`; what is beyond all bounds is as large as can be.
fn whole(text: &str) -> Option<i32> {
    let number: i64 = plain(text).parse().ok()?;
    let most = if number < 0 { i32::MIN } else { i32::MAX };
    Some(i32::try_from(number).unwrap_or(most))
}

/// `180.5`, `180,5`.
fn decimal(text: &str) -> Option<Decimal> {
    plain(text).replace(',', ".").parse().ok()
}

/// `g/m²`, `kg/m2`.
fn unit(text: &str) -> Option<FabricUnit> {
    let text = plain(text).to_lowercase().replace('2', "²");
    let mut units = FabricUnit::ALL.iter().copied();
    units.find(|unit| unit.as_str() == text)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What is wrong with a file, to the rules of its products: line, column and code.
    fn faults_of(text: &str) -> Vec<String> {
        let Sheet {
            mut drafts,
            mut faults,
            ..
        } = read(text, Language::En);
        for draft in &mut drafts {
            draft.input.project_id = Some(Uuid::nil());
            for issue in draft.issues() {
                draft.tell(&issue, &mut faults);
            }
        }
        faults.list.sort_by_key(|fault| (fault.line, fault.column));
        let place = |column: Option<usize>| column.map(|at| at.to_string()).unwrap_or_default();
        let faults = faults.list.iter();
        faults
            .map(|fault| format!("{}:{} {}", fault.line, place(fault.column), fault.code))
            .collect()
    }

    #[test]
    fn french_and_english_files_are_read_alike() {
        let french = "\u{feff}Produit;Couleur;Grammage;Unité;Coupe;Étiquettes;Quantité;Variante;SKU;EAN;Quantité variante;Poids (g)\r\n\
            T-shirt;Écru;180,5;g/m2;Ample;Coton|Brodé;1\u{202f}000;S;CPSL-1S;3760000000017;1;\r\n\
            ;;;;;;;;;;;\r\n\
            t-shirt;;;;;;;M;CPSL-1M;;2;190\r\n\r\n\
            Sac;;;;;;;Unique;CPSL-2;;50;\r\n";
        let english = "SKU,EAN,product,COLOR,Fabric weight,fabric unit,Fit,Tags,Quantity,Variant,Variant quantity,Weight,Note\n\
            CPSL-1S,3760000000017,T-shirt,Écru,180.5,g/m²,Ample,Coton | Brodé,1000,S,1,,x\n\n\
            CPSL-1M,,T-shirt,Écru,,,,,,M,2,190\n\n\
            CPSL-2,,Sac,,,,,,,Unique,50,,\n";
        for (text, ignored) in [(french, vec![]), (english, vec!["Note"])] {
            let sheet = read(text, Language::En);
            assert_eq!(sheet.faults.list, []);
            assert_eq!(sheet.rows, 3);
            assert_eq!(sheet.ignored, ignored);
            let [shirt, bag] = &sheet.drafts[..] else {
                panic!("two products: {:?}", sheet.drafts);
            };
            assert_eq!(shirt.input.name, "T-shirt");
            assert_eq!(shirt.input.color.as_deref(), Some("Écru"));
            let fabric = shirt.input.fabric.as_ref().expect("a fabric");
            assert_eq!(
                (fabric.weight.to_string().as_str(), fabric.unit),
                ("180.5", FabricUnit::Grams)
            );
            assert_eq!(
                (shirt.input.quantity_mode, shirt.input.quantity),
                (QuantityMode::Split, Some(1_000))
            );
            assert_eq!(shirt.tags, ["Coton", "Brodé"]);
            assert_eq!(shirt.lines, [2, 4]);
            let [small, medium] = &shirt.input.variants[..] else {
                panic!("two variants");
            };
            assert_eq!(
                (&*small.sku, small.ean.as_deref(), small.weight),
                ("CPSL-1S", Some("3760000000017"), None)
            );
            assert_eq!(
                (&*medium.name, medium.quantity, medium.weight),
                ("M", 2, Some(190))
            );
            assert_eq!(
                (bag.input.quantity_mode, bag.input.quantity),
                (QuantityMode::Normal, None)
            );
            assert_eq!((bag.line(), bag.input.status), (6, ProductStatus::Imported));
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line_and_column() {
        const HEADINGS: &str = "Product;Color;Fabric weight;Fabric unit;Fit;Quantity;Variant;SKU;EAN;Variant quantity;Weight\n";
        for (rows, expected) in [
            ("", vec!["1: empty"]),
            (
                "Bag;;;;;;M;CPSL-1;;1;\nBag;;;;;;L;CPSL-2;;1;;;x\n",
                vec!["3: tooMany"],
            ),
            (";;;;;;M;CPSL-1;;1;\n", vec!["2:1 required"]),
            (
                "B;;;;;;;;;;\n",
                vec!["2:1 min", "2:7 required", "2:8 required", "2:10 required"],
            ),
            (
                "Bag;;x;g;;many;M;C;123;1,5;heavy\n",
                vec![
                    "2:3 decimal",
                    "2:4 option",
                    "2:6 whole",
                    "2:8 min",
                    "2:9 ean",
                    "2:10 whole",
                    "2:11 whole",
                ],
            ),
            (
                "Bag;;-1;;;-5;M;CPSL-1;;-1;-1\n",
                vec!["2:3 min", "2:6 min", "2:10 min", "2:11 min"],
            ),
            (
                "Bag;;;;;10000000;M;CPSL-1;;99999999999;10 000 000\n",
                vec!["2:6 max", "2:10 max", "2:11 max"],
            ),
            ("Bag;;;;;10;M;CPSL-1;;0;\n", vec!["2:10 min"]),
            (
                "Bag;Red;;;;;M;CPSL-1;;1;\nBag;Blue;;;;;L;CPSL-2;;1;\n",
                vec!["3:2 differs"],
            ),
            (
                "Bag;;;;;;M;CPSL-1;;1;\nBag;;;;;;L;CPSL-2;;1;\nBag;;;;;;XL;CPSL-1;;1;\n",
                vec!["4:8 unique"],
            ),
            (
                "Bag;;;;;;M;CPSL-1;;1;\nCap;;;;;;M;CPSL-2;;1;\nbag;;;;;;L;CPSL-3;;1;\n",
                vec!["4:1 apart"],
            ),
            (
                "Bag;;;;;;\"M\nL\";CPSL-1;;1;\nCap;;;;\"Loose\nLong\";;M;CPSL-2;;x;\n",
                vec!["2:7 oneLine", "4:10 whole"],
            ),
        ] {
            assert_eq!(faults_of(&format!("{HEADINGS}{rows}")), expected, "{rows}");
        }
        assert_eq!(faults_of(""), ["1: empty"]);
        assert_eq!(
            faults_of("Product;SKU;Produit;SKU\n"),
            [
                "1: missing",
                "1: missing",
                "1:3 headingTwice",
                "1:4 headingTwice"
            ]
        );
        let long = format!(
            "Bag;{};;;{};;{};CPSL-1;;1;\n",
            "x".repeat(256),
            "x".repeat(1_001),
            "x".repeat(256)
        );
        assert_eq!(
            faults_of(&format!("{HEADINGS}{long}")),
            ["2:2 max", "2:5 max", "2:7 max"]
        );
    }

    #[test]
    fn a_file_has_so_many_rows_and_a_product_so_many_variants() {
        let rows = |product: &str, count: usize| -> String {
            (0..count)
                .map(|at| format!("{product};M;CPSL-{at};1\n"))
                .collect()
        };
        let headings = "Product;Variant;SKU;Variant quantity\n";
        assert_eq!(
            faults_of(&format!("{headings}{}", rows("Bag", 101))),
            ["102:2 max"]
        );
        let most: String = (0..10).map(|at| rows(&format!("Bag {at}"), 100)).collect();
        assert_eq!(faults_of(&format!("{headings}{most}")), [""; 0]);
        assert_eq!(
            faults_of(&format!("{headings}{most}Bag 9;L;CPSL-L;1\n")),
            ["1002: tooManyRows"]
        );
        let wrong = read(
            &format!("{headings}{}", "Bag;M;CPSL;x\n".repeat(1_000)),
            Language::En,
        );
        assert_eq!(
            (wrong.faults.list.len(), wrong.faults.count),
            (MOST_FAULTS, 1_000)
        );
    }

    #[test]
    fn letters_are_read_as_spreadsheets_save_them() {
        let wide: Vec<u8> = "\u{feff}Début"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        for bytes in [
            "Début".as_bytes(),
            "\u{feff}Début".as_bytes(),
            b"D\xe9but",
            &wide,
        ] {
            assert_eq!(decode(bytes).expect("a text"), "Début");
        }
        assert_eq!(
            decode(b"5 \x80 \x96 d\x92\xe9t\xe9").expect("a text"),
            "5 € – d’été"
        );
        for other in [
            b"".as_slice(),
            b"%PDF-1.7",
            b"PK\x03\x04",
            b"a\0b",
            b"\xff\xfea\0\0\0",
        ] {
            assert!(decode(other).is_err());
        }
    }

    proptest! {
        #[test]
        fn nothing_makes_it_fail(text in "(Product;Variant;SKU;Variant quantity;Quantity;Weight\n)?[\\PC;,0\n\"\t]{0,200}") {
            let lines = text.split(['\n', '\r']).count() as u64;
            let mut sheet = read(&text, Language::Fr);
            for draft in &sheet.drafts {
                for issue in draft.issues() {
                    draft.tell(&issue, &mut sheet.faults);
                }
            }
            prop_assert!(sheet.faults.list.iter().all(|fault| (1..=lines).contains(&fault.line)));
            prop_assert!(sheet.faults.list.iter().all(|fault| fault.message != "Valeur incorrecte."));
        }

        /// Whatever divides the values, and whatever they hold.
        #[test]
        fn what_was_written_is_read(
            products in prop::collection::vec(
                ("[A-Za-zé'; ,\"]{0,20}[a-z]", prop::option::of(1..10_000_000_i32), 0..100_000_i64,
                    prop::collection::vec((0..10_000_000_i32, prop::option::of(0..10_000_000_i32)), 1..5)),
                1..5,
            ),
            is_french: bool,
            delimiter in prop::sample::select(b";,\t".as_slice()),
        ) {
            let language = if is_french { Language::Fr } else { Language::En };
            let mark = if is_french { "," } else { "." };
            let typed = |number: Option<i32>| number.map(|number| number.to_string()).unwrap_or_default();
            let mut writer = csv::WriterBuilder::new().delimiter(delimiter).from_writer(Vec::new());
            let headings = [Column::Product, Column::FabricWeight, Column::Quantity, Column::Variant, Column::Sku, Column::VariantQuantity, Column::Weight];
            writer.write_record(headings.map(|column| column.heading(language))).unwrap();
            for (at, (name, quantity, tenths, variants)) in products.iter().enumerate() {
                for (place, (share, weight)) in variants.iter().enumerate() {
                    let fabric = Decimal::new(*tenths, 1).to_string().replace('.', mark);
                    let sku = format!("CPSL-{at}-{place}");
                    writer.write_record([format!("{at} {name}"), fabric, typed(*quantity), place.to_string(), sku, share.to_string(), typed(*weight)]).unwrap();
                }
            }
            let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
            let sheet = read(&text, language);
            prop_assert_eq!(sheet.faults.list, []);
            prop_assert_eq!(sheet.drafts.len(), products.len());
            let mut line = 2;
            for (at, (draft, (name, quantity, tenths, variants))) in sheet.drafts.iter().zip(&products).enumerate() {
                prop_assert_eq!(&draft.input.name, &format!("{at} {name}"));
                prop_assert_eq!(draft.input.quantity, *quantity);
                let fabric = draft.input.fabric.as_ref().map(|fabric| fabric.weight);
                prop_assert_eq!(fabric, Some(Decimal::new(*tenths, 1)));
                let read: Vec<_> = draft.input.variants.iter().map(|variant| (variant.quantity, variant.weight)).collect();
                prop_assert_eq!(&read, variants);
                prop_assert_eq!(draft.line(), line);
                line += variants.len() as u64;
            }
        }
    }
}
