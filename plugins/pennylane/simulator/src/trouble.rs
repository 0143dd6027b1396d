//! Switchable trouble: what a provider does on a bad day.

use serde::{Deserialize, Serialize};

simulator_kit::modes! {
    Errors500, Errors502, Errors503, Unauthorized, Forbidden, Rate429, Rate429Bare, Slow, Dribble, Garbage, HalfPage, Drop,
    Reset;
    /// An invoice, or the first of a list, has an amount that cannot be read.
    BadInvoice,
}

/// Which calls it hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Calls {
    /// GET.
    Reads,
    /// All others.
    Writes,
    /// Those that make or change customers.
    Customers,
    /// Documents.
    Uploads,
    /// Imports of invoices.
    Imports,
    /// Links of credit notes.
    Links,
}

impl Calls {
    /// Whether a call of this method and path is one of them.
    pub fn holds(self, method: &str, path: &[&str]) -> bool {
        let writes = method != "GET";
        match self {
            Calls::Reads => !writes,
            Calls::Writes => writes,
            Calls::Customers => writes && path.first() == Some(&"company_customers"),
            Calls::Uploads => writes && path == ["file_attachments"],
            Calls::Imports => writes && path == ["customer_invoices", "import"],
            Calls::Links => writes && path.last() == Some(&"link_credit_note"),
        }
    }
}

simulator_kit::trouble!(mode: Mode, slow_ms: 2_000, calls: Calls);
