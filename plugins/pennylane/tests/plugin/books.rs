//! What the books know: whose they are, codes of VAT, accounts.

use crate::common::{Bench, usual};
use comptoir_plugin_sdk::{Accounting, Check, ErrorKind, Result};
use pennylane_plugin::Pennylane;

fn accounts(bench: &Bench, numbers: &[&str]) -> Result<Vec<(String, String)>> {
    let numbers: Vec<String> = numbers.iter().map(|number| (*number).to_owned()).collect();
    let rows = Pennylane.ledger_accounts(&bench.host, &bench.books, &numbers)?;
    Ok(rows
        .into_iter()
        .map(|row| (row.number, row.label))
        .collect())
}

#[test]
fn the_check_tells_the_company_and_what_the_token_lacks() {
    let bench = Bench::new();
    let account = Pennylane.check(&bench.host, &bench.books).unwrap();
    assert_eq!(account.name, "Comptoir SAS");
    for (token, expected) in [
        ("no-such-token", "does not accept"),
        (
            "demo-token-comptoir-readonly",
            "customer_invoices:all, customers:all, file_attachments:all",
        ),
    ] {
        let bench = Bench::with(token, None);
        let error = Pennylane.check(&bench.host, &bench.books).unwrap_err();
        let ErrorKind::InvalidConfig(issues) = error.kind else {
            panic!("{token}")
        };
        assert_eq!(issues[0].field, "token");
        assert!(issues[0].message.contains(expected), "{issues:?}");
        assert!(!issues[0].message.contains("ledger_accounts"), "{issues:?}");
    }
}

#[test]
fn codes_of_vat_are_there_without_a_question() {
    let bench = Bench::new();
    let codes = Pennylane.vat_codes(&bench.host, &bench.books).unwrap();
    assert!(codes.iter().any(|code| code.code == "FR_200"));
    assert_eq!(bench.host.requests(), 0);
}

#[test]
fn accounts_are_found_by_number_once_each_in_their_order() {
    let bench = Bench::new();
    let found = accounts(
        &bench,
        &[
            "708500", "706000", "999999", "706000", "411000", "704000", "",
        ],
    );
    assert_eq!(
        found.unwrap(),
        [
            (
                "708500".into(),
                "Ports et frais accessoires facturés".into()
            ),
            ("706000".into(), "Prestations de services".to_owned()),
            ("411000".into(), "Clients".into()),
        ]
    );
    assert_eq!(accounts(&bench, &[]).unwrap(), []);
}

#[test]
fn many_accounts_are_asked_for_in_few_requests() {
    let bench = Bench::new();
    let many: Vec<String> = (0..98).map(|number| format!("7060{number:02}")).collect();
    let mut numbers: Vec<&str> = many.iter().map(String::as_str).collect();
    numbers.extend(["411000", "401000"]);
    let found = accounts(&bench, &numbers).unwrap();
    assert_eq!(found.len(), 3);
    assert_eq!(bench.host.requests(), 3);
}

#[test]
fn a_line_stands_in_the_account_of_its_vat_and_accounts_are_asked_for_once() {
    let bench = Bench::new();
    let customer = bench.customer();
    for (key, vat, account) in [
        ("k-1", "FR_200", 1_300_000_012_u64),
        ("k-2", "crossborder", 1_300_000_013),
        ("k-3", "extracom", 1_300_000_011),
    ] {
        let mut draft = usual(key, key, &customer);
        draft.lines[0].vat_code = vat.into();
        let before = bench.host.requests();
        bench.push(&draft).unwrap();
        // The lookup, the document, the import; the first time the account and the company besides.
        let asked = bench.host.requests() - before;
        assert_eq!(asked, if key == "k-1" { 5 } else { 3 });
        let booked = bench.simulator.booked().invoices.pop().unwrap();
        assert_eq!(booked["lines"][0]["ledger_account_id"], account, "{vat}");
    }
    // A day later they are asked for again.
    bench.advance(86_400);
    let before = bench.host.requests();
    bench.push(&usual("k-4", "k-4", &customer)).unwrap();
    assert_eq!(bench.host.requests() - before, 4);
}
