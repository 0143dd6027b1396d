//! What is agreed with a merchant: its contract's versions, its prices to the cent, and who reads them.

use super::*;

async fn act(client: &Client, path: &str) -> crate::testing::Answer {
    client.send("POST", path, None, &[]).await
}

/// Actions and changed fields of an organization's history, newest first.
async fn history(admin: &Client, id: Uuid) -> Vec<(String, Vec<String>)> {
    let path = format!("/history?entity=organization&id={id}");
    let answer = admin.get(&path).await;
    let entries = answer.data().as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    entries
        .map(|entry| {
            let changes = entry["changes"].as_array().unwrap().iter();
            let fields = changes.map(|change| text(&change["field"])).collect();
            (text(&entry["action"]), fields)
        })
        .collect()
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_contract_that_is_replaced_is_gone_and_the_last_one_can_come_back(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let own = app.organization().await;
    let path = format!("/organization/{own}/contract");
    let restore = format!("{path}/restore");
    let missing = "404 NotFoundFileException";
    let name = async || {
        let organization = admin.get(&format!("/organization/{own}")).await;
        organization.data()["contract"]["name"].clone()
    };
    assert_eq!(
        act(&admin, &restore).await.summary(),
        missing,
        "there never was one"
    );
    assert_eq!(admin.delete(&path).await.summary(), missing);
    let first = [PDF, b"first"].concat();
    let second = [PDF, b"second"].concat();
    assert_eq!(upload(&admin, own, "2025.pdf", &first).await, "201");
    app.app.clock.advance(Duration::from_secs(1));
    assert_eq!(upload(&admin, own, "2026.pdf", &second).await, "201");
    assert_eq!(
        act(&admin, &restore).await.summary(),
        missing,
        "the one before does not push out the one in force"
    );
    let read = admin.get(&path).await;
    assert_eq!(read.json, json!(String::from_utf8_lossy(&second)));
    // A refused upload leaves the one in force where it is.
    assert_eq!(
        upload(&admin, own, "2027.pdf", b"no pdf").await,
        "file fileType"
    );
    assert_eq!(name().await, "2026.pdf");
    // Whoever may not read it is not told that there is one.
    for (permissions, shown) in [
        (&[ReadOrganization][..], json!(null)),
        (&[ReadOrganization, ReadFee], json!("2026.pdf")),
    ] {
        let customer = app.customer(own, &[], permissions).await;
        let organization = customer.get(&format!("/organization/{own}")).await;
        assert_eq!(organization.data()["contract"]["name"], shown);
    }

    app.app.clock.advance(Duration::from_secs(1));
    assert_eq!(admin.delete(&path).await.summary(), "204");
    assert_eq!(
        (name().await, admin.delete(&path).await.summary()),
        (Value::Null, missing.into())
    );
    assert_eq!(act(&admin, &restore).await.data()["name"], "2026.pdf");
    assert_eq!(admin.delete(&path).await.summary(), "204");
    app.app.clock.advance(Duration::from_secs(3_601));
    assert_eq!(
        act(&admin, &restore).await.summary(),
        "403 ForbiddenResourceException"
    );
    let entries: Vec<_> = history(&admin, own).await;
    assert_eq!(entries.len(), 5, "{entries:?}");
    assert!(
        entries
            .iter()
            .all(|(action, fields)| action == "update" && *fields == ["contract"])
    );
    let answer = admin
        .get(&format!("/history?entity=organization&id={own}"))
        .await;
    let replaced = &answer.data()[3]["changes"][0];
    assert_eq!(
        (&replaced["before"], &replaced["after"]),
        (&json!("2025.pdf"), &json!("2026.pdf"))
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn prices_are_kept_to_the_digit_and_within_their_bounds(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let own = app.organization().await;
    let path = format!("/organization/{own}/terms");
    let price = |price: Value| json!({ "returns": [{ "type": "T-shirt", "price": price }], "storages": [] });
    let band = |min: Value, max: Value, price: Value| {
        let band = json!({ "min": min, "max": max, "units": "MONTH", "price": price });
        json!({ "returns": [], "storages": [band] })
    };
    for (given, shown) in [
        (json!("2.60"), "2.60"),
        (json!(2.6), "2.6"),
        (json!("0"), "0"),
        (json!("0.10"), "0.10"),
        (json!("99999"), "99999"),
    ] {
        let saved = admin.put(&path, price(given)).await;
        assert_eq!(saved.data()["returns"][0]["price"], shown);
        assert_eq!(admin.get(&path).await.data()["returns"][0]["price"], shown);
    }
    let saved = admin
        .put(
            &path,
            band(json!("0.001"), json!("123456789.125"), json!("1")),
        )
        .await;
    assert_eq!(saved.data()["storages"][0]["max"], "123456789.125");
    for (body, issue) in [
        (price(json!("99999.01")), "returns[0].price max"),
        (price(json!("-0.01")), "returns[0].price min"),
        (price(json!("0.005")), "returns[0].price decimals"),
        (price(json!("two")), "returns[0].price type"),
        (price(json!("NaN")), "returns[0].price type"),
        (price(json!(null)), "returns[0].price type"),
        (
            json!({ "returns": [{ "type": "x", "price": "1", "vat": 20 }], "storages": [] }),
            "returns[0].vat unknown",
        ),
        (json!({ "returns": [] }), "storages required"),
        (
            band(json!("5"), json!("5"), json!("1")),
            "storages[0] range",
        ),
        (
            band(json!("1"), json!("-1"), json!("1")),
            "storages[0].max min",
        ),
    ] {
        let refused = admin.put(&path, body.clone()).await;
        assert!(
            refused.issues().contains(&issue.to_owned()),
            "{body}: {:?}",
            refused.json
        );
    }
    let many = |count: usize| {
        let each = json!({ "type": "x", "price": "1" });
        json!({ "returns": vec![each; count], "storages": [] })
    };
    assert_eq!(admin.put(&path, many(100)).await.summary(), "200");
    assert_eq!(admin.put(&path, many(101)).await.issues(), ["returns max"]);
    assert_eq!(
        admin.get(&path).await.data()["returns"]
            .as_array()
            .unwrap()
            .len(),
        100,
        "what was refused changed nothing"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn terms_name_the_stores_that_their_reader_has_and_that_are_in_use(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let (own, partner) = (app.organization().await, app.organization().await);
    let (open, hidden) = (app.store(own).await, app.store(own).await);
    let (closed, gone) = (app.store(own).await, app.store(own).await);
    let shared = app.store(partner).await;
    sqlx::query("insert into store_organizations (store_id, organization_id, ownership_percentage) values ($1, $2, 10)")
        .bind(shared)
        .bind(own)
        .execute(&db)
        .await
        .unwrap();
    assert_eq!(
        act(&admin, &format!("/store/{closed}/archive"))
            .await
            .summary(),
        "200"
    );
    assert_eq!(
        admin.delete(&format!("/store/{gone}")).await.summary(),
        "204"
    );
    let path = format!("/organization/{own}/terms");
    let stores = async |client: &Client| {
        let mut stores = ids(&client.get(&path).await.data()["stores"]);
        stores.sort();
        stores
    };
    let sorted = |ids: &[Uuid]| {
        let mut ids: Vec<_> = ids.iter().map(Uuid::to_string).collect();
        ids.sort();
        ids
    };
    assert_eq!(stores(&admin).await, sorted(&[open, hidden, shared]));
    let merchant = app.customer(own, &[open, closed], &[ReadFee]).await;
    assert_eq!(stores(&merchant).await, sorted(&[open]));
    let theirs = app.customer(partner, &[shared], &[ReadFee]).await;
    assert_eq!(
        theirs.get(&path).await.summary(),
        "404 NotFoundOrganizationException"
    );
    let row = admin.get("/organization").await;
    let counts: Vec<_> = row
        .data()
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row["storeCount"])
        .collect();
    assert_eq!(
        counts,
        [&json!(3), &json!(1)],
        "archived and deleted ones left out"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn of_two_who_agree_at_once_the_second_is_told(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let own = app.organization().await;
    let path = format!("/organization/{own}/terms");
    let terms =
        |price: &str| json!({ "returns": [{ "type": "CD", "price": price }], "storages": [] });
    let read = admin.get(&path).await.data()["updatedAt"].clone();
    let edition = [("if-match", read.as_str().unwrap())];
    app.app.clock.advance(Duration::from_secs(1));
    let first = admin.send("PUT", &path, Some(terms("1")), &edition).await;
    assert_eq!(first.summary(), "200");
    let second = admin.send("PUT", &path, Some(terms("2")), &edition).await;
    assert_eq!(second.summary(), "409 ConflictEditException");
    // Who has the organization's own form open is in the same way.
    let renamed = admin
        .send(
            "PUT",
            &format!("/organization/{own}"),
            Some(body("B")),
            &edition,
        )
        .await;
    assert_eq!(renamed.summary(), "409 ConflictEditException");
    assert_eq!(admin.get(&path).await.data()["returns"][0]["price"], "1");
    let entries = history(&admin, own).await;
    assert_eq!(entries, [("update".to_owned(), vec!["returns".to_owned()])]);
    admin.put(&path, terms("1")).await;
    assert_eq!(
        history(&admin, own).await.len(),
        1,
        "the same again is no change"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_people_write_of_a_company_is_kept_and_found(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let mut odd = body(" \u{1F3B6} L’Été & fils «\u{a0}SARL\u{a0}» ");
    odd["identifierNumber"] = json!(" 123 456 782 00010 ");
    odd["taxNumber"] = json!("");
    odd["address"]["address1"] = json!("=1+1 \"rue\"; 12");
    odd["address"]["city"] = json!("Saint-Étienne");
    let created = admin.post("/organization", odd).await;
    assert_eq!(
        created.data()["name"],
        "\u{1F3B6} L’Été & fils «\u{a0}SARL\u{a0}»"
    );
    assert_eq!(created.data()["identifierNumber"], "123 456 782 00010");
    assert_eq!(created.data()["taxNumber"], "");
    let full = "\u{1F3B6}".repeat(255);
    let long = admin.post("/organization", body(&full)).await;
    assert_eq!(long.data()["name"], full, "letters count, not bytes");
    let longer = admin.post("/organization", body(&format!("{full}a"))).await;
    assert_eq!(longer.issues(), ["name max"]);
    for (field, most) in [("identifierNumber", 50), ("taxNumber", 50)] {
        let mut edge = body("Edge");
        edge[field] = json!("1".repeat(most));
        assert_eq!(
            admin.post("/organization", edge.clone()).await.summary(),
            "201"
        );
        edge[field] = json!("1".repeat(most + 1));
        let refused = admin.post("/organization", edge).await;
        assert_eq!(refused.issues(), [format!("{field} max")]);
    }
    let found = async |search: &str| {
        let cursor = crate::testing::cursor(json!({ "search": search }));
        let list = admin.get(&format!("/organization?cursor={cursor}")).await;
        ids(list.data()).contains(&created.id().to_string())
    };
    for search in ["l’ete", "ÉTÉ fils", "123 456 782", "&", "fils & ete"] {
        let is_short = search.chars().count() < 2;
        assert!(found(search).await || is_short, "{search}");
    }
    assert!(!found("hiver").await);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_is_archived_goes_on_for_its_people_and_is_deleted_as_such(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let own = app.organization().await;
    let store = app.store(own).await;
    let merchant = app
        .customer(own, &[store], &[ReadOrganization, ReadFee])
        .await;
    let path = format!("/organization/{own}");
    assert_eq!(
        act(&admin, &format!("{path}/archive")).await.summary(),
        "200"
    );
    assert_eq!(merchant.get(&path).await.summary(), "200");
    assert_eq!(
        merchant.get(&format!("{path}/terms")).await.summary(),
        "200"
    );
    assert_eq!(
        admin.delete(&path).await.summary(),
        "409 ConflictInUseException"
    );
    let empty = app.organization().await;
    let path = format!("/organization/{empty}");
    act(&admin, &format!("{path}/archive")).await;
    assert_eq!(admin.delete(&path).await.summary(), "204");
    // It comes back as it went, and then from the archive.
    let back = act(&admin, &format!("{path}/restore")).await;
    assert!(back.data()["archivedAt"].is_string(), "{:?}", back.json);
    let back = act(&admin, &format!("{path}/restore")).await;
    assert_eq!(back.data()["archivedAt"], Value::Null);
}
