//! Pennylane's bad days.

use crate::common::{Bench, customer, usual};
use comptoir_plugin_sdk::{Accounting, Check, Error, ErrorKind};
use pennylane_plugin::Pennylane;
use pennylane_simulator::{Calls, Mode, Trouble};

/// What every function says.
fn kinds(bench: &Bench) -> Vec<Result<(), Error>> {
    let (host, books) = (&bench.host, &bench.books);
    vec![
        Pennylane.check(host, books).map(drop),
        Pennylane
            .ledger_accounts(host, books, &["706100".into()])
            .map(drop),
        bench.push_customer(&customer("c-1")).map(drop),
        bench.push(&usual("k-1", "F-1", "1")).map(drop),
        bench.states(&["1"]).map(drop),
        bench.changes(None, 10).map(drop),
    ]
}

#[test]
fn each_failure_has_its_kind_in_every_function() {
    let bench = Bench::new();
    for (mode, kind, status) in [
        (Mode::Errors500, ErrorKind::Unavailable, Some(500)),
        (Mode::Errors502, ErrorKind::Unavailable, Some(502)),
        (Mode::Errors503, ErrorKind::Unavailable, Some(503)),
        (Mode::Rate429, ErrorKind::RateLimited(Some(1)), Some(429)),
        (Mode::Rate429Bare, ErrorKind::RateLimited(None), Some(429)),
        (Mode::Garbage, ErrorKind::Unavailable, Some(200)),
        (Mode::HalfPage, ErrorKind::Unavailable, Some(200)),
        (Mode::Drop, ErrorKind::Unavailable, None),
        (Mode::Reset, ErrorKind::Unavailable, None),
        (Mode::Unauthorized, ErrorKind::Unauthorized, Some(401)),
        (Mode::Forbidden, ErrorKind::Unauthorized, Some(403)),
    ] {
        bench.simulator.trouble(Trouble::of(mode));
        for (at, result) in kinds(&bench).into_iter().enumerate() {
            let error = result.unwrap_err();
            assert_eq!(error.status, status, "{mode:?} {at}: {error:?}");
            // The check says which field of the form it is.
            let is_check = at == 0 && kind == ErrorKind::Unauthorized;
            assert!(
                error.kind == kind || is_check && matches!(error.kind, ErrorKind::InvalidConfig(_)),
                "{mode:?} {at}: {error:?}"
            );
        }
    }
    bench.simulator.trouble(Trouble::of(Mode::None));
    assert!(bench.states(&["1"]).unwrap().is_empty());
}

#[test]
fn a_missing_scope_is_named() {
    let bench = Bench::with("demo-token-comptoir-readonly", None);
    let error = bench.push_customer(&customer("c-1")).unwrap_err();
    assert_eq!(
        (&error.kind, error.status),
        (&ErrorKind::Unauthorized, Some(403))
    );
    assert!(error.message.contains("customers:all"), "{error:?}");
}

#[test]
fn too_many_requests_say_how_long_to_wait() {
    let bench = Bench::with(pennylane_simulator::TOKEN, Some(3));
    let error = (0..4).find_map(|_| bench.states(&["1"]).err()).unwrap();
    assert_eq!(error.status, Some(429));
    assert!(
        matches!(error.kind, ErrorKind::RateLimited(Some(1..=5))),
        "{error:?}"
    );
}

#[test]
fn an_amount_that_cannot_be_read_is_not_guessed() {
    let bench = Bench::new();
    let customer = bench.customer();
    let draft = usual("k-1", "F-1", &customer);
    bench
        .simulator
        .trouble(Trouble::times(Mode::BadInvoice, 1).only(Calls::Imports));
    let error = bench.push(&draft).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Internal);
    assert!(error.message.contains("12,34 €"), "{error:?}");
    // The next try finds it.
    assert!(bench.push(&draft).unwrap().existed);
}

#[test]
fn a_slow_answer_is_no_answer() {
    let bench = Bench::new();
    bench.simulator.trouble(Trouble::times(Mode::Slow, 1));
    let error = bench.states(&["1"]).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unavailable);
}
