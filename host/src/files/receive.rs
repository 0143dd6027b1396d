//! One file that somebody sends for a purpose of its own: as the request's body, or as the file of a form.

use std::collections::BTreeSet;
use std::path::Path;

use axum::body::Bytes;
use axum::extract::Request;
use axum::http::header;
use futures::stream::BoxStream;
use futures::{StreamExt, TryStreamExt, stream};
use sha2::{Digest, Sha256};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use uuid::Uuid;

use super::content::{HEAD, by_name};
use super::form::{self, Form};
use super::model::{Stored, slug};
use super::upload::{self, file_name};
use crate::access::Scope;
use crate::app::App;
use crate::http::error::{Error, Result};

/// What may be sent.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    /// Media types: `text/csv`.
    pub types: &'a BTreeSet<String>,
    /// Bytes.
    pub longest: u64,
}

/// The field of a form that holds the file.
const FIELD: &str = "file";

/// Keeps the request's file in the object store as it arrives.
///
/// # Errors
/// [`Error::Invalid`]: it is missing, empty or of another type; [`Error::TooLarge`].
pub async fn receive(
    app: &App,
    scope: &Scope,
    request: Request,
    wanted: Wanted<'_>,
) -> Result<Stored> {
    upload::room(app, scope, FIELD).await?;
    let kind = request.headers().get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.to_owned();
    let Some(boundary) = form::boundary(request.headers()) else {
        let bytes = request.into_body().into_data_stream();
        let bytes = bytes.map_err(|_| Error::field("", "multipart"));
        return store(app, scope, "upload", &kind, bytes.boxed(), wanted).await;
    };
    let mut form = Form::new(request.into_body(), boundary);
    while let Some(part) = form.next().await? {
        let Some(name) = part.field.file_name().map(file_name) else {
            continue;
        };
        let kind = part.field.content_type().map(ToString::to_string);
        let bytes = stream::try_unfold(part, async |mut part| {
            Ok(part.chunk().await?.map(|chunk| (chunk, part)))
        });
        return store(
            app,
            scope,
            &name,
            &kind.unwrap_or_default(),
            bytes.boxed(),
            wanted,
        )
        .await;
    }
    Err(Error::field(FIELD, "required"))
}

async fn store(
    app: &App,
    scope: &Scope,
    name: &str,
    claimed: &str,
    mut bytes: BoxStream<'_, Result<Bytes>>,
    wanted: Wanted<'_>,
) -> Result<Stored> {
    let mut head = Vec::new();
    while head.len() < HEAD {
        match bytes.try_next().await? {
            Some(chunk) => head.extend_from_slice(&chunk),
            None => break,
        }
    }
    if head.is_empty() {
        return Err(Error::field(FIELD, "fileEmpty"));
    }
    if !is_wanted(&head, claimed, wanted.types) {
        return Err(Error::field(FIELD, "fileType"));
    }
    let path = format!(
        "tasks/{}/{}-{}",
        scope.actor.id.simple(),
        Uuid::now_v7().simple(),
        slug(name)
    );
    let mut writer = app.files.writer(&path);
    let (mut size, mut hash) = (0, Sha256::new());
    let outcome = async {
        let mut chunk = Some(Bytes::from(head));
        while let Some(part) = chunk {
            size += part.len() as u64;
            if size > wanted.longest {
                return Err(Error::TooLarge);
            }
            app.files.check_room(FIELD)?;
            hash.update(&part);
            writer.write_all(&part).await.map_err(anyhow::Error::from)?;
            chunk = bytes.try_next().await?;
        }
        Ok(writer.shutdown().await.map_err(anyhow::Error::from)?)
    };
    if let Err(error) = outcome.await {
        if let Err(cause) = writer.abort().await {
            tracing::debug!(%cause, "nothing to abort");
        }
        return Err(error);
    }
    Ok(Stored {
        name: name.to_owned(),
        path,
        media_type: by_name(name),
        size: i64::try_from(size).unwrap_or(i64::MAX),
        sha256: hash.finalize().to_vec(),
    })
}

/// Copies a file of this host into the object store.
pub async fn put(app: &App, name: &str, path: &str, local: &Path) -> anyhow::Result<Stored> {
    let mut file = tokio::fs::File::open(local).await?;
    let mut writer = app.files.writer(path);
    let (mut size, mut hash) = (0, Sha256::new());
    let mut part = vec![0; 1 << 20];
    loop {
        let read = file.read(&mut part).await?;
        if read == 0 {
            break;
        }
        hash.update(&part[..read]);
        writer.write_all(&part[..read]).await?;
        size += read;
    }
    writer.shutdown().await?;
    Ok(Stored {
        name: name.to_owned(),
        path: path.to_owned(),
        media_type: by_name(name),
        size: i64::try_from(size)?,
        sha256: hash.finalize().to_vec(),
    })
}

/// The content decides where it can be told; text cannot, and programs give it many names.
fn is_wanted(head: &[u8], claimed: &str, types: &BTreeSet<String>) -> bool {
    let claimed = claimed
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .to_lowercase();
    match infer::get(head) {
        Some(known) => types.contains(known.mime_type()),
        None if head.contains(&0) => claimed != "text/csv" && types.contains(&claimed),
        None => types.contains(&claimed) || types.iter().any(|each| each.starts_with("text/")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_one_whatever_a_program_calls_it() {
        let types = BTreeSet::from(["text/csv".to_owned()]);
        let table = b"sku;name\nA;B\n".as_slice();
        for claimed in [
            "text/csv",
            "text/csv; charset=utf-8",
            "application/vnd.ms-excel",
            "",
        ] {
            assert!(is_wanted(table, claimed, &types), "{claimed}");
        }
        for other in [b"%PDF-1.7".as_slice(), b"PK\x03\x04", b"a\0b"] {
            assert!(!is_wanted(other, "text/csv", &types));
        }
        let papers = BTreeSet::from(["application/pdf".to_owned()]);
        assert!(is_wanted(b"%PDF-1.7", "", &papers));
        assert!(!is_wanted(table, "text/csv", &papers));
    }
}
