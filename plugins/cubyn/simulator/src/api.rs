//! The provider's side: `/v2/…`, with the application key in `X-Application`.

use crate::clock;
use crate::error::ApiError;
use crate::parcels::{Draft, Parcel};
use crate::shared::{Inner, MERCHANTS, Shared};
use crate::stock::{Declaration, Inbound};
use crate::trouble::Mode;
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query as QueryOf, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use simulator_kit::{Calls, retry_after};
use std::collections::BTreeMap;
use std::time::Instant;

const TOTAL: HeaderName = HeaderName::from_static("x-total-count");

type Query = BTreeMap<String, String>;

/// An answer: one thing, or a page of a list with its total.
enum Answer {
    One(Value),
    List(Vec<Value>, usize),
}

/// Answers one call: whose is it, may it call now, is there trouble, what is the answer.
pub async fn call(
    State(shared): State<Shared>,
    Path(path): Path<String>,
    QueryOf(query): QueryOf<Query>,
    method: Method,
    headers: HeaderMap,
    bytes: Bytes,
) -> Response {
    shared.lock().count();
    let key = headers
        .get("x-application")
        .and_then(|key| key.to_str().ok());
    let Some(merchant) = MERCHANTS.iter().position(|(known, _)| key == Some(*known)) else {
        return refused(StatusCode::UNAUTHORIZED).into_response();
    };
    let limited = shared.lock().limiter.take(merchant, Instant::now());
    if let Err(seconds) = limited {
        return retry_after(seconds.max(1), refused(StatusCode::TOO_MANY_REQUESTS));
    }
    let calls = Calls::of(&method);
    let early = shared.lock().before_answer(calls);
    if let Some(refusal) = early.and_then(|fault| fault.refusal(refused)) {
        return refusal;
    }
    let segments: Vec<&str> = path.trim_matches('/').split('/').collect();
    let now = shared.clock.now();
    let answer = shared
        .lock()
        .answer(merchant, method.as_str(), &segments, &query, &bytes, now);
    match answer {
        Ok(answer) => deliver(&shared, calls, answer).await,
        Err(error) => error.into_response(),
    }
}

/// `GET /v2` itself.
pub async fn call_root(
    state: State<Shared>,
    query: QueryOf<Query>,
    method: Method,
    headers: HeaderMap,
    bytes: Bytes,
) -> Response {
    call(state, Path(String::new()), query, method, headers, bytes).await
}

/// The answer to everything that is not below a version.
pub async fn nowhere() -> ApiError {
    ApiError::not_found("Route")
}

/// The provider's words for a status.
fn refused(status: StatusCode) -> ApiError {
    let (code, message) = match status {
        StatusCode::UNAUTHORIZED => ("UNAUTHORIZED", "Invalid application key"),
        StatusCode::FORBIDDEN => ("FORBIDDEN", "Not for this key"),
        StatusCode::TOO_MANY_REQUESTS => ("TOO_MANY_REQUESTS", "Slow down"),
        _ => ("INTERNAL", "Internal error"),
    };
    ApiError::new(status, code, message)
}

/// Sends the answer, damaged when there is trouble.
async fn deliver(shared: &Shared, calls: Calls, answer: Answer) -> Response {
    let (mut value, total) = match answer {
        Answer::One(value) => (value, None),
        Answer::List(items, total) => (Value::Array(items), Some(total)),
    };
    let has_items = value[0].is_object();
    let (mode, pause) = {
        let mut inner = shared.lock();
        (inner.after_answer(calls, has_items), inner.trouble.pause())
    };
    if mode == Some(Mode::BadItem) {
        value[0]["createdAt"] = "yesterday".into();
    }
    let bytes = Bytes::from(value.to_string());
    let fault = mode.and_then(Mode::fault);
    let mut response = simulator_kit::deliver(bytes, fault, pause, "Maintenance").await;
    if let Some(total) = total {
        response
            .headers_mut()
            .insert(TOTAL, HeaderValue::from(total));
    }
    response
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    serde_json::from_slice(bytes).map_err(|error| ApiError::invalid(error.to_string()))
}

/// The asked part of a list that is in order by `key`, or in the other direction.
fn page<T>(
    query: &Query,
    sort: &str,
    mut items: Vec<&T>,
    show: fn(&T) -> Value,
) -> Result<Answer, ApiError> {
    let number = |name: &str, default: usize| match query.get(name) {
        None => Ok(default),
        Some(text) => text
            .parse()
            .map_err(|_| ApiError::invalid(format!("{name} must be a number"))),
    };
    let (offset, limit) = (number("offset", 0)?, number("limit", 20)?.min(500));
    if query.get(sort).is_some_and(|order| order == "DESC") {
        items.reverse();
    }
    let total = items.len();
    let shown = items.into_iter().skip(offset).take(limit).map(show);
    Ok(Answer::List(shown.collect(), total))
}

impl Inner {
    fn answer(
        &mut self,
        merchant: usize,
        method: &str,
        path: &[&str],
        query: &Query,
        bytes: &[u8],
        now: DateTime<Utc>,
    ) -> Result<Answer, ApiError> {
        let filter = |name: &str| query.get(&format!("filters[{name}]"));
        match (method, path) {
            ("GET", [""]) => Ok(Answer::One(json!({
                "version": "0.0.3", "name": "cubyn.api", "description": "Cubyn API",
                "auth": { "application": { "name": "Comptoir", "createdAt": clock::text(now) },
                    "user": { "id": 706_293_859 + merchant, "firstName": "Jane", "lastName": MERCHANTS[merchant].1 } },
            }))),
            ("GET", ["parcels"]) => {
                let items = self
                    .parcels
                    .values()
                    .filter(|parcel| parcel.merchant == merchant)
                    .filter(|parcel| filter("status").is_none_or(|status| parcel.status == *status))
                    .filter(|parcel| {
                        filter("orderRef").is_none_or(|order| parcel.draft.order_ref == *order)
                    })
                    .collect();
                page(query, "sort[id]", items, Parcel::show)
            }
            ("POST", ["parcels"]) => self.create(merchant, read(bytes)?, now),
            ("GET", ["parcels", id]) => self
                .parcel(merchant, id)
                .map(|parcel| Answer::One(parcel.show())),
            ("PUT", ["parcels", id, "cancel"]) => {
                let parcel = self.parcel(merchant, id)?;
                parcel.cancel(now)?;
                let (shown, draft) = (parcel.show(), parcel.draft.clone());
                self.book(merchant, &draft, 1);
                Ok(Answer::One(shown))
            }
            ("GET", ["product-catalog", "products"]) => {
                let wanted = query.get("query").map(|text| text.to_lowercase());
                let items = self.products[merchant]
                    .iter()
                    .filter(|product| {
                        let sku = product.sku.to_lowercase();
                        wanted.as_ref().is_none_or(|text| sku.contains(text))
                    })
                    .collect();
                page(query, "sort[sku]", items, crate::stock::Product::show)
            }
            ("GET", ["storage-inbound", "orders"]) => {
                let items = self.inbounds[merchant].iter().collect();
                page(query, "sort[pid]", items, Inbound::show)
            }
            ("POST", ["storage-inbound", "orders"]) => {
                if filter("warehouseId").is_none() {
                    return Err(ApiError::invalid("filters.warehouseId is required"));
                }
                let declaration: Declaration = read(bytes)?;
                let inbound = Inbound::declared(self.id(), declaration, now)?;
                let shown = inbound.show();
                self.inbounds[merchant].push(inbound);
                Ok(Answer::One(shown))
            }
            _ => Err(ApiError::not_found("Route")),
        }
    }

    fn parcel(&mut self, merchant: usize, id: &str) -> Result<&mut Parcel, ApiError> {
        id.parse()
            .ok()
            .and_then(|id: u64| self.parcels.get_mut(&id))
            .filter(|parcel| parcel.merchant == merchant)
            .ok_or_else(|| ApiError::not_found("Parcel"))
    }

    fn create(
        &mut self,
        merchant: usize,
        draft: Draft,
        now: DateTime<Utc>,
    ) -> Result<Answer, ApiError> {
        draft.check()?;
        let unknown = draft.pieces().find(|(sku, _)| {
            !self.products[merchant]
                .iter()
                .any(|product| product.sku == *sku)
        });
        if let Some((sku, _)) = unknown {
            return Err(ApiError::invalid(format!("items: unknown reference {sku}")));
        }
        self.book(merchant, &draft, -1);
        let id = self.id();
        let parcel = Parcel {
            id,
            merchant,
            status: "CREATED".into(),
            draft,
            created: now,
            updated: now,
        };
        let shown = parcel.show();
        self.parcels.insert(id, parcel);
        Ok(Answer::One(shown))
    }

    /// Takes a parcel's pieces from the stock, or puts them back.
    fn book(&mut self, merchant: usize, draft: &Draft, sign: i64) {
        for (sku, count) in draft.pieces() {
            let mut products = self.products[merchant].iter_mut();
            if let Some(product) = products.find(|product| product.sku == sku) {
                product.stock += sign * i64::from(count);
            }
        }
    }
}

/// `/control/…`: for those who run the simulator, without a key.
pub mod control {
    use super::*;
    use crate::shared::Holdings;
    use crate::trouble::Trouble;
    use serde::Deserialize;
    use simulator_kit::control::{Done, done};

    /// Where notifications go to.
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Address {
        /// An application key.
        application: String,
        url: Option<String>,
    }

    /// A parcel's new status.
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Status {
        id: u64,
        status: String,
    }

    /// `POST /control/trouble`.
    pub fn trouble(shared: &Shared, trouble: Trouble) -> Done {
        done(shared.lock().trouble.set(trouble))
    }

    /// `GET /control/merchant/{application}`.
    pub async fn merchant(
        State(shared): State<Shared>,
        Path(application): Path<String>,
    ) -> Result<Json<Holdings>, ApiError> {
        let holdings = shared.holdings(&application);
        holdings
            .map(Json)
            .ok_or_else(|| ApiError::not_found("Merchant"))
    }

    /// `POST /control/work`: every parcel goes one step further.
    pub async fn work(State(shared): State<Shared>) -> StatusCode {
        shared.work();
        StatusCode::NO_CONTENT
    }

    /// `POST /control/status`.
    pub async fn status(State(shared): State<Shared>, Json(body): Json<Status>) -> Done {
        let found = shared.set_status(body.id, &body.status);
        done(
            found
                .then_some(())
                .ok_or_else(|| "id: no such parcel".into()),
        )
    }

    /// `POST /control/notifications`: what the merchant would set in the app.
    pub async fn notifications(State(shared): State<Shared>, Json(body): Json<Address>) -> Done {
        let merchant = MERCHANTS
            .iter()
            .position(|(key, _)| *key == body.application);
        done(match merchant {
            Some(at) => {
                shared.lock().addresses[at] = body.url;
                Ok(())
            }
            None => Err("application: no such key".into()),
        })
    }
}
