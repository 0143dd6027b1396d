//! The file of an invoice becomes its lines: the provider's plugin reads it, the host keeps all of it or nothing.

use std::sync::Arc;

use async_trait::async_trait;
use comptoir_sandbox::{Call, Files, InvoiceLine, RejectedLine, Rows};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use tokio::fs::File;
use tokio::io::{AsyncWriteExt, BufWriter};
use tokio::sync::Mutex;
use uuid::Uuid;

use super::{mapping, sql, steps};
use crate::app::App;
use crate::finance::PROVIDER_INVOICE;
use crate::finance::gaps::FindGaps;
use crate::http::error::Result;
use crate::jobs::{self, Job, JobContext, JobError, JobResult, Reason};
use crate::plugins::{self, CallFiles, Given};
use crate::providers;
use crate::records::audit::Author;
use crate::records::live::{self, Signal};

/// What invoices are in: another currency's line is rejected.
const CURRENCY: &str = "EUR";
/// Characters that the portal keeps of a text.
const LONGEST: usize = 255;

/// Reads an invoice's file.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ReadProviderInvoice {
    pub invoice: Uuid,
    /// Whose plugin reads it.
    pub provider: String,
    pub file: Given,
}

impl Job for ReadProviderInvoice {
    const NAME: &'static str = "finance.read-provider-invoice";
    const ATTEMPTS: i16 = 4;

    fn consumer(&self) -> String {
        self.provider.clone()
    }

    fn identifier(&self) -> String {
        self.invoice.to_string()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        let mut rejected = Vec::new();
        let read = self.read(context, &mut rejected).await;
        let problem = match &read {
            Ok(()) => return read,
            Err(error) if error.is_final(context.left) => error.reason().english,
            Err(_) => return read,
        };
        let mut tx = context.app.begin().await?;
        sql::failed(
            &mut tx,
            self.invoice,
            (&problem, &rejected),
            context.app.now(),
        )
        .await?;
        announce(&mut tx).await?;
        tx.commit().await?;
        read
    }
}

/// Tells screens that a provider's invoice changed.
pub async fn announce(db: &mut sqlx::PgConnection) -> Result<()> {
    live::notify(db, &Signal::changed(&PROVIDER_INVOICE)).await
}

impl ReadProviderInvoice {
    /// Leaves in `rejected` what could not be read.
    async fn read(&self, context: &JobContext, rejected: &mut Vec<Rejected>) -> JobResult {
        let app = &context.app;
        if !sql::is_unread(&app.db, self.invoice).await? {
            return Ok(());
        }
        let plugin = providers::plugin(app, &self.provider)?;
        let files = CallFiles::new(app, [self.file.clone()]);
        let files = Arc::new(files.map_err(|error| JobError::Retry(error.into()))?);
        let spool = Spool::new(&files.path("lines")).await;
        let spool = Arc::new(spool.map_err(JobError::Retry)?);
        let call = Call::task(Vec::new())
            .with_files(Arc::clone(&files) as Arc<dyn Files>)
            .with_rows(Arc::clone(&spool) as _);
        let name = self.file.name.clone();
        let read = plugins::watched(context, call, |call| plugin.read_invoice(call, name));
        let summary = read.await;
        let mut read = spool.0.lock().await;
        let is_hopeless = read.is_hopeless();
        *rejected = std::mem::take(&mut read.rejected);
        // The plugin's and the host's own, as one meets them in the file.
        rejected.sort_by_key(|rejected| rejected.line);
        if is_hopeless {
            let reason = format!("More than {MOST_REJECTED} lines cannot be read.");
            rejected.insert(0, Rejected::whole("tooManyWrong", reason.clone()));
            rejected.truncate(MOST_REJECTED);
            return Err(JobError::GiveUp(Reason::new(
                format!("Plus de {MOST_REJECTED} lignes sont illisibles."),
                reason,
            )));
        }
        let summary = summary?;
        read.lines
            .flush()
            .await
            .map_err(|error| JobError::Retry(error.into()))?;
        // A plugin that lost lines on the way has not read the file.
        let (lines, foreign) = (read.count, read.foreign);
        let rejects = rejected.len();
        if u64::from(summary.lines) != lines + foreign
            || u64::from(summary.rejected) + foreign != rejects as u64
        {
            let (said, refused) = (summary.lines, summary.rejected);
            return Err(JobError::GiveUp(Reason::new(
                format!(
                    "{} dit avoir lu {said} lignes et en avoir écarté {refused}, mais en a remis {lines} et {rejects}",
                    self.provider
                ),
                format!(
                    "{} says that it read {said} lines and rejected {refused}, but handed over {lines} and {rejects}",
                    self.provider
                ),
            )));
        }
        self.keep(app, &files, rejected).await
    }

    /// All of it or nothing; whoever read it meanwhile was first.
    async fn keep(&self, app: &App, files: &CallFiles, rejected: &[Rejected]) -> JobResult {
        let now = app.now();
        let mut tx = app.begin().await?;
        // A million lines take longer than any call may.
        sqlx::query("set local statement_timeout = 0")
            .execute(&mut *tx)
            .await?;
        if !sql::lock_unread(&mut tx, self.invoice).await? {
            return Ok(());
        }
        let lines = File::open(files.path("lines")).await;
        let lines = lines.map_err(|error| JobError::Retry(error.into()))?;
        sql::take_in(&mut tx, lines).await?;
        if let Some(line) = sql::repeated(&mut tx).await? {
            return Err(JobError::GiveUp(Reason::new(
                format!("{} a remis deux fois la ligne {line}", self.provider),
                format!("{} handed over line {line} twice", self.provider),
            )));
        }
        mapping::keep_lines(&mut tx, self.invoice, &self.provider).await?;
        sql::set_rejects(&mut tx, self.invoice, rejected).await?;
        sql::was_read(&mut tx, self.invoice, now).await?;
        mapping::add_services(&mut tx, self.invoice, &self.provider).await?;
        steps::begin(&mut tx, self.invoice, &self.provider)
            .await
            .map_err(JobError::from)?;
        let provider = self.provider.clone();
        let author = Author::system(Self::NAME);
        jobs::enqueue(&mut tx, &author, &FindGaps { provider }).await?;
        announce(&mut tx).await?;
        Ok(tx.commit().await?)
    }
}

/// What of a line could not be read.
#[derive(Debug, Clone)]
pub struct Rejected {
    pub line: i32,
    pub column: Option<i32>,
    pub heading: String,
    /// One of an [`Issue`](crate::http::error::Issue), or the plugin's own.
    pub code: String,
    /// What stands there instead, where that says anything.
    pub given: String,
    /// In English.
    pub reason: String,
}

impl Rejected {
    /// What is wrong with the file as a whole.
    fn whole(code: &str, reason: String) -> Self {
        Self {
            line: 1,
            column: None,
            heading: String::new(),
            code: code.to_owned(),
            given: String::new(),
            reason,
        }
    }
}

/// Lines on their way to the database, in a file as `copy` reads them.
#[derive(Debug)]
struct Read {
    lines: BufWriter<File>,
    count: u64,
    rejected: Vec<Rejected>,
    /// Lines that the plugin took and the host rejects.
    foreign: u64,
}

impl Read {
    /// Nobody mends so many lines by hand: the file is another, however often it is read.
    fn is_hopeless(&self) -> bool {
        self.rejected.len() > MOST_REJECTED
    }
}

/// The rows of one call.
#[derive(Debug)]
struct Spool(Mutex<Read>);

/// As many lines that cannot be read are kept.
const MOST_REJECTED: usize = 10_000;

impl Spool {
    async fn new(path: &std::path::Path) -> anyhow::Result<Self> {
        Ok(Self(Mutex::new(Read {
            lines: BufWriter::with_capacity(1 << 18, File::create(path).await?),
            count: 0,
            rejected: Vec::new(),
            foreign: 0,
        })))
    }
}

#[async_trait]
impl Rows for Spool {
    async fn invoice_lines(&self, lines: Vec<InvoiceLine>) -> anyhow::Result<Option<()>> {
        let mut read = self.0.lock().await;
        let mut text = String::with_capacity(lines.len() * 128);
        for line in &lines {
            match write(&mut text, line) {
                Ok(()) => read.count += 1,
                Err(rejected) => {
                    read.foreign += 1;
                    read.rejected.push(rejected);
                }
            }
        }
        anyhow::ensure!(!read.is_hopeless(), "too many lines cannot be read");
        read.lines.write_all(text.as_bytes()).await?;
        Ok(Some(()))
    }

    async fn rejected_lines(&self, lines: Vec<RejectedLine>) -> anyhow::Result<Option<()>> {
        let mut read = self.0.lock().await;
        read.rejected.extend(lines.into_iter().map(|line| Rejected {
            line: number(line.line),
            column: line.column.map(number),
            heading: storable(&line.heading),
            code: storable(&line.code),
            given: storable(&line.given),
            reason: storable(&line.reason),
        }));
        anyhow::ensure!(!read.is_hopeless(), "too many lines cannot be read");
        Ok(Some(()))
    }
}

fn number(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// As much as is kept, without what PostgreSQL does not take.
fn storable(text: &str) -> String {
    text.chars()
        .filter(|letter| *letter != '\0')
        .take(LONGEST)
        .collect()
}

/// A line as `copy` reads it: id, line, fulfillment id, service, description, quantity, unit price, price, country.
///
/// # Errors
/// What the portal does not keep.
fn write(text: &mut String, line: &InvoiceLine) -> Result<(), Rejected> {
    let rejected = |heading: &str, code: &str, given: &str, reason| Rejected {
        line: number(line.line),
        column: None,
        heading: heading.to_owned(),
        code: code.to_owned(),
        given: storable(given),
        reason,
    };
    if line.currency != CURRENCY {
        let reason = format!("not in {CURRENCY}");
        return Err(rejected("Currency", "notEuros", &line.currency, reason));
    }
    let decimal = |heading, number: &str| match number.parse::<Decimal>() {
        Ok(number) => Ok(number),
        Err(_) => Err(rejected(
            heading,
            "decimal",
            number,
            "not a decimal number".into(),
        )),
    };
    let optional = |heading, number: &str| match number.is_empty() {
        true => Ok(None),
        false => decimal(heading, number).map(Some),
    };
    let price = decimal("Price", &line.price)?;
    let quantity = optional("Quantity", &line.quantity)?;
    let unit_price = optional("UnitPrice", &line.unit_price)?;
    let service = storable(line.service.trim());
    if service.is_empty() {
        return Err(rejected("Service", "required", "", "is empty".into()));
    }
    let written =
        |number: Option<Decimal>| number.map_or("\\N".into(), |number| number.to_string());
    text.push_str(&Uuid::now_v7().to_string());
    for field in [
        line.line.to_string(),
        escaped(&storable(line.id.trim())),
        escaped(&service),
        escaped(&storable(&line.description)),
        written(quantity),
        written(unit_price),
        price.to_string(),
        escaped(&storable(&line.country)),
    ] {
        text.push('\t');
        text.push_str(&field);
    }
    text.push('\n');
    Ok(())
}

/// Text as `copy` reads it.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' => escaped.push_str("\\\\"),
            '\t' => escaped.push_str("\\t"),
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            letter => escaped.push(letter),
        }
    }
    escaped
}
