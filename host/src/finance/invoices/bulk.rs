//! Many invoices at once: issued, sent, reminded of, marked as paid. One job ([`jobs::each`]).
//! Their documents as one archive are such a work too.

use std::io::{Seek, Write};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sqlx::{PgConnection, Postgres, Transaction};
use tokio::io::AsyncReadExt;
use utoipa::ToSchema;
use uuid::Uuid;
use validator::Validate;
use zip::write::SimpleFileOptions;

use super::document;
use super::letters::{self, LetterKind};
use super::model::{Invoice, InvoiceKind, StatusInput};
use super::routes::{READ, WRITE};
use super::sql::{self, STATUS};
use super::work;
use crate::access::{Access, Scope};
use crate::app::App;
use crate::http::error::{Conflict, Error, Result};
use crate::http::request::trimmed;
use crate::jobs::{self, Each, Job, JobContext, JobError, JobResult};
use crate::list::day_of;
use crate::list::exports::output;
use crate::records::edition::Edition;
use crate::records::life;
use crate::records::visible::Visible;
use crate::words::codes::codes;
use crate::words::language::Language;

/// Bytes of an archive that are in memory at a time.
const PIECE: usize = 1 << 20;

codes! {
    /// What happens to each.
    InvoiceAction schema(rename_all = "SCREAMING_SNAKE_CASE") {
        /// A draft gets its number.
        Issue = "ISSUE",
        /// An issued one goes out by mail.
        Send = "SEND",
        /// Its readers are reminded of one that is overdue, once a day at most.
        Remind = "REMIND",
        MarkPaid = "MARK_PAID",
        /// Their documents come as one archive.
        Download = "DOWNLOAD",
    }
}

impl InvoiceAction {
    /// Who may.
    pub const fn access(self) -> Access {
        match self {
            Self::Download => READ,
            _ => WRITE,
        }
    }
}

/// Which invoices, and what is to happen to them.
#[derive(Debug, Clone, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = InvoiceWorkInput)]
pub struct WorkInput {
    pub action: InvoiceAction,
    /// These; at most a thousand.
    pub ids: Option<Vec<Uuid>>,
    /// Those that match the search and filters of a cursor of `GET /invoice`.
    pub cursor: Option<String>,
    /// What stands in the mails beside what they say by themselves.
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(length(max = 2000))]
    pub message: String,
    /// Whether what was sent before is sent again.
    #[serde(default)]
    pub again: bool,
}

/// What the work has brought so far: the result of its job.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[schema(as = InvoiceWorkResult)]
pub struct Outcome {
    /// Invoices that it happened to.
    pub done: usize,
    /// Those that it cannot happen to.
    pub refused: Vec<Refused>,
}

/// An invoice that something cannot happen to, and why in the asker's language.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = RefusedInvoice)]
pub struct Refused {
    pub id: Uuid,
    /// Its number, or its title as a draft; null: it is gone.
    pub name: Option<String>,
    /// The catalogue's name of the refusal.
    pub error: String,
    pub message: String,
    /// As the payload of such an error.
    pub payload: serde_json::Value,
}

static SENT: Conflict = Conflict::new(
    "InvoiceStatus",
    "Cette facture a déjà été envoyée.",
    "This invoice was sent before.",
);
static NOT_DUE: Conflict = Conflict::new(
    "InvoiceStatus",
    "On ne relance que pour une facture émise, échue et non payée.",
    "Only of an issued invoice that is overdue and not paid are people reminded.",
);
static REMINDED: Conflict = Conflict::new(
    "InvoiceStatus",
    "Une relance est déjà partie aujourd’hui pour cette facture.",
    "A reminder of this invoice went out today already.",
);
static PAID: Conflict = Conflict::new(
    "InvoiceStatus",
    "Cette facture est déjà marquée comme payée.",
    "This invoice is marked as paid already.",
);

/// The work.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct WorkInvoices {
    /// Tells it from others.
    pub id: Uuid,
    pub user: Uuid,
    /// The organization whose area they asked in.
    pub within: Option<Uuid>,
    pub action: InvoiceAction,
    pub ids: Vec<Uuid>,
    pub message: String,
    pub again: bool,
    pub language: Language,
}

impl Job for WorkInvoices {
    const NAME: &'static str = "finance.invoices";

    fn consumer(&self) -> String {
        "finance".into()
    }

    fn identifier(&self) -> String {
        self.id.to_string()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        // Whoever may no longer do it does it no longer.
        let asker = (self.user, self.within);
        let may = |scope: &Scope| self.action.access().check(Some(scope));
        let scope = context.asker(asker, may).await?;
        match self.action {
            InvoiceAction::Download => self.archive(context, &scope).await,
            _ => jobs::each(context, &scope, self, &self.ids).await,
        }
    }
}

impl Each for WorkInvoices {
    type Item = Uuid;
    type Outcome = Outcome;

    async fn one(
        &self,
        app: &App,
        scope: &Scope,
        id: &Uuid,
    ) -> Result<Transaction<'static, Postgres>> {
        let mut tx = app.begin().await?;
        self.act(app, &mut tx, scope, *id).await?;
        Ok(tx)
    }

    fn done(outcome: &mut Outcome) {
        outcome.done += 1;
    }

    async fn refused(
        &self,
        db: &mut PgConnection,
        scope: &Scope,
        id: &Uuid,
        error: Error,
        outcome: &mut Outcome,
    ) -> Result<()> {
        let found = Visible::<Invoice>::seek(db, scope, *id).await?;
        outcome.refused.push(Refused {
            id: *id,
            name: found.map(|invoice| {
                invoice
                    .row
                    .number
                    .clone()
                    .unwrap_or(invoice.row.title.clone())
            }),
            error: error.name(),
            message: error.message(self.language),
            payload: error.payload(self.language),
        });
        Ok(())
    }
}

impl WorkInvoices {
    async fn act(&self, app: &App, db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<()> {
        let now = app.now();
        let invoice = life::open::<Invoice>(&mut *db, scope, id, Edition::ANY).await?;
        match self.action {
            InvoiceAction::Issue => drop(work::issue(db, scope, &invoice, now).await?),
            InvoiceAction::Send => self.send(app, db, scope, &invoice).await?,
            InvoiceAction::Remind => self.remind(app, db, scope, &invoice).await?,
            InvoiceAction::MarkPaid => mark_paid(db, scope, &invoice, now).await?,
            InvoiceAction::Download => {}
        }
        Ok(())
    }

    async fn send(
        &self,
        app: &App,
        db: &mut PgConnection,
        scope: &Scope,
        invoice: &Visible<Invoice>,
    ) -> Result<()> {
        match invoice.row.company_status {
            0 => return Err(Error::Conflict(&STATUS)),
            1 => {}
            _ if self.again => {}
            _ => return Err(Error::Conflict(&SENT)),
        }
        let pdf = document::of(app, db, scope, invoice).await?;
        let of = format!("sent-{}", self.id.simple());
        let letter = (LetterKind::Send, self.message.as_str());
        letters::send(app, db, invoice, letter, &pdf, &of).await?;
        sql::set_sent(db, invoice.row.id, app.now()).await?;
        life::saved(db, scope, invoice, app.now()).await?;
        Ok(())
    }

    async fn remind(
        &self,
        app: &App,
        db: &mut PgConnection,
        scope: &Scope,
        invoice: &Visible<Invoice>,
    ) -> Result<()> {
        let (row, today) = (&invoice.row, day_of(app.now()));
        let credited: rust_decimal::Decimal = invoice
            .credited_by
            .iter()
            .map(|note| note.total_amount)
            .sum();
        let is_due = row.kind == InvoiceKind::Invoice
            && row.company_status > 0
            && row.bank_status == 0
            && row.deadline_at < today
            && row.total_amount + credited > rust_decimal::Decimal::ZERO;
        if !is_due {
            return Err(Error::Conflict(&NOT_DUE));
        }
        if row.reminded_at.map(day_of) == Some(today) {
            return Err(Error::Conflict(&REMINDED));
        }
        let pdf = document::of(app, db, scope, invoice).await?;
        let letter = (LetterKind::Remind, self.message.as_str());
        letters::send(app, db, invoice, letter, &pdf, &format!("reminder-{today}")).await?;
        sql::set_reminded(db, row.id, app.now()).await?;
        life::saved(db, scope, invoice, app.now()).await?;
        Ok(())
    }

    /// Writes the documents of those that are issued into an archive for whoever asked.
    async fn archive(&self, context: &JobContext, scope: &Scope) -> JobResult {
        let app = &context.app;
        let total = i64::try_from(self.ids.len()).ok();
        let mut zip = zip::ZipWriter::new(tempfile::tempfile().map_err(retry)?);
        for (at, id) in self.ids.iter().enumerate() {
            let mut tx = app.begin().await?;
            let found = Visible::<Invoice>::seek(&mut tx, scope, *id).await?;
            if let Some(invoice) = found.filter(|invoice| !invoice.is_draft()) {
                life::lock_row::<Invoice>(&mut tx, *id).await?;
                let pdf = document::of(app, &mut tx, scope, &invoice).await?;
                tx.commit().await?;
                // They are compressed as they are.
                let stored =
                    SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
                let begun = zip.start_file(pdf.name, stored);
                begun.map_err(|error| JobError::Retry(error.into()))?;
                zip.write_all(&pdf.bytes).map_err(retry)?;
            }
            let done = i64::try_from(at + 1).unwrap_or(i64::MAX);
            context.progress(done, total, None).await?;
        }
        let mut file = zip
            .finish()
            .map_err(|error| JobError::Retry(error.into()))?;
        file.rewind().map_err(retry)?;
        let mut file = tokio::fs::File::from_std(file);
        let name = format!(
            "{}-{}.zip",
            self.language.pick("factures", "invoices"),
            app.now().format("%Y-%m-%d-%H%M")
        );
        let stored = output::write(app, self.user, (self.id, name), async |out| {
            let mut piece = vec![0; PIECE];
            loop {
                match file.read(&mut piece).await.map_err(retry)? {
                    0 => return Ok(()),
                    length => out.write(&piece[..length]).await?,
                }
            }
        });
        Ok(output::announce(context, &scope.actor, stored.await?).await?)
    }
}

fn retry(error: std::io::Error) -> JobError {
    JobError::Retry(error.into())
}

/// The bank's status of an issued invoice moves, as somebody who knows says that it is paid; it stays where it did before.
pub async fn paid(
    db: &mut PgConnection,
    scope: &Scope,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<()> {
    let invoice = life::open::<Invoice>(&mut *db, scope, id, Edition::ANY).await?;
    match invoice.row.bank_status {
        0 => mark_paid(db, scope, &invoice, now).await,
        _ => Ok(()),
    }
}

async fn mark_paid(
    db: &mut PgConnection,
    scope: &Scope,
    invoice: &Visible<Invoice>,
    now: DateTime<Utc>,
) -> Result<()> {
    let row = &invoice.row;
    match (row.company_status, row.bank_status) {
        (0, _) => return Err(Error::Conflict(&STATUS)),
        (_, 0) => {}
        _ => return Err(Error::Conflict(&PAID)),
    }
    let statuses = StatusInput {
        company_status: row.company_status,
        customer_status: row.customer_status,
        bank_status: 1,
        reason: String::new(),
    };
    sql::set_statuses(db, row.id, &statuses, now).await?;
    life::saved(db, scope, invoice, now).await?;
    Ok(())
}
