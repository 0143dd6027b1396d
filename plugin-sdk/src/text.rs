//! CSV files as people's programs leave them, before a reader of CSV comes to them.

use std::borrow::Cow;

/// Text as UTF-8, or else what Windows would have written: a spreadsheet saves in the letters of its system unless it is
/// told otherwise. Of a long file field by field.
#[must_use]
pub fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    std::str::from_utf8(bytes).map_or_else(
        |_| bytes.iter().map(|byte| windows_1252(*byte)).collect(),
        Cow::Borrowed,
    )
}

/// What stands between columns: whichever the first line has most of, of tab, semicolon and comma. A spreadsheet of a French
/// desk separates by semicolons, what is copied out of one is by tabs.
#[must_use]
pub fn delimiter(beginning: &[u8]) -> u8 {
    let headings = beginning.split(|byte| *byte == b'\n').next();
    let count = |mark: &u8| {
        let letters = headings.unwrap_or_default().iter();
        letters.filter(|letter| *letter == mark).count()
    };
    // Of equals the last.
    let marks = [b'\t', b';', b','];
    marks.into_iter().max_by_key(count).unwrap_or(b',')
}

/// A byte of Windows-1252: Latin-1 but for these (WHATWG Encoding Standard, index windows-1252). The crate of encodings would
/// bring the tables of all others into every component.
fn windows_1252(byte: u8) -> char {
    const OTHERS: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => OTHERS[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_windows_are_read_and_utf_8_stays() {
        assert_eq!(decoded("Été 12 €".as_bytes()), "Été 12 €");
        assert_eq!(decoded(b"\xc9t\xe9 12 \x80"), "Été 12 €");
    }

    #[test]
    fn the_first_line_tells_what_stands_between_columns() {
        for (file, mark) in [
            ("SKU\tKind\tName, long\n", b'\t'),
            ("SKU;Name\n1,5;2,5;3,5\n", b';'),
            ("SKU,Name\n", b','),
            ("SKU\n", b','),
            ("", b','),
        ] {
            assert_eq!(delimiter(file.as_bytes()), mark, "{file}");
        }
    }
}
