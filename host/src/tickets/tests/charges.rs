//! What is to be charged of tickets: the same in a ticket, in the list's filter and in its export.

use rust_decimal::Decimal;

use super::*;

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_the_list_calls_to_invoice_is_what_a_ticket_is_due(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let desk = Desk::new(&app).await;
    sqlx::query("update stores set ticket_cost = 1.35 where id = $1")
        .bind(desk.store)
        .execute(&db)
        .await
        .unwrap();
    let mut tickets = Vec::new();
    for (letter, status) in [
        ("a", Status::Open),
        ("b", Status::Snoozed),
        ("c", Status::Closed),
        ("d", Status::Trashed),
        ("e", Status::Other("merged".into())),
    ] {
        for (written, charged) in [(0, 0), (1, 0), (7, 0), (7, 6), (7, 7), (3, 5)] {
            tickets.push((
                format!("{letter}{written}{charged}"),
                status.clone(),
                written,
                charged,
            ));
        }
    }
    let reported = tickets.iter().map(|(id, status, written, _)| Reported {
        id: id.clone(),
        status: status.clone(),
        agent_messages: *written,
        created_at: "2026-11-01T09:00:00Z".into(),
        ..ticket("1", "Subject")
    });
    assert_eq!(desk.take(&app, reported.collect()).await.added, 30);
    for (id, _, _, charged) in &tickets {
        sqlx::query("update tickets set invoiced_messages_count = $2 where provider_id = $1")
            .bind(id)
            .bind(charged)
            .execute(&db)
            .await
            .unwrap();
    }
    let admin = app.admin(&[ReadOrder]).await;
    let mut due = Vec::new();
    for answer in ["yes", "no"] {
        let filter =
            json!({ "take": 100, "filters": [{ "field": "toInvoice", "values": [answer] }] });
        let list = admin
            .get(&format!("/ticket?cursor={}", cursor(filter)))
            .await;
        for row in list.data().as_array().unwrap() {
            let path = format!("/ticket/{}", row["id"].as_str().unwrap());
            let detail = admin.get(&path).await;
            let messages = detail.data()["dueMessages"].as_i64().unwrap();
            let amount: Decimal = detail.data()["dueAmount"]
                .as_str()
                .unwrap()
                .parse()
                .unwrap();
            assert_eq!(messages > 0, answer == "yes", "{}", row["providerId"]);
            assert_eq!(amount, Decimal::new(135, 2) * Decimal::from(messages));
            if messages > 0 {
                due.push((row["providerId"].as_str().unwrap().to_owned(), messages));
            }
        }
    }
    due.sort();
    let expected = [("c10", 1), ("c70", 7), ("c76", 1)];
    assert_eq!(
        due,
        expected.map(|(id, messages)| (id.to_owned(), messages))
    );
    // Another price is for what is not charged yet.
    sqlx::query("update stores set ticket_cost = 2")
        .execute(&db)
        .await
        .unwrap();
    let id: Uuid = sqlx::query_scalar("select id from tickets where provider_id = 'c76'")
        .fetch_one(&db)
        .await
        .unwrap();
    let detail = admin.get(&format!("/ticket/{id}")).await;
    assert_eq!(detail.data()["dueAmount"], "2");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_desks_odd_texts_are_kept_within_bounds_and_found(db: PgPool) {
    let app = TestApp::new(db).await;
    let desk = Desk::new(&app).await;
    let odd = Reported {
        subject: format!(
            "\u{202E}Où est\tmon colis ? \u{1F4E6} {}",
            "é".repeat(3_000)
        ),
        customer_name: "<b>Zoé</b>".into(),
        customer_email: "not an address".into(),
        tags: (0..200).map(|at| format!("tag {at}")).collect(),
        ..ticket("1", "")
    };
    let taken = desk.take(&app, vec![odd]).await;
    let admin = app.admin(&[ReadOrder]).await;
    let list = admin
        .get(&format!(
            "/ticket?cursor={}",
            cursor(json!({ "search": "ou est mon colis" }))
        ))
        .await;
    if taken.added == 1 {
        assert_eq!(list.json["meta"]["total"], 1, "{}", list.json);
        assert_eq!(list.data()[0]["customerName"], "<b>Zoé</b>");
    } else {
        assert_eq!(
            taken.set_aside, 1,
            "told to the staff, never lost in silence"
        );
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_time_that_no_calendar_has_sets_one_ticket_aside_and_not_its_page(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let desk = Desk::new(&app).await;
    let opened = |id: &str, at: &str| Reported {
        id: id.into(),
        created_at: at.into(),
        ..ticket("1", "Subject")
    };
    let closed = |id: &str, at: &str| Reported {
        id: id.into(),
        closed_at: Some(at.into()),
        ..ticket("1", "Subject")
    };
    let as_of = |id: &str, at: &str| Reported {
        id: id.into(),
        as_of: at.into(),
        ..ticket("1", "Subject")
    };
    let taken = desk
        .take(
            &app,
            vec![
                opened("year 0", "0000-01-01T00:00:00Z"),
                // In Greenwich it is the year before, or the one after.
                opened("eve of year 1", "0001-01-01T00:00:00+01:00"),
                closed("year 10000", "9999-12-31T23:59:59-01:00"),
                as_of("no day", "2026-02-30T00:00:00Z"),
                as_of("no zone", "2026-11-10T09:00:00"),
                opened("first year", "0001-01-01T00:00:00Z"),
                closed("last year", "9999-12-31T23:59:59Z"),
                as_of("leap second", "2016-12-31T23:59:60Z"),
            ],
        )
        .await;
    assert_eq!((taken.added, taken.set_aside), (3, 5));
    let aside: Vec<(String, String)> = sqlx::query_as(
        "select provider_id, coalesce(nullif(field, ''), reason) from items_set_aside order by 1",
    )
    .fetch_all(&db)
    .await
    .unwrap();
    let expected = [
        ("eve of year 1", "createdAt"),
        ("no day", "asOf"),
        ("no zone", "asOf"),
        ("year 0", "createdAt"),
        ("year 10000", "closedAt"),
    ];
    assert_eq!(
        aside,
        expected.map(|(id, field)| (id.to_owned(), field.to_owned()))
    );
    let admin = app.admin(&[ReadOrder]).await;
    let query = cursor(json!({ "orderBy": [{ "field": "openedAt", "direction": "asc" }] }));
    let list = admin.get(&format!("/ticket?cursor={query}")).await;
    assert_eq!(list.json["meta"]["total"], 3, "{}", list.json);
    assert_eq!(list.data()[0]["openedAt"], "0001-01-01T00:00:00Z");
}
