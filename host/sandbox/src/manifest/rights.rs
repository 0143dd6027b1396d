//! What a manifest asks leave for, one line a right, so that an operator can approve it and a host can tell growth.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::hosts::covers;
use super::{HostRule, Manifest, Recipe, Signature};

/// One thing that a plugin may do (`decisions.md`, 31). Two manifests that ask for the same have the same text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Right {
    pub kind: RightKind,
    /// For instance `POST https://api.acme.example/v1/orders`.
    pub what: String,
}

/// What a right is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RightKind {
    /// A place on the network: its base.
    Host,
    /// How many requests a base is sent at most.
    Rate,
    /// A method and the path prefix that it is used below, at a base.
    Request,
    /// A secret of a connector's settings: the header that it fills, and where that goes.
    Credential,
    /// An interface that the host calls.
    Role,
    /// A call of its own, with the permission that callers need.
    Route,
    /// Code that the portal runs in the browser, as whoever has opened it.
    Script,
    /// A page of the portal, with the permission that one needs.
    Screen,
    /// A value that lists show, with the permission that one needs.
    Column,
    /// An address that people are led to, with the permission that one needs.
    Link,
    /// Something done with records, with the permission that one needs.
    Action,
    /// How the provider's events prove that they are its own.
    Webhook,
    /// Work of its own in the background.
    Task,
    /// A function that the host runs by itself, and when.
    Schedule,
}

impl RightKind {
    pub const ALL: [Self; 14] = [
        Self::Host,
        Self::Rate,
        Self::Request,
        Self::Credential,
        Self::Role,
        Self::Route,
        Self::Script,
        Self::Screen,
        Self::Column,
        Self::Link,
        Self::Action,
        Self::Webhook,
        Self::Task,
        Self::Schedule,
    ];

    /// As it is stored and sent.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Host => "host",
            Self::Rate => "rate",
            Self::Request => "request",
            Self::Credential => "credential",
            Self::Role => "role",
            Self::Route => "route",
            Self::Script => "script",
            Self::Screen => "screen",
            Self::Column => "column",
            Self::Link => "link",
            Self::Action => "action",
            Self::Webhook => "webhook",
            Self::Task => "task",
            Self::Schedule => "schedule",
        }
    }
}

/// Whose permission a contribution takes that names none.
const STAFF: &str = "staff";

impl Right {
    pub fn new(kind: RightKind, what: impl Into<String>) -> Self {
        let what = what.into();
        Self { kind, what }
    }

    /// Whether whoever approved this approved `other` too: the same, requests below the same prefix, fewer of them.
    pub fn includes(&self, other: &Self) -> bool {
        let is_less = || match self.kind {
            RightKind::Request => covers(&self.what, &other.what),
            RightKind::Rate => is_slower(&self.what, &other.what),
            _ => false,
        };
        self.kind == other.kind && (self.what == other.what || is_less())
    }
}

/// Of two rates as [`Manifest::rights`] writes them: whether they are of one base, and the second sends no more than the first.
fn is_slower(first: &str, second: &str) -> bool {
    let read = |text: &str| {
        let (base, rate) = text.split_once(": ")?;
        let rate = rate.strip_suffix(" s").and_then(|rate| {
            let (requests, seconds) = rate.split_once(" / ")?;
            Some((requests.parse::<u64>().ok()?, seconds.parse::<u64>().ok()?))
        });
        Some((base.to_owned(), rate))
    };
    let (Some((base, most)), Some((same, asked))) = (read(first), read(second)) else {
        return false;
    };
    base == same
        && match (most, asked) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some((most, within)), Some((asked, seconds))) => most * seconds >= asked * within,
        }
}

impl Manifest {
    /// Everything that the plugin may do once it is approved. Never empty: every plugin has the role `check`.
    pub fn rights(&self) -> BTreeSet<Right> {
        use RightKind as Kind;
        let staff = |permission: &Option<String>| permission.clone().unwrap_or(STAFF.to_owned());
        let hosts = self.hosts.iter().flat_map(|host| self.host_rights(host));
        let credentials = self.credentials.iter();
        let credentials = credentials.map(|(name, recipe)| {
            Right::new(Kind::Credential, format!("{name}: {}", described(recipe)))
        });
        let roles = self.roles.iter().map(|role| role.as_str());
        let roles = roles.chain(["check"]);
        let routes = self.routes.iter().flat_map(|route| {
            let address = format!("{} /api/{}{}", route.method, self.id, route.path);
            let upload = route.upload.iter().map(|_| format!("{address}: upload"));
            let upload: Vec<String> = upload.collect();
            [format!("{address}: {}", route.permission)]
                .into_iter()
                .chain(upload)
        });
        let screens = self.screens.iter().map(|screen| {
            let address = screen.address(&self.id);
            format!("{address}: {}", screen.permission)
        });
        let columns = self.columns.iter().map(|column| {
            let (entity, key) = (column.entity.as_str(), &column.key);
            format!("{entity} {key}: {}", staff(&column.permission))
        });
        let links = self.links.iter().map(|link| {
            let (entity, url) = (link.entity.as_str(), &link.url);
            format!("{entity} {url}: {}", link.permission)
        });
        let actions = self.actions.iter().flat_map(|action| {
            let (entity, name) = (action.entity.as_str(), &action.name);
            let ways = [
                (true, &*staff(&action.permission)),
                (action.bulk, "bulk"),
                (action.destructive, "destructive"),
                (action.confirm.is_empty(), "without confirm"),
            ];
            let ways = ways.into_iter().filter(|(asked, _)| *asked);
            let ways = ways.map(|(_, way)| format!("{entity} {name}: {way}"));
            ways.collect::<Vec<_>>()
        });
        let schedules = self.schedules.iter();
        let schedules = schedules.map(|(function, cron)| format!("{function}: {cron}"));
        let of = |kind| move |what: String| Right::new(kind, what);
        hosts
            .chain(credentials)
            .chain(roles.map(|role| Right::new(Kind::Role, role)))
            .chain(routes.map(of(Kind::Route)))
            .chain(self.web.iter().map(|_| Right::new(Kind::Script, &self.id)))
            .chain(screens.map(of(Kind::Screen)))
            .chain(columns.map(of(Kind::Column)))
            .chain(links.map(of(Kind::Link)))
            .chain(actions.map(of(Kind::Action)))
            .chain(self.webhook_rights().into_iter().map(of(Kind::Webhook)))
            .chain(self.tasks.keys().cloned().map(of(Kind::Task)))
            .chain(schedules.map(of(Kind::Schedule)))
            .collect()
    }

    fn host_rights(&self, host: &HostRule) -> Vec<Right> {
        let base = &host.base;
        let rate = match host.rate_limit {
            Some(limit) => format!("{base}: {} / {} s", limit.requests, limit.seconds),
            None => format!("{base}: no limit"),
        };
        let mut rights = vec![
            Right::new(RightKind::Host, base.to_string()),
            Right::new(RightKind::Rate, rate),
        ];
        for method in &host.methods {
            let requests = host
                .paths
                .iter()
                .map(|path| format!("{method} {base}{path}"));
            rights.extend(requests.map(|what| Right::new(RightKind::Request, what)));
        }
        for name in &host.credential {
            if let Some(recipe) = self.credentials.get(name) {
                let what = format!("{name}: {} → {base}", described(recipe));
                rights.push(Right::new(RightKind::Credential, what));
            }
        }
        rights
    }

    fn webhook_rights(&self) -> Vec<String> {
        let Some(webhooks) = &self.webhooks else {
            return Vec::new();
        };
        let signed = match (&webhooks.signature, webhooks.signature.mac()) {
            (Signature::HmacSha1(_), Some(mac)) => {
                format!("HMAC-SHA1 {}: {}", mac.header, mac.secret)
            }
            (Signature::HmacSha256(_), Some(mac)) => {
                format!("HMAC-SHA256 {}: {}", mac.header, mac.secret)
            }
            (_, Some(mac)) => format!("HMAC-SHA512 {}: {}", mac.header, mac.secret),
            (_, None) => "address".to_owned(),
        };
        let age = webhooks.max_age_seconds.map(|age| format!(", ≤ {age} s"));
        let challenge = webhooks.challenge.iter();
        let challenge = challenge.map(|one| format!("challenge {}: {}", one.header, one.value));
        let proof = signed + &age.unwrap_or_default();
        [proof].into_iter().chain(challenge).collect()
    }
}

/// Which secret fills which header, and where it is sent before.
fn described(recipe: &Recipe) -> String {
    let header = recipe.header();
    match recipe {
        Recipe::Bearer { secret } => format!("{secret} → {header}: Bearer"),
        Recipe::Basic { user, secret } => format!("{user}, {secret} → {header}: Basic"),
        Recipe::Header { secret, .. } => format!("{secret} → {header}"),
        Recipe::ClientCredentials(oauth) => {
            let (id, secret, token) = (&oauth.client_id, &oauth.client_secret, &oauth.token_url);
            format!("{id}, {secret} → {token} → {header}")
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    const ACME: &str = r#"
id = "acme"
name = "Acme"
version = "1.0.0"
api = "1.0"
component = "acme.wasm"
roles = ["fulfilment", "routes", "schedule", "webhooks", "actions"]

[settings]
type = "object"
[settings.properties.user]
type = "string"
[settings.properties.key]
type = "string"
writeOnly = true
[settings.properties.secret]
type = "string"
writeOnly = true

[credentials.token]
recipe = "client-credentials"
token_url = "https://api.acme.example/token"
client_id = "user"
client_secret = "key"

[[hosts]]
base = "https://api.acme.example"
methods = ["GET", "POST"]
paths = ["/v1", "/token"]
reason = { en = "Orders", fr = "Commandes" }
credential = "token"
rate_limit = { requests = 90, seconds = 60 }

[[routes]]
method = "POST"
path = "/price"
permission = "READ_PRICE"
background = "prices"

[[screens]]
area = "admin"
path = "price"
permission = "READ_PRICE"
group = "shop"
label = "nav.price"

[[links]]
entity = "order"
label = { en = "Open", fr = "Ouvrir" }
url = "https://app.acme.example/{external_id}"
permission = "READ_ORDER"

[[columns]]
entity = "order"
key = "state"
label = { en = "State", fr = "État" }

[[actions]]
name = "close"
entity = "order"
label = { en = "Close", fr = "Clore" }
permission = "WRITE_ORDER"

[webhooks]
sent_at = "x-acme-sent"
max_age_seconds = 300
signature = { scheme = "hmac-sha256", header = "x-acme", encoding = "hex", secret = "secret" }

[tasks.prices]
[tasks.stock]

[schedules]
orders = "*/30 * * * *"

[web]
path = "web"
kit = "1"
"#;

    fn rights(text: &str) -> BTreeSet<Right> {
        let read = Manifest::parse(Path::new("plugin.toml"), text);
        read.unwrap_or_else(|error| panic!("{error}\n{text}"))
            .rights()
    }

    #[test]
    fn a_right_of_every_kind_is_told_by_its_own_line() {
        let lines: Vec<String> = rights(ACME)
            .iter()
            .map(|right| format!("{} {}", right.kind.as_str(), right.what))
            .collect();
        assert_eq!(
            lines,
            [
                "host https://api.acme.example",
                "rate https://api.acme.example: 90 / 60 s",
                "request GET https://api.acme.example/token",
                "request GET https://api.acme.example/v1",
                "request POST https://api.acme.example/token",
                "request POST https://api.acme.example/v1",
                "credential token: user, key → https://api.acme.example/token → authorization",
                "credential token: user, key → https://api.acme.example/token → authorization → https://api.acme.example",
                "role actions",
                "role check",
                "role fulfilment",
                "role routes",
                "role schedule",
                "role webhooks",
                "route POST /api/acme/price: READ_PRICE",
                "script acme",
                "screen /admin/acme/price: READ_PRICE",
                "column order state: staff",
                "link order https://app.acme.example/{external_id}: READ_ORDER",
                "action order close: WRITE_ORDER",
                "action order close: without confirm",
                "webhook HMAC-SHA256 x-acme: secret, ≤ 300 s",
                "task prices",
                "task stock",
                "schedule orders: */30 * * * *",
            ]
        );
        let kinds: BTreeSet<RightKind> = rights(ACME).iter().map(|right| right.kind).collect();
        assert!(
            kinds.into_iter().eq(RightKind::ALL),
            "a kind is not shown here"
        );
    }

    /// Each line is a change that lets a plugin do more than before.
    #[test]
    fn every_way_to_grow_is_growth() {
        let before = rights(ACME);
        for (from, to) in [
            (
                "[[routes]]",
                "[[hosts]]\nbase = \"https://evil.example\"\nmethods = [\"GET\"]\nreason = { en = \"x\" }\n[[routes]]",
            ),
            ("\"GET\", \"POST\"", "\"GET\", \"POST\", \"DELETE\""),
            ("\"/v1\", \"/token\"", "\"/\""),
            ("\"/v1\", \"/token\"", "\"/v1\", \"/v2\", \"/token\""),
            ("example/token\"", "example/v1/token\""),
            ("client_id = \"user\"", "client_id = \"secret\""),
            (
                "client_secret = \"key\"",
                "client_secret = \"key\"\nheader = \"x-token\"",
            ),
            ("\"actions\"]", "\"actions\", \"shop\"]"),
            (
                "path = \"/price\"\npermission = \"READ_PRICE\"",
                "path = \"/price\"\npermission = \"READ_ORDER\"",
            ),
            ("method = \"POST\"", "method = \"PUT\""),
            (
                "path = \"price\"\npermission = \"READ_PRICE\"",
                "path = \"price\"\npermission = \"READ_ORDER\"",
            ),
            ("area = \"admin\"", "area = \"customer\""),
            (
                "key = \"state\"\n",
                "key = \"state\"\npermission = \"READ_ORDER\"\n",
            ),
            ("app.acme.example", "app.evil.example"),
            ("\"WRITE_ORDER\"", "\"READ_ORDER\""),
            ("name = \"close\"", "name = \"open\""),
            ("hmac-sha256", "hmac-sha1"),
            ("header = \"x-acme\", ", "header = \"x-other\", "),
            ("sent_at = \"x-acme-sent\"\nmax_age_seconds = 300\n", ""),
            ("requests = 90", "requests = 91"),
            ("seconds = 60", "seconds = 30"),
            ("rate_limit = { requests = 90, seconds = 60 }", ""),
            (
                "[[screens]]",
                "[routes.upload]\ntypes = [\"text/csv\"]\nmax_mib = 1\n[[screens]]",
            ),
            ("name = \"close\"", "name = \"close\"\nbulk = true"),
            ("name = \"close\"", "name = \"close\"\ndestructive = true"),
            (
                "[webhooks]",
                "[webhooks]\nchallenge = { header = \"x-ping\", value = \"1\" }",
            ),
            ("[tasks.prices]", "[tasks.prices]\n[tasks.more]"),
            ("*/30", "*"),
        ] {
            assert!(ACME.contains(from), "{from}");
            let after = rights(&ACME.replacen(from, to, 1));
            let grown = |right: &Right| !before.iter().any(|one| one.includes(right));
            assert!(after.iter().any(grown), "{from} → {to}");
        }
        let web = ACME.split("[web]").next().expect("a text");
        let scripts = |text: &str| {
            rights(text)
                .iter()
                .any(|right| right.kind == RightKind::Script)
        };
        let bare = web.replace("[[screens]]\narea = \"admin\"\npath = \"price\"\npermission = \"READ_PRICE\"\ngroup = \"shop\"\nlabel = \"nav.price\"\n", "");
        assert_eq!((scripts(ACME), scripts(&bare)), (true, false));
    }

    #[test]
    fn to_ask_for_less_is_no_growth() {
        let before = rights(ACME);
        for (from, to) in [
            ("\"GET\", \"POST\"", "\"POST\""),
            ("\"/v1\", \"/token\"", "\"/v1/orders\", \"/token\""),
            ("\"actions\"]", "\"actions\"]\n# none"),
            (
                "requests = 90, seconds = 60",
                "requests = 170, seconds = 120",
            ),
            (
                "name = \"close\"",
                "name = \"close\"\nconfirm = { en = \"Sure?\", fr = \"Oui ?\" }",
            ),
            ("[tasks.stock]", ""),
            ("orders = \"*/30 * * * *\"", ""),
        ] {
            let after = rights(&ACME.replacen(from, to, 1));
            for right in after {
                assert!(before.iter().any(|one| one.includes(&right)), "{right:?}");
            }
        }
        // A prefix is one by whole segments.
        let (v1, v10) = (
            Right::new(RightKind::Request, "GET https://a.example/v1"),
            Right::new(RightKind::Request, "GET https://a.example/v10"),
        );
        assert!(!v1.includes(&v10));
    }
}
