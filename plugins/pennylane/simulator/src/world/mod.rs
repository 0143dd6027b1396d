//! What Pennylane holds: companies with their ledger, customers, documents and invoices.

mod amount;
mod changes;
mod customers;
mod imports;
mod invoices;
mod ledger;

use crate::error::ApiError;
use axum::body::Bytes;
use axum::http::StatusCode;
use changes::Change;
use chrono::{DateTime, Utc};
use customers::Customer;
use invoices::Invoice;
use rand::RngExt;
use rand::rngs::StdRng;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A status and a body, which is null for 204.
pub type Answer = Result<(StatusCode, Value), ApiError>;

/// One company's books.
#[derive(Debug)]
pub struct Company {
    id: u64,
    name: &'static str,
    customers: BTreeMap<u64, Customer>,
    documents: BTreeMap<u64, Document>,
    /// By id, which grows.
    invoices: BTreeMap<u64, Invoice>,
    /// How many imports were asked for under each reference.
    attempts: BTreeMap<String, usize>,
    /// Oldest first.
    changes: Vec<Change>,
    rng: StdRng,
    next_id: u64,
}

/// A file as it came in a form.
#[derive(Debug)]
pub struct Upload {
    /// The name that people know.
    pub name: String,
    /// The file.
    pub content: Bytes,
}

#[derive(Debug)]
struct Document {
    name: String,
    content: Bytes,
    /// It belongs to an invoice.
    is_taken: bool,
}

impl Company {
    /// Books with `invoices` invoices that somebody made by hand.
    pub fn new(
        id: u64,
        name: &'static str,
        invoices: usize,
        rng: StdRng,
        now: DateTime<Utc>,
    ) -> Self {
        let mut company = Self {
            id,
            name,
            customers: BTreeMap::new(),
            documents: BTreeMap::new(),
            invoices: BTreeMap::new(),
            attempts: BTreeMap::new(),
            changes: Vec::new(),
            rng,
            next_id: 25_465_420_529_000,
        };
        company.draw(invoices, now);
        company
    }

    /// `GET /me`: the company, and what the token may do.
    pub fn me(&self, scopes: &[&str]) -> Answer {
        let user = json!({
            "id": 4_711, "first_name": "Camille", "last_name": "Moreau",
            "email": "compta@comptoir.example", "locale": "fr",
        });
        ok(json!({
            "user": user,
            "company": { "id": self.id, "name": self.name, "reg_no": "732829320" }, "scopes": scopes,
        }))
    }

    /// `POST /file_attachments`.
    pub fn attach(&mut self, upload: Option<Upload>) -> Answer {
        let Some(Upload { name, content }) = upload else {
            return Err(ApiError::bad("file is missing"));
        };
        if !content.starts_with(b"%PDF") {
            return Err(ApiError::invalid("file", "Le fichier n'est pas un PDF"));
        }
        let id = self.id();
        let shown = json!({
            "id": id, "filename": name, "url": format!("https://app.pennylane.com/file_attachments/{id}"),
        });
        let document = Document {
            name,
            content,
            is_taken: false,
        };
        self.documents.insert(id, document);
        created(shown)
    }

    /// How many invoices, customers and documents there are.
    pub fn counts(&self) -> (usize, usize, usize) {
        (
            self.invoices.len(),
            self.customers.len(),
            self.documents.len(),
        )
    }

    fn id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id
    }

    /// A reference for what came without one: `2SPAZCOI5F`.
    fn reference(&mut self) -> String {
        const LETTERS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        let letters = (0..10).map(|_| LETTERS[self.rng.random_range(0..LETTERS.len())]);
        letters.map(char::from).collect()
    }
}

fn ok(value: Value) -> Answer {
    Ok((StatusCode::OK, value))
}

fn created(value: Value) -> Answer {
    Ok((StatusCode::CREATED, value))
}

fn nothing() -> Answer {
    Ok((StatusCode::NO_CONTENT, Value::Null))
}

/// The body; a field that is not known or is of another kind is refused.
fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    serde_json::from_slice(bytes).map_err(|error| ApiError::bad(error.to_string()))
}
