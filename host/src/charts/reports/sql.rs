//! Every query on reports.

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::model::{Basis, Due, File, Report, ReportState};
use super::pool::ReportedSale;
use crate::charts::REPORT;
use crate::http::error::{Conflict, Error, Result};
use crate::records::audit::{self, Author, Change, Entry};

/// Another report covers these days already, in another way.
pub static COVERED: Conflict = Conflict::new(
    "DateRange",
    "Cette période est déjà couverte autrement.",
    "This period is covered already, in another way.",
);

/// A report with its files; `None`: there is none.
pub async fn find(db: impl PgExecutor<'_>, id: Uuid) -> Result<Option<Report>> {
    let row = sqlx::query!(
        r#"select r.id, r.layout, r.shop, r.territory, r.first_day, r.last_day, r.basis as "basis: Basis", r.with_tax,
            r.time_zone, r.store_id, r.stamped_at, r.channel, r.state as "state: ReportState", r.error, r.operator,
            r.created_at, r.built_at, r.sent_at, r.withdrawn_at, r.withdrawn_reason,
            coalesce((select jsonb_agg(jsonb_build_object(
                    'name', f.name, 'lines', f.lines, 'units', f.units, 'bytes', c.size,
                    'sha256', encode(c.sha256, 'hex'), 'place', f.place) order by f.position)
                from phonographic_report_files f join files c on c.id = f.file_id
                where f.report_id = r.id), '[]') as "files!: Json<Vec<File>>"
         from phonographic_reports r where r.id = $1"#,
        id,
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| Report {
        id: row.id,
        layout: row.layout,
        shop: row.shop,
        territory: row.territory,
        first: row.first_day,
        last: row.last_day,
        basis: row.basis,
        with_tax: row.with_tax,
        time_zone: row.time_zone,
        store_id: row.store_id,
        shipped_at: row.stamped_at,
        channel: row.channel,
        state: row.state,
        error: row.error,
        operator: row.operator,
        files: row.files.0,
        created_at: row.created_at,
        built_at: row.built_at,
        sent_at: row.sent_at,
        withdrawn_at: row.withdrawn_at,
        withdrawn_reason: row.withdrawn_reason,
    }))
}

/// What is wished of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wish {
    pub plugin: String,
    pub state: ReportState,
    pub send: bool,
    pub replace: bool,
    /// A byte of a file went out in the delivery that runs.
    pub begun: bool,
    /// Whether its files are there.
    pub built: bool,
}

impl Wish {
    /// Its files are not there, and nobody withdrew it.
    pub fn is_to_be_built(&self) -> bool {
        !self.built && self.state != ReportState::Withdrawn
    }
}

/// Holds a report against other changes, and tells what is wished of it. `None`: there is none.
pub async fn lock(db: &mut PgConnection, id: Uuid) -> Result<Option<Wish>> {
    Ok(sqlx::query_as!(
        Wish,
        r#"select plugin, state as "state: ReportState", send_wanted as send, replace_wanted as replace,
            begun_at is not null as "begun!", built_at is not null as "built!"
         from phonographic_reports where id = $1 for update"#,
        id,
    )
    .fetch_optional(db)
    .await?)
}

async fn record(
    db: &mut PgConnection,
    author: &Author,
    id: Uuid,
    action: &str,
    changes: Vec<Change>,
) -> Result<()> {
    let entry = Entry {
        kind: &REPORT,
        id,
        action,
        changes,
    };
    Ok(audit::record(db, author, &[entry]).await?)
}

fn initial(field: &str, after: impl serde::Serialize) -> Change {
    Change {
        field: field.into(),
        before: serde_json::Value::Null,
        after: json!(after),
    }
}

/// What became of a wish for a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Added {
    New(Uuid),
    /// It is there already, made of the same.
    Existing(Uuid),
}

/// Makes a report's record, unless there is one of its layout, shop, territory and period.
///
/// # Errors
/// [`COVERED`] when that one is made of other sales: of another basis, or other stores.
pub async fn add(
    db: &mut PgConnection,
    author: &Author,
    plugin: &str,
    due: &Due,
    now: DateTime<Utc>,
) -> Result<Added> {
    let id = Uuid::now_v7();
    let added = sqlx::query_scalar!(
        "insert into phonographic_reports (id, plugin, layout, shop, territory, first_day, last_day, basis, with_tax,
            time_zone, store_id, stamped_at, channel, operator, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
         on conflict (layout, shop, territory, first_day, last_day) where state <> 'WITHDRAWN' do nothing returning id",
        id,
        plugin,
        due.layout,
        due.shop,
        due.territory,
        due.first,
        due.last,
        due.basis as Basis,
        due.with_tax,
        due.time_zone,
        due.store_id,
        due.shipped_at,
        due.channel,
        author.name,
        now,
    )
    .fetch_optional(&mut *db)
    .await?;
    if added.is_some() {
        let changes = vec![
            initial("layout", &due.layout),
            initial("shop", &due.shop),
            initial("territory", &due.territory),
            initial("first", due.first),
            initial("last", due.last),
            initial("basis", due.basis),
            initial("storeId", due.store_id),
        ];
        record(db, author, id, "create", changes).await?;
        return Ok(Added::New(id));
    }
    let existing = sqlx::query!(
        r#"select id, basis as "basis: Basis", store_id from phonographic_reports
         where layout = $1 and shop = $2 and territory = $3 and first_day = $4 and last_day = $5
            and state <> 'WITHDRAWN'"#,
        due.layout,
        due.shop,
        due.territory,
        due.first,
        due.last,
    )
    .fetch_one(db)
    .await?;
    if existing.basis != due.basis || existing.store_id != due.store_id {
        return Err(Error::Conflict(&COVERED));
    }
    Ok(Added::Existing(existing.id))
}

/// Whether somebody withdrew a report of this layout, shop, territory and period: another one is theirs to ask for.
pub async fn was_withdrawn(db: impl PgExecutor<'_>, due: &Due) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        r#"select exists (select from phonographic_reports
            where layout = $1 and shop = $2 and territory = $3 and first_day = $4 and last_day = $5
                and state = 'WITHDRAWN') as "withdrawn!""#,
        due.layout,
        due.shop,
        due.territory,
        due.first,
        due.last,
    )
    .fetch_one(db)
    .await?)
}

/// Withdraws a report: what it held is free again. Its files stay, and what is known of their delivery.
pub async fn withdraw(
    db: &mut PgConnection,
    author: &Author,
    (id, before): (Uuid, ReportState),
    reason: &str,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update phonographic_reports set state = 'WITHDRAWN', withdrawn_at = $2, withdrawn_reason = $3 where id = $1",
        id,
        now,
        reason,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!("delete from phonographic_reported where report_id = $1", id)
        .execute(&mut *db)
        .await?;
    let state = Change {
        field: "state".into(),
        before: json!(before),
        after: json!(ReportState::Withdrawn),
    };
    let changes = vec![state, initial("reason", reason)];
    record(db, author, id, "withdraw", changes).await
}

/// Wishes that a report be handed over: from the beginning, unless that is under way.
pub async fn wish_send(
    db: &mut PgConnection,
    author: &Author,
    id: Uuid,
    replace: bool,
) -> Result<()> {
    sqlx::query!(
        "update phonographic_reports set send_wanted = true, replace_wanted = $2 or (send_wanted and replace_wanted),
            begun_at = case when send_wanted then begun_at end where id = $1",
        id,
        replace,
    )
    .execute(&mut *db)
    .await?;
    record(db, author, id, "send", vec![initial("replace", replace)]).await
}

/// A file of a report, stored.
#[derive(Debug)]
pub struct Built<'a> {
    pub name: &'a str,
    pub media_type: &'a str,
    pub lines: i32,
    pub units: i64,
    pub file: Uuid,
}

/// Puts a file to its report.
pub async fn add_file(
    db: &mut PgConnection,
    report: Uuid,
    position: i32,
    file: &Built<'_>,
) -> Result<()> {
    sqlx::query!(
        "insert into phonographic_report_files (report_id, position, name, media_type, lines, units, file_id)
         values ($1, $2, $3, $4, $5, $6, $7)",
        report,
        position,
        file.name,
        file.media_type,
        file.lines,
        file.units,
        file.file,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Writes down which sales a report's files hold; tells how many of them are sales of ours. One that another report holds
/// meanwhile breaks the key, and with it the transaction.
pub async fn add_sales(db: &mut PgConnection, report: Uuid, sales: &[ReportedSale]) -> Result<u64> {
    let done = sqlx::query!(
        "insert into phonographic_reported (layout, territory, order_id, sku, nth, returned, report_id, file, units)
         select p.layout, p.territory, r.order_id, r.sku, r.nth, r.returned, p.id, r.file, r.units
         from jsonb_to_recordset($2)
            as r (order_id uuid, sku text, nth smallint, returned boolean, file text, units integer)
         join phonographic_reports p on p.id = $1
         where exists (select from order_lines l where l.order_id = r.order_id and l.sku = r.sku)",
        report,
        json!(sales),
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected())
}

/// The report's files are there.
pub async fn built(
    db: &mut PgConnection,
    author: &Author,
    id: Uuid,
    state: ReportState,
    now: DateTime<Utc>,
) -> Result<()> {
    sqlx::query!(
        "update phonographic_reports set state = $2, built_at = $3, error = null where id = $1",
        id,
        state as ReportState,
        now,
    )
    .execute(&mut *db)
    .await?;
    record(db, author, id, "build", vec![initial("state", state)]).await
}

/// Says why a report was not made or not handed over, for good.
pub async fn failed(db: &mut PgConnection, author: &Author, id: Uuid, error: &str) -> Result<()> {
    sqlx::query!(
        "update phonographic_reports set state = 'FAILED', error = $2, send_wanted = false, replace_wanted = false
         where id = $1",
        id,
        error,
    )
    .execute(&mut *db)
    .await?;
    record(db, author, id, "fail", vec![initial("error", error)]).await
}

/// A report that failed before it had files is made again.
pub async fn pend(db: &mut PgConnection, id: Uuid) -> Result<()> {
    sqlx::query!(
        "update phonographic_reports set state = 'PENDING', error = null where id = $1 and built_at is null",
        id
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The first byte goes out.
pub async fn begin(db: impl PgExecutor<'_>, id: Uuid, now: DateTime<Utc>) -> Result<()> {
    sqlx::query!(
        "update phonographic_reports set begun_at = coalesce(begun_at, $2) where id = $1",
        id,
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The receiver has the files, at these places by name.
pub async fn sent(
    db: &mut PgConnection,
    author: &Author,
    id: Uuid,
    places: &[(String, String)],
    now: DateTime<Utc>,
) -> Result<()> {
    let (names, places): (Vec<String>, Vec<String>) = places.iter().cloned().unzip();
    sqlx::query!(
        "update phonographic_report_files f set place = r.place
         from unnest($2::text[], $3::text[]) as r (name, place) where f.report_id = $1 and f.name = r.name",
        id,
        &names,
        &places,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "update phonographic_reports set state = 'SENT', sent_at = $2, error = null, send_wanted = false,
            replace_wanted = false, begun_at = null where id = $1",
        id,
        now,
    )
    .execute(&mut *db)
    .await?;
    record(db, author, id, "sent", vec![initial("files", &names)]).await
}

/// Where a report's file lies.
#[derive(Debug, Clone)]
pub struct StoredFile {
    pub name: String,
    pub media_type: String,
    pub lines: i32,
    pub units: i64,
    pub file: Uuid,
    pub path: String,
    pub size: i64,
}

/// The files of a report, in their order.
pub async fn stored_files(db: impl PgExecutor<'_>, report: Uuid) -> Result<Vec<StoredFile>> {
    Ok(sqlx::query_as!(
        StoredFile,
        "select f.name, f.media_type, f.lines, f.units, c.id as file, c.path, c.size
         from phonographic_report_files f join files c on c.id = f.file_id
         where f.report_id = $1 order by f.position limit 366",
        report,
    )
    .fetch_all(db)
    .await?)
}
