//! The provider's bad days.

use crate::common::Bench;
use comptoir_plugin_sdk::{Check, ErrorKind, Support, Webhooks};
use gorgias_plugin::Gorgias;
use gorgias_simulator::{Mode, Trouble};

#[test]
fn failures_are_worth_another_try_and_lose_nothing() {
    let bench = Bench::new(120);
    let calm = bench.sync(None).unwrap();
    let page = |cursor: Option<&str>| Gorgias.tickets(&bench.host, &bench.records, cursor, 20);
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
    // In the middle of a page, after the list: nothing of it is taken.
    for mode in [Mode::Errors500, Mode::Garbage, Mode::HalfPage, Mode::Drop] {
        bench.simulator.trouble(Trouble {
            share: 0.2,
            ..Trouble::of(mode)
        });
        let mut cursor: Option<String> = None;
        let mut failures = 0;
        let mut seen = 0;
        loop {
            match page(cursor.as_deref()) {
                Ok(page) => {
                    seen += page.items.len();
                    cursor = Some(page.cursor);
                    bench.simulator.trouble(Trouble {
                        share: 0.2,
                        ..Trouble::of(mode)
                    });
                    if !page.more {
                        break;
                    }
                }
                Err(error) => {
                    assert_eq!(error.kind, ErrorKind::Unavailable, "{mode:?}");
                    failures += 1;
                    bench.simulator.trouble(Trouble::of(Mode::None));
                }
            }
        }
        assert!(failures > 0, "{mode:?}");
        assert_eq!(seen, calm.tickets.len(), "{mode:?}");
        bench.simulator.trouble(Trouble::of(Mode::None));
    }
}

#[test]
fn a_storm_of_refusals_says_how_long_to_wait() {
    let bench = Bench::with(120, Some(3));
    let error = bench.sync(None).map(|_| ()).unwrap_err();
    assert_eq!(error.status, Some(429));
    assert!(
        matches!(error.kind, ErrorKind::RateLimited(Some(1..=7))),
        "{error:?}"
    );
    let bench = Bench::new(5);
    bench.simulator.trouble(Trouble::of(Mode::Rate429));
    let kinds = [
        Gorgias.check(&bench.host, &bench.records).map(drop),
        Gorgias
            .messages(&bench.host, &bench.records, "1", None, 10)
            .map(drop),
        Gorgias
            .register(&bench.host, &bench.records, "https://portal.example/x")
            .map(drop),
        Gorgias
            .purge(&bench.host, &bench.records, "https://portal.example/x")
            .map(drop),
    ];
    for kind in kinds {
        assert_eq!(kind.unwrap_err().kind, ErrorKind::RateLimited(Some(1)));
    }
}

#[test]
fn one_ticket_that_cannot_be_read_is_set_aside_and_the_rest_goes_on() {
    let bench = Bench::new(120);
    let calm = bench.sync(None).unwrap();
    bench.simulator.trouble(Trouble::times(Mode::BadTicket, 2));
    let sync = bench.sync(None).unwrap();
    assert_eq!(sync.rejected.len(), 1);
    let item = &sync.rejected[0];
    assert!(
        item.reason.contains("yesterday") && item.raw.contains(&item.id),
        "{item:?}"
    );
    let lost = calm
        .tickets
        .keys()
        .filter(|id| !sync.tickets.contains_key(*id) && **id != item.id);
    assert_eq!(lost.count(), 0);
}

#[test]
fn a_wrong_key_is_told_as_such() {
    let bench = Bench::new(5);
    let keyless = crate::common::connector("c-keyless", "aurore", "aurore-records");
    let error = Gorgias
        .tickets(&bench.host, &keyless, None, 10)
        .unwrap_err();
    assert_eq!(
        (error.kind, error.status),
        (ErrorKind::Unauthorized, Some(401))
    );
}
