//! Whose a store is and to whom it is connected: shares, concealment, what stays when it is put away, and secrets that no
//! answer holds.

use super::*;
use crate::access::Permission::{ReadAdmin, ReadOrder, WriteOrder, WriteStore};
use crate::testing::{Answer, Client, cursor, unique};

async fn act(client: &Client, path: &str) -> Answer {
    client.send("POST", path, None, &[]).await
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn shares_sum_to_a_hundred_and_the_largest_stands_first(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let owners = [
        app.organization().await,
        app.organization().await,
        app.organization().await,
    ];
    let shares = |parts: [&str; 3]| {
        let shares = owners.iter().zip(parts);
        let shares = shares
            .map(|(id, part)| json!({ "organizationId": id, "ownershipPercentage": part }))
            .collect::<Vec<_>>();
        json!({ "name": unique("Shop"), "organizations": shares })
    };
    let created = admin
        .post("/store", shares(["33.33", "33.34", "33.33"]))
        .await;
    assert_eq!(created.summary(), "201", "{}", created.json);
    let first = &created.data()["organizations"][0];
    assert_eq!(
        (&first["organizationId"], &first["ownershipPercentage"]),
        (&json!(owners[1]), &json!("33.34"))
    );
    for (parts, issue) in [
        (["33.33", "33.33", "33.33"], "organizations sum"),
        (["100", "0.01", "0"], "organizations sum"),
        (
            ["-1", "51", "50"],
            "organizations[0].ownershipPercentage min",
        ),
    ] {
        let refused = admin.post("/store", shares(parts)).await;
        assert!(
            refused.issues().contains(&issue.to_owned()),
            "{parts:?}: {}",
            refused.json
        );
    }
    let row = admin.get("/store").await;
    let names = row.data()[0]["organizations"].as_array().unwrap();
    assert_eq!(names.len(), 3);
    let gone = app.organization().await;
    assert_eq!(
        admin
            .delete(&format!("/organization/{gone}"))
            .await
            .summary(),
        "204"
    );
    let refused = admin.post("/store", body("Orphan", gone)).await;
    assert_eq!(refused.issues(), ["organizations[0].organizationId option"]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_owner_learns_nothing_of_the_others_wherever_they_look(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let (one, other) = (app.organization().await, app.organization().await);
    let name = "Rival & Sons";
    let renamed = json!({ "name": name, "identifierNumber": "1" });
    admin.put(&format!("/organization/{other}"), renamed).await;
    let half = |id: Uuid| json!({ "organizationId": id, "ownershipPercentage": "50" });
    let body = json!({
        "name": unique("Shared"), "organizations": [half(one), half(other)], "shippingMargin": "17.31",
        "shippingAdditionalCost": "3.77",
    });
    let created = admin.post("/store", body).await;
    let store: Uuid = created.id();
    let rights = [ReadStore, ReadOrganization, ReadOrder, WriteOrder];
    let me = app.customer(one, &[store], &rights).await;
    for path in [
        "/store".to_owned(),
        format!("/store/{store}"),
        "/organization".to_owned(),
        format!("/organization/{one}"),
        format!("/shipping/available?storeId={store}&countryCode=FR"),
        format!("/store?cursor={}", cursor(json!({ "search": "rival" }))),
    ] {
        let answer = me.get(&path).await;
        assert_eq!(answer.summary(), "200", "{path}");
        let text = answer.json.to_string();
        // With their quotation marks: the digits alone may stand in a time.
        for secret in [name, &other.to_string(), r#""17.31""#, r#""3.77""#] {
            assert!(!text.contains(secret), "{secret} in {path}: {text}");
        }
    }
    // Nor by asking for the other's stores.
    let filter = json!({ "filters": [{ "field": "organizationId", "values": [other] }] });
    let theirs = me.get(&format!("/store?cursor={}", cursor(filter))).await;
    assert!(
        theirs.summary() != "200"
            || theirs.data() == &json!([])
            || !theirs.json.to_string().contains(name)
    );
    assert_eq!(
        admin.get(&format!("/store/{store}")).await.data()["shippingMargin"],
        "17.31"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn costs_links_and_charges_have_bounds_at_both_ends(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let own = app.organization().await;
    let link = |kind: &str, url: String| json!([{ "type": kind, "url": url }]);
    let charge = |name: &str, unit: &str| json!([{ "name": name, "price": "1", "unit": unit }]);
    let address = |length: usize| format!("https://a.example/{}", "x".repeat(length - 18));
    for (field, good, bad, issue) in [
        (
            "name",
            json!("x".repeat(255)),
            json!("x".repeat(256)),
            "name max",
        ),
        (
            "seedingCost",
            json!("99999"),
            json!("99999.01"),
            "seedingCost max",
        ),
        ("ticketCost", json!("0"), json!("-0.01"), "ticketCost min"),
        (
            "returnCost",
            json!("2.600"),
            json!("2.601"),
            "returnCost decimals",
        ),
        (
            "shippingMargin",
            json!("100"),
            json!("100.01"),
            "shippingMargin max",
        ),
        (
            "shippingMargin",
            json!("0"),
            json!("-1"),
            "shippingMargin min",
        ),
        (
            "shippingAdditionalCost",
            json!("0.65"),
            json!(true),
            "shippingAdditionalCost type",
        ),
        (
            "links",
            link("shop", address(500)),
            link("shop", address(501)),
            "links[0].url max",
        ),
        (
            "links",
            link("shop", "http://a.example".into()),
            link("shop", "ftp://a.example".into()),
            "links[0].url url",
        ),
        (
            "links",
            link("x", "https://a.example/é?b=1#c".into()),
            link("x", "//a.example".into()),
            "links[0].url url",
        ),
        (
            "links",
            json!(vec![json!({ "type": "a", "url": "https://a.example" }); 20]),
            json!(vec![json!({ "type": "a", "url": "https://a.example" }); 21]),
            "links max",
        ),
        (
            "charges",
            charge("Abonnement", &"x".repeat(50)),
            charge("Abonnement", &"x".repeat(51)),
            "charges[0].unit max",
        ),
        (
            "charges",
            charge(&"x".repeat(255), "month"),
            charge(" ", "month"),
            "charges[0].name required",
        ),
    ] {
        let mut store = body(&unique("Bounds"), own);
        store[field] = good.clone();
        let created = admin.post("/store", store.clone()).await;
        assert_eq!(created.summary(), "201", "{field} {good}: {}", created.json);
        store["name"] = json!(unique("Bounds"));
        store[field] = bad.clone();
        assert_eq!(
            admin.post("/store", store).await.issues(),
            [issue],
            "{field} {bad}"
        );
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_store_in_use_is_put_away_and_not_deleted(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let organization = app.organization().await;
    let (sold, connected) = (app.store(organization).await, app.store(organization).await);
    sqlx::query(
        "insert into orders (id, store_id, reference, status, as_of, currency, subtotal, tax, discount, shipping_price,
            total, item_count, submitted_at)
         values (gen_random_uuid(), $1, 'R-1', 'PENDING', now(), 'EUR', 0, 0, 0, 0, 0, 0, now())",
    )
    .bind(sold)
    .execute(&db)
    .await
    .unwrap();
    let connector = app.bigblue(connected, "MUSI").await;
    for store in [sold, connected] {
        let refused = admin.delete(&format!("/store/{store}")).await;
        assert_eq!(refused.summary(), "409 ConflictInUseException");
    }
    let path = format!("/store/{connected}/connector/{connector}");
    assert_eq!(admin.delete(&path).await.summary(), "204");
    assert_eq!(
        admin.delete(&format!("/store/{connected}")).await.summary(),
        "204"
    );
    // Its connection does not come back without it.
    assert_eq!(
        act(&admin, &format!("{path}/restore")).await.summary(),
        "404 NotFoundResourceException"
    );
    assert_eq!(
        act(&admin, &format!("/store/{connected}/restore"))
            .await
            .summary(),
        "200"
    );
    assert_eq!(
        act(&admin, &format!("{path}/restore")).await.summary(),
        "200"
    );

    // Put away, it is not worked for any more, and its merchant still sees its past.
    let merchant = app
        .customer(organization, &[sold, connected], &[ReadStore, ReadOrder])
        .await;
    assert_eq!(
        act(&admin, &format!("/store/{sold}/archive"))
            .await
            .summary(),
        "200"
    );
    assert_eq!(merchant.get("/order").await.json["meta"]["total"], 1);
    assert_eq!(
        merchant.get(&format!("/store/{sold}")).await.summary(),
        "200"
    );
    assert_eq!(
        act(&admin, &format!("/store/{connected}/archive"))
            .await
            .summary(),
        "200"
    );
    let asked = admin.post("/order/synchronize", json!({})).await;
    assert_eq!(asked.data()["jobs"], json!([]), "{}", asked.json);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_name_is_one_stores_whatever_its_case_until_it_is_deleted(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let own = app.organization().await;
    let taken = "409 ConflictStoreNameException";
    let first = admin.post("/store", body("Été", own)).await;
    assert_eq!(first.data()["name"], "Été");
    for same in ["été", "ÉTÉ", "  Été  "] {
        assert_eq!(
            admin.post("/store", body(same, own)).await.summary(),
            taken,
            "{same}"
        );
    }
    let second = admin.post("/store", body("Ete", own)).await;
    assert_eq!(second.summary(), "201", "accents tell names apart");
    let path = format!("/store/{}", second.id());
    assert_eq!(admin.put(&path, body("été", own)).await.summary(), taken);
    assert_eq!(
        admin.put(&path, body("ETE", own)).await.summary(),
        "200",
        "its own"
    );
    assert_eq!(
        act(&admin, &format!("/store/{}/archive", first.id()))
            .await
            .summary(),
        "200"
    );
    assert_eq!(
        admin.put(&path, body("été", own)).await.summary(),
        taken,
        "put away, it keeps its name"
    );
    let tries = (0..4).map(|_| admin.post("/store", body("At once", own)));
    let answers = futures::future::join_all(tries).await;
    let created = answers
        .iter()
        .filter(|answer| answer.summary() == "201")
        .count();
    let refused = answers
        .iter()
        .filter(|answer| answer.summary() == taken)
        .count();
    assert_eq!((created, refused), (1, 3));
}

/// A plugin with a secret setting, without any other word.
const SECRETIVE: &str = r#"
[settings]
type = "object"
additionalProperties = false
properties = { account = { type = "string" }, apiKey = { type = "string", writeOnly = true } }
[webhooks]
signature = { scheme = "address" }
"#;

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_secret_is_in_no_answer_history_export_or_row(db: PgPool) {
    let app = TestApp::with_guest(db.clone(), SECRETIVE).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let organization = app.organization().await;
    let store = app.store(organization).await;
    let path = format!("/store/{store}/connector");
    let (first, second) = ("s3cret-of-the-first-day", "s3cret-of-the-second-day");
    let body = json!({
        "role": "fulfillment", "type": "hostile", "data": { "account": "ACME", "apiKey": first },
    });
    let created = admin.post(&path, body.clone()).await;
    assert_eq!(created.summary(), "201", "{}", created.json);
    let connector = created.data()[0]["id"].as_str().unwrap().to_owned();
    let wrong =
        json!({ "role": "shop", "type": "hostile", "data": { "apiKey": first, "colour": first } });
    let refused = admin.post(&path, wrong).await;
    let replaced = admin
        .put(
            &format!("{path}/{connector}/secret"),
            json!({ "data": { "apiKey": second } }),
        )
        .await;
    assert_eq!(replaced.summary(), "204", "{}", replaced.json);
    let id = uuid::Uuid::try_parse(&connector).unwrap();
    let secret = connectors::secret(&db, &app.app.keys, "hostile", id, "apiKey")
        .await
        .unwrap();
    assert_eq!(
        secret.unwrap().expose_secret(),
        second,
        "it is there for the sandbox"
    );

    let export = admin.post("/store/export", json!({ "scope": "all" })).await;
    assert_eq!(export.summary(), "202");
    app.run_jobs().await;
    let mut texts = vec![created.json.to_string(), refused.json.to_string()];
    for path in [
        path.clone(),
        "/connector/type".into(),
        format!("/connector?ids={connector}"),
        format!("/history?entity=store&id={store}"),
        "/job".into(),
        "/plugins/status".into(),
        "/store".into(),
        format!("/store/{store}"),
    ] {
        let answer = admin.get(&path).await;
        assert_eq!(answer.summary(), "200", "{path}");
        texts.push(answer.json.to_string());
    }
    // Whatever stands in the database: sealed, if at all.
    for table in [
        "connectors",
        "audit_entries",
        "jobs",
        "mails",
        "idempotency_keys",
        "files",
    ] {
        let rows = sqlx::AssertSqlSafe(format!(
            "select coalesce(json_agg(t)::text, '') from {table} t"
        ));
        let rows: String = sqlx::query_scalar(rows).fetch_one(&db).await.unwrap();
        texts.push(rows);
    }
    for text in texts {
        for secret in [first, second] {
            assert!(!text.contains(secret), "{secret} in {text}");
        }
    }
    let history = admin
        .get(&format!("/history?entity=store&id={store}"))
        .await;
    let actions: Vec<_> = history
        .data()
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| &entry["action"])
        .collect();
    assert_eq!(actions, ["secret", "connect"], "that it was done is told");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_connection_is_changed_by_way_of_its_own_store_alone(db: PgPool) {
    let app = TestApp::with_guest(db, SECRETIVE).await;
    let admin = app.admin(&[ReadStore, ReadConnector, WriteConnector]).await;
    let organization = app.organization().await;
    let (store, other) = (app.store(organization).await, app.store(organization).await);
    let id = app
        .hostile(store, ConnectorRole::Fulfillment, &[("apiKey", "old")])
        .await;
    let of = |store: Uuid| format!("/store/{store}/connector/{id}");
    let change = || json!({ "data": { "apiKey": "new" } });
    let missing = "404 NotFoundConnectorException";
    assert_eq!(
        admin
            .put(&format!("{}/secret", of(other)), change())
            .await
            .summary(),
        missing
    );
    assert_eq!(admin.delete(&of(other)).await.summary(), missing);
    assert_eq!(
        act(&admin, &format!("{}/restore", of(store)))
            .await
            .summary(),
        missing,
        "it is in use"
    );
    for (data, issue) in [
        (json!({ "account": "ACME" }), "data.account unknown"),
        (json!({ "apiKey": "x".repeat(256) }), "data.apiKey max"),
        (json!({ "apiKey": 7 }), "data.apiKey type"),
    ] {
        let refused = admin
            .put(&format!("{}/secret", of(store)), json!({ "data": data }))
            .await;
        assert_eq!(refused.issues(), [issue]);
    }
    let reader = app
        .admin(&[ReadStore, ReadConnector, ReadAdmin, WriteStore])
        .await;
    for refused in [
        reader.put(&format!("{}/secret", of(store)), change()).await,
        reader.delete(&of(store)).await,
    ] {
        assert_eq!(refused.summary(), "403 ForbiddenPermissionException");
    }
    // While it is ended another takes its role, and it cannot come back beside it.
    assert_eq!(admin.delete(&of(store)).await.summary(), "204");
    let successor = app.hostile(store, ConnectorRole::Fulfillment, &[]).await;
    let back = act(&admin, &format!("{}/restore", of(store))).await;
    assert_eq!(back.summary(), "409 ConflictConnectorTypeException");
    assert_eq!(
        admin
            .delete(&format!("/store/{store}/connector/{successor}"))
            .await
            .summary(),
        "204"
    );
    app.app.clock.advance(std::time::Duration::from_secs(3_601));
    let late = act(&admin, &format!("{}/restore", of(store))).await;
    assert_eq!(late.summary(), "403 ForbiddenResourceException");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn whose_connections_are_is_asked_of_a_hundred_at_most(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[ReadStore, ReadConnector]).await;
    let store = app.store(app.organization().await).await;
    let id = app.bigblue(store, "MUSI").await;
    let ask = async |ids: Vec<String>| {
        admin
            .get(&format!("/connector?ids={}", ids.join(",")))
            .await
    };
    let mut ids = vec![id.to_string(); 100];
    assert_eq!(ask(ids.clone()).await.data().as_array().unwrap().len(), 1);
    ids.push(id.to_string());
    assert_eq!(ask(ids).await.issues(), ["ids max"]);
    assert_eq!(
        ask(vec![String::new(), String::new()]).await.data(),
        &json!([])
    );
    assert_eq!(admin.get("/connector").await.issues(), ["ids required"]);
    assert_eq!(
        admin.get("/connector?ids=&store=1").await.issues(),
        ["store unknown"]
    );
}
