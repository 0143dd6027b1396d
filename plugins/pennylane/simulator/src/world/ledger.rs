//! The chart of accounts: as a French company of this trade has it. One number may have an account a code of VAT.

use super::{Answer, Company, ok};
use crate::listing::{LEDGER_ACCOUNTS, Query, page};
use serde_json::{Value, json};

/// Number, label, the code of VAT that it is kept for, whether it is in use.
const ACCOUNTS: &[(&str, &str, &str, bool)] = &[
    ("401000", "Fournisseurs", "any", true),
    ("411000", "Clients", "any", true),
    ("416000", "Clients douteux ou litigieux", "any", true),
    ("419700", "Clients, autres avoirs", "any", true),
    ("445660", "TVA déductible", "any", true),
    ("445710", "TVA collectée", "any", true),
    ("512000", "Banque", "any", true),
    ("622600", "Honoraires", "FR_200", true),
    ("624200", "Transports sur ventes", "FR_200", true),
    ("701000", "Ventes de produits finis", "FR_200", true),
    ("704000", "Travaux", "FR_200", false),
    ("706000", "Prestations de services", "any", true),
    ("706000", "Prestations de services", "FR_200", true),
    ("706000", "Prestations de services", "crossborder", true),
    ("706100", "Logistique", "FR_200", true),
    ("706200", "Commissions", "FR_200", true),
    ("706300", "Abonnements", "any", true),
    ("706400", "Stockage", "any", true),
    ("706500", "Service client", "any", true),
    ("707000", "Ventes de marchandises", "any", true),
    ("707000", "Ventes de marchandises", "FR_200", true),
    ("708000", "Produits des activités annexes", "any", true),
    ("708500", "Ports et frais accessoires facturés", "any", true),
    (
        "709600",
        "RRR accordés sur prestations de services",
        "any",
        true,
    ),
    ("758000", "Produits divers de gestion courante", "any", true),
];

/// The first account's id.
const FIRST: u64 = 1_300_000_000;

/// Whether there is an account in use with that id.
pub fn has(id: u64) -> bool {
    let at = id
        .checked_sub(FIRST)
        .and_then(|at| usize::try_from(at).ok());
    at.and_then(|at| ACCOUNTS.get(at))
        .is_some_and(|account| account.3)
}

/// Whether the chart has that number.
pub fn has_number(number: &str) -> bool {
    ACCOUNTS.iter().any(|account| account.0 == number)
}

impl Company {
    /// `GET /ledger_accounts`.
    pub fn list_ledger_accounts(&self, query: &Query) -> Answer {
        let accounts: Vec<Value> = ACCOUNTS
            .iter()
            .zip(FIRST..)
            .map(|((number, label, vat_rate, enabled), id)| {
                json!({
                    "id": id, "number": number, "label": label, "vat_rate": vat_rate,
                    "country_alpha2": "FR", "enabled": enabled, "normalized_label": label,
                })
            })
            .collect();
        ok(page(query, LEDGER_ACCOUNTS, accounts)?)
    }
}
