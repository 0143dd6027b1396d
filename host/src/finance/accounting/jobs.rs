//! Booking what waits, and following what was paid.

use std::sync::Arc;

use comptoir_sandbox::accounting::Customer;
use comptoir_sandbox::types::ErrorKind;
use comptoir_sandbox::{CallError, Files};
use graphile_worker::{Cron, Crontab, IntoTaskHandlerResult, TaskHandler, WorkerContext};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sqlx::PgConnection;
use uuid::Uuid;

use super::draft::{self, Context};
use super::model::Connection;
use super::sql::{self, Waiting};
use crate::access::Scope;
use crate::app::App;
use crate::finance::{ACCOUNTING, company, invoices};
use crate::http::error::{Error, Result};
use crate::jobs::{self, Job, JobContext, JobError, JobResult};
use crate::organizations::Organization;
use crate::plugins::{CallFiles, Given, Ready};
use crate::records::audit::Author;
use crate::records::live::{self, Signal};
use crate::records::visible::Visible;

/// What the document is called among a call's files.
const FILE: &str = "document";
/// Ids of one question, and changes of one page.
const STATES: usize = 100;
const CHANGES: u32 = 500;

/// Books what waits, one after the other: what the service does not take is kept with its reason, and the next has its turn.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct BookInvoices {
    /// A plugin's id.
    pub plugin: String,
    pub connection: Uuid,
}

impl Job for BookInvoices {
    const NAME: &'static str = "finance.book-invoices";
    const ATTEMPTS: i16 = 10;

    fn consumer(&self) -> String {
        self.plugin.clone()
    }

    /// One at a time: nobody else makes the same customer meanwhile.
    fn identifier(&self) -> String {
        self.connection.to_string()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        let app = &context.app;
        let Some((connection, ready)) = open(app, self.connection).await? else {
            return Ok(());
        };
        let all = sql::waiting(&app.db, connection.id).await?;
        let (mut done, mut after) = (0, String::new());
        while let Some(waiting) = sql::next(&app.db, connection.id, &after).await? {
            if let Err(error) = book(app, &ready, &connection, &waiting).await {
                refuse(app, &connection, &waiting, error).await?;
            }
            announce(&mut *app.db.acquire().await?).await?;
            done += 1;
            after = waiting.place;
            context.progress(done, Some(all.max(done)), None).await?;
        }
        Ok(())
    }
}

/// The connection in use, if it is this one, and its plugin.
async fn open(app: &App, id: Uuid) -> Result<Option<(Connection, Arc<Ready>)>, JobError> {
    let connection = sql::connection(&app.db, &app.keys).await?;
    let Some(connection) = connection.filter(|connection| connection.id == id) else {
        return Ok(None);
    };
    let ready = app.plugins.ready(&connection.plugin).ok_or_else(|| {
        let text = format!("the plugin {} takes no calls now", connection.plugin);
        JobError::Retry(anyhow::anyhow!(text))
    })?;
    Ok(Some((connection, ready)))
}

/// Tells screens that something of the books changed.
pub async fn announce(db: &mut PgConnection) -> Result<()> {
    live::notify(db, &Signal::changed(&ACCOUNTING)).await
}

/// Why something was not booked.
enum Refusal {
    /// What the service says.
    Call(CallError),
    /// What it takes back is not booked.
    Order,
    Ours(Error),
}

impl From<CallError> for Refusal {
    fn from(error: CallError) -> Self {
        Self::Call(error)
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Ours(error)
    }
}

impl From<sqlx::Error> for Refusal {
    fn from(error: sqlx::Error) -> Self {
        Self::Ours(error.into())
    }
}

async fn book(
    app: &App,
    ready: &Ready,
    connection: &Connection,
    waiting: &Waiting,
) -> Result<(), Refusal> {
    if waiting.is_credit_note && waiting.credits.is_none() {
        return Err(Refusal::Order);
    }
    let scope = Scope::system(&ready.plugin.manifest().name);
    let mut tx = app.begin().await?;
    let (invoice, document) = invoices::document(app, &mut tx, &scope, waiting.invoice).await?;
    let organization = Visible::<Organization>::find(&mut tx, &scope, waiting.organization).await?;
    let accounts = company::accounts(&mut tx).await?;
    let vat_codes = sql::vat_codes(&mut *tx).await?;
    tx.commit().await?;
    let Some(frozen) = invoice.frozen.as_ref() else {
        return Ok(());
    };

    let known = sql::customer(&app.db, connection.id, organization.id).await?;
    let customer_draft = draft::customer(&organization, frozen.language, &accounts);
    let digest = Sha256::digest(format!("{customer_draft:?}")).to_vec();
    let customer = match known {
        Some((id, before)) if before == digest => id,
        known => {
            let id = known.map(|(id, _)| id);
            let customer = Customer {
                id,
                ..customer_draft
            };
            let id = ready
                .plugin
                .push_customer(connection.job(), customer)
                .await?;
            let of = (connection.id, organization.id);
            sql::set_customer(&app.db, of, &id, &digest).await?;
            id
        }
    };
    let context = Context {
        accounts: &accounts,
        vat_codes: &vat_codes,
        customer,
        credits: waiting.credits.clone(),
        file: FILE,
        file_name: document.name.clone(),
    };
    let Some(draft) = draft::draft(&invoice, frozen, context) else {
        return Ok(());
    };
    let given = Given {
        name: FILE.into(),
        path: document.path,
        size: document.size,
    };
    let files =
        CallFiles::new(app, [given]).map_err(|error| Error::from(anyhow::Error::from(error)))?;
    let call = connection
        .job()
        .with_files(Arc::new(files) as Arc<dyn Files>);
    let booked = ready.plugin.push_invoice(call, draft).await?;
    let mut tx = app.begin().await?;
    sql::set_booked(&mut tx, waiting.id, &booked.state, app.now()).await?;
    Ok(tx.commit().await?)
}

/// Keeps why something was not booked. What stands in the way of all ends the job, to be tried again.
async fn refuse(
    app: &App,
    connection: &Connection,
    waiting: &Waiting,
    refusal: Refusal,
) -> JobResult {
    let now = app.now();
    let error = match refusal {
        Refusal::Order => {
            let text = "the invoice that it takes back is not booked";
            return Ok(sql::set_problem(&app.db, waiting.id, (text, false), now).await?);
        }
        Refusal::Call(error) => error,
        Refusal::Ours(error) => {
            let error = JobError::from(error);
            sql::set_problem(&app.db, waiting.id, (&error.reason().english, false), now).await?;
            return Err(error);
        }
    };
    let is_of_all = is_of_all(&error);
    let error = JobError::from(error);
    let is_failed = matches!(error, JobError::GiveUp(_)) && !is_of_all;
    sql::set_problem(
        &app.db,
        waiting.id,
        (&error.reason().english, is_failed),
        now,
    )
    .await?;
    if is_failed {
        return Ok(());
    }
    sql::set_trouble(&app.db, connection.id, &error.reason().english).await?;
    announce(&mut *app.db.acquire().await?).await?;
    Err(error)
}

/// Whether it says something of the connection, not of the record.
fn is_of_all(error: &CallError) -> bool {
    match error {
        CallError::Refused(refusal) => matches!(
            refusal.kind,
            ErrorKind::Unauthorized | ErrorKind::InvalidConfig(_)
        ),
        _ => false,
    }
}

/// Follows what was paid of what is booked.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct FollowPayments {
    /// A plugin's id.
    pub plugin: String,
    pub connection: Uuid,
}

impl Job for FollowPayments {
    const NAME: &'static str = "finance.follow-payments";
    const ATTEMPTS: i16 = 4;

    fn consumer(&self) -> String {
        self.plugin.clone()
    }

    fn identifier(&self) -> String {
        self.connection.to_string()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        let app = &context.app;
        let Some((connection, ready)) = open(app, self.connection).await? else {
            return Ok(());
        };
        let followed = follow(context, &ready, &connection).await;
        if let Err(error) = &followed {
            sql::set_trouble(&app.db, connection.id, &error.reason().english).await?;
        }
        announce(&mut *app.db.acquire().await?).await?;
        followed
    }
}

async fn follow(context: &JobContext, ready: &Ready, connection: &Connection) -> JobResult {
    let app = &context.app;
    let mut cursor = connection.cursor.clone();
    let mut done = 0;
    loop {
        let asked = ready
            .plugin
            .accounting_changes(connection.job(), cursor.as_deref(), CHANGES);
        let page = match asked.await {
            Ok(page) => page,
            // It keeps them for some weeks: everything that is open is asked for, and from now on the changes again.
            Err(CallError::Refused(refusal))
                if cursor.is_some() && matches!(refusal.kind, ErrorKind::NotFound) =>
            {
                follow_all(app, ready, connection).await?;
                cursor = None;
                sql::set_cursor(&app.db, connection.id, None, app.now()).await?;
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        let known = sql::known(&app.db, connection.id, &page.items).await?;
        for ids in known.chunks(STATES) {
            take(app, ready, connection, ids).await?;
        }
        let now = app.now();
        sql::set_cursor(&app.db, connection.id, Some(&page.cursor), now).await?;
        done += i64::try_from(page.items.len()).unwrap_or_default();
        context.progress(done, None, None).await?;
        if !page.more {
            return Ok(());
        }
        cursor = Some(page.cursor);
    }
}

async fn follow_all(app: &App, ready: &Ready, connection: &Connection) -> JobResult {
    let (mut after, most) = (String::new(), i64::try_from(STATES).unwrap_or(1));
    loop {
        let ids = sql::unpaid(&app.db, connection.id, &after, most).await?;
        let Some(last) = ids.last().cloned() else {
            return Ok(());
        };
        take(app, ready, connection, &ids).await?;
        after = last;
    }
}

/// Takes the present state of some invoices, at most [`STATES`]: what is paid moves the invoice's bank status, once.
async fn take(app: &App, ready: &Ready, connection: &Connection, ids: &[String]) -> JobResult {
    let states = ready
        .plugin
        .invoice_states(connection.job(), ids.to_vec())
        .await?;
    let scope = Scope::system(&ready.plugin.manifest().name);
    for state in &states {
        let mut tx = app.begin().await?;
        let paid = sql::set_payment(&mut tx, connection.id, state, app.now()).await?;
        if let Some(invoice) = paid {
            invoices::paid(&mut tx, &scope, invoice, app.now()).await?;
        }
        tx.commit().await?;
    }
    let gone = ids
        .iter()
        .filter(|id| states.iter().all(|state| state.id != **id));
    let gone: Vec<String> = gone.cloned().collect();
    Ok(sql::set_gone(&app.db, connection.id, &gone, app.now()).await?)
}

/// The moment: asks for both jobs where books are connected.
#[derive(Debug, Serialize, Deserialize)]
pub struct Hourly {}

impl Hourly {
    pub fn crontabs(_: &App) -> anyhow::Result<Vec<Crontab>> {
        Ok(vec![Cron::hourly_at::<Self>(25)?.payload(Self {})?.build()])
    }

    async fn ask(app: &App) -> Result<()> {
        let Some(connection) = sql::connection(&app.db, &app.keys).await? else {
            return Ok(());
        };
        let mut tx = app.begin().await?;
        let author = Author::system("schedule");
        if sql::waiting(&mut *tx, connection.id).await? > 0 {
            jobs::enqueue(&mut tx, &author, &connection.booking()).await?;
        }
        jobs::enqueue(&mut tx, &author, &connection.following()).await?;
        Ok(tx.commit().await?)
    }
}

impl Connection {
    /// The job that books what waits.
    pub fn booking(&self) -> BookInvoices {
        BookInvoices {
            plugin: self.plugin.clone(),
            connection: self.id,
        }
    }

    /// The job that follows what is paid.
    pub fn following(&self) -> FollowPayments {
        FollowPayments {
            plugin: self.plugin.clone(),
            connection: self.id,
        }
    }
}

impl TaskHandler for Hourly {
    const IDENTIFIER: &'static str = "finance.accounting";

    async fn run(self, queue: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = queue.get_ext::<App>().ok_or("no application")?;
        Self::ask(app).await.map_err(|error| format!("{error:#}"))
    }
}
