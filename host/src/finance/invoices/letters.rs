//! Mails on invoices: the invoice itself, and a reminder of one that is overdue. Each goes to every member of the organization who
//! may read invoices, in their own language, with the document.

use chrono::NaiveDate;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use url::Url;
use utoipa::ToSchema;
use uuid::Uuid;

use super::document::Pdf;
use super::model::{Invoice, InvoiceKind, Reader};
use super::sql;
use crate::app::App;
use crate::http::error::{Conflict, Error, Result};
use crate::jobs::{Job, JobContext, JobError, JobResult, Wish};
use crate::mail::{self, Action, Attachment, Delivery, Letter, Mail, greeting};
use crate::records::audit::{Author, Change};
use crate::records::visible::Visible;
use crate::words::codes::codes;
use crate::words::language::Language;

codes! {
    /// Which mail.
    LetterKind schema(as = InvoiceLetterKind, rename_all = "SCREAMING_SNAKE_CASE") {
        Send = "SEND",
        Remind = "REMIND",
    }
}

/// A mail as it would go out now.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = InvoiceLetter)]
pub struct Preview {
    pub to: Vec<Reader>,
    /// In the language of the first of them.
    pub subject: String,
    pub text: String,
}

/// Nobody of the organization may read it.
static NO_READER: Conflict = Conflict::new(
    "InvoiceStatus",
    "Aucun membre de l’organisation n’a le droit de lire les factures : donnez-le à quelqu’un, ou envoyez la facture vous-même.",
    "No member of the organization may read invoices: grant it to somebody, or send the invoice yourself.",
)
.of("organizationId");

/// Who gets a mail on an invoice.
async fn addressees(db: &mut PgConnection, invoice: &Visible<Invoice>) -> Result<Vec<Reader>> {
    let readers = sql::readers(db, invoice.row.organization.id).await?;
    match readers.is_empty() {
        true => Err(Error::Conflict(&NO_READER)),
        false => Ok(readers),
    }
}

/// What a mail on an invoice says.
struct OnInvoice<'a> {
    kind: LetterKind,
    reader: &'a Reader,
    number: &'a str,
    invoice: InvoiceKind,
    store: &'a str,
    period: (NaiveDate, NaiveDate),
    /// With VAT.
    amount: Decimal,
    deadline_at: NaiveDate,
    /// What whoever sends it adds.
    message: &'a str,
    link: Url,
}

impl Mail for OnInvoice<'_> {
    const NAME: &'static str = "invoice";

    fn letter(&self, language: Language) -> Letter {
        let Self { number, store, .. } = self;
        let day = |day: NaiveDate| day.format("%d/%m/%Y").to_string();
        let (from, to, due) = (
            day(self.period.0),
            day(self.period.1),
            day(self.deadline_at),
        );
        let amount = comptoir_document::money(self.amount.abs(), language.of_documents());
        let (subject, lead) = match (self.kind, self.invoice, language) {
            (LetterKind::Send, InvoiceKind::Invoice, Language::Fr) => (
                format!("Votre facture {number}"),
                format!(
                    "Vous trouverez ci-joint votre facture {number} pour la boutique {store}, du {from} au {to} : {amount} TTC, à régler \
                     avant le {due}."
                ),
            ),
            (LetterKind::Send, InvoiceKind::Invoice, Language::En) => (
                format!("Your invoice {number}"),
                format!(
                    "Your invoice {number} for the store {store}, from {from} to {to}, is attached: {amount} incl. VAT, due by {due}."
                ),
            ),
            (LetterKind::Send, InvoiceKind::CreditNote, Language::Fr) => (
                format!("Votre avoir {number}"),
                format!(
                    "Vous trouverez ci-joint votre avoir {number} pour la boutique {store} : {amount} TTC."
                ),
            ),
            (LetterKind::Send, InvoiceKind::CreditNote, Language::En) => (
                format!("Your credit note {number}"),
                format!(
                    "Your credit note {number} for the store {store} is attached: {amount} incl. VAT."
                ),
            ),
            (LetterKind::Remind, _, Language::Fr) => (
                format!("Rappel : facture {number} échue le {due}"),
                format!(
                    "Sauf erreur de notre part, la facture {number} pour la boutique {store}, de {amount} TTC, était à régler avant le \
                     {due} et ne l’est pas encore. Vous la trouverez à nouveau ci-joint. Si votre virement est parti entre-temps, ne \
                     tenez pas compte de ce message."
                ),
            ),
            (LetterKind::Remind, _, Language::En) => (
                format!("Reminder: invoice {number} was due on {due}"),
                format!(
                    "According to our records, invoice {number} for the store {store}, {amount} incl. VAT, was due by {due} and is not \
                     paid yet. It is attached again. If your transfer is on its way, please disregard this message."
                ),
            ),
        };
        let message = Some(self.message.to_owned()).filter(|message| !message.is_empty());
        Letter {
            subject: subject.into(),
            greeting: greeting(language, &self.reader.name),
            paragraphs: std::iter::once(lead).chain(message).collect(),
            action: Some(Action {
                label: language.pick("Voir la facture", "View the invoice"),
                link: self.link.clone(),
            }),
            note: language.pick(
                "Vous recevez ce message car vous avez accès aux factures de votre organisation.",
                "You get this message because you have access to your organization’s invoices.",
            ),
        }
    }
}

fn letter<'a>(
    app: &App,
    invoice: &'a Invoice,
    number: &'a str,
    (kind, message): (LetterKind, &'a str),
    reader: &'a Reader,
) -> OnInvoice<'a> {
    let row = &invoice.row;
    let mut link = app.origin.clone();
    link.set_path(&format!(
        "/customer/{}/invoice/{}",
        row.organization.id, row.id
    ));
    OnInvoice {
        kind,
        reader,
        number,
        invoice: row.kind,
        store: &invoice.shop_name,
        period: (row.start_at, row.end_at),
        amount: row.total_amount,
        deadline_at: row.deadline_at,
        message,
        link,
    }
}

/// What would go out, and to whom.
///
/// # Errors
/// A conflict: it is a draft, or nobody would get it.
pub async fn preview(
    app: &App,
    db: &mut PgConnection,
    invoice: &Visible<Invoice>,
    kind: LetterKind,
) -> Result<Preview> {
    let number = invoice.number()?;
    let to = addressees(db, invoice).await?;
    let letter = letter(app, invoice, number, (kind, ""), &to[0]).letter(to[0].language);
    let rendered = letter.render(to[0].language, None);
    let (text, _) = rendered.map_err(anyhow::Error::from)?;
    Ok(Preview {
        subject: letter.subject.into_owned(),
        text,
        to,
    })
}

/// Puts the mails on an invoice into the outbox, one a reader; `of` tells this sending from others of the same invoice: again, it
/// sends nothing.
///
/// # Errors
/// As [`preview`].
pub async fn send(
    app: &App,
    db: &mut PgConnection,
    invoice: &Visible<Invoice>,
    letter_of: (LetterKind, &str),
    pdf: &Pdf,
    of: &str,
) -> Result<()> {
    let number = invoice.number()?;
    let id = format!("invoice/{}/{of}", invoice.id());
    let unsent = Unsent {
        invoice: invoice.id(),
        delivery: id.clone(),
    };
    let on_failure = Wish::of(&unsent)?;
    for reader in addressees(&mut *db, invoice).await? {
        let delivery = Delivery {
            key: format!("{id}/{}", reader.email),
            id: id.clone(),
            on_failure: on_failure.clone(),
        };
        let letter = letter(app, invoice, number, letter_of, &reader);
        let to = (reader.email.as_str(), reader.language);
        let file = Attachment {
            name: &pdf.name,
            content: &pdf.bytes,
        };
        mail::send_file(
            &mut *db,
            to,
            &letter,
            &file,
            Some(delivery),
            app.mail.is_some(),
        )
        .await?;
    }
    Ok(())
}

/// Writes down that a mail on an invoice did not go out. When none of its sending did, the invoice is not sent.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Unsent {
    pub invoice: Uuid,
    pub delivery: String,
}

impl Job for Unsent {
    const NAME: &'static str = "finance.invoice-unsent";

    fn consumer(&self) -> String {
        "finance".into()
    }

    fn identifier(&self) -> String {
        self.delivery.clone()
    }

    async fn run(&self, context: &JobContext) -> JobResult {
        let app = &context.app;
        let mut tx = app.begin().await?;
        let Some(error) = mail::failure(&mut *tx, &self.delivery).await? else {
            return Ok(());
        };
        let is_reminder = self.delivery.contains("/reminder-");
        let is_unsent = !is_reminder && !mail::is_out(&mut *tx, &self.delivery).await?;
        let mut changes = vec![Change {
            field: "mailError".into(),
            before: serde_json::Value::Null,
            after: error.into(),
        }];
        if is_unsent && super::sql::unsent(&mut tx, self.invoice).await? {
            changes.push(Change {
                field: "companyStatus".into(),
                before: 2.into(),
                after: 1.into(),
            });
        }
        let author = Author::system("mail");
        crate::records::life::enter::<Invoice>(&mut tx, &author, self.invoice, "update", changes)
            .await
            .map_err(JobError::from)?;
        Ok(tx.commit().await?)
    }
}
