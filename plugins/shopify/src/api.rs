//! The Admin API: every call is a POST of a query and its variables.
//!
//! Costs: the shop keeps a bucket of points for us. A call that finds too few left is answered 200 with THROTTLED; the
//! bucket's state then says how long to wait, which the host is told. A call that was answered says what is left, so
//! that those who have several to make stop in time.

use crate::settings::{self, Settings};
use comptoir_plugin_sdk::time::{self, Timestamp};
use comptoir_plugin_sdk::{Connector, Error, ErrorKind, Host, Request, Response, Result};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// An answer with data.
#[derive(Debug)]
pub struct Answer {
    data: Box<RawValue>,
    /// Items of a page that lack something: their position and why.
    pub broken: Vec<(usize, String)>,
    /// Points left in the bucket; without end where the shop does not tell.
    pub left: f64,
    /// When the shop answered, by its own clock.
    pub date: Option<Timestamp>,
}

#[derive(Deserialize)]
struct Envelope {
    data: Option<Box<RawValue>>,
    #[serde(default)]
    errors: Value,
    #[serde(default)]
    extensions: Value,
}

impl Answer {
    /// The data as `T`.
    pub fn get<'a, T: Deserialize<'a>>(&'a self) -> Result<T> {
        serde_json::from_str(self.data.get()).map_err(|error| {
            Error::internal(format!(
                "the shop's answer is not what its schema promises: {error}"
            ))
        })
    }
}

/// Asks what may be asked again.
pub fn ask(
    host: &impl Host,
    connector: &Connector,
    query: &str,
    variables: Value,
) -> Result<Answer> {
    let request = request(host, connector, query, variables)?.repeatable();
    read(host.send(request)?)
}

/// Asks for data that can be owned.
pub fn get<T: DeserializeOwned>(
    host: &impl Host,
    connector: &Connector,
    query: &str,
    variables: Value,
) -> Result<T> {
    ask(host, connector, query, variables)?.get()
}

/// What every mutation answers beside its result.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payload<T> {
    #[serde(default = "Vec::new")]
    user_errors: Vec<UserError>,
    #[serde(flatten)]
    result: Option<T>,
}

/// Why a mutation did nothing.
#[derive(Debug, Deserialize)]
pub struct UserError {
    pub field: Option<Vec<String>>,
    pub message: String,
    #[serde(default)]
    pub code: Option<String>,
}

impl UserError {
    /// As the contract's error.
    pub fn into_error(self) -> Error {
        let field = self.field.unwrap_or_default().join(".");
        let kind = match self.code.as_deref() {
            Some("TAKEN" | "REGION_NOT_UNIQUE" | "HANDLE_NOT_UNIQUE") => ErrorKind::Conflict,
            Some("PRODUCT_DOES_NOT_EXIST" | "NOT_FOUND" | "MARKET_NOT_FOUND") => {
                ErrorKind::NotFound
            }
            Some("OPERATION_IN_PROGRESS" | "LIMIT_REACHED") => ErrorKind::RateLimited(Some(30)),
            _ => ErrorKind::Rejected,
        };
        let place = if field.is_empty() {
            String::new()
        } else {
            format!("{field}: ")
        };
        Error::new(kind, format!("the shop refused: {place}{}", self.message))
    }
}

/// Changes something: the result of the query's only field, which must be called `result`, or the first of the errors
/// that the shop names.
pub fn change<T: DeserializeOwned>(
    host: &impl Host,
    connector: &Connector,
    query: &str,
    variables: Value,
) -> Result<T> {
    match try_change(host, connector, query, variables)? {
        Ok(result) => Ok(result),
        Err(error) => Err(error.into_error()),
    }
}

/// The same, with what the shop named for the caller to judge.
pub fn try_change<T: DeserializeOwned>(
    host: &impl Host,
    connector: &Connector,
    query: &str,
    variables: Value,
) -> Result<Result<T, UserError>> {
    #[derive(Deserialize)]
    struct Data<T> {
        result: Payload<T>,
    }
    let answer = read(host.send(request(host, connector, query, variables)?)?)?;
    let Payload {
        user_errors,
        result,
    } = answer.get::<Data<T>>()?.result;
    if let Some(error) = user_errors.into_iter().next() {
        return Ok(Err(error));
    }
    let result = result.ok_or_else(|| Error::internal("the shop answered without a result"))?;
    Ok(Ok(result))
}

fn request(
    host: &impl Host,
    connector: &Connector,
    query: &str,
    variables: Value,
) -> Result<Request> {
    let shop = Settings::of(connector)?.shop;
    let version = settings::version(host)?;
    let url = format!("https://{shop}.myshopify.com/admin/api/{version}/graphql.json");
    let body = json!({"query": query, "variables": variables});
    Ok(Request::post_json(url, &body)?.with_connector(connector))
}

fn read(response: Response) -> Result<Answer> {
    if !(200..300).contains(&response.status) {
        return Err(refusal(&response));
    }
    let date = response.header("date").and_then(http_date);
    let Envelope {
        data,
        errors,
        extensions,
    } = response.json()?;
    let status = &extensions["cost"]["throttleStatus"];
    let left = status["currentlyAvailable"]
        .as_f64()
        .unwrap_or(f64::INFINITY);
    let errors = match errors {
        Value::Null => Vec::new(),
        Value::Array(errors) => errors,
        words => vec![json!({ "message": words })],
    };
    let mut broken = Vec::new();
    for error in &errors {
        match item(error) {
            Some(position) => broken.push((position, words(error))),
            None => return Err(failure(error, &extensions["cost"]).with_status(response.status)),
        }
    }
    let data = data.ok_or_else(|| Error::unavailable("the shop answered without data"))?;
    Ok(Answer {
        data,
        broken,
        left,
        date,
    })
}

fn words(error: &Value) -> String {
    let message = error["message"].as_str().unwrap_or("no reason given");
    message[..message.floor_char_boundary(300)].to_owned()
}

/// The item of a page that an error is about, if it is about one and leaves the rest as it is.
fn item(error: &Value) -> Option<usize> {
    let path = error["path"].as_array()?;
    let position = path
        .iter()
        .position(|part| part == "edges" || part == "nodes")?;
    let internal = error["extensions"]["code"] == "INTERNAL_SERVER_ERROR";
    let position = path.get(position + 1)?.as_u64().filter(|_| internal)?;
    usize::try_from(position).ok()
}

/// What an error that stands for the whole answer means.
fn failure(error: &Value, cost: &Value) -> Error {
    let words = words(error);
    match error["extensions"]["code"].as_str() {
        Some("THROTTLED") => Error::new(
            ErrorKind::RateLimited(Some(wait(cost))),
            "the shop's points are used up for now",
        ),
        Some("ACCESS_DENIED") => Error::new(
            ErrorKind::Unauthorized,
            format!("the app lacks a scope: {words}"),
        ),
        Some("SHOP_INACTIVE") => Error::rejected(format!("the shop is closed: {words}")),
        Some("INTERNAL_SERVER_ERROR" | "TIMEOUT") => {
            Error::unavailable(format!("the shop had a problem: {words}"))
        }
        _ => Error::internal(format!("the shop did not understand: {words}")),
    }
}

/// Seconds until the bucket holds what was asked for.
fn wait(cost: &Value) -> u64 {
    let status = &cost["throttleStatus"];
    let missing = cost["requestedQueryCost"].as_f64().unwrap_or(100.0)
        - status["currentlyAvailable"].as_f64().unwrap_or_default();
    let rate = status["restoreRate"]
        .as_f64()
        .filter(|rate| *rate > 0.0)
        .unwrap_or(50.0);
    (missing / rate).ceil().clamp(1.0, 600.0) as u64
}

/// What an answer other than 200 means.
fn refusal(response: &Response) -> Error {
    let error = Error::from_answer(response);
    let request = response
        .header("x-request-id")
        .map(|id| format!(" (request {id})"));
    let request = request.unwrap_or_default();
    let (kind, message) = match response.status {
        401 => (
            ErrorKind::Unauthorized,
            "the shop does not accept the token",
        ),
        402 => (
            ErrorKind::Rejected,
            "the shop is frozen: its owner has to settle Shopify's bill",
        ),
        403 => (
            ErrorKind::Unauthorized,
            "the app may not do that: it lacks a scope",
        ),
        404 => (
            ErrorKind::NotFound,
            "there is no such shop, or not in this version of the API",
        ),
        423 => (
            ErrorKind::Rejected,
            "the shop is locked: Shopify's support has to open it",
        ),
        _ => {
            return Error {
                message: format!("{}{request}", error.message),
                ..error
            };
        }
    };
    Error {
        kind,
        message: format!("{message}{request}"),
        status: error.status,
    }
}

/// `Fri, 20 Nov 2026 09:12:44 GMT`.
fn http_date(text: &str) -> Option<Timestamp> {
    const MONTHS: &str = "JanFebMarAprMayJunJulAugSepOctNovDec";
    let mut words = text.split_whitespace().skip(1);
    let (day, month, year, hour) = (words.next()?, words.next()?, words.next()?, words.next()?);
    let month = MONTHS.find(month)? / 3 + 1;
    time::parse(&format!("{year}-{month:02}-{day}T{hour}Z"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_an_answer_is_read() {
        let date = http_date("Fri, 20 Nov 2026 09:12:44 GMT").map(time::format);
        assert_eq!(date.as_deref(), Some("2026-11-20T09:12:44Z"));
        assert_eq!(http_date("yesterday"), None);
    }

    #[test]
    fn the_wait_is_what_the_bucket_lacks() {
        let status = json!({"currentlyAvailable": 40.0, "restoreRate": 100.0});
        assert_eq!(
            wait(&json!({"requestedQueryCost": 960, "throttleStatus": status})),
            10
        );
    }
}
