//! What no form may break, whatever its bytes and the names in it.

use axum::body::Body;
use axum::http::HeaderValue;
use futures::executor;

use super::download::disposition;
use super::form::Form;
use super::model::slug;
use super::upload::file_name;

/// Where the parts of [`form`]'s body end: `--part`.
pub const BOUNDARY: &str = "part";

/// Reads a multipart body as an upload does; each name in it is one that a record, a path and a header can hold.
///
/// # Panics
/// A name leaves its folder, or no header can hold it.
pub fn form(body: &[u8]) {
    let mut form = Form::new(Body::from(body.to_vec()), BOUNDARY.to_owned());
    executor::block_on(async {
        while let Ok(Some(part)) = form.next().await {
            name(part.field.file_name().unwrap_or_default());
        }
    });
}

/// A file's name, as a browser sends it.
///
/// # Panics
/// As [`form`].
pub fn name(given: &str) {
    let name = file_name(given);
    assert!((1..=255).contains(&name.chars().count()), "{name:?}");
    assert!(
        !name.contains(['/', '\\', '\u{202e}']) && !name.contains(char::is_control),
        "{name:?}"
    );
    let part = slug(&name);
    assert!((1..100).contains(&part.len()), "{part}");
    assert!(
        part.bytes().all(|byte| byte.is_ascii_lowercase()
            || byte.is_ascii_digit()
            || b"-.".contains(&byte)),
        "{part}"
    );
    assert!(!part.contains("..") && !part.starts_with('.'), "{part}");
    let header = disposition(&name);
    assert!(HeaderValue::from_str(&header).is_ok(), "{header}");
    assert_eq!(header.matches('"').count(), 2, "{header}");
}
