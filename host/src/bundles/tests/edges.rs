//! Providers that tell odd things of bundles, stores that make the same one at once, and who sees whose.

use comptoir_sandbox::{ColumnKind, Entity, PluginColumn};

use super::*;
use crate::access::Role;
use crate::testing::cursor;

/// A page of a provider whose plugin has a column, at a moment.
async fn page(app: &TestApp, connector: Uuid, items: Vec<Reported>, more: bool) -> Taken {
    let columns = [PluginColumn {
        entity: Entity::Bundle,
        key: "shelf".into(),
        label: [("en".to_owned(), "Shelf".to_owned())].into(),
        kind: ColumnKind::Text,
        values: [].into(),
        shown: false,
        permission: None,
    }];
    let mut tx = app.app.begin().await.expect("a transaction");
    let connector = connectors::find(&mut *tx, connector).await;
    let connector = connector.expect("a query").expect("it");
    let from = crate::providers::sync::cursor(&mut *tx, connector.id, Bundles::FUNCTION);
    let from = from.await.expect("a query");
    let page = BundlePage {
        items,
        gone: vec![],
        rejected: vec![],
        cursor: Uuid::now_v7().to_string(),
        more,
        whole: true,
    };
    let glossary = Glossary {
        columns: &columns,
        ..Glossary::default()
    };
    let taken = take_page::<Bundles>(&mut tx, &connector, glossary, from.as_deref(), page, noon());
    let taken = taken.await.expect("it is written").expect("in its turn");
    tx.commit().await.expect("a commit");
    taken
}

/// The same bundle with one thing about it changed.
fn with(change: impl FnOnce(&mut Reported)) -> Reported {
    let mut bundle = reported("A", vec![component("TEE", 2)]);
    change(&mut bundle);
    bundle
}

async fn count(db: &PgPool, of: &'static str) -> i64 {
    sqlx::query_scalar(of).fetch_one(db).await.expect("a count")
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_cannot_be_a_bundle_is_set_aside_and_the_rest_is_taken(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let store = app.store(app.organization().await).await;
    let connector = app.bigblue(store, "MUSI").await;
    let many = |count| vec![component("TEE", 1); count];
    let odd = [
        with(|bundle| bundle.sku = String::new()),
        with(|bundle| bundle.sku = "x".repeat(201)),
        with(|bundle| bundle.sku = "A\0".into()),
        with(|bundle| bundle.id = String::new()),
        with(|bundle| bundle.as_of = "yesterday".into()),
        with(|bundle| bundle.components = vec![component("", 1)]),
        with(|bundle| bundle.components = vec![component("TEE", u32::MAX)]),
        with(|bundle| bundle.variants[0].components = vec![component("CAP", 0)]),
        // One of them is of a variant.
        with(|bundle| bundle.components = many(1_000)),
        with(|bundle| bundle.extra = vec![("shelf".into(), "x".repeat(2_001))]),
    ];
    let count_of = odd.len();
    let mut items: Vec<Reported> = odd
        .into_iter()
        .enumerate()
        .map(|(at, mut bundle)| {
            if !bundle.id.is_empty() {
                bundle.id = format!("odd-{at}");
            }
            bundle
        })
        .collect();
    items.push(with(|bundle| {
        bundle.name = " \0 ".into();
        bundle.components = many(999);
        bundle.options = vec![("Size\0".into(), "x".repeat(2_000)); 30];
        bundle.extra = vec![
            ("shelf".into(), "7\0b".into()),
            ("secret".into(), "margin".into()),
        ];
    }));
    let taken = page(&app, connector, items, true).await;
    assert_eq!(
        (taken.added, taken.changed, taken.set_aside),
        (1, 0, count_of)
    );
    let admin = app.admin(&[ReadProduct]).await;
    let list = admin.get("/bundle").await;
    let row = &list.data()[0];
    assert_eq!(
        (&row["name"], &row["componentCount"]),
        (&json!("A"), &json!(1_000))
    );
    assert_eq!(row["components"].as_array().map(Vec::len), Some(100));
    let path = format!("/bundle/{}", row["id"].as_str().expect("an id"));
    let one = admin.get(&path).await;
    assert_eq!(
        one.data()["components"].as_array().map(Vec::len),
        Some(1_000)
    );
    let options = one.data()["options"].as_array().expect("options");
    assert_eq!((options.len(), &options[0][0]), (20, &json!("Size")));
    assert_eq!(options[0][1].as_str().map(str::len), Some(1_000));
    let extra: Value = sqlx::query_scalar("select extra from bundles")
        .fetch_one(&db)
        .await
        .expect("a bundle");
    assert_eq!(extra, json!({ "shelf": "7b" }), "what the manifest names");
    let reasons =
        "select count(*) from items_set_aside where (field <> '' or reason <> '') and raw <> ''";
    assert_eq!(
        count(&db, reasons).await,
        i64::try_from(count_of).expect("few")
    );
    // Told well the next time, they are set aside no more.
    let well = (0..count_of).map(|at| reported(&format!("odd-{at}"), vec![component("TEE", 1)]));
    page(&app, connector, well.collect(), true).await;
    let left = "select count(*) from items_set_aside where provider_id <> ''";
    assert_eq!(count(&db, left).await, 0);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_older_word_changes_nothing_and_a_pass_forgets_only_at_its_end(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let store = app.store(app.organization().await).await;
    let connector = app.bigblue(store, "MUSI").await;
    let admin = app.admin(&[ReadProduct]).await;
    let named = |id: &str, name: &str, as_of: &str| {
        let mut bundle = reported(id, vec![component("TEE", 2)]);
        bundle.name = name.into();
        bundle.as_of = as_of.into();
        bundle
    };
    let first = vec![
        named("A", "New", "2026-11-18T10:00:00Z"),
        named("B", "Twice", "2026-11-18T09:00:00Z"),
        named("B", "The later one", "2026-11-18T10:00:00Z"),
        named("C", "Gone soon", "2026-11-18T10:00:00Z"),
    ];
    assert_eq!(page(&app, connector, first, false).await.added, 3);
    let names = async || {
        let list = admin.get("/bundle").await;
        let rows = list.data().as_array().expect("bundles").iter();
        rows.map(|row| row["name"].as_str().expect("a name").to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(names().await, ["Gone soon", "New", "The later one"]);
    let old = vec![named("A", "Old", "2026-11-18T09:59:59+00:00")];
    let taken = page(&app, connector, old, true).await;
    assert_eq!(taken, Taken::default());
    // The same moment in another zone is no older.
    let same = vec![named("B", "Renamed", "2026-11-18T11:00:00+01:00")];
    let taken = page(&app, connector, same, false).await;
    assert_eq!(
        (taken.added, taken.changed),
        (0, 2),
        "renamed, and one that is gone"
    );
    assert_eq!(names().await, ["New", "Renamed"]);
    let history: Vec<String> = sqlx::query_scalar(
        "select action from audit_entries where entity = 'bundle' order by at, id",
    )
    .fetch_all(&db)
    .await
    .expect("a history");
    assert_eq!(
        history.iter().filter(|action| *action == "update").count(),
        1,
        "{history:?}"
    );
    // It is there again: the same record.
    let back = vec![
        named("C", "Back", "2026-11-18T12:00:00Z"),
        named("A", "New", "2026-11-18T10:00:00Z"),
        named("B", "Renamed", "2026-11-18T10:00:00Z"),
    ];
    assert_eq!(page(&app, connector, back, false).await.added, 0);
    assert_eq!(names().await, ["Back", "New", "Renamed"]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn of_several_who_make_the_same_bundle_at_once_one_does(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let (store, other) = {
        let organization = app.organization().await;
        (app.store(organization).await, app.store(organization).await)
    };
    let admin = app.admin(&[ReadProduct, WriteProduct]).await;
    let answers =
        futures::future::join_all((0..4).map(|_| admin.post("/bundle", draft(store)))).await;
    let mut summaries: Vec<_> = answers.iter().map(|answer| answer.summary()).collect();
    summaries.sort();
    let taken = "409 ConflictProductUniqueException";
    assert_eq!(summaries, ["201", taken, taken, taken]);
    let elsewhere = admin.post("/bundle", draft(other)).await;
    assert_eq!(elsewhere.summary(), "201", "another store's own");
    assert_eq!(elsewhere.data()["provider"], Value::Null);

    // Deleted by two at once it is deleted once; brought back by two, it is there once.
    let path = format!("/bundle/{}", elsewhere.id());
    let (one, two) = futures::future::join(admin.delete(&path), admin.delete(&path)).await;
    let mut summaries = [one.summary(), two.summary()];
    summaries.sort();
    assert_eq!(summaries, ["204", "404 NotFoundResourceException"]);
    let restore = format!("{path}/restore");
    let back = || admin.send("POST", &restore, None, &[]);
    let (one, two) = futures::future::join(back(), back()).await;
    assert_eq!([one.summary(), two.summary()], ["200", "200"]);
    let history = admin
        .get(&format!("/history?entity=bundle&id={}", elsewhere.id()))
        .await;
    let actions = history.data().as_array().expect("a history").iter();
    let actions: Vec<_> = actions.map(|entry| entry["action"].clone()).collect();
    assert_eq!(actions, ["restore", "delete", "create"]);
    // Too late to undo.
    assert_eq!(admin.delete(&path).await.summary(), "204");
    app.app.clock.advance(std::time::Duration::from_secs(3_601));
    assert_eq!(back().await.summary(), "403 ForbiddenResourceException");

    for (column, id) in [("archived_at", store), ("deleted_at", other)] {
        let put_away = format!("update stores set {column} = now() where id = $1");
        let put_away = sqlx::query(sqlx::AssertSqlSafe(put_away)).bind(id);
        put_away.execute(&db).await.expect("a store less");
        let refused = admin.post("/bundle", draft(id)).await;
        assert_eq!(refused.issues(), ["storeId option"], "{column}");
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn whoever_shares_a_store_sees_its_bundles_and_not_who_else_does(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let (own, partner) = (app.organization().await, app.organization().await);
    let (store, apart) = (app.store(own).await, app.store(partner).await);
    sqlx::query("insert into store_organizations (store_id, organization_id) values ($1, $2)")
        .bind(store)
        .bind(partner)
        .execute(&db)
        .await
        .expect("a share");
    let admin = app.admin(&[ReadProduct, WriteProduct]).await;
    let mut second = draft(apart);
    second["name"] = json!("Hiver");
    second["sku"] = json!("CPSLSB-WINTER-0001");
    for body in [draft(store), second] {
        assert_eq!(admin.post("/bundle", body).await.summary(), "201");
    }
    let both = [store, apart];
    let merchant = app.customer(own, &[store], &[ReadProduct]).await;
    let partners = app.customer(partner, &both, &[ReadProduct]).await;
    let worker = app.user(Role::Factory, &[ReadProduct], &[], &[], &[]).await;
    for (client, names, owners) in [
        (&admin, &["Été", "Hiver"][..], 3),
        (&merchant, &["Été"], 1),
        (&partners, &["Été", "Hiver"], 2),
        (&worker, &[], 0),
    ] {
        let list = client.get("/bundle").await;
        let rows = list.data().as_array().expect("bundles");
        let mut seen: Vec<_> = rows
            .iter()
            .map(|row| row["name"].as_str().expect("a name"))
            .collect();
        seen.sort_unstable_by_key(|name| name.ends_with("er"));
        assert_eq!(seen, names);
        let counts = rows
            .iter()
            .map(|row| row["organizations"].as_array().map_or(0, Vec::len));
        assert_eq!(counts.sum::<usize>(), owners);
        assert_eq!(list.json["meta"]["total"], names.len());
    }
    for (search, found) in [
        ("hiver", 1),
        ("WINTER", 1),
        ("cpslsb", 2),
        ("été", 1),
        ("TEE-", 0),
    ] {
        let path = format!("/bundle?cursor={}", cursor(json!({ "search": search })));
        assert_eq!(
            partners.get(&path).await.json["meta"]["total"],
            found,
            "{search}"
        );
    }
    let foreign = cursor(json!({ "filters": [{ "field": "storeId", "values": [apart] }] }));
    let none = merchant.get(&format!("/bundle?cursor={foreign}")).await;
    assert_eq!((none.summary(), none.data()), ("200".into(), &json!([])));
    assert_eq!(
        merchant.post("/bundle", draft(apart)).await.summary(),
        "403 ForbiddenRoleException"
    );
}
