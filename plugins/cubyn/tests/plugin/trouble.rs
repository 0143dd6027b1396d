//! The provider's bad days.

use crate::common::Bench;
use comptoir_plugin_sdk::{Check, ErrorKind, Fulfilment};
use cubyn_plugin::Cubyn;
use cubyn_simulator::{Mode, Trouble};

#[test]
fn failures_are_worth_another_try_and_lose_nothing() {
    let bench = Bench::new(120);
    let page = |cursor: Option<&str>| Cubyn.orders(&bench.host, &bench.lune, cursor, 50);
    let cursor = page(None).unwrap().cursor;
    let next = page(Some(&cursor)).unwrap();
    for (mode, status) in [
        (Mode::Errors500, Some(500)),
        (Mode::Garbage, Some(200)),
        (Mode::HalfPage, Some(200)),
        (Mode::Drop, None),
        (Mode::Slow, None),
    ] {
        bench.simulator.trouble(Trouble::times(mode, 1));
        let error = page(Some(&cursor)).unwrap_err();
        assert_eq!(
            (&error.kind, error.status),
            (&ErrorKind::Unavailable, status),
            "{mode:?}"
        );
        assert_eq!(page(Some(&cursor)).unwrap(), next, "{mode:?}");
    }
}

#[test]
fn the_same_failures_stop_the_other_calls_too() {
    let bench = Bench::new(5);
    let id = bench.sync(None, 10).unwrap().orders[0].state.id.clone();
    for mode in [Mode::Errors500, Mode::Garbage, Mode::HalfPage, Mode::Drop] {
        bench.simulator.trouble(Trouble::of(mode));
        let (host, lune) = (&bench.host, &bench.lune);
        let kinds = [
            Cubyn.products(host, lune, None, 50).map(drop),
            Cubyn.inventories(host, lune, None, 50).map(drop),
            Cubyn.inbound_shipments(host, lune, None, 50).map(drop),
            Cubyn
                .order_states(host, lune, std::slice::from_ref(&id))
                .map(drop),
            Cubyn.trackings(host, lune, &id).map(drop),
            Cubyn.check(host, lune).map(drop),
        ]
        .map(|answer| answer.map_err(|error| error.kind));
        assert!(
            kinds
                .iter()
                .all(|kind| *kind == Err(ErrorKind::Unavailable)),
            "{mode:?}: {kinds:?}"
        );
    }
}

#[test]
fn too_many_requests_say_how_long_to_wait() {
    let bench = Bench::with(400, Some(2));
    let error = bench.sync(None, 100).map(drop).unwrap_err();
    assert_eq!(
        (error.kind, error.status),
        (ErrorKind::RateLimited(Some(1)), Some(429))
    );
}

#[test]
fn one_bad_parcel_is_set_aside_and_the_rest_goes_on() {
    let bench = Bench::new(120);
    let calm = bench.sync(None, 100).unwrap();
    bench.simulator.trouble(Trouble::times(Mode::BadItem, 1));
    let sync = bench.sync(None, 100).unwrap();
    assert_eq!(sync.rejected.len(), 1);
    assert!(sync.rejected[0].reason.starts_with("createdAt"));
    assert_eq!(sync.rejected[0].id, calm.orders[0].state.id);
    assert_eq!(sync.orders.len() + 1, calm.orders.len());
}
