//! An export in its reader's language and of what its reader sees.

use super::*;
use crate::access::Permission::{ReadProduct, ReadUser};

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_export_speaks_its_readers_language_down_to_its_marks(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let store = app.store(app.organization().await).await;
    order(&db, store, "R;1", "SHIPPED").await;
    sqlx::query("update orders set submitted_at = '2026-10-25T00:30:00Z', total = -1234.50")
        .execute(&db)
        .await
        .unwrap();
    let reader = app.admin(&[ReadOrder]).await;
    let all = || json!({ "scope": "all" });
    let english = export(&app, &reader, "/order/export", all()).await;
    assert!(
        english[0].starts_with("Reference,Store,Status,Reason for hold,Source,Customer,"),
        "{}",
        english[0]
    );
    assert!(english[1].starts_with("R;1,"), "{}", english[1]);
    assert!(
        english[1].contains(",Shipped,") && english[1].contains(",-1234.50,EUR,"),
        "{}",
        english[1]
    );
    // Still the hour before the clocks go back.
    assert!(english[1].contains(",25/10/2026 02:30,"), "{}", english[1]);
    let french = [("accept-language", "fr")];
    let french = export_with(&app, &reader, "/order/export", all(), &french).await;
    assert!(
        french[0].starts_with("Référence;Boutique;Statut;Motif de blocage;Origine;Client;"),
        "{}",
        french[0]
    );
    assert!(french[1].starts_with("\"R;1\";"), "{}", french[1]);
    assert!(
        french[1].contains(";Expédiée;") && french[1].contains(";-1234,50;EUR;"),
        "{}",
        french[1]
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn every_list_is_exported_with_as_many_cells_as_headings(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let organization = app.organization().await;
    let store = app.store(organization).await;
    order(&db, store, "R-1", "SHIPPED").await;
    for statement in [
        "insert into products (id, store_id, name, as_of) values (gen_random_uuid(), $1, '=P', now())",
        "insert into bundles (id, store_id, sku, name, as_of) values (gen_random_uuid(), $1, '+B', 'B', now())",
        "insert into phonographic_products (id, store_id, name, sku, barcode)
         values (gen_random_uuid(), $1, 'Aube', 'AUBE-LP', '3760000000017')",
    ] {
        sqlx::query(statement)
            .bind(store)
            .execute(&db)
            .await
            .unwrap();
    }
    let admin = app.admin(&[SuperAdmin]).await;
    for name in [
        "order",
        "organization",
        "store",
        "user",
        "product",
        "bundle",
    ] {
        let lines = export(
            &app,
            &admin,
            &format!("/{name}/export"),
            json!({ "scope": "all" }),
        )
        .await;
        let mut rows = csv::Reader::from_reader(std::io::Cursor::new(lines.join("\r\n")));
        let headings = rows.headers().unwrap().len();
        let records: Vec<_> = rows.records().map(|row| row.unwrap()).collect();
        assert!(!records.is_empty(), "{name}");
        for record in records {
            assert_eq!(record.len(), headings, "{name}");
            assert!(
                record.iter().all(|cell| !cell.starts_with(['=', '+', '@'])),
                "{name}: {record:?}"
            );
        }
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn who_is_gone_meanwhile_is_sent_nothing(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let organization = app.organization().await;
    let store = app.store(organization).await;
    order(&db, store, "SECRET-1", "SHIPPED").await;
    let reader = app.admin(&[ReadOrder]).await;
    let asked = reader
        .post("/order/export", json!({ "scope": "all" }))
        .await;
    assert_eq!(asked.summary(), "202");
    let admin = app.admin(&[SuperAdmin]).await;
    let path = format!("/user/{}", reader.user.unwrap());
    assert_eq!(admin.delete(&path).await.summary(), "204");
    app.run_jobs().await;
    let job = admin.get(&format!("/job/{}", asked.id())).await;
    assert_eq!(job.data()["status"], "FAILED", "{}", job.json);
    let files: i64 = sqlx::query_scalar("select count(*) from files")
        .fetch_one(&db)
        .await
        .unwrap();
    assert_eq!(files, 0);
    for (path, body, issue) in [
        ("/user/export", json!({ "scope": "some" }), "scope option"),
        (
            "/user/export",
            json!({ "scope": "all", "columns": [] }),
            "columns unknown",
        ),
    ] {
        let reader = app.admin(&[ReadUser, ReadProduct]).await;
        assert_eq!(reader.post(path, body).await.issues(), [issue]);
    }
}
