//! Every query on projects, but for their list.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, PgConnection};
use uuid::Uuid;

use super::PROJECT;
use super::list::ROWS;
use super::model::{Project, ProjectInput};
use crate::access::Scope;
use crate::http::error::{Conflict, Error, Result};
use crate::production::productions::check_none_under_way;
use crate::production::states::{ProjectStatus, Stage};
use crate::records::Kind;
use crate::records::life::{Meaning, Record, created, taken};
use crate::records::visible::{Scoped, Visible};

static NAME_TAKEN: Conflict = Conflict::new(
    "ProjectName",
    "Cette organisation a déjà un projet de ce nom.",
    "This organization has a project of this name already.",
)
.of("name");

impl Record for Project {
    const UNIQUE: &'static [Meaning] = &[("projects_name_key", || Error::Conflict(&NAME_TAKEN))];

    fn version(&mut self) -> &mut DateTime<Utc> {
        &mut self.updated_at
    }

    fn audited(&self) -> Value {
        json!({
            "name": self.name,
            "organization": self.organization.as_ref().map(|of| &of.name),
            "estimatedAt": self.estimated_at,
            "status": self.status,
            "reason": self.reason,
        })
    }

    /// Refused while something of it is under way at a factory.
    async fn before_delete(
        &self,
        db: &mut PgConnection,
        _: &Scope,
        _: DateTime<Utc>,
    ) -> Result<()> {
        check_none_under_way(db, Some(self.id), None).await
    }
}

impl Scoped for Project {
    const KIND: &'static Kind = &PROJECT;
    type Key = Uuid;

    async fn find(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Option<Self>> {
        let find = format!(
            "{ROWS} where p.id = $1 and p.deleted_at is null and ($2::uuid[] is null or exists (
                select from project_factories f where f.project_id = p.id and f.factory_id = any($2)))"
        );
        let found = sqlx::query_as(AssertSqlSafe(find))
            .bind(id)
            .bind(scope.factories());
        Ok(found.fetch_optional(db).await?)
    }

    fn key(&self) -> Uuid {
        self.id
    }
}

/// Makes a project of an organization.
///
/// # Errors
/// [`NAME_TAKEN`]
pub async fn add(
    db: &mut PgConnection,
    scope: &Scope,
    input: &ProjectInput,
    now: DateTime<Utc>,
) -> Result<Project> {
    let id = Uuid::now_v7();
    sqlx::query!(
        "insert into projects (id, organization_id, name, estimated_at, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $5)",
        id,
        input.organization_id,
        input.name,
        input.estimated_at,
        now,
    )
    .execute(&mut *db)
    .await
    .map_err(taken::<Project>)?;
    created(db, scope, id).await
}

/// Changes a project that is open.
///
/// # Errors
/// [`NAME_TAKEN`]
pub async fn update(db: &mut PgConnection, before: &Project, input: &ProjectInput) -> Result<()> {
    // The reason is that of where it stands.
    let reason = match before.status == input.status {
        true => before.reason.as_ref(),
        false => input.reason.as_ref(),
    };
    sqlx::query!(
        "update projects set organization_id = $2, name = $3, estimated_at = $4, status = $5, reason = $6 where id = $1",
        before.id,
        input.organization_id,
        input.name,
        input.estimated_at,
        input.status.as_str(),
        reason,
    )
    .execute(db)
    .await
    .map_err(taken::<Project>)?;
    Ok(())
}

/// A project in which something is to be made or changed: nobody ends it until the transaction does.
///
/// # Errors
/// [`Error::Invalid`] (`projectId option`): there is none; `ConflictProjectStatus`: it has ended.
pub async fn check_open(
    db: &mut PgConnection,
    scope: &Scope,
    id: Uuid,
) -> Result<Visible<Project>> {
    sqlx::query!("select from projects where id = $1 for share", id)
        .execute(&mut *db)
        .await?;
    let project = Visible::<Project>::seek(db, scope, id).await?;
    let project = project.ok_or_else(|| Error::field("projectId", "option"))?;
    match project.status.is_open() {
        true => Ok(project),
        false => Err(Error::Conflict(ProjectStatus::REFUSED)),
    }
}
