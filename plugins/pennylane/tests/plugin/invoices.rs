//! Invoices: booked once with their documents, and what is paid of them.

use crate::common::{Bench, DOCUMENT, draft, euros, usual};
use comptoir_plugin_sdk::ErrorKind;
use comptoir_plugin_sdk::accounting::Payment;
use pennylane_simulator::{Calls, Mode, Trouble};

#[test]
fn an_invoice_is_booked_with_its_document_and_figures() {
    let bench = Bench::new();
    let customer = bench.customer();
    let booked = bench.push(&usual("k-1", "F-1", &customer)).unwrap();
    assert!(!booked.existed);
    assert_eq!(booked.state.key.as_deref(), Some("k-1"));
    assert_eq!(booked.state.number, "F-1");
    assert_eq!(booked.state.payment, Payment::Unpaid);
    assert_eq!(booked.state.remaining, euros("194.40"));
    assert_eq!(
        booked.state.url,
        format!(
            "https://app.pennylane.com/companies/21936866/clients/customer_invoices?invoice_id={}",
            booked.state.id
        )
    );
    let shown = bench.simulator.booked().invoices.pop().unwrap();
    assert_eq!(shown["customer"]["id"].to_string(), customer);
    assert_eq!(shown["deadline"], "2026-12-20");
    assert_eq!(shown["label"], "Logistique novembre");
    assert_eq!(shown["status"], "upcoming");
    assert_eq!(shown["filename"], "Facture %221%22 – Œuvre.pdf");
    assert_eq!(shown["lines"][0]["quantity"], "120.5");
    assert_eq!(
        shown["lines"][0]["label"],
        "Préparation « été » — 120 colis, novembre"
    );
    assert_eq!(bench.simulator.document("F-1").unwrap(), DOCUMENT);
}

#[test]
fn what_is_there_under_the_key_is_taken() {
    let bench = Bench::new();
    let draft = usual("k-1", "F-1", &bench.customer());
    let first = bench.push(&draft).unwrap();
    bench.simulator.pay("F-1", Some("94.40")).unwrap();
    let again = bench.push(&draft).unwrap();
    assert!(again.existed);
    assert_eq!(again.state.id, first.state.id);
    assert_eq!(again.state.payment, Payment::Partial);
    assert_eq!(again.state.remaining, euros("100.00"));
    assert_eq!(bench.imports("k-1"), (1, 1));
    assert_eq!(bench.simulator.state().documents, 4);
}

#[test]
fn an_invoice_whose_answer_was_lost_is_not_booked_twice() {
    for mode in [
        Mode::Drop,
        Mode::Reset,
        Mode::Garbage,
        Mode::HalfPage,
        Mode::Slow,
    ] {
        let bench = Bench::new();
        let draft = usual("k-1", "F-1", &bench.customer());
        bench
            .simulator
            .trouble(Trouble::times(mode, 1).only(Calls::Imports));
        let error = bench.push(&draft).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Unavailable, "{mode:?}");
        let again = bench.push(&draft).unwrap();
        assert!(again.existed, "{mode:?}");
        assert_eq!(bench.imports("k-1"), (1, 1), "{mode:?}");
    }
}

#[test]
fn one_that_never_arrived_is_made_up_for() {
    for calls in [Calls::Uploads, Calls::Imports] {
        let bench = Bench::new();
        let draft = usual("k-1", "F-1", &bench.customer());
        bench
            .simulator
            .trouble(Trouble::times(Mode::Errors503, 1).only(calls));
        let error = bench.push(&draft).unwrap_err();
        assert_eq!(
            (error.kind, error.status),
            (ErrorKind::Unavailable, Some(503))
        );
        assert!(!bench.push(&draft).unwrap().existed);
        assert_eq!(bench.imports("k-1"), (1, 1));
    }
}

#[test]
fn a_number_of_somebody_elses_is_a_conflict() {
    let bench = Bench::new();
    let error = bench
        .push(&usual("k-1", "FA-2026-0002", &bench.customer()))
        .unwrap_err();
    assert_eq!(
        (&error.kind, error.status),
        (&ErrorKind::Conflict, Some(422))
    );
    assert!(
        error
            .message
            .contains("already has another invoice FA-2026-0002 of 240.0 EUR"),
        "{error:?}"
    );
    assert_eq!(bench.imports("k-1").0, 0);
    assert_eq!(bench.numbers()["FA-2026-0002"], 1);
}

#[test]
fn figures_that_do_not_add_up_are_not_sent() {
    let bench = Bench::new();
    let good = usual("k-1", "F-1", &bench.customer());
    let before = bench.host.requests();
    let mut cases = vec![good.clone(); 6];
    cases[0].gross = euros("194.41");
    cases[1].lines[0].tax = euros("32.41");
    cases[2].lines.push(good.lines[0].clone());
    cases[3].lines.clear();
    cases[4].lines[0].net.currency = "USD".into();
    cases[5].credits = Some("1".into());
    for wrong in &cases {
        let error = bench.push(wrong).unwrap_err();
        assert_eq!((&error.kind, error.status), (&ErrorKind::Rejected, None));
        assert!(error.message.starts_with("F-1 "), "{error:?}");
    }
    // A look each whether it is there.
    assert_eq!(bench.host.requests() - before, cases.len());
    assert_eq!(bench.imports("k-1"), (0, 0));
}

#[test]
fn what_the_books_do_not_know_is_refused_with_its_name() {
    let bench = Bench::new();
    let good = usual("k-1", "F-1", &bench.customer());
    let mut account = good.clone();
    account.lines[0].account = "706999".into();
    let mut vat = good.clone();
    vat.lines[0].vat_code = "FR_055".into();
    let mut customer = good.clone();
    customer.customer = "12345".into();
    let mut document = good.clone();
    document.file = "page".into();
    let mut long = good.clone();
    long.file = "long".into();
    let mut empty = good.clone();
    empty.file = "empty".into();
    for (wrong, words) in [
        (account, "no account 706999"),
        (vat, "Le taux de TVA FR_055 est inconnu"),
        (customer, "Le client n'existe pas"),
        (document, "Le fichier n'est pas un PDF"),
        (empty, "the document has 0 bytes"),
        (long, "the document has 3670017 bytes"),
    ] {
        let error = bench.push(&wrong).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Rejected, "{error:?}");
        assert!(error.message.contains(words), "{error:?}");
    }
    let mut nobody = good.clone();
    nobody.customer = "x".into();
    assert_eq!(bench.push(&nobody).unwrap_err().kind, ErrorKind::NotFound);
    let mut fileless = good.clone();
    fileless.file = "none".into();
    assert_eq!(bench.push(&fileless).unwrap_err().kind, ErrorKind::Internal);
    assert!(!bench.push(&good).unwrap().existed);
}

#[test]
fn large_and_small_amounts_are_exact() {
    let bench = Bench::new();
    let customer = bench.customer();
    for (key, amounts) in [
        ("k-1", ["83333333.33", "16666666.66", "99999999.99"]),
        ("k-2", ["0.01", "0.00", "0.01"]),
        ("k-3", ["100.10", "20.02", "120.12"]),
    ] {
        let booked = bench.push(&draft(key, key, &customer, amounts)).unwrap();
        assert_eq!(booked.state.remaining, euros(amounts[2]));
    }
}

#[test]
fn states_follow_what_is_paid_and_leave_out_what_is_gone() {
    let bench = Bench::new();
    let customer = bench.customer();
    let ids: Vec<String> = ["a", "b", "c", "d", "e"]
        .iter()
        .map(|key| bench.push(&usual(key, key, &customer)).unwrap().state.id)
        .collect();
    bench.simulator.pay("a", None).unwrap();
    bench.simulator.pay("b", Some("0.05")).unwrap();
    bench.simulator.set_status("c", "archived").unwrap();
    bench.simulator.delete("d").unwrap();
    bench.simulator.set_status("e", "disputed").unwrap();
    let mut asked: Vec<&str> = ids.iter().map(String::as_str).collect();
    asked.extend(["1", "x", asked[0]]);
    let mut states = bench.states(&asked).unwrap();
    states.sort_by(|one, other| one.number.cmp(&other.number));
    let reported: Vec<(&str, &Payment, i64)> = states
        .iter()
        .map(|state| (state.number.as_str(), &state.payment, state.remaining.minor))
        .collect();
    assert_eq!(
        reported,
        [
            ("a", &Payment::Paid, 0),
            ("b", &Payment::Partial, 19_435),
            ("c", &Payment::Void, 0),
            ("e", &Payment::Other("disputed".into()), 19_440),
        ]
    );
    assert!(bench.states(&[]).unwrap().is_empty());
    // Past its deadline it is as unpaid as before.
    let late = bench.push(&usual("late", "late", &customer)).unwrap();
    bench.advance(60 * 86_400);
    let state = bench.states(&[&late.state.id]).unwrap().remove(0);
    assert_eq!(state.payment, Payment::Unpaid);
}

#[test]
fn a_hundred_states_are_one_question() {
    let bench = Bench::new();
    let customer = bench.customer();
    let ids: Vec<String> = (0..100)
        .map(|number| {
            let key = format!("k-{number}");
            bench.push(&usual(&key, &key, &customer)).unwrap().state.id
        })
        .collect();
    let before = bench.host.requests();
    let asked: Vec<&str> = ids.iter().map(String::as_str).collect();
    assert_eq!(bench.states(&asked).unwrap().len(), 100);
    assert_eq!(bench.host.requests() - before, 1);
}
