//! An invoice as entries: what the customer owes on one side, revenue by account and VAT on the other. Pure.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use rust_decimal::Decimal;
use sqlx::FromRow;

use crate::finance::company::Account;
use crate::list::exports::Cell;

/// The headings of the file that French tax law asks for (fichier des écritures comptables; book of tax procedures, article
/// A47 A-1), which accountants' programs read.
pub const HEADINGS: [&str; 18] = [
    "JournalCode",
    "JournalLib",
    "EcritureNum",
    "EcritureDate",
    "CompteNum",
    "CompteLib",
    "CompAuxNum",
    "CompAuxLib",
    "PieceRef",
    "PieceDate",
    "EcritureLib",
    "Debit",
    "Credit",
    "EcritureLet",
    "DateLet",
    "ValidDate",
    "Montantdevise",
    "Idevise",
];

/// An issued invoice or credit note. Amounts are euros; a credit note's are below zero.
#[derive(Debug, Clone, FromRow)]
pub struct Piece {
    pub number: String,
    pub title: String,
    pub issued_on: NaiveDate,
    /// The buyer, and the start of its id as its account among the customers.
    pub buyer: String,
    pub buyer_account: String,
    pub total_amount: Decimal,
    pub total_taxes: Decimal,
    /// Without VAT, by the account's key.
    #[sqlx(json)]
    pub revenue: BTreeMap<String, Decimal>,
}

/// A row of the journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry<'a> {
    pub account: &'a Account,
    /// Above zero: what is debited; below: credited.
    pub amount: Decimal,
    pub is_customers: bool,
}

/// The entries of a piece. They sum to zero: its amount with VAT is its lines' without and the VAT.
pub fn entries<'a>(piece: &Piece, accounts: &'a [Account]) -> Vec<Entry<'a>> {
    let account = |key: &str| {
        let found = accounts.iter().find(|account| account.key == key);
        found.or_else(|| accounts.iter().find(|account| account.key == "OTHER"))
    };
    let mut revenue: Vec<(&Account, Decimal)> = Vec::new();
    for (key, amount) in &piece.revenue {
        let Some(of) = account(key) else { continue };
        match revenue
            .iter_mut()
            .find(|(known, _)| known.account == of.account)
        {
            Some((_, sum)) => *sum += amount,
            None => revenue.push((of, *amount)),
        }
    }
    revenue.sort_by(|(one, _), (other, _)| one.account.cmp(&other.account));
    let customers = account("CUSTOMERS").map(|account| (account, piece.total_amount, true));
    let revenue = revenue
        .into_iter()
        .map(|(account, sum)| (account, -sum, false));
    let taxes = account("VAT").map(|account| (account, -piece.total_taxes, false));
    let all = customers.into_iter().chain(revenue).chain(taxes);
    all.filter(|(_, amount, _)| !amount.is_zero())
        .map(|(account, amount, is_customers)| Entry {
            account,
            amount,
            is_customers,
        })
        .collect()
}

/// The rows of a piece in the file, numbered.
pub fn rows(piece: &Piece, number: usize, accounts: &[Account]) -> Vec<Vec<Cell>> {
    let day = piece.issued_on.format("%Y%m%d").to_string();
    let cells = |entry: Entry<'_>| {
        let text = |text: &str| Cell::text(text);
        let auxiliary = match entry.is_customers {
            true => (piece.buyer_account.as_str(), piece.buyer.as_str()),
            false => ("", ""),
        };
        let (debit, credit) = match entry.amount.is_sign_negative() {
            true => (Decimal::ZERO, -entry.amount),
            false => (entry.amount, Decimal::ZERO),
        };
        vec![
            text("VE"),
            text("Ventes"),
            text(&number.to_string()),
            text(&day),
            text(&entry.account.account),
            text(&entry.account.label),
            text(auxiliary.0),
            text(auxiliary.1),
            text(&piece.number),
            text(&day),
            text(&piece.title),
            Cell::Number(cents(debit)),
            Cell::Number(cents(credit)),
            text(""),
            text(""),
            text(&day),
            text(""),
            text(""),
        ]
    };
    entries(piece, accounts).into_iter().map(cells).collect()
}

/// With two digits after the mark.
fn cents(mut amount: Decimal) -> Decimal {
    amount.rescale(2);
    amount
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn accounts() -> Vec<Account> {
        let all = [
            ("CUSTOMERS", "411000"),
            ("VAT", "445710"),
            ("COMMISSIONS", "706100"),
            ("LOGISTICS", "706200"),
            ("RETURN", "706200"),
            ("OTHER", "706000"),
        ];
        let all = all.map(|(key, account)| Account {
            key: key.into(),
            account: account.into(),
            label: key.into(),
        });
        all.into()
    }

    proptest! {
        #[test]
        fn what_is_debited_is_credited(
            revenue in proptest::collection::btree_map("(COMMISSIONS|LOGISTICS|RETURN|UNKNOWN)", -10_000_000_i64..10_000_000, 0..4),
            taxes in -1_000_000_i64..1_000_000,
        ) {
            let cents = |cents: i64| Decimal::new(cents, 2);
            let piece = Piece {
                number: "F-2026-0001".into(),
                title: "T".into(),
                issued_on: NaiveDate::default(),
                buyer: "B".into(),
                buyer_account: "C1".into(),
                total_amount: cents(revenue.values().sum::<i64>() + taxes),
                total_taxes: cents(taxes),
                revenue: revenue.into_iter().map(|(key, amount)| (key, cents(amount))).collect(),
            };
            let accounts = accounts();
            let entries = entries(&piece, &accounts);
            prop_assert_eq!(entries.iter().map(|entry| entry.amount).sum::<Decimal>(), Decimal::ZERO);
            let mut names: Vec<&str> = entries.iter().map(|entry| entry.account.account.as_str()).collect();
            let all = names.len();
            names.sort_unstable();
            names.dedup();
            prop_assert_eq!(names.len(), all, "one row an account");
        }
    }
}
