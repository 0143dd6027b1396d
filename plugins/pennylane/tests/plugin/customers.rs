//! Customers: created, brought up to date, never twice.

use crate::common::{Bench, customer};
use comptoir_plugin_sdk::ErrorKind;
use pennylane_simulator::{Calls, Mode, Trouble};

#[test]
fn a_customer_is_created_with_all_that_is_known_of_it() {
    let bench = Bench::new();
    let id = bench.push_customer(&customer("c-1")).unwrap();
    let shown = bench.simulator.customers().pop().unwrap();
    assert_eq!(shown["id"].to_string(), id);
    assert_eq!(shown["name"], "L’Œuvre & Fils « Été »");
    assert_eq!(shown["external_reference"], "c-1");
    assert_eq!(shown["reg_no"], "303265045");
    assert_eq!(shown["recipient"], "Zoë D’Aÿ");
    assert_eq!(shown["billing_language"], "fr_FR");
    assert_eq!(shown["ledger_account"]["number"], "411000");
    assert_eq!(
        shown["billing_address"]["address"],
        "12 \"bis\" rue de l’Échiquier, Bâtiment B"
    );
    assert!(shown["phone"].is_null());
}

#[test]
fn the_same_key_is_the_same_customer() {
    let bench = Bench::new();
    let before = bench.simulator.state().customers;
    let id = bench.push_customer(&customer("c-1")).unwrap();
    let mut moved = customer("c-1");
    moved.address.city = "Lyon".into();
    moved.language = "en".into();
    // Without its id, with it, and with one that is gone.
    for known in [
        None,
        Some(id.clone()),
        Some("123456".into()),
        Some("x".into()),
    ] {
        moved.id = known;
        assert_eq!(bench.push_customer(&moved).unwrap(), id);
    }
    assert_eq!(bench.simulator.state().customers, before + 1);
    let shown = bench.simulator.customers().pop().unwrap();
    assert_eq!(shown["billing_address"]["city"], "Lyon");
    assert_eq!(shown["billing_language"], "en_GB");
}

#[test]
fn an_id_that_is_gone_and_a_key_that_is_new_make_a_customer() {
    let bench = Bench::new();
    let mut gone = customer("c-9");
    gone.id = Some("123456".into());
    assert_ne!(bench.push_customer(&gone).unwrap(), "123456");
}

#[test]
fn a_customer_whose_answer_was_lost_is_not_made_twice() {
    for mode in [Mode::Drop, Mode::Reset, Mode::Garbage, Mode::HalfPage] {
        let bench = Bench::new();
        let before = bench.simulator.state().customers;
        let lost = Trouble::times(mode, 1).only(Calls::Customers);
        bench.simulator.trouble(lost);
        let error = bench.push_customer(&customer("c-1")).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Unavailable, "{mode:?}");
        bench.push_customer(&customer("c-1")).unwrap();
        assert_eq!(bench.simulator.state().customers, before + 1, "{mode:?}");
    }
}

#[test]
fn what_pennylane_refuses_is_told_in_its_words() {
    let bench = Bench::new();
    let mut wrong = customer("c-1");
    wrong.registration = "12 3".into();
    let error = bench.push_customer(&wrong).unwrap_err();
    assert_eq!(
        (&error.kind, error.status),
        (&ErrorKind::Rejected, Some(422))
    );
    assert!(
        error.message.contains("Le SIREN ou SIRET est invalide"),
        "{error:?}"
    );
}
