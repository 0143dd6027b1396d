//! Downloads: streamed from the object store, whole or the part that a `Range` asks for.

use std::ops::Range;

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use object_store::path::Path;
use object_store::{GetOptions, GetRange, ObjectStore};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use uuid::Uuid;

use super::sql::{self, Found};
use crate::app::App;
use crate::http::error::{Error, Resource, Result};

/// What stands as it is in an extended header parameter (RFC 8187).
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// A file's content. Who may read it is for the caller to check.
///
/// # Errors
/// Not found: there is no such file, or it expired.
pub async fn download(app: &App, id: Uuid, headers: &HeaderMap) -> Result<Response> {
    let file = sql::find(&app.db, id, app.now())
        .await?
        .ok_or(Error::NotFound(Resource::File))?;
    stream(app, &file, headers).await
}

/// The content of this file.
pub async fn stream(app: &App, file: &Found, headers: &HeaderMap) -> Result<Response> {
    let size = u64::try_from(file.size).unwrap_or_default();
    let tag = format!(
        "\"{}\"",
        hex::encode(&file.sha256[..file.sha256.len().min(16)])
    );
    let if_range = headers.get(header::IF_RANGE);
    let same = if_range.is_none_or(|value| value.as_bytes() == tag.as_bytes());
    let range = headers
        .get(header::RANGE)
        .filter(|_| same)
        .and_then(|value| value.to_str().ok())
        .map_or(RangeRequest::Whole, |text| range_of(text, size));
    let described = [
        (header::CONTENT_TYPE, file.media_type.clone()),
        (header::CONTENT_DISPOSITION, disposition(&file.name)),
        (header::ACCEPT_RANGES, "bytes".into()),
        (header::ETAG, tag),
        (header::CACHE_CONTROL, "private, no-store".into()),
    ];
    let (status, wanted) = match range {
        RangeRequest::Whole => (StatusCode::OK, 0..size),
        RangeRequest::Part(range) => (StatusCode::PARTIAL_CONTENT, range),
        RangeRequest::Beyond => {
            let headers = [(header::CONTENT_RANGE, format!("bytes */{size}"))];
            return Ok((StatusCode::RANGE_NOT_SATISFIABLE, headers).into_response());
        }
    };
    let options = GetOptions {
        range: Some(GetRange::Bounded(wanted.clone())),
        ..GetOptions::default()
    };
    let found = app
        .files
        .objects()
        .get_opts(&Path::from(file.path.as_str()), options)
        .await
        .map_err(anyhow::Error::from)?;
    let length = [(
        header::CONTENT_LENGTH,
        (wanted.end - wanted.start).to_string(),
    )];
    let mut response = (
        status,
        described,
        length,
        Body::from_stream(found.into_stream()),
    )
        .into_response();
    if status == StatusCode::PARTIAL_CONTENT {
        let text = format!("bytes {}-{}/{size}", wanted.start, wanted.end - 1);
        if let Ok(value) = text.parse() {
            response.headers_mut().insert(header::CONTENT_RANGE, value);
        }
    }
    Ok(response)
}

/// Saved under its own name, never shown as a page of ours.
pub fn disposition(name: &str) -> String {
    let plain: String = name
        .chars()
        .map(|letter| match letter {
            ' '..='~' if !matches!(letter, '"' | '\\') => letter,
            _ => '_',
        })
        .collect();
    format!(
        "attachment; filename=\"{plain}\"; filename*=UTF-8''{}",
        utf8_percent_encode(name, PLAIN)
    )
}

/// What a `Range` asks for.
#[derive(Debug, PartialEq, Eq)]
enum RangeRequest {
    Whole,
    Part(Range<u64>),
    Beyond,
}

/// Reads a `Range` of one part; anything else is answered whole, as RFC 9110 allows.
fn range_of(text: &str, size: u64) -> RangeRequest {
    let Some((from, to)) = text
        .strip_prefix("bytes=")
        .filter(|text| !text.contains(','))
        .and_then(|text| text.trim().split_once('-'))
    else {
        return RangeRequest::Whole;
    };
    let range = match (from.parse::<u64>(), to.parse::<u64>()) {
        (Ok(from), Ok(to)) if from <= to => from..to.saturating_add(1).min(size),
        (Ok(from), Err(_)) if to.is_empty() => from..size,
        (Err(_), Ok(last)) if from.is_empty() => size.saturating_sub(last)..size,
        _ => return RangeRequest::Whole,
    };
    if range.start >= range.end {
        RangeRequest::Beyond
    } else {
        RangeRequest::Part(range)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_stay_inside_the_file() {
        for (text, answer) in [
            ("bytes=0-9", RangeRequest::Part(0..10)),
            ("bytes=90-", RangeRequest::Part(90..100)),
            ("bytes=-5", RangeRequest::Part(95..100)),
            ("bytes=-500", RangeRequest::Part(0..100)),
            ("bytes=50-5000", RangeRequest::Part(50..100)),
            ("bytes=100-", RangeRequest::Beyond),
            ("bytes=-0", RangeRequest::Beyond),
            ("bytes=9-0", RangeRequest::Whole),
            ("bytes=0-1,5-6", RangeRequest::Whole),
            ("lines=0-1", RangeRequest::Whole),
            ("bytes=x-y", RangeRequest::Whole),
            ("bytes=0-18446744073709551615", RangeRequest::Part(0..100)),
        ] {
            assert_eq!(range_of(text, 100), answer, "{text}");
        }
    }

    #[test]
    fn a_name_cannot_break_out_of_its_header() {
        let header = disposition("a\"; filename=\"évil\r\n.pdf");
        assert!(!header.contains(['\r', '\n', 'é']));
        assert_eq!(header.matches('"').count(), 2);
        assert!(header.contains("filename*=UTF-8''a%22%3B%20filename%3D%22%C3%A9vil%0D%0A.pdf"));
    }
}
