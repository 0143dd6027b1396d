//! Files handed to somebody outside over the channels of `plugins.toml` (`wit/delivery.wit`): SFTP, mail, HTTPS. Contents
//! stream; no secret stands in what is told or logged.

mod https;
mod mail;
mod secret;
mod sftp;
#[cfg(test)]
mod tests;

use anyhow::Context;
use comptoir_sandbox::channels::Channel;
use comptoir_sandbox::{Delivered, DeliveryFailure, Parcel};
use sqlx::PgPool;

/// The bytes of a file in memory at a time.
const PIECE: u32 = 256 << 10;

/// Hands files over.
#[derive(Debug)]
pub struct Deliveries {
    http: reqwest::Client,
    outbox: mail::Outbox,
}

impl Deliveries {
    /// `mails`: whether this host has a mail server.
    ///
    /// # Errors
    /// The HTTP client cannot be made.
    pub fn new(db: PgPool, mails: bool) -> anyhow::Result<Self> {
        Ok(Self {
            http: https::client().context("the client of HTTPS channels")?,
            outbox: mail::Outbox { db, mails },
        })
    }

    /// Hands a plugin's file over; returns when the other side has all of it.
    ///
    /// # Errors
    /// As `wit/delivery.wit` names them.
    pub async fn send(
        &self,
        plugin: &str,
        channel: &Channel,
        parcel: Parcel,
    ) -> Result<Delivered, DeliveryFailure> {
        if !is_plain(&parcel.name) {
            let text = format!("{:?} is no plain file name", parcel.name);
            return Err(DeliveryFailure::Refused(text));
        }
        let size = parcel.files.size(&parcel.file).await.map_err(ours)?;
        let size = size.ok_or(DeliveryFailure::UnknownFile)?;
        let sent = match channel {
            Channel::Sftp(server) => sftp::send(server, &parcel, size).await,
            Channel::Mail(mail) => self.outbox.send(mail, plugin, &parcel, size).await,
            Channel::Https(https) => https::send(&self.http, https, &parcel, size).await,
        };
        match &sent {
            Ok(delivered) => {
                tracing::info!(plugin, place = delivered.place, size, "delivered");
            }
            Err(failure) => {
                tracing::warn!(plugin, name = parcel.name, ?failure, "not delivered");
            }
        }
        sent
    }

    /// What lies in a channel's folder.
    ///
    /// # Errors
    /// [`DeliveryFailure::Unsupported`] where nothing can be listed.
    pub async fn list(&self, channel: &Channel) -> Result<Vec<Delivered>, DeliveryFailure> {
        match channel {
            Channel::Sftp(server) => sftp::list(server).await,
            Channel::Mail(_) | Channel::Https(_) => Err(DeliveryFailure::Unsupported),
        }
    }
}

/// Whether a name stays in its folder.
fn is_plain(name: &str) -> bool {
    let odd = |letter: char| letter.is_control() || matches!(letter, '/' | '\\');
    !matches!(name, "" | "." | "..") && name.len() <= 255 && !name.contains(odd)
}

/// A trouble of this host's: the operator reads it in the log.
fn ours(error: anyhow::Error) -> DeliveryFailure {
    tracing::error!(error = format!("{error:#}"), "a delivery failed here");
    DeliveryFailure::Unavailable("the portal could not read or write now".into())
}
