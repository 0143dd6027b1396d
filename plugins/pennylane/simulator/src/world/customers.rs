//! Who is invoiced: companies.

use super::{Answer, Company, created, ledger, ok, read};
use crate::clock;
use crate::error::ApiError;
use crate::listing::{CUSTOMERS, Query, page};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A company that is invoiced.
#[derive(Debug)]
pub struct Customer {
    id: u64,
    body: Body,
    created: DateTime<Utc>,
    updated: DateTime<Utc>,
}

/// What is told of it; a change holds what changes.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    name: Option<String>,
    billing_address: Option<Place>,
    delivery_address: Option<Place>,
    vat_number: Option<String>,
    reg_no: Option<String>,
    emails: Option<Vec<String>>,
    phone: Option<String>,
    recipient: Option<String>,
    reference: Option<String>,
    external_reference: Option<String>,
    payment_conditions: Option<String>,
    billing_language: Option<String>,
    ledger_account: Option<Account>,
    notes: Option<String>,
    billing_iban: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
    address: String,
    postal_code: String,
    city: String,
    country_alpha2: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Account {
    number: String,
}

impl Customer {
    fn show(&self) -> Value {
        let mut shown = json!(self.body);
        shown["id"] = self.id.into();
        shown["customer_type"] = "company".into();
        shown["created_at"] = clock::text(self.created).into();
        shown["updated_at"] = clock::text(self.updated).into();
        shown
    }
}

impl Company {
    /// All of them, oldest first.
    pub fn show_customers(&self) -> Vec<Value> {
        self.customers.values().map(Customer::show).collect()
    }

    /// `GET /customers`.
    pub fn list_customers(&self, query: &Query) -> Answer {
        ok(page(query, CUSTOMERS, self.show_customers())?)
    }

    /// `GET /customers/{id}`.
    pub fn one_customer(&self, id: u64) -> Answer {
        ok(self.customer(id)?.show())
    }

    /// `POST /company_customers`.
    pub fn create_customer(&mut self, bytes: &[u8], now: DateTime<Utc>) -> Answer {
        let mut body: Body = read(bytes)?;
        check(&body)?;
        if body.name.is_none() {
            return Err(ApiError::invalid("name", "Le nom est obligatoire"));
        }
        if body.billing_address.is_none() {
            let message = "L'adresse de facturation est obligatoire";
            return Err(ApiError::invalid("billing_address", message));
        }
        match &body.external_reference {
            Some(reference) => self.is_free(reference, None)?,
            None => body.external_reference = Some(self.reference()),
        }
        let customer = Customer {
            id: self.id(),
            body,
            created: now,
            updated: now,
        };
        let shown = customer.show();
        self.customers.insert(customer.id, customer);
        created(shown)
    }

    /// `PUT /company_customers/{id}`.
    pub fn update_customer(&mut self, id: u64, bytes: &[u8], now: DateTime<Utc>) -> Answer {
        let changes: Value = read(bytes)?;
        let customer = self.customer(id)?;
        let mut merged = json!(customer.body);
        for (name, value) in changes.as_object().into_iter().flatten() {
            merged[name] = value.clone();
        }
        let body: Body = read(merged.to_string().as_bytes())?;
        check(&body)?;
        if let Some(reference) = &body.external_reference {
            self.is_free(reference, Some(id))?;
        }
        let customer = self
            .customers
            .get_mut(&id)
            .ok_or_else(|| ApiError::not_found("Customer"))?;
        customer.body = body;
        customer.updated = now;
        ok(customer.show())
    }

    /// The customer with that id.
    pub(super) fn customer(&self, id: u64) -> Result<&Customer, ApiError> {
        self.customers
            .get(&id)
            .ok_or_else(|| ApiError::not_found("Customer"))
    }

    /// That no other customer has that reference.
    fn is_free(&self, reference: &str, but: Option<u64>) -> Result<(), ApiError> {
        let taken = self.customers.values().any(|customer| {
            customer.body.external_reference.as_deref() == Some(reference)
                && Some(customer.id) != but
        });
        if taken {
            return Err(ApiError::conflict("External reference is already taken"));
        }
        Ok(())
    }
}

fn check(body: &Body) -> Result<(), ApiError> {
    let invalid = |field: &str, message: &str| Err(ApiError::invalid(field, message));
    if body
        .name
        .as_deref()
        .is_some_and(|name| name.trim().is_empty())
    {
        return invalid("name", "Le nom est obligatoire");
    }
    for place in [&body.billing_address, &body.delivery_address] {
        let is_country =
            |text: &str| text.len() == 2 && text.bytes().all(|b| b.is_ascii_uppercase());
        if place
            .as_ref()
            .is_some_and(|place| !is_country(&place.country_alpha2))
        {
            return invalid("country_alpha2", "Le pays est invalide");
        }
    }
    let is_number = |text: &String| {
        matches!(text.len(), 9 | 14) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    if body.reg_no.as_ref().is_some_and(|text| !is_number(text)) {
        return invalid("reg_no", "Le SIREN ou SIRET est invalide");
    }
    if body
        .emails
        .iter()
        .flatten()
        .any(|email| !email.contains('@'))
    {
        return invalid("emails", "L'adresse e-mail est invalide");
    }
    let languages = ["fr_FR", "en_GB", "de_DE"];
    if body
        .billing_language
        .as_deref()
        .is_some_and(|language| !languages.contains(&language))
    {
        return invalid("billing_language", "La langue est invalide");
    }
    if let Some(Account { number }) = &body.ledger_account
        && !ledger::has_number(number)
        && !number.starts_with("411")
    {
        return invalid("ledger_account", "Le compte n'existe pas");
    }
    Ok(())
}
