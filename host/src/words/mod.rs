//! Words that the portal's screens use and the host needs too, as in exports: read from the portal's own texts, so that
//! they are said once.

pub mod address;
pub mod codes;
/// Countries and their names.
pub mod countries;
pub mod language;
pub mod said;

use std::sync::LazyLock;

use serde_json::Value;

use crate::words::language::Language;

macro_rules! texts {
    ($($name:ident = $file:literal),+ $(,)?) => {
        $(static $name: LazyLock<[Value; 2]> = LazyLock::new(|| {
            let texts = [
                include_str!(concat!("../../../web/locales/fr/", $file, ".json")),
                include_str!(concat!("../../../web/locales/en/", $file, ".json")),
            ];
            texts.map(|text| serde_json::from_str(text).unwrap_or_default())
        });)+
    };
}

texts! {
    ORDERS = "orders",
    TICKETS = "tickets",
    FINANCE = "finance",
    INVOICES = "invoices",
    PROVIDER_INVOICES = "providerInvoices",
    PROVIDER_GAPS = "providerGaps",
    IDENTITY = "identity",
    ASIDE = "aside",
    ACCOUNTING = "accounting",
    PROJECTS = "projects",
    PROJECT_PRODUCTS = "projectProducts",
    PROJECT_IMPORT = "projectImport",
    PRODUCTIONS = "productions",
    STORAGE = "storage",
    TAGS = "tags",
}

/// What an order's status is called.
pub fn order_status(code: &str, language: Language) -> String {
    found(&ORDERS, language, "/status", code)
}

/// Why an order does not go on, in short.
pub fn order_hold(code: &str, language: Language) -> String {
    found(&ORDERS, language, &format!("/hold/{code}"), "short")
}

/// Why an order was made.
pub fn order_source(code: &str, language: Language) -> String {
    found(&ORDERS, language, "/source", code)
}

/// What a ticket's status is called.
pub fn ticket_status(code: &str, language: Language) -> String {
    found(&TICKETS, language, "/status", code)
}

/// What a category of fees is called.
pub fn fee_category(code: &str, language: Language) -> String {
    found(&FINANCE, language, "/category", code)
}

/// What a fee's cause is called.
pub fn fee_cause(code: &str, language: Language) -> String {
    found(&FINANCE, language, "/cause", code)
}

/// What a status of invoices is called: of the `company`, the `customer` or the `bank`.
pub fn invoice_status(whose: &str, status: i16, language: Language) -> String {
    found(
        &INVOICES,
        language,
        &format!("/status/{whose}"),
        &status.to_string(),
    )
}

/// What a step of a provider's invoice is called.
pub fn provider_invoice_step(code: &str, language: Language) -> String {
    found(&PROVIDER_INVOICES, language, "/step", code)
}

/// What a gap in providers' invoices is called.
pub fn provider_gap(code: &str, language: Language) -> String {
    found(&PROVIDER_GAPS, language, "/kind", code)
}

/// What a status of an entry in the books is called (`/status`), or what is paid of it (`/payment`).
pub fn accounting(what: &str, code: &str, language: Language) -> String {
    found(&ACCOUNTING, language, what, code)
}

/// What an invoice is called before somebody gives it a name; its `{{store}}` and `{{month}}` stand for those.
pub fn invoice_text(key: &str, language: Language) -> String {
    found(&INVOICES, language, "/proposed", key)
}

/// What a project's status is called.
pub fn project_status(code: &str, language: Language) -> String {
    found(&PROJECTS, language, "/status", code)
}

/// What the status of a project's product is called.
pub fn project_product_status(code: &str, language: Language) -> String {
    found(&PROJECT_PRODUCTS, language, "/status", code)
}

/// What a column of a file of products is headed in the template.
pub fn project_import_column(code: &str, language: Language) -> String {
    found(&PROJECT_IMPORT, language, "/column", code)
}

/// What a production's status is called.
pub fn production_status(code: &str, language: Language) -> String {
    found(&PRODUCTIONS, language, "/status", code)
}

/// What a type of tags is called.
pub fn tag_type(code: &str, language: Language) -> String {
    found(&TAGS, language, "/type", code)
}

/// What a set-aside item is.
pub fn set_aside_kind(code: &str, language: Language) -> String {
    found(&ASIDE, language, "/kind", code)
}

/// What is wrong with a set-aside item.
pub fn set_aside_reason(code: &str, language: Language) -> String {
    found(&ASIDE, language, "/reason", code)
}

/// Where a measure of storage comes from.
pub fn storage_source(code: &str, language: Language) -> String {
    found(&STORAGE, language, "/source", code)
}

/// What a role is called.
pub fn role(code: &str, language: Language) -> String {
    found(&IDENTITY, language, "/profile/roles", code)
}

/// The text of a code in a group (a JSON pointer); the code itself where there is none.
fn found(texts: &[Value; 2], language: Language, group: &str, code: &str) -> String {
    let [french, english] = texts;
    let texts = language.pick(french, english).pointer(group);
    let text = texts.and_then(|texts| texts[code].as_str());
    text.unwrap_or(code).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::Role;
    use crate::finance::{Cause, FeeCategory};
    use crate::orders::OrderStatus;
    use crate::providers::sync::FaultCode;
    use crate::tickets::TicketStatus;

    #[test]
    fn every_code_has_its_words() {
        for language in [Language::Fr, Language::En] {
            for code in OrderStatus::codes() {
                assert_ne!(order_status(code, language), code);
            }
            for code in TicketStatus::codes() {
                assert_ne!(ticket_status(code, language), code);
            }
            for code in FeeCategory::codes() {
                assert_ne!(fee_category(code, language), code);
            }
            for code in Cause::codes() {
                assert_ne!(fee_cause(code, language), code);
            }
            for code in FaultCode::codes() {
                assert_ne!(set_aside_reason(code, language), code);
            }
            for pull in crate::domains::REGISTER.pulls() {
                assert_ne!(set_aside_kind(pull.name, language), pull.name);
            }
            for known in Role::ALL {
                assert_ne!(role(known.as_str(), language), known.as_str());
            }
        }
        assert_eq!(order_status("SHIPPED", Language::Fr), "Expédiée");
    }
}
