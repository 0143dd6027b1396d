//! The log of changes, page by page, and what it has no more.

use crate::common::{Bench, usual};
use comptoir_plugin_sdk::ErrorKind;
use std::collections::HashSet;

/// All ids from a cursor on, and where the next reading begins.
fn read(bench: &Bench, cursor: Option<&str>, limit: u32) -> (Vec<String>, String) {
    let (mut ids, mut cursor) = (Vec::new(), cursor.map(str::to_owned));
    loop {
        let page = bench.changes(cursor.as_deref(), limit).unwrap();
        assert!(page.items.len() <= limit as usize && page.cursor.len() < 1_024);
        ids.extend(page.items);
        if !page.more {
            return (ids, page.cursor);
        }
        cursor = Some(page.cursor);
    }
}

/// Invoices of these keys; their ids.
fn book(bench: &Bench, keys: std::ops::Range<u32>) -> Vec<String> {
    let customer = bench.customer();
    keys.map(|key| {
        let key = format!("k-{key}");
        bench.push(&usual(&key, &key, &customer)).unwrap().state.id
    })
    .collect()
}

#[test]
fn every_change_comes_whatever_the_limit() {
    let bench = Bench::new();
    let ids = book(&bench, 0..12);
    // With the three that are there from the start.
    for limit in [1, 2, 5, 15, 500] {
        let (changed, _) = read(&bench, None, limit);
        let changed: HashSet<String> = changed.into_iter().collect();
        assert_eq!(changed.len(), 15, "{limit}");
        assert!(ids.iter().all(|id| changed.contains(id)));
    }
}

#[test]
fn a_page_names_each_once() {
    let bench = Bench::new();
    let id = book(&bench, 0..1).remove(0);
    for _ in 0..5 {
        bench.simulator.pay("k-0", Some("1.00")).unwrap();
    }
    let page = bench.changes(None, 500).unwrap();
    assert_eq!(page.items.iter().filter(|item| **item == id).count(), 1);
}

#[test]
fn the_next_reading_brings_what_changed_since() {
    let bench = Bench::new();
    let ids = book(&bench, 0..3);
    let (_, cursor) = read(&bench, None, 2);
    bench.advance(3_600);
    let (changed, cursor) = read(&bench, Some(&cursor), 2);
    // What is a little older may come again, as changes can become visible late.
    assert!(changed.len() <= 6);
    bench.advance(3_600);
    assert_eq!(read(&bench, Some(&cursor), 2).0, Vec::<String>::new());
    bench.simulator.pay("k-1", None).unwrap();
    bench.simulator.delete("k-2").unwrap();
    let (changed, cursor) = read(&bench, Some(&cursor), 2);
    assert_eq!(changed, [ids[1].clone(), ids[2].clone()]);
    // A quiet log stays readable for ever, as long as it is read.
    let mut cursor = cursor;
    for _ in 0..10 {
        bench.advance(20 * 86_400);
        cursor = read(&bench, Some(&cursor), 10).1;
    }
    bench.simulator.pay("k-0", None).unwrap();
    assert_eq!(read(&bench, Some(&cursor), 10).0, [ids[0].clone()]);
}

#[test]
fn a_cursor_older_than_the_log_is_not_found() {
    let bench = Bench::new();
    let (_, cursor) = read(&bench, None, 10);
    // Whether our clock tells it or Pennylane's.
    bench.simulator.clock().advance(29 * 86_400);
    let error = bench.changes(Some(&cursor), 10).unwrap_err();
    assert_eq!(
        (&error.kind, error.status),
        (&ErrorKind::NotFound, Some(422))
    );
    let bench = Bench::new();
    let (_, cursor) = read(&bench, None, 10);
    bench.advance(29 * 86_400);
    let before = bench.host.requests();
    let error = bench.changes(Some(&cursor), 10).unwrap_err();
    assert_eq!((&error.kind, error.status), (&ErrorKind::NotFound, None));
    assert_eq!(bench.host.requests(), before);
    // From the begin it goes on.
    let (_, cursor) = read(&bench, None, 10);
    assert!(bench.changes(Some(&cursor), 10).is_ok());
}

#[test]
fn a_page_token_that_is_taken_no_more_begins_again_at_its_time() {
    let bench = Bench::new();
    book(&bench, 0..4);
    let page = bench.changes(None, 2).unwrap();
    assert!(page.more);
    let (head, tail) = page.cursor.split_once("eyJ").unwrap();
    let tail = tail.trim_start_matches(|letter: char| letter.is_ascii_hexdigit());
    let stale = format!("{head}eyJzz{tail}");
    let (changed, _) = read(&bench, Some(&stale), 100);
    assert_eq!(changed.into_iter().collect::<HashSet<_>>().len(), 7);
}

#[test]
fn a_cursor_of_nobody_is_told_as_such() {
    let bench = Bench::new();
    for cursor in ["", "1:{}", "0:{\"since\":\"2026-11-20T09:00:00Z\"}", "x"] {
        let error = bench.changes(Some(cursor), 10).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Internal, "{cursor}");
    }
}
