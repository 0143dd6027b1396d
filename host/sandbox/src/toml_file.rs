//! Reading TOML so that every mistake is told with its file and the key it stands at.

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

/// Why a TOML or JSON file could not be used. The text names the file and the key.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", file.display())]
pub struct FileError {
    /// The file at fault.
    pub file: PathBuf,
    /// What is wrong, with the key in front: `hosts[0].base: …`.
    pub problem: String,
}

impl FileError {
    pub(crate) fn new(file: &Path, problem: impl ToString) -> Self {
        Self {
            file: file.to_owned(),
            problem: problem.to_string(),
        }
    }

    /// A value under `key` that is well-formed and still unusable.
    pub(crate) fn at(file: &Path, key: &str, problem: impl std::fmt::Display) -> Self {
        Self::new(file, format!("{key}: {problem}"))
    }
}

pub(crate) fn read_table(file: &Path) -> Result<toml::Table, FileError> {
    let text = std::fs::read_to_string(file).map_err(|error| FileError::new(file, error))?;
    parse_table(file, &text)
}

pub(crate) fn parse_table(file: &Path, text: &str) -> Result<toml::Table, FileError> {
    text.parse().map_err(|error| FileError::new(file, error))
}

/// The table as a `T`; `below` is where in the file it stands, for messages.
pub(crate) fn from_table<T: DeserializeOwned>(
    file: &Path,
    below: &str,
    table: toml::Table,
) -> Result<T, FileError> {
    serde_path_to_error::deserialize(toml::Value::Table(table)).map_err(|error| {
        let path = error.path().to_string();
        let key = match (below, path.as_str()) {
            ("", ".") => String::new(),
            (below, ".") => format!("{below}: "),
            ("", path) => format!("{path}: "),
            (below, path) => format!("{below}.{path}: "),
        };
        // toml adds lines such as "in `hosts`" below its message: the path in front says more.
        let text = error.into_inner().to_string();
        let first = text.lines().next().unwrap_or_default();
        FileError::new(file, format!("{key}{first}"))
    })
}
