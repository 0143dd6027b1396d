//! Invoices and credit notes, which are final once they are here, and what is paid of them.

use super::{Answer, Company, Document, amount, created, nothing, ok, read};
use crate::clock;
use crate::error::ApiError;
use crate::listing::{INVOICES, Query, page};
use crate::shared::Booked;
use axum::body::Bytes;
use chrono::{DateTime, Days, Duration, NaiveDate, Utc};
use serde::Deserialize;
use serde_json::{Value, json};

/// How long a document takes until it can be sent.
const PREPARED_AFTER: Duration = Duration::minutes(2);

/// An invoice, or a credit note: its amounts are below zero.
#[derive(Debug)]
pub struct Invoice {
    pub id: u64,
    pub number: String,
    /// The caller's key, or a drawn one.
    pub reference: String,
    pub label: String,
    pub customer: u64,
    pub document: u64,
    /// The name of its document.
    pub file_name: String,
    pub date: NaiveDate,
    pub deadline: NaiveDate,
    pub currency: String,
    /// In cents, with VAT.
    pub gross: i64,
    /// The VAT in it.
    pub tax: i64,
    pub lines: Vec<Line>,
    pub payments: Vec<(i64, DateTime<Utc>)>,
    /// What credit notes took back of it, above zero.
    pub credited: i64,
    /// The invoice that it credits.
    pub credits: Option<u64>,
    /// A status that was given by hand.
    pub forced: Option<String>,
    pub created: DateTime<Utc>,
    pub updated: DateTime<Utc>,
}

/// What an invoice asks.
#[derive(Clone, Debug)]
pub struct Line {
    pub label: String,
    pub quantity: String,
    pub unit: String,
    pub unit_price: String,
    /// In cents, with VAT.
    pub gross: i64,
    pub tax: i64,
    pub vat_rate: String,
    pub account: u64,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Link {
    credit_note_id: u64,
}

impl Line {
    fn show(&self, id: u64) -> Value {
        let (gross, tax) = (amount::text(self.gross), amount::text(self.tax));
        json!({
            "id": id, "label": self.label, "unit": self.unit, "quantity": self.quantity,
            "amount": gross, "currency_amount": gross, "tax": tax, "currency_tax": tax,
            "currency_amount_before_tax": amount::text(self.gross - self.tax),
            "vat_rate": self.vat_rate, "raw_currency_unit_price": self.unit_price,
            "ledger_account_id": self.account, "description": null, "product": null,
            "discount": { "type": "absolute", "value": "0.0" }, "section_rank": null,
        })
    }
}

impl Invoice {
    fn paid(&self) -> i64 {
        self.payments.iter().map(|(amount, _)| amount).sum()
    }

    fn remaining(&self) -> i64 {
        self.gross - self.credited - self.paid()
    }

    fn status(&self, now: DateTime<Utc>) -> &str {
        if let Some(forced) = &self.forced {
            return forced;
        }
        if self.gross < 0 {
            return "credit_note";
        }
        match (self.remaining(), self.paid(), self.credited) {
            (0, 0, credited) if credited > 0 => "cancelled",
            (0, ..) => "paid",
            (_, paid, _) if paid > 0 => "partially_paid",
            (_, _, credited) if credited > 0 => "partially_cancelled",
            _ if self.deadline < now.date_naive() => "late",
            _ => "upcoming",
        }
    }

    /// As the API shows it.
    pub fn show(&self, now: DateTime<Utc>) -> Value {
        let status = self.status(now);
        let net = self.gross - self.tax;
        let remaining = self.remaining();
        let of = |part: &str| format!("https://app.pennylane.com/api/external/v2{part}");
        let own =
            |part: &str| json!({ "url": of(&format!("/customer_invoices/{}/{part}", self.id)) });
        let archived = (status == "archived").then(|| clock::text(self.updated));
        json!({
            "id": self.id, "label": self.label, "invoice_number": self.number,
            "currency": self.currency, "exchange_rate": "1.0",
            "amount": amount::text(self.gross), "currency_amount": amount::text(self.gross),
            "tax": amount::text(self.tax), "currency_tax": amount::text(self.tax),
            "currency_amount_before_tax": amount::text(net),
            "remaining_amount_with_tax": amount::text(remaining),
            "remaining_amount_without_tax": amount::text(if remaining == self.gross { net } else { remaining }),
            "draft": false, "paid": status == "paid", "status": status,
            "date": self.date, "deadline": self.deadline, "language": "fr_FR",
            "filename": self.file_name,
            "public_file_url": format!("https://app.pennylane.com/public/invoice/pdf?id={}", self.id),
            "discount": { "type": "relative", "value": "0.0" },
            "ledger_entry": { "id": self.id },
            "customer": { "id": self.customer, "url": of(&format!("/customers/{}", self.customer)) },
            "invoice_lines": own("invoice_lines"), "payments": own("payments"),
            "matched_transactions": own("matched_transactions"),
            "credited_invoice": self.credits.map(|id| json!({ "id": id, "url": of(&format!("/customer_invoices/{id}")) })),
            "quote": null, "billing_subscription": null, "external_reference": self.reference,
            "e_invoicing": null, "factur_x": false,
            "created_at": clock::text(self.created), "updated_at": clock::text(self.updated),
            "archived_at": archived,
        })
    }
}

impl Company {
    /// Whether there is an invoice of that number.
    pub fn has(&self, number: &str) -> bool {
        self.invoices
            .values()
            .any(|invoice| invoice.number == number)
    }

    /// Whether there is an invoice of that reference.
    pub(super) fn is_referred_to(&self, reference: &str) -> bool {
        self.invoices
            .values()
            .any(|invoice| invoice.reference == reference)
    }

    /// `GET /customer_invoices`.
    pub fn list_invoices(&self, query: &Query, now: DateTime<Utc>) -> Answer {
        let items = self.invoices.values().map(|invoice| invoice.show(now));
        ok(page(query, INVOICES, items.collect())?)
    }

    /// `GET /customer_invoices/{id}`.
    pub fn one_invoice(&self, id: u64, now: DateTime<Utc>) -> Answer {
        ok(self.invoice(id)?.show(now))
    }

    /// `PUT` and `DELETE /customer_invoices/{id}`: what is here is final.
    pub fn locked(&self, id: u64) -> Answer {
        self.invoice(id)?;
        let message = "Une facture finalisée ne peut être ni modifiée ni supprimée";
        Err(ApiError::invalid("draft", message))
    }

    /// `GET /customer_invoices/{id}/invoice_lines`.
    pub fn list_lines(&self, id: u64, query: &Query) -> Answer {
        let lines = self.invoice(id)?.lines.iter().zip(1..);
        let lines = lines.map(|(line, number)| line.show(id * 100 + number));
        ok(page(query, &[], lines.collect())?)
    }

    /// `GET /customer_invoices/{id}/payments`.
    pub fn list_payments(&self, id: u64, query: &Query) -> Answer {
        let payments = self.invoice(id)?.payments.iter().zip(1..);
        let payments = payments.map(|((cents, at), number)| {
            json!({
                "id": id * 100 + number, "label": "Virement", "currency": "EUR", "status": "found",
                "currency_amount": amount::text(*cents), "created_at": clock::text(*at),
            })
        });
        ok(page(query, &[], payments.collect())?)
    }

    /// `PUT /customer_invoices/{id}/mark_as_paid`.
    pub fn mark_as_paid(&mut self, id: u64, now: DateTime<Utc>) -> Answer {
        let number = self.invoice(id)?.number.clone();
        self.pay(&number, None, now)
            .map_err(|message| ApiError::invalid("paid", message))?;
        nothing()
    }

    /// `POST /customer_invoices/{id}/send_by_email`.
    pub fn send_by_email(&self, id: u64, now: DateTime<Utc>) -> Answer {
        if now < self.invoice(id)?.created + PREPARED_AFTER {
            return Err(ApiError::conflict("The PDF is not ready yet"));
        }
        nothing()
    }

    /// `POST /customer_invoices/{id}/link_credit_note`.
    pub fn link_credit_note(&mut self, id: u64, bytes: &[u8], now: DateTime<Utc>) -> Answer {
        let Link { credit_note_id } = read(bytes)?;
        let invoice = self.invoice(id)?;
        let note = self.invoice(credit_note_id)?;
        let refused = |message| Err(ApiError::invalid("credit_note_id", message));
        if note.gross >= 0 || invoice.gross <= 0 {
            return refused("Le document n'est pas un avoir");
        }
        if note.credits.is_some() {
            return refused("L'avoir est déjà lié à une facture");
        }
        if note.customer != invoice.customer {
            return refused("L'avoir et la facture n'ont pas le même client");
        }
        let credited = -note.gross;
        if credited > invoice.gross - invoice.credited {
            return refused("L'avoir dépasse le montant de la facture");
        }
        self.change(credit_note_id, now, |note| note.credits = Some(id));
        self.change(id, now, |invoice| invoice.credited += credited);
        created(self.invoice(id)?.show(now))
    }

    /// What is in the books.
    pub fn booked(&self, now: DateTime<Utc>) -> Booked {
        let mut booked = Booked {
            attempts: self.attempts.clone(),
            ..Booked::default()
        };
        for invoice in self.invoices.values() {
            let mut shown = invoice.show(now);
            let lines = invoice.lines.iter().zip(1..);
            shown["lines"] = lines
                .map(|(line, number)| line.show(invoice.id * 100 + number))
                .collect();
            booked.invoices.push(shown);
            *booked.imports.entry(invoice.reference.clone()).or_default() += 1;
        }
        booked
    }

    /// The document of an invoice.
    pub fn document(&self, number: &str) -> Option<Vec<u8>> {
        let invoice = self.numbered(number)?;
        let document = self.documents.get(&invoice.document)?;
        Some(document.content.to_vec())
    }

    /// Something of an invoice, or all that remains, is paid.
    pub fn pay(
        &mut self,
        number: &str,
        amount: Option<&str>,
        now: DateTime<Utc>,
    ) -> Result<(), String> {
        let invoice = self.known(number)?;
        let (id, remaining) = (invoice.id, invoice.remaining());
        let cents = match amount {
            None => remaining,
            Some(text) => amount::cents("amount", text)
                .map_err(|_| format!("amount: {text} is not an amount"))?,
        };
        if cents <= 0 || cents > remaining {
            let remaining = amount::text(remaining);
            return Err(format!("amount: {remaining} remain to be paid"));
        }
        self.change(id, now, |invoice| invoice.payments.push((cents, now)));
        Ok(())
    }

    /// An invoice disappears.
    pub fn delete(&mut self, number: &str, now: DateTime<Utc>) -> Result<(), String> {
        let id = self.known(number)?.id;
        self.invoices.remove(&id);
        self.note(id, "delete", now);
        Ok(())
    }

    /// An invoice has that status from now on.
    pub fn set_status(
        &mut self,
        number: &str,
        status: &str,
        now: DateTime<Utc>,
    ) -> Result<(), String> {
        let id = self.known(number)?.id;
        self.change(id, now, |invoice| invoice.forced = Some(status.to_owned()));
        Ok(())
    }

    /// Customers and invoices that somebody made by hand.
    pub(super) fn draw(&mut self, invoices: usize, now: DateTime<Utc>) {
        let customer = json!({
            "name": "Atelier Brume", "reg_no": "552100554", "emails": ["compta@brume.example"],
            "billing_address": { "address": "3 rue des Lilas", "postal_code": "75011", "city": "Paris", "country_alpha2": "FR" },
        });
        // It is in order, as whoever calls would be told.
        let Ok((_, customer)) = self.create_customer(customer.to_string().as_bytes(), now) else {
            return;
        };
        for number in 1..=invoices {
            let document = self.id();
            let content = Bytes::from_static(b"%PDF-1.7 made by hand");
            let file_name = format!("FA-2026-{number:04}.pdf");
            let name = file_name.clone();
            let is_taken = true;
            self.documents.insert(
                document,
                Document {
                    name,
                    content,
                    is_taken,
                },
            );
            let net = 10_000 * number as i64;
            let line = Line {
                label: "Conseil".into(),
                quantity: "1".into(),
                unit: "piece".into(),
                unit_price: amount::text(net),
                gross: net + net / 5,
                tax: net / 5,
                vat_rate: "FR_200".into(),
                account: 1_300_000_012,
            };
            let invoice = Invoice {
                id: self.id(),
                number: format!("FA-2026-{number:04}"),
                reference: self.reference(),
                label: "Facture Atelier Brume".into(),
                customer: customer["id"].as_u64().unwrap_or_default(),
                document,
                file_name,
                date: now.date_naive(),
                deadline: now.date_naive() + Days::new(30),
                currency: "EUR".into(),
                gross: line.gross,
                tax: line.tax,
                lines: vec![line],
                payments: Vec::new(),
                credited: 0,
                credits: None,
                forced: None,
                created: now,
                updated: now,
            };
            let id = invoice.id;
            self.invoices.insert(id, invoice);
            self.note(id, "insert", now);
        }
    }

    fn invoice(&self, id: u64) -> Result<&Invoice, ApiError> {
        self.invoices
            .get(&id)
            .ok_or_else(|| ApiError::not_found("Customer invoice"))
    }

    fn numbered(&self, number: &str) -> Option<&Invoice> {
        self.invoices
            .values()
            .find(|invoice| invoice.number == number)
    }

    fn known(&self, number: &str) -> Result<&Invoice, String> {
        self.numbered(number)
            .ok_or_else(|| format!("number: there is no invoice {number}"))
    }

    fn change(&mut self, id: u64, now: DateTime<Utc>, change: impl FnOnce(&mut Invoice)) {
        if let Some(invoice) = self.invoices.get_mut(&id) {
            change(invoice);
            invoice.updated = now;
            self.note(id, "update", now);
        }
    }
}
