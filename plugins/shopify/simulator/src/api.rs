//! The provider's side: GraphQL, tokens, and the storage that bulk files lie in.

use crate::bucket::MOST_A_REQUEST;
use crate::graphql::{Outcome, Plan};
use crate::shared::Shared;
use crate::trouble::Mode;
use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use chrono::DateTime;
use serde::Deserialize;
use serde_json::{Value, json};
use simulator_kit::{body, hang_up, retry_after};
use std::sync::atomic::{AtomicU64, Ordering};

/// A token's life: a day, less the second that it took to give it out.
const TOKEN_SECONDS: i64 = 86_399;

#[derive(Debug, Deserialize)]
struct Question {
    query: String,
    #[serde(default)]
    variables: Value,
}

/// `POST /{shop}/admin/api/{version}/graphql.json`.
pub async fn graphql(
    State(shared): State<Shared>,
    Path((shop, version)): Path<(String, String)>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let token = headers.get("x-shopify-access-token");
    let token = token
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let mut response = match is_version(&version) {
        true => answer(&shared, &shop, token, &body).await,
        false => (
            StatusCode::NOT_FOUND,
            Json(json!({ "errors": ["Not Found"] })),
        )
            .into_response(),
    };
    let request = REQUESTS.fetch_add(1, Ordering::Relaxed);
    let date = DateTime::from_timestamp(shared.clock.now(), 0).unwrap_or_default();
    let date = date.format("%a, %d %b %Y %H:%M:%S GMT").to_string();
    for (name, value) in [
        ("date", date),
        ("x-shopify-api-version", version),
        ("x-request-id", format!("request-{request:06}")),
    ] {
        if let Ok(value) = HeaderValue::from_str(&value) {
            response.headers_mut().insert(name, value);
        }
    }
    response
}

/// What names a request in Shopify's own logs.
static REQUESTS: AtomicU64 = AtomicU64::new(1);

/// A quarter's: `2026-10`.
fn is_version(text: &str) -> bool {
    let parts = text.split_once('-');
    parts.is_some_and(|(year, month)| {
        year.len() == 4
            && year.starts_with("20")
            && year.parse::<u16>().is_ok()
            && ["01", "04", "07", "10"].contains(&month)
    })
}

async fn answer(shared: &Shared, shop: &str, token: &str, body: &[u8]) -> Response {
    let strike = shared.lock().strike(true);
    match strike {
        Some(Mode::Errors500) => {
            let page = "<html><body>Something went wrong</body></html>";
            return (StatusCode::INTERNAL_SERVER_ERROR, page).into_response();
        }
        Some(Mode::Rate429) => {
            let refusal = refused(
                StatusCode::TOO_MANY_REQUESTS,
                "Exceeded 2 calls per second for api client.",
            );
            return retry_after(2, refusal);
        }
        Some(Mode::Forbidden403) => {
            let words = "[API] This action requires merchant approval for a scope.";
            let body = Json(json!({ "errors": [words] }));
            return (StatusCode::FORBIDDEN, body).into_response();
        }
        _ => {}
    }
    let Ok(question) = serde_json::from_slice::<Question>(body) else {
        return refused(
            StatusCode::BAD_REQUEST,
            "Required parameter missing or invalid",
        );
    };
    let reply = reply(shared, shop, token, &question, strike);
    let mut reply = match reply {
        Ok(reply) => reply,
        Err((status, words)) => return refused(status, words),
    };
    let (strike, pause) = {
        let mut inner = shared.lock();
        (inner.strike(false), inner.trouble.pause())
    };
    if strike == Some(Mode::Partial) {
        spoil(&mut reply);
    }
    let bytes = Bytes::from(reply.to_string());
    let fault = strike.and_then(Mode::fault);
    simulator_kit::deliver(bytes, fault, pause, "Be right back").await
}

/// The answer to a question that is understood: what stands in a 200.
fn reply(
    shared: &Shared,
    name: &str,
    token: &str,
    question: &Question,
    strike: Option<Mode>,
) -> Result<Value, (StatusCode, &'static str)> {
    let now = shared.clock.now();
    let mut inner = shared.lock();
    let inner = &mut *inner;
    let at = inner.shops.iter().position(|shop| shop.seed.name == name);
    let Some(at) = at else {
        return Err((StatusCode::NOT_FOUND, "Not Found"));
    };
    let shop = &mut inner.shops[at];
    match shop.closed {
        Some(402) => return Err((StatusCode::PAYMENT_REQUIRED, "Unavailable Shop")),
        Some(_) => return Err((StatusCode::LOCKED, "Locked")),
        None => {}
    }
    let lent = shop.tokens.get(token).is_some_and(|until| now < *until);
    if token != shop.seed.token && !lent {
        let words = "[API] Invalid API key or access token (unrecognized login or wrong password)";
        return Err((StatusCode::UNAUTHORIZED, words));
    }
    shop.settle(now);
    let plan = match Plan::of(&question.query, &question.variables) {
        Ok(plan) => plan,
        Err(errors) => return Ok(json!({ "errors": errors })),
    };
    let roots = plan.roots();
    if let Some(root) = roots.iter().find(|root| !allowed(root, &shop.scopes)) {
        let message = format!(
            "Access denied for {root} field. Required access: `{}` access scope.",
            scope(root)
        );
        let error =
            json!({"message": message, "path": [root], "extensions": {"code": "ACCESS_DENIED"}});
        return Ok(json!({"data": null, "errors": [error]}));
    }
    let requested = plan.cost.ceil();
    if requested > MOST_A_REQUEST {
        let message = format!(
            "Query cost is {requested}, which exceeds the single query max cost limit (1000)."
        );
        return Ok(
            json!({"errors": [{"message": message, "extensions": {"code": "MAX_COST_EXCEEDED", "cost": requested, "maxCost": 1000}}]}),
        );
    }
    let bucket = &mut inner.buckets[at];
    let precise = shared.clock.precise();
    let full = bucket
        .as_mut()
        .is_some_and(|bucket| !bucket.holds(requested, precise));
    let cost = |actual: Option<f64>, bucket: &Option<crate::bucket::Bucket>| {
        json!({"cost": {"requestedQueryCost": requested, "actualQueryCost": actual,
            "throttleStatus": bucket.as_ref().map(|bucket| bucket.status())}})
    };
    if full || strike == Some(Mode::Throttled) {
        let error = json!({"message": "Throttled", "extensions": {"code": "THROTTLED",
            "documentation": "https://shopify.dev/api/usage/rate-limits"}});
        return Ok(json!({"errors": [error], "extensions": cost(None, bucket)}));
    }
    if strike == Some(Mode::Inactive) {
        let error = json!({"message": "Shop is inactive", "extensions": {"code": "SHOP_INACTIVE"}});
        return Ok(json!({ "errors": [error] }));
    }
    if strike == Some(Mode::InternalError) {
        let message = "Internal error. Looks like something went wrong on our end.";
        let error = json!({"message": message, "extensions": {"code": "INTERNAL_SERVER_ERROR"}});
        return Ok(json!({ "errors": [error] }));
    }
    let Outcome {
        data,
        errors,
        cost: actual,
    } = plan.run(shop, now, false);
    if let Some(bucket) = bucket {
        bucket.take(actual);
    }
    let mut reply = json!({"data": data, "extensions": cost(Some(actual), bucket)});
    if !errors.is_empty() {
        reply["errors"] = errors.into();
    }
    for root in &roots {
        inner.count(root);
    }
    Ok(reply)
}

/// What a field needs.
fn scope(root: &str) -> &'static str {
    match root {
        "orders" | "order" => "read_orders",
        "products" | "product" | "productVariants" => "read_products",
        "productSet" | "productDelete" => "write_products",
        "inventoryItems" => "read_inventory",
        "inventorySetQuantities" => "write_inventory",
        "location" | "locations" => "read_locations",
        "markets" => "read_markets",
        "marketCreate" | "marketUpdate" => "write_markets",
        "deliveryProfile" | "deliveryProfiles" => "read_shipping",
        "deliveryProfileUpdate" => "write_shipping",
        "shopifyqlQuery" => "read_reports",
        _ => "",
    }
}

/// `write_x` includes `read_x`.
fn allowed(root: &str, scopes: &[String]) -> bool {
    let needed = scope(root);
    let stronger = needed.replace("read_", "write_");
    needed.is_empty()
        || scopes
            .iter()
            .any(|scope| scope == needed || *scope == stronger)
}

/// Takes a field of the page's middle object away and says so.
fn spoil(reply: &mut Value) {
    let Some(data) = reply["data"].as_object_mut() else {
        return;
    };
    for (root, value) in data {
        // A page is read by its nodes or by its edges.
        let by_nodes = value["nodes"].is_array();
        let name = if by_nodes { "nodes" } else { "edges" };
        let Some(items) = value[name].as_array_mut().filter(|items| !items.is_empty()) else {
            continue;
        };
        let middle = items.len() / 2;
        let mut path = json!([root, name, middle, "updatedAt"]);
        if by_nodes {
            items[middle]["updatedAt"] = Value::Null;
        } else {
            items[middle]["node"]["updatedAt"] = Value::Null;
            path = json!([root, name, middle, "node", "updatedAt"]);
        }
        let error = json!({"message": "Something went wrong", "path": path,
            "extensions": {"code": "INTERNAL_SERVER_ERROR"}});
        reply["errors"] = json!([error]);
        return;
    }
}

fn refused(status: StatusCode, words: &str) -> Response {
    (status, Json(json!({ "errors": words }))).into_response()
}

/// `POST /{shop}/admin/oauth/access_token` with the client credentials grant.
pub async fn access_token(
    State(shared): State<Shared>,
    Path(name): Path<String>,
    axum::Form(form): axum::Form<std::collections::HashMap<String, String>>,
) -> Response {
    shared.lock().count("token");
    let text = |field: &str| form.get(field).map(String::as_str).unwrap_or_default();
    if text("grant_type") != "client_credentials" {
        return refused(StatusCode::BAD_REQUEST, "unsupported_grant_type");
    }
    let given = (
        text("client_id").to_owned(),
        text("client_secret").to_owned(),
    );
    let token = shared.with_shop(&name, |shop, now| {
        if shop.seed.client != given {
            return None;
        }
        let token = format!("shpat_lent_{}", shop.new_id("Token").rsplit('/').next()?);
        shop.tokens.insert(token.clone(), now + TOKEN_SECONDS);
        Some(json!({"access_token": token, "scope": shop.scopes.join(","), "expires_in": TOKEN_SECONDS}))
    });
    match token {
        Ok(Some(token)) => Json(token).into_response(),
        Ok(None) => refused(StatusCode::BAD_REQUEST, "application_cannot_be_found"),
        Err(_) => refused(StatusCode::NOT_FOUND, "Not Found"),
    }
}

/// `GET /storage/…/{name}`: a bulk operation's file, or the part of it that `Range` names.
pub async fn file(
    State(shared): State<Shared>,
    Path(path): Path<String>,
    headers: HeaderMap,
) -> Response {
    let strike = shared.lock().strike_file();
    if strike == Some(Mode::Errors500) {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    let (head, bytes) = match part(&shared, &path, &headers) {
        Ok(part) => part,
        Err(refusal) => return *refusal,
    };
    let bytes = Bytes::from(bytes);
    // What breaks it on its way knows nothing of parts.
    let whole = (StatusCode::OK, HeaderMap::new());
    let (head, body) = match strike {
        Some(Mode::Reset) => return hang_up(),
        Some(Mode::Garbage) => (whole, Body::from("<html><body>Be right back</body></html>")),
        Some(Mode::HalfPage) => (whole, body::half(&bytes)),
        Some(Mode::Drop) => (head, body::cut(&bytes)),
        Some(Mode::Slow) => {
            let pause = shared.lock().trouble.pause();
            (head, body::late(bytes, pause).await)
        }
        _ => (head, Body::from(bytes)),
    };
    (head.0, head.1, body).into_response()
}

/// What an answer begins with, and its bytes.
type Part = ((StatusCode, HeaderMap), Vec<u8>);

/// What is asked for of a file, or why there is none.
fn part(shared: &Shared, path: &str, headers: &HeaderMap) -> Result<Part, Box<Response>> {
    let name = path.rsplit('/').next().unwrap_or_default();
    let now = shared.clock.now();
    let mut inner = shared.lock();
    inner.count("file");
    if headers.contains_key("x-shopify-access-token") {
        let words = "a token has no business here";
        return Err(Box::new((StatusCode::BAD_REQUEST, words).into_response()));
    }
    let operations = inner.shops.iter().flat_map(|shop| &shop.operations);
    let Some(file) = operations
        .into_iter()
        .find_map(|operation| operation.file(name, now))
    else {
        let words = "<Error><Code>ExpiredToken</Code></Error>";
        return Err(Box::new((StatusCode::BAD_REQUEST, words).into_response()));
    };
    let range = headers
        .get(header::RANGE)
        .and_then(|value| value.to_str().ok());
    let range = range.and_then(|range| range.strip_prefix("bytes=")?.split_once('-'));
    let Some((first, last)) = range else {
        return Ok(((StatusCode::OK, HeaderMap::new()), file.to_vec()));
    };
    let first: usize = first.parse().unwrap_or_default();
    let last: usize = last
        .parse()
        .unwrap_or(usize::MAX)
        .min(file.len().saturating_sub(1));
    let total = file.len();
    if first >= total {
        let part = format!("bytes */{total}");
        let answer = (
            StatusCode::RANGE_NOT_SATISFIABLE,
            [(header::CONTENT_RANGE, part)],
        );
        return Err(Box::new(answer.into_response()));
    }
    let mut headers = HeaderMap::new();
    if let Ok(part) = HeaderValue::from_str(&format!("bytes {first}-{last}/{total}")) {
        headers.insert(header::CONTENT_RANGE, part);
    }
    Ok((
        (StatusCode::PARTIAL_CONTENT, headers),
        file[first..=last].to_vec(),
    ))
}

/// `/control/…`: for those who run the simulator, without a token.
pub mod control {
    use super::*;
    use crate::shared::Habits;
    use crate::trouble::Trouble;
    use simulator_kit::control::{Done, Refusal, done};

    /// How many orders come in at a shop.
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Orders {
        shop: String,
        count: usize,
    }

    /// Something that happens in a shop.
    #[derive(Debug, Deserialize)]
    #[serde(
        rename_all = "snake_case",
        rename_all_fields = "snake_case",
        deny_unknown_fields
    )]
    pub enum Change {
        /// The newest order that waits goes out.
        Ship { shop: String },
        /// The newest order that waits is called off.
        Cancel { shop: String },
        /// The first product has another title.
        Rename { shop: String, title: String },
        /// The first product is deleted.
        Delete { shop: String },
        /// So many pieces of a SKU are in the warehouse.
        Count {
            shop: String,
            sku: String,
            pieces: i64,
        },
        /// The shop answers 402 or 423, or (null) as usual.
        Close { shop: String, status: Option<u16> },
        /// The app loses a scope.
        Withdraw { shop: String, scope: String },
        /// The shop's bulk operations fail.
        FailBulk { shop: String },
    }

    /// `POST /control/trouble`.
    pub fn trouble(shared: &Shared, trouble: Trouble) -> Done {
        done(shared.lock().trouble.set(trouble))
    }

    /// `POST /control/delivery`.
    pub async fn delivery(State(shared): State<Shared>, Json(habits): Json<Habits>) -> StatusCode {
        shared.lock().habits = habits;
        StatusCode::NO_CONTENT
    }

    /// `POST /control/orders`.
    pub async fn orders(State(shared): State<Shared>, Json(body): Json<Orders>) -> Done {
        done(shared.with_shop(&body.shop, |shop, now| {
            for _ in 0..body.count {
                shop.receive(now);
            }
        }))
    }

    /// `POST /control/change`.
    pub async fn change(State(shared): State<Shared>, Json(change): Json<Change>) -> Done {
        done(act(&shared, change).map_err(|Refusal(words)| words))
    }

    fn act(shared: &Shared, change: Change) -> Result<(), Refusal> {
        let nothing = |what: &str| Refusal(format!("the shop has no {what}"));
        match change {
            Change::Ship { shop } => shared.with_shop(&shop, |shop, now| {
                let order = shop.open_order();
                order
                    .map(|order| shop.ship(order, now))
                    .ok_or_else(|| nothing("open order"))
            }),
            Change::Cancel { shop } => shared.with_shop(&shop, |shop, now| {
                let order = shop.open_order();
                order
                    .map(|order| shop.cancel(order, now))
                    .ok_or_else(|| nothing("open order"))
            }),
            Change::Rename { shop, title } => shared.with_shop(&shop, |shop, now| {
                shop.rename_product(0, &title, now);
                Ok(())
            }),
            Change::Delete { shop } => shared.with_shop(&shop, |shop, _| {
                let id = shop
                    .products
                    .first()
                    .and_then(|product| product["id"].as_str());
                let id = id.map(str::to_owned).ok_or_else(|| nothing("product"))?;
                shop.delete_product(&id);
                Ok(())
            }),
            Change::Count { shop, sku, pieces } => shared.with_shop(&shop, |shop, now| {
                let known = shop.count_stock(&sku, pieces, now);
                known.then_some(()).ok_or_else(|| nothing("such SKU"))
            }),
            Change::Close { shop, status } => shared.with_shop(&shop, |shop, _| {
                shop.closed = status;
                Ok(())
            }),
            Change::Withdraw { shop, scope } => shared.with_shop(&shop, |shop, _| {
                shop.scopes.retain(|granted| *granted != scope);
                Ok(())
            }),
            Change::FailBulk { shop } => shared.with_shop(&shop, |shop, _| {
                shop.fail_operations();
                Ok(())
            }),
        }
        .map_err(Refusal)?
    }
}
