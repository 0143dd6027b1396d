//! Bar codes and QR codes: which one says a text, and how large it is printed.

use std::fmt::Write;

use barcoders::sym::code128::Code128;
use barcoders::sym::ean13::EAN13;
use qrcode::bits::Bits;
use qrcode::{Color, EcLevel, QrCode, QrResult, Version};
use typst::foundations::Bytes;

/// A printer's dots: modules are whole numbers of them, so that each comes out as wide as the others.
#[derive(Debug, Clone, Copy)]
pub struct Dots {
    /// Millimetres.
    pub size: f64,
    /// Of a module.
    pub least: u32,
    pub most: u32,
}

impl Dots {
    /// 600 a inch, as laser printers have them: modules from 0.17 mm, which handheld scanners read, to 0.5 mm.
    pub const FINE: Self = Self {
        size: 25.4 / 600.0,
        least: 4,
        most: 12,
    };
    /// 203 a inch, as label printers have them: modules from 0.25 mm to 0.5 mm.
    pub const COARSE: Self = Self {
        size: 0.125,
        least: 2,
        most: 4,
    };
}

/// Among the encodings that a QR code may name (AIM ECI 26).
const UTF_8: u32 = 26;

/// Millimetres.
#[derive(Debug, Clone, Copy)]
pub struct Room {
    pub width: f64,
    pub height: f64,
}

/// A text as scanners read it.
#[derive(Debug, Clone)]
pub struct Symbol {
    kind: Kind,
    /// Its modules, of which the dark ones are true: one row of bars, or as many rows as columns.
    rows: Vec<Vec<bool>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Ean13,
    Code128,
    Qr,
}

/// A symbol as it is printed, its quiet zones with it.
#[derive(Debug, Clone)]
pub struct Printed {
    pub svg: Bytes,
    pub size: Room,
    /// Bars; else a QR code.
    pub is_bars: bool,
}

impl Kind {
    /// Modules that stay light left, right, above and below (ISO/IEC 15420, 15417 and 18004).
    fn quiet(self) -> (usize, usize, usize) {
        match self {
            Self::Ean13 => (11, 7, 0),
            Self::Code128 => (10, 10, 0),
            Self::Qr => (4, 4, 4),
        }
    }
}

impl Symbol {
    /// EAN-13 of 12 or 13 digits. `None`: it is no such number.
    pub fn ean13(digits: &str) -> Option<Self> {
        let digits = match digits.len() {
            // A UPC is an EAN that begins with 0.
            12 => format!("0{digits}"),
            13 => digits.to_owned(),
            _ => return None,
        };
        let bars = EAN13::new(digits).ok()?.encode();
        Some(Self::of_bars(Kind::Ean13, &bars))
    }

    /// Code 128. `None`: it has other signs than those of ASCII that are printed, or none.
    pub fn code128(text: &str) -> Option<Self> {
        let is_printed = |byte| matches!(byte, b' '..=b'~');
        if text.is_empty() || !text.bytes().all(is_printed) {
            return None;
        }
        // Set C has two digits where set B has one.
        let is_of_pairs =
            text.len().is_multiple_of(2) && text.bytes().all(|byte| byte.is_ascii_digit());
        let set = if is_of_pairs { 'Ć' } else { 'Ɓ' };
        let bars = Code128::new(format!("{set}{text}")).ok()?.encode();
        Some(Self::of_bars(Kind::Code128, &bars))
    }

    /// QR code. `None`: the text is longer than any.
    fn qr(text: &str, level: EcLevel) -> Option<Self> {
        let mut versions = (1..=40).map(Version::Normal);
        let code = versions.find_map(|version| qr_code(text, version, level).ok())?;
        let colors = code.to_colors();
        let rows = colors.chunks(code.width());
        let rows = rows.map(|row| row.iter().map(|color| *color == Color::Dark).collect());
        Some(Self {
            kind: Kind::Qr,
            rows: rows.collect(),
        })
    }

    fn of_bars(kind: Kind, bars: &[u8]) -> Self {
        let row = bars.iter().map(|bar| *bar == 1).collect();
        Self {
            kind,
            rows: vec![row],
        }
    }

    /// As large as there is room. `None`: its modules would be finer than the printer prints them.
    pub fn printed(&self, room: Room, dots: Dots) -> Option<Printed> {
        let (left, right, around) = self.kind.quiet();
        let width = left + self.rows[0].len() + right;
        (dots.least..=dots.most).rev().find_map(|count| {
            let module = f64::from(count) * dots.size;
            let lines = match self.kind {
                // The standard's proportion: 22.85 mm at modules of 0.33 mm.
                Kind::Ean13 => 69,
                Kind::Code128 => (room.height / module) as usize,
                Kind::Qr => self.rows.len() + 2 * around,
            };
            let size = Room {
                width: width as f64 * module,
                height: lines as f64 * module,
            };
            let fits = size.width <= room.width && size.height <= room.height;
            fits.then(|| Printed {
                svg: Bytes::from_string(self.svg(width, lines)),
                size,
                is_bars: self.kind != Kind::Qr,
            })
        })
    }

    /// A unit is a module, so that all edges lie on whole numbers.
    fn svg(&self, width: usize, lines: usize) -> String {
        let (left, _, around) = self.kind.quiet();
        let height = match self.kind {
            Kind::Qr => 1,
            Kind::Ean13 | Kind::Code128 => lines,
        };
        let mut path = String::new();
        for (y, row) in self.rows.iter().enumerate() {
            let mut x = left;
            for run in row.chunk_by(|one, next| one == next) {
                if run[0] {
                    let (y, wide) = (y + around, run.len());
                    let _ = write!(path, "M{x} {y}h{wide}v{height}h-{wide}z");
                }
                x += run.len();
            }
        }
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {lines}"><path d="{path}"/></svg>"#
        )
    }
}

impl Printed {
    /// A QR code of any text, which stands some damage where there is room for that. `None`: there is none, or too much.
    pub fn qr(text: &str, room: Room, dots: Dots) -> Option<Self> {
        let mut levels = [EcLevel::M, EcLevel::L].into_iter();
        let printed = |level| Symbol::qr(text, level)?.printed(room, dots);
        levels.find_map(printed).filter(|_| !text.is_empty())
    }
}

/// Of UTF-8, which is told where it matters: what looks like Japanese in an older encoding would be written as that.
fn qr_code(text: &str, version: Version, level: EcLevel) -> QrResult<QrCode> {
    let mut bits = Bits::new(version);
    if !text.is_ascii() {
        bits.push_eci_designator(UTF_8)?;
    }
    bits.push_byte_data(text.as_bytes())?;
    bits.push_terminator(level)?;
    QrCode::with_bits(bits, level)
}
