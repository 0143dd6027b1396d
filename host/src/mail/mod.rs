//! Mails. Each is rendered in its reader's language and put into the outbox in the transaction of what caused it; a job
//! hands it to the operator's mail server. Without one it is kept there, and the developer page shows it.

mod jobs;
mod letter;
mod model;
mod server;
mod sql;
#[cfg(test)]
mod tests;

use chrono::TimeDelta;
use sqlx::PgConnection;

use crate::app::App;
use crate::http::error::Result;
use crate::records::audit::Author;
use crate::words::language::Language;

use crate::jobs::jobs;
use crate::register::Domain;

pub use jobs::{Deliver, DeliverLink};
pub use letter::{Action, Letter, Mail, as_name, greeting};
pub use model::{Attachment, Delivery, SignIn};
pub use server::Server;
pub use sql::{failure, latest_text};

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
    let letter = mail.letter(language);
    let (text, html) = letter.render(language).map_err(anyhow::Error::from)?;
    let mail = sql::New {
        recipient: to,
        template: M::NAME,
        language,
        subject: letter.subject,
        text: &text,
        html: &html,
        status: app.mail.as_ref().map_or("kept", |_| "queued"),
        expires_at: useful.map(|useful| app.now() + useful),
        delivery: None,
    };
    let id = sql::add(&mut *db, &mail).await?;
    let author = Author::system("mail");
    match id.filter(|_| app.mail.is_some()) {
        Some(mail) if useful.is_some() => {
            crate::jobs::enqueue(db, &author, &DeliverLink { mail }).await?;
        }
        Some(mail) => drop(crate::jobs::enqueue(db, &author, &Deliver { mail }).await?),
        None => {}
    }
    Ok(())
}

/// Puts a mail with a file into the outbox of a host that has a mail server. When it holds that of a delivery already, this
/// one goes out again if it failed, as the same mail; else nothing happens.
pub async fn send_file<M: Mail>(
    db: &mut PgConnection,
    to: &str,
    language: Language,
    mail: &M,
    file: &Attachment<'_>,
    delivery: Option<Delivery>,
) -> Result<()> {
    let letter = mail.letter(language);
    let (text, html) = letter.render(language).map_err(anyhow::Error::from)?;
    let mail = sql::New {
        recipient: to,
        template: M::NAME,
        language,
        subject: letter.subject,
        text: &text,
        html: &html,
        status: "queued",
        expires_at: None,
        delivery: delivery.as_ref(),
    };
    if let Some(id) = sql::add(&mut *db, &mail).await? {
        sql::attach(&mut *db, id, file).await?;
        crate::jobs::enqueue(db, &Author::system("mail"), &Deliver { mail: id }).await?;
    }
    Ok(())
}
