//! Fees: entered, changed, deleted, attached to; and what of them customers read.

use std::time::Duration;

use futures::StreamExt;
use serde_json::{Value, json};
use sqlx::PgPool;

use super::{Books, charge, fee, with};
use crate::access::Permission::{ReadFee, ReadStore, WriteFee};
use crate::testing::cursor;

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_fee_is_entered_changed_deleted_and_brought_back(db: PgPool) {
    let books = Books::new(db).await;
    let id = books.add("/finance/fee", fee(books.store)).await;
    let path = format!("/finance/fee/{id}");
    let read = books.admin.get(&path).await;
    let data = read.data();
    assert_eq!(
        [
            &data["internalAmount"],
            &data["customerAmount"],
            &data["cause"],
            &data["causeId"],
            &data["store"]["id"]
        ],
        [
            &json!("777.77"),
            &json!("1200.50"),
            &json!("MANUAL"),
            &json!(null),
            &json!(books.store)
        ],
    );
    let reader = books.app.admin(&[ReadFee]).await;
    let refused = reader.put(&path, fee(books.store)).await;
    assert_eq!(refused.summary(), "403 ForbiddenPermissionException");
    let cheaper = with(
        fee(books.store),
        json!({ "customerAmount": "-3.20", "category": "OTHER" }),
    );
    let changed = books.admin.put(&path, cheaper.clone()).await;
    assert_eq!(changed.data()["customerAmount"], "-3.20");
    let stale = [("if-match", data["updatedAt"].as_str().unwrap())];
    let edited = books.admin.send("PUT", &path, Some(cheaper), &stale).await;
    assert_eq!(edited.summary(), "409 ConflictEditException");

    assert_eq!(books.admin.delete(&path).await.summary(), "204");
    assert_eq!(
        books.admin.get(&path).await.summary(),
        "404 NotFoundFeeException"
    );
    let back = books
        .admin
        .post(&format!("{path}/restore"), json!(null))
        .await;
    assert_eq!(back.data()["customerAmount"], "-3.20");
    let history = books
        .admin
        .get(&format!("/history?entity=fee&id={id}"))
        .await;
    let actions: Vec<&str> = history
        .data()
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["action"].as_str().unwrap())
        .collect();
    assert_eq!(actions, ["restore", "delete", "update", "create"]);
    assert_eq!(books.admin.delete(&path).await.summary(), "204");
    books.app.app.clock.advance(Duration::from_secs(3 * 3600));
    let late = books
        .admin
        .post(&format!("{path}/restore"), json!(null))
        .await;
    assert_eq!(late.status.as_u16(), 403, "{}", late.json);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_fee_that_makes_no_sense_is_refused_with_its_fields(db: PgPool) {
    let books = Books::new(db).await;
    let stranger = uuid::Uuid::now_v7();
    for (changes, issue) in [
        (json!({ "type": "  " }), "type required"),
        (json!({ "type": "x".repeat(256) }), "type max"),
        (json!({ "description": "" }), "description required"),
        (
            json!({ "customerAmount": "99999.01" }),
            "customerAmount max",
        ),
        (
            json!({ "internalAmount": "-99999.01" }),
            "internalAmount min",
        ),
        (
            json!({ "customerAmount": "1.005" }),
            "customerAmount decimals",
        ),
        (json!({ "category": "GIFT" }), "category option"),
        (json!({ "initiatedAt": "1999-12-31" }), "initiatedAt date"),
        (json!({ "storeId": stranger }), "storeId option"),
        (json!({ "cause": "TICKET" }), "cause unknown"),
    ] {
        let answer = books
            .admin
            .post("/finance/fee", with(fee(books.store), changes.clone()))
            .await;
        assert_eq!(
            answer.summary(),
            "400 BadRequestSchemaException",
            "{changes}"
        );
        assert_eq!(answer.issues(), [issue], "{changes}");
    }
    let id = books.add("/finance/fee", fee(books.store)).await;
    let elsewhere = books.app.store(books.organization).await;
    let moved = books
        .admin
        .put(&format!("/finance/fee/{id}"), fee(elsewhere))
        .await;
    assert_eq!(moved.issues(), ["storeId fixed"]);
    assert_eq!(books.fees().await.len(), 1);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_fee_that_is_asked_for_twice_is_entered_once(db: PgPool) {
    let books = Books::new(db).await;
    let key = [("idempotency-key", "5d1c2b9e-9a5e-4d2e-8f7b-000000000001")];
    let ask = async || {
        books
            .admin
            .send("POST", "/finance/fee", Some(fee(books.store)), &key)
            .await
    };
    let (first, again) = (ask().await, ask().await);
    assert_eq!((first.summary(), first.id()), (again.summary(), again.id()));
    assert_eq!(books.fees().await.len(), 1);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn fees_are_found_by_day_category_cause_amount_and_word(db: PgPool) {
    let books = Books::new(db).await;
    for (day, category, amount, label) in [
        ("2026-10-31", "OTHER", "10", "Photos"),
        ("2026-11-01", "STORAGE", "20", "Étagères"),
        ("2026-11-30", "OTHER", "30", "Photos"),
    ] {
        let changes = json!({ "initiatedAt": day, "category": category, "customerAmount": amount, "type": label });
        books
            .add("/finance/fee", with(fee(books.store), changes))
            .await;
    }
    let found = async |cursor_json: Value| -> Vec<String> {
        let list = books
            .admin
            .get(&format!("/finance/fee?cursor={}", cursor(cursor_json)))
            .await;
        let rows = list
            .data()
            .as_array()
            .unwrap_or_else(|| panic!("{}", list.json));
        rows.iter()
            .map(|row| row["initiatedAt"].as_str().unwrap().to_owned())
            .collect()
    };
    let of = |filter: Value| json!({ "filters": [filter] });
    assert_eq!(
        found(json!({})).await,
        ["2026-11-30", "2026-11-01", "2026-10-31"]
    );
    let november = json!({ "field": "initiatedAt", "from": "2026-11-01", "to": "2026-11-30" });
    assert_eq!(found(of(november)).await, ["2026-11-30", "2026-11-01"]);
    let others = json!({ "field": "category", "values": ["OTHER"] });
    assert_eq!(found(of(others)).await, ["2026-11-30", "2026-10-31"]);
    assert_eq!(
        found(of(
            json!({ "field": "customerAmount", "from": 15, "to": 25 })
        ))
        .await,
        ["2026-11-01"]
    );
    assert_eq!(
        found(of(json!({ "field": "cause", "values": ["CHARGE"] }))).await,
        [""; 0]
    );
    assert_eq!(found(json!({ "search": "etagere" })).await, ["2026-11-01"]);
    let dearest =
        json!({ "take": 1, "orderBy": [{ "field": "customerAmount", "direction": "desc" }] });
    assert_eq!(found(dearest).await, ["2026-11-30"]);
    for field in ["internalAmount", "author"] {
        for asked in [
            json!({ "orderBy": [{ "field": field, "direction": "asc" }] }),
            of(json!({ "field": field, "from": 1 })),
        ] {
            let list = books
                .admin
                .get(&format!("/finance/fee?cursor={}", cursor(asked)))
                .await;
            assert_eq!(list.summary(), "400 BadRequestCursorException", "{field}");
        }
    }
}

/// Neither the amount that only the company knows, nor a heading of it or of who entered it.
fn concealed(text: &str) -> bool {
    !text.contains("777.77") && !text.contains("internal") && !text.contains("author")
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_customer_reads_one_amount_wherever_they_look(db: PgPool) {
    let books = Books::new(db).await;
    let id = books.add("/finance/fee", fee(books.store)).await;
    let path = format!("/finance/fee/{id}");
    let customer = books
        .app
        .customer(books.organization, &[books.store], &[ReadFee])
        .await;
    let stranger = books
        .app
        .customer(books.app.organization().await, &[], &[ReadFee])
        .await;

    let (list, detail) = (
        customer.get("/finance/fee").await,
        customer.get(&path).await,
    );
    for (answer, read) in [(&list, &list.data()[0]), (&detail, detail.data())] {
        assert_eq!(answer.summary(), "200");
        assert_eq!(read["customerAmount"], "1200.50");
        assert_eq!(
            [&read["internalAmount"], &read["author"]],
            [&Value::Null; 2]
        );
        assert!(
            !answer.json.to_string().contains("777.77"),
            "{}",
            answer.json
        );
    }
    assert_eq!(
        stranger.get(&path).await.summary(),
        "404 NotFoundFeeException"
    );
    assert_eq!(stranger.get("/finance/fee").await.data(), &json!([]));

    // The file, by the same columns but two.
    for (client, columns) in [(&customer, 8), (&books.admin, 10)] {
        let asked = client
            .post("/finance/fee/export", json!({ "scope": "all" }))
            .await;
        books.app.run_jobs().await;
        let job = client.get(&format!("/job/{}", asked.id())).await;
        assert_eq!(job.data()["status"], "COMPLETED", "{}", job.json);
        let file = job.data()["files"][0]["id"].as_str().unwrap();
        let link = client
            .post(&format!("/file/{file}/link"), json!(null))
            .await;
        let text = books
            .app
            .nobody()
            .get(link.data()["url"].as_str().unwrap())
            .await;
        let text = text.json.as_str().unwrap();
        let heading = text.lines().next().unwrap();
        assert_eq!(heading.split(',').count(), columns, "{heading}");
        assert!(
            text.contains("1200.50") && text.contains("02/11/2026"),
            "{text}"
        );
        let is_concealed = concealed(&text.to_lowercase());
        assert_eq!(is_concealed, columns == 8, "{text}");
    }

    // Neither its history, nor its files, nor what the staff's lists say of it.
    for refused in [
        format!("/history?entity=fee&id={id}"),
        format!("{path}/attachment"),
        "/finance/charge".into(),
        "/finance/commission".into(),
    ] {
        let answer = customer.get(&refused).await;
        assert_eq!(answer.status.as_u16(), 403, "{refused}");
        assert!(concealed(&answer.json.to_string()), "{}", answer.json);
    }
    for asked in [
        json!({ "orderBy": [{ "field": "internalAmount", "direction": "asc" }] }),
        json!({ "filters": [{ "field": "internalAmount", "from": 777 }] }),
    ] {
        let answer = customer
            .get(&format!("/finance/fee?cursor={}", cursor(asked)))
            .await;
        assert_eq!(answer.summary(), "400 BadRequestCursorException");
    }
    let searched = customer
        .get(&format!(
            "/finance/fee?cursor={}",
            cursor(json!({ "search": "777.77" }))
        ))
        .await;
    assert_eq!(searched.data(), &json!([]));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_customer_who_watches_hears_that_fees_changed_and_no_more(db: PgPool) {
    let books = Books::new(db).await;
    let customer = books
        .app
        .customer(books.organization, &[books.store], &[ReadFee])
        .await;
    let mut events = customer
        .raw("GET", "/events", None, &[])
        .await
        .into_body()
        .into_data_stream();
    let mut next = async || {
        let event = tokio::time::timeout(Duration::from_secs(20), events.next()).await;
        String::from_utf8(event.expect("an event").unwrap().unwrap().to_vec()).unwrap()
    };
    books.add("/finance/fee", fee(books.store)).await;
    let event = loop {
        let event = next().await;
        if event.contains("finance") {
            break event;
        }
    };
    assert!(concealed(&event) && !event.contains("1200"), "{event}");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_customer_is_not_told_which_charge_brought_a_fee(db: PgPool) {
    let books = Books::new(db).await;
    let of = books.add("/finance/charge", charge(books.store)).await;
    let applied = books
        .admin
        .post("/finance/charge/apply", json!({ "date": "2026-01-31" }))
        .await;
    assert_eq!(applied.data()["count"], 1, "{}", applied.json);
    let customer = books
        .app
        .customer(books.organization, &[books.store], &[ReadFee])
        .await;
    let read =
        async |client: &crate::testing::Client| client.get("/finance/fee").await.data()[0].clone();
    let (theirs, ours) = (read(&customer).await, read(&books.admin).await);
    assert_eq!(
        [&ours["causeId"], &ours["causeName"]],
        [&json!(of), &json!("Abonnement")]
    );
    assert_eq!(
        [&ours["cause"], &ours["initiatedAt"], &ours["endsAt"]],
        ["CHARGE", "2026-01-31", "2026-02-27"]
    );
    assert_eq!(
        [&theirs["causeId"], &theirs["cause"]],
        [&json!(null), &json!("CHARGE")]
    );
    let by_charge = json!({ "filters": [{ "field": "causeId", "values": [of] }] });
    let list = books
        .admin
        .get(&format!("/finance/fee?cursor={}", cursor(by_charge)))
        .await;
    assert_eq!(list.data()[0]["id"], ours["id"]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn files_are_attached_to_a_fee_for_the_staff_alone(db: PgPool) {
    let books = Books::new(db).await;
    let id = books.add("/finance/fee", fee(books.store)).await;
    let path = format!("/finance/fee/{id}/attachment");
    let pdf = b"%PDF-1.4 bill".as_slice();
    let two = [("files", "bill.pdf", pdf), ("files", "again.pdf", pdf)];
    let attached = books.admin.upload(&path, &[], &two).await;
    assert_eq!(attached.summary(), "201", "{}", attached.json);
    let list = books.admin.get(&path).await;
    let names = |list: &Value| -> Vec<String> {
        let files = list.as_array().unwrap().iter();
        files
            .map(|file| file["name"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(names(list.data()), ["bill.pdf", "again.pdf"]);
    let file = list.data()[0]["id"].as_str().unwrap().to_owned();
    assert_eq!(
        books
            .admin
            .post(&format!("/file/{file}/link"), json!(null))
            .await
            .summary(),
        "200"
    );
    let customer = books
        .app
        .customer(books.organization, &[books.store], &[ReadFee])
        .await;
    assert_eq!(
        customer.get(&path).await.summary(),
        "403 ForbiddenRoleException"
    );
    assert_eq!(
        customer.get(&format!("/file/{file}")).await.summary(),
        "404 NotFoundResourceException"
    );

    let none = books.admin.upload(&path, &[], &[]).await;
    assert_eq!(none.issues(), ["files required"]);
    let program = books
        .admin
        .upload(&path, &[], &[("files", "a.exe", b"MZ\x90\0")])
        .await;
    assert_eq!(program.issues(), ["files fileType"]);
    let nowhere = format!("/finance/fee/{}/attachment", uuid::Uuid::now_v7());
    let missing = books.admin.upload(&nowhere, &[], &two).await;
    assert_eq!(missing.summary(), "404 NotFoundFeeException");

    assert_eq!(
        books
            .admin
            .delete(&format!("{path}/{file}"))
            .await
            .summary(),
        "204"
    );
    assert_eq!(
        books
            .admin
            .delete(&format!("{path}/{file}"))
            .await
            .summary(),
        "404 NotFoundFileException"
    );
    assert_eq!(names(books.admin.get(&path).await.data()), ["again.pdf"]);
    let history = books
        .admin
        .get(&format!("/history?entity=fee&id={id}"))
        .await;
    let last = &history.data()[0]["changes"][0];
    assert_eq!(
        [&last["field"], &last["before"], &last["after"]],
        [&json!("attachment"), &json!("bill.pdf"), &json!(null)]
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn writing_takes_both_permissions_and_the_staff(db: PgPool) {
    let books = Books::new(db).await;
    for permissions in [&[ReadFee, WriteFee][..], &[ReadFee, ReadStore]] {
        let admin = books.app.admin(permissions).await;
        for (path, body) in [
            ("/finance/fee", fee(books.store)),
            ("/finance/charge", charge(books.store)),
            ("/finance/commission", super::commission(books.store)),
            ("/finance/charge/apply", json!({})),
        ] {
            let answer = admin.post(path, body).await;
            assert_eq!(
                answer.summary(),
                "403 ForbiddenPermissionException",
                "{path}"
            );
        }
    }
    assert_eq!(books.fees().await, []);
}
