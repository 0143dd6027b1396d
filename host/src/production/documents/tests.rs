use std::time::Duration;

use axum::body::to_bytes;
use chrono::TimeDelta;
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use crate::access::Permission::{ReadProject, ReadProjectProduct, WriteProjectProduct};
use crate::access::Role;
use crate::production::tests::Studio;
use crate::testing::{Answer, unique};

const TEMPLATE: &str = "/project-products/export/template";
const PIECES: &str = "/project-products/export/products-labels";
const BOXES: &str = "/project-products/export/boxs-labels";

impl Studio {
    /// How many pages the PDF has that a call's link leads to. Whoever holds the link needs no more.
    async fn pages(&self, answer: &Answer) -> usize {
        assert_eq!(answer.summary(), "200", "{:?}", answer.json);
        let url = answer.data()["url"].as_str().expect("a link");
        let file = self.app.nobody().raw("GET", url, None, &[]).await;
        assert_eq!(file.headers()["content-type"], "application/pdf");
        let bytes = to_bytes(file.into_body(), usize::MAX)
            .await
            .expect("a file");
        assert!(bytes.starts_with(b"%PDF-"));
        let text = String::from_utf8_lossy(&bytes);
        let count = text.split("/Count ").nth(1).expect("pages");
        count
            .split(|sign: char| !sign.is_ascii_digit())
            .next()
            .expect("a number")
            .parse()
            .expect("a number")
    }

    /// A product of so many pieces of one variant.
    async fn product_of(&self, pieces: u32, ean: Option<&str>) -> Uuid {
        let input = json!({
            "projectId": self.project().await, "name": unique("Hoodie"), "quantity": pieces, "color": "Bleu marine",
            "fabric": { "weight": "320", "unit": "g/m²" }, "fit": "Wide",
            "variants": [{ "name": "M", "sku": "CPSL-HOODIE-M", "quantity": 1, "ean": ean }],
        });
        self.admin.post("/project-products", input).await.id()
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_sheets_of_products_are_one_file(db: PgPool) {
    let studio = Studio::new(db).await;
    let (one, other) = (
        studio.product(studio.project().await).await,
        studio.product_of(10, None).await,
    );
    let path = format!("/project-products/{one}/files");
    for (kind, name, content) in [
        ("technical", "a.pdf", b"%PDF-1.4".as_slice()),
        ("image", "a.png", b"\x89PNG\r\n\x1a\nbroken"),
    ] {
        let added = studio
            .admin
            .upload(&path, &[("type", kind)], &[("files", name, content)])
            .await;
        assert_eq!(added.summary(), "201");
    }
    // Each once, whatever its pictures are.
    let sheets = studio
        .admin
        .get(&format!("{TEMPLATE}?productIds={one},{other},{one}"))
        .await;
    assert_eq!(studio.pages(&sheets).await, 2);
    let admin = studio.app.admin(&[ReadProjectProduct]).await;
    assert_eq!(
        studio
            .pages(&admin.get(&format!("{TEMPLATE}?productIds={one}")).await)
            .await,
        1
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn labels_are_as_many_as_there_are_variants_pieces_or_boxes(db: PgPool) {
    let studio = Studio::new(db).await;
    let shirt = studio.product(studio.project().await).await;
    let hoodie = studio.product_of(120, Some("3700123456780")).await;
    let both = format!("productIds={shirt},{hoodie}");
    for (path, pages) in [
        // Five variants; 620 pieces, 24 on a sheet.
        (format!("{PIECES}?{both}"), 1),
        (format!("{PIECES}?{both}&size=100x150"), 5),
        (format!("{PIECES}?{both}&per=piece"), 26),
        (
            format!("{PIECES}?productIds={hoodie}&per=piece&size=100x150"),
            120,
        ),
        // 83, 167, 167 and 83 pieces in twelve boxes, 120 in three; eight on a sheet.
        (format!("{BOXES}?{both}&size=100x150"), 15),
        (format!("{BOXES}?{both}"), 2),
        (format!("{BOXES}?{both}&piecesPerBox=10000&size=100x150"), 5),
        (
            format!("{BOXES}?productIds={hoodie}&piecesPerBox=1&size=a4"),
            15,
        ),
    ] {
        assert_eq!(
            studio.pages(&studio.admin.get(&path).await).await,
            pages,
            "{path}"
        );
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_is_wrong_with_a_query_is_told(db: PgPool) {
    let studio = Studio::new(db).await;
    let product = studio.product_of(5_001, None).await;
    let hundred = vec![product.to_string(); 101].join(",");
    for (path, issue) in [
        (TEMPLATE.to_owned(), "productIds required"),
        (format!("{TEMPLATE}?productIds=,"), "productIds required"),
        (format!("{PIECES}?productIds=x"), "productIds format"),
        (format!("{BOXES}?productIds={hundred}"), "productIds max"),
        (
            format!("{PIECES}?productIds={product}&size=a5"),
            "size option",
        ),
        (
            format!("{PIECES}?productIds={product}&per=box"),
            "per option",
        ),
        (
            format!("{PIECES}?productIds={product}&per=piece"),
            "productIds max",
        ),
        (
            format!("{BOXES}?productIds={product}&piecesPerBox=0"),
            "piecesPerBox min",
        ),
        (
            format!("{BOXES}?productIds={product}&piecesPerBox=10001"),
            "piecesPerBox max",
        ),
        (
            format!("{BOXES}?productIds={product}&piecesPerBox=x"),
            "piecesPerBox type",
        ),
        (
            format!("{BOXES}?productIds={product}&piecesPerBox=1"),
            "productIds max",
        ),
    ] {
        assert_eq!(studio.admin.get(&path).await.issues(), [issue], "{path}");
    }
    let many = studio
        .admin
        .get(&format!("{BOXES}?productIds={product}&piecesPerBox=1"))
        .await;
    let message = "That would be 5,001 labels: a file holds 5,000 at most.";
    assert!(many.json.to_string().contains(message), "{:?}", many.json);
    let path = format!("/project-products/{product}");
    let none = json!({ "quantityMode": "normal", "quantity": null, "variants": [{ "name": "M", "sku": "CPSL-HOODIE-M", "quantity": 0 }] });
    assert_eq!(studio.admin.patch(&path, none).await.summary(), "200");
    assert_eq!(
        studio
            .admin
            .get(&format!("{BOXES}?productIds={product}"))
            .await
            .issues(),
        ["productIds min"]
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_factory_has_documents_of_its_own_products_alone(db: PgPool) {
    let studio = Studio::new(db).await;
    let factory = studio.app.factory().await;
    let project = studio.project().await;
    let (own, other) = (
        studio.product(project).await,
        studio.product_of(10, None).await,
    );
    studio.production(project, Some(factory)).await;
    let worker = studio
        .app
        .user(Role::Factory, &[ReadProject], &[], &[], &[factory])
        .await;
    let missing = "404 NotFoundProductException";
    for path in [TEMPLATE, PIECES, BOXES] {
        assert!(
            studio
                .pages(&worker.get(&format!("{path}?productIds={own}")).await)
                .await
                > 0
        );
        for ids in [
            format!("{other}"),
            format!("{own},{other}"),
            Uuid::nil().to_string(),
        ] {
            assert_eq!(
                worker
                    .get(&format!("{path}?productIds={ids}"))
                    .await
                    .summary(),
                missing
            );
        }
        let writer = studio.app.admin(&[WriteProjectProduct]).await;
        let refused = writer.get(&format!("{path}?productIds={own}")).await;
        assert_eq!(refused.summary(), "403 ForbiddenPermissionException");
    }
    assert_eq!(
        studio
            .admin
            .delete(&format!("/project-products/{other}"))
            .await
            .summary(),
        "204"
    );
    assert_eq!(
        studio
            .admin
            .get(&format!("{TEMPLATE}?productIds={own},{other}"))
            .await
            .summary(),
        missing
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_document_can_be_downloaded_for_fifteen_minutes(db: PgPool) {
    let studio = Studio::new(db).await;
    let product = studio.product(studio.project().await).await;
    let answer = studio
        .admin
        .get(&format!("{PIECES}?productIds={product}"))
        .await;
    let url = answer.data()["url"].as_str().expect("a link");
    let expires_at: Value = json!(studio.app.app.now() + TimeDelta::minutes(15));
    assert_eq!(answer.data()["expiresAt"], expires_at);
    let nobody = studio.app.nobody();
    for (minutes, status) in [(14, 200), (2, 404)] {
        studio
            .app
            .app
            .clock
            .advance(Duration::from_secs(60 * minutes));
        let file = nobody.raw("GET", url, None, &[]).await;
        assert_eq!(file.status().as_u16(), status);
    }
}
