//! Switchable trouble: what a provider does on a bad day.

use serde::{Deserialize, Serialize};

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Nothing.
    None,
    /// 500, nothing done.
    Errors500,
    /// 502, a gateway's page, nothing done.
    Errors502,
    /// 503, a gateway's page, nothing done.
    Errors503,
    /// 401, although the token is good.
    Unauthorized,
    /// 403, although the token may do it.
    Forbidden,
    /// 429 with `Retry-After: 1`, nothing done.
    Rate429,
    /// 429 that tells no time to wait, nothing done.
    Rate429Bare,
    /// The right answer, late.
    Slow,
    /// The right answer, its second half late.
    Dribble,
    /// 200 with a body that is not JSON.
    Garbage,
    /// 200 with the first half of the right body.
    HalfPage,
    /// An invoice, or the first of a list, has an amount that cannot be read.
    BadInvoice,
    /// The connection is cut in the middle of the answer; what was asked for is done.
    Drop,
    /// The connection is reset before any byte of the answer; what was asked for is done.
    Reset,
}

impl Mode {
    /// Whether it keeps a call from being done.
    pub fn is_early(self) -> bool {
        matches!(
            self,
            Mode::Errors500
                | Mode::Errors502
                | Mode::Errors503
                | Mode::Unauthorized
                | Mode::Forbidden
                | Mode::Rate429
                | Mode::Rate429Bare
        )
    }
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
