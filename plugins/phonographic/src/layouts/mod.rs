//! The files that receivers want. Where a width, a name or a rule was not found, the plugin's README says what is
//! assumed.

mod aria;
mod generic;
mod gfk;
mod luminate;
mod occ_fr;
mod occ_uk;

use crate::build::Job;
use crate::calendar::{Naming, Span};
use crate::caps::{Bulk, Caps};
use crate::configuration::{Bundles, Minimum};
use crate::piece::Piece;
use chrono::Weekday;
use comptoir_plugin_sdk::schemars::{self, JsonSchema};
use comptoir_plugin_sdk::{Error, Result};
use rust_decimal::Decimal;
use serde::de::value::{Error as NameError, StrDeserializer};
use serde::de::{Deserialize, IntoDeserializer};
use serde::{Deserialize as DeserializeMacro, Serialize};

/// How files look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, DeserializeMacro, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// The portal's own: a CSV that people can read.
    Generic,
    /// The Official Charts Company for France.
    FrOcc,
    /// The Official Charts Company for the United Kingdom.
    UkOcc,
    /// GfK Entertainment.
    Gfk,
    /// Luminate, totals of a store.
    LuminateI3,
    /// Luminate, a line for each unit of a web shop.
    LuminateM3,
    /// Luminate's newer form with pipes.
    LuminatePipe,
    /// ARIA.
    Aria,
}

/// What prices are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Currency {
    /// The sale's own.
    Own,
    /// One: ISO 4217.
    In(&'static str),
}

/// What a receiver counts, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Large orders.
    pub bulk: Bulk,
    /// The least price.
    pub minimum: Minimum,
    /// Boxes of several records.
    pub bundles: Bundles,
    /// Whether a file is sent when nothing was sold.
    pub empty_file: bool,
    /// A file for each day, rather than one for the report.
    pub daily: bool,
    /// What prices are in.
    pub currency: Currency,
}

/// Writes one file. Each function tells how many lines about sales it wrote.
pub trait Writer {
    /// Headings.
    fn begin(&mut self, text: &mut String) -> Result<()>;
    /// So many units (negative: returned) of a piece.
    fn add(&mut self, piece: &Piece<'_>, units: i64, text: &mut String) -> Result<u32>;
    /// Totals and trailers.
    fn end(&mut self, caps: &Caps, text: &mut String) -> Result<u32>;
}

/// Where French charts count: the mother country, Monaco, the overseas departments.
const FRANCE: [&str; 7] = ["FR", "MC", "GP", "MQ", "GF", "RE", "YT"];

impl Layout {
    /// As the configuration and requests spell it.
    pub fn name(self) -> String {
        let name = serde_json::to_value(self).unwrap_or_default();
        name.as_str().unwrap_or_default().to_owned()
    }

    /// The one of that name.
    pub fn named(name: &str) -> Result<Self> {
        let name: StrDeserializer<'_, NameError> = name.into_deserializer();
        Self::deserialize(name).map_err(|why| Error::rejected(format!("layout: {why}")))
    }

    /// Whether it is for that territory.
    pub fn takes(self, territory: &str) -> Result<()> {
        let known: &[&str] = match self {
            Self::Generic if territory.is_empty() => return Ok(()),
            Self::Generic => {
                let code =
                    territory.len() == 2 && territory.bytes().all(|byte| byte.is_ascii_uppercase());
                return code
                    .then_some(())
                    .ok_or_else(|| Error::rejected("territory: is not an ISO 3166 code"));
            }
            Self::FrOcc => &["FR"],
            Self::UkOcc => &["GB"],
            Self::Gfk => &["DE", "ES", "FR", "IT", "NL"],
            Self::LuminateI3 | Self::LuminateM3 | Self::LuminatePipe => &["US", "CA"],
            Self::Aria => &["AU"],
        };
        if known.contains(&territory) {
            Ok(())
        } else {
            Err(Error::rejected(format!(
                "territory: this layout is for {}, not for {territory:?}",
                known.join(", ")
            )))
        }
    }

    /// Whether an order's other sales decide what a line says: how much of it counts, or how many orders there were.
    pub fn counts_orders(self, rules: &Rules) -> bool {
        rules.bulk != Bulk::All || self == Self::Aria
    }

    /// Which countries belong to a territory; none: all.
    pub fn countries(self, territory: &str) -> Vec<String> {
        match territory {
            "" => Vec::new(),
            "FR" => FRANCE.map(str::to_owned).into(),
            other => vec![other.to_owned()],
        }
    }

    /// The receiver's rules, unless the operator set others.
    pub fn rules(self, territory: &str) -> Rules {
        let all = Rules {
            bulk: Bulk::All,
            minimum: Minimum::default(),
            bundles: Bundles::Split,
            empty_file: false,
            daily: false,
            currency: Currency::Own,
        };
        match self {
            Self::Generic => all,
            Self::FrOcc => Rules {
                bulk: Bulk::Cap(5),
                daily: true,
                currency: Currency::In("EUR"),
                ..all
            },
            Self::UkOcc => {
                let album = Some(Decimal::new(375, 2));
                Rules {
                    bulk: Bulk::Cap(5),
                    minimum: Minimum {
                        cd: album,
                        vinyl: album,
                        cassette: album,
                    },
                    daily: true,
                    currency: Currency::In("GBP"),
                    ..all
                }
            }
            Self::Gfk => Rules {
                empty_file: true,
                daily: true,
                currency: Currency::In("EUR"),
                ..all
            },
            Self::LuminateI3 | Self::LuminateM3 | Self::LuminatePipe => {
                let small = Some(Decimal::new(799, 2));
                Rules {
                    bulk: Bulk::Table,
                    minimum: Minimum {
                        cd: small,
                        vinyl: Some(Decimal::new(1_599, 2)),
                        cassette: small,
                    },
                    bundles: Bundles::Whole,
                    currency: Currency::In(if territory == "CA" { "CAD" } else { "USD" }),
                    ..all
                }
            }
            Self::Aria => Rules {
                bundles: Bundles::Whole,
                ..all
            },
        }
    }

    /// The day that its weeks begin on: Luminate's follow what carriers scanned.
    pub const fn week_start(self) -> Weekday {
        match self {
            Self::LuminateI3 | Self::LuminateM3 | Self::LuminatePipe => Weekday::Tue,
            _ => Weekday::Fri,
        }
    }

    /// How its chart is called.
    pub const fn naming(self) -> Naming {
        match self {
            Self::LuminateI3 | Self::LuminateM3 | Self::LuminatePipe => Naming::Saturday,
            Self::Aria => Naming::Monday,
            _ => Naming::Friday,
        }
    }

    /// Of its files.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Generic | Self::FrOcc => "text/csv",
            Self::Aria => "application/xml",
            _ => "text/plain",
        }
    }

    /// The name of the file of those days; `invalid-config` when the shop lacks what it needs.
    pub fn file_name(self, job: &Job, span: Span) -> Result<String> {
        let code = &job.shop.code;
        let Span { first, last } = span;
        Ok(match self {
            // The receiver of a territory other than France has a name of its own, so that no file goes over another.
            Self::Generic if ["", "FR"].contains(&job.territory.as_str()) => {
                format!("SNEP_{code}_{first}_{last}.csv")
            }
            Self::Generic => format!("SNEP_{code}-{}_{first}_{last}.csv", job.territory),
            Self::FrOcc => format!("FR_{code}_{}.csv", last.format("%d%m%y")),
            Self::UkOcc => format!("{code}{}.asc", last.format("%d%m%y")),
            Self::Gfk => {
                let territory = &job.territory;
                let retailer = gfk::retailer(job)?;
                format!("{retailer}_{territory}_{}_V24.txt", last.format("%Y%m%d"))
            }
            Self::LuminateI3 | Self::LuminateM3 | Self::LuminatePipe => {
                let account = luminate::account(job)?;
                format!("{account}_{}.txt", last.format("%Y%m%d"))
            }
            Self::Aria => format!("{code}_{}01.xml", last.format("%Y%m%d")),
        })
    }

    /// For one file.
    pub fn writer(self, job: &Job, span: Span) -> Box<dyn Writer> {
        match self {
            Self::Generic => Box::new(generic::Generic::new(job, span)),
            Self::FrOcc => Box::new(occ_fr::French),
            Self::UkOcc => Box::new(occ_uk::British::new(span.last)),
            Self::Gfk => Box::new(gfk::Gfk::new(job)),
            Self::LuminateI3 => Box::new(luminate::Store::new(job, span.last)),
            Self::LuminateM3 => Box::new(luminate::WebShop::new(job, span.last)),
            Self::LuminatePipe => Box::new(luminate::Pipes::new(job, span.last)),
            Self::Aria => Box::new(aria::Aria::new(job, span)),
        }
    }
}

/// A text that fits on a line.
fn plain(text: &str) -> String {
    let cleaned: String = text
        .chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect();
    cleaned.trim().to_owned()
}

/// A number that must fit a field of fixed width.
fn fits(field: &str, text: String, width: usize) -> Result<String> {
    if text.len() <= width {
        Ok(text)
    } else {
        Err(Error::rejected(format!(
            "{field}: {text} does not fit the receiver's {width} characters; report shorter periods"
        )))
    }
}

/// One line of a CSV.
fn csv_line(form: &mut csv::WriterBuilder, cells: &[&str], text: &mut String) -> Result<()> {
    let mut writer = form.buffer_capacity(512).from_writer(Vec::new());
    let line = writer
        .write_record(cells)
        .map_err(|error| error.to_string())
        .and_then(|()| writer.into_inner().map_err(|error| error.to_string()))
        .and_then(|bytes| String::from_utf8(bytes).map_err(|error| error.to_string()));
    text.push_str(&line.map_err(Error::internal)?);
    Ok(())
}
