//! Pennylane's side: `/api/external/v2/…`, with a token as bearer.

use crate::error::ApiError;
use crate::listing::Query;
use crate::shared::{Inner, Shared, TOKENS};
use crate::trouble::Mode;
use crate::world::{Answer, Upload};
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query as QueryOf, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use serde_json::Value;
use simulator_kit::{Left, retry_after};
use std::time::Instant;

const LIMIT: HeaderName = HeaderName::from_static("ratelimit-limit");
const REMAINING: HeaderName = HeaderName::from_static("ratelimit-remaining");
const RESET: HeaderName = HeaderName::from_static("ratelimit-reset");

/// Answers one call: whose is it, may it call now, is there trouble, may it do this, what is the answer.
pub async fn call(
    State(shared): State<Shared>,
    Path(path): Path<String>,
    QueryOf(query): QueryOf<Query>,
    method: Method,
    headers: HeaderMap,
    bytes: Bytes,
) -> Response {
    shared.lock().count();
    let Some((token, company, scopes)) = owner(&headers) else {
        return refused(StatusCode::UNAUTHORIZED).into_response();
    };
    let (taken, left) = {
        let limiter = &mut shared.lock().limiter;
        let now = Instant::now();
        (limiter.take(token, now), limiter.left(&token, now))
    };
    let path: Vec<&str> = path.trim_matches('/').split('/').collect();
    let mut response = match taken {
        Err(seconds) => retry_after(seconds.max(1), refused(StatusCode::TOO_MANY_REQUESTS)),
        Ok(()) => {
            let upload = match path[..] {
                ["file_attachments"] => upload(&headers, bytes.clone()).await,
                _ => None,
            };
            let asked = Asked {
                method: method.as_str(),
                path: &path,
                query: &query,
                bytes: &bytes,
                upload,
                scopes,
            };
            answer(&shared, company, asked).await
        }
    };
    if let Some(left) = left {
        tell(&mut response, left, shared.clock.now());
    }
    response
}

/// The answer to everything that is not below the API.
pub async fn nowhere() -> ApiError {
    ApiError::not_found("Route")
}

/// One call.
struct Asked<'a> {
    method: &'a str,
    path: &'a [&'a str],
    query: &'a Query,
    bytes: &'a Bytes,
    upload: Option<Upload>,
    scopes: &'a [&'a str],
}

async fn answer(shared: &Shared, company: usize, asked: Asked<'_>) -> Response {
    let (method, path) = (asked.method, asked.path);
    let early = shared.lock().before_answer(method, path);
    let words = |status: StatusCode| match status {
        StatusCode::FORBIDDEN => forbidden(&scope(method, path).unwrap_or_default()),
        status => refused(status),
    };
    if let Some(refusal) = early.and_then(|fault| fault.refusal(words)) {
        return refusal;
    }
    if let Some(scope) = missing(method, path, asked.scopes) {
        return forbidden(&scope).into_response();
    }
    let now = shared.clock.now();
    let answer = shared.lock().answer(company, asked, now);
    match answer {
        Ok((status, value)) => deliver(shared, method, path, status, value).await,
        Err(error) => error.into_response(),
    }
}

/// Whose token it is.
fn owner(headers: &HeaderMap) -> Option<(&'static str, usize, &'static [&'static str])> {
    let given = headers
        .get(header::AUTHORIZATION)?
        .to_str()
        .ok()?
        .strip_prefix("Bearer ")?;
    TOKENS.into_iter().find(|(token, ..)| *token == given)
}

/// The scope that a call needs and the token has not.
fn missing(method: &str, path: &[&str], scopes: &[&str]) -> Option<String> {
    let needed = scope(method, path)?;
    let whole = needed.replace(":readonly", ":all");
    let has = scopes
        .iter()
        .any(|scope| *scope == needed || *scope == whole);
    (!has).then_some(needed)
}

/// The scope that a call needs; none: any token will do.
fn scope(method: &str, path: &[&str]) -> Option<String> {
    let group = match *path.first()? {
        "customers" | "company_customers" => "customers",
        "customer_invoices" | "changelogs" => "customer_invoices",
        "file_attachments" => "file_attachments",
        "ledger_accounts" => "ledger_accounts",
        _ => return None,
    };
    let part = if method == "GET" { "readonly" } else { "all" };
    Some(format!("{group}:{part}"))
}

fn forbidden(scope: &str) -> ApiError {
    ApiError::new(StatusCode::FORBIDDEN, format!("Missing scope: {scope}"))
}

/// Pennylane's words for a status.
fn refused(status: StatusCode) -> ApiError {
    let message = match status {
        StatusCode::UNAUTHORIZED => "The access token is invalid",
        StatusCode::TOO_MANY_REQUESTS => "Rate limit exceeded",
        _ => "Internal server error",
    };
    ApiError::new(status, message)
}

/// Sends the answer, damaged when there is trouble.
async fn deliver(
    shared: &Shared,
    method: &str,
    path: &[&str],
    status: StatusCode,
    mut value: Value,
) -> Response {
    let amounts = ["/items/0/currency_amount", "/currency_amount"];
    let amount = amounts.into_iter().find(|at| value.pointer(at).is_some());
    let (mode, pause) = {
        let mut inner = shared.lock();
        let mode = inner.after_answer(method, path, amount.is_some());
        (mode, inner.trouble.pause())
    };
    if mode == Some(Mode::BadInvoice)
        && let Some(amount) = amount.and_then(|at| value.pointer_mut(at))
    {
        *amount = "12,34 €".into();
    }
    let bytes = if value.is_null() {
        Bytes::new()
    } else {
        Bytes::from(value.to_string())
    };
    let fault = mode.and_then(Mode::fault);
    let response = simulator_kit::deliver(bytes, fault, pause, "Maintenance").await;
    (status, response).into_response()
}

fn tell(response: &mut Response, left: Left, now: DateTime<Utc>) {
    let reset = u64::try_from(now.timestamp()).unwrap_or_default() + left.reset;
    let headers = response.headers_mut();
    headers.insert(LIMIT, HeaderValue::from(left.limit));
    headers.insert(REMAINING, HeaderValue::from(left.remaining));
    headers.insert(RESET, HeaderValue::from(reset));
}

/// The file of a form; none where there is no form, or no file in it.
async fn upload(headers: &HeaderMap, bytes: Bytes) -> Option<Upload> {
    let kind = headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    let boundary = multer::parse_boundary(kind).ok()?;
    let whole = futures::stream::iter([Ok::<_, std::io::Error>(bytes)]);
    let mut form = multer::Multipart::new(whole, boundary);
    while let Some(field) = form.next_field().await.ok()? {
        if field.name() == Some("file") {
            return Some(Upload {
                name: field.file_name()?.to_owned(),
                content: field.bytes().await.ok()?,
            });
        }
    }
    None
}

impl Inner {
    fn answer(&mut self, company: usize, asked: Asked<'_>, now: DateTime<Utc>) -> Answer {
        let Asked {
            method,
            path,
            query,
            bytes,
            upload,
            scopes,
        } = asked;
        let company = &mut self.companies[company];
        let id = |text: &str, what: &str| text.parse().map_err(|_| ApiError::not_found(what));
        let customer = |text: &str| id(text, "Customer");
        let invoice = |text: &str| id(text, "Customer invoice");
        match (method, path) {
            ("GET", ["me"]) => company.me(scopes),
            ("GET", ["ledger_accounts"]) => company.list_ledger_accounts(query),
            ("GET", ["customers"]) => company.list_customers(query),
            ("GET", ["customers", of]) => company.one_customer(customer(of)?),
            ("POST", ["company_customers"]) => company.create_customer(bytes, now),
            ("PUT", ["company_customers", of]) => {
                company.update_customer(customer(of)?, bytes, now)
            }
            ("POST", ["file_attachments"]) => company.attach(upload),
            ("GET", ["customer_invoices"]) => company.list_invoices(query, now),
            ("POST", ["customer_invoices", "import"]) => company.import(bytes, now),
            ("GET", ["customer_invoices", of]) => company.one_invoice(invoice(of)?, now),
            ("PUT" | "DELETE", ["customer_invoices", of]) => company.locked(invoice(of)?),
            ("GET", ["customer_invoices", of, "invoice_lines"]) => {
                company.list_lines(invoice(of)?, query)
            }
            ("GET", ["customer_invoices", of, "payments"]) => {
                company.list_payments(invoice(of)?, query)
            }
            ("PUT", ["customer_invoices", of, "mark_as_paid"]) => {
                company.mark_as_paid(invoice(of)?, now)
            }
            ("POST", ["customer_invoices", of, "send_by_email"]) => {
                company.send_by_email(invoice(of)?, now)
            }
            ("POST", ["customer_invoices", of, "link_credit_note"]) => {
                company.link_credit_note(invoice(of)?, bytes, now)
            }
            ("GET", ["changelogs", "customer_invoices"]) => company.list_changes(query, now),
            _ => Err(ApiError::not_found("Route")),
        }
    }
}

/// `/control/…`: for those who run the simulator, without a token.
pub mod control {
    use super::*;
    use crate::shared::Booked;
    use crate::trouble::Trouble;
    use serde::Deserialize;
    use simulator_kit::control::{Done, done};

    /// What a bank would tell of.
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Payment {
        number: String,
        /// None: all that remains.
        amount: Option<String>,
    }

    /// An invoice by its number.
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Named {
        number: String,
    }

    /// An invoice's new status.
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Status {
        number: String,
        status: String,
    }

    /// `POST /control/trouble`.
    pub fn trouble(shared: &Shared, trouble: Trouble) -> Done {
        done(shared.lock().trouble.set(trouble))
    }

    /// `GET /control/invoices`.
    pub async fn invoices(State(shared): State<Shared>) -> Json<Booked> {
        Json(shared.booked())
    }

    /// `GET /control/customers`.
    pub async fn customers(State(shared): State<Shared>) -> Json<Vec<Value>> {
        Json(shared.customers())
    }

    /// `GET /control/document/{number}`.
    pub async fn document(
        State(shared): State<Shared>,
        Path(number): Path<String>,
    ) -> Result<Response, ApiError> {
        let document = shared
            .document(&number)
            .ok_or_else(|| ApiError::not_found("Document"))?;
        let pdf = HeaderValue::from_static("application/pdf");
        Ok(([(header::CONTENT_TYPE, pdf)], document).into_response())
    }

    /// `POST /control/payment`.
    pub async fn payment(State(shared): State<Shared>, Json(body): Json<Payment>) -> Done {
        done(shared.pay(&body.number, body.amount.as_deref()))
    }

    /// `POST /control/delete`.
    pub async fn delete(State(shared): State<Shared>, Json(body): Json<Named>) -> Done {
        done(shared.delete(&body.number))
    }

    /// `POST /control/status`.
    pub async fn status(State(shared): State<Shared>, Json(body): Json<Status>) -> Done {
        done(shared.set_status(&body.number, &body.status))
    }
}
