//! Pulling orders from the simulator.

use crate::common::{Bench, ids};
use bigblue_plugin::Bigblue;
use comptoir_plugin_sdk::commerce::{Order, OrderStatus};
use comptoir_plugin_sdk::{Connector, ErrorKind, Fulfilment, time};
use std::collections::{HashMap, HashSet};

#[test]
fn a_pull_brings_every_order_once_and_a_restart_anywhere_brings_the_rest() {
    let bench = Bench::new();
    let whole = bench.sync(None, 77).unwrap();
    let all = ids(&whole.orders);
    assert_eq!(all.len(), bench.order_count());
    assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
    assert!(whole.rejected.is_empty());
    let mut taken = 0;
    for (at, cursor) in whole
        .cursors
        .iter()
        .enumerate()
        .take(whole.cursors.len() - 1)
    {
        let rest = bench.sync(Some(cursor), 77).unwrap();
        taken = whole.orders.len() - rest.orders.len();
        assert_eq!(rest.orders, whole.orders[taken..], "after page {at}");
    }
    assert!(taken > whole.orders.len() - 78);
}

#[test]
fn orders_that_arrive_during_a_pull_shift_no_page_and_come_with_the_next() {
    let bench = Bench::new();
    let before = bench.order_count();
    let first = bench
        .sync_with(None, 50, || bench.simulator.add_orders(5))
        .unwrap();
    let found: HashSet<_> = ids(&first.orders).into_iter().map(str::to_owned).collect();
    assert_eq!((first.orders.len(), found.len()), (before, before));
    bench.advance(60);
    let second = bench
        .sync(first.cursors.last().map(String::as_str), 500)
        .unwrap();
    let new = second
        .orders
        .iter()
        .filter(|order| !found.contains(&order.state.id))
        .count();
    assert!(new > 0);
    assert_eq!(before + new, bench.order_count());
}

#[test]
fn the_next_synchronisation_brings_the_moves() {
    let bench = Bench::new();
    let first = bench.sync(None, 500).unwrap();
    bench.advance(3 * 24 * 3_600);
    let second = bench
        .sync(first.cursors.last().map(String::as_str), 500)
        .unwrap();
    assert!(
        second.orders.len() < first.orders.len() / 2,
        "only the last 45 days: {}",
        second.orders.len()
    );
    let before: HashMap<&str, &Order> = first
        .orders
        .iter()
        .map(|order| (order.state.id.as_str(), order))
        .collect();
    let mut moved = 0;
    for order in &second.orders {
        let Some(old) = before.get(order.state.id.as_str()) else {
            continue;
        };
        assert!(order.state.as_of > old.state.as_of);
        moved += usize::from(order.state.status != old.state.status);
    }
    assert!(moved > 5, "{moved}");
}

#[test]
fn since_says_where_the_first_pull_begins() {
    let mut bench = Bench::new();
    let everything = bench.sync(None, 500).unwrap().orders;
    bench.musi.settings = r#"{"id":"MUSI","since":"2026-06-01"}"#.into();
    let recent = bench.sync(None, 500).unwrap().orders;
    let expected = everything
        .iter()
        .filter(|order| order.submitted_at.as_str() >= "2026-06-01")
        .count();
    assert!((1..everything.len()).contains(&expected));
    assert_eq!(recent.len(), expected);
    assert!(
        recent
            .iter()
            .all(|order| order.submitted_at.as_str() >= "2026-06-01T00:00:00Z")
    );
}

#[test]
fn amounts_are_exact_in_every_currency_and_statuses_are_known() {
    let bench = Bench::with(4_000, None);
    let orders = bench.sync(None, 500).unwrap().orders;
    let mut currencies = HashSet::new();
    for order in &orders {
        currencies.insert(order.currency.as_str());
        let lines: i64 = order
            .lines
            .iter()
            .map(|line| {
                i64::from(line.quantity) * (line.unit_price.minor + line.unit_tax.minor)
                    - line.discount.minor
            })
            .sum();
        let beside =
            order.shipping_price.minor + order.shipping_tax.minor + order.additional_tax.minor;
        assert_eq!(
            order.total.minor,
            lines + beside - order.additional_discount.minor,
            "{}",
            order.state.id
        );
        assert!(time::parse(&order.submitted_at).is_some());
        assert!(
            order.shipping_address.zip.len() >= 4,
            "{:?}",
            order.shipping_address
        );
        match &order.state.status {
            OrderStatus::Other(code) => assert_eq!(code, "CODE_UNSPECIFIED"),
            OrderStatus::Created | OrderStatus::Pending => assert_eq!(order.state.tracking, None),
            _ => {}
        }
    }
    assert!(
        ["EUR", "CHF", "JPY", "USD"]
            .iter()
            .all(|currency| currencies.contains(currency)),
        "{currencies:?}"
    );
    assert!(
        orders
            .iter()
            .any(|order| order.state.status == OrderStatus::Other("CODE_UNSPECIFIED".into()))
    );
    assert!(orders.iter().any(|order| !order.extra.is_empty()));
}

#[test]
fn states_tell_the_present_and_leave_unknown_ids_out() {
    let bench = Bench::new();
    let orders = bench.sync(None, 500).unwrap().orders;
    let mut asked: Vec<String> = orders[..99]
        .iter()
        .map(|order| order.state.id.clone())
        .collect();
    asked.insert(40, "MUSIX00000000".into());
    let states = Bigblue
        .order_states(&bench.host, &bench.musi, &asked)
        .unwrap();
    assert_eq!(states.len(), 99);
    let mut filled = 0;
    for (state, order) in states.iter().zip(&orders) {
        assert_eq!(
            (&state.id, &state.status),
            (&order.state.id, &order.state.status)
        );
        let listed = order
            .state
            .tracking
            .as_ref()
            .filter(|tracking| tracking.url.is_empty());
        if let (Some(_), Some(tracking)) = (listed, &state.tracking) {
            assert!(
                tracking.url.ends_with(&tracking.number) && !tracking.carrier.is_empty(),
                "{tracking:?}"
            );
            filled += 1;
        }
    }
    assert!(filled > 0);
    let too_many = vec![String::new(); 101];
    let error = Bigblue
        .order_states(&bench.host, &bench.musi, &too_many)
        .unwrap_err();
    assert!(error.message.starts_with("ids"), "{}", error.message);
}

#[test]
fn a_forgotten_page_token_begins_its_window_again() {
    let bench = Bench::new();
    let whole = bench.sync(None, 100).unwrap();
    let cursor = whole
        .cursors
        .iter()
        .find(|cursor| !cursor.contains(r#""token":"""#))
        .unwrap();
    let start = cursor.find(r#""token":""#).unwrap() + r#""token":""#.len();
    let forgotten = format!("{}gone{}", &cursor[..start], &cursor[start + 8..]);
    let again = bench.sync(Some(&forgotten), 100).unwrap();
    assert_eq!(ids(&again.orders), ids(&whole.orders));
}

#[test]
fn unusable_cursors_and_settings_say_what_is_wrong() {
    let bench = Bench::with(10, None);
    for cursor in ["", "nonsense", "9:{}", r#"1:{"rest":{"from":"yesterday"}}"#] {
        let error = Bigblue
            .orders(&bench.host, &bench.musi, Some(cursor), 100)
            .unwrap_err();
        assert!(
            error.kind == ErrorKind::Internal && error.message.starts_with("cursor"),
            "{error:?}"
        );
    }
    for (settings, field) in [
        ("{}", "id"),
        (r#"{"id":"musi"}"#, "id"),
        (r#"{"id":"MUSI","since":"last year"}"#, "since"),
    ] {
        let connector = Connector {
            settings: settings.into(),
            ..bench.musi.clone()
        };
        let error = Bigblue
            .orders(&bench.host, &connector, None, 100)
            .unwrap_err();
        let ErrorKind::InvalidConfig(issues) = error.kind else {
            panic!("{error:?}")
        };
        assert_eq!(issues[0].field, field);
    }
    assert_eq!(bench.host.requests(), 0);
}
