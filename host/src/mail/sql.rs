//! Every query on the outbox.

use chrono::{DateTime, Utc};
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::model::{Attachment, Delivery};
use crate::http::error::Result;
use crate::jobs::Wish;
use crate::words::language::Language;

/// A mail on its way into the outbox.
#[derive(Debug)]
pub struct New<'a> {
    pub recipient: &'a str,
    pub template: &'static str,
    pub language: Language,
    pub subject: &'a str,
    pub text: &'a str,
    pub html: &'a str,
    pub status: &'static str,
    pub expires_at: Option<DateTime<Utc>>,
    pub delivery: Option<&'a Delivery>,
    /// See [`super::Stop`].
    pub stop_link: Option<&'a str>,
}

/// A mail on its way out.
#[derive(Debug)]
pub struct Queued {
    pub id: Uuid,
    pub recipient: String,
    pub subject: String,
    pub text: String,
    pub html: String,
    pub created_at: DateTime<Utc>,
    pub expires_at: Option<DateTime<Utc>>,
    /// See [`super::Stop`].
    pub stop_link: Option<String>,
    /// See [`Delivery::on_failure`].
    pub on_failure: Option<Json<Wish>>,
}

/// `None`: there is one of its delivery already, which is out or on its way. One that failed is on its way again.
pub async fn add(db: impl PgExecutor<'_>, mail: &New<'_>) -> Result<Option<Uuid>> {
    let id = Uuid::now_v7();
    let added = sqlx::query_scalar!(
        "insert into mails (id, recipient, template, language, subject, body_text, body_html, status, expires_at,
            delivery_key, delivery, on_failure, stop_link)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
         on conflict (delivery_key) where delivery_key is not null
            do update set status = excluded.status, error = null where mails.status = 'failed'
         returning id",
        id,
        mail.recipient,
        mail.template,
        mail.language.as_str(),
        mail.subject,
        mail.text,
        mail.html,
        mail.status,
        mail.expires_at,
        mail.delivery.map(|delivery| delivery.key.as_str()),
        mail.delivery.map(|delivery| delivery.id.as_str()),
        mail.delivery.map(|delivery| Json(&delivery.on_failure)) as _,
        mail.stop_link,
    )
    .fetch_optional(db)
    .await?;
    Ok(added)
}

/// Puts a file to a mail.
pub async fn attach(db: impl PgExecutor<'_>, mail: Uuid, file: &Attachment<'_>) -> Result<()> {
    sqlx::query!(
        "insert into mail_attachments (mail_id, position, name, content) values ($1, 0, $2, $3)
         on conflict (mail_id, position) do update set name = excluded.name, content = excluded.content",
        mail,
        file.name,
        file.content,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The files of a mail: names and contents.
pub async fn attached(db: impl PgExecutor<'_>, mail: Uuid) -> Result<Vec<(String, Vec<u8>)>> {
    let rows = sqlx::query!(
        "select name, content from mail_attachments where mail_id = $1 order by position",
        mail
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.name, row.content))
        .collect())
}

/// A mail that is still to be sent, or that failed and is wished for again. One that expires is not kept to be sent again.
pub async fn queued(db: impl PgExecutor<'_>, id: Uuid) -> Result<Option<Queued>> {
    Ok(sqlx::query_as!(
        Queued,
        r#"select id, recipient, subject, body_text as text, body_html as html, created_at, expires_at, stop_link,
            on_failure as "on_failure: Json<Wish>"
         from mails where id = $1 and (status = 'queued' or (status = 'failed' and expires_at is null))"#,
        id,
    )
    .fetch_optional(db)
    .await?)
}

/// What became of a try.
#[derive(Debug, Clone, Copy)]
pub enum Outcome<'a> {
    Sent,
    /// It will be tried again.
    Waits(&'a str),
    Failed(&'a str),
}

/// Writes down a try. What could be misused until it expires is not kept once it is out.
pub async fn tried(
    db: impl PgExecutor<'_>,
    id: Uuid,
    outcome: Outcome<'_>,
    now: DateTime<Utc>,
) -> Result<()> {
    let (status, error) = match outcome {
        Outcome::Sent => ("sent", None),
        Outcome::Waits(error) => ("queued", Some(error)),
        Outcome::Failed(error) => ("failed", Some(error)),
    };
    sqlx::query!(
        "update mails set status = $2, error = $3, attempts = attempts + 1,
            sent_at = case when $2 = 'sent' then $4::timestamptz end,
            body_text = case when $2 <> 'queued' and expires_at is not null then '' else body_text end,
            body_html = case when $2 <> 'queued' and expires_at is not null then '' else body_html end
         where id = $1",
        id,
        status,
        error,
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Why a mail of a delivery did not go out, with its recipient; `None`: all are out or on their way.
pub async fn failure(db: impl PgExecutor<'_>, delivery: &str) -> Result<Option<String>> {
    let text = sqlx::query_scalar!(
        r#"select recipient || ': ' || coalesce(error, '') as "text!" from mails
         where delivery = $1 and status = 'failed' order by id limit 1"#,
        delivery,
    );
    Ok(text.fetch_optional(db).await?)
}

/// Whether any mail of a delivery is out or on its way.
pub async fn is_out(db: impl PgExecutor<'_>, delivery: &str) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        r#"select exists (select from mails where delivery = $1 and status <> 'failed') as "is_out!""#,
        delivery,
    )
    .fetch_one(db)
    .await?)
}

/// The text of the latest mail to an address.
pub async fn latest_text(db: &mut PgConnection, to: &str) -> Result<Option<String>> {
    Ok(sqlx::query_scalar!(
        "select body_text from mails where recipient = $1 order by created_at desc, id desc limit 1",
        to.to_lowercase(),
    )
    .fetch_optional(db)
    .await?)
}
