//! Calls on the books.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::{Value, json};
use uuid::{Uuid, uuid};

use comptoir_sandbox::PluginRole;

use super::jobs::announce;
use super::list::ENTRIES;
use super::model::{
    Accounting, AccountingService, BookAccount, BookVatCode, Books, Connection, ConnectionInput,
    Sync, SyncInput, VatInput,
};
use super::sql::{self, NewConnection};
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::finance::{ACCOUNTING, company, invoices};
use crate::http::error::{Conflict, Error, ErrorBody, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data};
use crate::http::routing::{Routes, routes};
use crate::jobs;
use crate::plugins;
use crate::providers::connectors::{self, Split};
use crate::records::audit::{self, Author, Change};

pub const READ: Access = Access::admin(&[Permission::ReadInvoice]);
const CONNECT: Access = Access::admin(&[Permission::ReadInvoice, Permission::WriteConnector]);

/// There are no books.
static UNCONNECTED: Conflict = Conflict::new(
    "AccountingConnection",
    "La comptabilité n’est pas connectée.",
    "Accounting is not connected.",
);

pub fn routes() -> Routes {
    Routes::new()
        .list(READ, "/finance/accounting/entry", &ENTRIES)
        .add(READ, routes!(find))
        .add_recent(CONNECT, routes!(connect))
        .add(CONNECT, routes!(disconnect))
        .add(READ, routes!(books))
        .add(invoices::WRITE, routes!(set_vat_codes))
        .add(invoices::WRITE, routes!(sync))
}

async fn whole(app: &App) -> Result<Accounting> {
    let ready = app.plugins.all_ready();
    let manifests = ready.iter().map(|ready| ready.plugin.manifest());
    let services = manifests
        .filter(|manifest| manifest.roles.contains(&PluginRole::Accounting))
        .map(|manifest| AccountingService {
            kind: manifest.id.clone(),
            name: manifest.name.clone(),
            settings: manifest.settings.clone(),
        });
    Ok(Accounting {
        services: services.collect(),
        connection: sql::shown(&app.db).await?,
        vat_codes: sql::vat_codes(&app.db).await?,
        counts: sql::counts(&app.db).await?,
    })
}

/// The company's books: where they are, which plugins keep such, what codes of VAT are called there, how many invoices are booked.
#[utoipa::path(get, path = "/finance/accounting", tag = "finance", operation_id = "getAccounting",
    responses((status = 200, body = Data<Accounting>)))]
async fn find(_: Scope, State(app): State<App>) -> Result<Data<Accounting>> {
    Ok(Data {
        data: whole(&app).await?,
    })
}

/// Connects the books, in place of those that were. The plugin asks the service whether settings and secrets are good before
/// anything is saved. An account that was connected before goes on from there.
#[utoipa::path(put, path = "/finance/accounting", tag = "finance", operation_id = "connectAccounting",
    request_body = ConnectionInput, responses((status = 200, body = Data<Accounting>),
        (status = 503, body = ErrorBody, description = "The service does not answer")))]
async fn connect(
    scope: Scope,
    State(app): State<App>,
    Body(input): Body<ConnectionInput>,
) -> Result<Data<Accounting>> {
    let ready = app.plugins.ready(&input.kind);
    let ready = ready.filter(|ready| {
        let roles = &ready.plugin.manifest().roles;
        roles.contains(&PluginRole::Accounting)
    });
    let ready = ready.ok_or_else(|| Error::field("type", "option"))?;
    let manifest = ready.plugin.manifest();
    let Split { settings, secrets } = connectors::split(
        &input.kind,
        &input.data,
        &manifest.settings,
        &manifest.secrets(),
    )?;
    let of = (Uuid::nil(), BOOKS);
    let account = connectors::try_at_provider(&ready, &settings, &secrets, of).await?;
    let (author, now) = (Author::from(&scope), app.now());
    let mut tx = app.begin().await?;
    let new = NewConnection {
        plugin: &input.kind,
        account: &account.name,
        settings: &settings,
        secrets: &secrets,
        author: &author.name,
    };
    sql::connect(&mut tx, &app.keys, &new, now).await?;
    let after = json!(format!("{} {}", manifest.name, account.name));
    record(&mut tx, &author, "connect", (Value::Null, after)).await?;
    tx.commit().await?;
    Ok(Data {
        data: whole(&app).await?,
    })
}

/// What their history hangs on, and whose faults count before there is a connection.
const BOOKS: Uuid = uuid!("00000000-0000-7000-8000-00000000acc0");

/// The history of the books is one.
async fn record(
    db: &mut sqlx::PgConnection,
    author: &Author,
    action: &str,
    (before, after): (Value, Value),
) -> Result<()> {
    let change = Change {
        field: "service".into(),
        before,
        after,
    };
    let entry = audit::Entry {
        kind: &ACCOUNTING,
        id: BOOKS,
        action,
        changes: vec![change],
    };
    audit::record(&mut *db, author, &[entry]).await?;
    announce(db).await
}

/// Ends the connection: its secrets are forgotten, what is booked stays booked.
#[utoipa::path(delete, path = "/finance/accounting", tag = "finance", operation_id = "disconnectAccounting",
    responses((status = 204, description = "Disconnected"),
        (status = 409, body = ErrorBody, description = "ConflictAccountingConnectionException: there is none")))]
async fn disconnect(scope: Scope, State(app): State<App>) -> Result<StatusCode> {
    let mut tx = app.begin().await?;
    let plugin = sql::disconnect(&mut tx, app.now()).await?;
    let plugin = plugin.ok_or(Error::Conflict(&UNCONNECTED))?;
    let author = Author::from(&scope);
    record(&mut tx, &author, "disconnect", (json!(plugin), Value::Null)).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn connection(app: &App) -> Result<Connection> {
    let connection = sql::connection(&app.db, &app.keys).await?;
    connection.ok_or(Error::Conflict(&UNCONNECTED))
}

/// What the service's books know, as of now: its codes of VAT, and which of the company's accounts its ledger has.
#[utoipa::path(get, path = "/finance/accounting/book", tag = "finance", operation_id = "getAccountingBooks",
    responses((status = 200, body = Data<Books>),
        (status = 409, body = ErrorBody, description = "ConflictAccountingConnectionException: there is none"),
        (status = 503, body = ErrorBody, description = "The service does not answer")))]
async fn books(_: Scope, State(app): State<App>) -> Result<Data<Books>> {
    let connection = connection(&app).await?;
    let ready = app.plugins.ready(&connection.plugin);
    let plugin = ready.ok_or(Error::missing("Plugin"))?.plugin.clone();
    let refused = |error| plugins::call_error(&connection.plugin, error);
    let vat_codes = plugin.vat_codes(connection.request()).await;
    let vat_codes = vat_codes.map_err(refused)?.into_iter();
    let mut db = app.db.acquire().await?;
    let accounts = company::accounts(&mut db).await?;
    drop(db);
    let mut numbers: Vec<String> = accounts.into_iter().map(|of| of.account).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let known = plugin.ledger_accounts(connection.request(), numbers.clone());
    let known = known.await.map_err(refused)?;
    let label = |number: &str| {
        let mut found = known.iter().filter(|account| account.number == number);
        found.next().map(|account| account.label.clone())
    };
    let accounts = numbers.into_iter().map(|account| BookAccount {
        label: label(&account),
        account,
    });
    Ok(Data {
        data: Books {
            vat_codes: vat_codes
                .map(|of| BookVatCode {
                    code: of.code,
                    percent: of.percent,
                })
                .collect(),
            accounts: accounts.collect(),
        },
    })
}

/// Says what codes of VAT are called in the books from now on.
#[utoipa::path(put, path = "/finance/accounting/vat-code", tag = "finance", operation_id = "setAccountingVatCodes",
    request_body = VatInput, responses((status = 200, body = Data<Accounting>)))]
async fn set_vat_codes(
    scope: Scope,
    State(app): State<App>,
    Body(input): Body<VatInput>,
) -> Result<Data<Accounting>> {
    let codes: Vec<_> = input.vat_codes.iter().map(|of| of.code).collect();
    if let Some(at) = (0..codes.len()).find(|at| codes[..*at].contains(&codes[*at])) {
        return Err(Error::field(format!("vatCodes[{at}].code"), "unique"));
    }
    let mut tx = app.begin().await?;
    let before = sql::vat_codes(&mut *tx).await?;
    sql::set_vat_codes(&mut tx, &input.vat_codes).await?;
    let after = sql::vat_codes(&mut *tx).await?;
    let changed = before
        .iter()
        .zip(&after)
        .filter(|(one, other)| one != other);
    let changes = changed.map(|(before, after)| Change {
        field: before.code.as_str().into(),
        before: json!(before.service_code),
        after: json!(after.service_code),
    });
    let entry = audit::Entry {
        kind: &ACCOUNTING,
        id: BOOKS,
        action: "update",
        changes: changes.collect(),
    };
    if !entry.changes.is_empty() {
        audit::record(&mut tx, &Author::from(&scope), &[entry]).await?;
        announce(&mut tx).await?;
    }
    tx.commit().await?;
    Ok(Data {
        data: whole(&app).await?,
    })
}

/// Has issued invoices and credit notes booked, each once, and asks what was paid meanwhile: jobs. Those that failed are tried again.
#[utoipa::path(post, path = "/invoice/sync", tag = "finance", operation_id = "syncInvoices", params(KeyHeader),
    request_body = SyncInput, responses((status = 202, body = Data<Sync>),
        (status = 409, body = ErrorBody, description = "ConflictAccountingConnectionException: there are no books")))]
async fn sync(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(input): Body<SyncInput>,
) -> Result<Response> {
    let connection = connection(&app).await?;
    once.run(&app, async |tx| {
        let author = Author::from(&scope);
        let ids = input.ids.as_deref();
        let waiting = sql::ask(&mut *tx, connection.id, ids, app.now()).await?;
        jobs::enqueue(&mut *tx, &author, &connection.following()).await?;
        let job = jobs::enqueue(&mut *tx, &author, &connection.booking()).await?;
        announce(&mut *tx).await?;
        Ok((StatusCode::ACCEPTED, Sync { waiting, job }))
    })
    .await
}
