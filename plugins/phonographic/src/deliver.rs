//! Handing over, under the receivers' rules: names as agreed, nothing replaced unless a person asked, and a look into the
//! folder afterwards, because no compiler confirms.

use crate::failures;
use comptoir_plugin_sdk::report::{Receipt, ReportFile};
use comptoir_plugin_sdk::{Delivered, DeliveryFailure, Error, Host, Result};
use sha2::{Digest, Sha256};

/// The contract's largest piece of a file.
const PIECE: u32 = 1 << 20;

/// Sends the files. When one name is taken, none is sent. A file that an attempt before this one has already handed
/// over is not taken for somebody else's.
pub fn deliver(
    host: &impl Host,
    channel: &str,
    files: &[ReportFile],
    replace: bool,
) -> Result<Vec<Receipt>> {
    for file in files {
        check_name(&file.name)?;
    }
    let before = list(host, channel)?.unwrap_or_default();
    let mut waiting = Vec::new();
    for file in files {
        let (print, size) = (fingerprint(host, &file.name)?, host.file_size(&file.name)?);
        let listed = before.iter().find(|listed| listed.name == file.name);
        let ours = listed.is_some() && sent_before(host, channel, &file.name)? == Some(print);
        if listed.is_some() && !replace && !ours {
            return Err(failures::exists(&file.name));
        }
        let there = listed.filter(|listed| ours && listed.bytes == size);
        waiting.push((file, print, replace || ours, there));
    }
    let mut receipts = Vec::new();
    for (file, print, replace, there) in waiting {
        let sent = match there {
            Some(there) => there.clone(),
            None => {
                let sent = host.deliver(channel, &file.name, &file.name, replace);
                let sent = sent.map_err(|failure| failures::delivery(&file.name, failure))?;
                remember(host, channel, &file.name, &print)?;
                sent
            }
        };
        receipts.push(Receipt {
            name: sent.name,
            bytes: sent.bytes,
            place: sent.place,
        });
    }
    if let Some(after) = list(host, channel)? {
        for file in files {
            let size = host.file_size(&file.name)?;
            let listed = after.iter().find(|listed| listed.name == file.name);
            if listed.is_none_or(|listed| listed.bytes != size) {
                let found = listed.map_or("is not".into(), |listed| {
                    format!("has {} bytes", listed.bytes)
                });
                return Err(Error::unavailable(format!(
                    "{}: {size} bytes were sent, but the file {found} in the receiver's folder",
                    file.name
                )));
            }
        }
    }
    for file in files {
        let key = key(channel, &file.name);
        host.store_delete(None, &key).map_err(store)?;
    }
    Ok(receipts)
}

/// Letters, digits, `-`, `_` and dots: every receiver's names are made of these.
fn check_name(name: &str) -> Result<()> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    if name.len() <= 100 && name.bytes().all(allowed) && !name.starts_with('.') {
        Ok(())
    } else {
        Err(Error::rejected(format!(
            "{name:?}: no receiver takes a file of that name"
        )))
    }
}

/// What lies in the channel's folder; none where a channel has none, as with mail.
fn list(host: &impl Host, channel: &str) -> Result<Option<Vec<Delivered>>> {
    match host.delivered(channel) {
        Ok(files) => Ok(Some(files)),
        Err(DeliveryFailure::Unsupported) => Ok(None),
        Err(failure) => Err(failures::delivery(channel, failure)),
    }
}

fn fingerprint(host: &impl Host, file: &str) -> Result<[u8; 32]> {
    let mut digest = Sha256::new();
    let mut offset = 0;
    loop {
        let piece = host.read_file(file, offset, PIECE)?;
        if piece.is_empty() {
            return Ok(digest.finalize().into());
        }
        offset += piece.len() as u64;
        digest.update(piece);
    }
}

fn key(channel: &str, name: &str) -> String {
    format!("sent/{channel}/{name}")
}

fn sent_before(host: &impl Host, channel: &str, name: &str) -> Result<Option<[u8; 32]>> {
    let kept = host.store_get(None, &key(channel, name)).map_err(store)?;
    Ok(kept.and_then(|kept| kept.try_into().ok()))
}

fn remember(host: &impl Host, channel: &str, name: &str, print: &[u8; 32]) -> Result<()> {
    host.store_set(None, &key(channel, name), print)
        .map_err(store)
}

fn store(failure: comptoir_plugin_sdk::StoreFailure) -> Error {
    Error::unavailable(format!(
        "the host could not remember a delivery: {failure:?}"
    ))
}
