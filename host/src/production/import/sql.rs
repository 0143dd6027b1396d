//! Writing what a file says: whole, or not at all.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sqlx::{Connection, PgConnection};
use uuid::Uuid;

use super::file::{Draft, Sheet};
use super::model::{Import, ImportedProduct};
use crate::access::Scope;
use crate::http::error::{Error, Issue, Result};
use crate::production::products::{self, ProductDetail, ProductInput};
use crate::production::{projects, tags};
use crate::words::language::Language;

/// Makes the products of a file in a project, as they are made one by one; none stays if anything is wrong with the file, or it is
/// only looked at.
///
/// # Errors
/// [`Error::Invalid`] (`projectId option`): there is no such project; `ConflictProjectStatus`: it has ended.
pub async fn bring(
    db: &mut PgConnection,
    scope: &Scope,
    (project, preview): (Uuid, bool),
    sheet: Sheet,
    now: DateTime<Utc>,
) -> Result<Import> {
    let project = projects::check_open(db, scope, project).await?;
    let organization = project.organization.as_ref();
    let organization = organization.map_or(Uuid::nil(), |of| of.id);
    let mut faults = sheet.faults;
    let known = find_tags(db, &sheet.drafts).await?;
    let mut all = db.begin().await?;
    let mut products = Vec::new();
    for mut draft in sheet.drafts {
        draft.input.project_id = Some(project.id);
        draft.carry(&known, &mut faults);
        let mut issues = draft.issues();
        // What others refuse it shows once it is made.
        if issues.is_empty() {
            let added = add(
                &mut all,
                scope,
                organization,
                &draft.input,
                faults.language,
                now,
            )
            .await?;
            match added {
                Ok(ProductDetail { product, .. }) => products.push(ImportedProduct {
                    line: draft.line(),
                    name: product.name,
                    variants: product.variant_count,
                    pieces: product.pieces,
                }),
                Err(refused) => issues = refused,
            }
        }
        for issue in issues {
            draft.tell(&issue, &mut faults);
        }
    }
    let kept = !preview && faults.count == 0;
    match kept {
        true => all.commit().await?,
        false => all.rollback().await?,
    }
    faults.list.sort_by_key(|fault| (fault.line, fault.column));
    Ok(Import {
        preview,
        rows: sheet.rows,
        created: if kept { products.len() } else { 0 },
        products,
        faults: faults.list,
        fault_count: faults.count,
        ignored: sheet.ignored,
    })
}

/// Makes one product, or tells what is said against it.
async fn add(
    db: &mut PgConnection,
    scope: &Scope,
    organization: Uuid,
    input: &ProductInput,
    language: Language,
    now: DateTime<Utc>,
) -> Result<Result<ProductDetail, Vec<Issue>>> {
    let mut one = db.begin().await?;
    let refused = match products::add(&mut one, scope, organization, input, now).await {
        Ok(product) => {
            one.commit().await?;
            return Ok(Ok(product));
        }
        Err(refused) => refused,
    };
    one.rollback().await?;
    match refused {
        Error::Invalid(issues) => Ok(Err(issues)),
        Error::Conflict(_) => Ok(Err(vec![Issue {
            message: refused.message(language),
            ..Issue::new("name", "taken")
        }])),
        other => Err(other),
    }
}

/// The tags that products name, by their names, whatever they tell.
async fn find_tags(db: &mut PgConnection, drafts: &[Draft]) -> Result<HashMap<String, Vec<Uuid>>> {
    let names: Vec<String> = drafts
        .iter()
        .flat_map(|draft| &draft.tags)
        .map(|name| tags::slug(name))
        .collect();
    let found = sqlx::query!(
        r#"select name, array_agg(id) as "ids!" from tags where name = any($1) and deleted_at is null group by name"#,
        &names[..],
    );
    let found = found.fetch_all(db).await?.into_iter();
    Ok(found.map(|row| (row.name, row.ids)).collect())
}
