//! What a tag is (specification, document 1, sections 3 and 5).

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::{Validate, ValidationError};

use crate::http::request::trimmed;
use crate::words::codes::codes;

codes! {
    /// What a tag tells.
    TagType schema(rename_all = "lowercase") {
        /// What a product is: a product has one at most.
        Entity = "entity",
        /// What it is made of.
        Composition = "composition",
        /// What is done to it.
        Personalization = "personalization",
    }
}

/// A tag, in its list and by itself.
#[derive(Debug, Clone, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tag {
    pub id: Uuid,
    #[serde(rename = "type")]
    #[sqlx(rename = "type")]
    pub kind: TagType,
    /// What its display name becomes where only letters, digits and hyphens count.
    pub name: String,
    pub display_name: String,
    /// How many products and factories carry it.
    pub uses: i64,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// A tag where something carries it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TagName {
    pub id: Uuid,
    #[serde(rename = "type")]
    pub kind: TagType,
    pub display_name: String,
}

/// What one fills in of a tag.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TagInput {
    #[serde(rename = "type")]
    pub kind: TagType,
    /// It has a letter or a digit at least.
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 2, max = 255), custom(function = "named"))]
    pub display_name: String,
}

fn named(display_name: &str) -> Result<(), ValidationError> {
    match display_name.is_empty() || display_name.contains(char::is_alphanumeric) {
        true => Ok(()),
        false => Err(ValidationError::new("format")),
    }
}

/// For rules on bodies: no tag is there twice.
pub fn distinct(tags: &[Uuid]) -> Result<(), ValidationError> {
    let mut seen = HashSet::new();
    match tags.iter().all(|tag| seen.insert(tag)) {
        true => Ok(()),
        false => Err(ValidationError::new("unique")),
    }
}

/// The name of a tag that is shown so: in lower case, without what is neither a letter, a digit, `_` nor a space; spaces become
/// hyphens.
pub fn slug(display_name: &str) -> String {
    let is_kept =
        |letter: &char| letter.is_alphanumeric() || *letter == '_' || letter.is_whitespace();
    let lower = display_name.to_lowercase();
    let kept: String = lower.chars().filter(is_kept).collect();
    let words: Vec<&str> = kept.split_whitespace().collect();
    words.join("-")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_name_keeps_letters_digits_and_underscores() {
        for (shown, name) in [
            ("T-shirt", "tshirt"),
            ("Coton biologique", "coton-biologique"),
            ("100\u{a0}% coton", "100-coton"),
            ("Brodé  (cœur)", "brodé-cœur"),
            ("snake_case", "snake_case"),
            ("İpek", "ipek"),
        ] {
            assert_eq!(slug(shown), name, "{shown}");
        }
    }

    proptest! {
        /// Capitals, punctuation and further spaces make no other tag.
        #[test]
        fn what_looks_alike_has_one_name(
            words in prop::collection::vec("[A-Za-zÀ-ÖØ-Þà-öø-þ0-9_]{1,9}", 1..5), mark in "[-!?.,;:'()%]{0,3}",
        ) {
            let text = words.join(" ");
            let name = slug(&text);
            let marked = format!("{mark} {}{mark}", words.join(&format!("{mark}  ")));
            for alike in [text.to_uppercase(), marked, name.replace('-', " ")] {
                prop_assert_eq!(slug(&alike), name.as_str(), "{}", alike);
            }
        }

        #[test]
        fn what_can_be_entered_has_a_name(text in "\\PC{1,40}") {
            let name = slug(&text);
            prop_assert_eq!(named(&text).is_ok(), name.contains(char::is_alphanumeric));
            prop_assert!(!name.contains(char::is_whitespace));
        }
    }
}
