//! Storage: measured by half-month, typed in or read from a table, charged once at the agreed price.

use serde_json::{Value, json};
use sqlx::PgPool;

use super::Books;
use crate::testing::Answer;

impl Books {
    /// As the demo company has it: 12 euros up to a cubic metre, 9 beyond, 100 as the most.
    async fn agree(&self) {
        sqlx::query("update organizations set storages = $2 where id = $1")
            .bind(self.organization)
            .bind(json!([
                { "min": null, "max": "1", "units": "m3", "price": "12" },
                { "min": "1", "max": "100", "units": "m3", "price": "9" },
                { "min": null, "max": "1000", "units": "DAY", "price": "3" },
            ]))
            .execute(&self.app.app.db)
            .await
            .expect("prices");
    }

    async fn measure(&self, body: Value) -> Answer {
        self.admin.post("/finance/storage", body).await
    }
}

/// F12, the decisions' example: 2.4 m³ over two half-months.
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn each_half_month_is_charged_once_at_the_price_of_its_volume(db: PgPool) {
    let books = Books::new(db).await;
    books.agree().await;
    let half = |day: &str, volume: &str| json!({ "storeId": books.store, "startsAt": day, "volume": volume });
    let october = json!({ "measures": [half("2026-10-01", "2.4"), half("2026-10-16", "2.4")] });
    let mut asked = october.clone();
    asked["preview"] = json!(true);
    let preview = books.measure(asked).await;
    let data = preview.data();
    assert_eq!(
        [&data["count"], &data["customerAmount"]],
        [&json!(2), &json!("43.2")],
        "{}",
        preview.json
    );
    let second = &data["measures"][1];
    assert_eq!(
        [
            &second["endsAt"],
            &second["price"],
            &second["customerAmount"]
        ],
        ["2026-10-31", "9", "21.6"]
    );
    assert_eq!(books.fees().await, []);
    let charged = books.measure(october.clone()).await;
    assert_eq!(charged.data()["count"], 2);
    let again = books.measure(october).await;
    assert_eq!(
        [
            &again.data()["count"],
            &again.data()["measures"][0]["isMeasured"]
        ],
        [&json!(0), &json!(true)]
    );
    let more =
        json!({ "measures": [half("2026-11-01", "1"), half("2026-11-16", "0")], "imported": true });
    assert_eq!(books.measure(more).await.data()["customerAmount"], "12");
    let fees: Vec<String> = books
        .fees()
        .await
        .into_iter()
        .map(|(day, label, amount)| format!("{day} {label} {amount}"))
        .collect();
    assert_eq!(
        fees,
        [
            "2026-10-01 Stockage 21.60",
            "2026-10-16 Stockage 21.60",
            "2026-11-01 Stockage 12.00"
        ]
    );

    let list = books.admin.get("/finance/storage").await;
    let measures = list.data();
    assert_eq!(
        [
            &measures[0]["volume"],
            &measures[0]["source"],
            &measures[0]["feeId"]
        ],
        [&json!("0"), &json!("IMPORT"), &json!(null)]
    );
    let fee = books
        .admin
        .get(&format!(
            "/finance/fee/{}",
            measures[3]["feeId"].as_str().unwrap()
        ))
        .await;
    assert_eq!(
        [
            &fee.data()["description"],
            &fee.data()["endsAt"],
            &fee.data()["causeId"],
            &measures[3]["source"]
        ],
        [
            &json!("2,4 m³ × 9 €"),
            &json!("2026-10-15"),
            &measures[3]["id"],
            &json!("MANUAL")
        ]
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn measures_that_make_no_sense_are_refused_together(db: PgPool) {
    let books = Books::new(db).await;
    books.agree().await;
    let half = |day: &str, volume: &str| json!({ "storeId": books.store, "startsAt": day, "volume": volume });
    for (measures, issues) in [
        (
            json!([
                half("2026-10-02", "1"),
                half("2026-12-01", "1"),
                half("2026-10-01", "1"),
                half("2026-10-01", "2")
            ]),
            vec![
                "measures[0].startsAt halfMonth",
                "measures[1].startsAt max",
                "measures[3].startsAt unique",
            ],
        ),
        (
            json!([half("2026-10-01", "101"), { "storeId": uuid::Uuid::now_v7(), "startsAt": "2026-10-01", "volume": "1" }]),
            vec![
                "measures[0].volume storagePrice",
                "measures[1].storeId option",
            ],
        ),
        (
            json!([half("2026-10-01", "-1")]),
            vec!["measures[0].volume min"],
        ),
        (
            json!([half("2026-10-01", "1.0001")]),
            vec!["measures[0].volume format"],
        ),
        (json!([]), vec!["measures required"]),
    ] {
        let answer = books.measure(json!({ "measures": measures })).await;
        assert_eq!(answer.issues(), issues, "{measures}");
    }
    assert_eq!(books.fees().await, []);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_table_is_read_with_what_is_wrong_in_it_and_nothing_kept(db: PgPool) {
    let books = Books::new(db).await;
    let name: String = sqlx::query_scalar("select name from stores where id = $1")
        .bind(books.store)
        .fetch_one(&books.app.app.db)
        .await
        .unwrap();
    let content = format!(
        "Boutique;Début;Volume\n{};01/11/2026;2,4\nNobody;01/11/2026;1\n{};16/11/2026;x\n",
        name.to_uppercase(),
        books.store
    );
    let read = books
        .admin
        .post("/finance/storage/read", json!({ "content": content }))
        .await;
    assert_eq!(
        read.data()["measures"],
        json!([{ "storeId": books.store, "startsAt": "2026-11-01", "volume": "2.4" }])
    );
    assert_eq!(
        read.data()["problems"],
        json!([
            { "line": 3, "column": "storeId", "code": "option", "value": "Nobody" },
            { "line": 4, "column": "volume", "code": "format", "value": "x" },
        ])
    );
    assert_eq!(books.admin.get("/finance/storage").await.data(), &json!([]));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn of_many_who_measure_the_same_at_once_one_is_kept(db: PgPool) {
    let books = Books::new(db).await;
    books.agree().await;
    let ask = |volume: i32| {
        books.measure(json!({ "measures": [{ "storeId": books.store, "startsAt": "2026-11-01", "volume": volume.to_string() }] }))
    };
    let answers = futures::future::join_all((2..32).map(ask)).await;
    let brought: i64 = answers
        .iter()
        .map(|answer| answer.data()["count"].as_i64().expect("a number"))
        .sum();
    assert_eq!((brought, books.fees().await.len()), (1, 1));
}
