//! The provider's messages, as far as they are read. What may be null is empty or none here.

use comptoir_plugin_sdk::time::{self, Timestamp};
use serde::{Deserialize, Deserializer};

/// A ticket of a list: enough to tell whose it is and when it changed.
#[derive(Debug, Deserialize)]
pub struct Row {
    pub id: u64,
    #[serde(deserialize_with = "moment")]
    pub updated_datetime: Timestamp,
    #[serde(default, deserialize_with = "nullable")]
    pub tags: Vec<Tag>,
}

/// A ticket read by itself.
#[derive(Debug, Deserialize)]
pub struct Ticket {
    pub id: u64,
    #[serde(default, deserialize_with = "nullable")]
    pub external_id: String,
    #[serde(default, deserialize_with = "nullable")]
    pub language: String,
    pub status: String,
    #[serde(default, deserialize_with = "nullable")]
    pub priority: String,
    #[serde(default, deserialize_with = "nullable")]
    pub channel: String,
    #[serde(default, deserialize_with = "nullable")]
    pub spam: bool,
    #[serde(default, deserialize_with = "nullable")]
    pub subject: String,
    #[serde(default, deserialize_with = "nullable")]
    pub customer: Person,
    #[serde(default, deserialize_with = "nullable")]
    pub assignee_user: Person,
    #[serde(default, deserialize_with = "nullable")]
    pub tags: Vec<Tag>,
    #[serde(default, deserialize_with = "nullable")]
    pub messages_count: usize,
    #[serde(default, deserialize_with = "nullable")]
    pub messages: Vec<Message>,
    #[serde(deserialize_with = "moment")]
    pub created_datetime: Timestamp,
    #[serde(deserialize_with = "moment")]
    pub updated_datetime: Timestamp,
    #[serde(default, deserialize_with = "maybe_moment")]
    pub closed_datetime: Option<Timestamp>,
    #[serde(default)]
    pub snooze_datetime: Option<String>,
    #[serde(default)]
    pub trashed_datetime: Option<String>,
}

#[derive(Debug, Deserialize)]
pub struct Tag {
    pub name: String,
}

#[derive(Debug, Default, Deserialize)]
pub struct Person {
    #[serde(default, deserialize_with = "nullable")]
    pub name: String,
    #[serde(default, deserialize_with = "nullable")]
    pub email: String,
}

impl Person {
    /// What people call them.
    pub fn label(self) -> String {
        if self.name.is_empty() {
            self.email
        } else {
            self.name
        }
    }
}

#[derive(Debug, Deserialize)]
pub struct Message {
    pub id: u64,
    pub public: bool,
    pub from_agent: bool,
    #[serde(default, deserialize_with = "nullable")]
    pub sender: Person,
    #[serde(default, deserialize_with = "nullable")]
    pub stripped_text: String,
    #[serde(default, deserialize_with = "nullable")]
    pub body_text: String,
    #[serde(deserialize_with = "moment")]
    pub created_datetime: Timestamp,
    #[serde(default)]
    pub failed_datetime: Option<String>,
    #[serde(default)]
    pub deleted_datetime: Option<String>,
}

impl Message {
    /// It is still there.
    pub fn stands(&self) -> bool {
        self.deleted_datetime.is_none()
    }

    /// The consumer got it from an agent, or from a rule on an agent's behalf.
    pub fn is_charged(&self) -> bool {
        self.public && self.from_agent && self.stands() && self.failed_datetime.is_none()
    }
}

/// The answer to `GET /api/account`.
#[derive(Debug, Deserialize)]
pub struct Account {
    pub domain: String,
}

fn nullable<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    deserializer: D,
) -> Result<T, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

fn moment<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Timestamp, D::Error> {
    let text = String::deserialize(deserializer)?;
    time::parse(&text).ok_or_else(|| serde::de::Error::custom(format!("{text:?} is not a time")))
}

fn maybe_moment<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Timestamp>, D::Error> {
    let Some(text) = Option::<String>::deserialize(deserializer)? else {
        return Ok(None);
    };
    let time = time::parse(&text);
    time.map(Some)
        .ok_or_else(|| serde::de::Error::custom(format!("{text:?} is not a time")))
}
