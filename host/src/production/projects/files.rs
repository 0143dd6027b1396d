//! What hangs on a project: its moodboard, and other files.

use axum::http::StatusCode;
use sqlx::PgConnection;
use utoipa::ToSchema;
use uuid::Uuid;

use super::model::{FileKind, Project, ProjectFile};
use super::{MOODBOARD, PROJECT};
use crate::access::Scope;
use crate::app::App;
use crate::files::Upload;
use crate::http::error::{Error, Result};
use crate::http::request::Data;
use crate::records::visible::Visible;
use crate::records::{Kind, attachments};

/// A form with files, for the API's description.
#[derive(Debug, ToSchema)]
#[schema(as = ProjectAttachmentForm)]
#[allow(dead_code, reason = "only described")]
pub struct AttachmentForm {
    #[schema(value_type = Vec<String>, format = Binary)]
    files: Vec<Vec<u8>>,
    /// What they are for; without it `other`.
    #[schema(rename = "type")]
    kind: Option<FileKind>,
}

impl FileKind {
    const ALL: [Self; 2] = [Self::Moodboard, Self::Other];

    /// Of which kind of record such files are.
    fn of(self) -> &'static Kind {
        match self {
            Self::Moodboard => &MOODBOARD,
            Self::Other => &PROJECT,
        }
    }
}

/// The files of a project.
pub async fn of(db: &mut PgConnection, project: &Visible<Project>) -> Result<Vec<ProjectFile>> {
    let mut all = Vec::new();
    for kind in FileKind::ALL {
        let files = attachments::of(db, kind.of(), project).await?;
        all.extend(files.into_iter().map(|file| ProjectFile { kind, file }));
    }
    Ok(all)
}

/// Attaches the files of a form.
///
/// # Errors
/// [`Error::Invalid`], the field named.
pub async fn attach(
    app: &App,
    scope: &Scope,
    id: Uuid,
    upload: Upload,
) -> Result<(StatusCode, Data<Vec<ProjectFile>>)> {
    let form = attachments::receive::<Project>(app, scope, id, upload).await?;
    let kind = match form.fields.get("type") {
        None => FileKind::Other,
        Some(name) => serde_json::from_value(name.as_str().into())
            .map_err(|_| Error::field("type", "option"))?,
    };
    let files = attachments::keep::<Project>(app, scope, kind.of(), id, form.files).await?;
    let data = files.into_iter().map(|file| ProjectFile { kind, file });
    let data = data.collect();
    Ok((StatusCode::CREATED, Data { data }))
}

/// Removes a file of a project, whatever it was for.
pub async fn detach(app: &App, scope: &Scope, id: Uuid, file: Uuid) -> Result<StatusCode> {
    let kinds = FileKind::ALL.map(FileKind::of);
    attachments::detach::<Project>(app, scope, &kinds, (id, file)).await
}
