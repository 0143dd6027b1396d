//! Every query on what the documents of products show beside the products themselves.

use std::collections::HashMap;

use comptoir_document::Picture;
use comptoir_document::production as paper;
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use crate::access::Scope;
use crate::app::App;
use crate::http::error::Result;
use crate::production::files::{PageLabel, ProductFileType};

/// Bytes of all pictures of one document: those that come after are left out.
const PICTURES: i64 = 100 << 20;

/// What a product's files show.
#[derive(Debug, Default)]
pub struct Shown {
    /// The first one.
    pub picture: Option<Picture>,
    /// The pages of the newest technical file.
    pub pages: Vec<paper::PageLabel>,
}

/// What the files of products show, by product.
pub async fn shown(app: &App, db: &mut PgConnection, ids: &[Uuid]) -> Result<HashMap<Uuid, Shown>> {
    let files = sqlx::query!(
        r#"select distinct on (p.product_id, p.type) p.product_id, p.type as "kind: ProductFileType",
            p.metadata as "metadata: Json<Vec<PageLabel>>", f.path, f.media_type, f.size
           from project_product_files p join files f on f.id = p.file_id
           where p.product_id = any($1) and p.deleted_at is null
             and (p.type = 'technical' or (p.type = 'image'
                and f.media_type in ('image/png', 'image/jpeg', 'image/svg+xml', 'image/webp')))
           order by p.product_id, p.type, p.level desc, p.position, p.created_at, p.id"#,
        ids,
    )
    .fetch_all(db)
    .await?;
    let mut shown: HashMap<Uuid, Shown> = HashMap::new();
    let mut left = PICTURES;
    for file in files {
        let of = shown.entry(file.product_id).or_default();
        if file.kind == ProductFileType::Technical {
            let pages = file.metadata.0.into_iter().map(|page| paper::PageLabel {
                page: page.page.try_into().unwrap_or_default(),
                label: page.label,
            });
            of.pages = pages.collect();
        } else if file.size <= left {
            left -= file.size;
            let size = u64::try_from(file.size).unwrap_or_default();
            of.picture = Some(Picture {
                bytes: app.files.read(&file.path, 0..size).await?,
                mime: file.media_type,
            });
        }
    }
    Ok(shown)
}

/// Which of a caller's factories makes each of these products; of staff none.
pub async fn factories(
    db: &mut PgConnection,
    scope: &Scope,
    ids: &[Uuid],
) -> Result<HashMap<Uuid, Uuid>> {
    let Some(factories) = scope.factories() else {
        return Ok(HashMap::new());
    };
    let found = sqlx::query!(
        r#"select distinct on (product_id) product_id as "product!", factory_id as "factory!"
           from project_product_factories where product_id = any($1) and factory_id = any($2) order by product_id, factory_id"#,
        ids,
        factories,
    );
    let found = found.fetch_all(db).await?;
    Ok(found
        .into_iter()
        .map(|row| (row.product, row.factory))
        .collect())
}
