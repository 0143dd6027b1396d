//! Credit notes: booked once, and linked to what they credit.

use crate::common::{Bench, note, usual};
use comptoir_plugin_sdk::ErrorKind;
use comptoir_plugin_sdk::accounting::Payment;
use pennylane_simulator::{Calls, Mode, Trouble};
use serde_json::Value;

const WHOLE: [&str; 3] = ["-162.00", "-32.40", "-194.40"];
const PART: [&str; 3] = ["-10.00", "-2.00", "-12.00"];

fn shown(bench: &Bench, number: &str) -> Value {
    let invoices = bench.simulator.booked().invoices;
    let found = invoices
        .into_iter()
        .find(|invoice| invoice["invoice_number"] == number);
    found.unwrap()
}

#[test]
fn a_credit_note_is_linked_to_its_invoice() {
    let bench = Bench::new();
    let customer = bench.customer();
    let invoice = bench.push(&usual("k-1", "F-1", &customer)).unwrap().state;
    let draft = note("k-2", "A-1", &customer, &invoice.id, WHOLE);
    let booked = bench.push(&draft).unwrap();
    assert!(!booked.existed);
    assert_eq!(booked.state.remaining.minor, 0);
    assert_eq!(
        shown(&bench, "A-1")["credited_invoice"]["id"].to_string(),
        invoice.id
    );
    let state = bench.states(&[&invoice.id]).unwrap().remove(0);
    assert_eq!((state.payment, state.remaining.minor), (Payment::Void, 0));
    // Once more: it is there, and linked.
    assert!(bench.push(&draft).unwrap().existed);
    assert_eq!(bench.imports("k-2"), (1, 1));
}

#[test]
fn a_part_is_given_back() {
    let bench = Bench::new();
    let customer = bench.customer();
    let invoice = bench.push(&usual("k-1", "F-1", &customer)).unwrap().state;
    for (key, number) in [("k-2", "A-1"), ("k-3", "A-2")] {
        let draft = note(key, number, &customer, &invoice.id, PART);
        bench.push(&draft).unwrap();
    }
    let state = bench.states(&[&invoice.id]).unwrap().remove(0);
    assert_eq!(state.remaining.minor, 17_040);
    bench.simulator.pay("F-1", None).unwrap();
    let state = bench.states(&[&invoice.id]).unwrap().remove(0);
    assert_eq!((state.payment, state.remaining.minor), (Payment::Paid, 0));
}

#[test]
fn a_try_that_ended_before_the_link_is_finished_by_the_next() {
    // The import is not answered; the link is not done; the link is done and not answered.
    for (mode, calls) in [
        (Mode::Reset, Calls::Imports),
        (Mode::Errors500, Calls::Links),
        (Mode::Drop, Calls::Links),
        (Mode::Reset, Calls::Links),
    ] {
        let bench = Bench::new();
        let customer = bench.customer();
        let invoice = bench.push(&usual("k-1", "F-1", &customer)).unwrap().state;
        let draft = note("k-2", "A-1", &customer, &invoice.id, WHOLE);
        bench.simulator.trouble(Trouble::times(mode, 1).only(calls));
        // A link whose answer breaks off is done: nothing of the answer is read.
        let first = bench.push(&draft);
        assert!(
            first
                .as_ref()
                .err()
                .is_none_or(|error| error.kind == ErrorKind::Unavailable),
            "{mode:?} {first:?}"
        );
        let again = bench.push(&draft).unwrap();
        assert!(again.existed);
        assert_eq!(bench.imports("k-2"), (1, 1), "{mode:?} {calls:?}");
        assert_eq!(
            shown(&bench, "A-1")["credited_invoice"]["id"].to_string(),
            invoice.id
        );
    }
}

#[test]
fn a_link_that_pennylane_refuses_is_told_and_the_note_stays() {
    let bench = Bench::new();
    let customer = bench.customer();
    let invoice = bench.push(&usual("k-1", "F-1", &customer)).unwrap().state;
    let other = bench.push(&usual("k-2", "F-2", &customer)).unwrap().state;
    // More than there is to give back.
    let more = ["-1620.00", "-324.00", "-1944.00"];
    let draft = note("k-3", "A-1", &customer, &invoice.id, more);
    for _ in 0..2 {
        let error = bench.push(&draft).unwrap_err();
        assert_eq!(
            (&error.kind, error.status),
            (&ErrorKind::Rejected, Some(422))
        );
        assert!(
            error
                .message
                .contains("the credit note A-1 is in Pennylane, but not linked"),
            "{error:?}"
        );
    }
    assert_eq!(bench.imports("k-3"), (1, 1));
    // An invoice that is gone.
    let draft = note("k-4", "A-2", &customer, "123456", PART);
    assert_eq!(bench.push(&draft).unwrap_err().kind, ErrorKind::NotFound);
    // Linked to another one meanwhile.
    let draft = note("k-5", "A-3", &customer, &invoice.id, PART);
    bench.push(&draft).unwrap();
    let moved = note("k-5", "A-3", &customer, &other.id, PART);
    assert_eq!(bench.push(&moved).unwrap_err().kind, ErrorKind::Conflict);
}
