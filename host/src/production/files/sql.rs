//! Every query on files of products.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::model::{PageLabel, PageLabels, ProductFile, ProductFileInput, ProductFileType, Seen};
use crate::access::Scope;
use crate::files::{self, FileInfo, Stored};
use crate::http::error::{Error, Resource, Result};
use crate::production::products::{PRODUCT, ProductDetail};
use crate::records::visible::Visible;

/// What such files are called among those of their record.
const ATTACHMENT: &str = "attachment";
/// Files of a product.
const MOST: usize = 500;

/// The files of a product: the newest version of the technical one first, pictures in their order, others as they came. A factory is
/// told of its own people only who saw them.
pub async fn of_product(
    db: &mut PgConnection,
    scope: &Scope,
    product: &Visible<ProductDetail>,
) -> Result<Vec<ProductFile>> {
    let rows = sqlx::query!(
        r#"select p.id, p.type as "kind: ProductFileType", p.level, p.position, p.created_at,
            p.metadata as "metadata: Json<Vec<PageLabel>>",
            f.id as file_id, f.name, f.path, f.media_type, f.size, f.created_at as uploaded_at, u.display_name as "author?",
            coalesce((select jsonb_agg(jsonb_build_object('userId', v.user_id, 'displayName', w.display_name, 'seenAt', v.seen_at)
                                       order by v.seen_at)
                      from project_product_file_views v join users w on w.id = v.user_id
                      where v.file_id = p.id and ($3::uuid[] is null or exists (
                          select from user_factories m where m.user_id = v.user_id and m.factory_id = any($3)))), '[]')
                as "seen!: Json<Vec<Seen>>"
           from project_product_files p join files f on f.id = p.file_id left join users u on u.id = f.created_by
           where p.product_id = $1 and p.deleted_at is null
           order by p.type, p.level desc, p.position, p.created_at, p.id limit $2"#,
        product.id(),
        MOST as i64,
        scope.factories(),
    )
    .fetch_all(db)
    .await?;
    let files = rows.into_iter().map(|row| ProductFile {
        id: row.id,
        kind: row.kind,
        level: row.level,
        file_id: row.file_id,
        file: FileInfo {
            id: row.file_id,
            name: row.name,
            path: row.path,
            media_type: row.media_type,
            size: row.size,
            created_at: row.uploaded_at,
            author: row.author,
        },
        data: PageLabels {
            metadata: row.metadata.0,
        },
        position: row.position,
        seen: row.seen.0,
        created_at: row.created_at,
    });
    Ok(files.collect())
}

/// One of them.
///
/// # Errors
/// [`Error::NotFound`]: the product has no such file.
pub async fn find(
    db: &mut PgConnection,
    scope: &Scope,
    product: &Visible<ProductDetail>,
    id: Uuid,
) -> Result<ProductFile> {
    let files = of_product(db, scope, product).await?;
    let found = files.into_iter().find(|file| file.id == id);
    found.ok_or(Error::NotFound(Resource::File))
}

/// Adds files to a product that is open. A technical one is the version after the highest that there ever was.
///
/// # Errors
/// [`Error::Invalid`]: they are more than a product takes.
pub async fn add(
    db: &mut PgConnection,
    scope: &Scope,
    product: &Visible<ProductDetail>,
    kind: ProductFileType,
    stored: Vec<Stored>,
    now: DateTime<Utc>,
) -> Result<Vec<ProductFile>> {
    let before = of_product(db, scope, product).await?;
    if before.len() + stored.len() > MOST {
        return Err(Error::field("files", "max"));
    }
    let record = (&PRODUCT, product.id());
    let kept = files::add_all(&mut *db, scope, stored, record, ATTACHMENT, now).await?;
    let kept: Vec<Uuid> = kept.iter().map(|file| file.id).collect();
    let added: Vec<Uuid> = kept.iter().map(|_| Uuid::now_v7()).collect();
    sqlx::query!(
        "insert into project_product_files (id, product_id, file_id, type, level, position, created_at)
         select a.id, $1, a.file_id, $4, case when $4 = 'technical' then last.level + a.at::int end,
            last.position + a.at::int, $5
         from unnest($2::uuid[], $3::uuid[]) with ordinality a (id, file_id, at)
            cross join (select coalesce(max(level), 0) as level, coalesce(max(position) filter (where type = $4), -1) as position
                from project_product_files where product_id = $1) last",
        product.id(),
        &added,
        &kept,
        kind.as_str(),
        now,
    )
    .execute(&mut *db)
    .await?;
    let mut after = of_product(db, scope, product).await?;
    after.retain(|file| added.contains(&file.id));
    Ok(after)
}

/// Changes what is said of a file.
pub async fn update(db: &mut PgConnection, id: Uuid, input: &ProductFileInput) -> Result<()> {
    sqlx::query!(
        "update project_product_files set metadata = $2, position = $3 where id = $1",
        id,
        json!(input.data.metadata),
        input.position,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Puts pictures of a product in order; those that are not named come after them, as they were.
pub async fn order(
    db: &mut PgConnection,
    product: &Visible<ProductDetail>,
    ids: &[Uuid],
) -> Result<()> {
    sqlx::query!(
        "update project_product_files p set position = o.at - 1
         from (select id, row_number() over (order by array_position($2, id), position, created_at, id)::int as at
               from project_product_files where product_id = $1 and type = 'image' and deleted_at is null) o
         where p.id = o.id",
        product.id(),
        ids,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Removes a file of a product. What is sold of it is no longer shown by that picture.
pub async fn delete(db: &mut PgConnection, file: &ProductFile, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "update project_product_files set deleted_at = $2 where id = $1",
        file.id,
        now
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "update products set image_id = null
         where image_id = $2 and id = (select p.store_product_id from project_product_files f
             join project_products p on p.id = f.product_id where f.id = $1)",
        file.id,
        file.file_id
    )
    .execute(&mut *db)
    .await?;
    files::delete(db, file.file_id, now).await
}

/// Notes that somebody saw a file; of several times the first counts.
pub async fn see(db: &mut PgConnection, scope: &Scope, id: Uuid, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "insert into project_product_file_views (file_id, user_id, seen_at) values ($1, $2, $3) on conflict do nothing",
        id,
        scope.actor.id,
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}
