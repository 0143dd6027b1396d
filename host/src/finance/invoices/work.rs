//! What happens to invoices: they are proposed, made, issued, taken back.

use chrono::{DateTime, Days, NaiveDate, Utc};
use comptoir_document as paper;
use rust_decimal::Decimal;
use sqlx::PgConnection;
use uuid::Uuid;

use super::formulas::line_total;
use super::model::{
    Buyer, CreditInput, FEES, Frozen, Group, Invoice, InvoiceInput, InvoiceKind, InvoiceLine,
    InvoiceTotals, Line, PrepareInput, Prepared, Section,
};
use super::prepare::{Owner, commission_lines, fee_groups, of_fees, shipping};
use super::sales::{self, SalesFigures};
use super::sql::{self, FEES_CHANGED, NewInvoice, NewLine, NewLineFee, STATUS};
use crate::access::Scope;
use crate::finance::commissions::{self, Tier};
use crate::finance::company::{self, Company, VatCode};
use crate::finance::store_of;
use crate::http::error::{Conflict, Error, Issue, Result};
use crate::list::day_of;
use crate::organizations::Organization;
use crate::records::life::{self, created};
use crate::records::visible::Visible;
use crate::stores::StoreName;
use crate::words;
use crate::words::address::Address;
use crate::words::language::Language;

/// Days until a new invoice is due (specification, document 2, section 9).
const DEADLINE: Days = Days::new(7);
/// What everybody pays unless the invoice says otherwise (the same section).
const VAT: VatCode = VatCode::Fr200;

/// Nothing of an invoice is left to take back.
static CREDITED: Conflict = Conflict::new(
    "InvoiceStatus",
    "Cette facture est déjà entièrement reprise par des avoirs.",
    "Credit notes have taken back the whole of this invoice already.",
);

/// A store's owners, and the one that an invoice is for.
struct Owners {
    shares: Vec<Decimal>,
    place: usize,
}

impl Owners {
    /// # Errors
    /// [`Error::Invalid`]: the organization owns nothing of the store.
    async fn of(
        db: &mut PgConnection,
        store: &Visible<StoreName>,
        organization: Uuid,
    ) -> Result<Self> {
        let owners = sql::owners(db, store).await?;
        let place = owners.iter().position(|(id, _)| *id == organization);
        Ok(Self {
            place: place.ok_or(Error::field("organizationId", "option"))?,
            shares: owners.into_iter().map(|(_, share)| share).collect(),
        })
    }

    fn owner(&self) -> Owner<'_> {
        Owner {
            shares: &self.shares,
            place: self.place,
        }
    }
}

/// What an invoice of these days would hold: fees that none holds, and the commission by the tiers of the last day (decisions 20,
/// 26; F8 to F11).
///
/// # Errors
/// [`Error::Invalid`]: no such store, not its owner, or more fees than one invoice holds.
pub async fn prepare(
    db: &mut PgConnection,
    scope: &Scope,
    input: &PrepareInput,
    now: DateTime<Utc>,
) -> Result<Prepared> {
    let store = store_of(db, scope, input.store_id).await?;
    let owners = Owners::of(db, &store, input.organization_id).await?;
    let buyer = Visible::<Organization>::seek(&mut *db, scope, input.organization_id).await?;
    let language = language_of(buyer.and_then(|buyer| buyer.into_inner().address).as_ref());
    let owner = owners.owner();
    let days = (input.start_at, input.end_at);
    let fees = sql::open_fees(db, &store, input.organization_id, days, FEES as i64 + 1).await?;
    if fees.len() > FEES {
        return Err(Error::field("endAt", "max"));
    }
    let sales = sales::sum(&sales::within(&input.sales_report, days.0, days.1));
    let mut internal_shipping = shipping(&fees, &sales);
    if let Some(amount) = input.internal_shipping {
        internal_shipping.amount = amount;
    }
    let tiers = commissions::tiers(db, &store, input.end_at).await?;
    let mut tiers: Vec<Tier> = tiers.into_iter().map(|(_, tier)| tier).collect();
    tiers.sort_by_key(|tier| tier.min);
    let lines = commission_lines(&tiers, &sales, internal_shipping.amount, owner);
    let commissions: Vec<Group> = match lines.is_empty() {
        true => Vec::new(),
        false => vec![Group {
            title: words::invoice_text("commissions", language),
            lines,
        }],
    };
    let fees = fee_groups(&fees, owner, language);
    let vat_codes = company::vat_rules(db).await?;
    let vat = vat_codes.iter().find(|rule| rule.code == VAT);
    let organization_vat = vat.and_then(|rule| rule.percent).unwrap_or_default();
    let sum = |groups: &[Group]| -> Decimal {
        groups
            .iter()
            .flat_map(|group| &group.lines)
            .map(Line::total)
            .sum()
    };
    let special_mention = match internal_shipping.amount.is_zero() {
        true => String::new(),
        false => words::invoice_text("internalShipping", language).replace(
            "{{amount}}",
            &format!("{:.2}", internal_shipping.amount).replace('.', language.pick(",", ".")),
        ),
    };
    Ok(Prepared {
        title: title(&store.name, days, language),
        deadline_at: day_of(now) + DEADLINE,
        vat: VAT,
        organization_vat,
        organization_ownership: owner.share(),
        internal_shipping,
        special_mention,
        sales_report: sales,
        warnings: sales::warnings(&input.sales_report, days.0, days.1),
        totals: InvoiceTotals::of(
            sum(&fees),
            sum(&commissions),
            owner.share(),
            organization_vat,
            &sales.sales(),
        ),
        commissions,
        fees,
        overlapping: sql::overlapping(db, &store, input.organization_id, days).await?,
        vat_codes,
    })
}

/// In which language an organization is written to: French where it is spoken, and where nothing is known.
fn language_of(address: Option<&Address>) -> Language {
    match address.map(|address| address.country_code.as_str()) {
        None
        | Some("FR" | "BE" | "CH" | "LU" | "MC" | "GP" | "MQ" | "GF" | "RE" | "YT" | "NC" | "PF") => {
            Language::Fr
        }
        Some(_) => Language::En,
    }
}

/// `Facture Aurore – 01/10/2026–31/10/2026`
fn title(store: &str, (first, last): (NaiveDate, NaiveDate), language: Language) -> String {
    let period = format!("{}–{}", first.format("%d/%m/%Y"), last.format("%d/%m/%Y"));
    let pattern = words::invoice_text("title", language).replace("{{period}}", &period);
    let room = 255_usize.saturating_sub(pattern.chars().count());
    let store: String = store.chars().take(room).collect();
    pattern.replace("{{store}}", &store)
}

/// Makes a draft of what was filled in.
///
/// # Errors
/// [`Error::Invalid`]: no such store, not its owner, fees that are not the store's; a conflict: another invoice holds one of them.
pub async fn generate(
    db: &mut PgConnection,
    scope: &Scope,
    input: &InvoiceInput,
    now: DateTime<Utc>,
) -> Result<Invoice> {
    let store = store_of(db, scope, input.store_id).await?;
    let owners = Owners::of(db, &store, input.organization_id).await?;
    let owner = owners.owner();
    let figures = &input.figures;
    let vat_rules = company::vat_rules(&mut *db).await?;
    let vat = vat_rules.iter().find(|rule| rule.code == input.vat);
    if vat.is_some_and(|rule| !rule.category.takes(figures.organization_vat)) {
        return Err(Error::field("figures.organizationVat", "option"));
    }
    let ids: Vec<Uuid> = figures
        .lines()
        .flat_map(|line| line.fee_ids.iter().copied())
        .collect();
    let amounts = sql::lock_fees(db, &store, &ids).await?;
    if amounts.len() < ids.len() {
        return Err(Error::field("fees", "option"));
    }
    let new = NewInvoice {
        kind: InvoiceKind::Invoice,
        credits: None,
        organization: input.organization_id,
        store: store.id,
        shop_name: &store.name,
        title: &input.title,
        start_at: input.start_at,
        end_at: input.end_at,
        deadline_at: input.deadline_at,
        vat: input.vat,
        organization_vat: figures.organization_vat,
        organization_ownership: figures.organization_ownership,
        special_mention: &input.special_mention,
        sales_report: figures.sales_report,
        internal_shipping: input.internal_shipping,
        totals: figures.totals(),
    };
    let id = sql::add(db, scope, &new, now).await?;
    let (mut lines, mut fees) = (Vec::new(), Vec::new());
    let sections = [
        (Section::Commissions, &figures.commissions),
        (Section::Fees, &figures.fees),
    ];
    for (section, groups) in sections {
        for (group, line) in groups
            .iter()
            .flat_map(|group| group.lines.iter().map(move |line| (group, line)))
        {
            let of_it: Vec<(Uuid, Decimal)> = line
                .fee_ids
                .iter()
                .map(|fee| (*fee, amounts[fee]))
                .collect();
            let id = Uuid::now_v7();
            lines.push(NewLine {
                id,
                section,
                title: group.title.clone(),
                label: line.label.clone(),
                description: line.description.clone(),
                category: line.category,
                quantity: line.quantity,
                amount: line.amount,
                total: line.total(),
                explanation: match of_it.is_empty() {
                    false => Some(of_fees(of_it.iter().map(|(_, amount)| *amount), owner)),
                    true => line.explanation.filter(|_| section == Section::Commissions),
                },
                credits: None,
            });
            fees.extend(of_it.into_iter().map(|(fee, amount)| NewLineFee {
                line_id: id,
                fee_id: fee,
                amount: owner.part(amount),
                fee_amount: amount,
            }));
        }
    }
    sql::add_lines(db, id, input.organization_id, &lines, &fees).await?;
    created(db, scope, id).await
}

/// Gives a draft that is open its number, and freezes it (decision 10).
///
/// # Errors
/// [`STATUS`]: it is no draft; [`FEES_CHANGED`]; [`Error::Invalid`]: something that an invoice must tell by law is missing.
pub async fn issue(
    db: &mut PgConnection,
    scope: &Scope,
    draft: &Visible<Invoice>,
    now: DateTime<Utc>,
) -> Result<Invoice> {
    if !draft.is_draft() {
        return Err(Error::Conflict(&STATUS));
    }
    if !sql::fees_are_as_taken(db, draft.row.id).await? {
        return Err(Error::Conflict(&FEES_CHANGED));
    }
    let (frozen, lacks) = parties(&mut *db, scope, draft).await?;
    if !lacks.is_empty() {
        return Err(Error::Invalid(lacks));
    }
    let day = day_of(now);
    sql::issue(db, (draft.row.id, draft.row.kind), &frozen, (day, now)).await?;
    life::saved(db, scope, draft, now).await
}

/// Seller, buyer and VAT as they are now, with what of them an invoice must tell by law and lacks.
pub async fn parties(
    db: &mut PgConnection,
    scope: &Scope,
    draft: &Visible<Invoice>,
) -> Result<(Frozen, Vec<Issue>)> {
    let company = company::of(&mut *db, scope).await?.into_inner();
    let buyer = Visible::<Organization>::seek(db, scope, draft.row.organization.id).await?;
    let buyer = buyer
        .ok_or(Error::field("organizationId", "option"))?
        .into_inner();
    let readers = sql::readers(&mut *db, buyer.id).await?;
    let Company {
        seller, vat_codes, ..
    } = company;
    let vat = vat_codes.into_iter().find(|rule| rule.code == draft.vat);
    let mut vat = vat.ok_or(Error::field("vat", "option"))?;
    vat.percent = Some(draft.organization_vat);
    let frozen = Frozen {
        seller,
        language: language_of(buyer.address.as_ref()),
        buyer: Buyer {
            name: buyer.name,
            identifier_number: buyer.identifier_number,
            tax_number: buyer.tax_number,
            address: buyer.address.unwrap_or_default(),
            email: readers.into_iter().next().map(|reader| reader.email),
        },
        vat,
    };
    let lacks = lacks(&frozen);
    Ok((frozen, lacks))
}

/// What an invoice of theirs must tell by law and would not.
fn lacks(
    Frozen {
        seller, buyer, vat, ..
    }: &Frozen,
) -> Vec<Issue> {
    let missing = seller
        .missing()
        .into_iter()
        .map(|field| format!("seller.{field}"));
    let has_address = buyer.address != Address::default();
    let is_french = buyer.address.country_code == "FR";
    let buyer_lacks = [
        ("buyer.identifierNumber", buyer.identifier_number.is_empty()),
        (
            "buyer.taxNumber",
            buyer.tax_number.is_empty() && vat.category.names_buyer(),
        ),
        ("buyer.address", !has_address),
        (
            "buyer.email",
            has_address && !is_french && buyer.email.is_none(),
        ),
    ];
    let buyer_lacks = buyer_lacks.into_iter().filter(|(_, lacks)| *lacks);
    let missing = missing.chain(buyer_lacks.map(|(field, _)| field.to_owned()));
    let mut issues: Vec<Issue> = missing.map(|field| Issue::new(field, "required")).collect();
    if is_french
        && !buyer.identifier_number.is_empty()
        && paper::siren(&buyer.identifier_number).is_none()
    {
        issues.push(Issue::new("buyer.identifierNumber", "siren"));
    }
    if !vat.category.takes(vat.percent.unwrap_or_default()) {
        issues.push(Issue::new("organizationVat", "option"));
    }
    issues
}

/// A part of a line that is taken back.
struct Taken<'a> {
    line: &'a InvoiceLine,
    /// Euros without VAT, of the line's sign.
    amount: Decimal,
    is_whole: bool,
}

/// Takes back an issued invoice that is open, whole or by lines: a credit note with a number of its own, issued at once to whom
/// the invoice was.
///
/// # Errors
/// [`STATUS`]: it is a draft, or a credit note itself; [`CREDITED`]; [`Error::Invalid`]: a line that is none of its, or more than is
/// left of it.
pub async fn credit(
    db: &mut PgConnection,
    scope: &Scope,
    invoice: &Visible<Invoice>,
    input: &CreditInput,
    now: DateTime<Utc>,
) -> Result<Invoice> {
    let (Some(number), Some(frozen), InvoiceKind::Invoice) =
        (&invoice.row.number, &invoice.frozen, invoice.row.kind)
    else {
        return Err(Error::Conflict(&STATUS));
    };
    let taken = taken(invoice, input)?;
    let day = day_of(now);
    let title = words::invoice_text("creditNote", frozen.language).replace("{{number}}", number);
    let new = NewInvoice {
        kind: InvoiceKind::CreditNote,
        credits: Some(invoice.row.id),
        organization: invoice.row.organization.id,
        store: invoice.row.store.id,
        shop_name: &invoice.shop_name,
        title: &title,
        start_at: invoice.row.start_at,
        end_at: invoice.row.end_at,
        deadline_at: day,
        vat: invoice.vat,
        organization_vat: invoice.organization_vat,
        organization_ownership: invoice.organization_ownership,
        special_mention: &input.reason,
        sales_report: SalesFigures::default(),
        internal_shipping: Decimal::ZERO,
        totals: credit_totals(db, invoice, &taken).await?,
    };
    let id = sql::add(db, scope, &new, now).await?;
    let lines: Vec<NewLine> = invoice
        .sections()
        .filter_map(|(section, title, line)| {
            let taken = taken.iter().find(|taken| taken.line.id == line.id)?;
            let (quantity, amount) = match taken.amount == line.total {
                true => (line.quantity, -line.amount),
                false => (Decimal::ONE, -taken.amount),
            };
            Some(NewLine {
                id: Uuid::now_v7(),
                section,
                title: title.to_owned(),
                label: line.label.clone(),
                description: line.description.clone(),
                category: line.category,
                quantity,
                amount,
                total: line_total(quantity, amount),
                explanation: None,
                credits: Some(line.id),
            })
        })
        .collect();
    sql::add_lines(db, id, invoice.row.organization.id, &lines, &[]).await?;
    sql::issue(db, (id, InvoiceKind::CreditNote), &frozen.0, (day, now)).await?;
    if input.free_fees {
        let whole = taken.iter().filter(|taken| taken.is_whole);
        let whole: Vec<Uuid> = whole.map(|taken| taken.line.id).collect();
        sql::free_fees(db, &whole).await?;
    }
    created(db, scope, id).await
}

fn taken<'a>(invoice: &'a Invoice, input: &CreditInput) -> Result<Vec<Taken<'a>>> {
    let left = |line: &InvoiceLine| line.total - line.credited;
    let Some(asked) = &input.lines else {
        let lines = invoice.lines().filter(|line| !left(line).is_zero());
        let taken: Vec<Taken<'_>> = lines
            .map(|line| Taken {
                line,
                amount: left(line),
                is_whole: true,
            })
            .collect();
        return match taken.is_empty() {
            true => Err(Error::Conflict(&CREDITED)),
            false => Ok(taken),
        };
    };
    let (mut taken, mut issues) = (Vec::<Taken<'a>>::new(), Vec::new());
    for (at, one) in asked.iter().enumerate() {
        let line = invoice.lines().find(|line| line.id == one.line_id);
        let Some(line) = line.filter(|line| taken.iter().all(|taken| taken.line.id != line.id))
        else {
            issues.push(Issue::new(format!("lines[{at}].lineId"), "option"));
            continue;
        };
        let left = left(line);
        let amount = one.amount.unwrap_or(left);
        let fits = !amount.is_zero()
            && amount.is_sign_negative() == left.is_sign_negative()
            && amount.abs() <= left.abs()
            && amount.normalize().scale() <= crate::money::CENTS;
        if !fits {
            issues.push(Issue::new(format!("lines[{at}].amount"), "credit"));
            continue;
        }
        taken.push(Taken {
            line,
            amount,
            is_whole: amount == left,
        });
    }
    Error::refuse(issues)?;
    Ok(taken)
}

/// What a credit note comes to. The one that takes back the last of an invoice takes back what is left of its VAT, whatever
/// rounding the earlier ones did.
async fn credit_totals(
    db: &mut PgConnection,
    invoice: &Invoice,
    taken: &[Taken<'_>],
) -> Result<InvoiceTotals> {
    let sum = |section| -> Decimal {
        let lines = invoice.sections().filter(|(of, ..)| *of == section);
        let taken = lines.filter_map(|(_, _, line)| {
            let taken = taken.iter().find(|taken| taken.line.id == line.id)?;
            Some(taken.amount)
        });
        taken.sum()
    };
    let mut totals = InvoiceTotals::of(
        -sum(Section::Fees),
        -sum(Section::Commissions),
        Decimal::ZERO,
        invoice.organization_vat,
        &SalesFigures::default().sales(),
    );
    let is_last = invoice.lines().all(|line| {
        let now = taken.iter().find(|taken| taken.line.id == line.id);
        line.credited + now.map_or(Decimal::ZERO, |taken| taken.amount) == line.total
    });
    if is_last {
        let before = sql::credited_taxes(db, invoice.row.id).await?;
        totals = totals.with_taxes(-(invoice.row.total_taxes + before));
    }
    Ok(totals)
}
