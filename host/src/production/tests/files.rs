use serde_json::{Value, json};
use sqlx::PgPool;

use super::Studio;
use crate::testing::{Answer, Client};

const PDF: &[u8] = b"%PDF-1.4";
const PICTURE: &[u8] =
    b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0\x3b";

async fn add(client: &Client, path: &str, kind: &str, files: &[(&str, &[u8])]) -> Answer {
    let files: Vec<(&str, &str, &[u8])> = files
        .iter()
        .map(|(name, bytes)| ("files", *name, *bytes))
        .collect();
    client
        .upload(&format!("{path}/files"), &[("type", kind)], &files)
        .await
}

fn ids(answer: &Answer) -> Vec<&Value> {
    answer
        .data()
        .as_array()
        .expect("files")
        .iter()
        .map(|file| &file["id"])
        .collect()
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn technical_files_are_versions_whose_numbers_are_never_given_twice(db: PgPool) {
    let studio = Studio::new(db).await;
    let path = format!(
        "/project-products/{}",
        studio.product(studio.project().await).await
    );
    let admin = &studio.admin;
    for (level, name) in [(1, "one.pdf"), (2, "two.pdf")] {
        let added = add(admin, &path, "technical", &[(name, PDF)]).await;
        assert_eq!(added.summary(), "201");
        assert_eq!(added.data()[0]["level"], level);
    }
    let all = admin.get(&format!("{path}/files")).await;
    assert_eq!(all.data()[0]["level"], 2, "the newest first");
    let newest = format!(
        "{path}/files/{}",
        all.data()[0]["id"].as_str().expect("an id")
    );
    assert_eq!(admin.delete(&newest).await.summary(), "204");
    assert_eq!(
        add(admin, &path, "technical", &[("three.pdf", PDF)])
            .await
            .data()[0]["level"],
        3
    );
    let history = admin
        .get(&format!(
            "/history?entity=project-product&id={}",
            path.rsplit_once('/').expect("an id").1
        ))
        .await;
    assert_eq!(history.data()[0]["changes"][0]["after"], "v3, three.pdf");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn files_are_what_they_are_said_to_be(db: PgPool) {
    let studio = Studio::new(db).await;
    let path = format!(
        "/project-products/{}",
        studio.product(studio.project().await).await
    );
    let admin = &studio.admin;
    for (kind, files, issue) in [
        (
            "technical",
            [("a.gif", PICTURE)].as_slice(),
            "files fileType",
        ),
        ("technical", &[("a.pdf", PDF), ("b.pdf", PDF)], "files max"),
        (
            "image",
            &[("a.gif", PICTURE), ("b.pdf", PDF)],
            "files fileType",
        ),
        ("sketch", &[("a.gif", PICTURE)], "type option"),
        ("other", &[], "files required"),
    ] {
        assert_eq!(add(admin, &path, kind, files).await.issues(), [issue]);
    }
    assert_eq!(admin.get(&format!("{path}/files")).await.data(), &json!([]));
    // What is ready is made as its technical file says.
    for status in ["IN_PROGRESS", "READY"] {
        admin.patch(&path, json!({ "status": status })).await;
    }
    let late = add(admin, &path, "technical", &[("a.pdf", PDF)]).await;
    assert_eq!(late.summary(), "409 ConflictProjectStatusException");
    assert_eq!(
        add(admin, &path, "other", &[("a.pdf", PDF)])
            .await
            .summary(),
        "201"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn pages_have_labels_and_pictures_an_order(db: PgPool) {
    let studio = Studio::new(db).await;
    let path = format!(
        "/project-products/{}",
        studio.product(studio.project().await).await
    );
    let admin = &studio.admin;
    let pictures = add(
        admin,
        &path,
        "image",
        &[("front.gif", PICTURE), ("back.gif", PICTURE)],
    )
    .await;
    let [front, back] = ids(&pictures)[..] else {
        panic!("two pictures")
    };
    let of = |id: &Value| format!("{path}/files/{}", id.as_str().expect("an id"));
    let labels = json!({ "data": { "metadata": [{ "page": 1, "label": "Front" }] } });
    assert_eq!(
        admin.patch(&of(front), labels.clone()).await.issues(),
        ["data.metadata unknown"]
    );
    assert_eq!(
        admin
            .patch(&of(front), json!({ "position": 5 }))
            .await
            .summary(),
        "200"
    );
    assert_eq!(
        ids(&admin.get(&format!("{path}/files")).await),
        [back, front]
    );

    let technical = add(admin, &path, "technical", &[("a.pdf", PDF)]).await;
    let technical = of(&technical.data()[0]["id"]);
    assert_eq!(
        admin.patch(&technical, labels).await.data()["data"]["metadata"][0]["label"],
        "Front"
    );
    let nameless = json!({ "data": { "metadata": [{ "page": 0, "label": " " }] } });
    let issues = admin.patch(&technical, nameless).await.issues();
    assert_eq!(
        issues,
        [
            "data.metadata[0].label required",
            "data.metadata[0].page required"
        ]
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn pictures_are_put_in_order_all_at_once(db: PgPool) {
    let studio = Studio::new(db).await;
    let product = studio.product(studio.project().await).await;
    let path = format!("/project-products/{product}");
    let admin = &studio.admin;
    let three = [("a.gif", PICTURE), ("b.gif", PICTURE), ("c.gif", PICTURE)];
    let pictures = add(admin, &path, "image", &three).await;
    let [a, b, c] = ids(&pictures)[..] else {
        panic!("three pictures")
    };
    assert_eq!(pictures.data()[2]["position"], 2, "as they came");
    let technical = add(admin, &path, "technical", &[("a.pdf", PDF)]).await;
    let technical = &technical.data()[0]["id"];
    let order = async |files: Value| {
        let order = json!({ "files": files });
        admin
            .send("PUT", &format!("{path}/files/order"), Some(order), &[])
            .await
    };
    let ordered = order(json!([c, a, b])).await;
    assert_eq!(ids(&ordered), [c, a, b, technical]);
    assert_eq!(
        ids(&admin.get(&format!("{path}/files")).await),
        [c, a, b, technical]
    );
    let history = admin
        .get(&format!("/history?entity=project-product&id={product}"))
        .await;
    let change = &history.data()[0]["changes"][0];
    assert_eq!(
        (&change["before"], &change["after"]),
        (&json!("a.gif, b.gif, c.gif"), &json!("c.gif, a.gif, b.gif"))
    );

    // One that came meanwhile is behind those that were dragged.
    let late = add(admin, &path, "image", &[("d.gif", PICTURE)]).await;
    let late = &late.data()[0]["id"];
    assert_eq!(ids(&order(json!([b, a])).await), [b, a, c, late, technical]);
    for (files, issue) in [
        (json!([]), "files required"),
        (json!([a, a]), "files unique"),
        (json!([a, technical]), "files[1] option"),
    ] {
        assert_eq!(order(files).await.issues(), [issue]);
    }
    assert_eq!(
        ids(&admin.get(&format!("{path}/files")).await),
        [b, a, c, late, technical]
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_factory_says_which_version_it_has_seen(db: PgPool) {
    let studio = Studio::new(db).await;
    let project = studio.project().await;
    let path = format!("/project-products/{}", studio.product(project).await);
    let factory = studio.app.factory().await;
    studio.production(project, Some(factory)).await;
    let worker = studio.worker(factory).await;
    let added = add(&studio.admin, &path, "technical", &[("a.pdf", PDF)]).await;
    let seen = format!(
        "{path}/files/{}/seen",
        added.data()[0]["id"].as_str().expect("an id")
    );
    let first = worker.post(&seen, json!({})).await;
    assert_eq!(first.summary(), "200");
    assert_eq!(
        worker.post(&seen, json!({})).await.data()["seen"],
        first.data()["seen"]
    );
    let files = studio.admin.get(&format!("{path}/files")).await;
    assert_eq!(files.data()[0]["seen"][0]["userId"], json!(worker.user));
    // It reads the file, and changes nothing of it.
    let file = files.data()[0]["fileId"].as_str().expect("an id");
    assert_eq!(
        worker
            .post(&format!("/file/{file}/link"), json!({}))
            .await
            .summary(),
        "200"
    );
    assert_eq!(
        add(&worker, &path, "technical", &[("b.pdf", PDF)])
            .await
            .summary(),
        "403 ForbiddenRoleException"
    );
    let stranger = studio.worker(studio.app.factory().await).await;
    assert!(
        stranger
            .post(&seen, json!({}))
            .await
            .summary()
            .starts_with("404")
    );
}
