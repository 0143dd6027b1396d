//! The operator's mail server.

use anyhow::Context;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, MultiPart};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use secrecy::ExposeSecret;

use super::sql::Queued;
use crate::program::config;

/// A pool of connections to the mail server, and whom its mails are from.
#[derive(Debug)]
pub struct Server {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

/// Why a mail did not go out.
#[derive(Debug, thiserror::Error)]
pub enum SendError {
    /// The server refuses it for good, or the mail cannot be written.
    #[error("{0}")]
    Refused(String),
    /// The server is away, or asks for patience.
    #[error("{0}")]
    Later(String),
}

impl Server {
    /// From the settings; `None`: none is configured. Nothing is connected yet.
    ///
    /// # Errors
    /// `mail.smtp_url` or `mail.from` is unusable. The message never holds the address, whose password is a secret.
    pub fn from_config(config: &config::Mail) -> anyhow::Result<Option<Self>> {
        let Some(url) = &config.smtp_url else {
            return Ok(None);
        };
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url.expose_secret())
            .ok()
            .context(
                "mail.smtp_url is not an address such as smtps://user:password@host or smtp://host:25",
            )?
            .build();
        let from = config.from.parse().context("mail.from is not a mailbox")?;
        Ok(Some(Self { transport, from }))
    }

    /// Hands a mail over. Sent twice (a host died in between), it carries the same Message-ID.
    ///
    /// # Errors
    /// [`SendError`] with the server's words.
    pub async fn send(
        &self,
        mail: &Queued,
        files: Vec<(String, Vec<u8>)>,
    ) -> Result<(), SendError> {
        let message = self
            .message(mail, files)
            .map_err(|error| SendError::Refused(format!("{error:#}")))?;
        self.transport
            .send(message)
            .await
            .map(drop)
            .map_err(|error| {
                let text = error.to_string();
                match error.is_permanent() {
                    true => SendError::Refused(text),
                    false => SendError::Later(text),
                }
            })
    }

    fn message(&self, mail: &Queued, files: Vec<(String, Vec<u8>)>) -> anyhow::Result<Message> {
        let domain = self.from.email.domain();
        let words = MultiPart::alternative_plain_html(mail.text.clone(), mail.html.clone());
        let content = if files.is_empty() {
            words
        } else {
            let any = ContentType::parse("application/octet-stream")?;
            let whole = MultiPart::mixed().multipart(words);
            files.into_iter().fold(whole, |parts, (name, content)| {
                parts.singlepart(Attachment::new(name).body(content, any.clone()))
            })
        };
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(mail.recipient.parse().context("the recipient's address")?)
            .subject(mail.subject.as_str())
            .date(mail.created_at.into())
            .message_id(Some(format!("<{}@{domain}>", mail.id)))
            .multipart(content)?;
        let mut header = |name, value: String| {
            let name = HeaderName::new_from_ascii_str(name);
            message
                .headers_mut()
                .insert_raw(HeaderValue::new(name, value));
        };
        // No holiday notice in return (RFC 3834).
        header("Auto-Submitted", "auto-generated".into());
        if let Some(link) = &mail.stop_link {
            header("List-Unsubscribe", format!("<{link}>"));
            header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".into());
        }
        Ok(message)
    }
}
