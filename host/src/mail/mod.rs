//! Mails. Each is rendered in its reader's language and put into the outbox in the transaction of what caused it; a job
//! hands it to the operator's mail server. Without one it is kept there, and the developer page shows it.

mod jobs;
mod letter;
mod model;
mod server;
mod sql;
#[cfg(test)]
mod tests;

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::app::App;
use crate::http::error::Result;
use crate::records::audit::Author;
use crate::words::language::Language;

use crate::jobs::jobs;
use crate::register::Domain;

pub use jobs::{Deliver, DeliverLink};
pub use letter::{Action, Letter, Mail, Stop, as_name, greeting, without_links};
pub use model::{Attachment, Delivery, SignIn};
pub use server::Server;
pub use sql::{failure, is_out, latest_text};

jobs!(Deliver, DeliverLink);

pub static DOMAIN: Domain = Domain {
    jobs: JOBS,
    ..Domain::NONE
};

/// Puts a mail into the outbox, to be sent once the transaction commits; not later than `useful` from now, when what it
/// says no longer holds.
pub async fn send<M: Mail>(
    app: &App,
    db: &mut PgConnection,
    to: &str,
    language: Language,
    mail: &M,
    useful: Option<TimeDelta>,
) -> Result<()> {
    let expires_at = useful.map(|useful| app.now() + useful);
    let has_server = app.mail.is_some();
    let mail = put(&mut *db, to, language, mail, has_server, expires_at, None).await?;
    let author = Author::system("mail");
    match mail.filter(|_| has_server) {
        Some(mail) if useful.is_some() => {
            crate::jobs::enqueue(db, &author, &DeliverLink { mail }).await?;
        }
        Some(mail) => drop(crate::jobs::enqueue(db, &author, &Deliver { mail }).await?),
        None => {}
    }
    Ok(())
}

/// Puts a mail with a file into the outbox; a host without a mail server keeps it there. When it holds that of a delivery already,
/// this one goes out again if it failed, as the same mail; else nothing happens.
pub async fn send_file<M: Mail>(
    db: &mut PgConnection,
    (to, language): (&str, Language),
    mail: &M,
    file: &Attachment<'_>,
    delivery: Option<Delivery>,
    has_server: bool,
) -> Result<()> {
    let delivery = delivery.as_ref();
    let mail = put(&mut *db, to, language, mail, has_server, None, delivery).await?;
    let Some(mail) = mail else { return Ok(()) };
    sql::attach(&mut *db, mail, file).await?;
    if has_server {
        crate::jobs::enqueue(db, &Author::system("mail"), &Deliver { mail }).await?;
    }
    Ok(())
}

/// Renders a mail into the outbox. `None`: it holds that of the delivery, which did not fail.
async fn put<M: Mail>(
    db: &mut PgConnection,
    to: &str,
    language: Language,
    mail: &M,
    has_server: bool,
    expires_at: Option<DateTime<Utc>>,
    delivery: Option<&Delivery>,
) -> Result<Option<Uuid>> {
    let (letter, stop) = (mail.letter(language), mail.stop());
    let rendered = letter.render(language, stop.as_ref());
    let (text, html) = rendered.map_err(anyhow::Error::from)?;
    let mail = sql::New {
        recipient: to,
        template: M::NAME,
        language,
        subject: &letter.subject,
        text: &text,
        html: &html,
        status: if has_server { "queued" } else { "kept" },
        expires_at,
        delivery,
        stop_link: stop.as_ref().map(|stop| stop.call.as_str()),
    };
    sql::add(db, &mail).await
}
