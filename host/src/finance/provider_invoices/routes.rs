//! Calls on providers' invoices. They span stores: they are the staff's, by their role alone (specification, document 2, section 6).

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use chrono::{Months, NaiveDate};
use comptoir_sandbox::PluginRole;
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::IntoParams;
use uuid::Uuid;

use super::intake::{ReadProviderInvoice, announce};
use super::list::{
    ALL_LINES, BELOW, CLAIMS, EXCEPTIONS, OTHER_SERVICES, PROVIDER_INVOICES, SHIPPING,
};
use super::model::{
    MappingRule, Margins, ParcelSum, ProviderInvoice, ProviderInvoiceForm, ProviderInvoicePatch,
    ProviderInvoiceRow, SumBy,
};
use super::sql::{self, NewInvoice};
use super::{control, mapping, margins, steps};
use crate::access::{Access, Scope};
use crate::app::App;
use crate::files::{self, Upload};
use crate::finance::{PROVIDER_INVOICE, days, store_of};
use crate::http::error::{Error, ErrorBody, Result};
use crate::http::request::{Body, Data, Id, Params, answer};
use crate::http::routing::{Routes, routes};
use crate::jobs;
use crate::list::day_of;
use crate::plugins::Given;
use crate::records::audit::{self, Author, Change};
use crate::records::edition::{Edition, EditionHeader};
use crate::records::life::{self, Record};
use crate::records::visible::Visible;
use crate::words::language::Language;

pub const READ: Access = Access::admin(&[]);

/// As far back as margins are told at once.
const MOST_MONTHS: Months = Months::new(60);

pub fn routes() -> Routes {
    Routes::new()
        .list(READ, "/fulfillment-invoice", &PROVIDER_INVOICES)
        .add(READ, routes!(create))
        .add(READ, routes!(rules))
        .add(READ, routes!(forget_rule))
        .add(READ, routes!(find, patch, delete))
        .add(READ, routes!(restore))
        .list_below(
            READ,
            "/fulfillment-invoice/{id}/line",
            "listProviderInvoiceLines",
            BELOW,
            &ALL_LINES,
        )
        .list_below(
            READ,
            "/fulfillment-invoice/{id}/shipping",
            "listProviderParcels",
            BELOW,
            &SHIPPING,
        )
        .list_below(
            READ,
            "/fulfillment-invoice/{id}/claim",
            "listProviderParcelClaims",
            BELOW,
            &CLAIMS,
        )
        .add(READ, routes!(parcel_sums))
        .add(READ, routes!(margins))
        .list_below(
            READ,
            "/fulfillment-invoice/{id}/shipping-exceptions",
            "listProviderParcelExceptions",
            BELOW,
            &EXCEPTIONS,
        )
        .list_below(
            READ,
            "/fulfillment-invoice/{id}/other-services",
            "listProviderInvoiceServices",
            BELOW,
            &OTHER_SERVICES,
        )
}

/// Takes a provider's invoice file, which the provider's plugin reads in a job; the answer's `jobId` tells how far it is.
#[utoipa::path(post, path = "/fulfillment-invoice", tag = "finance", operation_id = "importProviderInvoice",
    request_body(content = ProviderInvoiceForm, content_type = "multipart/form-data"),
    responses((status = 201, body = Data<ProviderInvoice>),
        (status = 409, body = ErrorBody, description = "ConflictFulfillmentInvoiceFileException: the file was read before")))]
async fn create(
    scope: Scope,
    State(app): State<App>,
    language: Language,
    mut upload: Upload,
) -> Result<Response> {
    let mut form = upload.all(&app, &scope, "file", files::Kind::Table).await?;
    let created = keep(&app, &scope, language, &mut form).await;
    if created.is_err() {
        // Nobody knows of it.
        for file in &form.files {
            app.files.remove(&file.path).await?;
        }
    }
    Ok(answer(StatusCode::CREATED, created?))
}

async fn keep(
    app: &App,
    scope: &Scope,
    language: Language,
    form: &mut files::Form,
) -> Result<ProviderInvoice> {
    let [file] = &form.files[..] else {
        let code = if form.files.is_empty() {
            "required"
        } else {
            "max"
        };
        return Err(Error::field("file", code));
    };
    let input = Input::of(app, &form.fields)?;
    let id = Uuid::now_v7();
    let label = match &input.label {
        Some(label) => label.as_str(),
        None => &file.name,
    };
    let (now, author) = (app.now(), Author::from(scope));
    let new = NewInvoice {
        id,
        provider: &input.provider,
        label,
        start_at: input.start,
        end_at: input.end,
        file,
        author: &author.name,
    };
    let mut tx = app.begin().await?;
    sql::add(&mut tx, &new, now).await?;
    files::add_to(&mut *tx, (&PROVIDER_INVOICE, id), file, "source", now).await?;
    let given = Given {
        name: "invoice".into(),
        path: file.path.clone(),
        size: file.size,
    };
    let job = ReadProviderInvoice {
        invoice: id,
        provider: input.provider.clone(),
        file: given,
    };
    let job = jobs::enqueue(&mut tx, &author, &job).await?;
    sql::set_job(&mut tx, id, job.id).await?;
    life::created::<ProviderInvoiceRow>(&mut tx, scope, id).await?;
    let invoice = Visible::<ProviderInvoiceRow>::find(&mut tx, scope, id).await?;
    let invoice = sql::detail(&mut tx, invoice, language).await?;
    tx.commit().await?;
    Ok(invoice)
}

/// The fields of the form.
struct Input {
    provider: String,
    start: NaiveDate,
    end: NaiveDate,
    label: Option<String>,
}

impl Input {
    /// # Errors
    /// [`Error::Invalid`]: a day is none, or lies ahead; the provider is no plugin that reads such files.
    fn of(app: &App, fields: &BTreeMap<String, String>) -> Result<Self> {
        let known = ["provider", "start", "end", "label"];
        if let Some(other) = fields.keys().find(|field| !known.contains(&field.as_str())) {
            return Err(Error::field(other, "unknown"));
        }
        let field = |name: &'static str| {
            let text = fields
                .get(name)
                .map(|text| text.trim())
                .filter(|text| !text.is_empty());
            text.ok_or(Error::field(name, "required"))
        };
        let day = |name| match field(name)?.parse() {
            Ok(day) => Ok::<NaiveDate, Error>(day),
            Err(_) => Err(Error::field(name, "date")),
        };
        let (start, end) = (day("start")?, day("end")?);
        days::check_range(("start", start), ("end", Some(end)))?;
        if end > day_of(app.now()) {
            return Err(Error::field("end", "max"));
        }
        let provider = field("provider")?;
        if !app.plugins.plays(provider, PluginRole::Fulfilment) {
            return Err(Error::field("provider", "option"));
        }
        let label = field("label").ok();
        if label.is_some_and(|label| label.chars().count() > 255) {
            return Err(Error::field("label", "max"));
        }
        // PostgreSQL keeps no NUL, and no label has such letters.
        if label.is_some_and(|label| label.chars().any(char::is_control)) {
            return Err(Error::field("label", "format"));
        }
        Ok(Self {
            provider: provider.to_owned(),
            start,
            end,
            label: label.map(str::to_owned),
        })
    }
}

/// An invoice of a provider, with what is to be done.
#[utoipa::path(get, path = "/fulfillment-invoice/{id}", tag = "finance", operation_id = "getProviderInvoice",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<ProviderInvoice>)))]
async fn find(
    scope: Scope,
    State(app): State<App>,
    language: Language,
    Id(id): Id,
) -> Result<Data<ProviderInvoice>> {
    let mut db = app.db.acquire().await?;
    let found = Visible::find(&mut db, &scope, id).await?;
    Ok(Data {
        data: sql::detail(&mut db, found, language).await?,
    })
}

/// Takes the data of the present step and goes on, back, or validates: then every selected line of the summary is a fee, at once or
/// not at all. Going back from VALIDATED takes back the fees that no merchant's invoice took; the others stay.
#[utoipa::path(patch, path = "/fulfillment-invoice/{id}", tag = "finance", operation_id = "updateProviderInvoice",
    params(("id" = Uuid, Path), EditionHeader), request_body = ProviderInvoicePatch,
    responses((status = 200, body = Data<ProviderInvoice>),
        (status = 409, body = ErrorBody, description = "ConflictFulfillmentInvoiceStatusException: it is at another step; \
            ConflictFulfillmentInvoiceStepException: something is not decided; ConflictFulfillmentInvoiceTotalException: the sums \
            disagree")))]
async fn patch(
    scope: Scope,
    State(app): State<App>,
    language: Language,
    edition: Edition,
    Id(id): Id,
    Body(input): Body<ProviderInvoicePatch>,
) -> Result<Data<ProviderInvoice>> {
    let now = app.now();
    let mut tx = app.begin().await?;
    let before = life::open::<ProviderInvoiceRow>(&mut tx, &scope, id, edition).await?;
    steps::patch(&mut tx, &scope, &before, &input, now).await?;
    let after = Visible::<ProviderInvoiceRow>::find(&mut tx, &scope, id).await?;
    let mut changes = audit::changes(Some(&before.audited()), Some(&after.audited()));
    changes.extend(decisions(&input));
    life::note(&mut tx, &scope, &before, "update", changes, now).await?;
    announce(&mut tx).await?;
    let after = Visible::find(&mut tx, &scope, id).await?;
    let data = sql::detail(&mut tx, after, language).await?;
    tx.commit().await?;
    Ok(Data { data })
}

/// What was decided, for the history: whoever read the invoice before has read another.
fn decisions(input: &ProviderInvoicePatch) -> Vec<Change> {
    let counts = [
        ("orderMappings", input.order_mappings.len()),
        ("productMappings", input.product_mappings.len()),
        ("proposals", usize::from(input.accept_above.is_some())),
        ("shippingExceptions", input.shipping_exceptions.len()),
        ("otherServices", input.other_services.len()),
        ("serviceMargin", input.service_margin.len()),
        (
            "selectedLines",
            input.selected_lines.as_ref().map_or(0, Vec::len),
        ),
    ];
    let amounts = [
        ("rejectedAmount", input.rejected_amount),
        ("statedAmount", input.stated_amount),
    ];
    let counts = counts.into_iter().filter(|(_, count)| *count > 0);
    let counts = counts.map(|(field, count)| (field, json!(count)));
    let amounts = amounts.into_iter();
    let amounts = amounts.filter_map(|(field, amount)| Some((field, json!(amount?))));
    let given = counts.chain(amounts);
    let change = |(field, after): (&str, Value)| Change {
        field: field.into(),
        before: Value::Null,
        after,
    };
    given.map(change).collect()
}

/// Deletes an invoice that is not validated, which can be undone for an hour.
#[utoipa::path(delete, path = "/fulfillment-invoice/{id}", tag = "finance", operation_id = "deleteProviderInvoice",
    params(("id" = Uuid, Path)), responses((status = 204, description = "Deleted"),
        (status = 409, body = ErrorBody, description = "ConflictFulfillmentInvoiceStatusException: its fees are taken back first")))]
async fn delete(scope: Scope, State(app): State<App>, Id(id): Id) -> Result<StatusCode> {
    life::delete::<ProviderInvoiceRow>(&app, &scope, id).await
}

/// Undoes a deletion, within an hour.
#[utoipa::path(post, path = "/fulfillment-invoice/{id}/restore", tag = "finance", operation_id = "restoreProviderInvoice",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<ProviderInvoiceRow>)))]
async fn restore(
    scope: Scope,
    State(app): State<App>,
    Id(id): Id,
) -> Result<Data<ProviderInvoiceRow>> {
    life::restore(&app, &scope, id).await
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct OfProvider {
    /// A plugin's id; absent: of all.
    provider: Option<String>,
}

/// The rules by which providers' ids are mapped to stores, at most a thousand, the newest first.
#[utoipa::path(get, path = "/fulfillment-invoice/rule", tag = "finance", operation_id = "listProviderMappingRules",
    params(OfProvider), responses((status = 200, body = Data<Vec<MappingRule>>)))]
async fn rules(
    _: Scope,
    State(app): State<App>,
    Params(of): Params<OfProvider>,
) -> Result<Data<Vec<MappingRule>>> {
    Ok(Data {
        data: mapping::rules(&app.db, of.provider.as_deref()).await?,
    })
}

/// Forgets a rule. What it decided stays.
#[utoipa::path(delete, path = "/fulfillment-invoice/rule/{id}", tag = "finance", operation_id = "deleteProviderMappingRule",
    params(("id" = Uuid, Path)), responses((status = 204, description = "Forgotten"), (status = 404, body = ErrorBody)))]
async fn forget_rule(_: Scope, State(app): State<App>, Id(id): Id) -> Result<StatusCode> {
    match mapping::forget_rule(&app.db, id).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Error::missing("MappingRule")),
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Dimension {
    #[param(inline)]
    by: SumBy,
}

/// What the parcels of an invoice come to by store, carrier or country, the most charged first.
#[utoipa::path(get, path = "/fulfillment-invoice/{id}/shipping/sum", tag = "finance", operation_id = "sumProviderParcels",
    params(("id" = Uuid, Path), Dimension), responses((status = 200, body = Data<Vec<ParcelSum>>)))]
async fn parcel_sums(
    scope: Scope,
    State(app): State<App>,
    Id(id): Id,
    Params(Dimension { by }): Params<Dimension>,
) -> Result<Data<Vec<ParcelSum>>> {
    let mut db = app.db.acquire().await?;
    let invoice = Visible::<ProviderInvoiceRow>::find(&mut db, &scope, id).await?;
    Ok(Data {
        data: control::sums(&mut *db, invoice.id, by).await?,
    })
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct MarginQuery {
    /// Of one store; absent: of all, the company's share included.
    store_id: Option<Uuid>,
    /// Both days included, of the months in which invoices end; at most five years. Without: the last twelve months.
    start_at: Option<NaiveDate>,
    end_at: Option<NaiveDate>,
}

/// What validated invoices of providers left to the company, by month and by service (F13), and what the running month may come to.
#[utoipa::path(get, path = "/fulfillment-invoice/margin", tag = "finance", operation_id = "getProviderMargins",
    params(MarginQuery), responses((status = 200, body = Data<Margins>)))]
async fn margins(
    scope: Scope,
    State(app): State<App>,
    Params(query): Params<MarginQuery>,
) -> Result<Data<Margins>> {
    let today = day_of(app.now());
    let end = query.end_at.unwrap_or(today);
    days::check("endAt", end)?;
    let start = query.start_at.unwrap_or(end - Months::new(12));
    days::check_range(("startAt", start), ("endAt", Some(end)))?;
    if start + MOST_MONTHS < end {
        return Err(Error::field("endAt", "max"));
    }
    let mut db = app.db.acquire().await?;
    if let Some(store) = query.store_id {
        store_of(&mut db, &scope, store).await?;
    }
    Ok(Data {
        data: margins::of(&mut db, query.store_id, (start, end), today).await?,
    })
}
