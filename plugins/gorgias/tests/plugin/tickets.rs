//! Pulling tickets and reading conversations.

use crate::common::{Bench, connector};
use comptoir_plugin_sdk::commerce::TicketStatus;
use comptoir_plugin_sdk::{Check, ErrorKind, Support};
use gorgias_plugin::Gorgias;
use serde_json::json;
use std::collections::BTreeSet;

const NEW: &str = r#"{"subject":"Retour","customer":{"email":"ana@example.com"},"tags":[{"name":"aurore-records"}],
    "messages":[{"channel":"email","body_text":"Bonjour"}]}"#;
const REPLY: &str = r#"{"channel":"email","from_agent":true,"body_text":"Bonjour Ana"}"#;

/// The ids of the tickets that carry the store's tag at the provider, trashed ones included.
fn tagged_ids(bench: &Bench) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    for trashed in ["false", "true"] {
        let mut cursor = String::new();
        loop {
            let path = format!("/tickets?limit=100&trashed={trashed}{cursor}");
            let page = bench.act("GET", &path, "");
            let ours = page["data"].as_array().unwrap().iter().filter(|ticket| {
                let tags = ticket["tags"].as_array().unwrap();
                tags.iter().any(|tag| tag["name"] == "aurore-records")
            });
            ids.extend(ours.map(|ticket| ticket["id"].to_string()));
            match page["meta"]["next_cursor"].as_str() {
                Some(next) => {
                    cursor = format!("&cursor={}", next.replace('+', "%2B").replace('=', "%3D"))
                }
                None => break,
            }
        }
    }
    ids
}

#[test]
fn the_first_pull_brings_every_ticket_of_the_tag_in_bounded_pages() {
    let bench = Bench::new(600);
    let sync = bench.sync(None).unwrap();
    let found: BTreeSet<String> = sync.tickets.keys().cloned().collect();
    assert_eq!(found, tagged_ids(&bench));
    assert!(found.len() > 200, "{}", found.len());
    // 38 tickets a page at most.
    assert!(sync.pages >= found.len() / 38, "{} pages", sync.pages);
    let statuses: BTreeSet<String> = sync
        .tickets
        .values()
        .map(|ticket| format!("{:?}", ticket.status))
        .collect();
    for status in [
        "TicketStatus::Open",
        "TicketStatus::Closed",
        "TicketStatus::Snoozed",
        "TicketStatus::Trashed",
    ] {
        assert!(statuses.contains(status), "{statuses:?}");
    }
    assert!(
        sync.tickets
            .values()
            .all(|ticket| ticket.messages >= ticket.agent_messages)
    );
}

#[test]
fn small_pages_bring_the_same() {
    let bench = Bench::new(120);
    let large = bench.sync(None).unwrap();
    let small = bench.sync_with(None, 3, |_| ()).unwrap();
    assert_eq!(small.tickets, large.tickets);
    assert!(small.pages > large.pages);
}

#[test]
fn a_page_keeps_to_what_the_provider_allows_at_once() {
    let bench = Bench::with(400, Some(40));
    let page = Gorgias
        .tickets(&bench.host, &bench.records, None, 500)
        .unwrap();
    assert!(page.more && page.items.len() <= 38);
    assert!(bench.host.requests() <= 40, "{}", bench.host.requests());
}

#[test]
fn a_later_pull_brings_what_changed_and_little_else() {
    let bench = Bench::new(300);
    let first = bench.sync(None).unwrap();
    bench.advance(3_600);
    let quiet = bench.sync(Some(&first.cursor)).unwrap();
    assert!(quiet.tickets.len() < 5, "{}", quiet.tickets.len());

    let id = bench.act("POST", "/tickets", NEW)["id"].to_string();
    bench.act("POST", &format!("/tickets/{id}/messages"), REPLY);
    bench.act(
        "POST",
        &format!("/tickets/{id}/messages"),
        r#"{"channel":"internal-note","from_agent":true,"body_text":"!"}"#,
    );
    let next = bench.sync(Some(&quiet.cursor)).unwrap();
    let ticket = &next.tickets[&id];
    assert_eq!(
        (ticket.agent_messages, ticket.messages, &ticket.status),
        (1, 3, &TicketStatus::Open)
    );
    assert_eq!(
        (ticket.subject.as_str(), ticket.customer_email.as_str()),
        ("Retour", "ana@example.com")
    );

    // Each of these moves it on, and each is seen.
    for (change, status) in [
        (json!({ "status": "closed" }), TicketStatus::Closed),
        (
            json!({ "snooze_datetime": "2026-11-25T09:00:00Z" }),
            TicketStatus::Snoozed,
        ),
        (json!({ "status": "open" }), TicketStatus::Open),
        (json!({ "spam": true }), TicketStatus::Trashed),
        (
            json!({ "spam": false, "trashed_datetime": "2026-11-20T11:00:00Z" }),
            TicketStatus::Trashed,
        ),
        (json!({ "trashed_datetime": null }), TicketStatus::Open),
    ] {
        bench.advance(60);
        bench.act("PUT", &format!("/tickets/{id}"), &change.to_string());
        let seen = bench.sync(Some(&next.cursor)).unwrap();
        assert_eq!(seen.tickets[&id].status, status, "{change}");
    }
}

#[test]
fn equal_times_and_changes_during_a_pull_lose_nothing() {
    let bench = Bench::new(200);
    let first = bench.sync(None).unwrap();
    let ids: Vec<&String> = first.tickets.keys().collect();
    // The clock stands: all of these change at the same moment, some while the pull is on its way.
    bench.advance(600);
    for id in &ids[..60] {
        bench.act("PUT", &format!("/tickets/{id}"), r#"{"subject":"1"}"#);
    }
    let during = bench
        .sync_with(Some(&first.cursor), 7, |page| {
            for id in ids[60..].iter().skip(page * 3).take(3) {
                bench.act("PUT", &format!("/tickets/{id}"), r#"{"subject":"1"}"#);
            }
        })
        .unwrap();
    let after = bench.sync(Some(&during.cursor)).unwrap();
    let changed = tagged_ids(&bench)
        .into_iter()
        .filter(|id| bench.act("GET", &format!("/tickets/{id}"), "")["subject"] == "1");
    for id in changed {
        let seen = after.tickets.get(&id).or_else(|| during.tickets.get(&id));
        assert_eq!(
            seen.map(|ticket| ticket.subject.as_str()),
            Some("1"),
            "{id}"
        );
    }
}

#[test]
fn a_ticket_that_is_deleted_meanwhile_is_left_out() {
    let bench = Bench::new(60);
    let sync = bench
        .sync_with(None, 5, |_| {
            // The list that the next page stands on is older than this.
            let newest = bench.act("GET", "/tickets?limit=1&order_by=updated_datetime:desc", "");
            bench.act(
                "DELETE",
                &format!("/tickets/{}", newest["data"][0]["id"]),
                "",
            );
        })
        .unwrap();
    assert!(sync.rejected.is_empty() && !sync.tickets.is_empty());
}

#[test]
fn a_conversation_is_read_oldest_first_page_by_page() {
    let bench = Bench::new(20);
    let id = bench.act("POST", "/tickets", NEW)["id"].to_string();
    for _ in 0..4 {
        bench.advance(60);
        bench.act("POST", &format!("/tickets/{id}/messages"), REPLY);
    }
    let mut messages = Vec::new();
    let mut cursor: Option<String> = None;
    loop {
        let page = Gorgias
            .messages(&bench.host, &bench.records, &id, cursor.as_deref(), 2)
            .unwrap();
        assert!(page.items.len() <= 2);
        messages.extend(page.items);
        cursor = Some(page.cursor);
        if !page.more {
            break;
        }
    }
    assert_eq!(messages.len(), 5);
    assert!(
        !messages[0].from_agent
            && messages[1..]
                .iter()
                .all(|message| message.from_agent && message.public)
    );
    assert!(messages.windows(2).all(|pair| pair[0].at <= pair[1].at));
    assert_eq!(messages[4].text, "Bonjour Ana");
    for unknown in ["1", "x"] {
        let error = Gorgias
            .messages(&bench.host, &bench.records, unknown, None, 2)
            .unwrap_err();
        assert_eq!(error.kind, ErrorKind::NotFound);
    }
}

#[test]
fn the_check_names_the_field_that_is_wrong() {
    let bench = Bench::new(5);
    let account = Gorgias.check(&bench.host, &bench.records).unwrap();
    assert_eq!(account.name, "Gorgias aurore · aurore-records");
    let field = |id: &str, account: &str, tag: &str| {
        let error = Gorgias
            .check(&bench.host, &connector(id, account, tag))
            .unwrap_err();
        match error.kind {
            ErrorKind::InvalidConfig(issues) => issues[0].field.clone(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(field("c-records", "aurore", "Aurore-Records"), "tag");
    assert_eq!(field("c-keyless", "aurore", "aurore-records"), "apiKey");
    assert_eq!(field("c-records", "au.rore", "aurore-records"), "account");
    assert_eq!(field("c-records", "", "aurore-records"), "account");
}
