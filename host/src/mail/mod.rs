//! Mails. Each is rendered in its reader's language and put into the outbox in the transaction of what caused it. The
//! developer page shows the outbox; sending by SMTP is not built yet, so every mail is `kept`.

use sqlx::PgConnection;
use url::Url;
use uuid::Uuid;

use crate::error::Result;
use crate::language::Language;

/// The link that signs somebody in.
#[derive(Debug)]
pub struct SignIn {
    pub name: String,
    pub link: Url,
}

impl SignIn {
    /// Subject, text and HTML.
    fn render(&self, language: Language) -> (&'static str, String, String) {
        let (name, link) = (&self.name, &self.link);
        let (subject, greeting, lead, action, note) = match language {
            Language::Fr => (
                "Votre lien de connexion à Comptoir",
                format!("Bonjour {name},"),
                "Voici votre lien de connexion. Il fonctionne une seule fois, pendant 15 minutes.",
                "Se connecter",
                "Si vous n’avez pas demandé ce lien, ignorez ce message : personne ne peut se connecter sans lui.",
            ),
            Language::En => (
                "Your sign-in link for Comptoir",
                format!("Hello {name},"),
                "Here is your sign-in link. It works once, within 15 minutes.",
                "Sign in",
                "If you did not ask for this link, ignore this message: nobody can sign in without it.",
            ),
        };
        let text = format!("{greeting}\n\n{lead}\n\n{link}\n\n{note}\n");
        let html = format!(
            "<!doctype html><html lang=\"{}\"><meta charset=\"utf-8\"><title>{subject}</title><body>\
             <p>{}</p><p>{lead}</p><p><a href=\"{}\">{action}</a></p><p>{note}</p></body></html>",
            language.as_str(),
            escape(&greeting),
            escape(link.as_str()),
        );
        (subject, text, html)
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Puts a mail into the outbox.
pub async fn send(
    db: &mut PgConnection,
    to: &str,
    language: Language,
    mail: &SignIn,
) -> Result<()> {
    let (subject, text, html) = mail.render(language);
    sqlx::query!(
        "insert into mails (id, recipient, template, language, subject, body_text, body_html, status)
         values ($1, $2, 'sign_in', $3, $4, $5, $6, 'kept')",
        Uuid::now_v7(),
        to,
        language.as_str(),
        subject,
        text,
        html,
    )
    .execute(db)
    .await?;
    Ok(())
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
