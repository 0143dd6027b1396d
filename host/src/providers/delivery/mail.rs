//! Mail: the file as an attachment, through the outbox.

use comptoir_sandbox::channels::Mail as Settings;
use comptoir_sandbox::{Delivered, DeliveryFailure, Parcel};
use sqlx::PgPool;

use super::{PIECE, ours};
use crate::mail::{self, Attachment, Letter, Mail};
use crate::words::language::Language;

/// The largest attachment: what mail servers take.
const LARGEST: u64 = 20 << 20;

/// Where mails go.
#[derive(Debug)]
pub struct Outbox {
    pub db: PgPool,
    /// Whether this host has a mail server.
    pub mails: bool,
}

/// A file for somebody outside.
struct FileDelivered<'a> {
    file: &'a str,
}

impl Mail for FileDelivered<'_> {
    const NAME: &'static str = "file_delivered";

    fn letter(&self, language: Language) -> Letter {
        let file = self.file;
        Letter {
            subject: language.pick("Votre fichier", "Your file").into(),
            greeting: language.pick("Bonjour,", "Hello,").to_owned(),
            paragraphs: vec![match language {
                Language::Fr => format!("Veuillez trouver ci-joint le fichier {file}."),
                Language::En => format!("Please find attached the file {file}."),
            }],
            action: None,
            note: language.pick(
                "Ce message est envoyé automatiquement.",
                "This message is sent automatically.",
            ),
        }
    }
}

impl Outbox {
    /// A mail a recipient. What the outbox has goes out with the patience of all mails; whoever asked is told when it does
    /// not. A delivery that is tried again finds its mails there, and has those sent again that did not go out.
    pub async fn send(
        &self,
        channel: &Settings,
        plugin: &str,
        parcel: &Parcel,
        size: u64,
    ) -> Result<Delivered, DeliveryFailure> {
        if !self.mails {
            let text = "this portal has no mail server".to_owned();
            return Err(DeliveryFailure::Refused(text));
        }
        if size > LARGEST {
            let text = format!("{size} bytes are too many for a mail, {LARGEST} at most");
            return Err(DeliveryFailure::Refused(text));
        }
        let language = match channel.language.as_str() {
            "fr" => Language::Fr,
            _ => Language::En,
        };
        let mut content = Vec::new();
        while (content.len() as u64) < size {
            let offset = content.len() as u64;
            let piece = parcel.files.read(&parcel.file, offset, PIECE).await;
            let piece = piece.map_err(ours)?.unwrap_or_default();
            if piece.is_empty() {
                return Err(ours(anyhow::anyhow!("{} ends early", parcel.file)));
            }
            content.extend(piece);
        }
        let attachment = Attachment {
            name: &parcel.name,
            content: &content,
        };
        let letter = FileDelivered { file: &parcel.name };
        let store = async {
            let mut tx = self.db.begin().await?;
            for to in &channel.to {
                let delivery = parcel.files.delivery();
                let delivery = delivery.map(|delivery| {
                    Ok::<_, serde_json::Error>(mail::Delivery {
                        key: format!("{plugin} {} {} {to}", delivery.id, parcel.name),
                        id: delivery.id,
                        on_failure: serde_json::from_value(delivery.on_failure)?,
                    })
                });
                let delivery = delivery.transpose().map_err(anyhow::Error::from)?;
                let to = (to.as_str(), language);
                mail::send_file(&mut tx, to, &letter, &attachment, delivery, true).await?;
            }
            Ok::<_, crate::http::error::Error>(tx.commit().await?)
        };
        store.await.map_err(|error| ours(error.into()))?;
        Ok(Delivered {
            name: parcel.name.clone(),
            bytes: size,
            place: format!("mailto:{}", channel.to.join(",")),
        })
    }
}
