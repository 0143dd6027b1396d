//! What must hold in a manifest beyond the types of its keys.

use std::path::Path;

use reqwest::Method;
use reqwest::header::HeaderName;

use super::columns::COLUMNS;
use super::phrases::PHRASES;
use super::sentences::SENTENCES;
use super::{API, ClientCredentials, Manifest, PluginRole, Recipe, Route};
use crate::egress::Base;
use crate::toml_file::FileError;

/// The largest file that a route may ask for, in MiB.
const MOST_MIB: u64 = 2_048;

const PLAIN_WORD: &str = "lower-case letters, digits and dashes, a letter first";
const VERSION: &str =
    "at most 60 letters, digits, dots, dashes and plus signs, a letter or digit first";

impl Manifest {
    /// The first thing that is wrong, with the key it stands at.
    pub(super) fn check(&self, file: &Path) -> Result<(), FileError> {
        self.problem()
            .map_or(Ok(()), |(key, text)| Err(FileError::at(file, &key, text)))
    }

    fn problem(&self) -> Option<(String, String)> {
        self.identity_problem()
            .or_else(|| self.schemas_problem())
            .or_else(|| self.hosts_problem())
            .or_else(|| self.credentials_problem())
            .or_else(|| self.plan_problem())
            .or_else(|| self.webhooks_problem())
            .or_else(|| self.tasks_problem())
            .or_else(|| self.contributions_problem())
    }

    fn identity_problem(&self) -> Option<(String, String)> {
        if !is_plain_word(&self.id) {
            return problem("id", PLAIN_WORD);
        }
        if self.api != API {
            return problem("api", format!("this host speaks {API}, not {}", self.api));
        }
        for (key, value) in [("name", &self.name), ("version", &self.version)] {
            if value.trim().is_empty() {
                return problem(key, "must not be empty");
            }
        }
        if !is_version(&self.version) {
            return problem("version", VERSION);
        }
        if !self.corrects.is_empty() && !self.roles.contains(&PluginRole::Fulfilment) {
            return problem("corrects", "needs the role `fulfilment`");
        }
        None
    }

    fn hosts_problem(&self) -> Option<(String, String)> {
        for (at, host) in self.hosts.iter().enumerate() {
            let key = |name: &str| format!("hosts[{at}].{name}");
            if host.methods.is_empty() {
                return problem(key("methods"), "at least one is needed");
            }
            if let Some(method) = host.methods.iter().find(|method| !is_method(method)) {
                return problem(key("methods"), format!("`{method}` is not an HTTP method"));
            }
            if let Some(path) = host.paths.iter().find(|path| !path.starts_with('/')) {
                return problem(key("paths"), format!("`{path}` must begin with a slash"));
            }
            if let Some(name) = host.base.names().iter().find(|name| !self.is_open(name)) {
                let text = format!("`{{{name}}}` is not a property of settings, or a secret one");
                return problem(key("base"), text);
            }
            let unknown = |name: &&String| !self.credentials.contains_key(*name);
            if let Some(name) = host.credential.iter().find(unknown) {
                let text = format!("`{name}` is not among the manifest's credentials");
                return problem(key("credential"), text);
            }
            let first = self.hosts.iter().find(|other| other.base == host.base);
            if first.is_some_and(|first| first.rate_limit != host.rate_limit) {
                return problem(key("rate_limit"), "differs from another one of this base");
            }
        }
        None
    }

    fn credentials_problem(&self) -> Option<(String, String)> {
        for (name, recipe) in &self.credentials {
            let key = |part: &str| format!("credentials.{name}.{part}");
            if !self.secrets().contains(recipe.secret()) {
                let secret = recipe.secret();
                let text =
                    format!("`{secret}` is not a property of settings with writeOnly = true");
                let part = match recipe {
                    Recipe::ClientCredentials(_) => "client_secret",
                    _ => "secret",
                };
                return problem(key(part), text);
            }
            if let Recipe::ClientCredentials(oauth) = recipe
                && let Some((part, text)) = self.oauth_problem(oauth)
            {
                return problem(key(part), text);
            }
            if let Recipe::Basic { user, .. } = recipe
                && !self.properties().any(|(property, _)| property == user)
            {
                return problem(
                    key("user"),
                    format!("`{user}` is not a property of settings"),
                );
            }
            if let Recipe::Header { name, .. } = recipe
                && !is_header(name)
            {
                return problem(key("name"), format!("`{name}` is not a header name"));
            }
        }
        None
    }

    fn oauth_problem(&self, oauth: &ClientCredentials) -> Option<(&'static str, String)> {
        let id = &oauth.client_id;
        if !self.properties().any(|(property, _)| property == id) {
            return Some(("client_id", format!("`{id}` is not a property of settings")));
        }
        if let Some(name) = &oauth.header
            && !is_header(name)
        {
            return Some(("header", format!("`{name}` is not a header name")));
        }
        if let Some(name) = oauth
            .token_url
            .names()
            .iter()
            .find(|name| !self.is_open(name))
        {
            let text = format!("`{{{name}}}` is not a property of settings, or a secret one");
            return Some(("token_url", text));
        }
        let url = oauth.token_url.sample()?;
        let base = Base::of(&url)?;
        let covered = self
            .hosts
            .iter()
            .any(|host| host.base.could_be(&base) && host.covers(&Method::POST, url.path()));
        (!covered).then(|| {
            (
                "token_url",
                "needs a [[hosts]] that covers it with POST".to_owned(),
            )
        })
    }

    fn webhooks_problem(&self) -> Option<(String, String)> {
        let Some(webhooks) = &self.webhooks else {
            return match self.roles.contains(&PluginRole::Webhooks) {
                true => problem("webhooks", "the role `webhooks` needs [webhooks]"),
                false => None,
            };
        };
        if !self.roles.contains(&PluginRole::Webhooks) {
            return problem("webhooks", "needs the role `webhooks`");
        }
        let mac = webhooks.signature.mac();
        for (key, name) in [
            ("topic", webhooks.topic.as_ref()),
            ("id", webhooks.id.as_ref()),
            ("sent_at", webhooks.sent_at.as_ref()),
            (
                "challenge.header",
                webhooks
                    .challenge
                    .as_ref()
                    .map(|challenge| &challenge.header),
            ),
            ("signature.header", mac.map(|mac| &mac.header)),
        ] {
            if let Some(name) = name.filter(|name| !is_header(name)) {
                return problem(
                    format!("webhooks.{key}"),
                    format!("`{name}` is not a header name"),
                );
            }
        }
        if webhooks.sent_at.is_some() != webhooks.max_age_seconds.is_some() {
            return problem(
                "webhooks.max_age_seconds",
                "stands with sent_at, and not without",
            );
        }
        let secret = &mac?.secret;
        if self.secrets().contains(secret.as_str()) {
            return None;
        }
        let text = format!("`{secret}` is not a property of settings with writeOnly = true");
        problem("webhooks.signature.secret", text)
    }

    fn plan_problem(&self) -> Option<(String, String)> {
        let plans = self.roles.contains(&PluginRole::ReportPlan);
        (plans && !self.roles.contains(&PluginRole::Report)).then(|| {
            let text = "`report-plan` plans what the role `report` makes: name both";
            ("roles".to_owned(), text.to_owned())
        })
    }

    fn tasks_problem(&self) -> Option<(String, String)> {
        if !self.tasks.is_empty() && !self.roles.contains(&PluginRole::Schedule) {
            return problem("tasks", "need the role `schedule`");
        }
        if let Some(name) = self.tasks.keys().find(|name| !is_plain_word(name)) {
            return problem(format!("tasks.{name}"), PLAIN_WORD);
        }
        for (at, route) in self.routes.iter().enumerate() {
            let key = |name: &str| format!("routes[{at}].{name}");
            match (&route.background, &route.upload) {
                (Some(task), _) if !self.tasks.contains_key(task) => {
                    let text = format!("`{task}` is not among the manifest's tasks");
                    return problem(key("background"), text);
                }
                (None, Some(_)) => {
                    return problem(key("upload"), "needs the task that takes it: background");
                }
                (_, Some(_)) if !matches!(route.method.as_str(), "POST" | "PUT") => {
                    return problem(key("method"), "a file is sent by POST or PUT");
                }
                (_, Some(upload)) if upload.types.is_empty() => {
                    return problem(key("upload.types"), "at least one is needed");
                }
                (_, Some(upload)) if upload.max_mib.get() > MOST_MIB => {
                    return problem(key("upload.max_mib"), format!("at most {MOST_MIB}"));
                }
                _ => {}
            }
        }
        None
    }

    fn schemas_problem(&self) -> Option<(String, String)> {
        for (key, schema) in [
            ("settings", &self.settings),
            ("configuration", &self.configuration),
        ] {
            if schema.is_null() {
                continue;
            }
            if schema["type"] != "object" {
                return problem(format!("{key}.type"), "must be \"object\"");
            }
            if let Err(error) = jsonschema::validator_for(schema) {
                return problem(key, format!("not a JSON Schema: {error}"));
            }
        }
        None
    }

    /// The first schema of a route that is none, or that refers to what is not there.
    fn description_problem(&self, route: &Route) -> Option<(String, String)> {
        let described = route.schemas();
        for (key, schema) in described.filter(|(_, schema)| !schema.is_null()) {
            if let Err(error) = jsonschema::validator_for(&self.whole_schema(schema)) {
                return Some((key, format!("not a JSON Schema: {error}")));
            }
        }
        for status in route.refused.keys() {
            let is_status = status
                .parse::<u16>()
                .is_ok_and(|status| (300..600).contains(&status));
            if !is_status {
                let text = "not a status other than 2xx, such as 400".to_owned();
                return Some((format!("refused.{status}"), text));
            }
        }
        let query = &route.query;
        let names = query["properties"].is_object() || query.is_null();
        (!names).then(|| {
            let text = "names its parameters in properties".to_owned();
            ("query".to_owned(), text)
        })
    }

    /// Whether `name` is a property of the settings that is no secret.
    fn is_open(&self, name: &str) -> bool {
        self.properties().any(|(property, _)| property == name) && !self.secrets().contains(name)
    }

    fn contributions_problem(&self) -> Option<(String, String)> {
        for (at, route) in self.routes.iter().enumerate() {
            if !is_method(&route.method) {
                let text = format!("`{}` is not an HTTP method", route.method);
                return problem(format!("routes[{at}].method"), text);
            }
            if !route.path.starts_with('/') {
                return problem(format!("routes[{at}].path"), "must begin with a slash");
            }
            if route.permission.is_empty() {
                return problem(format!("routes[{at}].permission"), "must not be empty");
            }
            if let Some((key, text)) = self.description_problem(route) {
                return problem(format!("routes[{at}].{key}"), text);
            }
        }
        for (at, screen) in self.screens.iter().enumerate() {
            if screen.path.starts_with('/') || screen.path.is_empty() {
                return problem(
                    format!("screens[{at}].path"),
                    "a path without leading slash",
                );
            }
            if screen.permission.is_empty() {
                return problem(format!("screens[{at}].permission"), "must not be empty");
            }
        }
        for (at, link) in self.links.iter().enumerate() {
            if let Some((key, text)) = link.problem(|name| self.is_open(name)) {
                return problem(format!("links[{at}].{key}"), text);
            }
        }
        self.columns_problem()
            .or_else(|| self.phrases_problem())
            .or_else(|| self.sentences_problem())
            .or_else(|| self.actions_problem())
            .or_else(|| self.screens_problem())
    }

    fn screens_problem(&self) -> Option<(String, String)> {
        if !self.screens.is_empty() && self.web.is_none() {
            return problem("web", "screens need a [web] that brings them");
        }
        None
    }

    fn columns_problem(&self) -> Option<(String, String)> {
        for (at, column) in self.columns.iter().enumerate() {
            if let Some((key, text)) = column.problem() {
                return problem(format!("columns[{at}].{key}"), text);
            }
            let before = self.columns.iter().take(at);
            let before = before.filter(|other| other.entity == column.entity);
            if before.clone().any(|other| other.key == column.key) {
                let text = format!("`{}` stands in another one of this entity", column.key);
                return problem(format!("columns[{at}].key"), text);
            }
            if before.count() >= COLUMNS {
                let text = format!("at most {COLUMNS} of one entity");
                return problem(format!("columns[{at}].entity"), text);
            }
        }
        None
    }

    fn phrases_problem(&self) -> Option<(String, String)> {
        for (at, phrase) in self.phrases.iter().enumerate() {
            if let Some(text) = phrase.problem() {
                return problem(format!("phrases[{at}].says"), text);
            }
            if self.phrases[..at]
                .iter()
                .any(|other| other.plain() == phrase.plain())
            {
                return problem(format!("phrases[{at}].says"), "stands in another one");
            }
            if at >= PHRASES {
                return problem(format!("phrases[{at}]"), format!("at most {PHRASES}"));
            }
        }
        None
    }

    fn sentences_problem(&self) -> Option<(String, String)> {
        for (at, sentence) in self.sentences.iter().enumerate() {
            if let Some((language, text)) = sentence.problem() {
                return problem(format!("sentences[{at}].{language}"), text);
            }
            let before = &self.sentences[..at];
            if before.iter().any(|other| other.en == sentence.en) {
                return problem(format!("sentences[{at}].en"), "stands in another one");
            }
            if at >= SENTENCES {
                return problem(format!("sentences[{at}]"), format!("at most {SENTENCES}"));
            }
        }
        None
    }

    fn actions_problem(&self) -> Option<(String, String)> {
        if !self.actions.is_empty() && !self.roles.contains(&PluginRole::Actions) {
            return problem("actions", "need the role `actions`");
        }
        for (at, action) in self.actions.iter().enumerate() {
            let key = |name: &str| format!("actions[{at}].{name}");
            if !is_plain_word(&action.name) {
                return problem(key("name"), PLAIN_WORD);
            }
            let mut before = self.actions.iter().take(at);
            if before.any(|other| other.name == action.name) {
                return problem(key("name"), format!("`{}` is another one's", action.name));
            }
            if let Some((name, text)) = action.problem() {
                return problem(key(name), text);
            }
        }
        None
    }
}

fn problem(key: impl Into<String>, text: impl Into<String>) -> Option<(String, String)> {
    Some((key.into(), text.into()))
}

fn is_plain_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

/// It names folders and addresses too: nothing that leads out of one.
fn is_version(text: &str) -> bool {
    text.len() <= 60
        && text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+'))
}

fn is_header(name: &str) -> bool {
    HeaderName::from_bytes(name.as_bytes()).is_ok()
}

/// Upper case, as HTTP writes it: `get` would never match.
fn is_method(text: &str) -> bool {
    [
        Method::GET,
        Method::HEAD,
        Method::POST,
        Method::PUT,
        Method::PATCH,
        Method::DELETE,
    ]
    .iter()
    .any(|method| method.as_str() == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A manifest that holds these contributions.
    fn manifest(contributions: &str) -> String {
        format!(
            "id = \"acme\"\nname = \"Acme\"\nversion = \"1\"\napi = \"1.0\"\ncomponent = \"acme.wasm\"\n\
             roles = [\"routes\", \"actions\"]\n{contributions}"
        )
    }

    /// Where its first fault is.
    fn fault(contributions: &str) -> Option<String> {
        let read = Manifest::parse(Path::new("plugin.toml"), &manifest(contributions));
        read.err().map(|error| error.to_string())
    }

    /// One `[[columns]]` with a line in place of another.
    fn column(from: &str, to: &str) -> String {
        "[[columns]]\nentity = \"order\"\nkey = \"tags\"\nlabel = { en = \"Tags\" }\n"
            .replace(from, to)
    }

    #[test]
    fn a_phrase_says_something_once() {
        let phrase = |says: &str, means: &str| {
            format!("[[phrases]]\nsays = \"{says}\"\nmeans = \"{means}\"\n")
        };
        let lost = phrase("Parcel lost", "transit");
        assert_eq!(fault(&lost), None);
        for (bad, place) in [
            (phrase(" .", "transit"), "phrases[0].says"),
            (phrase("Parcel lost", "weather"), "phrases[0].means"),
            (
                lost.clone() + &phrase("parcel LOST.", "stock"),
                "phrases[1].says",
            ),
        ] {
            let found = fault(&bad).unwrap_or_default();
            assert!(found.contains(place), "{bad}: {found}");
        }
        let many: String = (0..=PHRASES)
            .map(|at| phrase(&format!("Trouble {at}"), "stock"))
            .collect();
        let found = fault(&many).unwrap_or_default();
        assert!(found.contains("phrases[100]"), "{found}");
    }

    #[test]
    fn a_sentence_says_the_same_in_both_languages() {
        let sentence =
            |en: &str, fr: &str| format!("[[sentences]]\nen = \"{en}\"\nfr = \"{fr}\"\n");
        let late = sentence("{} is {} days late", "{} a {} jours de retard");
        assert_eq!(fault(&late), None);
        for (bad, place) in [
            (sentence("{}", "{}"), "sentences[0].en"),
            (sentence("late", " "), "sentences[0].fr"),
            (sentence("{} is late", "en retard"), "sentences[0].fr"),
            (late.clone() + &late, "sentences[1].en"),
        ] {
            let found = fault(&bad).unwrap_or_default();
            assert!(found.contains(place), "{bad}: {found}");
        }
        let many: String = (0..=SENTENCES)
            .map(|at| sentence(&format!("trouble {at}"), "ennui"))
            .collect();
        let found = fault(&many).unwrap_or_default();
        assert!(found.contains("sentences[200]"), "{found}");
    }

    fn action(from: &str, to: &str) -> String {
        "[[actions]]\nname = \"close\"\nentity = \"ticket\"\nlabel = { en = \"Close\" }\n"
            .replace(from, to)
    }

    #[test]
    fn a_column_names_a_record_and_one_of_its_values() {
        assert_eq!(fault(&column("", "")), None);
        assert_eq!(fault(&column("\"order\"", "\"inbound-shipment\"")), None);
        for (from, to, place) in [
            ("\"order\"", "\"invoice\"", "columns[0].entity"),
            ("\"tags\"", "\" \"", "columns[0].key"),
            ("{ en = \"Tags\" }", "{}", "columns[0].label"),
            ("key =", "kind = \"colour\"\nkey =", "columns[0].kind"),
            ("key =", "permission = \"\"\nkey =", "columns[0].permission"),
        ] {
            let message = fault(&column(from, to)).unwrap_or_default();
            assert!(message.contains(place), "{to}: {message}");
        }
        let twice = fault(&column("", "").repeat(2)).unwrap_or_default();
        assert!(twice.contains("columns[1].key"), "{twice}");
        let many: String = (0..=COLUMNS)
            .map(|at| column("tags", &format!("tag{at}")))
            .collect();
        let message = fault(&many).unwrap_or_default();
        assert!(message.contains("columns[12].entity"), "{message}");
    }

    #[test]
    fn a_version_leads_nowhere() {
        for version in ["0.1.0", "1.2.0-rc.1+build7", "2026.11"] {
            let text = manifest("").replace("version = \"1\"", &format!("version = \"{version}\""));
            Manifest::parse(Path::new("plugin.toml"), &text).expect(version);
        }
        for version in ["../../escape", "1/2", ".", "1 2", "1\\u0000"] {
            let text = manifest("").replace("version = \"1\"", &format!("version = \"{version}\""));
            let error = Manifest::parse(Path::new("plugin.toml"), &text).expect_err(version);
            assert!(error.to_string().contains("version"), "{error}");
        }
    }

    #[test]
    fn a_screen_has_a_picture_that_the_portal_has() {
        let screen = |icon: &str| {
            format!(
                "[[screens]]\narea = \"admin\"\npath = \"order\"\npermission = \"READ_ORDER\"\n\
                 group = \"integrations\"\nlabel = \"nav.order\"\nicon = \"{icon}\"\n\
                 [web]\npath = \"dist/web\"\nkit = \"1\"\n"
            )
        };
        assert_eq!(fault(&screen("shipped")), None);
        let message = fault(&screen("rocket")).expect("a fault");
        assert!(
            message.contains("icon") && message.contains("rocket"),
            "{message}"
        );
    }

    #[test]
    fn an_action_is_a_plain_word_of_a_record_and_goes_with_its_role() {
        let of = |from, to| fault(&action(from, to)).unwrap_or_default();
        assert_eq!(of("", ""), "");
        for (from, to, place) in [
            ("\"close\"", "\"Close!\"", "actions[0].name"),
            ("\"ticket\"", "\"user\"", "actions[0].entity"),
            ("{ en = \"Close\" }", "{}", "actions[0].label"),
        ] {
            assert!(of(from, to).contains(place), "{to}: {}", of(from, to));
        }
        let twice = fault(&action("", "").repeat(2)).unwrap_or_default();
        assert!(twice.contains("actions[1].name"), "{twice}");
        let without = manifest(&action("", "")).replace(", \"actions\"", "");
        let error = Manifest::parse(Path::new("plugin.toml"), &without).expect_err("no role");
        assert!(error.to_string().contains("role `actions`"), "{error}");
    }
}
