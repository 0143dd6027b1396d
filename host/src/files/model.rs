//! What a file is.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A file as its record's screen shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = File)]
pub struct FileInfo {
    pub id: Uuid,
    pub name: String,
    /// Where it lies in the object store: `uploads/{userId}/{time}-{name}`.
    pub path: String,
    /// By its content: `application/pdf`.
    pub media_type: String,
    /// Bytes.
    pub size: i64,
    pub created_at: DateTime<Utc>,
    /// Whoever uploaded it.
    pub author: Option<String>,
}

/// The body of an upload, for the API's description.
#[derive(Debug, ToSchema)]
#[allow(dead_code, reason = "only described")]
pub struct FileForm {
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// The body of an upload of several files, for the API's description.
#[derive(Debug, ToSchema)]
#[allow(dead_code, reason = "only described")]
pub struct FilesForm {
    #[schema(value_type = Vec<String>, format = Binary)]
    files: Vec<Vec<u8>>,
}

/// A file whose content is in the object store and that has no record yet.
#[derive(Debug, Clone)]
pub struct Stored {
    pub name: String,
    pub path: String,
    pub media_type: &'static str,
    pub size: i64,
    pub sha256: Vec<u8>,
}

/// A file's name as a part of a path: letters and digits of ASCII, the rest as hyphens; its extension kept.
pub fn slug(name: &str) -> String {
    let (stem, extension) = match name.rsplit_once('.') {
        Some((stem, extension))
            if !stem.is_empty() && extension.bytes().all(|byte| byte.is_ascii_alphanumeric()) =>
        {
            (stem, Some(extension))
        }
        _ => (name, None),
    };
    let part = |text: &str, most: usize| {
        let plain = slug::slugify(text);
        plain[..plain.len().min(most)].trim_matches('-').to_owned()
    };
    let stem = match part(stem, 80) {
        empty if empty.is_empty() => "file".to_owned(),
        stem => stem,
    };
    match extension.map(|extension| part(extension, 10)) {
        Some(extension) if !extension.is_empty() => format!("{stem}.{extension}"),
        _ => stem,
    }
}

#[cfg(test)]
mod tests {
    use super::slug;

    #[test]
    fn names_become_parts_of_paths() {
        for (name, part) in [
            ("Contrat signé (été).PDF", "contrat-signe-ete.pdf"),
            ("../../etc/passwd", "etc-passwd"),
            ("日本語.png", "ri-ben-yu.png"),
            ("...", "file"),
            ("", "file"),
            (".htaccess", "htaccess"),
        ] {
            assert_eq!(slug(name), part, "{name}");
        }
    }
}
