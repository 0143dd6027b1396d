//! Closing tickets, and opening them again.

use crate::api::Desk;
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::{Connector, Error, Host, Result};
use serde_json::json;

/// Gives a ticket a status of the provider's: `open` or `closed`. One that has it keeps it.
pub fn set_status(host: &impl Host, connector: &Connector, id: &str, status: &str) -> Result<()> {
    let id: u64 = id
        .parse()
        .map_err(|_| Error::not_found(format!("no ticket {id}")))?;
    let desk = Desk::of(connector)?;
    let request = desk.put(&format!("/tickets/{id}"), &json!({ "status": status }))?;
    host.answer(request).map(drop)
}
