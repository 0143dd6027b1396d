//! Making a report's files: what the plugin wrote goes into the object store whole, and with its records everything is
//! committed at once.

use std::path::Path;

use tokio::fs;
use tokio::io::{AsyncBufReadExt, BufReader};

use super::pool::ReportedSale;

/// The media types that are told of a report's file; whatever else a plugin says is not repeated to browsers.
pub fn media_type(claimed: &str) -> &'static str {
    match claimed.split(';').next().unwrap_or_default().trim() {
        "text/csv" => "text/csv",
        "text/plain" => "text/plain",
        "text/tab-separated-values" => "text/tab-separated-values",
        "text/xml" | "application/xml" => "application/xml",
        _ => "application/octet-stream",
    }
}

/// Reads what the plugin reported, some thousands of sales at a time.
#[derive(Debug)]
pub struct Reader(tokio::io::Lines<BufReader<fs::File>>);

impl Reader {
    /// Sales at a time.
    const CHUNK: usize = 5_000;

    pub async fn open(path: &Path) -> std::io::Result<Self> {
        Ok(Self(BufReader::new(fs::File::open(path).await?).lines()))
    }

    /// The next of them; empty at the end.
    ///
    /// # Errors
    /// The disk.
    pub async fn next(&mut self) -> anyhow::Result<Vec<ReportedSale>> {
        let mut chunk = Vec::new();
        while chunk.len() < Self::CHUNK {
            match self.0.next_line().await? {
                Some(line) => chunk.push(serde_json::from_str(&line)?),
                None => break,
            }
        }
        Ok(chunk)
    }
}

#[cfg(test)]
mod tests {
    use super::media_type;

    #[test]
    fn a_browser_is_told_of_no_kind_that_it_would_run() {
        for (claimed, expected) in [
            ("text/csv", "text/csv"),
            ("text/csv; charset=utf-8", "text/csv"),
            (" text/plain ;x", "text/plain"),
            ("text/tab-separated-values", "text/tab-separated-values"),
            ("application/xml", "application/xml"),
            ("text/html", "application/octet-stream"),
            ("image/svg+xml", "application/octet-stream"),
            ("text/csv, text/html", "application/octet-stream"),
            ("application/javascript", "application/octet-stream"),
            ("", "application/octet-stream"),
        ] {
            assert_eq!(media_type(claimed), expected, "{claimed}");
        }
    }
}
