//! The REST API of one account.

use crate::settings::Settings;
use comptoir_plugin_sdk::{Connector, Request, Result};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;

/// What the provider gives on one page at most.
pub const LARGEST_PAGE: u32 = 100;

/// One connection's way to the API.
#[derive(Clone, Debug)]
pub struct Desk<'a> {
    /// The connection.
    pub connector: &'a Connector,
    /// Its settings.
    pub settings: Settings,
}

impl<'a> Desk<'a> {
    /// Of this connection.
    pub fn of(connector: &'a Connector) -> Result<Self> {
        let settings = Settings::of(connector)?;
        Ok(Self {
            connector,
            settings,
        })
    }

    /// A reading call: `/tickets`, with its query.
    pub fn get(&self, path: &str, query: &[(&str, &str)]) -> Request {
        let query: Vec<String> = query
            .iter()
            .map(|(name, value)| format!("{name}={}", utf8_percent_encode(value, NON_ALPHANUMERIC)))
            .collect();
        let mark = if query.is_empty() { "" } else { "?" };
        let url = format!("{}{mark}{}", self.url(path), query.join("&"));
        Request::get(url).with_connector(self.connector)
    }

    /// A call that makes something; sent twice it would make two.
    pub fn post(&self, path: &str, body: &impl Serialize) -> Result<Request> {
        Ok(Request::post_json(self.url(path), body)?.with_connector(self.connector))
    }

    /// A call that replaces something.
    pub fn put(&self, path: &str, body: &impl Serialize) -> Result<Request> {
        let request = self.post(path, body)?;
        Ok(Request {
            method: "PUT".into(),
            ..request
        }
        .repeatable())
    }

    /// A call that removes something.
    pub fn delete(&self, path: &str) -> Request {
        Request::new("DELETE", self.url(path))
            .with_connector(self.connector)
            .repeatable()
    }

    /// Where people read a ticket.
    pub fn ticket_url(&self, id: u64) -> String {
        format!(
            "https://{}.gorgias.com/app/ticket/{id}",
            self.settings.account
        )
    }

    fn url(&self, path: &str) -> String {
        format!("https://{}.gorgias.com/api{path}", self.settings.account)
    }
}
