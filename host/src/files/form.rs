//! A multipart form as it arrives, whoever sends it. Never more of it in memory than two pieces of the stream and
//! [`BETWEEN`]: the library keeps what is no part's content until it has seen its end, and takes all that has come.

use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Poll, ready};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, header};
use futures::{StreamExt, stream};
use multer::{Field, Multipart};

use crate::http::error::{Error, Result};

/// The bytes between two parts' contents: a boundary and headers.
const BETWEEN: usize = 64 * 1024;
/// Files and fields of a form (specification, document 2, section 9: 100 files).
const MOST: usize = 120;

/// A form that is being received.
#[derive(Debug)]
pub struct Form {
    form: Multipart<'static>,
    /// Bytes since the last content.
    unread: Arc<AtomicUsize>,
    parts: usize,
}

/// One of its files or fields.
#[derive(Debug)]
pub struct Part {
    pub field: Field<'static>,
    unread: Arc<AtomicUsize>,
}

/// What separates the parts of the body that these headers announce; none: it is no form.
pub fn boundary(headers: &HeaderMap) -> Option<String> {
    let kind = headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    multer::parse_boundary(kind).ok()
}

impl Form {
    pub fn new(body: Body, boundary: String) -> Self {
        let unread = Arc::new(AtomicUsize::new(0));
        let (mut pieces, counted) = (body.into_data_stream(), Arc::clone(&unread));
        let mut rests = false;
        let bounded = stream::poll_fn(move |context| {
            // One piece at a time: the library reads on for as long as there is something.
            if mem::take(&mut rests) {
                context.waker().wake_by_ref();
                return Poll::Pending;
            }
            let piece = ready!(pieces.poll_next_unpin(context));
            rests = true;
            Poll::Ready(piece.map(|piece| {
                let piece = piece.map_err(|error| error.to_string())?;
                match counted.fetch_add(piece.len(), Ordering::Relaxed) > BETWEEN {
                    true => Err("no part's content for too long".to_owned()),
                    false => Ok(piece),
                }
            }))
        });
        Self {
            form: Multipart::new(bounded, boundary),
            unread,
            parts: 0,
        }
    }

    /// The next part; what was left of the one before is passed over.
    ///
    /// # Errors
    /// [`Error::Invalid`]: it is no form, or has too many parts.
    pub async fn next(&mut self) -> Result<Option<Part>> {
        let Some(field) = self.form.next_field().await.map_err(broken)? else {
            return Ok(None);
        };
        self.unread.store(0, Ordering::Relaxed);
        self.parts += 1;
        if self.parts > MOST {
            return Err(Error::field(field.name().unwrap_or_default(), "max"));
        }
        let unread = Arc::clone(&self.unread);
        Ok(Some(Part { field, unread }))
    }
}

impl Part {
    /// The next piece of its content.
    ///
    /// # Errors
    /// [`Error::Invalid`]: the form breaks off.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>> {
        let chunk = self.field.chunk().await.map_err(broken)?;
        self.unread.store(0, Ordering::Relaxed);
        Ok(chunk)
    }
}

fn broken(error: multer::Error) -> Error {
    tracing::debug!(%error, "a broken form");
    Error::field("", "multipart")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A form of this text and then a megabyte of zeros after the other, and how many megabytes of it were taken.
    async fn endless(begin: &str) -> (Result<()>, usize) {
        let taken = Arc::new(AtomicUsize::new(0));
        let (counted, zeros) = (Arc::clone(&taken), Bytes::from(vec![0; 1 << 20]));
        let begin = stream::iter([Bytes::from(begin.to_owned())]);
        let zeros = stream::repeat_with(move || {
            counted.fetch_add(1, Ordering::Relaxed);
            zeros.clone()
        });
        let pieces = begin.chain(zeros.take(64)).map(Ok::<_, std::io::Error>);
        let mut form = Form::new(Body::from_stream(pieces), "x".into());
        let mut read = async || {
            while let Some(mut part) = form.next().await? {
                while part.chunk().await?.is_some() {}
            }
            Ok(())
        };
        let outcome = read().await;
        (outcome, taken.load(Ordering::Relaxed))
    }

    #[tokio::test]
    async fn what_never_becomes_a_part_is_refused_before_it_fills_the_memory() {
        let endless_name = "--x\r\nContent-Disposition: form-data; name=\"";
        for begin in ["", "--y\r\n", "--x", "--x\r\n", endless_name] {
            let (outcome, taken) = endless(begin).await;
            assert!(matches!(outcome, Err(Error::Invalid(_))), "{begin:?}");
            assert!(taken <= 2, "{begin:?}: {taken} MiB");
        }
    }

    #[tokio::test]
    async fn a_fast_sender_waits_for_whoever_reads() {
        let begin = "--x\r\nContent-Disposition: form-data; name=\"a\"; filename=\"b\"\r\n\r\n";
        let taken = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&taken);
        let first = stream::iter([Bytes::from(begin)]);
        let pieces = first.chain(stream::repeat_with(move || {
            counted.fetch_add(1, Ordering::Relaxed);
            Bytes::from(vec![0; 1 << 20])
        }));
        let body = Body::from_stream(pieces.map(Ok::<_, std::io::Error>));
        let mut form = Form::new(body, "x".into());
        let mut part = form.next().await.expect("a form").expect("a part");
        for read in 0..100 {
            assert!(part.chunk().await.expect("a piece").is_some());
            let ahead = taken.load(Ordering::Relaxed).saturating_sub(read);
            assert!(ahead <= 3, "{ahead} pieces ahead of their reader");
        }
    }

    #[tokio::test]
    async fn a_form_has_so_many_parts_and_no_more() {
        let part = "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n";
        for (parts, whole) in [(MOST, true), (MOST + 1, false)] {
            let body = Body::from(format!("{}--x--\r\n", part.repeat(parts)));
            let mut form = Form::new(body, "x".into());
            let outcome = async {
                while form.next().await?.is_some() {}
                Ok::<_, Error>(())
            };
            assert_eq!(outcome.await.is_ok(), whole, "{parts}");
        }
    }
}
