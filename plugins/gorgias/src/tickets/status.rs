//! Closing tickets, and opening them again.

use super::convert::answered;
use crate::api::Desk;
use comptoir_plugin_sdk::commerce::Changes;
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::{Connector, Error, Host, Result};
use serde_json::json;

/// Gives a ticket a status of the provider's, `open` or `closed`, and adds what the ticket is then. One that has the
/// status keeps it.
pub fn set_status(
    host: &impl Host,
    connector: &Connector,
    id: &str,
    status: &str,
    changes: &mut Changes,
) -> Result<()> {
    let id: u64 = id
        .parse()
        .map_err(|_| Error::not_found(format!("no ticket {id}")))?;
    let desk = Desk::of(connector)?;
    let request = desk.put(&format!("/tickets/{id}"), &json!({ "status": status }))?;
    let answer = host.answer(request)?;
    match answered(host, &desk, &answer) {
        Ok(Ok(ticket)) if ticket.tags.contains(&desk.settings.tag) => changes.tickets.push(ticket),
        // It is done: what it came to is the pull's to tell.
        _ => changes.pull = vec!["tickets".into()],
    }
    Ok(())
}
