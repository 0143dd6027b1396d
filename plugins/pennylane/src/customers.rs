//! Who is invoiced: companies, by the host's key as `external_reference`.

use crate::api::{self, filter};
use crate::refusal;
use crate::wire;
use comptoir_plugin_sdk::accounting::Customer;
use comptoir_plugin_sdk::{Connector, ErrorKind, Host, Result};
use serde::Serialize;

/// A company as Pennylane takes it. What is empty is left out, so that nothing of the accountant's is emptied.
#[derive(Serialize)]
struct Body<'a> {
    name: &'a str,
    external_reference: &'a str,
    billing_address: BillingAddress<'a>,
    #[serde(skip_serializing_if = "String::is_empty")]
    vat_number: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    reg_no: String,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    emails: &'a [String],
    #[serde(skip_serializing_if = "str::is_empty")]
    phone: &'a str,
    #[serde(skip_serializing_if = "String::is_empty")]
    recipient: String,
    billing_language: &'static str,
    /// Where its debts stand, for a new one: moving it later is the accountant's affair.
    #[serde(skip_serializing_if = "Option::is_none")]
    ledger_account: Option<Account<'a>>,
}

#[derive(Serialize)]
struct BillingAddress<'a> {
    address: String,
    postal_code: &'a str,
    city: &'a str,
    country_alpha2: &'a str,
}

#[derive(Serialize)]
struct Account<'a> {
    number: &'a str,
}

/// Brings the customer up to date that has this id, else this key; creates it where there is none. Its id.
pub fn push(host: &impl Host, connector: &Connector, customer: &Customer) -> Result<String> {
    if let Some(id) = customer.id.as_deref().and_then(|id| id.parse().ok()) {
        match update(host, connector, customer, id) {
            Err(error) if error.kind == ErrorKind::NotFound => {}
            updated => return updated,
        }
    }
    if let Some(id) = find(host, connector, &customer.key)? {
        return update(host, connector, customer, id);
    }
    let request = api::post(connector, "/company_customers", &body(customer, true))?;
    let created = api::fetch::<wire::Customer>(host, request);
    match created {
        Ok(created) => Ok(created.id.to_string()),
        // Another try may have come before this one.
        Err(error) if refusal::is_of_content(&error) => {
            match find(host, connector, &customer.key)? {
                Some(id) => update(host, connector, customer, id),
                None => Err(error),
            }
        }
        Err(error) => Err(error),
    }
}

fn update(host: &impl Host, connector: &Connector, customer: &Customer, id: u64) -> Result<String> {
    let path = format!("/company_customers/{id}");
    api::answer(host, api::put(connector, &path, &body(customer, false))?)?;
    Ok(id.to_string())
}

/// The customer with that key.
fn find(host: &impl Host, connector: &Connector, key: &str) -> Result<Option<u64>> {
    let filter = filter("external_reference", "eq", key);
    let found: Vec<wire::Customer> = api::list(host, connector, "/customers", &filter)?;
    let ours = found
        .into_iter()
        .find(|customer| customer.external_reference == key);
    Ok(ours.map(|customer| customer.id))
}

fn body(customer: &Customer, is_new: bool) -> Body<'_> {
    let address = &customer.address;
    let account = customer.account.as_str();
    Body {
        name: &customer.name,
        external_reference: &customer.key,
        billing_address: BillingAddress {
            address: joined([&address.line1, &address.line2], ", "),
            postal_code: &address.zip,
            city: &address.city,
            country_alpha2: &address.country,
        },
        vat_number: solid(&customer.vat_number),
        reg_no: solid(&customer.registration),
        emails: &customer.emails,
        phone: &address.phone,
        recipient: joined([&address.first_name, &address.last_name], " "),
        billing_language: language(&customer.language),
        ledger_account: (is_new && !account.is_empty()).then_some(Account { number: account }),
    }
}

/// A number without the blanks that people write it with.
fn solid(number: &str) -> String {
    number.split_whitespace().collect()
}

fn joined(parts: [&str; 2], between: &str) -> String {
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(between)
}

fn language(language: &str) -> &'static str {
    match language {
        "en" => "en_GB",
        _ => "fr_FR",
    }
}
