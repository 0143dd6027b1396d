//! The conversation of one ticket.

use crate::api::{Desk, LARGEST_PAGE};
use crate::listing::{self, Page};
use crate::wire;
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::support::{Message, MessagePage};
use comptoir_plugin_sdk::{Connector, Error, Host, Result, time};
use serde::{Deserialize, Serialize};

/// Where the conversation goes on: the provider's token, empty at the beginning.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Place {
    token: String,
}

impl Cursor for Place {
    const VERSION: u32 = 1;
}

/// A page of messages, oldest first; those taken back are left out.
pub fn page(
    host: &impl Host,
    connector: &Connector,
    ticket: &str,
    cursor: Option<&str>,
    limit: u32,
) -> Result<MessagePage> {
    let desk = Desk::of(connector)?;
    let id: u64 = ticket
        .parse()
        .map_err(|_| Error::not_found(format!("no ticket {ticket}")))?;
    let place = cursor.map(Place::decode).transpose()?.unwrap_or_default();
    let limit = limit.clamp(1, LARGEST_PAGE).to_string();
    let mut query = vec![
        ("limit", limit.as_str()),
        ("order_by", "created_datetime:asc"),
    ];
    if !place.token.is_empty() {
        query.push(("cursor", &place.token));
    }
    let path = format!("/tickets/{id}/messages");
    let page: Page<wire::Message> = listing::page(host, desk.get(&path, &query))?;
    let more = page.next.is_some();
    let token = page.next.unwrap_or_default();
    let items = page.items.into_iter().filter(wire::Message::stands);
    Ok(MessagePage {
        items: items.map(message_of).collect(),
        cursor: Place { token }.encode()?,
        more,
    })
}

fn message_of(message: wire::Message) -> Message {
    Message {
        id: message.id.to_string(),
        author: message.sender.label(),
        from_agent: message.from_agent,
        public: message.public,
        // Without the quoted history, where the provider could tell it.
        text: if message.stripped_text.is_empty() {
            message.body_text
        } else {
            message.stripped_text
        },
        at: time::format(message.created_datetime),
    }
}
