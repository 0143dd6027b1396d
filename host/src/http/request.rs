//! What handlers take from a request, and the envelope of what they answer (specification, document 2, section 7:
//! answers are read from a `data` field).

use std::borrow::Cow;
use std::marker::PhantomData;
use std::net::IpAddr;
use std::str::FromStr;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};
use uuid::Uuid;
use validator::{Validate, ValidationErrors, ValidationErrorsKind};

use crate::http::error::{Error, Issue};
use crate::words::language::Language;

/// The id of a request, in its log lines, its error answer and the header `x-request-id`.
#[derive(Debug, Clone)]
pub struct RequestId(pub String);

/// Where a request came from.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub Option<IpAddr>);

/// `{ "data": … }`
#[derive(Debug, Serialize, ToSchema)]
pub struct Data<T> {
    pub data: T,
}

impl<T: Serialize> IntoResponse for Data<T> {
    fn into_response(self) -> Response {
        Json(self).into_response()
    }
}

/// The ids that a query names, with commas between them; at most so many.
///
/// # Errors
/// [`Error::Invalid`]: text that is none (`format`), or more (`max`).
pub fn ids_of(text: &str, field: &'static str, most: usize) -> Result<Vec<Uuid>, Error> {
    let ids = text.split(',').filter(|id| !id.is_empty());
    let ids: Result<Vec<Uuid>, _> = ids.map(str::parse).collect();
    match ids {
        Ok(ids) if ids.len() > most => Err(Error::field(field, "max")),
        Ok(ids) => Ok(ids),
        Err(_) => Err(Error::field(field, "format")),
    }
}

/// `{ "data": … }` under another status than 200.
pub fn answer<T: Serialize>(status: StatusCode, data: T) -> Response {
    (status, Data { data }).into_response()
}

/// A JSON body that fits its type and the rules on its fields. What does not is told field by field.
#[derive(Debug)]
pub struct Body<T>(pub T);

impl<T: DeserializeOwned + Validate, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        let bytes = Bytes::from_request(request, state)
            .await
            .map_err(|_| Error::TooLarge)?;
        // An absent body is an empty object: a call whose fields are all optional may leave it out.
        let bytes: &[u8] = if bytes.is_empty() { b"{}" } else { &bytes };
        Ok(Body(checked(bytes)?))
    }
}

/// A JSON body of which any field may be left out: what is left out stays, null empties what can be empty, anything else takes
/// the place of what was there, objects and lists as wholes.
#[derive(Debug)]
pub struct Patch<T> {
    fields: Map<String, Value>,
    of: PhantomData<T>,
}

impl<T: DeserializeOwned + Serialize + Validate> Patch<T> {
    /// What it makes of something, checked as if it had been sent whole.
    ///
    /// # Errors
    /// [`Error::Invalid`], field by field.
    pub fn onto(self, current: &T) -> Result<T, Error> {
        let mut whole = serde_json::to_value(current).map_err(anyhow::Error::from)?;
        if let Some(whole) = whole.as_object_mut() {
            whole.extend(self.fields);
        }
        let whole = serde_json::to_vec(&whole).map_err(anyhow::Error::from)?;
        checked(&whole)
    }

    /// The first field that it says something of and that is none of these.
    pub fn beyond(&self, fields: &[&str]) -> Option<&str> {
        let mut names = self.fields.keys().map(String::as_str);
        names.find(|name| !fields.contains(name))
    }
}

impl<T, S: Send + Sync> FromRequest<S> for Patch<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        let bytes = Bytes::from_request(request, state)
            .await
            .map_err(|_| Error::TooLarge)?;
        Ok(Self {
            fields: parse(&bytes)?,
            of: PhantomData,
        })
    }
}

/// In the API's description: the schema of the whole, of which nothing is required.
impl<T: ToSchema> PartialSchema for Patch<T> {
    fn schema() -> RefOr<Schema> {
        let mut schema = T::schema();
        if let RefOr::T(Schema::Object(object)) = &mut schema {
            object.required.clear();
        }
        schema
    }
}

impl<T: ToSchema> ToSchema for Patch<T> {
    fn name() -> Cow<'static, str> {
        format!("{}Patch", T::name()).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        T::schemas(schemas);
    }
}

/// A value of its type that fits the rules on its fields.
fn checked<T: DeserializeOwned + Validate>(json: &[u8]) -> Result<T, Error> {
    let value = parse::<T>(json)?;
    value
        .validate()
        .map_err(|errors| Error::Invalid(issues_of(&errors)))?;
    Ok(value)
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Error> {
    check_storable(bytes)?;
    let mut input = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut input).map_err(|error| {
        let path = error.path().to_string();
        let text = error.inner().to_string();
        let path = if matches!(path.as_str(), "." | "?") {
            String::new()
        } else {
            path
        };
        // serde names the field of these two in its text, as it is not (yet) part of the path.
        let named = |prefix: &str| Some(text.strip_prefix(prefix)?.split('`').next()?.to_owned());
        let below = |name: String| {
            if path.is_empty() {
                name
            } else {
                format!("{path}.{name}")
            }
        };
        if let Some(field) = named("missing field `") {
            Error::field(below(field), "required")
        } else if let Some(field) = named("unknown field `") {
            Error::field(
                if path.ends_with(&field) {
                    path
                } else {
                    below(field)
                },
                "unknown",
            )
        } else if let Some(field) = named("duplicate field `") {
            Error::field(below(field), "unique")
        } else if let Some((_, allowed)) = text
            .strip_prefix("unknown variant")
            .and_then(|text| text.split_once("expected "))
        {
            // "one of `shop`, `support`", and where in the text it stands.
            let options = allowed.split('`').skip(1).step_by(2).map(str::to_owned);
            let options = options.collect();
            Error::Invalid(vec![Issue {
                options,
                ..Issue::new(path, "option")
            }])
        } else if error.inner().is_data() {
            Error::field(path, "type")
        } else {
            Error::Invalid(vec![Issue {
                field: path,
                code: "json".into(),
                message: text,
                options: Vec::new(),
            }])
        }
    })?;
    // What follows the value would be passed over in silence.
    input.end().map_err(|error| {
        Error::Invalid(vec![Issue {
            field: String::new(),
            code: "json".into(),
            message: error.to_string(),
            options: Vec::new(),
        }])
    })?;
    Ok(value)
}

/// PostgreSQL keeps no NUL: the first one is told by its field, wherever it stands.
fn check_storable(json: &[u8]) -> Result<(), Error> {
    const NUL: &[u8] = br"\u0000";
    // What holds none is not read twice.
    if !json.windows(NUL.len()).any(|part| part == NUL) {
        return Ok(());
    }
    let value = serde_json::from_slice(json).unwrap_or_default();
    match nul_in(&value, String::new()) {
        Some(field) => Err(Error::field(field, "type")),
        None => Ok(()),
    }
}

fn nul_in(value: &Value, path: String) -> Option<String> {
    use serde_json::Value::{Array, Object, String as Text};
    match value {
        Text(text) => text.contains('\0').then_some(path),
        Array(items) => {
            let mut items = items.iter().enumerate();
            items.find_map(|(index, item)| nul_in(item, format!("{path}[{index}]")))
        }
        Object(fields) => fields.iter().find_map(|(name, item)| {
            let below = match path.as_str() {
                "" => name.clone(),
                path => format!("{path}.{name}"),
            };
            if name.contains('\0') {
                return Some(path.clone());
            }
            nul_in(item, below)
        }),
        _ => None,
    }
}

/// For fields of bodies: what people paste has spaces around it, and spaces alone say nothing.
pub fn trimmed<'de, D: Deserializer<'de>>(input: D) -> Result<String, D::Error> {
    let text = String::deserialize(input)?;
    Ok(text.trim().to_owned())
}

/// The same for a field that may be left out, which then wants `default` beside it.
pub fn trimmed_if_given<'de, D: Deserializer<'de>>(input: D) -> Result<Option<String>, D::Error> {
    let text = Option::<String>::deserialize(input)?;
    Ok(text.map(|text| text.trim().to_owned()))
}

/// For a field that null empties, and that may be left out, which then wants `default` beside it.
pub fn emptied_if_null<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    input: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(input).map(Some)
}

/// For numbers of a query string, where everything is text: wants `default` beside it.
pub fn number<'de, D: Deserializer<'de>, N: FromStr>(input: D) -> Result<Option<N>, D::Error> {
    let text = Option::<String>::deserialize(input)?;
    text.map(|text| text.parse().map_err(|_| D::Error::custom("no number")))
        .transpose()
}

/// The rules' complaints, flattened: `shippingAddress.zip`, `lines[2].quantity`.
pub fn issues_of(errors: &ValidationErrors) -> Vec<Issue> {
    let mut issues = Vec::new();
    collect(errors, "", &mut issues);
    issues.sort_by(|a, b| a.field.cmp(&b.field));
    issues
}

fn collect(errors: &ValidationErrors, prefix: &str, issues: &mut Vec<Issue>) {
    for (field, kind) in errors.errors() {
        // A rule on several fields together is about what holds them.
        let path = match field.as_ref() {
            "__all__" => prefix.trim_end_matches('.').to_owned(),
            field => format!("{prefix}{}", camel_case(field)),
        };
        match kind {
            ValidationErrorsKind::Field(found) => {
                issues.extend(
                    found
                        .iter()
                        .map(|error| Issue::new(path.clone(), code_of(error))),
                );
            }
            ValidationErrorsKind::Struct(inner) => collect(inner, &format!("{path}."), issues),
            ValidationErrorsKind::List(items) => {
                for (index, inner) in items {
                    collect(inner, &format!("{path}[{index}]."), issues);
                }
            }
        }
    }
}

/// The crate says `length` or `range` for both ends; people want to know which.
fn code_of(error: &validator::ValidationError) -> String {
    let number = |name: &str| error.params.get(name).and_then(serde_json::Value::as_f64);
    let is_bound = number("min").is_some() || number("max").is_some();
    if !is_bound || !matches!(error.code.as_ref(), "length" | "range") {
        return error.code.to_string();
    }
    let actual = error.params.get("value").map(|value| match value {
        serde_json::Value::String(text) => text.chars().count() as f64,
        serde_json::Value::Array(items) => items.len() as f64,
        other => other.as_f64().unwrap_or(0.0),
    });
    match (number("min"), actual) {
        (Some(min), Some(actual)) if actual < min => {
            if actual == 0.0 { "required" } else { "min" }.into()
        }
        _ => "max".into(),
    }
}

/// The wire's name of a Rust field. `type` is a word of Rust's: such fields are called `kind`.
fn camel_case(field: &str) -> String {
    if field == "kind" {
        return "type".into();
    }
    let mut parts = field.split('_');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |mut name, part| {
        let mut letters = part.chars();
        name.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        name.push_str(letters.as_str());
        name
    })
}

/// The query string, read into `T`. What does not fit is told by its name.
#[derive(Debug)]
pub struct Params<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Params<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        let query = parts.uri.query().unwrap_or_default();
        let pairs = url::form_urlencoded::parse(query.as_bytes());
        let object: serde_json::Map<String, serde_json::Value> = pairs
            .map(|(name, value)| (name.into_owned(), value.into_owned().into()))
            .collect();
        let text = serde_json::Value::Object(object).to_string();
        parse(text.as_bytes()).map(Self)
    }
}

/// The parts of a path that its route names. What cannot be read is the name of nothing.
#[derive(Debug, Clone, Copy)]
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        use axum::extract::Path as Named;
        let named = Named::<T>::from_request_parts(parts, state).await;
        named
            .map(|Named(parts)| Self(parts))
            .map_err(|_| Error::missing("Record"))
    }
}

/// The `{id}` of a path. What is no UUID is the id of nothing.
#[derive(Debug, Clone, Copy)]
pub struct Id(pub Uuid);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let Path(id) = Path::from_request_parts(parts, state).await?;
        Ok(Self(id))
    }
}

/// The language of the caller: the signed-in user's request header, as the portal sends it.
impl<S: Send + Sync> FromRequestParts<S> for Language {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        let header = parts
            .headers
            .get("accept-language")
            .and_then(|value| value.to_str().ok());
        Ok(Language::of_header(header))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize, Validate)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct Outer {
        #[validate(length(min = 2, max = 4))]
        #[allow(dead_code, reason = "only validated")]
        display_name: String,
        #[validate(nested)]
        #[allow(dead_code, reason = "only validated")]
        lines: Vec<Line>,
    }

    #[derive(Debug, serde::Deserialize, Validate)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct Line {
        #[validate(range(min = 1))]
        #[allow(dead_code, reason = "only validated")]
        unit_count: i32,
    }

    fn complaint(json: &str) -> Vec<(String, String)> {
        let issues = match parse::<Outer>(json.as_bytes()) {
            Ok(value) => value
                .validate()
                .err()
                .map(|errors| issues_of(&errors))
                .unwrap_or_default(),
            Err(Error::Invalid(issues)) => issues,
            Err(other) => panic!("{other}"),
        };
        issues
            .into_iter()
            .map(|issue| (issue.field, issue.code))
            .collect()
    }

    #[test]
    fn a_word_that_is_none_of_a_few_is_told_with_them() {
        #[derive(Debug, serde::Deserialize)]
        #[serde(rename_all = "lowercase")]
        enum Role {
            Shop,
            Fulfillment,
        }
        #[derive(Debug, serde::Deserialize)]
        struct Store {
            #[allow(dead_code, reason = "only read")]
            role: Role,
        }
        let refused = parse::<Store>(br#"{ "role": "fulfilment" }"#);
        let Err(Error::Invalid(issues)) = refused else {
            panic!("{refused:?}")
        };
        assert_eq!((&*issues[0].field, &*issues[0].code), ("role", "option"));
        assert_eq!(issues[0].options, ["shop", "fulfillment"]);
        let payload = Error::Invalid(issues).payload(Language::En);
        let words = "You can't use this option. Possible: shop, fulfillment.";
        assert!(payload.to_string().contains(words), "{payload}");
    }

    #[test]
    fn a_wrong_body_is_told_field_by_field() {
        for (json, field, code) in [
            (r#"{"lines":[]}"#, "displayName", "required"),
            (
                r#"{"displayName":"abc","lines":[{}]}"#,
                "lines[0].unitCount",
                "required",
            ),
            (
                r#"{"displayName":"abc","lines":[{"unitCount":"x"}]}"#,
                "lines[0].unitCount",
                "type",
            ),
            (
                r#"{"displayName":"abc","lines":[{"unitCount":1,"extra":1}]}"#,
                "lines[0].extra",
                "unknown",
            ),
            (r#"{"displayName":"a","lines":[]}"#, "displayName", "min"),
            (
                r#"{"displayName":"","lines":[]}"#,
                "displayName",
                "required",
            ),
            (
                r#"{"displayName":"abcde","lines":[]}"#,
                "displayName",
                "max",
            ),
            (
                r#"{"displayName":"abc","lines":[{"unitCount":1},{"unitCount":-2}]}"#,
                "lines[1].unitCount",
                "min",
            ),
            ("{", "", "json"),
            (
                r#"{"displayName":"a\u0000b","lines":[]}"#,
                "displayName",
                "type",
            ),
            (
                r#"{"displayName":"abc","lines":[{"unitCount":1,"note":"\u0000"}]}"#,
                "lines[0].note",
                "type",
            ),
        ] {
            assert_eq!(
                complaint(json),
                [(field.to_owned(), code.to_owned())],
                "{json}"
            );
        }
        assert_eq!(complaint(r#"{"displayName":"abc","lines":[]}"#), []);
        let backslash = r#"{"displayName":"\\u000","lines":[]}"#;
        assert_eq!(complaint(backslash)[0].1, "max", "no NUL, only long");
    }
}
