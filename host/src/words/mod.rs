//! Words that the portal's screens use and the host needs too, as in exports: read from the portal's own texts, so that
//! they are said once.

pub mod address;
pub mod codes;
/// Countries and their names.
pub mod countries;
pub mod language;

use std::sync::LazyLock;

use serde_json::Value;

use crate::words::language::Language;

static ORDERS: LazyLock<[Value; 2]> = LazyLock::new(|| {
    read([
        include_str!("../../../web/locales/fr/orders.json"),
        include_str!("../../../web/locales/en/orders.json"),
    ])
});

static TICKETS: LazyLock<[Value; 2]> = LazyLock::new(|| {
    read([
        include_str!("../../../web/locales/fr/tickets.json"),
        include_str!("../../../web/locales/en/tickets.json"),
    ])
});

static FINANCE: LazyLock<[Value; 2]> = LazyLock::new(|| {
    read([
        include_str!("../../../web/locales/fr/finance.json"),
        include_str!("../../../web/locales/en/finance.json"),
    ])
});

static INVOICES: LazyLock<[Value; 2]> = LazyLock::new(|| {
    read([
        include_str!("../../../web/locales/fr/invoices.json"),
        include_str!("../../../web/locales/en/invoices.json"),
    ])
});

static PROVIDER_INVOICES: LazyLock<[Value; 2]> = LazyLock::new(|| {
    read([
        include_str!("../../../web/locales/fr/providerInvoices.json"),
        include_str!("../../../web/locales/en/providerInvoices.json"),
    ])
});

static PROVIDER_GAPS: LazyLock<[Value; 2]> = LazyLock::new(|| {
    read([
        include_str!("../../../web/locales/fr/providerGaps.json"),
        include_str!("../../../web/locales/en/providerGaps.json"),
    ])
});

static IDENTITY: LazyLock<[Value; 2]> = LazyLock::new(|| {
    read([
        include_str!("../../../web/locales/fr/identity.json"),
        include_str!("../../../web/locales/en/identity.json"),
    ])
});

static ASIDE: LazyLock<[Value; 2]> = LazyLock::new(|| {
    read([
        include_str!("../../../web/locales/fr/aside.json"),
        include_str!("../../../web/locales/en/aside.json"),
    ])
});

static ACCOUNTING: LazyLock<[Value; 2]> = LazyLock::new(|| {
    read([
        include_str!("../../../web/locales/fr/accounting.json"),
        include_str!("../../../web/locales/en/accounting.json"),
    ])
});

fn read(texts: [&str; 2]) -> [Value; 2] {
    texts.map(|text| serde_json::from_str(text).unwrap_or_default())
}

/// What an order's status is called.
pub fn order_status(code: &str, language: Language) -> String {
    found(&ORDERS, language, "/status", code)
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

/// What a set-aside item is.
pub fn set_aside_kind(code: &str, language: Language) -> String {
    found(&ASIDE, language, "/kind", code)
}

/// What is wrong with a set-aside item.
pub fn set_aside_reason(code: &str, language: Language) -> String {
    found(&ASIDE, language, "/reason", code)
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
