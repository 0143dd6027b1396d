//! Commissions: tiers of a store that never overlap, and what they bring.

use rust_decimal::Decimal;
use serde_json::{Value, json};
use sqlx::PgPool;

use super::{Books, commission, number, with};
use crate::access::Permission::ReadFee;
use crate::testing::{Answer, cursor};

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_tier_has_the_specification_s_defaults_and_a_life(db: PgPool) {
    let books = Books::new(db).await;
    let id = books
        .add("/finance/commission", commission(books.store))
        .await;
    let path = format!("/finance/commission/{id}");
    let read = books.admin.get(&path).await;
    let data = read.data();
    assert_eq!(
        [
            &data["rate"],
            &data["minAmount"],
            &data["maxAmount"],
            &data["endAt"]
        ],
        [&json!("20.00"), &json!("0"), &json!(null), &json!(null)],
    );
    let changed = books
        .admin
        .put(
            &path,
            with(
                commission(books.store),
                json!({ "rate": "17.5", "endAt": "2026-12-31" }),
            ),
        )
        .await;
    assert_eq!(
        [&changed.data()["rate"], &changed.data()["endAt"]],
        ["17.50", "2026-12-31"]
    );
    assert_eq!(books.admin.delete(&path).await.summary(), "204");
    assert_eq!(
        books.admin.get(&path).await.summary(),
        "404 NotFoundCommissionException"
    );
    let other = books
        .add("/finance/commission", commission(books.store))
        .await;
    let back = books
        .admin
        .post(&format!("{path}/restore"), json!(null))
        .await;
    assert_eq!(back.summary(), "409 ConflictDateRangeException");
    assert_eq!(
        books
            .admin
            .delete(&format!("/finance/commission/{other}"))
            .await
            .summary(),
        "204"
    );
    let back = books
        .admin
        .post(&format!("{path}/restore"), json!(null))
        .await;
    assert_eq!(back.data()["rate"], "17.50");
}

/// Decision 20: on each day each euro has one rate.
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn tiers_that_overlap_are_a_conflict(db: PgPool) {
    let books = Books::new(db).await;
    let body = |changes: Value| with(commission(books.store), changes);
    let first = body(json!({ "endAt": "2026-06-30", "maxAmount": "10000" }));
    let id = books.add("/finance/commission", first.clone()).await;
    for (changes, is_free) in [
        (json!({ "startAt": "2026-06-30" }), false),
        (
            json!({ "startAt": "2025-01-01", "endAt": "2026-01-01" }),
            false,
        ),
        (json!({ "minAmount": "9999.99" }), false),
        (json!({ "startAt": "2026-07-01" }), true),
        (json!({ "endAt": "2026-06-30", "minAmount": "10000" }), true),
    ] {
        let answer = books
            .admin
            .post("/finance/commission", body(changes.clone()))
            .await;
        let expected = if is_free {
            "201"
        } else {
            "409 ConflictDateRangeException"
        };
        assert_eq!(answer.summary(), expected, "{changes}");
    }
    let longer = books
        .admin
        .put(
            &format!("/finance/commission/{id}"),
            with(first.clone(), json!({ "endAt": "2026-07-01" })),
        )
        .await;
    assert_eq!(longer.summary(), "409 ConflictDateRangeException");
    // Another store's are its own.
    let other = books.app.store(books.organization).await;
    books.add("/finance/commission", commission(other)).await;
    // Of many who ask for the same at once one gets it.
    let third = books.app.store(books.organization).await;
    let asked = (0..20).map(|_| books.admin.post("/finance/commission", commission(third)));
    let answers: Vec<Answer> = futures::future::join_all(asked).await;
    let created = answers
        .iter()
        .filter(|answer| answer.summary() == "201")
        .count();
    assert_eq!(created, 1);
    assert!(answers.iter().all(|answer| answer.status.as_u16() == 201
        || answer.summary() == "409 ConflictDateRangeException"));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_tier_that_makes_no_sense_is_refused_with_its_fields(db: PgPool) {
    let books = Books::new(db).await;
    for (changes, issue) in [
        (json!({ "rate": "100.01" }), "rate max"),
        (json!({ "rate": "-1" }), "rate min"),
        (json!({ "rate": "1.005" }), "rate decimals"),
        (json!({ "minAmount": "-0.01" }), "minAmount min"),
        (
            json!({ "minAmount": "10", "maxAmount": "10" }),
            "maxAmount range",
        ),
        (json!({ "endAt": "2025-12-31" }), "endAt dateOrder"),
    ] {
        let answer = books
            .admin
            .post(
                "/finance/commission",
                with(commission(books.store), changes.clone()),
            )
            .await;
        assert_eq!(answer.issues(), [issue], "{changes}");
    }
}

/// F9, the decisions' example, with the second tier still on the form.
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_preview_says_what_sales_bring_tier_by_tier(db: PgPool) {
    let books = Books::new(db).await;
    let low = with(commission(books.store), json!({ "maxAmount": "10000" }));
    let id = books.add("/finance/commission", low.clone()).await;
    let sales = json!({ "storeId": books.store, "netSales": "12000", "internalShipping": "800" });
    let ask = async |changes: Value| {
        books
            .admin
            .post("/finance/commission/preview", with(sales.clone(), changes))
            .await
    };
    let saved = ask(json!({})).await;
    assert_eq!(
        [&saved.data()["base"], &saved.data()["amount"]],
        ["11200", "2000.00"]
    );
    let draft = |changes: Value| with(json!({ "startAt": "2026-01-01" }), changes);
    let high = draft(json!({ "minAmount": "10000", "rate": "15" }));
    let both = ask(json!({ "drafts": [high] })).await;
    let data = both.data();
    assert_eq!(
        [&data["amount"], &data["percentage"], &data["date"]],
        ["2180.00", "18.17", "2026-11-18"]
    );
    let tiers: Vec<_> = data["tiers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tier| (&tier["id"], &tier["part"], &tier["amount"]))
        .collect();
    assert_eq!(
        tiers,
        [
            (&json!(id), &json!("10000.00"), &json!("2000.00")),
            (&json!(null), &json!("1200"), &json!("180"))
        ]
    );
    // One that changes stands in its own place; one that does not hold on the day counts for nothing.
    let dearer = draft(json!({ "maxAmount": "10000", "rate": "25" }));
    let changed = ask(json!({ "drafts": [dearer], "exceptId": id })).await;
    assert_eq!(number(&changed.data()["amount"]), 2_500.into());
    assert_eq!(
        ask(json!({ "drafts": [dearer] })).await.summary(),
        "409 ConflictDateRangeException"
    );
    let later = draft(json!({ "startAt": "2027-01-01" }));
    let now = ask(json!({ "drafts": [later] })).await;
    assert_eq!(number(&now.data()["amount"]), 2_000.into());
    // Before a store is chosen what is filled in counts alone.
    let alone =
        json!({ "storeId": null, "drafts": [high, draft(json!({ "maxAmount": "10000" }))] });
    assert_eq!(number(&ask(alone).await.data()["amount"]), 2_180.into());
    let before = ask(json!({ "date": "2025-12-31" })).await;
    assert_eq!(number(&before.data()["amount"]), Decimal::ZERO);
    assert_eq!(number(&before.data()["percentage"]), Decimal::ZERO);
    assert_eq!(
        ask(json!({ "netSales": "0" })).await.data()["percentage"],
        json!(null)
    );
    assert_eq!(
        ask(json!({ "netSales": "10000000" })).await.issues(),
        ["netSales max"]
    );
    assert_eq!(
        ask(json!({ "storeId": uuid::Uuid::now_v7() }))
            .await
            .issues(),
        ["storeId option"]
    );
    for (changes, issue) in [
        (json!({ "rate": "101" }), "drafts[0].rate max"),
        (json!({ "maxAmount": "0" }), "drafts[0].maxAmount range"),
    ] {
        let answer = ask(json!({ "drafts": [draft(changes)] })).await;
        assert_eq!(answer.issues(), [issue]);
    }
}

/// Of several tiers at once all are agreed on, or none, whatever is wrong with one.
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn tiers_that_are_agreed_on_together_come_together(db: PgPool) {
    let books = Books::new(db).await;
    let tier = |changes: Value| with(json!({ "startAt": "2026-01-01" }), changes);
    let low = tier(json!({ "maxAmount": "10000" }));
    let ask = async |tiers: Value| {
        let body = json!({ "storeId": books.store, "tiers": tiers });
        books.admin.post("/finance/commission/tiers", body).await
    };
    let overlapping = ask(json!([low, tier(json!({ "minAmount": "9999.99" }))])).await;
    assert_eq!(overlapping.summary(), "409 ConflictDateRangeException");
    for (second, issue) in [
        (json!({ "endAt": "2025-12-31" }), "tiers[1].endAt dateOrder"),
        (
            json!({ "minAmount": "1.001" }),
            "tiers[1].minAmount decimals",
        ),
    ] {
        assert_eq!(ask(json!([low, tier(second)])).await.issues(), [issue]);
    }
    assert_eq!(ask(json!([])).await.issues(), ["tiers required"]);
    let count = async || {
        books
            .admin
            .get("/finance/commission")
            .await
            .data()
            .as_array()
            .unwrap()
            .len()
    };
    assert_eq!(count().await, 0, "nothing of what was refused is there");
    let both = ask(json!([
        low,
        tier(json!({ "minAmount": "10000", "rate": "15" }))
    ]))
    .await;
    assert_eq!(both.summary(), "201", "{}", both.json);
    assert_eq!(
        [&both.data()[0]["rate"], &both.data()[1]["rate"]],
        ["20.00", "15.00"]
    );
    assert_eq!(count().await, 2);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn commissions_are_the_staff_s_to_read_by_store_and_day(db: PgPool) {
    let books = Books::new(db).await;
    let other = books.app.store(books.organization).await;
    books
        .add("/finance/commission", commission(books.store))
        .await;
    books
        .add(
            "/finance/commission",
            with(commission(other), json!({ "startAt": "2026-05-01" })),
        )
        .await;
    let customer = books
        .app
        .customer(books.organization, &[books.store], &[ReadFee])
        .await;
    assert_eq!(
        customer.get("/finance/commission").await.summary(),
        "403 ForbiddenRoleException"
    );
    let found = async |filter: Value| {
        let asked = cursor(json!({ "filters": [filter] }));
        let list = books
            .admin
            .get(&format!("/finance/commission?cursor={asked}"))
            .await;
        let rows = list
            .data()
            .as_array()
            .unwrap_or_else(|| panic!("{}", list.json))
            .iter();
        rows.map(|row| row["startAt"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        found(json!({ "field": "storeId", "values": [other] })).await,
        ["2026-05-01"]
    );
    assert_eq!(
        found(json!({ "field": "startAt", "to": "2026-04-30" })).await,
        ["2026-01-01"]
    );
}
