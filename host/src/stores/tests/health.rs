//! `GET /connector/health`

use chrono::Duration;

use super::*;
use crate::access::Permission::{ReadConnector, ReadStore};
use crate::providers::connectors::ConnectorRole;
use crate::testing::TestApp;

/// The connections as an answer tells them: store, state and problem.
fn shown(answer: &Value) -> Vec<(&str, &str, Option<&str>)> {
    let connectors = answer["connectors"].as_array().expect("a list").iter();
    let rows = connectors.map(|row| {
        let store = row["store"]["name"].as_str().expect("a name");
        (
            store,
            row["state"].as_str().expect("a state"),
            row["problem"].as_str(),
        )
    });
    rows.collect()
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn connections_in_trouble_come_first_and_each_sees_their_own(db: PgPool) {
    let app = TestApp::with_guest(
        db.clone(),
        "[webhooks]\nsignature = { scheme = \"address\" }\n
        [[sentences]]\nen = \"The key was withdrawn\"\nfr = \"La clé a été retirée\"",
    )
    .await;
    let (one, other) = (app.organization().await, app.organization().await);
    let admin = app.admin(&[ReadConnector, ReadStore]).await;
    let nothing = json!({ "total": 0, "failing": 0, "late": 0, "connectors": [] });
    assert_eq!(admin.get("/connector/health").await.data(), &nothing);

    let names = ["Frais", "Neuf", "Cassé", "En retard"];
    let mut stores = Vec::new();
    for (name, organization) in names.into_iter().zip([one, one, one, other]) {
        let store = app.store(organization).await;
        let connector = app.hostile(store, ConnectorRole::Fulfillment, &[]).await;
        sqlx::query("update stores set name = $2 where id = $1")
            .bind(store)
            .bind(name)
            .execute(&db)
            .await
            .unwrap();
        stores.push((store, connector));
    }
    let completed = async |at: usize, ago: Duration| {
        sqlx::query("insert into connector_cursors (connector_id, function, completed_at) values ($1, 'orders', $2)")
            .bind(stores[at].1)
            .bind(app.app.now() - ago)
            .execute(&db)
            .await
            .unwrap();
    };
    let ended = async |at: usize, status: &str, ago: Duration| {
        sqlx::query(
            "insert into jobs (id, name, consumer, identifier, status, error, created_at)
             values (gen_random_uuid(), 'orders.synchronize', 'hostile', $1, $2, 'The key was withdrawn', $3)",
        )
        .bind(stores[at].1.to_string())
        .bind(status)
        .bind(app.app.now() - ago)
        .execute(&db)
        .await
        .unwrap();
    };
    completed(0, Duration::hours(1)).await;
    // What failed before and went well since is past.
    ended(0, "FAILED", Duration::hours(3)).await;
    ended(0, "COMPLETED", Duration::hours(1)).await;
    completed(2, Duration::hours(2)).await;
    ended(2, "FAILED", Duration::hours(1)).await;
    completed(3, Duration::days(2)).await;

    let all = admin.get("/connector/health").await;
    let expected = [
        ("Cassé", "FAILING", Some("The key was withdrawn")),
        ("En retard", "LATE", None),
        ("Neuf", "NEW", None),
        ("Frais", "UP_TO_DATE", None),
    ];
    assert_eq!(shown(all.data()), expected);
    let counts = ["total", "failing", "late"].map(|name| all.data()[name].as_i64());
    assert_eq!(counts, [Some(4), Some(1), Some(1)]);

    let french = [("accept-language", "fr")];
    let answer = admin.send("GET", "/connector/health", None, &french).await;
    let words = Some("La clé a été retirée");
    assert_eq!(shown(answer.data())[0], ("Cassé", "FAILING", words));

    // A merchant is told of their own store, and not what the provider said.
    let customer = app.customer(one, &[stores[2].0], &[ReadStore]).await;
    let own = customer.get("/connector/health").await;
    assert_eq!(shown(own.data()), [("Cassé", "FAILING", None)]);
    assert_eq!(own.data()["total"], 1);

    // What is not in use any more is nobody's trouble.
    sqlx::query("update stores set archived_at = now() where id = $1")
        .bind(stores[2].0)
        .execute(&db)
        .await
        .unwrap();
    assert_eq!(
        shown(admin.get("/connector/health").await.data()),
        &expected[1..]
    );
}
