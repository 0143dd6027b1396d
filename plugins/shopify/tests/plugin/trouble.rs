//! The provider's bad days.

use crate::common::{Bench, SHOP, connector};
use comptoir_plugin_sdk::{Check, Connector, Error, ErrorKind, Host, Shop};
use shopify_plugin::Shopify;
use shopify_simulator::{Calls, Mode, Rate, Trouble};

/// The cursor after the first pull of orders.
fn settled(bench: &Bench) -> String {
    let begun = Shopify.orders(&bench.host, &bench.musi, None, 500).unwrap();
    bench.advance(10);
    let page = Shopify
        .orders(&bench.host, &bench.musi, Some(&begun.cursor), 500)
        .unwrap();
    assert!(!page.more);
    bench.advance(600);
    bench.simulator.shop(SHOP, |shop, now| {
        for _ in 0..9 {
            shop.receive(now);
        }
    });
    page.cursor
}

fn kind(answer: Result<impl Sized, Error>) -> ErrorKind {
    answer.err().expect("an error").kind
}

#[test]
fn failures_are_worth_another_try_and_lose_nothing() {
    let bench = Bench::with(20, None);
    let cursor = settled(&bench);
    let ask = || Shopify.orders(&bench.host, &bench.musi, Some(&cursor), 500);
    let calm = ask().unwrap();
    for mode in [
        Mode::Errors500,
        Mode::InternalError,
        Mode::Garbage,
        Mode::HalfPage,
        Mode::Drop,
    ] {
        bench.simulator.trouble(Trouble::times(mode, 1));
        assert_eq!(kind(ask()), ErrorKind::Unavailable, "{mode:?}");
        assert_eq!(ask().unwrap(), calm, "{mode:?}");
    }
    bench.simulator.trouble(Trouble {
        slow_ms: 5_000,
        ..Trouble::times(Mode::Slow, 1)
    });
    assert_eq!(kind(ask()), ErrorKind::Unavailable);
}

#[test]
fn a_shop_that_is_asked_too_much_says_how_long_to_wait() {
    let bench = Bench::with(20, None);
    let cursor = settled(&bench);
    let ask = || Shopify.orders(&bench.host, &bench.musi, Some(&cursor), 500);
    bench.simulator.trouble(Trouble::times(Mode::Rate429, 1));
    assert_eq!(kind(ask()), ErrorKind::RateLimited(Some(2)));
    bench.simulator.trouble(Trouble::times(Mode::Throttled, 1));
    assert!(matches!(kind(ask()), ErrorKind::RateLimited(Some(_))));

    let bench = Bench::with(
        20,
        Some(Rate {
            maximum: 1_000.0,
            restore: 100.0,
        }),
    );
    let cursor = settled(&bench);
    let ask = || Shopify.orders(&bench.host, &bench.musi, Some(&cursor), 500);
    let ErrorKind::RateLimited(Some(seconds)) = (0..20).find_map(|_| ask().err()).unwrap().kind
    else {
        panic!("another error");
    };
    assert!((1..=10).contains(&seconds), "{seconds}");
}

#[test]
fn who_is_shut_out_reads_why() {
    let bench = Bench::with(1, None);
    let ask = || Shopify.rates(&bench.host, &bench.musi).err().unwrap();
    for (mode, kind, words) in [
        (
            Mode::Forbidden403,
            ErrorKind::Unauthorized,
            "lacks a scope (request request-",
        ),
        (Mode::Inactive, ErrorKind::Rejected, "the shop is closed"),
    ] {
        bench.simulator.trouble(Trouble::times(mode, 1));
        let error = ask();
        assert_eq!(error.kind, kind, "{mode:?}");
        assert!(error.message.contains(words), "{}", error.message);
    }
    assert!(Shopify.rates(&bench.host, &bench.musi).is_ok());
}

#[test]
fn an_order_without_a_field_is_set_aside_and_the_rest_goes_on() {
    let bench = Bench::with(20, None);
    let cursor = settled(&bench);
    bench.simulator.trouble(Trouble::times(Mode::Partial, 1));
    let page = Shopify
        .orders(&bench.host, &bench.musi, Some(&cursor), 500)
        .unwrap();
    assert_eq!(page.rejected.len(), 1);
    assert_eq!(page.rejected[0].reason, "Something went wrong");
    assert!(page.items.len() >= 8 && !page.rejected[0].id.is_empty());
}

#[test]
fn a_bulk_operation_that_fails_begins_again_and_not_for_ever() {
    let bench = Bench::with(20, None);
    let mut cursor = Shopify
        .products(&bench.host, &bench.musi, None, 500)
        .unwrap()
        .cursor;
    assert!(matches!(
        kind(Shopify.products(&bench.host, &bench.musi, Some(&cursor), 500)),
        ErrorKind::RateLimited(Some(_))
    ));
    for _ in 0..2 {
        bench.simulator.shop(SHOP, |shop, _| shop.fail_operations());
        let page = Shopify
            .products(&bench.host, &bench.musi, Some(&cursor), 500)
            .unwrap();
        assert!(page.items.is_empty() && page.more);
        cursor = page.cursor;
    }
    bench.simulator.shop(SHOP, |shop, _| shop.fail_operations());
    assert_eq!(
        kind(Shopify.products(&bench.host, &bench.musi, Some(&cursor), 500)),
        ErrorKind::Internal
    );
    // Later it is tried again: nobody has to do anything once the shop is well.
    bench.advance(3_600);
    let anew = Shopify.products(&bench.host, &bench.musi, Some(&cursor), 500);
    bench.advance(10);
    let cursor = anew.unwrap().cursor;
    let page = Shopify.products(&bench.host, &bench.musi, Some(&cursor), 500);
    assert!(!page.unwrap().items.is_empty());
}

#[test]
fn a_file_that_breaks_on_its_way_is_read_again() {
    let bench = Bench::with(20, None);
    let begun = Shopify.products(&bench.host, &bench.musi, None, 500);
    let cursor = begun.unwrap().cursor;
    bench.advance(10);
    let ask = || Shopify.products(&bench.host, &bench.musi, Some(&cursor), 500);
    let calm = ask().unwrap();
    for mode in [Mode::Errors500, Mode::Garbage, Mode::HalfPage, Mode::Drop] {
        let trouble = Trouble::times(mode, 1).only(Calls::Files);
        bench.simulator.trouble(trouble);
        assert_eq!(kind(ask()), ErrorKind::Unavailable, "{mode:?}");
        assert_eq!(ask().unwrap(), calm, "{mode:?}");
    }
}

#[test]
fn a_file_that_is_not_kept_any_more_is_made_again() {
    let bench = Bench::with(20, None);
    let begun = Shopify
        .products(&bench.host, &bench.musi, None, 500)
        .unwrap();
    bench.advance(10);
    let some = Shopify
        .products(&bench.host, &bench.musi, Some(&begun.cursor), 5)
        .unwrap();
    assert_eq!((some.items.len(), some.more), (5, true));
    bench.advance(9 * 86_400);
    let again = Shopify
        .products(&bench.host, &bench.musi, Some(&some.cursor), 500)
        .unwrap();
    assert!(again.items.is_empty() && again.more);
    bench.advance(10);
    let all = Shopify
        .products(&bench.host, &bench.musi, Some(&again.cursor), 500)
        .unwrap();
    assert_eq!((all.items.len(), all.more), (32, false));
}

#[test]
fn a_shop_whose_clock_runs_apart_loses_nothing() {
    let bench = Bench::with(20, None);
    bench.simulator.clock().advance(-7_200.0);
    let cursor = settled(&bench);
    let page = Shopify
        .orders(&bench.host, &bench.musi, Some(&cursor), 500)
        .unwrap();
    assert!(page.items.len() >= 9);
    bench.advance(60);
    bench.simulator.shop(SHOP, |shop, now| shop.receive(now));
    let page = Shopify
        .orders(&bench.host, &bench.musi, Some(&page.cursor), 500)
        .unwrap();
    assert!(!page.items.is_empty());
}

fn issue(host: &impl Host, connector: &Connector) -> String {
    match kind(Shopify.check(host, connector)) {
        ErrorKind::InvalidConfig(issues) => issues[0].field.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn wrong_settings_are_told_at_their_field() {
    let bench = Bench::with(1, None);
    assert_eq!(
        Shopify.check(&bench.host, &bench.musi).unwrap().name,
        "demo-musi"
    );
    let keyless = connector("c-other", r#"{"shop":"demo-musi"}"#);
    assert_eq!(issue(&bench.host, &keyless), "accessToken");
    let elsewhere = connector("c-musi", r#"{"shop":"elsewhere"}"#);
    assert_eq!(issue(&bench.host, &elsewhere), "shop");
    let odd = connector("c-musi", r#"{"shop":"demo/musi"}"#);
    assert_eq!(issue(&bench.host, &odd), "shop");
    bench.simulator.shop(SHOP, |shop, _| {
        shop.scopes.retain(|scope| scope != "write_inventory")
    });
    let error = Shopify.check(&bench.host, &bench.musi).err().unwrap();
    assert!(
        error.message.contains("read_inventory"),
        "{}",
        error.message
    );
    bench
        .simulator
        .shop(SHOP, |shop, _| shop.closed = Some(402));
    let error = Shopify.check(&bench.host, &bench.musi).err().unwrap();
    assert_eq!((error.kind, error.status), (ErrorKind::Rejected, Some(402)));
    assert!(error.message.contains("frozen"), "{}", error.message);
}

#[test]
fn a_field_that_the_app_may_not_read_is_named() {
    let bench = Bench::with(5, None);
    let cursor = settled(&bench);
    bench.simulator.shop(SHOP, |shop, _| shop.scopes.clear());
    let error = Shopify
        .orders(&bench.host, &bench.musi, Some(&cursor), 500)
        .err()
        .unwrap();
    assert_eq!(error.kind, ErrorKind::Unauthorized);
    assert!(error.message.contains("read_orders"), "{}", error.message);
}

#[test]
fn no_token_goes_to_the_storage() {
    // The simulator refuses a file to whoever brings a token along; the whole pull would fail.
    let bench = Bench::with(5, None);
    let begun = Shopify
        .inventories(&bench.host, &bench.musi, None, 500)
        .unwrap();
    bench.advance(10);
    let page = Shopify
        .inventories(&bench.host, &bench.musi, Some(&begun.cursor), 500)
        .unwrap();
    assert_eq!(page.items.len(), 56);
}
