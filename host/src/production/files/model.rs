//! What a file of a product is.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;

use crate::files::{FileInfo, Form, Stored};
use crate::http::error::{Error, Result};
use crate::http::request::trimmed;
use crate::production::tags;
use crate::words::codes::codes;

codes! {
    /// What a product's file is for.
    ProductFileType schema(rename_all = "lowercase") {
        /// A PDF that says how it is made: the versions of one document.
        Technical = "technical",
        Image = "image",
        Other = "other",
    }
}

/// A file of a product.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProjectProductFile)]
pub struct ProductFile {
    pub id: Uuid,
    #[serde(rename = "type")]
    pub kind: ProductFileType,
    /// Of technical ones: which version, from 1; null for others.
    pub level: Option<i32>,
    pub file_id: Uuid,
    pub file: FileInfo,
    pub data: PageLabels,
    /// Of pictures: which comes first.
    pub position: i32,
    /// Who said that they have seen it, the first of them first.
    pub seen: Vec<Seen>,
    pub created_at: DateTime<Utc>,
}

/// What the pages of a technical file show.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ProjectProductFileData)]
pub struct PageLabels {
    #[validate(nested, length(max = 100))]
    pub metadata: Vec<PageLabel>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PageLabel {
    /// From 1.
    #[validate(range(min = 1, max = 10_000))]
    pub page: i32,
    #[serde(deserialize_with = "trimmed")]
    #[validate(length(min = 1, max = 255))]
    pub label: String,
}

/// Who saw a file, and when they said so.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProjectProductFileSeen)]
pub struct Seen {
    pub user_id: Uuid,
    pub display_name: String,
    pub seen_at: DateTime<Utc>,
}

impl ProductFile {
    /// As one would fill it in.
    pub fn input(&self) -> ProductFileInput {
        ProductFileInput {
            data: self.data.clone(),
            position: self.position,
        }
    }
}

/// What can be changed of a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ProjectProductFileInput)]
pub struct ProductFileInput {
    /// Of technical ones alone.
    #[validate(nested)]
    pub data: PageLabels,
    #[validate(range(min = 0, max = 10_000))]
    pub position: i32,
}

/// In which order pictures of a product are to be.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ProjectProductFileOrder)]
pub struct FileOrder {
    /// Their ids. Pictures that are not named come after them, as they were.
    #[validate(length(min = 1, max = 500), custom(function = "tags::distinct"))]
    pub files: Vec<Uuid>,
}

impl FileOrder {
    /// # Errors
    /// [`Error::Invalid`]: one of them is no picture among these files.
    pub fn check(&self, files: &[ProductFile]) -> Result<()> {
        let pictures = files
            .iter()
            .filter(|file| file.kind == ProductFileType::Image);
        let pictures: BTreeSet<Uuid> = pictures.map(|file| file.id).collect();
        match self.files.iter().position(|id| !pictures.contains(id)) {
            Some(at) => Err(Error::field(format!("files[{at}]"), "option")),
            None => Ok(()),
        }
    }
}

/// A form with files, for the API's description.
#[derive(Debug, ToSchema)]
#[schema(as = ProjectProductFileForm)]
#[allow(dead_code, reason = "only described")]
pub struct ProductFileForm {
    /// Of technical ones a single PDF.
    #[schema(value_type = Vec<String>, format = Binary)]
    files: Vec<Vec<u8>>,
    #[schema(rename = "type")]
    kind: ProductFileType,
}

impl ProductFileType {
    /// What a form says its files are for.
    ///
    /// # Errors
    /// [`Error::Invalid`]: it does not say, or they are not of that kind.
    pub fn of(form: &Form) -> Result<Self> {
        let name = form
            .fields
            .get("type")
            .ok_or_else(|| Error::field("type", "required"))?;
        let kind: Self = serde_json::from_value(name.as_str().into())
            .map_err(|_| Error::field("type", "option"))?;
        match kind {
            _ if !form.files.iter().all(|file| kind.takes(file)) => {
                Err(Error::field("files", "fileType"))
            }
            Self::Technical if form.files.len() > 1 => Err(Error::field("files", "max")),
            _ => Ok(kind),
        }
    }

    fn takes(self, file: &Stored) -> bool {
        match self {
            Self::Technical => file.media_type == "application/pdf",
            Self::Image => file.media_type.starts_with("image/"),
            Self::Other => true,
        }
    }
}
