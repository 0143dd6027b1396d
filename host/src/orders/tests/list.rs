//! `GET /order`

use super::*;
use crate::access::Permission::{ReadOrder, ReadStore};
use crate::testing::TestApp;

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_row_tells_what_the_screen_shows(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let store = app.store(app.organization().await).await;
    let id = New {
        tracking_number: "8R1",
        ..New::of(store, "1042")
    }
    .insert(&db)
    .await;
    let answer = app.admin(&[ReadOrder]).await.get("/order").await;
    assert_eq!(
        answer.json["meta"],
        json!({ "total": 1, "exact": true, "next": null, "previous": null })
    );
    let mut row = answer.data()[0].clone();
    assert!(row["store"]["name"].as_str().unwrap().starts_with("Store"));
    row["store"]["name"] = "Store".into();
    row["updatedAt"] = Value::Null;
    assert_eq!(
        row,
        json!({
            "id": id, "reference": "1042", "providerId": "BB1042", "provider": "bigblue", "source": "normal",
            "status": "PENDING", "providerStatus": "", "statusMessage": "", "store": { "id": store, "name": "Store" },
            "customerName": "Zoé Martin", "country": "FR", "city": "", "email": "zoe@example.test", "phone": "", "company": "",
            "zip": "75011", "language": "", "itemCount": 3, "subtotal": "25.50", "tax": "6", "discount": "1", "shippingPrice": "7.90",
            "shippingMethod": "", "total": "38.40", "totalExVat": "32.40",
            "currency": "EUR",
            "submittedAt": noon(), "shippedAt": null, "returnedAt": null, "isWaiting": true, "updatedAt": null, "carrier": "", "trackingNumber": "8R1", "trackingUrl": "", "extra": {}, "hold": null,
        })
    );
}

/// Decisions, 19.
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_total_without_vat_is_less_what_was_recorded_else_the_french_rate(db: PgPool) {
    let cases = [
        ("120", "20.01", "FR", false, "99.99"),
        ("11.69", "0", "FR", false, "9.74"),
        ("11.69", "0", "BE", false, "11.69"),
        ("11.69", "0", "FR", true, "11.69"),
        ("-24", "0", "FR", true, "-24"),
    ];
    for (total, tax, country, manual, expected) in cases {
        let found: Decimal = sqlx::query_scalar("select total_ex_vat($1, $2, $3, $4)")
            .bind(total.parse::<Decimal>().unwrap())
            .bind(tax.parse::<Decimal>().unwrap())
            .bind(country)
            .bind(manual)
            .fetch_one(&db)
            .await
            .unwrap();
        assert_eq!(found.to_string(), expected, "{total} {tax} {country}");
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn every_sort_goes_both_ways(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let store = app.store(app.organization().await).await;
    let (day, price) = (
        |day: &str| at(&format!("2026-11-{day}T10:00:00Z")),
        |cents| Decimal::new(cents, 2),
    );
    let new = New::of(store, "");
    let rows = [
        New {
            reference: "B",
            submitted_at: day("03"),
            unit_price: price(900),
            status: OrderStatus::Shipped,
            ..new.clone()
        },
        New {
            reference: "A",
            submitted_at: day("01"),
            unit_price: price(10000),
            status: OrderStatus::Created,
            ..new.clone()
        },
        New {
            reference: "C",
            submitted_at: day("02"),
            unit_price: price(2000),
            status: OrderStatus::Backorder,
            ..new
        },
    ];
    for row in rows {
        row.insert(&db).await;
    }
    let admin = app.admin(&[ReadOrder]).await;
    assert_eq!(
        references(admin.get("/order").await.data()),
        ["B", "C", "A"],
        "the default order"
    );
    for (field, ascending) in [
        ("submittedAt", ["A", "C", "B"]),
        ("reference", ["A", "B", "C"]),
        ("total", ["B", "C", "A"]),
        ("status", ["C", "A", "B"]),
    ] {
        let sorted = async |direction: &str| {
            admin
                .get(&path(
                    json!({ "orderBy": [{ "field": field, "direction": direction }] }),
                ))
                .await
        };
        assert_eq!(references(sorted("asc").await.data()), ascending, "{field}");
        let descending: Vec<_> = ascending.into_iter().rev().collect();
        assert_eq!(
            references(sorted("desc").await.data()),
            descending,
            "{field}"
        );
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn filters_narrow_the_list_together(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let organization = app.organization().await;
    let (one, two) = (app.store(organization).await, app.store(organization).await);
    New::of(one, "1").insert(&db).await;
    New {
        status: OrderStatus::Shipped,
        ..New::of(one, "2")
    }
    .insert(&db)
    .await;
    New {
        source: OrderSource::Seeding,
        ..New::of(two, "3")
    }
    .insert(&db)
    .await;
    let admin = app.admin(&[ReadOrder]).await;
    let by_reference = async |filters: Value| {
        let order = json!([{ "field": "reference", "direction": "asc" }]);
        let answer = admin
            .get(&path(json!({ "filters": filters, "orderBy": order })))
            .await;
        references(answer.data()).join(" ")
    };
    assert_eq!(
        by_reference(json!([{ "field": "status", "values": ["PENDING"] }])).await,
        "1 3"
    );
    assert_eq!(
        by_reference(json!([{ "field": "status", "values": ["SHIPPED", "PENDING"] }])).await,
        "1 2 3"
    );
    assert_eq!(
        by_reference(json!([{ "field": "storeId", "values": [one] }])).await,
        "1 2"
    );
    assert_eq!(
        by_reference(json!([{ "field": "source", "values": ["seeding"] }])).await,
        "3"
    );
    let both = json!([{ "field": "status", "values": ["PENDING"] }, { "field": "storeId", "values": [one] }]);
    assert_eq!(by_reference(both).await, "1");
    sqlx::query("update orders set skus = 'TEE-L CPSL-000001-0001 ' || case reference when '2' then 'MUG' else '' end")
        .execute(&db)
        .await
        .expect("articles");
    for (skus, found) in [
        (json!(["mug"]), "2"),
        (json!(["MUG", "TEE-L"]), "1 2 3"),
        (json!(["TEE", "L"]), ""),
    ] {
        assert_eq!(
            by_reference(json!([{ "field": "sku", "values": skus }])).await,
            found,
            "{skus}"
        );
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn days_end_at_midnight_in_paris_whatever_the_season(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let store = app.store(app.organization().await).await;
    for (reference, time) in [
        // The clock goes forward on 29 March 2026 and back on 25 October.
        ("before spring day", "2026-03-28T22:59:59Z"),
        ("first of spring day", "2026-03-28T23:00:00Z"),
        ("last of spring day", "2026-03-29T21:59:59.999999Z"),
        ("after spring day", "2026-03-29T22:00:00Z"),
        ("before autumn day", "2026-10-24T21:59:59Z"),
        ("first of autumn day", "2026-10-24T22:00:00Z"),
        ("last of autumn day", "2026-10-25T22:59:59Z"),
        ("after autumn day", "2026-10-25T23:00:00Z"),
    ] {
        New {
            submitted_at: at(time),
            ..New::of(store, reference)
        }
        .insert(&db)
        .await;
    }
    let admin = app.admin(&[ReadOrder]).await;
    let between = async |from: Value, to: Value| {
        let filter = json!({ "field": "submittedAt", "from": from, "to": to });
        let answer = admin.get(&path(json!({ "filters": [filter] }))).await;
        references(answer.data()).join(", ")
    };
    assert_eq!(
        between(json!("2026-03-29"), json!("2026-03-29")).await,
        "last of spring day, first of spring day"
    );
    assert_eq!(
        between(json!("2026-10-25"), json!("2026-10-25")).await,
        "last of autumn day, first of autumn day"
    );
    assert_eq!(
        between(json!("2026-10-26"), Value::Null).await,
        "after autumn day"
    );
    assert_eq!(
        between(Value::Null, json!("2026-03-28")).await,
        "before spring day"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_search_wants_every_word_and_no_accents(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let store = app.store(app.organization().await).await;
    New {
        customer: "Éloïse Lefèvre",
        tracking_number: "8R000123",
        ..New::of(store, "PORTAL_1")
    }
    .insert(&db)
    .await;
    New {
        customer: "Elo Dupont",
        ..New::of(store, "100%")
    }
    .insert(&db)
    .await;
    let admin = app.admin(&[ReadOrder]).await;
    let found = async |search: &str| {
        let order = json!([{ "field": "reference", "direction": "asc" }]);
        let answer = admin
            .get(&path(json!({ "search": search, "orderBy": order })))
            .await;
        references(answer.data()).join(" ")
    };
    for (search, expected) in [
        ("eloise", "PORTAL_1"),
        ("LEFÈVRE  Elo", "PORTAL_1"),
        ("elo", "100% PORTAL_1"),
        ("elo dupond", ""),
        ("8r000", "PORTAL_1"),
        ("BB100", "100%"),
        // Nothing is special but to the database, where it is taken literally.
        ("%", "100% PORTAL_1"),
        ("0%", "100%"),
        ("l_", "PORTAL_1"),
        ("__", ""),
        ("\\\\", ""),
        ("' or 1=1", ""),
        // Under two characters a search is ignored.
        (" x ", "100% PORTAL_1"),
    ] {
        assert_eq!(found(search).await, expected, "{search}");
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn pages_lead_to_their_neighbours(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let store = app.store(app.organization().await).await;
    for reference in ["1", "2", "3", "4", "5"] {
        // All at one moment: the ids break the tie.
        New::of(store, reference).insert(&db).await;
    }
    let admin = app.admin(&[ReadOrder]).await;
    let mut answers = vec![admin.get(&path(json!({ "take": 2 }))).await];
    for toward in ["next", "next", "previous", "previous"] {
        let cursor = answers.last().unwrap().json["meta"][toward]
            .as_str()
            .unwrap()
            .to_owned();
        answers.push(admin.get(&format!("/order?cursor={cursor}")).await);
    }
    let pages: Vec<String> = answers
        .iter()
        .map(|answer| references(answer.data()).join(" "))
        .collect();
    assert_eq!(pages, ["5 4", "3 2", "1", "3 2", "5 4"]);
    assert_eq!(answers[0].json["meta"]["previous"], Value::Null);
    assert_eq!(answers[2].json["meta"]["next"], Value::Null);
    assert_eq!(answers[4].json["meta"], answers[0].json["meta"]);
    let passed_over = admin.get(&path(json!({ "take": 2, "skip": 2 }))).await;
    assert_eq!(references(passed_over.data()), ["3", "2"]);
    let only_counted = admin.get(&path(json!({ "take": 0 }))).await;
    assert_eq!(
        only_counted.json,
        json!({ "data": [], "meta": { "total": 5, "exact": true, "next": null, "previous": null } })
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn customers_see_the_orders_of_their_own_stores(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let organization = app.organization().await;
    let (one, two, sibling) = (
        app.store(organization).await,
        app.store(organization).await,
        app.store(organization).await,
    );
    for (store, reference) in [(one, "1"), (two, "2"), (sibling, "3"), (one, "4")] {
        New::of(store, reference).insert(&db).await;
    }
    let of_one = app.customer(organization, &[one], &[ReadOrder]).await;
    assert_eq!(references(of_one.get("/order").await.data()), ["4", "1"]);
    let of_two = app.customer(organization, &[one, two], &[ReadOrder]).await;
    assert_eq!(
        references(of_two.get("/order").await.data()),
        ["4", "2", "1"]
    );
    let of_none = app.customer(organization, &[], &[ReadOrder]).await;
    assert_eq!(references(of_none.get("/order").await.data()), [""; 0]);
    // A filter does not reach further than the scope.
    assert_eq!(
        references(
            of_one
                .get(&filtered("storeId", &[&two.to_string()]))
                .await
                .data()
        ),
        [""; 0]
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_list_asks_for_its_permission(db: PgPool) {
    let app = TestApp::new(db).await;
    assert_eq!(
        app.nobody().get("/order").await.summary(),
        "401 UnauthorizedException"
    );
    assert_eq!(
        app.admin(&[ReadStore]).await.get("/order").await.summary(),
        "403 ForbiddenPermissionException"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_malformed_cursor_is_refused_by_the_field_at_fault(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[ReadOrder]).await;
    let answer = admin.get("/order?cursor=nonsense!").await;
    assert_eq!(answer.summary(), "400 BadRequestCursorException");
    for (cursor, field, code) in [
        (json!({ "take": 501 }), "take", "max"),
        (json!({ "page": 2 }), "page", "unknown"),
        (
            json!({ "orderBy": [{ "field": "customerName", "direction": "asc" }] }),
            "orderBy[0].field",
            "unknown",
        ),
        (
            json!({ "filters": [{ "field": "itemCount", "from": 1 }] }),
            "filters[0].field",
            "unknown",
        ),
        (
            json!({ "filters": [{ "field": "status", "values": [] }] }),
            "filters[0].values",
            "required",
        ),
        (
            json!({ "filters": [{ "field": "status", "values": ["SHIPPED", "LOST"] }] }),
            "filters[0].values[1]",
            "option",
        ),
        (
            json!({ "filters": [{ "field": "storeId", "values": ["7"] }] }),
            "filters[0].values[0]",
            "type",
        ),
        (
            json!({ "filters": [{ "field": "submittedAt", "to": "21/11/2026" }] }),
            "filters[0].to",
            "date",
        ),
        (
            json!({ "filters": [{ "field": "submittedAt" }] }),
            "filters[0].from",
            "required",
        ),
    ] {
        let answer = admin.get(&path(cursor.clone())).await;
        assert_eq!(
            answer.summary(),
            "400 BadRequestCursorException",
            "{cursor}"
        );
        let issue = &answer.json["error"]["payload"][0];
        assert_eq!(
            (issue["field"].as_str(), issue["code"].as_str()),
            (Some(field), Some(code)),
            "{cursor}"
        );
    }
}

/// Whatever is known of it: its own number, whom it goes to, where, what is in it, what it travels under.
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn each_thing_that_people_know_of_an_order_finds_it_for_those_who_see_it(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let organization = app.organization().await;
    let (own, foreign) = (app.store(organization).await, app.store(organization).await);
    let order = New {
        customer: "Éloïse Lefèvre",
        tracking_number: "8R00012345678",
        ..New::of(own, "PORTAL-17")
    };
    let other = New {
        customer: "Hugo Petit",
        ..New::of(own, "PORTAL-18")
    };
    let ids = [
        order.clone().insert(&db).await,
        New {
            reference: "FOREIGN",
            ..New {
                store: foreign,
                ..order
            }
        }
        .insert(&db)
        .await,
    ];
    let plain = other.insert(&db).await;
    for id in ids {
        sqlx::query(
            r#"update orders set skus = 'AUBE-LP-0001 AUBE-CD-0002 MUSI-000042-000M',
                contact = '{"name": "Éloïse Lefèvre", "email": "eloise.lefevre@courrier.example", "phone": "+33 6 12.34-56 78"}',
                shipping_address = '{"city": "Saint-Étienne", "company": "Radio Forez"}' where id = $1"#,
        )
        .bind(id)
        .execute(&db)
        .await
        .unwrap();
    }
    sqlx::query(
        "update orders set skus = '', contact = '{}', shipping_address = '{}' where id = $1",
    )
    .bind(plain)
    .execute(&db)
    .await
    .unwrap();
    let customer = app.customer(organization, &[own], &[ReadOrder]).await;
    let admin = app.admin(&[ReadOrder]).await;
    for search in [
        "portal-17",
        "lefevre éloïse",
        "eloise.lefevre@courrier.example",
        "Lefevre@COURRIER",
        "06 12 34 56 78",
        "0612345678",
        "+33 6 12 34 56 78",
        "612345678",
        "saint-etienne",
        "radio forez",
        "aube-lp-0001",
        "musi-000042-000m",
        "000042-000",
        "8R00012345678",
        "12345678",
        // Parts of several together.
        "forez 8r000 cd-0002",
    ] {
        let found = customer.get(&path(json!({ "search": search }))).await;
        let references = references(found.data()).join(" ");
        assert_eq!(references, "PORTAL-17", "{search}");
        let both = admin.get(&path(json!({ "search": search }))).await;
        let expected = 1 + u64::from(search != "portal-17");
        assert_eq!(both.json["meta"]["total"], expected, "{search}");
    }
    for search in [
        "eloise.lefevre@ailleurs.example",
        "07 12 34 56 79",
        "AUBE-LP-0003",
    ] {
        let found = admin.get(&path(json!({ "search": search }))).await;
        assert_eq!(found.json["meta"]["total"], 0, "{search}");
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_list_narrows_by_where_orders_go_and_how_and_tells_by_what_it_can(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let organization = app.organization().await;
    let (one, two) = (app.store(organization).await, app.store(organization).await);
    for (store, reference, country, carrier, provider, shipped) in [
        (
            one,
            "A",
            "FR",
            "Colissimo",
            "bigblue",
            Some("2026-10-24T22:30:00Z"),
        ),
        (one, "B", "BE", "DHL", "cubyn", Some("2026-10-24T21:30:00Z")),
        (two, "C", "LU", "UPS", "bigblue", None),
    ] {
        let id = New::of(store, reference).insert(&db).await;
        sqlx::query(
            "update orders set country_code = $2, carrier = $3, provider = $4, shipped_at = $5 where id = $1",
        )
        .bind(id)
        .bind(country)
        .bind(carrier)
        .bind(provider)
        .bind(shipped.map(at))
        .execute(&db)
        .await
        .unwrap();
    }
    let admin = app.admin(&[ReadOrder]).await;
    let customer = app.customer(organization, &[one], &[ReadOrder]).await;
    let of = async |client: &crate::testing::Client, filter: Value| {
        let order = json!([{ "field": "reference", "direction": "asc" }]);
        let answer = client
            .get(&path(json!({ "filters": [filter], "orderBy": order })))
            .await;
        references(answer.data()).join(" ")
    };
    for (filter, expected) in [
        (json!({ "field": "country", "values": ["FR", "LU"] }), "A C"),
        (json!({ "field": "carrier", "values": ["DHL"] }), "B"),
        (json!({ "field": "provider", "values": ["bigblue"] }), "A C"),
        // The 25th began at ten in the evening, by London's clock.
        (json!({ "field": "shippedAt", "from": "2026-10-25" }), "A"),
        (json!({ "field": "shippedAt", "to": "2026-10-24" }), "B"),
    ] {
        assert_eq!(of(&admin, filter.clone()).await, expected, "{filter}");
    }
    assert_eq!(
        of(
            &customer,
            json!({ "field": "country", "values": ["FR", "LU"] })
        )
        .await,
        "A"
    );
    let options = admin.get("/order/options").await;
    assert_eq!(
        options.data(),
        &json!({ "carriers": ["Colissimo", "DHL", "UPS"], "countries": ["BE", "FR", "LU"], "providers": [] })
    );
    let options = customer.get("/order/options").await;
    assert_eq!(
        options.data(),
        &json!({ "carriers": ["Colissimo", "DHL"], "countries": ["BE", "FR"], "providers": [] })
    );
}
