//! Who may make, change, remove and bring back whom; what becomes of their reach.

use futures::future::join;

use super::*;
use crate::access::Role::{Admin, Customer, Factory};
use crate::testing::{Answer, cursor};

/// A customer's body with some fields replaced.
fn with(mut body: Value, changes: Value) -> Value {
    for (field, value) in changes.as_object().unwrap() {
        body[field] = value.clone();
    }
    body
}

fn path(client: &Client) -> String {
    format!("/user/{}", client.user.unwrap())
}

async fn restore(client: &Client, path: &str) -> Answer {
    client
        .send("POST", &format!("{path}/restore"), None, &[])
        .await
}

const REFUSED: &str = "403 ForbiddenResourceException";
const ESCALATION: &str = "403 ForbiddenEscalationException";

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn each_role_takes_its_own_permissions_and_no_other(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let organization = app.organization().await;
    let store = app.store(organization).await;
    let factory = app.factory().await;
    let merchants = "READ_STORE READ_ORGANIZATION READ_USER WRITE_USER READ_FEE READ_ORDER READ_INVOICE READ_PRODUCT \
        READ_AUDIT WRITE_ORDER";
    let factories = "READ_PROJECT READ_FACTORY READ_USER WRITE_USER";
    let merchant = customer(organization, store, &[]);
    let worker = json!({
        "email": "worker@example.test", "displayName": "Ali", "role": "factory", "factories": [factory],
    });
    let mut taken = 0;
    for (body, role, grantable) in [
        (&merchant, Customer, merchants),
        (&worker, Factory, factories),
    ] {
        for permission in Permission::ALL {
            let email = format!("{}@example.test", Uuid::now_v7().simple());
            let changes = json!({ "email": email, "permissions": [permission] });
            let answer = admin.post("/user", with(body.clone(), changes)).await;
            if grantable
                .split_whitespace()
                .any(|name| name == permission.as_str())
            {
                assert_eq!(answer.summary(), "201", "{role:?} {permission}");
                taken += 1;
            } else {
                assert_eq!(
                    answer.issues(),
                    ["permissions[0] option"],
                    "{role:?} {permission}"
                );
            }
        }
    }
    assert_eq!(taken, 14);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_organization_keeps_an_owner_whatever_is_done_to_the_last(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let (one, other) = (app.organization().await, app.organization().await);
    let (shop, second) = (app.store(one).await, app.store(other).await);
    let owner = json!({ "owner": true });
    let last = make(&admin, with(customer(one, shop, &[]), owner.clone())).await;
    let path = format!("/user/{last}");
    // Moving away leaves it without one as well.
    let away = json!({ "organizations": [other], "stores": [second] });
    assert_eq!(admin.patch(&path, away.clone()).await.summary(), REFUSED);
    let both = json!({ "organizations": [one, other], "stores": [shop, second] });
    assert_eq!(admin.patch(&path, both).await.summary(), "200");
    // Of another organization somebody else is the owner: that one can be left.
    let heir = make(&admin, with(customer(other, second, &[]), owner)).await;
    assert_eq!(
        admin
            .patch(&path, json!({ "organizations": [one], "stores": [shop] }))
            .await
            .summary(),
        "200"
    );
    assert_eq!(
        admin
            .patch(&format!("/user/{heir}"), json!({ "owner": false }))
            .await
            .summary(),
        REFUSED
    );
    assert_eq!(admin.delete(&path).await.summary(), REFUSED);
    assert_eq!(admin.get(&path).await.data()["owner"], true);

    let factory = app.factory().await;
    let foreman = json!({
        "email": "foreman@example.test", "displayName": "Ali", "role": "factory", "permissions": [],
        "factories": [factory], "owner": true,
    });
    let foreman = format!("/user/{}", make(&admin, foreman).await);
    let elsewhere = json!({ "factories": [app.factory().await] });
    for answer in [
        admin.delete(&foreman).await,
        admin.patch(&foreman, json!({ "owner": false })).await,
        admin.patch(&foreman, elsewhere).await,
    ] {
        assert_eq!(answer.summary(), REFUSED);
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn of_two_owners_who_step_down_at_once_one_stays(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let organization = app.organization().await;
    let store = app.store(organization).await;
    let owner = || with(customer(organization, store, &[]), json!({ "owner": true }));
    let first = format!("/user/{}", make(&admin, owner()).await);
    let second = format!("/user/{}", make(&admin, owner()).await);
    let step = || json!({ "owner": false });
    let (one, other) = join(admin.patch(&first, step()), admin.delete(&second)).await;
    let mut summaries = [one.summary(), other.summary()];
    summaries.sort();
    assert_eq!(summaries[1], REFUSED);
    assert!(["200", "204"].contains(&summaries[0].as_str()));
    let owners = cursor(json!({ "filters": [{ "field": "owner", "values": ["yes"] }] }));
    let owners = admin.get(&format!("/user?cursor={owners}")).await;
    assert_eq!(owners.json["meta"]["total"], 1);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn owners_name_owners_and_others_do_not(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let organization = app.organization().await;
    let store = app.store(organization).await;
    let rights = [ReadUser, WriteUser];
    let plain = app.customer(organization, &[store], &rights).await;
    let boss = app.customer(organization, &[store], &rights).await;
    sqlx::query("update users set owner = true where id = $1")
        .bind(boss.user)
        .execute(&db)
        .await
        .unwrap();
    let colleague = app.customer(organization, &[store], &[]).await;
    let owner = json!({ "owner": true });
    let new_owner = || with(customer(organization, store, &[]), owner.clone());
    assert_eq!(plain.post("/user", new_owner()).await.summary(), REFUSED);
    assert_eq!(
        plain
            .patch(&path(&colleague), owner.clone())
            .await
            .summary(),
        REFUSED
    );
    assert_eq!(plain.delete(&path(&boss)).await.summary(), REFUSED);
    assert_eq!(
        boss.patch(&path(&colleague), owner.clone()).await.data()["owner"],
        true
    );
    assert_eq!(boss.post("/user", new_owner()).await.summary(), "201");
    assert_eq!(plain.delete(&path(&colleague)).await.summary(), REFUSED);
    assert_eq!(boss.delete(&path(&colleague)).await.summary(), "204");
    assert_eq!(
        restore(&plain, &path(&colleague)).await.summary(),
        REFUSED,
        "an owner is not made by bringing one back either"
    );
    assert_eq!(restore(&boss, &path(&colleague)).await.summary(), "200");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn nobody_brings_back_what_they_could_not_have_granted(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let organization = app.organization().await;
    let store = app.store(organization).await;
    let me = app
        .customer(organization, &[store], &[ReadUser, WriteUser, ReadOrder])
        .await;
    let stranger = app
        .customer(app.organization().await, &[], &[ReadUser, WriteUser])
        .await;
    let powerful = app
        .customer(organization, &[store], &[ReadOrder, ReadFee])
        .await;
    let equal = app.customer(organization, &[store], &[ReadOrder]).await;
    for gone in [&powerful, &equal] {
        assert_eq!(admin.delete(&path(gone)).await.summary(), "204");
        assert_eq!(
            restore(&stranger, &path(gone)).await.summary(),
            "404 NotFoundUserException"
        );
    }
    assert_eq!(restore(&me, &path(&powerful)).await.summary(), ESCALATION);
    assert_eq!(
        admin.get(&path(&powerful)).await.summary(),
        "404 NotFoundUserException",
        "and they stay deleted"
    );
    let back = restore(&me, &path(&equal)).await;
    assert_eq!(back.data()["permissions"], json!(["READ_ORDER"]));
    let kinds: Vec<_> = back.data()["resources"]
        .as_array()
        .unwrap()
        .iter()
        .map(|resource| &resource["type"])
        .collect();
    assert_eq!(kinds, [&json!("ORGANIZATION"), &json!("STORE")]);
    assert_eq!(restore(&admin, &path(&powerful)).await.summary(), "200");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_store_that_changes_hands_leaves_its_old_owners_people(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let (seller, buyer) = (app.organization().await, app.organization().await);
    let store = app.store(seller).await;
    let kept = app.store(seller).await;
    let old = app
        .customer(seller, &[store, kept], &[ReadStore, ReadOrder])
        .await;
    let rights = [ReadUser, WriteUser, ReadOrder, ReadStore];
    let manager = app.customer(seller, &[store, kept], &rights).await;
    let total = async |client: &Client| client.get("/store").await.json["meta"]["total"].clone();
    assert_eq!(total(&old).await, 2);
    let sold = json!({ "name": unique("Sold"), "organizations": [{ "organizationId": buyer }] });
    let answer = admin.put(&format!("/store/{store}"), sold).await;
    assert_eq!(answer.summary(), "200");
    assert_eq!(total(&old).await, 1, "at the next request");
    assert_eq!(
        old.get(&format!("/store/{store}")).await.summary(),
        "404 NotFoundResourceException"
    );
    let orders = cursor(json!({ "filters": [{ "field": "storeId", "values": [store] }] }));
    let orders = old.get(&format!("/order?cursor={orders}")).await;
    assert_eq!(orders.json["meta"]["total"], 0);
    // Nor does it stand between them and those who manage them.
    let fewer = json!({ "permissions": ["READ_ORDER"] });
    let changed = manager.patch(&path(&old), fewer).await;
    assert_eq!(changed.data()["permissions"], json!(["READ_ORDER"]));
    let new = make(&admin, customer(buyer, store, &[ReadStore])).await;
    let resources = admin.get(&format!("/user/{new}")).await;
    assert_eq!(resources.data()["resources"][1]["id"], json!(store));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_first_organization_is_the_default_and_stays_first(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let organizations = [
        app.organization().await,
        app.organization().await,
        app.organization().await,
    ];
    let store = app.store(organizations[0]).await;
    let order = [organizations[2], organizations[0], organizations[1]];
    let body = with(
        customer(organizations[0], store, &[]),
        json!({ "organizations": order }),
    );
    let id = make(&admin, body.clone()).await;
    let path = format!("/user/{id}");
    let shown = async || -> Vec<Uuid> {
        let user = admin.get(&path).await;
        let resources = user.data()["resources"].as_array().unwrap().clone();
        let organizations = resources
            .iter()
            .filter(|each| each["type"] == "ORGANIZATION");
        organizations
            .map(|each| serde_json::from_value(each["id"].clone()).unwrap())
            .collect()
    };
    assert_eq!(shown().await, order);
    // A change of something else leaves the order alone; another order is a change.
    admin.patch(&path, json!({ "displayName": "Inès B" })).await;
    assert_eq!(shown().await, order);
    let turned = [order[1], order[2], order[0]];
    admin.patch(&path, json!({ "organizations": turned })).await;
    assert_eq!(shown().await, turned);
    let twice =
        json!({ "organizations": [order[0], order[1], order[0]], "email": "b@example.test" });
    assert_eq!(
        admin.post("/user", with(body, twice)).await.issues(),
        ["organizations[2] unique"]
    );
    let doubled = json!({ "stores": [store, store] });
    assert_eq!(
        admin.patch(&path, doubled).await.issues(),
        ["stores[1] unique"]
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn nobody_but_admins_lets_in_a_crowd(db: PgPool) {
    let app = TestApp::with_limits(db, |limits| limits.invitations_per_hour = 3).await;
    let own = app.organization().await;
    let store = app.store(own).await;
    let permissions = [ReadUser, WriteUser, ReadOrder];
    let (me, colleague) = (
        app.customer(own, &[store], &permissions).await,
        app.customer(own, &[store], &permissions).await,
    );
    let guest = |number: usize| {
        let email = json!({ "email": format!("guest{number}@example.test") });
        with(customer(own, store, &[ReadOrder]), email)
    };
    // Many at once are as many as one after the other.
    let asked = (0..8).map(|number| me.post("/user", guest(number)));
    let answers = futures::future::join_all(asked).await;
    let created: Vec<_> = answers
        .iter()
        .filter(|answer| answer.status == 201)
        .collect();
    assert_eq!(created.len(), 3);
    for answer in answers.iter().filter(|answer| answer.status != 201) {
        assert_eq!(answer.summary(), "429 TooManyRequestsException");
        let wait: u64 = answer.headers["retry-after"]
            .to_str()
            .unwrap()
            .parse()
            .unwrap();
        assert!((3_000..=3_600).contains(&wait), "{wait}");
    }
    // Who dismisses the first ones has not invited fewer.
    let first = format!("/user/{}", created[0].id());
    assert_eq!(me.delete(&first).await.summary(), "204");
    assert_eq!(
        me.post("/user", guest(8)).await.summary(),
        "429 TooManyRequestsException"
    );
    let mails: i64 = sqlx::query_scalar("select count(*) from mails")
        .fetch_one(&app.app.db)
        .await
        .unwrap();
    assert_eq!(mails, 3, "who is refused sends nothing");
    let admin = app.admin(&[SuperAdmin]).await;
    for (inviter, number) in [
        (&colleague, 9),
        (&admin, 10),
        (&admin, 11),
        (&admin, 12),
        (&admin, 13),
    ] {
        assert_eq!(inviter.post("/user", guest(number)).await.summary(), "201");
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_customer_invites_into_their_own_organization_in_the_guests_language(db: PgPool) {
    let app = TestApp::new(db).await;
    let (own, other) = (app.organization().await, app.organization().await);
    let (store, foreign) = (app.store(own).await, app.store(other).await);
    let me = app
        .customer(own, &[store], &[ReadUser, WriteUser, ReadOrder])
        .await;
    let name = me.get("/user/current").await.data()["displayName"].clone();
    let name = name.as_str().unwrap();
    for (language, from) in [
        ("fr", format!("\nDe la part de\u{a0}: {name}\n")),
        ("en", format!("\nFrom: {name}\n")),
    ] {
        let email = format!("Guest+{language}@Example.test");
        let guest = with(
            customer(own, store, &[ReadOrder]),
            json!({ "email": format!("  {email} "), "locale": language, "displayName": " Bob <b> \u{1F3B5} " }),
        );
        let created = me.post("/user", guest).await;
        assert_eq!(created.summary(), "201", "{}", created.json);
        assert_eq!(created.data()["displayName"], "Bob <b> \u{1F3B5}");
        assert_eq!(created.data()["email"], email.to_lowercase());
        let mut db = app.app.db.acquire().await.unwrap();
        let text = crate::mail::latest_text(&mut db, &email).await.unwrap();
        let text = text.expect("an invitation");
        assert!(text.contains(&from), "{text}");
        let mail: (String, String) =
            sqlx::query_as("select subject, body_html from mails where recipient = $1")
                .bind(email.to_lowercase())
                .fetch_one(&app.app.db)
                .await
                .unwrap();
        assert!(mail.0.ends_with("Comptoir"), "{}", mail.0);
        assert!(!mail.1.contains("<b>"), "a name is no markup: {}", mail.1);
        let again = customer(own, store, &[]);
        let again = with(again, json!({ "email": email.to_uppercase() }));
        assert_eq!(
            me.post("/user", again).await.summary(),
            "409 ConflictUserEmailException"
        );
    }
    let two = with(
        customer(own, store, &[]),
        json!({ "organizations": [own, other] }),
    );
    assert_eq!(me.post("/user", two).await.issues(), ["organizations max"]);
    let theirs = with(customer(own, store, &[]), json!({ "stores": [foreign] }));
    assert_eq!(
        me.post("/user", theirs).await.issues(),
        ["stores[0] option"]
    );
    let reader = app.customer(own, &[store], &[ReadUser]).await;
    assert_eq!(
        reader
            .post("/user", customer(own, store, &[]))
            .await
            .summary(),
        "403 ForbiddenPermissionException"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_factory_manages_its_own_people_alone(db: PgPool) {
    let app = TestApp::new(db).await;
    let (own, other) = (app.factory().await, app.factory().await);
    let rights = [ReadUser, WriteUser];
    let me = app.user(Factory, &rights, &[], &[], &[own]).await;
    let stranger = app.user(Factory, &[], &[], &[], &[other]).await;
    let worker = |factory: Uuid, permissions: Value| {
        json!({
            "email": format!("{}@example.test", Uuid::now_v7().simple()), "displayName": "Ali", "role": "factory",
            "permissions": permissions, "factories": [factory],
        })
    };
    let created = me.post("/user", worker(own, json!(["READ_USER"]))).await;
    assert_eq!(created.summary(), "201");
    for (body, answer) in [
        (worker(other, json!([])), "400 BadRequestSchemaException"),
        (worker(own, json!(["READ_PROJECT"])), ESCALATION),
        (
            worker(own, json!(["READ_ORDER"])),
            "400 BadRequestSchemaException",
        ),
    ] {
        assert_eq!(me.post("/user", body).await.summary(), answer);
    }
    let moved = json!({ "factories": [other] });
    let path = format!("/user/{}", created.id());
    assert_eq!(me.patch(&path, moved).await.issues(), ["factories fixed"]);
    let theirs = format!("/user/{}", stranger.user.unwrap());
    assert_eq!(
        me.delete(&theirs).await.summary(),
        "404 NotFoundUserException"
    );
    assert_eq!(me.delete(&path).await.summary(), "204");
    assert_eq!(me.get("/user").await.json["meta"]["total"], 1);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_list_finds_people_as_they_are_searched_for(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let organization = app.organization().await;
    let store = app.store(organization).await;
    for (name, email) in [
        ("Éloïse Lefèvre", "elo@example.test"),
        ("O’Brien 100%", "ob_rien@example.test"),
        ("\u{1F3B5} DJ Ünal", "dj+unal@example.test"),
    ] {
        let body = customer(organization, store, &[]);
        make(
            &admin,
            with(body, json!({ "displayName": name, "email": email })),
        )
        .await;
    }
    let found = async |query: Value| {
        let answer = admin.get(&format!("/user?cursor={}", cursor(query))).await;
        assert_eq!(answer.summary(), "200", "{}", answer.json);
        let names = names(answer.data());
        names
            .iter()
            .map(|name| name.chars().take(2).collect())
            .collect::<Vec<String>>()
    };
    for (search, expected) in [
        ("eloise", vec!["Él"]),
        ("LEFEVRE elo", vec!["Él"]),
        ("unal", vec!["\u{1F3B5} "]),
        ("\u{1F3B5}", vec!["Él", "O’", "ad", "\u{1F3B5} "]),
        ("dj+", vec!["\u{1F3B5} "]),
        ("ob_r", vec!["O’"]),
        ("0%", vec!["O’"]),
        ("nobody of this name", vec![]),
    ] {
        let mut names = found(json!({ "search": search })).await;
        names.sort();
        let mut expected: Vec<String> = expected.into_iter().map(str::to_owned).collect();
        expected.sort();
        assert_eq!(names, expected, "{search}");
    }
    let by =
        |field: &str, value: &str| json!({ "filters": [{ "field": field, "values": [value] }] });
    assert_eq!(found(by("role", "customer")).await.len(), 3);
    assert_eq!(found(by("role", "factory")).await.len(), 0);
    assert_eq!(found(by("owner", "yes")).await.len(), 0);
    // Who never signed in stands last, whichever way.
    for direction in ["asc", "desc"] {
        let sort = json!({ "orderBy": [{ "field": "lastLoginAt", "direction": direction }] });
        let order = found(sort).await;
        let place = order.iter().position(|name| name == "ad").unwrap();
        assert!(place == 0 || place == 3, "{order:?}");
    }
    let since = json!({ "filters": [{ "field": "lastLoginAt", "from": "2026-11-18", "to": "2026-11-18" }] });
    assert_eq!(found(since).await, ["ad"]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_user_of_no_role_s_area_is_confined_to_it(db: PgPool) {
    let app = TestApp::new(db).await;
    let organization = app.organization().await;
    let store = app.store(organization).await;
    let factory = app.factory().await;
    // Links that do not belong to a role give it nothing.
    let confused = app
        .user(Factory, &[ReadUser], &[organization], &[store], &[factory])
        .await;
    app.customer(organization, &[store], &[]).await;
    let seen = confused.get("/user").await;
    assert_eq!(seen.json["meta"]["total"], 1, "{}", seen.json);
    let admin = app
        .user(Admin, &[ReadStore, ReadOrganization], &[], &[], &[])
        .await;
    assert_eq!(admin.get("/store").await.json["meta"]["total"], 1);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn rights_take_a_sign_in_of_the_last_ten_minutes_and_a_name_does_not(db: PgPool) {
    let app = TestApp::new(db).await;
    let boss = app.admin(&[Permission::SuperAdmin]).await;
    let organization = app.organization().await;
    let (store, sold) = (app.store(organization).await, app.store(organization).await);
    let other = app.organization().await;
    let customer = app.customer(organization, &[store, sold], &[]).await;
    let path = format!("/user/{}", customer.user.unwrap());
    let before = boss.get(&path).await;
    app.app.clock.advance(std::time::Duration::from_secs(600));
    for change in [
        json!({ "email": "another@example.test" }),
        json!({ "permissions": ["READ_ORDER"] }),
        json!({ "owner": true }),
        json!({ "organizations": [organization, other] }),
        json!({ "stores": [store] }),
        json!({ "displayName": "Zoé", "permissions": ["READ_ORDER"] }),
    ] {
        for refused in [
            boss.patch(&path, change.clone()).await,
            boss.put(&path, change.clone()).await,
        ] {
            assert_eq!(
                refused.summary(),
                "403 ForbiddenSignInAgeException",
                "{change}"
            );
        }
    }
    assert_eq!(boss.get(&path).await.data(), before.data());
    let same = json!({
        "displayName": "Zoé", "locale": "fr", "email": before.data()["email"], "permissions": [],
        "owner": false, "organizations": [organization], "stores": [sold, store],
    });
    let renamed = boss.patch(&path, same).await;
    assert_eq!(renamed.summary(), "200", "{}", renamed.json);
    assert_eq!(renamed.data()["displayName"], "Zoé");
}
