//! Products while the host is killed: a file of products becomes all of them or none, a version of a document is whole or not
//! there.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::time::Duration;

use rand::RngExt;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::host::{self, Installation, Session, text};

/// Products of a file.
const PRODUCTS: usize = 150;
/// Bytes of a document, so that a part of it is written at most moments.
const LONG: usize = 8 * 1024 * 1024;

/// A file of products; no two rounds' have a name or a SKU in common.
fn sheet(round: u32) -> String {
    let mut csv = String::from("Product,Quantity,Variant,SKU,Variant quantity\n");
    for product in 0..PRODUCTS {
        let _ = writeln!(
            csv,
            "R{round} P{product},100,Unique,CPSL-{round}-{product},100"
        );
    }
    csv
}

/// A document that tells what it should be, from its beginning to its end.
fn document(round: u32) -> String {
    let name = format!("%PDF-1.4 round {round:03}");
    let padding = name.len() + "\n".len() + name.len();
    format!("{name}\n{}{name}", "x".repeat(LONG - padding))
}

/// Sends the products of a round, under a key of its own, so that whoever hears nothing asks again.
async fn import(
    session: &Session,
    project: &str,
    round: u32,
) -> reqwest::Result<(StatusCode, Value)> {
    let path = format!("/project-products/import-products?projectId={project}");
    session
        .call_form(&path, &[], ("file", "text/csv", &sheet(round)))
        .await
}

async fn upload(session: &Session, product: &str, round: u32) {
    let path = format!("/project-products/{product}/files");
    let fields = [("type", "technical")];
    let sent = session
        .call_form(
            &path,
            &fields,
            ("files", "application/pdf", &document(round)),
        )
        .await;
    if let Ok((status, answer)) = sent {
        assert_eq!(status, StatusCode::CREATED, "{answer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_at_any_moment_products_and_documents_are_whole_or_not_there() {
    let installation = Installation::new(&[]);
    let mut host = installation.start().await;
    let session = installation.sign_in(&host).await;
    let organization = json!({ "name": "Aube", "identifierNumber": "90112233300015" });
    let organization = text(&session.post("/organization", &organization).await, "id");
    let project =
        json!({ "name": "Tour", "organizationId": organization, "estimatedAt": "2030-01-01" });
    let project = text(&session.post("/projects", &project).await, "id");
    let (status, answer) = import(&session, &project, 0).await.expect("an answer");
    assert_eq!(status, StatusCode::OK, "{answer}");
    let db = installation.database().await;
    let first = "select id::text from project_products where name = 'R0 P0'";
    let product: String = sqlx::query_scalar(first)
        .fetch_one(&db)
        .await
        .expect("a product");

    let mut moments = host::moments();
    for round in 1..=host::kills() {
        let moment = Duration::from_millis(moments.random_range(0..700));
        let working = futures::future::join(
            import(&session, &project, round),
            upload(&session, &product, round),
        );
        // Whatever of it is done by then.
        drop(tokio::time::timeout(moment, working).await);
        host.kill().await;
        host = installation.start().await;

        let query = format!(
            "select count(*) from project_products p where name like 'R{round} P%'
                 and exists (select from project_product_variants v where v.product_id = p.id and v.sku like 'CPSL-{round}-%')"
        );
        let imported = host::count(&db, &query).await;
        assert!(
            [0, 150].contains(&imported),
            "round {round}: {imported} products"
        );
        // Whoever heard nothing sends it again: it is taken, or there already.
        let (status, answer) = import(&session, &project, round).await.expect("an answer");
        assert_eq!(status, StatusCode::OK, "{answer}");
        let is_there = answer["data"]["faults"]
            .as_array()
            .is_some_and(|faults| !faults.is_empty());
        assert_eq!(is_there, imported > 0, "round {round}: {answer}");

        let files = session
            .get(&format!("/project-products/{product}/files"))
            .await;
        let mut levels = BTreeSet::new();
        for file in files.as_array().expect("files") {
            assert!(levels.insert(file["level"].as_i64()), "{files}");
            let content = session.file(&text(file, "fileId")).await;
            let name = content.lines().next().unwrap_or_default();
            assert_eq!(content.len(), LONG, "{name}");
            assert!(content.ends_with(name), "{name}");
        }
    }
    let all = host::count(&db, "select count(*) from project_products").await;
    let rounds = i64::from(host::kills()) + 1;
    assert_eq!(all, rounds * 150, "each file's products are there once");
    db.close().await;
    host.stop().await;
}
