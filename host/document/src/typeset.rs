//! How documents are set, whatever they are: the fonts, the letters that can be drawn, the files that a layout reads.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde_json::Value;
use typst::diag::{FileError, FileResult, SourceDiagnostic};
use typst::foundations::{Bytes, Datetime, Duration};
use typst::syntax::{FileId, Source};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt, World};
use typst_layout::PagedDocument;
use typst_pdf::PdfOptions;
use unicode_normalization::UnicodeNormalization;

use crate::{Error, Picture};

/// A file of one document, and what its layout calls it.
pub type File = (String, Bytes);

/// Pages of a layout that says all of `content`, which it reads as `content.json`.
pub fn pages(
    layout: &'static Source,
    content: Value,
    files: impl IntoIterator<Item = File>,
) -> Result<PagedDocument, Error> {
    let content = drawable(content).to_string().into_bytes();
    let content = ("content.json".to_owned(), Bytes::new(content));
    let desk = Desk {
        layout,
        files: files.into_iter().chain([content]).collect(),
    };
    typst::compile(&desk)
        .output
        .map_err(|errors| layout_error(&errors))
}

/// They as a PDF.
pub fn written(pages: &PagedDocument, options: &PdfOptions) -> Result<Vec<u8>, Error> {
    typst_pdf::pdf(pages, options).map_err(|errors| layout_error(&errors))
}

/// Lets go of what is kept between two documents: it is of no use to others, and would only grow.
pub fn forget() {
    typst::comemo::evict(0);
}

fn layout_error(errors: &[SourceDiagnostic]) -> Error {
    let errors: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
    Error::Layout(errors.join("; "))
}

impl Picture {
    /// What layouts call its format. `None`: it is of another type than those that are known, whatever could be drawn.
    pub(crate) fn format(&self) -> Option<&'static str> {
        match self.mime.as_str() {
            "image/png" => Some("png"),
            "image/jpeg" => Some("jpg"),
            "image/svg+xml" => Some("svg"),
            "image/webp" => Some("webp"),
            _ => None,
        }
    }
}

/// What stands for a letter that the font lacks. PDF/A allows no missing glyph.
const LACKING: char = '□';
/// The longest word that any column is wide enough for, and the parts of those that are longer.
const LONGEST: usize = 32;
const PART: usize = 24;

/// All texts of it as the font can draw them.
fn drawable(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(drawable_text(&text)),
        Value::Array(values) => values.into_iter().map(drawable).collect(),
        Value::Object(values) => values
            .into_iter()
            .map(|(key, value)| (key, drawable(value)))
            .collect(),
        other => other,
    }
}

/// The letters that are known, or what they are made of, or a box; spaces for what breaks a line, nothing for what cannot be
/// seen. Overlong words may break.
fn drawable_text(text: &str) -> String {
    let signs = text.nfc().filter(|sign| !is_invisible(*sign));
    let drawn: String = signs.flat_map(known).collect();
    let words = drawn.split_inclusive(char::is_whitespace).map(|word| {
        let signs: Vec<char> = word.chars().collect();
        let part = if signs.len() > LONGEST { PART } else { LONGEST };
        let parts: Vec<String> = signs.chunks(part).map(String::from_iter).collect();
        parts.join("\u{200b}")
    });
    words.collect()
}

fn known(sign: char) -> Vec<char> {
    if sign.is_control() || matches!(sign, '\u{2028}' | '\u{2029}') {
        return vec![' '];
    }
    let parts: Vec<char> = match has_glyph(sign) {
        true => vec![sign],
        false => sign.nfkc().collect(),
    };
    match parts.iter().all(|part| has_glyph(*part)) {
        true => parts,
        false => vec![LACKING],
    }
}

fn has_glyph(sign: char) -> bool {
    let is_private = matches!(sign, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..);
    let mut fonts = SHARED.fonts.iter();
    !is_private && fonts.all(|font| font.info().coverage.contains(sign as u32))
}

/// Marks of direction, joiners, selectors of variants and the like.
fn is_invisible(sign: char) -> bool {
    matches!(sign,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// What all documents are made with.
struct Shared {
    library: LazyHash<Library>,
    book: LazyHash<FontBook>,
    fonts: Vec<Font>,
}

static SHARED: LazyLock<Shared> = LazyLock::new(|| {
    let fonts: [&'static [u8]; 3] = [
        include_bytes!("../fonts/Inter-Regular.ttf"),
        include_bytes!("../fonts/Inter-Medium.ttf"),
        include_bytes!("../fonts/Inter-SemiBold.ttf"),
    ];
    let fonts = fonts
        .into_iter()
        .flat_map(|font| Font::iter(Bytes::new(font)));
    let fonts: Vec<Font> = fonts.collect();
    Shared {
        library: LazyHash::new(Library::default()),
        book: LazyHash::new(FontBook::from_fonts(&fonts)),
        fonts,
    }
});

/// One document's layout and files beside what all share. There is no other file, no network, no clock.
struct Desk {
    layout: &'static Source,
    files: HashMap<String, Bytes>,
}

impl World for Desk {
    fn library(&self) -> &LazyHash<Library> {
        &SHARED.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &SHARED.book
    }

    fn main(&self) -> FileId {
        self.layout.id()
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        match id == self.layout.id() {
            true => Ok(self.layout.clone()),
            false => Err(FileError::AccessDenied),
        }
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        let file = self.files.get(id.get().vpath().get_without_slash());
        file.cloned().ok_or(FileError::AccessDenied)
    }

    fn font(&self, index: usize) -> Option<Font> {
        SHARED.fonts.get(index).cloned()
    }

    fn today(&self, _: Option<Duration>) -> Option<Datetime> {
        None
    }
}
