//! Answers that are damaged on their way.

use axum::body::{Body, Bytes};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use futures::stream;
use std::io;
use std::time::Duration;

/// The first half, as if it were all.
pub fn half(whole: &Bytes) -> Body {
    first_half(whole).into()
}

/// The first half, then the connection is cut.
pub fn cut(whole: &Bytes) -> Body {
    let parts = [Ok(first_half(whole)), Err(io::Error::other("dropped"))];
    Body::from_stream(stream::iter(parts))
}

/// The first half at once, the rest after `pause`.
pub fn dribble(whole: &Bytes, pause: Duration) -> Body {
    let parts = [first_half(whole), whole.slice(whole.len() / 2..)];
    let pauses = [Duration::ZERO, pause];
    let late = parts.into_iter().zip(pauses);
    Body::from_stream(stream::unfold(late, async |mut late| {
        let (part, pause) = late.next()?;
        tokio::time::sleep(pause).await;
        Some((Ok::<_, io::Error>(part), late))
    }))
}

/// All of it, after `pause`.
pub async fn late(whole: Bytes, pause: Duration) -> Body {
    tokio::time::sleep(pause).await;
    whole.into()
}

/// What stands before a provider answers in its place, with a page for people.
pub fn gateway(status: StatusCode) -> Response {
    (status, Html(format!("<html><h1>{status}</h1></html>"))).into_response()
}

fn first_half(whole: &Bytes) -> Bytes {
    whole.slice(..whole.len() / 2)
}
