//! The table `guests/behaviours.toml`.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Deserialize;
use serde_json::Value;

use crate::support::{CONNECTOR, FOREIGN_CONNECTOR, OTHER_CONNECTOR};

/// One thing that a hostile plugin tries.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Behaviour {
    /// What it is aimed at: a host interface, a limit.
    about: String,
    pub tries: String,
    order: Value,
    /// The export that it goes through; otherwise a route.
    #[serde(default = "route")]
    pub at: String,
    /// Whether the call has two seconds in all, whatever ends it.
    #[serde(default)]
    pub hasty: bool,
    /// What the guest found out, as its refusal says.
    says: Option<String>,
    /// The name of the error that ended the call.
    ends: Option<String>,
    rust: Option<Exception>,
    javascript: Option<Exception>,
    python: Option<Exception>,
}

/// What is different in one language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exception {
    /// Why it cannot be expressed there.
    impossible: Option<String>,
    says: Option<String>,
    ends: Option<String>,
}

fn route() -> String {
    "routes.handle".to_owned()
}

/// How a behaviour has to end.
#[derive(Debug, PartialEq)]
pub enum Ending<'a> {
    Error(&'a str),
    Says(&'a str),
}

pub fn behaviours() -> Vec<Behaviour> {
    let text = include_str!("../../../guests/behaviours.toml");
    let mut table: BTreeMap<String, Vec<Behaviour>> =
        toml::from_str(text).expect("the table is well-formed");
    table.remove("behaviour").expect("it has behaviours")
}

impl Behaviour {
    /// The order as JSON, connectors named by their ids, `{401}` as that many names.
    pub fn order(&self) -> String {
        let names: Vec<String> = (0..401).map(|number| number.to_string()).collect();
        self.order
            .to_string()
            .replace("\"{401}\"", &serde_json::json!(names).to_string())
            .replace("{own}", &CONNECTOR.to_string())
            .replace("{other}", &OTHER_CONNECTOR.to_string())
            .replace("{foreign}", &FOREIGN_CONNECTOR.to_string())
    }

    /// How it ends in a language; none where it cannot be expressed.
    pub fn ending(&self, language: &str) -> Option<Ending<'_>> {
        let exception = self.exception(language);
        let impossible = exception.and_then(|exception| exception.impossible.as_ref());
        let (says, ends) = match exception {
            Some(other) if other.says.is_some() || other.ends.is_some() => {
                (&other.says, &other.ends)
            }
            _ => (&self.says, &self.ends),
        };
        match (impossible, says, ends) {
            (Some(_), ..) => None,
            (None, Some(said), None) => Some(Ending::Says(said)),
            (None, None, Some(error)) => Some(Ending::Error(error)),
            _ => panic!("`{}` says either `says` or `ends`", self.tries),
        }
    }

    fn exception(&self, language: &str) -> Option<&Exception> {
        match language {
            "rust" => self.rust.as_ref(),
            "javascript" => self.javascript.as_ref(),
            _ => self.python.as_ref(),
        }
    }

    fn cell(&self, language: &str) -> String {
        match self.ending(language) {
            None => {
                let exception = self.exception(language);
                let why = exception.and_then(|exception| exception.impossible.as_deref());
                format!("impossible: {}", why.unwrap_or_default())
            }
            Some(Ending::Error(name)) => name.to_owned(),
            Some(Ending::Says(said)) => format!("told `{said}`"),
        }
    }
}

const INTRODUCTION: &str = "\
# Hostile plugins

What plugins try in the tests, and how each attempt ends: in an error with a name, or in a value that tells the plugin no. \
The host's process goes on, other plugins are answered meanwhile, nothing is written that the plugin does not own. \
The list is host/sandbox/guests/behaviours.toml; three guests (Rust, JavaScript, Python) do what it says in the real \
sandbox, and this page is made from it.

`told` is what the plugin found out, counted by outcome: `{\"200\":20,\"limit\":180}` are 20 answers and 180 refusals.

| # | about | a plugin … | Rust | JavaScript | Python |
|---|---|---|---|---|---|
";

/// The table for readers.
pub fn document(behaviours: &[Behaviour]) -> String {
    let mut text = INTRODUCTION.to_owned();
    for (number, behaviour) in behaviours.iter().enumerate() {
        let [rust, javascript, python] =
            ["rust", "javascript", "python"].map(|language| behaviour.cell(language));
        let (about, tries) = (&behaviour.about, &behaviour.tries);
        writeln!(
            text,
            "| {} | {about} | {tries} | {rust} | {javascript} | {python} |",
            number + 1
        )
        .expect("memory");
    }
    text
}
