//! From one step to the next (specification, document 1, section 4; decision 11): what each has to do, what keeps the next from
//! beginning, and how one goes back.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use super::model::{ProviderInvoicePatch, ProviderInvoiceRow, Step, StepState, Subject};
use super::{control, mapping, sql, summary};
use crate::access::Scope;
use crate::http::error::{Conflict, Error, Result};
use crate::records::audit::Author;

/// It is at another step than the caller believes.
pub static STATUS: Conflict = Conflict::new(
    "FulfillmentInvoiceStatus",
    "Cette facture est à une autre étape : rechargez-la.",
    "This invoice is at another step: reload it.",
)
.of("status");

/// Something of the step is not decided.
static OPEN: Conflict = Conflict::new(
    "FulfillmentInvoiceStep",
    "Il reste à décider dans cette étape : rien n’est laissé de côté.",
    "Something of this step is still to be decided: nothing is left aside.",
)
.of("to");

/// What was read, what was rejected and what the provider states do not sum up.
static DISAGREES: Conflict = Conflict::new(
    "FulfillmentInvoiceTotal",
    "Les lignes lues et les lignes rejetées ne donnent pas le total du prestataire.",
    "The lines that were read and those that were rejected do not come to the provider’s total.",
)
.of("statedAmount");

impl Step {
    fn next(self) -> Option<Self> {
        let at = Self::ALL.iter().position(|step| *step == self)?;
        Self::ALL.get(at + 1).copied()
    }
}

/// What a step has to do, as things are.
async fn state(db: &mut PgConnection, invoice: Uuid, step: Step) -> Result<StepState> {
    let (total, open) = match step {
        Step::OrderMapping => mapping::count(db, invoice, Subject::Order).await?,
        Step::ProductMapping => mapping::count(db, invoice, Subject::Product).await?,
        Step::ShippingFeeControl => (control::count(db, invoice).await?.0, 0),
        Step::ShippingExceptionsFeeControl => (control::count(db, invoice).await?.1, 0),
        Step::OtherServices => {
            let (lines, undecided) = mapping::count_general(&mut *db, invoice).await?;
            let services = mapping::services(db, invoice).await?;
            let new = services
                .iter()
                .filter(|service| service.is_billed.is_none());
            let new = i64::try_from(new.count()).unwrap_or(i64::MAX);
            (lines + new, undecided + new)
        }
        Step::Summary | Step::Validated => (1, 0),
    };
    Ok(StepState { step, total, open })
}

/// All steps.
pub async fn states(db: &mut PgConnection, invoice: Uuid) -> Result<Vec<StepState>> {
    let mut states = Vec::with_capacity(Step::ALL.len());
    for step in Step::ALL {
        states.push(state(&mut *db, invoice, *step).await?);
    }
    Ok(states)
}

/// Whether a person has something to do there: where all was known the step is passed over.
const fn stops(state: &StepState) -> bool {
    match state.step {
        Step::OrderMapping | Step::ProductMapping | Step::OtherServices => state.open > 0,
        Step::ShippingFeeControl | Step::ShippingExceptionsFeeControl => state.total > 0,
        Step::Summary | Step::Validated => true,
    }
}

/// Where an invoice begins that was just read.
pub async fn begin(db: &mut PgConnection, invoice: Uuid, provider: &str) -> Result<()> {
    let first = Step::OrderMapping;
    let step = match stops(&state(&mut *db, invoice, first).await?) {
        true => first,
        // The summary waits for a person who saw what was rejected.
        false => pass(&mut *db, (invoice, provider), first, Step::OtherServices).await?,
    };
    sql::set_status(db, invoice, step).await
}

/// Goes on from a step that is done, as far as the next that has something to do, and no farther than `to`.
async fn pass(
    db: &mut PgConnection,
    (invoice, provider): (Uuid, &str),
    from: Step,
    to: Step,
) -> Result<Step> {
    let mut step = from;
    while let Some(next) = step.next().filter(|next| *next <= to) {
        if next == Step::ShippingFeeControl {
            control::compare(&mut *db, invoice, provider).await?;
        }
        step = next;
        if stops(&state(&mut *db, invoice, step).await?) {
            break;
        }
    }
    Ok(step)
}

/// Takes the data of the present step, and goes where the caller wants.
///
/// # Errors
/// [`STATUS`], [`OPEN`], [`DISAGREES`]; [`Error::Invalid`]
pub async fn patch(
    db: &mut PgConnection,
    scope: &Scope,
    row: &ProviderInvoiceRow,
    patch: &ProviderInvoicePatch,
    now: DateTime<Utc>,
) -> Result<()> {
    let at = row.status;
    if row.read_at.is_none() || patch.status.is_some_and(|status| status != at) {
        return Err(Error::Conflict(&STATUS));
    }
    let is_given = [
        (!patch.order_mappings.is_empty(), &[Step::OrderMapping][..]),
        (!patch.product_mappings.is_empty(), &[Step::ProductMapping]),
        (
            patch.accept_above.is_some(),
            &[Step::OrderMapping, Step::ProductMapping],
        ),
        (
            !patch.shipping_exceptions.is_empty(),
            &[Step::ShippingExceptionsFeeControl],
        ),
        (!patch.other_services.is_empty(), &[Step::OtherServices]),
        (
            !patch.service_margin.is_empty(),
            &[Step::OtherServices, Step::Summary],
        ),
        (patch.selected_lines.is_some(), &[Step::Summary]),
    ];
    if is_given
        .iter()
        .any(|(given, steps)| *given && !steps.contains(&at))
    {
        return Err(Error::Conflict(&STATUS));
    }
    let of = (row.id, row.provider.as_str());
    sql::set_facts(&mut *db, row.id, patch).await?;
    mapping::decide(
        db,
        scope,
        of,
        (Subject::Order, "orderMappings"),
        &patch.order_mappings,
        now,
    )
    .await?;
    mapping::decide(
        db,
        scope,
        of,
        (Subject::Product, "productMappings"),
        &patch.product_mappings,
        now,
    )
    .await?;
    if let Some(least) = patch.accept_above {
        let subject = match at {
            Step::OrderMapping => Subject::Order,
            _ => Subject::Product,
        };
        mapping::accept(&mut *db, row.id, subject, least).await?;
    }
    control::select(&mut *db, row.id, &patch.shipping_exceptions).await?;
    mapping::decide_general(&mut *db, scope, row.id, &patch.other_services).await?;
    mapping::decide_services(&mut *db, of, &patch.service_margin).await?;
    if at == Step::Summary {
        summary::sum(&mut *db, row.id).await?;
        if let Some(selected) = &patch.selected_lines {
            summary::select(&mut *db, row.id, selected).await?;
        }
    }
    match patch.to {
        Some(to) if to > at => forward(db, scope, row, to, now).await,
        Some(to) if to < at => back(db, scope, row, to).await,
        _ => Ok(()),
    }
}

async fn forward(
    db: &mut PgConnection,
    scope: &Scope,
    row: &ProviderInvoiceRow,
    to: Step,
    now: DateTime<Utc>,
) -> Result<()> {
    if state(&mut *db, row.id, row.status).await?.open > 0 {
        return Err(Error::Conflict(&OPEN));
    }
    let of = (row.id, row.provider.as_str());
    let step = pass(&mut *db, of, row.status, to).await?;
    match step {
        Step::Summary => {
            check_total(&mut *db, row).await?;
            summary::sum(&mut *db, row.id).await?;
        }
        Step::Validated => {
            check_total(&mut *db, row).await?;
            summary::bring(&mut *db, &Author::from(scope), row, now).await?;
            sql::set_validated(&mut *db, row.id, Some(now)).await?;
        }
        _ => {}
    }
    sql::set_status(db, row.id, step).await
}

async fn back(
    db: &mut PgConnection,
    scope: &Scope,
    row: &ProviderInvoiceRow,
    to: Step,
) -> Result<()> {
    if row.status == Step::Validated {
        summary::take_back(&mut *db, &Author::from(scope), row.id).await?;
        sql::set_validated(&mut *db, row.id, None).await?;
    }
    sql::set_status(db, row.id, to).await
}

/// What was read, what was rejected and the provider's own total agree.
async fn check_total(db: &mut PgConnection, row: &ProviderInvoiceRow) -> Result<()> {
    let (rejected, stated) = sql::facts(db, row.id).await?;
    if row.rejected_count > 0 && rejected.is_none() {
        return Err(Error::field("rejectedAmount", "required"));
    }
    let known = crate::money::round(row.amount + rejected.unwrap_or_default());
    match stated.is_none_or(|stated| stated == known) {
        true => Ok(()),
        false => Err(Error::Conflict(&DISAGREES)),
    }
}
