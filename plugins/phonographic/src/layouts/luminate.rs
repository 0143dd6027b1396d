//! Luminate's three files: totals of a store (`I3`), a line for each unit of a web shop (`M3`), and the newer one with
//! pipes. All begin with chain, account and day.

use super::{Writer, fits, plain};
use crate::build::Job;
use crate::caps::Caps;
use crate::piece::Piece;
use chrono::NaiveDate;
use comptoir_plugin_sdk::{Error, Result};
use rust_decimal::Decimal;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Chain and account: `403001234`.
pub(super) fn account(job: &Job) -> Result<String> {
    let chain = if job.territory == "CA" {
        "C400"
    } else {
        "4030"
    };
    let invalid = |code: &str, why: &str| {
        let why = format!("{} {why}", job.shop.code);
        Error::invalid_setting("shops.account", code, why)
    };
    let account = job.shop.account.as_deref();
    let account = account.ok_or_else(|| invalid("required", "has no account at Luminate"))?;
    if account.len() == 5 && account.bytes().all(|byte| byte.is_ascii_digit()) {
        Ok(format!("{chain}{account}"))
    } else {
        Err(invalid("invalid", "needs an account of five digits"))
    }
}

/// What the three have in common.
struct Frame {
    account: Result<String>,
    day: NaiveDate,
    canadian: bool,
    lines: u32,
    units: i64,
}

impl Frame {
    fn new(job: &Job, day: NaiveDate) -> Self {
        Self {
            account: account(job),
            day,
            canadian: job.territory == "CA",
            lines: 0,
            units: 0,
        }
    }

    fn header(&self, text: &mut String) -> Result<()> {
        let account = self.account.clone()?;
        let _ = writeln!(text, "92{account}{}", self.day.format("%y%m%d"));
        Ok(())
    }

    /// With the lines in five characters and the units in seven.
    fn trailer(&self, text: &mut String) -> Result<()> {
        let lines = fits("lines", format!("{:5}", self.lines), 5)?;
        let units = fits("units", format!("{:7}", self.units), 7)?;
        let _ = writeln!(text, "94{lines}{units}");
        Ok(())
    }

    /// Five digits in the United States, six letters and digits in Canada; zeros where nothing usable is known.
    fn postcode(&self, postcode: &str) -> String {
        if self.canadian {
            let letters = postcode.chars().filter(char::is_ascii_alphanumeric);
            let code: String = letters.take(6).collect();
            format!("{:0>6}", code.to_ascii_uppercase())
        } else {
            let digits = postcode.trim().chars().take_while(char::is_ascii_digit);
            format!("{:0>5}", digits.take(5).collect::<String>())
        }
    }
}

/// `I3`: 20 characters a line.
pub(super) struct Store {
    frame: Frame,
    totals: BTreeMap<(String, bool), i64>,
}

impl Store {
    pub(super) fn new(job: &Job, day: NaiveDate) -> Self {
        Self {
            frame: Frame::new(job, day),
            totals: BTreeMap::new(),
        }
    }
}

impl Writer for Store {
    fn begin(&mut self, text: &mut String) -> Result<()> {
        self.frame.header(text)
    }

    fn add(&mut self, piece: &Piece<'_>, units: i64, _: &mut String) -> Result<u32> {
        let key = (piece.barcode.to_owned(), units < 0);
        *self.totals.entry(key).or_default() += units;
        Ok(0)
    }

    fn end(&mut self, _: &Caps, text: &mut String) -> Result<u32> {
        for ((barcode, _), units) in &self.totals {
            self.frame.lines += 1;
            self.frame.units += units;
            let units = fits("quantity", format!("{units:05}"), 5)?;
            let _ = writeln!(text, "I3{barcode}{units}");
        }
        self.frame.trailer(text)?;
        Ok(self.frame.lines)
    }
}

/// `M3`: a line for each unit.
pub(super) struct WebShop {
    frame: Frame,
}

impl WebShop {
    pub(super) fn new(job: &Job, day: NaiveDate) -> Self {
        let frame = Frame::new(job, day);
        Self { frame }
    }
}

impl Writer for WebShop {
    fn begin(&mut self, text: &mut String) -> Result<()> {
        self.frame.header(text)
    }

    fn add(&mut self, piece: &Piece<'_>, units: i64, text: &mut String) -> Result<u32> {
        let postcode = self.frame.postcode(&piece.sale.postcode);
        let kind = if units < 0 { 'R' } else { 'S' };
        for _ in 0..units.unsigned_abs() {
            let _ = writeln!(text, "M3{}{postcode}{kind}", piece.barcode);
        }
        let lines = units.unsigned_abs() as u32;
        self.frame.lines += lines;
        self.frame.units += units;
        Ok(lines)
    }

    fn end(&mut self, _: &Caps, text: &mut String) -> Result<u32> {
        self.frame.trailer(text).map(|()| 0)
    }
}

/// The newer form.
pub(super) struct Pipes {
    frame: Frame,
}

impl Pipes {
    pub(super) fn new(job: &Job, day: NaiveDate) -> Self {
        let frame = Frame::new(job, day);
        Self { frame }
    }
}

impl Writer for Pipes {
    fn begin(&mut self, text: &mut String) -> Result<()> {
        self.frame.header(text)
    }

    fn add(&mut self, piece: &Piece<'_>, units: i64, text: &mut String) -> Result<u32> {
        let sale = piece.sale;
        let text_of = |cell: &str| plain(cell).replace('|', "/");
        let released = piece.released.map(|day| day.format("%Y%m%d").to_string());
        let cells: [&str; 16] = [
            &piece.at.format("%Y%m%d").to_string(),
            &piece.at.format("%H%M%S").to_string(),
            &text_of(&sale.reference),
            piece.barcode,
            // The ISRC is that of a single recording.
            "",
            &self.frame.postcode(&sale.postcode),
            &sale.country,
            if units < 0 { "R" } else { "S" },
            &units.unsigned_abs().to_string(),
            &(piece.price * Decimal::ONE_HUNDRED).trunc().to_string(),
            &text_of(&sale.artist),
            &text_of(&sale.title),
            &released.unwrap_or_default(),
            "00",
            &text_of(&sale.label),
            if piece.boxed { "Y" } else { "N" },
        ];
        text.push_str(&cells.join("|"));
        text.push('\n');
        self.frame.units += units;
        Ok(1)
    }

    fn end(&mut self, _: &Caps, text: &mut String) -> Result<u32> {
        let _ = writeln!(text, "94 {}", self.frame.units);
        Ok(0)
    }
}
