//! The provider's bad days.

use crate::common::{Bench, connector, ids};
use bigblue_plugin::Bigblue;
use bigblue_simulator::{Mode, Trouble};
use comptoir_plugin_sdk::{Check, Error, ErrorKind, Fulfilment};

fn pull(bench: &Bench) -> Result<usize, Error> {
    Bigblue
        .orders(&bench.host, &bench.musi, None, 500)
        .map(|page| page.items.len())
}

#[test]
fn failures_are_worth_another_try_and_lose_nothing() {
    let bench = Bench::new();
    let calm = bench.sync(None, 100).unwrap();
    let cursor = calm.cursors[calm.cursors.len() - 3].clone();
    let next = Bigblue
        .orders(&bench.host, &bench.musi, Some(&cursor), 100)
        .unwrap();
    for (mode, status) in [
        (Mode::Errors500, Some(500)),
        (Mode::Garbage, Some(200)),
        (Mode::HalfPage, Some(200)),
        (Mode::Drop, None),
        (Mode::Slow, None),
    ] {
        bench.simulator.trouble(Trouble::times(mode, 1));
        let error = Bigblue
            .orders(&bench.host, &bench.musi, Some(&cursor), 100)
            .unwrap_err();
        assert_eq!(
            (&error.kind, error.status),
            (&ErrorKind::Unavailable, status),
            "{mode:?}: {}",
            error.message
        );
        let after = Bigblue
            .orders(&bench.host, &bench.musi, Some(&cursor), 100)
            .unwrap();
        assert_eq!(after, next, "{mode:?}");
    }
}

#[test]
fn the_same_failures_stop_the_other_calls_too() {
    let bench = Bench::new();
    let id = bench.sync(None, 500).unwrap().orders[0].state.id.clone();
    for mode in [Mode::Errors500, Mode::Garbage, Mode::HalfPage, Mode::Drop] {
        bench.simulator.trouble(Trouble::of(mode));
        let kinds = [
            Bigblue
                .products(&bench.host, &bench.musi, None, 500)
                .map(drop),
            Bigblue
                .inventories(&bench.host, &bench.musi, None, 500)
                .map(drop),
            Bigblue
                .order_states(&bench.host, &bench.musi, std::slice::from_ref(&id))
                .map(drop),
            Bigblue.check(&bench.host, &bench.musi).map(drop),
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
    let bench = Bench::new();
    bench.simulator.trouble(Trouble::times(Mode::Rate429, 1));
    assert_eq!(
        pull(&bench).map_err(|error| (error.kind, error.status)),
        Err((ErrorKind::RateLimited(Some(1)), Some(429)))
    );

    let bench = Bench::with(10, Some(3));
    for _ in 0..3 {
        assert_eq!(pull(&bench).map_err(|error| error.kind), Ok(0));
    }
    let error = pull(&bench).unwrap_err();
    let ErrorKind::RateLimited(Some(seconds)) = error.kind else {
        panic!("{error:?}")
    };
    assert!((50..=60).contains(&seconds), "{seconds}");
}

#[test]
fn one_bad_order_is_set_aside_and_the_rest_goes_on() {
    let bench = Bench::new();
    let calm = bench.sync(None, 500).unwrap();
    bench.simulator.trouble(Trouble::times(Mode::BadOrder, 2));
    let troubled = bench.sync(None, 200).unwrap();
    let reasons: Vec<&str> = troubled
        .rejected
        .iter()
        .map(|item| item.reason.as_str())
        .collect();
    assert_eq!(
        reasons,
        [
            r#"shipping_price: "12,9O" is not a decimal number"#,
            r#"submit_time: "yesterday" is not a time"#
        ]
    );
    for item in &troubled.rejected {
        assert!(
            item.raw.contains(&item.id) && item.raw.starts_with('{'),
            "{item:?}"
        );
    }
    let mut all = ids(&troubled.orders);
    all.extend(troubled.rejected.iter().map(|item| item.id.as_str()));
    all.sort_unstable();
    assert_eq!(all, ids(&calm.orders));
}

#[test]
fn a_wrong_key_is_told_at_its_field() {
    let bench = Bench::with(10, None);
    assert_eq!(
        Bigblue.check(&bench.host, &bench.musi).unwrap().name,
        "Bigblue MUSI"
    );

    let keyless = connector("c-other", "MUSI");
    let error = Bigblue
        .orders(&bench.host, &keyless, None, 100)
        .unwrap_err();
    assert_eq!(
        (error.kind, error.status),
        (ErrorKind::Unauthorized, Some(401))
    );
    let error = Bigblue.check(&bench.host, &keyless).unwrap_err();
    let ErrorKind::InvalidConfig(issues) = &error.kind else {
        panic!("{error:?}")
    };
    assert_eq!(
        (issues[0].field.as_str(), error.status),
        ("apiKey", Some(401))
    );

    let mut foreign = bench.musi.clone();
    foreign.settings = r#"{"id":"NOVA"}"#.into();
    let error = Bigblue.check(&bench.host, &foreign).unwrap_err();
    let ErrorKind::InvalidConfig(issues) = &error.kind else {
        panic!("{error:?}")
    };
    assert_eq!(issues[0].field, "id");
}
