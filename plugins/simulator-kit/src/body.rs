//! Answers that are damaged on their way.

use axum::body::{Body, Bytes};
use futures::stream;
use std::io;

/// The first half, as if it were all.
pub fn half(whole: &Bytes) -> Body {
    first_half(whole).into()
}

/// The first half, then the connection is cut.
pub fn cut(whole: &Bytes) -> Body {
    let parts = [Ok(first_half(whole)), Err(io::Error::other("dropped"))];
    Body::from_stream(stream::iter(parts))
}

fn first_half(whole: &Bytes) -> Bytes {
    whole.slice(..whole.len() / 2)
}
