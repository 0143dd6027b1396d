//! "Total sales over time" as a person exports it from the shop: CSV with English or French headings, commas or
//! semicolons, either decimal mark, UTF-8 or Windows-1252. Rows of one month are summed.

use super::amounts::{amount, count, month};
use comptoir_plugin_sdk::shop::SalesMonth;
use comptoir_plugin_sdk::{Error, FileReader, Host, Money, Result, fold, text};
use std::collections::BTreeMap;
use std::io::Read;

/// The longest file; a row a day for ten years has a tenth of it.
const MOST_BYTES: u64 = 4 << 20;

/// The columns and the headings that each is known by, in lower case without accents.
const COLUMNS: [(Column, &[&str]); 11] = [
    (Column::Month, &["month", "mois", "day", "jour", "date"]),
    (Column::Orders, &["orders", "commandes"]),
    (Column::GrossSales, &["gross sales", "ventes brutes"]),
    (Column::Discounts, &["discounts", "reductions", "remises"]),
    (
        Column::Returns,
        &[
            "returns",
            "sales reversals",
            "retours",
            "annulations de ventes",
        ],
    ),
    (Column::NetSales, &["net sales", "ventes nettes"]),
    (
        Column::Shipping,
        &[
            "shipping charges",
            "shipping",
            "expedition",
            "frais d'expedition",
        ],
    ),
    (Column::Duties, &["duties", "droits de douane", "droits"]),
    (
        Column::AdditionalFees,
        &["additional fees", "frais supplementaires"],
    ),
    (Column::Taxes, &["taxes", "tax"]),
    (
        Column::TotalSales,
        &["total sales", "ventes totales", "total des ventes"],
    ),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Month,
    Orders,
    GrossSales,
    Discounts,
    Returns,
    NetSales,
    Shipping,
    Duties,
    AdditionalFees,
    Taxes,
    TotalSales,
}

/// Those that a file must have. The others may be missing from an older export, and are then nothing.
const REQUIRED: [(Column, &str); 4] = [
    (Column::Month, "Month"),
    (Column::GrossSales, "Gross sales"),
    (Column::NetSales, "Net sales"),
    (Column::TotalSales, "Total sales"),
];

/// Sales by month, oldest first.
///
/// # Errors
/// `rejected` with line and column of what cannot be read.
pub fn read(host: &impl Host, file: &str, currency: &str) -> Result<Vec<SalesMonth>> {
    let size = host.file_size(file)?;
    if size > MOST_BYTES {
        return Err(Error::rejected(format!(
            "the file has {size} bytes, more than {MOST_BYTES}"
        )));
    }
    let mut bytes = Vec::new();
    FileReader::new(host, file)
        .read_to_end(&mut bytes)
        .map_err(|error| Error::unavailable(error.to_string()))?;
    months(
        text::decoded(&bytes).trim_start_matches('\u{feff}'),
        currency,
    )
}

fn months(csv: &str, currency: &str) -> Result<Vec<SalesMonth>> {
    let mut rows = csv::ReaderBuilder::new()
        .delimiter(text::delimiter(csv.as_bytes()))
        .flexible(true)
        .has_headers(false)
        .from_reader(csv.as_bytes());
    let mut rows = rows.records();
    let broken = |error: csv::Error| {
        let line = error.position().map_or(1, csv::Position::line);
        Error::rejected(format!("line {line}: {error}"))
    };
    let headings = rows.next().transpose().map_err(broken)?;
    let headings = headings.ok_or_else(|| Error::rejected("line 1: the file is empty"))?;
    let columns: Vec<Option<Column>> = headings.iter().map(column).collect();
    let missing: Vec<&str> = REQUIRED
        .iter()
        .filter(|(column, _)| !columns.contains(&Some(*column)))
        .map(|(_, name)| *name)
        .collect();
    if !missing.is_empty() {
        return Err(Error::rejected(format!(
            "line 1: no column {}",
            missing.join(", ")
        )));
    }
    let mut months = BTreeMap::new();
    for row in rows {
        let row = row.map_err(broken)?;
        let line = row.position().map_or(0, csv::Position::line);
        if is_total(&row, &columns) {
            continue;
        }
        let mut of = String::new();
        let mut sales = Sales::default();
        for (number, (text, column)) in row.iter().zip(&columns).enumerate() {
            let at = |why: String| {
                let heading = headings.get(number).unwrap_or_default().trim();
                Error::rejected(format!(
                    "line {line}, column {} ({heading}): {why}",
                    number + 1
                ))
            };
            match column {
                None => {}
                Some(Column::Month) => {
                    of = month(text)
                        .ok_or_else(|| at(format!("{text:?} is not a month or a day")))?;
                }
                Some(Column::Orders) => sales.orders += count(text).map_err(at)?,
                Some(column) => {
                    sales.amounts[*column as usize] += amount(text, currency).map_err(at)?
                }
            }
        }
        if row.len() < columns.len() {
            let message = format!("line {line}: {} columns of {}", row.len(), columns.len());
            return Err(Error::rejected(message));
        }
        months.entry(of).or_insert_with(Sales::default).add(&sales);
    }
    months
        .into_iter()
        .map(|(month, sales)| sales.month(month, currency))
        .collect()
}

/// An empty row, or the sum that some exports end with.
fn is_total(row: &csv::StringRecord, columns: &[Option<Column>]) -> bool {
    if row.iter().all(|text| text.trim().is_empty()) {
        return true;
    }
    let at = columns
        .iter()
        .position(|column| *column == Some(Column::Month));
    let first = at.and_then(|at| row.get(at)).map(|text| fold(text.trim()));
    first.is_some_and(|text| matches!(text.as_str(), "" | "total" | "totals" | "totaux"))
}

fn column(heading: &str) -> Option<Column> {
    let heading = fold(heading.trim());
    COLUMNS
        .iter()
        .find(|(_, names)| names.contains(&heading.as_str()))
        .map(|(column, _)| *column)
}

/// Sums of a month: amounts in minor units, by column.
#[derive(Clone, Copy, Debug, Default)]
struct Sales {
    orders: u32,
    amounts: [i64; COLUMNS.len()],
}

impl Sales {
    fn add(&mut self, other: &Self) {
        self.orders += other.orders;
        for (sum, amount) in self.amounts.iter_mut().zip(other.amounts) {
            *sum += amount;
        }
    }

    fn month(&self, month: String, currency: &str) -> Result<SalesMonth> {
        let money = |column: Column| {
            let minor = self.amounts[column as usize];
            Money::new(minor, currency)
                .map_err(|error| Error::rejected(format!("currency: {error}")))
        };
        Ok(SalesMonth {
            month,
            orders: self.orders,
            gross_sales: money(Column::GrossSales)?,
            discounts: money(Column::Discounts)?,
            returns: money(Column::Returns)?,
            net_sales: money(Column::NetSales)?,
            shipping: money(Column::Shipping)?,
            duties: money(Column::Duties)?,
            additional_fees: money(Column::AdditionalFees)?,
            taxes: money(Column::Taxes)?,
            total_sales: money(Column::TotalSales)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLISH: &str = "Month,Orders,Gross sales,Discounts,Returns,Net sales,Shipping charges,Duties,Additional fees,Taxes,Total sales\n\
        2026-09-01,\"1,204\",12500.00,-300.00,-200.00,12000.00,3500.00,0,0,3100.00,18600.00\n\
        2026-10-01,3,30,0,-5.5,24.50,8,0,0,6.50,39.00\n";
    const FRENCH: &str = "\u{feff}Mois;Commandes;Ventes brutes;Réductions;Annulations de ventes;Ventes nettes;Frais d’expédition;Droits de douane;Frais supplémentaires;Taxes;Ventes totales\n\
        01/09/2026;1\u{a0}204;12\u{202f}500,00;-300,00;−200,00;12 000,00;3 500,00;0;0;3 100,00;18 600,00\n\
        01/10/2026;2;20;0;-5,5;14,50;8;0;0;6,50;29,00\n15/10/2026;1;10;0;0;10,00;0;0;0;0;10,00\nTotal;1207;;;;;;;;;\n";

    fn read(text: &str) -> Result<Vec<SalesMonth>> {
        months(text.trim_start_matches('\u{feff}'), "EUR")
    }

    #[test]
    fn both_languages_say_the_same() {
        let english = read(ENGLISH).expect("an English export");
        assert_eq!(english, read(FRENCH).expect("a French export"));
        let september = &english[0];
        assert_eq!(
            (september.month.as_str(), september.orders),
            ("2026-09", 1_204)
        );
        assert_eq!(
            (september.net_sales.minor, september.returns.minor),
            (1_200_000, -20_000)
        );
        assert_eq!(september.total_sales.decimal(), "18600.00");
        assert_eq!(english[1].shipping.minor, 800);
    }

    #[test]
    fn an_export_that_a_spreadsheet_saved_again_says_the_same() {
        // A spreadsheet of a French desk knows no UTF-8 unless it is told, and writes plain spaces and signs.
        let plain = FRENCH.replace(['\u{a0}', '\u{202f}', '\u{feff}'], "");
        let plain = plain.replace('’', "'").replace('−', "-");
        let saved: Vec<u8> = plain.chars().map(|letter| letter as u8).collect();
        assert_eq!(read(&text::decoded(&saved)), read(FRENCH));
    }

    #[test]
    fn older_exports_lack_columns_and_name_some_otherwise() {
        let old = "Month,Orders,Gross sales,Discounts,Returns,Net sales,Shipping,Tax,Total sales\n2024-01-01,1,10,0,0,10,5,3,18\n";
        let months = read(old).expect("an old export");
        assert_eq!(
            (
                months[0].shipping.minor,
                months[0].taxes.minor,
                months[0].duties.minor
            ),
            (500, 300, 0)
        );
    }

    #[test]
    fn what_cannot_be_read_is_named_by_line_and_column() {
        let message = |text: &str| read(text).expect_err("a bad file").message;
        assert_eq!(
            message(&ENGLISH.replace("24.50", "24.5O")),
            "line 3, column 6 (Net sales): \"24.5O\" is not an amount"
        );
        assert_eq!(
            message(&ENGLISH.replace("2026-10-01", "Octember")),
            "line 3, column 1 (Month): \"Octember\" is not a month or a day"
        );
        assert_eq!(
            message("Month,Net sales\n"),
            "line 1: no column Gross sales, Total sales"
        );
        assert_eq!(message(""), "line 1: the file is empty");
        assert_eq!(
            message(&ENGLISH.replace(",6.50,39.00", "")),
            "line 3: 9 columns of 11"
        );
    }
}
