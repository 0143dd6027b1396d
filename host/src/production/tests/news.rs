use serde_json::{Value, json};
use sqlx::PgPool;

use super::Studio;
use crate::testing::Answer;

/// What is told, whatever the order: histories and notes do not go by the same clock here.
fn lines(news: &Answer) -> Vec<String> {
    let all = news.data().as_array().expect("news").iter();
    let words = all.map(|each| format!("{} {}", text(&each["kind"]), text(&each["text"])));
    let mut words: Vec<String> = words.collect();
    words.sort();
    words
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn new(news: &Answer) -> usize {
    let all = news.data().as_array().expect("news").iter();
    all.filter(|each| each["isNew"] == true).count()
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_production_that_comes_to_a_factory_is_told_from_one_that_goes_back(db: PgPool) {
    let studio = Studio::new(db).await;
    let (ours, theirs) = (studio.app.factory().await, studio.app.factory().await);
    let production = studio.production(studio.project().await, None).await;
    let path = format!("/project-productions/{production}");
    let worker = studio.worker(ours).await;
    let moves = async || {
        let news = worker.get(&format!("/factories/{ours}/news")).await;
        let all = news.data().as_array().expect("news").iter();
        let moves = all.map(|each| format!("{} < {}", text(&each["text"]), text(&each["was"])));
        let mut moves: Vec<String> = moves.collect();
        moves.sort();
        moves
    };
    let change = async |change: Value| {
        assert_eq!(studio.admin.patch(&path, change).await.summary(), "200");
    };
    for status in ["SAMPLING", "DRAFT"] {
        change(json!({ "status": status })).await;
    }
    // What became of it before it was theirs is none of their business.
    change(json!({ "factoryId": ours })).await;
    assert_eq!(moves().await, ["DRAFT < "]);
    for status in ["SAMPLING", "DRAFT", "SAMPLING"] {
        change(json!({ "status": status })).await;
    }
    let all = [
        "DRAFT < SAMPLING",
        "SAMPLING < ",
        "SAMPLING < DRAFT",
        "SAMPLING < DRAFT",
    ];
    assert_eq!(moves().await, all);
    change(json!({ "factoryId": theirs })).await;
    assert_eq!(moves().await, [""; 0]);
    change(json!({ "factoryId": ours })).await;
    assert_eq!(moves().await, ["SAMPLING < "]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_factory_is_told_what_is_new_since_its_people_looked(db: PgPool) {
    let studio = Studio::new(db).await;
    let (ours, theirs) = (studio.app.factory().await, studio.app.factory().await);
    let project = studio.project().await;
    let product = studio.product(project).await;
    let production = studio.production(project, Some(ours)).await;
    let elsewhere = studio.production(project, Some(theirs)).await;
    let (worker, colleague) = (studio.worker(ours).await, studio.worker(ours).await);
    let news = format!("/factories/{ours}/news");

    studio
        .admin
        .patch(
            &format!("/project-productions/{production}"),
            json!({ "status": "SAMPLING" }),
        )
        .await;
    studio
        .admin
        .patch(
            &format!("/project-productions/{elsewhere}"),
            json!({ "status": "SHIPPED" }),
        )
        .await;
    let file = ("files", "pack.pdf", b"%PDF-1.4".as_slice());
    studio
        .admin
        .upload(
            &format!("/project-products/{product}/files"),
            &[("type", "technical")],
            &[file],
        )
        .await;
    let note = |of: uuid::Uuid, text: &str| {
        [
            ("relationId", of.to_string()),
            ("data", json!({ "message": text }).to_string()),
        ]
    };
    for (of, text) in [
        (production, "When?"),
        (elsewhere, "Not yours"),
        (project, "Among us"),
    ] {
        let fields = note(of, text);
        let fields = fields
            .each_ref()
            .map(|(name, value)| (*name, value.as_str()));
        assert_eq!(
            studio.admin.upload("/logs", &fields, &[]).await.summary(),
            "201"
        );
    }
    let first = worker.get(&news).await;
    let expected = [
        "file pack.pdf",
        "note When?",
        "production DRAFT",
        "production SAMPLING",
    ];
    assert_eq!(lines(&first), expected);
    assert_eq!(new(&first), 4);
    let file = first
        .data()
        .as_array()
        .and_then(|all| all.iter().find(|each| each["kind"] == "file"));
    let file = file.expect("the file");
    assert_eq!(
        (&file["level"], &file["product"]["id"]),
        (&json!(1), &json!(product))
    );

    // They answer, which is news for the colleague alone.
    let fields = note(production, "Tomorrow");
    let fields = fields
        .each_ref()
        .map(|(name, value)| (*name, value.as_str()));
    assert_eq!(worker.upload("/logs", &fields, &[]).await.summary(), "201");
    let seen = json!({ "until": first.data()[0]["at"] });
    assert_eq!(
        worker.post(&format!("{news}/seen"), seen).await.summary(),
        "204"
    );
    assert_eq!(lines(&worker.get(&news).await), expected);
    assert_eq!(new(&worker.get(&news).await), 0);
    let theirs_too = colleague.get(&news).await;
    assert!(lines(&theirs_too).contains(&"note Tomorrow".to_owned()));
    assert_eq!(new(&theirs_too), 5);
    // What has not happened yet cannot have been seen.
    let ahead = json!({ "until": "2999-01-01T00:00:00Z" });
    assert_eq!(
        colleague
            .post(&format!("{news}/seen"), ahead)
            .await
            .summary(),
        "204"
    );
    studio
        .admin
        .patch(
            &format!("/project-productions/{production}"),
            json!({ "status": "SHIPPED" }),
        )
        .await;
    assert_eq!(new(&colleague.get(&news).await), 1);

    // Of others nothing, neither by the one call nor by the other.
    assert!(
        worker
            .get(&format!("/factories/{theirs}/news"))
            .await
            .summary()
            .starts_with("404")
    );
    for (record, status) in [
        (production, "200"),
        (elsewhere, "404"),
        (project, "404"),
        (ours, "404"),
    ] {
        let notes = worker.get(&format!("/logs?relationId={record}")).await;
        assert!(notes.summary().starts_with(status), "{}", notes.summary());
    }
    let customer = studio.app.customer(studio.organization, &[], &[]).await;
    assert!(
        customer
            .get(&format!("/logs?relationId={production}"))
            .await
            .summary()
            .starts_with("403")
    );
}
