//! Uploads: a multipart form whose files go to the object store as they arrive, a few megabytes in memory at a time.

use std::collections::BTreeMap;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use object_store::buffered::BufWriter;
use sha2::{Digest, Sha256};
use tokio::io::AsyncWriteExt;
use uuid::Uuid;

use super::content::{self, HEAD, Kind, LONGEST_NAME};
use super::form::{self, Part};
use super::model::{Stored, slug};
use super::sql;
use crate::access::{Role, Scope};
use crate::app::App;
use crate::http::error::{Error, Result};

/// Text fields of a form, bytes each.
const TEXT: usize = 64 * 1024;
/// Files of a form (specification, document 2, section 9).
const FILES: usize = 100;

/// The parts of a form that is being received.
#[derive(Debug)]
pub struct Upload(form::Form);

/// A form that was received whole.
#[derive(Debug, Default)]
pub struct Form {
    pub fields: BTreeMap<String, String>,
    pub files: Vec<Stored>,
}

impl<S: Send + Sync> FromRequest<S> for Upload {
    type Rejection = Error;

    async fn from_request(request: Request, _: &S) -> Result<Self> {
        let boundary = form::boundary(request.headers());
        let boundary = boundary.ok_or_else(|| Error::field("", "multipart"))?;
        Ok(Self(form::Form::new(request.into_body(), boundary)))
    }
}

impl Upload {
    /// The one file of the form, in this field.
    ///
    /// # Errors
    /// [`Error::Invalid`]: it is missing, empty, of another kind, or there are several; [`Error::TooLarge`]; too many of the
    /// caller's uploads are under way.
    pub async fn one(
        &mut self,
        app: &App,
        scope: &Scope,
        field: &str,
        kind: Kind,
    ) -> Result<Stored> {
        let form = self.receive(app, scope, field, kind, 1).await?;
        let file = form.files.into_iter().next();
        file.ok_or_else(|| Error::field(field, "required"))
    }

    /// The whole form, its files in this field; together no larger than what one user may have waiting to be attached.
    ///
    /// # Errors
    /// As [`Upload::one`]; [`Error::Invalid`] (`quota`): together they are larger.
    pub async fn all(&mut self, app: &App, scope: &Scope, field: &str, kind: Kind) -> Result<Form> {
        self.receive(app, scope, field, kind, FILES).await
    }

    /// The bytes of the one file of the form, in this field, which is kept nowhere.
    ///
    /// # Errors
    /// As [`Upload::one`]; [`Error::TooLarge`]: there are more of them than these.
    pub async fn bytes(&mut self, field: &str, longest: usize) -> Result<Vec<u8>> {
        let mut file = None;
        while let Some(mut part) = self.0.next().await? {
            let name = part.field.name().unwrap_or_default().to_owned();
            if name != field {
                return Err(Error::field(name, "unknown"));
            }
            let mut bytes = Vec::new();
            while let Some(chunk) = part.chunk().await? {
                if bytes.len() + chunk.len() > longest {
                    return Err(Error::TooLarge);
                }
                bytes.extend_from_slice(&chunk);
            }
            if file.replace(bytes).is_some() {
                return Err(Error::field(name, "max"));
            }
        }
        file.ok_or_else(|| Error::field(field, "required"))
    }

    async fn receive(
        &mut self,
        app: &App,
        scope: &Scope,
        file: &str,
        kind: Kind,
        most: usize,
    ) -> Result<Form> {
        let room = room(app, scope, file).await?;
        let mut form = Form::default();
        let received = self
            .parts(app, scope, (file, kind, most), room, &mut form)
            .await;
        if let Err(error) = received {
            // What came before the fault is of no use to anybody.
            for stored in &form.files {
                if let Err(cause) = app.files.remove(&stored.path).await {
                    tracing::warn!(
                        error = format!("{cause:#}"),
                        "an unused file stays until it is swept"
                    );
                }
            }
            return Err(error);
        }
        Ok(form)
    }

    async fn parts(
        &mut self,
        app: &App,
        scope: &Scope,
        (file, kind, most): (&str, Kind, usize),
        room: i64,
        form: &mut Form,
    ) -> Result<()> {
        while let Some(part) = self.0.next().await? {
            let name = part.field.name().unwrap_or_default().to_owned();
            if part.field.file_name().is_none() {
                let text = text(part, &name).await?;
                form.fields.insert(name, text);
                continue;
            }
            if name != file {
                return Err(Error::field(name, "unknown"));
            }
            if form.files.len() >= most {
                return Err(Error::field(name, "max"));
            }
            form.files.push(store(app, scope, part, &name, kind).await?);
            let together: i64 = form.files.iter().map(|stored| stored.size).sum();
            if together > room {
                return Err(Error::field(name, "quota"));
            }
        }
        Ok(())
    }
}

/// The bytes that a user may send at once: no more than may wait to be attached, and, unless they are of the staff, than what
/// they sent before leaves of theirs. What they send several times at once is not counted before it is kept.
///
/// # Errors
/// [`Error::Invalid`] (`filesQuota`): none.
pub(super) async fn room(app: &App, scope: &Scope, field: &str) -> Result<i64> {
    let limits = &app.config.limits;
    let at_once = i64::from(limits.unattached_mib) << 20;
    if scope.actor.role == Role::Admin {
        return Ok(at_once);
    }
    let sent = sql::sent(&app.db, scope.actor.id).await?;
    match (i64::from(limits.files_mib) << 20) - sent {
        left if left > 0 => Ok(left.min(at_once)),
        _ => Err(Error::field(field, "filesQuota")),
    }
}

async fn text(mut part: Part, name: &str) -> Result<String> {
    let mut bytes = Vec::new();
    while let Some(chunk) = part.chunk().await? {
        if bytes.len() + chunk.len() > TEXT {
            return Err(Error::field(name, "max"));
        }
        bytes.extend_from_slice(&chunk);
    }
    String::from_utf8(bytes).map_err(|_| Error::field(name, "type"))
}

/// Writes one file to the object store. Whatever goes wrong, nothing of it stays there.
async fn store(app: &App, scope: &Scope, mut part: Part, name: &str, kind: Kind) -> Result<Stored> {
    let file_name = file_name(part.field.file_name().unwrap_or_default());
    let mut head = Vec::new();
    while head.len() < HEAD {
        match part.chunk().await? {
            Some(chunk) => head.extend_from_slice(&chunk),
            None => break,
        }
    }
    let media_type = kind.check(name, &file_name, &head[..head.len().min(HEAD)])?;
    let file_name = content::name_as(file_name, media_type);
    let path = format!(
        "uploads/{}/{}-{}-{}",
        scope.actor.id.simple(),
        app.now().format("%Y%m%dT%H%M%S"),
        &Uuid::new_v4().simple().to_string()[..8],
        slug(&file_name)
    );
    let mut writer = app.files.writer(&path);
    let mut written = Written::default();
    let outcome = async {
        let mut chunk = Some(Bytes::from(head));
        while let Some(bytes) = chunk {
            app.files.check_room(name)?;
            written.write(&mut writer, &bytes, kind).await?;
            chunk = part.chunk().await?;
        }
        writer.shutdown().await.map_err(anyhow::Error::from)?;
        Ok::<_, Error>(())
    };
    if let Err(error) = outcome.await {
        if let Err(cause) = writer.abort().await {
            tracing::debug!(%cause, "nothing to abort");
        }
        return Err(error);
    }
    Ok(Stored {
        name: file_name,
        path,
        media_type,
        size: i64::try_from(written.size).unwrap_or(i64::MAX),
        sha256: written.hash.finalize().to_vec(),
    })
}

/// How much went out, and its hash so far.
#[derive(Default)]
struct Written {
    size: u64,
    hash: Sha256,
}

impl Written {
    async fn write(&mut self, writer: &mut BufWriter, bytes: &[u8], kind: Kind) -> Result<()> {
        self.size += bytes.len() as u64;
        if self.size > kind.limit() {
            return Err(Error::TooLarge);
        }
        self.hash.update(bytes);
        Ok(writer.write_all(bytes).await.map_err(anyhow::Error::from)?)
    }
}

/// What the browser calls the file, without folders, what no file name holds, and what writes it in another direction.
pub(super) fn file_name(given: &str) -> String {
    let last = given.rsplit(['/', '\\']).next().unwrap_or_default();
    let turns = |letter| matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let shown = |letter: &char| !letter.is_control() && !turns(*letter);
    let clean: String = last.chars().filter(shown).collect();
    let clean: String = clean.trim().chars().take(LONGEST_NAME).collect();
    if clean.is_empty() {
        "file".into()
    } else {
        clean
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_file_name_is_one_that_records_paths_and_headers_hold(
            given in "\\PC{0,400}|[\\x00-\\x1f/\\\\\"a-z.]{0,400}",
        ) {
            crate::files::fuzz::name(&given);
        }
    }
}
