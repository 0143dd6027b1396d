//! What a report is (`providers/snep.md`, section 9; decision 21).

use std::collections::BTreeSet;

use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;
use comptoir_sandbox::report::{self, ReportBasis};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::{Validate, ValidationError, ValidationErrors};

use crate::words::codes::codes;
use crate::words::said;

codes! {
    /// When a unit counts.
    Basis schema(as = ReportBasis, rename_all = "lowercase") {
        /// When it first left the warehouse.
        Shipped = "shipped",
        /// When it was ordered.
        Sold = "sold",
    }
}

impl From<Basis> for ReportBasis {
    fn from(basis: Basis) -> Self {
        match basis {
            Basis::Shipped => Self::Shipped,
            Basis::Sold => Self::Sold,
        }
    }
}

impl From<ReportBasis> for Basis {
    fn from(basis: ReportBasis) -> Self {
        match basis {
            ReportBasis::Shipped => Self::Shipped,
            ReportBasis::Sold => Self::Sold,
        }
    }
}

codes! {
    /// How far a report is.
    ReportState schema(rename_all = "UPPERCASE") {
        /// Its files are being made.
        Pending = "PENDING",
        /// Its files are there.
        Built = "BUILT",
        /// There was nothing to report.
        Empty = "EMPTY",
        /// The receiver has its files.
        Sent = "SENT",
        /// See `error`; with files, they can be sent again.
        Failed = "FAILED",
        /// It was wrong: what it held is free for another one. Files that were handed over stay where they are.
        Withdrawn = "WITHDRAWN",
    }
}

/// A file of a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = AuditReportFile)]
pub struct File {
    pub name: String,
    pub lines: i64,
    /// Returned ones taken off.
    pub units: i64,
    pub bytes: i64,
    /// In hexadecimal digits.
    pub sha256: String,
    /// Where the receiver has it, for people; empty: not sent.
    pub place: String,
}

/// A report to a compiler.
#[derive(Debug, Clone, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuditReport)]
pub struct Report {
    pub id: Uuid,
    /// The receiver's form, one of the plugin's.
    pub layout: String,
    /// How the receiver knows the seller.
    pub shop: String,
    /// ISO 3166-1 alpha-2; empty: everywhere.
    pub territory: String,
    /// The period's days, both included, in `timeZone`.
    #[sqlx(rename = "first_day")]
    pub first: NaiveDate,
    #[sqlx(rename = "last_day")]
    pub last: NaiveDate,
    pub basis: Basis,
    /// Whether amounts hold the tax.
    pub with_tax: bool,
    pub time_zone: String,
    /// Only this store's sales; null: of all.
    pub store_id: Option<Uuid>,
    /// When sales of the basis `sold` are said to have been shipped.
    #[sqlx(rename = "stamped_at")]
    pub shipped_at: Option<DateTime<Utc>>,
    /// The operator's channel that it goes over; null: none.
    pub channel: Option<String>,
    pub state: ReportState,
    /// Why it failed, for people.
    #[serde(serialize_with = "said::maybe")]
    pub error: Option<String>,
    /// Who asked for it.
    pub operator: String,
    #[sqlx(json)]
    pub files: Vec<File>,
    pub created_at: DateTime<Utc>,
    pub built_at: Option<DateTime<Utc>>,
    pub sent_at: Option<DateTime<Utc>>,
    pub withdrawn_at: Option<DateTime<Utc>>,
    /// Why it was withdrawn, in the words of who did.
    pub withdrawn_reason: Option<String>,
}

codes! {
    /// Why a line of an order is in a report or is not, the first that applies.
    Reason schema(as = AuditReportReason, rename_all = "SCREAMING_SNAKE_CASE") {
        Counted = "COUNTED",
        /// Another report of the layout and territory holds it.
        Reported = "REPORTED",
        Cancelled = "CANCELLED",
        /// It was given away, not sold.
        Seeding = "SEEDING",
        /// Nothing was paid for it.
        Free = "FREE",
        /// The store declares no record of this SKU.
        Undeclared = "UNDECLARED",
        /// The record is declared, and set not to be reported.
        NotReportable = "NOT_REPORTABLE",
        NotShipped = "NOT_SHIPPED",
        /// It counts on a day that is none of the report's.
        OtherDays = "OTHER_DAYS",
        /// It went to another country.
        OtherCountry = "OTHER_COUNTRY",
        /// The order or the record came to be known after the report was made.
        Late = "LATE",
        /// The receiver does not take it: its price is too low, or too many were bought at once.
        Rules = "RULES",
        /// The report is not made yet.
        Expected = "EXPECTED",
    }
}

/// A line of an order, and why a report holds it or does not.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuditReportLine)]
pub struct Line {
    pub order_id: Uuid,
    pub reference: String,
    pub store_name: String,
    pub sku: String,
    /// As the order calls the article.
    pub name: String,
    pub quantity: i32,
    /// How many of them the report counts.
    pub units: i64,
    pub country: String,
    pub submitted_at: DateTime<Utc>,
    pub shipped_at: Option<DateTime<Utc>>,
    pub reason: Reason,
    /// The first and last day of the other report that holds it.
    pub reported_first: Option<NaiveDate>,
    pub reported_last: Option<NaiveDate>,
}

/// How many lines there are of a reason.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AuditReportReasonCount)]
pub struct ReasonCount {
    pub reason: Reason,
    pub lines: i64,
    /// As ordered.
    pub units: i64,
}

/// Why what was ordered or shipped in a report's days is in it or is not.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AuditReportReasons)]
pub struct Reasons {
    /// Over all its lines, whatever was asked for.
    pub counts: Vec<ReasonCount>,
    /// The newest 100 that were asked for.
    pub lines: Vec<Line>,
}

impl Report {
    /// The moments between which a sale counts, the second excluded.
    pub fn period(&self) -> [DateTime<Utc>; 2] {
        let zone: Tz = self.time_zone.parse().unwrap_or(chrono_tz::UTC);
        [self.first, self.last + TimeDelta::days(1)].map(|day| start_of_day(day, zone))
    }

    /// What the plugin is asked for.
    pub fn request(&self) -> report::Request {
        report::Request {
            layout: self.layout.clone(),
            shop: self.shop.clone(),
            territory: self.territory.clone(),
            first: self.first.to_string(),
            last: self.last.to_string(),
            basis: self.basis.into(),
            with_tax: self.with_tax,
            time_zone: self.time_zone.clone(),
        }
    }
}

/// When a day begins somewhere, also where clocks are put forward at midnight.
fn start_of_day(day: NaiveDate, zone: Tz) -> DateTime<Utc> {
    let midnight = day.and_time(NaiveTime::MIN);
    let times = (0..24).map(|hour| midnight + TimeDelta::hours(hour));
    times
        .filter_map(|time| zone.from_local_datetime(&time).earliest())
        .next()
        .map_or_else(|| midnight.and_utc(), |time| time.to_utc())
}

/// What one asks for: a period's report, of one store or of all. What is left out is taken from the plugin's plan: from the
/// first report in it that fits, else from what it names for reports that are not planned.
#[derive(Debug, Clone, Default, Serialize, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = AuditReportInput)]
pub struct ReportInput {
    /// Null: all stores.
    pub store_id: Option<Uuid>,
    /// First and last day, both included; a year at most.
    #[validate(required)]
    #[schema(value_type = String, format = Date)]
    pub start: Option<NaiveDate>,
    #[validate(required)]
    #[schema(value_type = String, format = Date)]
    pub end: Option<NaiveDate>,
    #[validate(required)]
    #[schema(value_type = Basis)]
    pub mode: Option<Basis>,
    /// With the mode `sold`: when the sales are said to have been shipped.
    pub shipped_at: Option<DateTime<Utc>>,
    #[validate(length(min = 1, max = 60))]
    pub layout: Option<String>,
    /// ISO 3166-1 alpha-2, or empty: everywhere.
    #[validate(custom(function = "is_territory"))]
    pub territory: Option<String>,
    #[validate(length(min = 1, max = 60))]
    pub shop: Option<String>,
    #[validate(length(min = 1, max = 60))]
    pub channel: Option<String>,
    pub with_tax: Option<bool>,
    /// IANA name.
    #[validate(custom(function = "is_time_zone"))]
    pub time_zone: Option<String>,
}

fn is_territory(code: &str) -> Result<(), ValidationError> {
    let is_code = code.len() == 2 && code.bytes().all(|letter| letter.is_ascii_uppercase());
    (code.is_empty() || is_code)
        .then_some(())
        .ok_or_else(|| ValidationError::new("country"))
}

fn is_time_zone(name: &str) -> Result<(), ValidationError> {
    name.parse::<Tz>()
        .map(drop)
        .map_err(|_| ValidationError::new("timeZone"))
}

/// A report to be made: what a person asked for, or what a plugin says is due.
#[derive(Debug, Clone, PartialEq, Eq, Validate)]
pub struct Due {
    #[validate(length(min = 1, max = 60))]
    pub layout: String,
    #[validate(length(min = 1, max = 60))]
    pub shop: String,
    #[validate(custom(function = "is_territory"))]
    pub territory: String,
    pub first: NaiveDate,
    pub last: NaiveDate,
    pub basis: Basis,
    /// None: it is made, and sent nowhere.
    #[validate(length(min = 1, max = 60))]
    pub channel: Option<String>,
    pub with_tax: bool,
    #[validate(custom(function = "is_time_zone"))]
    pub time_zone: String,
    /// None: all stores.
    pub store_id: Option<Uuid>,
    pub shipped_at: Option<DateTime<Utc>>,
}

impl Due {
    /// The same rules as for what people ask for.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self) -> Result<(), ValidationErrors> {
        self.validate()?;
        if self.last < self.first {
            let mut errors = ValidationErrors::new();
            errors.add("last", ValidationError::new("dateOrder"));
            return Err(errors);
        }
        Ok(())
    }
}

/// The names of files that a plugin made, once checked.
///
/// # Errors
/// What is wrong with them, for people.
pub fn file_names(files: &[report::ReportFile]) -> Result<BTreeSet<&str>, String> {
    /// A file for each day of a year.
    const MOST: usize = 366;
    let names: BTreeSet<&str> = files.iter().map(|file| file.name.as_str()).collect();
    if names.len() != files.len() {
        return Err("two files of the report have the same name".into());
    }
    if names.len() > MOST {
        return Err(format!(
            "{} files in one report, {MOST} at most",
            names.len()
        ));
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_begin_where_the_seller_is_also_when_clocks_change() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        for (date, zone, begins) in [
            (
                "2026-10-23",
                chrono_tz::Europe::Paris,
                "2026-10-22T22:00:00Z",
            ),
            (
                "2026-10-26",
                chrono_tz::Europe::Paris,
                "2026-10-25T23:00:00Z",
            ),
            (
                "2026-11-13",
                chrono_tz::Europe::London,
                "2026-11-13T00:00:00Z",
            ),
            // Clocks went from midnight to one.
            (
                "2018-11-04",
                chrono_tz::America::Sao_Paulo,
                "2018-11-04T03:00:00Z",
            ),
            (
                "2026-03-29",
                chrono_tz::Asia::Beirut,
                "2026-03-28T22:00:00Z",
            ),
            // Midnight comes twice.
            (
                "2026-11-01",
                chrono_tz::America::Havana,
                "2026-11-01T04:00:00Z",
            ),
        ] {
            let begins: DateTime<Utc> = begins.parse().unwrap();
            assert_eq!(start_of_day(day(date), zone), begins, "{date} {zone}");
        }
    }

    /// A weekly report of a seller, as a plan names it.
    fn due() -> Due {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        Due {
            layout: "generic".into(),
            shop: "PORTAL".into(),
            territory: "FR".into(),
            first: day("2026-11-06"),
            last: day("2026-11-12"),
            basis: Basis::Shipped,
            channel: Some("charts".into()),
            with_tax: false,
            time_zone: "Europe/Paris".into(),
            store_id: None,
            shipped_at: None,
        }
    }

    #[test]
    fn what_a_plan_names_is_held_to_the_rules_for_people() {
        type Spoil = fn(&mut Due);
        let fields = |due: Due| {
            let errors = due.check().err();
            let errors = errors.iter().flat_map(|errors| errors.field_errors());
            errors
                .map(|(field, _)| field.to_string())
                .collect::<Vec<_>>()
        };
        let good: [Spoil; 4] = [
            |_| {},
            |due| due.last = due.first,
            |due| due.territory.clear(),
            |due| due.channel = None,
        ];
        for change in good {
            let mut due = due();
            change(&mut due);
            assert_eq!(fields(due), Vec::<String>::new());
        }
        let bad: [(&str, Spoil); 8] = [
            ("last", |due| due.last = due.first.pred_opt().unwrap()),
            ("layout", |due| due.layout.clear()),
            ("layout", |due| due.layout = "x".repeat(61)),
            ("shop", |due| due.shop.clear()),
            ("territory", |due| due.territory = "fr".into()),
            ("territory", |due| due.territory = "É".into()),
            ("channel", |due| due.channel = Some(String::new())),
            ("time_zone", |due| due.time_zone = "Paris".into()),
        ];
        for (field, change) in bad {
            let mut due = due();
            change(&mut due);
            assert_eq!(fields(due), [field]);
        }
    }

    #[test]
    fn files_of_a_report_have_names_of_their_own_and_are_a_years_at_most() {
        let file = |number: usize| report::ReportFile {
            name: format!("{number}.csv"),
            media_type: "text/csv".into(),
            lines: 0,
            units: 0,
        };
        let year: Vec<_> = (0..366).map(file).collect();
        assert_eq!(file_names(&year).unwrap().len(), 366);
        let longer: Vec<_> = (0..367).map(file).collect();
        assert!(file_names(&longer).unwrap_err().contains("367"));
        let twice = [file(1), file(2), file(1)];
        assert!(file_names(&twice).unwrap_err().contains("same name"));
    }

    proptest::proptest! {
        /// No moment falls between two days, nor on both: of each it is told which day it is there.
        #[test]
        fn every_moment_belongs_to_the_day_that_the_wall_shows(
            zone in proptest::sample::select(vec![
                "Europe/Paris", "Europe/London", "America/New_York", "America/Havana", "America/Asuncion", "Asia/Beirut",
                "Africa/Cairo", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia", "Pacific/Kiritimati",
            ]),
            // 2020 to 2040, and around a midnight that comes twice in Havana.
            seconds in proptest::prop_oneof![1_577_836_800_i64..2_208_988_800, 1_793_498_400_i64..1_793_512_800],
        ) {
            let zone: Tz = zone.parse().unwrap();
            let at = DateTime::from_timestamp(seconds, 0).unwrap();
            let day = at.with_timezone(&zone).date_naive();
            proptest::prop_assert!(start_of_day(day, zone) <= at);
            proptest::prop_assert!(at < start_of_day(day.succ_opt().unwrap(), zone));
        }
    }
}
