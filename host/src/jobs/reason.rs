//! Why a job did not do its work, for people.

use std::fmt;

use crate::http::error::Error;
use crate::words::language::Language;
use crate::words::said;

/// Our words in both languages; somebody else's as they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    pub english: String,
    /// None: the others' own, of which no French is known.
    pub french: Option<String>,
}

impl Reason {
    pub fn new(french: impl Into<String>, english: impl Into<String>) -> Self {
        Self {
            english: english.into(),
            french: Some(french.into()),
        }
    }

    /// Of something that failed. A fault of ours stands in the log alone, as its words are of tables and their keys.
    pub fn of(cause: &anyhow::Error) -> Self {
        match cause.downcast_ref::<Error>() {
            Some(Error::Internal(_)) => Self::ours(),
            Some(error) => error.into(),
            None if cause.chain().any(|cause| cause.is::<sqlx::Error>()) => Self::ours(),
            None => cause.to_string().into(),
        }
    }

    fn ours() -> Self {
        Self::new(
            "une erreur du portail ; son journal en dit plus",
            "a fault of the portal; its log says more",
        )
    }
}

impl From<&Error> for Reason {
    fn from(error: &Error) -> Self {
        Self::new(error.message(Language::Fr), error.message(Language::En))
    }
}

impl From<String> for Reason {
    fn from(english: String) -> Self {
        Self {
            french: said::french(&english),
            english,
        }
    }
}

impl From<&str> for Reason {
    fn from(english: &str) -> Self {
        english.to_owned().into()
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.english)
    }
}
