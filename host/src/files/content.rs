//! What a file is, by its first bytes (specification, document 1, section 5: upload types).

use crate::http::error::{Error, Result};

/// What an upload may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Pdf,
    /// Pictures, svg and tiff too.
    Image,
    /// Pictures, PDF, and what office programs write.
    Document,
    /// Rows of text, whatever stands between their columns.
    Table,
}

/// Bytes that tell a file's type.
pub const HEAD: usize = 8 * 1024;

/// Characters of a file's name.
pub const LONGEST_NAME: usize = 255;

const MIB: u64 = 1024 * 1024;

impl Kind {
    /// The largest file of this kind, in bytes.
    pub const fn limit(self) -> u64 {
        match self {
            Kind::Pdf => 100 * MIB,
            Kind::Image => 50 * MIB,
            Kind::Document => 2_048 * MIB,
            Kind::Table => 1_024 * MIB,
        }
    }

    /// The media type of a file that begins with `head`.
    ///
    /// # Errors
    /// The field `field` is not of this kind, or empty.
    pub fn check(self, field: &str, name: &str, head: &[u8]) -> Result<&'static str> {
        if head.is_empty() {
            return Err(Error::field(field, "fileEmpty"));
        }
        let media_type = media_type(name, head);
        let is_text = || media_type.is_none() && infer::get(head).is_none() && !head.contains(&0);
        let fits = match self {
            Kind::Pdf => media_type.filter(|media_type| *media_type == "application/pdf"),
            Kind::Image => media_type.filter(|media_type| media_type.starts_with("image/")),
            Kind::Document => media_type,
            Kind::Table => is_text().then_some("text/csv"),
        };
        fits.ok_or_else(|| Error::field(field, "fileType"))
    }
}

/// The media type that a name promises: of files that programs made for programs.
pub fn by_name(name: &str) -> &'static str {
    let extension = name
        .rsplit_once('.')
        .map(|(_, extension)| extension.to_lowercase());
    match extension.as_deref() {
        Some("csv") => "text/csv",
        Some("txt") => "text/plain",
        Some("json") => "application/json",
        Some("xml") => "application/xml",
        Some("pdf") => "application/pdf",
        Some("zip") => "application/zip",
        Some("xlsx") => XLSX,
        _ => "application/octet-stream",
    }
}

/// The media type, of those that are taken at all.
fn media_type(name: &str, head: &[u8]) -> Option<&'static str> {
    let extension = name
        .rsplit_once('.')
        .map(|(_, extension)| extension.to_lowercase());
    let extension = extension.as_deref().unwrap_or_default();
    let known = infer::get(head).map(|kind| kind.mime_type());
    Some(match known {
        Some("image/gif") => "image/gif",
        Some("image/jpeg") => "image/jpeg",
        Some("image/png") => "image/png",
        Some("image/webp") => "image/webp",
        Some("image/tiff") => "image/tiff",
        Some("application/pdf") => "application/pdf",
        Some("application/vnd.openxmlformats-officedocument.wordprocessingml.document") => DOCX,
        Some("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet") => XLSX,
        // Old office files are alike in their first bytes, and new ones are archives: the name says which.
        _ if head.starts_with(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") => match extension {
            "doc" => "application/msword",
            "xls" => "application/vnd.ms-excel",
            _ => return None,
        },
        Some("application/zip") if contains(head, b"[Content_Types].xml") => match extension {
            "docx" => DOCX,
            "xlsx" => XLSX,
            _ => return None,
        },
        _ if is_svg(head) => "image/svg+xml",
        _ => return None,
    })
}

const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// The name that a file of this type is kept by: one that ends otherwise promises a program what the file is not, and has
/// the type's own ending after it.
pub fn name_as(name: String, media_type: &str) -> String {
    let endings: &[&str] = match media_type {
        "image/gif" => &["gif"],
        "image/jpeg" => &["jpg", "jpeg", "jfif"],
        "image/png" => &["png"],
        "image/webp" => &["webp"],
        "image/tiff" => &["tif", "tiff"],
        "image/svg+xml" => &["svg"],
        "application/pdf" => &["pdf"],
        "application/msword" => &["doc"],
        "application/vnd.ms-excel" => &["xls"],
        DOCX => &["docx"],
        XLSX => &["xlsx"],
        "text/csv" => &["csv", "txt"],
        _ => return name,
    };
    let ending = name
        .rsplit_once('.')
        .map(|(_, ending)| ending.to_lowercase());
    match ending.is_some_and(|ending| endings.contains(&ending.as_str())) {
        true => name,
        false => {
            let kept: String = name
                .chars()
                .take(LONGEST_NAME - 1 - endings[0].len())
                .collect();
            format!("{kept}.{}", endings[0])
        }
    }
}

fn contains(head: &[u8], part: &[u8]) -> bool {
    head.windows(part.len()).any(|window| window == part)
}

/// Whether its first element is `svg`, after what XML may hold before it.
fn is_svg(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head);
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    for (begin, end) in [
        ("<?", "?>"),
        ("<!--", "-->"),
        ("<!DOCTYPE svg", ">"),
        ("<!--", "-->"),
    ] {
        while let Some((_, after)) = rest
            .strip_prefix(begin)
            .and_then(|rest| rest.split_once(end))
        {
            rest = after.trim_start();
        }
    }
    let name = rest.strip_prefix("<svg");
    name.is_some_and(|rest| rest.starts_with([' ', '\t', '\r', '\n', '>', '/']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_promises_what_the_file_is() {
        for (name, media_type, kept) in [
            ("a.pdf", "application/pdf", "a.pdf"),
            ("a.PDF", "application/pdf", "a.PDF"),
            ("photo.JPEG", "image/jpeg", "photo.JPEG"),
            ("x.html", "application/pdf", "x.html.pdf"),
            ("x.js", "image/gif", "x.js.gif"),
            ("pdf", "application/pdf", "pdf.pdf"),
            ("page.htm", "image/svg+xml", "page.htm.svg"),
            ("data.bin", "application/octet-stream", "data.bin"),
        ] {
            assert_eq!(name_as(name.into(), media_type), kept);
        }
        let longest = name_as("é".repeat(LONGEST_NAME), "image/jpeg");
        assert!(longest.ends_with("é.jpg") && longest.chars().count() == LONGEST_NAME);
    }

    #[test]
    fn the_content_says_what_a_file_is() {
        let pdf = b"%PDF-1.7 ...".as_slice();
        assert_eq!(
            Kind::Pdf.check("file", "x.png", pdf).unwrap(),
            "application/pdf"
        );
        assert!(Kind::Image.check("file", "x.png", pdf).is_err());
        for wrong in [
            b"<html><script>".as_slice(),
            b"MZ\x90\x00",
            b"PK\x03\x04 an archive",
            b"#!/bin/sh",
            b"hello",
            b"",
        ] {
            assert!(Kind::Document.check("file", "contract.pdf", wrong).is_err());
        }
        for svg in [
            "<svg/>",
            "<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
            "\u{feff} <?xml version='1.0'?><!-- of a program --><!DOCTYPE svg PUBLIC \"-\" \"x\">\n<!-- a -->\n<svg\n>",
        ] {
            let media_type = Kind::Image.check("file", "a.svg", svg.as_bytes());
            assert_eq!(media_type.unwrap(), "image/svg+xml", "{svg}");
        }
        for page in [
            "<body><svg/></body>",
            "<script>alert(1)</script><svg/>",
            "<!DOCTYPE html><svg/>",
            "<!-- <svg/> --><p>",
            "<svgs/>",
            "<a href='<svg >'/>",
        ] {
            let refused = Kind::Document.check("file", "a.svg", page.as_bytes());
            assert!(refused.is_err(), "{page}");
        }
        let old = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest";
        assert_eq!(
            Kind::Document.check("file", "a.xls", old).unwrap(),
            "application/vnd.ms-excel"
        );
    }
}
