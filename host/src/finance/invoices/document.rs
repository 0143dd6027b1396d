//! The document of an invoice. That of an issued one is made once and kept in the file store; drafts and what is being filled in are
//! shown as they would be.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use comptoir_document as paper;
use sqlx::PgConnection;
use uuid::Uuid;

use super::model::{Frozen, Invoice, InvoiceKind, LineGroup};
use super::work;
use crate::access::Scope;
use crate::app::App;
use crate::files::{self, FileInfo};
use crate::finance::INVOICE;
use crate::finance::company::{self, COMPANY, VatCategory};
use crate::http::error::{Error, Resource, Result};
use crate::list::day_of;
use crate::records::life;
use crate::records::visible::Visible;
use crate::words::address::Address;
use crate::words::countries;
use crate::words::language::Language;

/// What it is among an invoice's files.
const DOCUMENT: &str = "document";

/// A document.
#[derive(Debug)]
pub struct Pdf {
    /// `F-2026-0042.pdf`
    pub name: String,
    pub bytes: Vec<u8>,
}

impl IntoResponse for Pdf {
    fn into_response(self) -> Response {
        let headers = [
            (header::CONTENT_TYPE, "application/pdf".to_owned()),
            (header::CONTENT_DISPOSITION, files::disposition(&self.name)),
            (header::CACHE_CONTROL, "private, no-store".to_owned()),
        ];
        (headers, self.bytes).into_response()
    }
}

/// An invoice that is held until the transaction ends, so that its document is made once.
pub async fn open(db: &mut PgConnection, scope: &Scope, id: Uuid) -> Result<Visible<Invoice>> {
    life::lock_row::<Invoice>(&mut *db, id).await?;
    Visible::<Invoice>::find(db, scope, id).await
}

/// The document of an invoice that is open: the one that is kept, or made now and kept; of a draft as it would be.
pub async fn of(
    app: &App,
    db: &mut PgConnection,
    scope: &Scope,
    invoice: &Visible<Invoice>,
) -> Result<Pdf> {
    let Some(frozen) = &invoice.frozen else {
        let document = draft(app, db, scope, invoice).await?;
        return render(document).await;
    };
    let id = invoice.id();
    if let Some(file) = files::latest(&mut *db, &INVOICE, id, DOCUMENT).await? {
        let size = u64::try_from(file.size).unwrap_or_default();
        return Ok(Pdf {
            name: file.name,
            bytes: app.files.read(&file.path, 0..size).await?,
        });
    }
    let document = document(app, db, invoice, &frozen.0).await?;
    // What the law asks of it was asked for when it was issued.
    debug_assert_eq!(paper::violations(&document), []);
    let pdf = render(document).await?;
    let path = format!("invoices/{}.pdf", id.simple());
    let stored = files::keep(app, pdf.name.clone(), path, &pdf.bytes).await?;
    files::add_to(db, (&INVOICE, id), &stored, DOCUMENT, app.now()).await?;
    Ok(pdf)
}

/// An issued invoice and its document's file, made now where it was not.
///
/// # Errors
/// Not found: it is a draft.
pub async fn kept(
    app: &App,
    db: &mut PgConnection,
    scope: &Scope,
    id: Uuid,
) -> Result<(Visible<Invoice>, FileInfo)> {
    let invoice = open(&mut *db, scope, id).await?;
    if files::latest(&mut *db, &INVOICE, id, DOCUMENT)
        .await?
        .is_none()
    {
        of(app, &mut *db, scope, &invoice).await?;
    }
    let file = files::latest(db, &INVOICE, id, DOCUMENT).await?;
    Ok((invoice, file.ok_or(Error::NotFound(Resource::File))?))
}

/// Makes the document of an invoice that was just issued. What fails here is made when somebody asks for it.
pub async fn make(app: &App, scope: &Scope, id: Uuid) {
    let document = async {
        let mut tx = app.begin().await?;
        let invoice = open(&mut tx, scope, id).await?;
        of(app, &mut tx, scope, &invoice).await?;
        Ok::<_, crate::http::error::Error>(tx.commit().await?)
    };
    if let Err(error) = document.await {
        tracing::warn!(%error, invoice = %id, "its document is made later");
    }
}

/// What a draft would tell if it were issued now, whatever is missing.
pub async fn draft(
    app: &App,
    db: &mut PgConnection,
    scope: &Scope,
    invoice: &Visible<Invoice>,
) -> Result<paper::Document> {
    let (frozen, _) = work::parties(&mut *db, scope, invoice).await?;
    document(app, db, invoice, &frozen).await
}

/// Lays a document out.
pub async fn render(document: paper::Document) -> Result<Pdf> {
    let name = match (&document.number, document.language) {
        (Some(number), _) => number.clone(),
        (None, paper::Language::French) => "brouillon".to_owned(),
        (None, paper::Language::English) => "draft".to_owned(),
    };
    Ok(Pdf {
        name: format!("{name}.pdf"),
        bytes: files::lay_out(move || paper::pdf(&document)).await?,
    })
}

/// All that the document tells.
async fn document(
    app: &App,
    db: &mut PgConnection,
    invoice: &Invoice,
    frozen: &Frozen,
) -> Result<paper::Document> {
    let (row, language) = (&invoice.row, frozen.language);
    let credits = match &invoice.credits {
        Some(credited) => {
            let issued_at = sqlx::query_scalar!(
                r#"select issued_at as "issued_at!" from invoices where id = $1"#,
                credited.id
            );
            let issued_at = issued_at.fetch_one(&mut *db).await?;
            Some(paper::Credited {
                number: credited.number.clone().unwrap_or_default(),
                issued_on: day_of(issued_at),
            })
        }
        None => None,
    };
    let Frozen {
        seller, buyer, vat, ..
    } = frozen;
    let groups = invoice.commissions.iter().chain(&invoice.fees);
    let sales = &invoice.sales_report;
    Ok(paper::Document {
        language: language.of_documents(),
        kind: match row.kind {
            InvoiceKind::Invoice => paper::Kind::Invoice,
            InvoiceKind::CreditNote => paper::Kind::CreditNote,
        },
        number: row.number.clone(),
        issued_on: day_of(row.issued_at.unwrap_or(app.now())),
        due_on: row.deadline_at,
        start_on: row.start_at,
        end_on: row.end_at,
        title: row.title.clone(),
        store: invoice.shop_name.clone(),
        seller: paper::Seller {
            name: seller.name.clone(),
            siren: seller.siren.clone(),
            vat_number: seller.vat_number.clone(),
            address: address(seller.address.as_ref(), language),
            email: seller.email.clone(),
            iban: seller.iban.clone(),
            bic: seller.bic.clone(),
            legal: match language {
                Language::En if !seller.legal_en.is_empty() => seller.legal_en.clone(),
                _ => seller.legal_fr.clone(),
            },
            logo: logo(app, db).await?,
        },
        buyer: paper::Buyer {
            name: buyer.name.clone(),
            identifier_number: buyer.identifier_number.clone(),
            vat_number: buyer.tax_number.clone(),
            address: address(Some(&buyer.address), language),
            email: buyer.email.clone(),
        },
        groups: groups.map(group).collect(),
        sales: (row.kind == InvoiceKind::Invoice).then_some(paper::Sales {
            gross: sales.gross_sales,
            discounts: sales.discounts,
            returns: sales.returns,
            net: sales.net_sales,
            shipping: sales.shipping,
            taxes: sales.taxes,
            total: sales.total_sales,
        }),
        ownership: invoice.organization_ownership,
        special_mention: invoice.special_mention.clone(),
        vat: paper::Vat {
            percent: invoice.organization_vat,
            category: match vat.category {
                VatCategory::Standard => paper::VatCategory::Standard,
                VatCategory::Exempt => paper::VatCategory::Exempt,
                VatCategory::ReverseCharge => paper::VatCategory::ReverseCharge,
                VatCategory::IntraCommunity => paper::VatCategory::IntraCommunity,
                VatCategory::Export => paper::VatCategory::Export,
                VatCategory::OutOfScope => paper::VatCategory::OutOfScope,
                VatCategory::Zero => paper::VatCategory::Zero,
            },
            mention: match language {
                Language::En if !vat.mention_en.is_empty() => vat.mention_en.clone(),
                _ => vat.mention_fr.clone(),
            },
        },
        totals: paper::Totals {
            net: row.total_fees + row.total_commissions,
            tax: row.total_taxes,
            gross: row.total_amount,
            difference_ex_vat: row.difference_ex_vat,
            difference: row.difference_amount,
        },
        credits,
    })
}

fn group(group: &LineGroup) -> paper::Group {
    let lines = group.lines.iter().map(|line| paper::Line {
        label: line.label.clone(),
        description: line.description.clone(),
        quantity: line.quantity,
        price: line.amount,
        total: line.total,
    });
    paper::Group {
        title: group.title.clone(),
        lines: lines.collect(),
    }
}

fn address(address: Option<&Address>, language: Language) -> paper::Address {
    let address = address.cloned().unwrap_or_default();
    let lines = [
        address.company,
        address.address1,
        address.address2,
        address.extra,
    ];
    paper::Address {
        lines: lines.into_iter().filter(|line| !line.is_empty()).collect(),
        zip: address.zip,
        city: address.city,
        country: countries::name(&address.country_code, language),
        country_code: address.country_code,
    }
}

async fn logo(app: &App, db: &mut PgConnection) -> Result<Option<paper::Picture>> {
    let Some(file) = files::latest(db, &COMPANY, company::ID, company::LOGO).await? else {
        return Ok(None);
    };
    let size = u64::try_from(file.size).unwrap_or_default();
    Ok(Some(paper::Picture {
        bytes: app.files.read(&file.path, 0..size).await?,
        mime: file.media_type,
    }))
}
