//! Calls on invoices.

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use chrono::{Months, NaiveDate};
use serde::Deserialize;
use serde_json::json;
use utoipa::IntoParams;
use uuid::Uuid;

use super::analysis::{self, Analysis, AnalysisLine, Which, WhichLines};
use super::bulk::{WorkInput, WorkInvoices};
use super::document;
use super::letters::{self, LetterKind};
use super::list::INVOICES;
use super::model::{
    CreditInput, Figures, Invoice, InvoiceInput, Line, LineFee, MissingInvoice, Preparation,
    PreparationInput, PrepareInput, Prepared, Reckoned, Section, StatusInput, check_period,
};
use super::month::{MonthInput, PrepareMonth, month_of};
use super::reports::{self, SalesReport};
use super::sql::{self, STATUS};
use super::work;
use crate::access::{Access, Permission, Scope};
use crate::app::App;
use crate::files::{self, FileForm, FileInfo, Upload};
use crate::finance::{FeeCategory, INVOICE_FILES, days};
use crate::http::error::{Error, ErrorBody, Resource, Result};
use crate::http::idempotency::{KeyHeader, Once};
use crate::http::request::{Body, Data, Id, Params, Path};
use crate::http::routing::{Routes, routes};
use crate::jobs::{self, JobRecord};
use crate::list::start_of_day;
use crate::records::as_of::{AsOf, Moment, as_of};
use crate::records::audit::{self, Change};
use crate::records::edition::{Edition, EditionHeader};
use crate::records::visible::Visible;
use crate::records::{attachments, life};
use crate::stores::StoreName;
use crate::words::language::Language;

/// Customers read what was issued to their organization.
pub const READ: Access = Access::permissions(&[Permission::ReadInvoice]);
pub const WRITE: Access = Access::admin(&[Permission::WriteInvoice]);
/// Proposals tell of fees, commissions and stores.
pub const PREPARE: Access = Access::admin(&[
    Permission::WriteInvoice,
    Permission::ReadFee,
    Permission::ReadStore,
]);
/// Histories are the staff's own.
const AS_OF: Access = Access::admin(&[Permission::ReadInvoice]);
const MISSING: Access = Access::admin(&[Permission::ReadInvoice, Permission::ReadStore]);

/// As many stores as one answer lists.
pub const MOST_MISSING: i64 = 500;

pub fn routes() -> Routes {
    Routes::new()
        .list(READ, "/invoice", &INVOICES)
        .add(READ, routes!(find))
        .add(AS_OF, routes!(find_as_of))
        .add(WRITE, routes!(set_statuses, delete))
        .add(WRITE, routes!(restore))
        .add(PREPARE, routes!(prepare))
        .add(PREPARE, routes!(reckon))
        .add(PREPARE, routes!(generate))
        .add(PREPARE, routes!(sales_report, read_sales_report))
        .add(
            PREPARE,
            routes!(preparation, keep_preparation, forget_preparation),
        )
        .add(WRITE, routes!(issue))
        .add(WRITE, routes!(credit))
        .add(READ, routes!(line_fees))
        .add(READ, routes!(file))
        .add(WRITE, routes!(letter))
        .add(READ, routes!(work_through))
        .add(PREPARE, routes!(preview))
        .add(PREPARE, routes!(prepare_month))
        .add(MISSING, routes!(missing))
        .add(READ, routes!(analyse))
        .add(READ, routes!(analysis_lines))
        .add(READ, routes!(attachments))
        .add(WRITE, routes!(attach))
        .add(WRITE, routes!(detach))
}

/// One invoice, with its lines. Customers read what was issued to their organizations.
#[utoipa::path(get, path = "/invoice/{id}", tag = "finance", operation_id = "getInvoice", params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<Invoice>)))]
async fn find(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Invoice>> {
    let mut db = app.db.acquire().await?;
    let invoice = Visible::<Invoice>::find(&mut db, &scope, id).await?;
    Ok(Data {
        data: invoice.into_inner(),
    })
}

/// An invoice as it was at a moment, as far as its history tells: its names, days, totals and statuses.
#[utoipa::path(get, path = "/invoice/{id}/as-of", tag = "finance", operation_id = "getInvoiceAsOf",
    params(("id" = Uuid, Path), Moment), responses((status = 200, body = Data<AsOf>)))]
async fn find_as_of(
    scope: Scope,
    State(app): State<App>,
    Id(id): Id,
    Params(moment): Params<Moment>,
) -> Result<Data<AsOf>> {
    let data = as_of::<Invoice>(&app, &scope, id, &moment).await?;
    Ok(Data { data })
}

/// Moves the statuses of an issued invoice. Back goes only with a reason, which its history keeps.
#[utoipa::path(put, path = "/invoice/{id}", tag = "finance", operation_id = "setInvoiceStatuses",
    params(("id" = Uuid, Path), EditionHeader), request_body = StatusInput,
    responses((status = 200, body = Data<Invoice>),
        (status = 409, body = ErrorBody, description = "ConflictInvoiceStatusException: it is a draft")))]
async fn set_statuses(
    scope: Scope,
    State(app): State<App>,
    edition: Edition,
    Id(id): Id,
    Body(input): Body<StatusInput>,
) -> Result<Data<Invoice>> {
    let mut tx = app.begin().await?;
    let before = life::open::<Invoice>(&mut tx, &scope, id, edition).await?;
    if before.is_draft() {
        return Err(Error::Conflict(&STATUS));
    }
    input.check(&before.row)?;
    sql::set_statuses(&mut tx, id, &input, app.now()).await?;
    let after = Visible::<Invoice>::find(&mut tx, &scope, id).await?;
    let mut changes = audit::changes(
        Some(&life::Record::audited(&*before)),
        Some(&life::Record::audited(&*after)),
    );
    if !changes.is_empty() && !input.reason.is_empty() {
        changes.push(Change {
            field: "reason".into(),
            before: json!(null),
            after: json!(input.reason),
        });
    }
    life::note(&mut tx, &scope, &before, "update", changes, app.now()).await?;
    let data = Visible::<Invoice>::find(&mut tx, &scope, id).await?;
    tx.commit().await?;
    Ok(Data {
        data: data.into_inner(),
    })
}

/// Deletes a draft, which can be undone for an hour. Its fees can be invoiced again.
#[utoipa::path(delete, path = "/invoice/{id}", tag = "finance", operation_id = "deleteInvoice", params(("id" = Uuid, Path)),
    responses((status = 204, description = "Deleted"),
        (status = 409, body = ErrorBody, description = "ConflictInvoiceStatusException: it was issued")))]
async fn delete(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<StatusCode> {
    life::delete::<Invoice>(&app, &scope, id).await
}

/// Undoes the deletion of a draft, within an hour.
#[utoipa::path(post, path = "/invoice/{id}/restore", tag = "finance", operation_id = "restoreInvoice",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<Invoice>),
        (status = 409, body = ErrorBody, description = "ConflictInvoiceStatusException: another invoice took one of its fees")))]
async fn restore(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Data<Invoice>> {
    life::restore(&app, &scope, id).await
}

/// Proposes an invoice of an owner of a store for some days: the fees that none holds, the commission on the sales, both split by
/// ownership, each with how it came about. Keeps nothing.
#[utoipa::path(post, path = "/invoice/prepare", tag = "finance", operation_id = "prepareInvoice", request_body = PrepareInput,
    responses((status = 200, body = Data<Prepared>)))]
async fn prepare(
    scope: Scope,
    State(app): State<App>,
    Body(input): Body<PrepareInput>,
) -> Result<Data<Prepared>> {
    check_period(input.start_at, input.end_at)?;
    let mut db = app.db.acquire().await?;
    let data = work::prepare(&mut db, &scope, &input, app.now()).await?;
    Ok(Data { data })
}

/// What lines, ownership, VAT and sales come to (F11). Keeps nothing.
#[utoipa::path(post, path = "/invoice/totals", tag = "finance", operation_id = "reckonInvoice", request_body = Figures,
    responses((status = 200, body = Data<Reckoned>)))]
async fn reckon(_: Scope, Body(figures): Body<Figures>) -> Result<Data<Reckoned>> {
    let data = Reckoned {
        totals: figures.totals(),
        line_totals: figures.lines().map(Line::total).collect(),
    };
    Ok(Data { data })
}

/// Makes a draft. Its lines' fees stand on it alone; its totals are reckoned here.
#[utoipa::path(post, path = "/invoice/generate", tag = "finance", operation_id = "generateInvoice", params(KeyHeader),
    request_body = InvoiceInput, responses((status = 201, body = Data<Invoice>),
        (status = 409, body = ErrorBody, description = "ConflictInvoiceStatusException: another invoice holds one of the fees")))]
async fn generate(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Body(input): Body<InvoiceInput>,
) -> Result<Response> {
    input.check()?;
    once.run(&app, async |tx| {
        let invoice = work::generate(tx, &scope, &input, app.now()).await?;
        Ok((StatusCode::CREATED, invoice))
    })
    .await
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct ReportQuery {
    store_id: Uuid,
    /// Both days included.
    start_at: NaiveDate,
    end_at: NaiveDate,
}

impl ReportQuery {
    async fn store(&self, app: &App, scope: &Scope) -> Result<Visible<StoreName>> {
        check_period(self.start_at, self.end_at)?;
        Visible::<StoreName>::find(&mut *app.db.acquire().await?, scope, self.store_id).await
    }

    const fn period(&self) -> (NaiveDate, NaiveDate) {
        (self.start_at, self.end_at)
    }
}

/// Asks the shop that a store is connected to for its sales by month.
#[utoipa::path(get, path = "/invoice/sales-report", tag = "finance", operation_id = "getSalesReport", params(ReportQuery),
    responses((status = 200, body = Data<SalesReport>),
        (status = 404, body = ErrorBody, description = "NotFoundConnectorException: the store has no shop"),
        (status = 422, body = ErrorBody, description = "ConnectorException: its shop tells no sales"),
        (status = 502, body = ErrorBody, description = "ConnectorException: the shop does not answer")))]
async fn sales_report(
    scope: Scope,
    State(app): State<App>,
    Params(query): Params<ReportQuery>,
) -> Result<Data<SalesReport>> {
    let store = query.store(&app, &scope).await?;
    let data = reports::asked(&app, &store, query.period()).await?;
    Ok(Data { data })
}

/// Reads sales by month from a file that a person exported from the shop, in French or English: the field `file`. What cannot be
/// read is told with line and column.
#[utoipa::path(post, path = "/invoice/sales-report", tag = "finance", operation_id = "readSalesReport", params(ReportQuery),
    request_body(content = FileForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Data<SalesReport>),
        (status = 404, body = ErrorBody, description = "NotFoundConnectorException: no plugin reads such files"),
        (status = 400, body = ErrorBody,
            description = "ConnectorException: the file is no sales report, with line and column; BadRequestSchemaException"),
        (status = 502, body = ErrorBody, description = "ConnectorException: the plugin failed")))]
async fn read_sales_report(
    scope: Scope,
    State(app): State<App>,
    Params(query): Params<ReportQuery>,
    request: Request,
) -> Result<Data<SalesReport>> {
    let store = query.store(&app, &scope).await?;
    let file = files::receive(&app, &scope, request, reports::wanted()).await?;
    let report = reports::read(&app, &store, &file, query.period()).await;
    // It has told what it holds.
    app.files.remove(&file.path).await?;
    Ok(Data { data: report? })
}

/// Where the caller's invoice wizard stands; null: nowhere.
#[utoipa::path(get, path = "/invoice/preparation", tag = "finance", operation_id = "getInvoicePreparation",
    responses((status = 200, body = Data<Option<Preparation>>)))]
async fn preparation(scope: Scope, State(app): State<App>) -> Result<Data<Option<Preparation>>> {
    let mut db = app.db.acquire().await?;
    Ok(Data {
        data: sql::preparation(&mut db, &scope).await?,
    })
}

/// Keeps where the caller's invoice wizard stands, for every machine of theirs.
#[utoipa::path(put, path = "/invoice/preparation", tag = "finance", operation_id = "keepInvoicePreparation",
    request_body = PreparationInput, responses((status = 204, description = "Kept")))]
async fn keep_preparation(
    scope: Scope,
    State(app): State<App>,
    Body(input): Body<PreparationInput>,
) -> Result<StatusCode> {
    let mut db = app.db.acquire().await?;
    sql::keep_preparation(&mut db, &scope, Some(&input), app.now()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Forgets where the caller's invoice wizard stands.
#[utoipa::path(delete, path = "/invoice/preparation", tag = "finance", operation_id = "forgetInvoicePreparation",
    responses((status = 204, description = "Forgotten")))]
async fn forget_preparation(scope: Scope, State(app): State<App>) -> Result<StatusCode> {
    let mut db = app.db.acquire().await?;
    sql::keep_preparation(&mut db, &scope, None, app.now()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Issues a draft: it gets the next number of its year and is frozen, with seller and buyer as they are now. Says what is missing
/// by law.
#[utoipa::path(post, path = "/invoice/{id}/issue", tag = "finance", operation_id = "issueInvoice",
    params(("id" = Uuid, Path), EditionHeader), responses((status = 200, body = Data<Invoice>),
        (status = 400, body = ErrorBody, description = "`seller.…`, `buyer.…`: what an invoice must tell by law is missing"),
        (status = 409, body = ErrorBody,
            description = "ConflictInvoiceStatusException: it is no draft, or its fees changed since")))]
async fn issue(
    scope: Scope,
    State(app): State<App>,
    edition: Edition,
    Id(id): Id,
) -> Result<Data<Invoice>> {
    let mut tx = app.begin().await?;
    let draft = life::open::<Invoice>(&mut tx, &scope, id, edition).await?;
    let data = work::issue(&mut tx, &scope, &draft, app.now()).await?;
    tx.commit().await?;
    document::make(&app, &scope, id).await;
    Ok(Data { data })
}

/// Takes back an issued invoice, whole or by lines: a credit note with a number of its own series, issued at once.
#[utoipa::path(post, path = "/invoice/{id}/credit", tag = "finance", operation_id = "creditInvoice",
    params(("id" = Uuid, Path), KeyHeader), request_body = CreditInput, responses((status = 201, body = Data<Invoice>),
        (status = 409, body = ErrorBody,
            description = "ConflictInvoiceStatusException: it is a draft, a credit note, or nothing of it is left")))]
async fn credit(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    Id(id): Id,
    Body(input): Body<CreditInput>,
) -> Result<Response> {
    once.run(&app, async |tx| {
        let invoice = life::open::<Invoice>(tx, &scope, id, Edition::ANY).await?;
        let note = work::credit(tx, &scope, &invoice, &input, app.now()).await?;
        Ok((StatusCode::CREATED, note))
    })
    .await
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct After {
    /// The id of the last fee that was read.
    after: Option<Uuid>,
}

/// The fees that a line is made of, a hundred at a time.
#[utoipa::path(get, path = "/invoice/{id}/line/{line}/fee", tag = "finance", operation_id = "listInvoiceLineFees",
    params(("id" = Uuid, Path), ("line" = Uuid, Path), After), responses((status = 200, body = Data<Vec<LineFee>>)))]
async fn line_fees(
    scope: Scope,
    State(app): State<App>,
    Path((id, line)): Path<(Uuid, Uuid)>,
    Params(query): Params<After>,
) -> Result<Data<Vec<LineFee>>> {
    let mut db = app.db.acquire().await?;
    let invoice = Visible::<Invoice>::find(&mut db, &scope, id).await?;
    if !invoice.lines().any(|known| known.id == line) {
        return Err(Error::NotFound(Resource::Other("InvoiceLine")));
    }
    let data = sql::line_fees(&mut db, &scope, &invoice, line, query.after).await?;
    Ok(Data { data })
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct MonthQuery {
    /// A day of the month.
    date: NaiveDate,
}

/// Stores with an order that left in the month and an owner without an invoice for any of its days (decision 25); at most 500.
#[utoipa::path(get, path = "/invoice/missing-invoice", tag = "finance", operation_id = "listMissingInvoices", params(MonthQuery),
    responses((status = 200, body = Data<Vec<MissingInvoice>>)))]
async fn missing(
    scope: Scope,
    State(app): State<App>,
    Params(query): Params<MonthQuery>,
) -> Result<Data<Vec<MissingInvoice>>> {
    days::check("date", query.date)?;
    let (first, last) = month_of(query.date);
    let moments = (start_of_day(first), start_of_day(first + Months::new(1)));
    let mut db = app.db.acquire().await?;
    let data = sql::missing(&mut db, &scope, (first, last), moments, MOST_MISSING).await?;
    Ok(Data { data })
}

/// The document of an invoice, a PDF (PDF/A-3 with Factur-X); of a draft, as it will be.
#[utoipa::path(get, path = "/invoice/{id}/file", tag = "finance", operation_id = "getInvoiceFile", params(("id" = Uuid, Path)),
    responses((status = 200, content_type = "application/pdf", body = Vec<u8>)))]
async fn file(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<Response> {
    let mut tx = app.begin().await?;
    let invoice = document::open(&mut tx, &scope, id).await?;
    let pdf = document::of(&app, &mut tx, &scope, &invoice).await?;
    tx.commit().await?;
    Ok(pdf.into_response())
}

/// What is filled in as the document that it will be. Keeps nothing.
#[utoipa::path(post, path = "/invoice/preview", tag = "finance", operation_id = "previewInvoice", request_body = InvoiceInput,
    responses((status = 200, content_type = "application/pdf", body = Vec<u8>)))]
async fn preview(
    scope: Scope,
    State(app): State<App>,
    Body(input): Body<InvoiceInput>,
) -> Result<Response> {
    input.check()?;
    // A draft that never is: what it would be is read as drafts are.
    let mut tx = app.begin().await?;
    let draft = work::generate(&mut tx, &scope, &input, app.now()).await?;
    let draft = Visible::<Invoice>::find(&mut tx, &scope, draft.row.id).await?;
    let document = document::draft(&app, &mut tx, &scope, &draft).await?;
    tx.rollback().await?;
    Ok(document::render(document).await?.into_response())
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct LetterQuery {
    #[param(inline)]
    kind: LetterKind,
}

/// The mail that would go out with an issued invoice, or as a reminder of it, and to whom.
#[utoipa::path(get, path = "/invoice/{id}/letter", tag = "finance", operation_id = "getInvoiceLetter",
    params(("id" = Uuid, Path), LetterQuery), responses((status = 200, body = Data<letters::Preview>),
        (status = 409, body = ErrorBody, description = "ConflictInvoiceStatusException: it is a draft, or nobody would get it")))]
async fn letter(
    scope: Scope,
    State(app): State<App>,
    Id(id): Id,
    Params(query): Params<LetterQuery>,
) -> Result<Data<letters::Preview>> {
    let mut db = app.db.acquire().await?;
    let invoice = Visible::<Invoice>::find(&mut db, &scope, id).await?;
    let data = letters::preview(&app, &mut db, &invoice, query.kind).await?;
    Ok(Data { data })
}

/// Has something happen to many invoices, each by itself: they are issued, sent by mail with their document, reminded of, marked as
/// paid, put into an archive to download (the only one that customers may). At most a thousand. The answer is the job; its
/// result says how many it happened to and which were refused (`InvoiceWorkResult`), an archive is among its files.
#[utoipa::path(post, path = "/invoice/work", tag = "finance", operation_id = "workInvoices", params(KeyHeader),
    request_body = WorkInput, responses((status = 202, body = Data<JobRecord>)))]
async fn work_through(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    language: Language,
    Body(input): Body<WorkInput>,
) -> Result<Response> {
    input.action.access().check(Some(&scope))?;
    let cursor = input.cursor.as_deref();
    let ids = INVOICES.work(&app.db, &scope, input.ids, cursor).await?;
    let job = WorkInvoices {
        id: Uuid::now_v7(),
        user: scope.actor.id,
        within: scope.within,
        action: input.action,
        ids,
        message: input.message,
        again: input.again,
        language,
    };
    jobs::accept(&app, &scope, once, &job).await
}

/// Makes the draft of every owner of every store that lacks an invoice for a month, with the sales that the store's shop tells. The
/// answer is the job; its result says which were made and which wait for a person, and why (`PreparedMonth`).
#[utoipa::path(post, path = "/invoice/prepare-month", tag = "finance", operation_id = "prepareInvoiceMonth", params(KeyHeader),
    request_body = MonthInput, responses((status = 202, body = Data<JobRecord>)))]
async fn prepare_month(
    scope: Scope,
    State(app): State<App>,
    once: Once,
    language: Language,
    Body(input): Body<MonthInput>,
) -> Result<Response> {
    days::check("date", input.date)?;
    let job = PrepareMonth {
        month: input.date,
        user: scope.actor.id,
        language,
    };
    jobs::accept(&app, &scope, once, &job).await
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct AnalysisQuery {
    /// Those whose first day lies between these, both included.
    start_at: NaiveDate,
    end_at: NaiveDate,
    organization_id: Option<Uuid>,
    store_id: Option<Uuid>,
}

impl AnalysisQuery {
    fn which(&self) -> Result<Which> {
        check_period(self.start_at, self.end_at)?;
        Ok(Which {
            first: self.start_at,
            last: self.end_at,
            organization: self.organization_id,
            store: self.store_id,
        })
    }
}

/// What issued invoices and credit notes come to, by month, by category of fees and by tier of commission.
#[utoipa::path(get, path = "/invoice/analysis", tag = "finance", operation_id = "analyseInvoices", params(AnalysisQuery),
    responses((status = 200, body = Data<Analysis>)))]
async fn analyse(
    scope: Scope,
    State(app): State<App>,
    Params(query): Params<AnalysisQuery>,
) -> Result<Data<Analysis>> {
    let which = query.which()?;
    let mut db = app.db.acquire().await?;
    let data = analysis::of(&mut db, &scope, which).await?;
    Ok(Data { data })
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct AnalysisLineQuery {
    /// Those whose first day lies between these, both included.
    start_at: NaiveDate,
    end_at: NaiveDate,
    organization_id: Option<Uuid>,
    store_id: Option<Uuid>,
    #[param(inline)]
    section: Option<Section>,
    #[param(inline)]
    category: Option<FeeCategory>,
    /// The id of the last line that was read.
    after: Option<Uuid>,
}

/// The lines of issued invoices and credit notes that a figure of the analysis is the sum of, by first day, a hundred at a time.
#[utoipa::path(get, path = "/invoice/analysis/line", tag = "finance", operation_id = "listAnalysisLines",
    params(AnalysisLineQuery), responses((status = 200, body = Data<Vec<AnalysisLine>>)))]
async fn analysis_lines(
    scope: Scope,
    State(app): State<App>,
    Params(query): Params<AnalysisLineQuery>,
) -> Result<Data<Vec<AnalysisLine>>> {
    let asked = AnalysisQuery {
        start_at: query.start_at,
        end_at: query.end_at,
        organization_id: query.organization_id,
        store_id: query.store_id,
    };
    let which = asked.which()?;
    let lines = WhichLines {
        section: query.section,
        category: query.category,
        after: query.after,
    };
    let mut db = app.db.acquire().await?;
    let data = analysis::lines(&mut db, &scope, which, lines).await?;
    Ok(Data { data })
}

/// What is attached to an invoice, oldest first; at most a hundred files. Download: `POST /file/{id}/link`.
#[utoipa::path(get, path = "/invoice/{id}/attachment", tag = "finance", operation_id = "listInvoiceAttachments",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<Vec<FileInfo>>)))]
async fn attachments(
    scope: Scope,
    State(app): State<App>,
    Id(id): Id,
) -> Result<Data<Vec<FileInfo>>> {
    attachments::list::<Invoice>(&app, &scope, &INVOICE_FILES, id).await
}

/// Attaches files to an invoice: the field `files`, once or several times. Its organization reads them once it is issued.
#[utoipa::path(post, path = "/invoice/{id}/attachment", tag = "finance", operation_id = "attachToInvoice",
    params(("id" = Uuid, Path)), request_body(content = files::FilesForm, content_type = "multipart/form-data"),
    responses((status = 201, body = Data<Vec<FileInfo>>)))]
async fn attach(
    scope: Scope,
    State(app): State<App>,
    Id(id): Id,
    upload: Upload,
) -> Result<(StatusCode, Data<Vec<FileInfo>>)> {
    attachments::attach::<Invoice>(&app, &scope, &INVOICE_FILES, id, upload).await
}

/// Removes what is attached to an invoice.
#[utoipa::path(delete, path = "/invoice/{id}/attachment/{file}", tag = "finance", operation_id = "detachFromInvoice",
    params(("id" = Uuid, Path), ("file" = Uuid, Path)), responses((status = 204, description = "Removed")))]
async fn detach(
    scope: Scope,
    State(app): State<App>,
    Path(ids): Path<(Uuid, Uuid)>,
) -> Result<StatusCode> {
    attachments::detach::<Invoice>(&app, &scope, &[&INVOICE_FILES], ids).await
}
