//! The cursor as it travels: base64 (either alphabet) of JSON, in the query string (specification, document 1, sections
//! 2.2 and 5; decision 16). Its shape is checked here, its fields against a list's columns in [`super::request`].

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use base64::Engine;
use base64::alphabet;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::value::is_storable;
use crate::http::error::{Error, Issue, Result};

/// Rows a page when the cursor does not say.
pub const DEFAULT_TAKE: u32 = 20;
/// Rows a page at most.
pub const MAX_TAKE: u32 = 500;
/// Characters of a search at most.
const MAX_SEARCH: usize = 255;
/// Bytes of a whole cursor at most: 500 ids in a filter fit.
const MAX_LENGTH: usize = 64 * 1024;

/// What a caller asks of a list. An extractor: reads `cursor` from the query string; absent, it is the first page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Cursor {
    /// Rows a page, 0 to 500. 0: only the count.
    pub take: u32,
    /// Rows before the page. Beside a position it only tells where the page stands.
    pub skip: u32,
    /// Words that must all occur; under 2 characters it is ignored.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub search: String,
    /// At most one; empty: the list's own order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub order_by: Vec<OrderBy>,
    /// All must hold; at most one a field.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub filters: Vec<Filter>,
    /// Only these rows: of bulk actions and exports, never part of the text.
    #[serde(skip)]
    pub ids: Option<Vec<Uuid>>,
    /// Where the page begins. Only from `meta.next` and `meta.previous`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
}

/// A sort.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderBy {
    pub field: String,
    pub direction: Direction,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    Asc,
    Desc,
}

/// `{ field, values }`, or `{ field, from, to }` with at least one of the two, both included.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ListFilter)]
pub struct Filter {
    pub field: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<Json>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Json>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Json>,
}

impl Filter {
    /// The column's value is this one.
    pub fn is(field: &str, value: impl Into<Json>) -> Self {
        Self {
            field: field.to_owned(),
            values: Some(vec![value.into()]),
            from: None,
            to: None,
        }
    }
}

/// The row that a page follows or precedes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// [`Position::VERSION`]: a cursor kept from before a change of its meaning is refused, not misread.
    pub version: u8,
    pub toward: Toward,
    /// The row's value in the sorted column; null where it has none.
    pub key: Json,
    pub id: Uuid,
    /// The count of the first page, which need not be made again.
    pub total: u32,
    pub exact: bool,
}

impl Position {
    pub const VERSION: u8 = 1;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Toward {
    Next,
    Previous,
}

/// For `params(…)` of a list's `#[utoipa::path]`.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "only described")]
pub struct CursorParam {
    /// base64url of JSON, every key optional: `{"take":20,"skip":0,"search":"…","orderBy":[{"field":"…","direction":"asc"}],
    /// "filters":[{"field":"…","values":["…"]},{"field":"…","from":"2026-01-01","to":"2026-01-31"}]}`, or a
    /// `meta.next` or `meta.previous` as it is.
    cursor: Option<String>,
}

impl Default for Cursor {
    fn default() -> Self {
        Self {
            take: DEFAULT_TAKE,
            skip: 0,
            search: String::new(),
            order_by: Vec::new(),
            filters: Vec::new(),
            ids: None,
            position: None,
        }
    }
}

impl Cursor {
    /// Reads a cursor's text.
    ///
    /// # Errors
    /// [`Error::BadCursor`] with the field that is wrong; an empty field: the whole.
    pub fn decode(text: &str) -> Result<Self> {
        let whole = || Error::bad_cursor("", "cursor");
        if text.len() > MAX_LENGTH {
            return Err(Error::bad_cursor("", "max"));
        }
        // `+` is a space in a query string unless the client escaped it, and many do not.
        let text = text.replace(['+', ' '], "-").replace('/', "_");
        let bytes = EITHER_PADDING.decode(text).map_err(|_| whole())?;
        let object: serde_json::Map<String, Json> =
            serde_json::from_slice(&bytes).map_err(|_| whole())?;
        let cursor: Cursor = serde_path_to_error::deserialize(Json::Object(object))
            .map_err(|error| Error::bad_cursor(error.path().to_string(), code_of(error.inner())))?;
        cursor.check()?;
        Ok(cursor)
    }

    /// The text, safe in an address as it is.
    pub fn encode(&self) -> String {
        URL_SAFE_NO_PAD.encode(serde_json::to_vec(self).unwrap_or_default())
    }

    fn check(&self) -> Result<()> {
        if self.take > MAX_TAKE {
            return Err(Error::bad_cursor("take", "max"));
        }
        if self.search.chars().count() > MAX_SEARCH {
            return Err(Error::bad_cursor("search", "max"));
        }
        if !is_storable(&self.search) {
            return Err(Error::bad_cursor("search", "type"));
        }
        if self.order_by.len() > 1 {
            return Err(Error::bad_cursor("orderBy", "max"));
        }
        match &self.position {
            Some(position) if position.version != Position::VERSION => {
                Err(Error::bad_cursor("position.version", "option"))
            }
            _ => Ok(()),
        }
    }
}

const EITHER_PADDING: GeneralPurpose = GeneralPurpose::new(
    &alphabet::URL_SAFE,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// The issue's code for what serde complains of.
fn code_of(error: &serde_json::Error) -> &'static str {
    let text = error.to_string();
    match text.split('`').next().unwrap_or_default() {
        "missing field " => "required",
        "unknown field " => "unknown",
        "unknown variant " => "option",
        _ => "type",
    }
}

impl Error {
    /// A malformed cursor and the field that makes it so.
    pub fn bad_cursor(field: impl Into<String>, code: &str) -> Self {
        Error::BadCursor(Issue::new(field, code))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Cursor {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        let query = parts.uri.query().unwrap_or_default();
        let text = url::form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "cursor");
        match text {
            Some((_, text)) if !text.is_empty() => Cursor::decode(&text),
            _ => Ok(Cursor::default()),
        }
    }
}

#[cfg(test)]
mod tests {
    use base64::engine::general_purpose::STANDARD;
    use proptest::prelude::*;

    use super::*;

    fn problem(json: &str) -> (String, String) {
        match Cursor::decode(&STANDARD.encode(json)) {
            Err(Error::BadCursor(issue)) => (issue.field, issue.code),
            other => panic!("{json}: {other:?}"),
        }
    }

    #[test]
    fn both_alphabets_are_read_padded_or_not() {
        let json = r#"{"take":5,"skip":40,"search":"é~?>ÿÿ","orderBy":[{"field":"total","direction":"asc"}]}"#;
        let cursor = Cursor::decode(&URL_SAFE_NO_PAD.encode(json)).unwrap();
        assert_eq!(
            (cursor.take, cursor.skip, cursor.search.as_str()),
            (5, 40, "é~?>ÿÿ")
        );
        for text in [
            STANDARD.encode(json),
            STANDARD.encode(json).replace('+', " "),
            cursor.encode(),
        ] {
            assert_eq!(Cursor::decode(&text).unwrap(), cursor, "{text}");
        }
    }

    #[test]
    fn a_malformed_cursor_names_its_field() {
        for (json, field, code) in [
            ("", "", "cursor"),
            ("{", "", "cursor"),
            ("{} {}", "", "cursor"),
            ("[]", "", "cursor"),
            (r#"{"take":501}"#, "take", "max"),
            (r#"{"take":-1}"#, "take", "type"),
            (r#"{"skip":1.5}"#, "skip", "type"),
            (r#"{"limit":1}"#, "limit", "unknown"),
            (r#"{"search":"a\u0000"}"#, "search", "type"),
            (r#"{"orderBy":[{"field":"a"}]}"#, "orderBy[0]", "required"),
            (
                r#"{"orderBy":[{"field":"a","direction":"up"}]}"#,
                "orderBy[0].direction",
                "option",
            ),
            (r#"{"filters":[{"values":[1]}]}"#, "filters[0]", "required"),
            (r#"{"filters":{}}"#, "filters", "type"),
        ] {
            assert_eq!(problem(json), (field.to_owned(), code.to_owned()), "{json}");
        }
        let long = format!(r#"{{"search":"{}"}}"#, "x".repeat(256));
        assert_eq!(problem(&long), ("search".into(), "max".into()));
        assert!(Cursor::decode("%%%").is_err());
    }

    /// Cursors as people and pages make them.
    fn cursors() -> impl Strategy<Value = Cursor> {
        let text = "\\PC{0,20}".prop_filter("storable", |text: &String| is_storable(text));
        let direction = prop_oneof![Just(Direction::Asc), Just(Direction::Desc)];
        let order =
            (text.clone(), direction).prop_map(|(field, direction)| OrderBy { field, direction });
        let filter = (
            text.clone(),
            proptest::collection::vec(text.clone(), 0..3),
            proptest::option::of(text.clone()),
        );
        let filter = filter.prop_map(|(field, values, to)| Filter {
            field,
            values: (!values.is_empty()).then(|| values.into_iter().map(Json::from).collect()),
            from: None,
            to: to.map(Json::from),
        });
        let toward = prop_oneof![Just(Toward::Next), Just(Toward::Previous)];
        let position = (
            toward,
            text.clone(),
            any::<u128>(),
            any::<u32>(),
            any::<bool>(),
        );
        let position = position.prop_map(|(toward, key, id, total, exact)| Position {
            version: Position::VERSION,
            toward,
            key: key.into(),
            id: Uuid::from_u128(id),
            total,
            exact,
        });
        let parts = (
            0..=MAX_TAKE,
            any::<u32>(),
            text,
            proptest::option::of(order),
            proptest::collection::vec(filter, 0..4),
            proptest::option::of(position),
        );
        parts.prop_map(|(take, skip, search, order, filters, position)| Cursor {
            take,
            skip,
            search,
            order_by: order.into_iter().collect(),
            filters,
            ids: None,
            position,
        })
    }

    proptest! {
        /// What a page hands out is read as it was meant, by whichever alphabet it comes back.
        #[test]
        fn a_cursor_comes_back_as_it_went(cursor in cursors()) {
            let text = cursor.encode();
            prop_assert!(text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)));
            prop_assert_eq!(&Cursor::decode(&text).unwrap(), &cursor);
            let standard = STANDARD.encode(serde_json::to_vec(&cursor).unwrap());
            prop_assert_eq!(&Cursor::decode(&standard).unwrap(), &cursor);
        }

        /// A cursor that was cut off somewhere is refused, never taken for another.
        #[test]
        fn a_cursor_that_was_cut_is_refused(cursor in cursors(), at in 0.0..1.0_f64) {
            let text = cursor.encode();
            let cut = &text[..(text.len() as f64 * at) as usize];
            prop_assert!(Cursor::decode(cut).is_err(), "{}", cut);
        }
    }

    #[test]
    fn sizes_have_ends() {
        let filters: Vec<_> = (0..500).map(|_| format!("\"{}\"", Uuid::nil())).collect();
        let many = format!(
            r#"{{"filters":[{{"field":"storeId","values":[{}]}}]}}"#,
            filters.join(",")
        );
        assert!(
            Cursor::decode(&STANDARD.encode(&many)).is_ok(),
            "500 ids fit"
        );
        let endless = format!(r#"{{"search":"{}"}}"#, "x".repeat(MAX_LENGTH));
        assert_eq!(problem(&endless), (String::new(), "max".into()));
        let letters = format!(r#"{{"search":"{}"}}"#, "\u{1F3B5}".repeat(255));
        assert!(
            Cursor::decode(&STANDARD.encode(letters)).is_ok(),
            "letters count, not bytes"
        );
        for (json, field, code) in [
            (r#"{"take":4294967296}"#, "take", "type"),
            (r#"{"take":"5"}"#, "take", "type"),
            (r#"{"take":null}"#, "take", "type"),
            (r#"{"ids":[]}"#, "ids", "unknown"),
            (
                r#"{"orderBy":[{"field":"a","direction":"asc"},{"field":"b","direction":"asc"}]}"#,
                "orderBy",
                "max",
            ),
            (
                r#"{"filters":[{"field":"a","is":1}]}"#,
                "filters[0].is",
                "unknown",
            ),
            (r#"{"position":{"version":2}}"#, "position", "required"),
        ] {
            assert_eq!(problem(json), (field.to_owned(), code.to_owned()), "{json}");
        }
    }
}
