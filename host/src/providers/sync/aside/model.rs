//! What a set-aside item is.

use std::fmt;

use chrono::{DateTime, Utc};
use comptoir_sandbox::types::RejectedItem;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use crate::jobs::JobRecord;
use crate::providers::connectors::StoreName;
use crate::providers::sync::intake::bytea;
use crate::words::codes::codes;
use crate::words::said;

codes! {
    /// What is wrong with a field of an item. The portal says it in the reader's language.
    FaultCode schema(rename_all = "lowercase") {
        Required = "required",
        /// Too long, too large or too many.
        Max = "max",
        /// Too few.
        Min = "min",
        /// Not of the form that it must have.
        Format = "format",
        /// No RFC 3339 time.
        Time = "time",
        /// No ISO 4217 code, or another than the record's.
        Currency = "currency",
        /// Another record has it.
        Taken = "taken",
        /// It is there twice.
        Unique = "unique",
        /// The plugin itself did not understand the item.
        Rejected = "rejected",
    }
}

codes! {
    /// What people have said of an item.
    AsideState schema(as = SetAsideState, rename_all = "UPPERCASE") {
        Open = "OPEN",
        Ignored = "IGNORED",
    }
}

/// Why an item cannot be taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Its path in the contract's record: `lines.sku`. Empty: the whole.
    pub field: String,
    pub code: FaultCode,
    /// What was found, in English or in the provider's words; may be empty.
    pub detail: String,
}

impl Fault {
    pub fn new(field: impl Into<String>, code: FaultCode, detail: impl Into<String>) -> Self {
        Self {
            field: field.into(),
            code,
            detail: detail.into(),
        }
    }

    /// There are more, or it is larger, than is taken.
    pub fn max(
        field: impl Into<String>,
        found: impl fmt::Display,
        most: impl fmt::Display,
    ) -> Self {
        Self::new(field, FaultCode::Max, format!("{found}, at most {most}"))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.field, self.code.as_str(), self.detail)
    }
}

/// An item that could not be taken. The fields' names are the columns' of `items_set_aside`.
#[derive(Debug, Clone, Serialize)]
pub struct Aside {
    pub id: Uuid,
    pub provider_id: String,
    pub code: FaultCode,
    pub field: String,
    #[serde(serialize_with = "said::text")]
    pub reason: String,
    pub raw: String,
    /// Whether `raw` is the contract's record, all of it.
    pub whole: bool,
    #[serde(serialize_with = "bytea")]
    pub digest: Vec<u8>,
}

/// What is kept of an item, in characters.
const RAW: usize = 64 << 10;
/// The longest id by which a set-aside item is known: an index holds no longer ones.
const ID: usize = 200;
/// The longest detail.
const DETAIL: usize = 1_000;

impl Aside {
    /// An item of the contract's, as it was reported.
    pub fn of(id: &str, fault: Fault, item: &impl Serialize) -> Self {
        let item = serde_json::to_value(item).unwrap_or_default();
        let raw = item.to_string();
        let whole = raw.chars().nth(RAW).is_none();
        Self {
            whole,
            ..Self::new(id, fault, &raw, &untimed(item).to_string())
        }
    }

    /// What is told of an item, but not the whole record: it can be asked for again only.
    pub fn part(id: &str, fault: Fault, part: &impl Serialize) -> Self {
        Self {
            whole: false,
            ..Self::of(id, fault, part)
        }
    }

    /// Those that the plugin itself did not understand.
    pub fn rejected(items: &[RejectedItem]) -> Vec<Self> {
        let aside = |item: &RejectedItem| {
            let fault = Fault::new("", FaultCode::Rejected, &*item.reason);
            Self::new(&item.id, fault, &item.raw, &item.raw)
        };
        items.iter().map(aside).collect()
    }

    /// PostgreSQL keeps no NUL; what is longer than is kept is cut.
    fn new(id: &str, fault: Fault, raw: &str, content: &str) -> Self {
        let cut = |text: &str, longest: usize| {
            let kept = text.chars().filter(|letter| *letter != '\0');
            kept.take(longest).collect()
        };
        Self {
            id: Uuid::now_v7(),
            provider_id: cut(id, ID),
            code: fault.code,
            field: cut(&fault.field, ID),
            reason: cut(&fault.detail, DETAIL),
            raw: cut(raw, RAW),
            whole: false,
            digest: Sha256::digest(content).to_vec(),
        }
    }
}

/// A record without its time: some plugins name the moment they were asked, which makes no other record of it.
fn untimed(mut item: Value) -> Value {
    for record in ["", "/state"] {
        if let Some(Value::Object(fields)) = item.pointer_mut(record) {
            fields.remove("as_of");
        }
    }
    item
}

/// A set-aside item as the list shows it.
#[derive(Debug, Clone, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SetAsideItemRow)]
pub struct AsideRow {
    pub id: Uuid,
    /// What it is, as pulls are called: `orders`, `products`, `inventories`, `bundles`, `inbound-shipments`, `tickets`.
    pub kind: String,
    pub plugin: String,
    pub connector_id: Uuid,
    #[sqlx(flatten)]
    pub store: StoreName,
    /// Its id at the provider; empty when it has none.
    pub provider_id: String,
    pub state: AsideState,
    pub code: FaultCode,
    /// Which field is wrong: its path in the contract's record; empty: the whole.
    pub field: String,
    /// What was found, in English or in the plugin's words; may be empty.
    pub detail: String,
    pub first_seen_at: DateTime<Utc>,
    pub last_seen_at: DateTime<Utc>,
    /// How often it came.
    pub seen: i32,
}

/// A set-aside item, whole.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SetAsideItem)]
pub struct AsideDetail {
    #[serde(flatten)]
    pub item: AsideRow,
    /// What the plugin gave, at most its first 64 Ki characters: JSON for most. Null: the caller may not read such records.
    pub raw: Option<String>,
    /// Trying again takes what is kept; otherwise the plugin is asked for everything of its kind once more.
    pub can_be_taken: bool,
}

/// Some set-aside items.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SetAsideSelection)]
pub struct Chosen {
    /// These.
    pub ids: Option<Vec<Uuid>>,
    /// Or all that match this cursor of the list. Neither: all that are not ignored.
    pub cursor: Option<String>,
}

/// Those of the chosen items that changed.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SetAsideChanged)]
pub struct ChangedItems {
    pub ids: Vec<Uuid>,
}

/// What was asked for.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SetAsideRetry)]
pub struct AskedAgain {
    /// How many items are tried again.
    pub items: usize,
    /// A job a connection and kind.
    pub jobs: Vec<JobRecord>,
}
