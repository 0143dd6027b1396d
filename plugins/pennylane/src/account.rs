//! Is the token good, and may it do what is needed?

use crate::api;
use crate::settings::Settings;
use crate::wire;
use comptoir_plugin_sdk::{Account, Connector, Error, ErrorKind, Host, Level, Result};

/// What the plugin's calls need.
const SCOPES: [&str; 4] = [
    "customer_invoices:all",
    "customers:all",
    "file_attachments:all",
    "ledger_accounts:readonly",
];

/// Under which the company's id is remembered.
const COMPANY: &str = "company";

/// Asks whose books they are. Pennylane answers this to any token, and mostly tells what the token may do.
pub fn check(host: &impl Host, connector: &Connector) -> Result<Account> {
    Settings::of(connector)?;
    let me = me(host, connector).map_err(|error| match error.kind {
        ErrorKind::Unauthorized => Error {
            status: error.status,
            ..Error::invalid_setting("token", "invalid", "Pennylane does not accept this token")
        },
        _ => error,
    })?;
    let missing: Vec<&str> = SCOPES
        .into_iter()
        .filter(|needed| !me.scopes.is_empty() && !is_covered(needed, &me.scopes))
        .collect();
    if !missing.is_empty() {
        let message = format!("the token lacks the scopes {}", missing.join(", "));
        return Err(Error::invalid_setting("token", "invalid", message));
    }
    let name = me.company.name;
    Ok(Account {
        name: if name.is_empty() {
            "Pennylane".into()
        } else {
            name
        },
    })
}

/// Whether one of the token's scopes is that one, or more.
fn is_covered(needed: &str, scopes: &[String]) -> bool {
    let whole = needed.replace(":readonly", ":all");
    scopes
        .iter()
        .any(|scope| *scope == needed || *scope == whole)
}

/// Where a person sees an invoice, or nothing. What Pennylane tells as `public_file_url` is the document alone and dies after
/// half an hour, so the address is made of the company's id; this it tells once.
pub fn invoice_urls(host: &impl Host, connector: &Connector) -> impl Fn(u64) -> String {
    let company = remembered(host, connector)
        .or_else(|| me(host, connector).ok().map(|me| me.company.id.to_string()));
    move |id| {
        company.as_deref().map_or_else(String::new, |company| {
            format!(
                "https://app.pennylane.com/companies/{company}/clients/customer_invoices?invoice_id={id}"
            )
        })
    }
}

fn me(host: &impl Host, connector: &Connector) -> Result<wire::Me> {
    let me: wire::Me = api::fetch(host, api::get(connector, "/me", &[]))?;
    let id = me.company.id.to_string();
    let kept = host.store_set(Some(&connector.id), COMPANY, id.as_bytes());
    if kept.is_err() {
        host.log(Level::Warn, "the company's id is not remembered", &[]);
    }
    Ok(me)
}

fn remembered(host: &impl Host, connector: &Connector) -> Option<String> {
    let id = host.store_get(Some(&connector.id), COMPANY).ok()??;
    String::from_utf8(id).ok()
}
