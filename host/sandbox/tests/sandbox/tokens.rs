//! Hosts that each connector has of its own, and tokens that the host fetches for it.

use std::path::Path;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{get, post};
use axum::{Json, Router};
use comptoir_sandbox::{Call, Connector, Grant, LoadError, Manifest, Plugin, RouteRequest};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{CONNECTOR, Memory, Names, OTHER_CONNECTOR, engine, guest};

const MANIFEST: &str = r#"
id = "hostile"
name = "Hostile"
version = "1"
api = "1.0"
component = "hostile_guest.wasm"
roles = ["routes"]

[[hosts]]
base = "https://{shop}.shops.test"
methods = ["GET", "POST"]
reason = { en = "a shop" }
credential = ["own", "client"]

[credentials.own]
recipe = "header"
name = "x-access-token"
secret = "apiKey"

[credentials.client]
recipe = "client-credentials"
token_url = "https://{shop}.shops.test/oauth/token"
client_id = "clientId"
client_secret = "clientSecret"
header = "x-access-token"

[settings]
type = "object"
[settings.properties]
shop = { type = "string" }
clientId = { type = "string" }
apiKey = { type = "string", writeOnly = true }
clientSecret = { type = "string", writeOnly = true }

[configuration]
type = "object"
additionalProperties = false
properties = { window = { type = "integer" } }
"#;

/// A provider that answers only to the token that it gave last.
struct Provider {
    issued: AtomicU32,
    /// Seconds that it promises.
    life: AtomicU64,
    valid: Mutex<String>,
    /// Paths that were asked for.
    seen: Mutex<Vec<String>>,
}

impl Provider {
    async fn start() -> (Arc<Self>, u16) {
        let provider = Arc::new(Self {
            issued: AtomicU32::new(0),
            life: AtomicU64::new(3600),
            valid: Mutex::default(),
            seen: Mutex::default(),
        });
        let router = Router::new()
            .route("/{shop}/oauth/token", post(grant_token))
            .route("/{shop}/guarded", get(guarded))
            .with_state(Arc::clone(&provider));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await;
        let listener = listener.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        tokio::spawn(async move { axum::serve(listener, router).await });
        (provider, port)
    }

    fn issued(&self) -> u32 {
        self.issued.load(Ordering::Relaxed)
    }

    /// Ends the token that it gave.
    fn revoke(&self) {
        *self.valid.lock().expect("not poisoned") = "none".to_owned();
    }
}

async fn grant_token(
    State(provider): State<Arc<Provider>>,
    body: String,
) -> (StatusCode, Json<Value>) {
    if body != "grant_type=client_credentials&client_id=me&client_secret=c1ient" {
        return (StatusCode::BAD_REQUEST, Json(json!({ "sent": body })));
    }
    let token = format!("t{}", provider.issued.fetch_add(1, Ordering::Relaxed) + 1);
    *provider.valid.lock().expect("not poisoned") = token.clone();
    let life = provider.life.load(Ordering::Relaxed);
    (
        StatusCode::OK,
        Json(json!({ "access_token": token, "expires_in": life })),
    )
}

async fn guarded(
    State(provider): State<Arc<Provider>>,
    uri: axum::http::Uri,
    headers: HeaderMap,
) -> StatusCode {
    let mut seen = provider.seen.lock().expect("not poisoned");
    seen.push(uri.path().to_owned());
    let token = headers.get("x-access-token").map(|token| token.as_bytes());
    let valid = provider.valid.lock().expect("not poisoned");
    if token == Some(valid.as_bytes()) || token == Some(b"s3cret") {
        StatusCode::OK
    } else {
        StatusCode::UNAUTHORIZED
    }
}

async fn load(port: u16, more: &str) -> Result<Arc<Plugin>, LoadError> {
    let mut manifest = Manifest::parse(Path::new("plugin.toml"), MANIFEST).expect("a manifest");
    manifest.component = guest().to_owned();
    let grant = format!(
        r#"[plugins.hostile]
        source = "."
        hosts = ["https://{{shop}}.shops.test"]
        private = ["127.0.0.1:{port}"]
        base_urls = {{ "https://{{shop}}.shops.test" = "http://127.0.0.1:{port}/{{shop}}" }}
        {more}"#
    );
    let mut grants = Grant::parse(Path::new("plugins.toml"), &grant).expect("grants");
    let grant = grants.remove("hostile").expect("the grant");
    let (services, names) = (Arc::new(Memory::default()), Arc::new(Names::default()));
    Plugin::load(&engine(), manifest, grant, services, names).await
}

/// A call that was given one connector, of this shop, and asks for a page of one.
async fn ask(
    plugin: &Arc<Plugin>,
    (id, settings): (Uuid, Value),
    path: &str,
    url: &str,
    named: bool,
) -> Value {
    let connector = id.to_string();
    let mut query = vec![
        ("url".to_owned(), url.to_owned()),
        ("n".to_owned(), "8".to_owned()),
    ];
    if named {
        query.push(("connector".to_owned(), connector));
    }
    let request = RouteRequest {
        method: "GET".to_owned(),
        path: path.to_owned(),
        query,
        language: "en".to_owned(),
        body: None,
    };
    let call = Call::request(vec![Connector {
        id,
        owner: id,
        settings,
    }]);
    let answer = plugin.handle(call, request).await.expect("an answer");
    serde_json::from_str(&answer.data).expect("JSON")
}

fn client() -> (Uuid, Value) {
    (OTHER_CONNECTOR, json!({ "shop": "nova", "clientId": "me" }))
}

const GUARDED: &str = "https://nova.shops.test/guarded";

#[tokio::test]
async fn requests_at_once_share_one_token() {
    let (provider, port) = Provider::start().await;
    let plugin = load(port, "").await.expect("loads");
    let answers = ask(&plugin, client(), "/all", GUARDED, true).await;
    let answers = answers.as_array().expect("a list").clone();
    assert_eq!(answers.len(), 8);
    assert!(
        answers.iter().all(|answer| answer["status"] == 200),
        "{answers:?}"
    );
    assert_eq!(provider.issued(), 1);
    // Another call, the same token.
    let answer = ask(&plugin, client(), "/fetch", GUARDED, true).await;
    assert_eq!(
        (answer["status"].clone(), provider.issued()),
        (json!(200), 1)
    );
}

#[tokio::test]
async fn a_token_that_the_provider_ended_is_renewed_once() {
    let (provider, port) = Provider::start().await;
    let plugin = load(port, "").await.expect("loads");
    ask(&plugin, client(), "/fetch", GUARDED, true).await;
    provider.revoke();
    let answers = ask(&plugin, client(), "/all", GUARDED, true).await;
    let all = answers.as_array().expect("a list");
    assert!(
        all.iter().all(|answer| answer["status"] == 200),
        "{answers}"
    );
    assert_eq!(provider.issued(), 2, "eight refusals, one new token");
}

#[tokio::test]
async fn a_token_is_renewed_before_it_ends() {
    let (provider, port) = Provider::start().await;
    provider.life.store(0, Ordering::Relaxed);
    let plugin = load(port, "").await.expect("loads");
    for issued in 1..=3 {
        let answer = ask(&plugin, client(), "/fetch", GUARDED, true).await;
        assert_eq!(
            (answer["status"].clone(), provider.issued()),
            (json!(200), issued)
        );
    }
}

#[tokio::test]
async fn credentials_that_are_not_taken_are_a_401_that_tells_nothing() {
    let (provider, port) = Provider::start().await;
    let plugin = load(port, "").await.expect("loads");
    let wrong = (
        OTHER_CONNECTOR,
        json!({ "shop": "nova", "clientId": "you" }),
    );
    let answer = ask(&plugin, wrong, "/fetch", GUARDED, true).await;
    assert_eq!(answer["status"], 401);
    let body = answer["body"].as_str().expect("text");
    assert!(
        body.contains("no access token") && !body.contains("c1ient"),
        "{body}"
    );
    assert_eq!(provider.seen.lock().expect("not poisoned").len(), 0);
}

#[tokio::test]
async fn of_several_credentials_the_first_that_is_held_is_used() {
    let (provider, port) = Provider::start().await;
    let plugin = load(port, "").await.expect("loads");
    let own = (CONNECTOR, json!({ "shop": "nova", "clientId": "me" }));
    let answer = ask(&plugin, own, "/fetch", GUARDED, true).await;
    assert_eq!(
        (answer["status"].clone(), provider.issued()),
        (json!(200), 0)
    );
    let neither = (
        Uuid::from_u128(9),
        json!({ "shop": "nova", "clientId": "me" }),
    );
    let answer = ask(&plugin, neither, "/fetch", GUARDED, true).await;
    assert_eq!(
        answer["denied"],
        "the connector holds no secret `apiKey` or `clientSecret`"
    );
}

#[tokio::test]
async fn a_connectors_host_is_its_own() {
    let (provider, port) = Provider::start().await;
    let plugin = load(port, "").await.expect("loads");
    let denied = |answer: Value| answer["denied"].as_str().unwrap_or_default().to_owned();
    let other = ask(
        &plugin,
        client(),
        "/fetch",
        "https://musi.shops.test/guarded",
        true,
    )
    .await;
    assert!(denied(other).contains("of another connector"));
    let unnamed = ask(&plugin, client(), "/fetch", GUARDED, false).await;
    assert!(denied(unnamed).contains("the request must name the one"));
    for shop in ["nova.evil.test/", "a@b", "nova.shops", "", "x:1", "nova%2e"] {
        let connector = (OTHER_CONNECTOR, json!({ "shop": shop, "clientId": "me" }));
        let answer = ask(&plugin, connector, "/fetch", GUARDED, true).await;
        assert!(denied(answer).contains("`shop` must be letters"), "{shop}");
    }
    let none = (OTHER_CONNECTOR, json!({ "clientId": "me" }));
    let answer = ask(&plugin, none, "/fetch", GUARDED, true).await;
    assert!(denied(answer).contains("hold no `shop`"));
    assert_eq!(provider.seen.lock().expect("not poisoned").len(), 0);
    ask(&plugin, client(), "/fetch", GUARDED, true).await;
    assert_eq!(
        *provider.seen.lock().expect("not poisoned"),
        ["/nova/guarded"]
    );
}

#[tokio::test]
async fn a_configuration_that_does_not_fit_is_told_by_its_key() {
    let error = load(1, "configuration = { window = \"wide\" }").await;
    let text = error.expect_err("no number").to_string();
    assert!(
        text.starts_with("plugins.toml: plugins.hostile.configuration.window: "),
        "{text}"
    );
    assert!(load(1, "configuration = { window = 3 }").await.is_ok());
}

#[test]
fn a_mistake_in_the_sections_of_the_platform_names_its_key() {
    let webhooks = |signature: &str, more: &str| {
        MANIFEST.replace("roles = [\"routes\"]", "roles = [\"routes\", \"webhooks\"]")
            + &format!("[webhooks]\nsignature = {signature}\n{more}")
    };
    let mac =
        "{ scheme = \"hmac-sha256\", header = \"x-mac\", encoding = \"hex\", secret = \"apiKey\" }";
    let tasks = |route: &str| {
        MANIFEST.replace("roles = [\"routes\"]", "roles = [\"routes\", \"schedule\"]")
            + "[tasks.import]\n"
            + &format!("[[routes]]\nmethod = \"POST\"\npath = \"/a\"\npermission = \"P\"\n{route}")
    };
    let parse = |text: &str| Manifest::parse(Path::new("plugin.toml"), text);
    for good in [
        webhooks(mac, "topic = \"x-topic\""),
        webhooks(
            "{ scheme = \"address\" }",
            "sent_at = \"x-at\"\nmax_age_seconds = 300",
        ),
        tasks("background = \"import\"\nupload = { types = [\"text/csv\"], max_mib = 20 }"),
    ] {
        parse(&good).expect("a good manifest");
    }
    for (text, key) in [
        (
            MANIFEST.replace(
                "https://{shop}.shops.test\"\nmeth",
                "https://{shp}.shops.test\"\nmeth",
            ),
            "hosts[0].base",
        ),
        (
            MANIFEST.replace(
                "https://{shop}.shops.test\"\nmeth",
                "https://{shop}.test\"\nmeth",
            ),
            "hosts[0].base",
        ),
        (
            MANIFEST.replace(
                "https://{shop}.shops.test\"\nmeth",
                "https://{apiKey}.shops.test\"\nmeth",
            ),
            "hosts[0].base",
        ),
        (
            MANIFEST.replace(
                "https://{shop}.shops.test\"\nmeth",
                "https://{shop.shops.test\"\nmeth",
            ),
            "hosts[0].base",
        ),
        (
            MANIFEST.replace("[\"own\", \"client\"]", "[\"own\", \"clint\"]"),
            "hosts[0].credential",
        ),
        (
            MANIFEST.replace("client_id = \"clientId\"", "client_id = \"id\""),
            "credentials.client.client_id",
        ),
        (
            MANIFEST.replace("= \"clientSecret\"\nh", "= \"clientId\"\nh"),
            "credentials.client.client_secret",
        ),
        (
            MANIFEST.replace("methods = [\"GET\", \"POST\"]", "methods = [\"GET\"]"),
            "credentials.client.token_url",
        ),
        (MANIFEST.replace("\"routes\"", "\"webhooks\""), "webhooks"),
        (
            webhooks(&mac.replace("apiKey", "shop"), ""),
            "webhooks.signature.secret",
        ),
        (
            webhooks(&mac.replace("hex", "octal"), ""),
            "webhooks.signature",
        ),
        (
            webhooks(&mac.replace("sha256", "md5"), ""),
            "webhooks.signature",
        ),
        (
            webhooks(mac, "sent_at = \"x-at\""),
            "webhooks.max_age_seconds",
        ),
        (webhooks(mac, "topic = \"x topic\""), "webhooks.topic"),
        (MANIFEST.to_owned() + "[tasks.import]", "tasks"),
        (tasks("background = \"export\""), "routes[0].background"),
        (
            tasks("upload = { types = [\"text/csv\"], max_mib = 20 }"),
            "routes[0].upload",
        ),
        (
            tasks("background = \"import\"\nupload = { types = [], max_mib = 2 }"),
            "routes[0].upload.types",
        ),
        (
            tasks("background = \"import\"\nupload = { types = [\"a/b\"], max_mib = 9999 }"),
            "routes[0].upload.max_mib",
        ),
        (
            tasks("refused = { 200 = { type = \"object\" } }"),
            "routes[0].refused.200",
        ),
        (
            tasks("refused = { 400 = { type = \"nothing\" } }"),
            "routes[0].refused.400",
        ),
    ] {
        let error = parse(&text).map(|_| text).expect_err(key).to_string();
        assert!(error.contains(&format!(": {key}")), "{key}: {error}");
    }
}
