//! `POST /order`, `POST /order/{id}/push`, `PUT /order/{id}`: the real component in the real
//! sandbox, the provider's simulator over HTTP, the real queue.

use bigblue_simulator::wire::Order as ProviderOrder;
use bigblue_simulator::{Mode, SimClock, Simulator, SimulatorConfig, Trouble};
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::New;
use crate::access::Permission::{ReadOrder, WriteOrder};
use crate::shipping::tests::carrier;
use crate::testing::{Answer, Client, TestApp, noon};

/// A store that sells one article, which its provider knows, and somebody of the staff.
pub(super) struct Fixture {
    pub simulator: Simulator,
    pub app: TestApp,
    pub organization: Uuid,
    pub store: Uuid,
    pub variant: Uuid,
    /// Takes parcels to France up to 30 kg, for 6.57 euros.
    pub carrier: Uuid,
    pub sku: String,
    pub admin: Client,
}

impl Fixture {
    pub async fn new(db: PgPool) -> Self {
        let fixture = Self::unconnected(db).await;
        fixture.app.bigblue(fixture.store, "MUSI").await;
        fixture
    }

    pub async fn unconnected(db: PgPool) -> Self {
        let config = SimulatorConfig {
            port: 0,
            seed: 7,
            orders: 20,
            rate_limit: None,
            clock: SimClock::fixed(noon().timestamp()),
        };
        let simulator = Simulator::start(config).await.expect("a simulator");
        let sku = simulator.holdings("MUSI").expect("a merchant").products[0]
            .id
            .clone();
        let app = TestApp::with_bigblue(db, &simulator).await;
        let organization = app.organization().await;
        let store = app.store(organization).await;
        let variant = article(&app, store, &sku).await;
        let carrier = carrier(&app, "bigblue", "standard").await;
        let admin = app.admin(&[ReadOrder, WriteOrder]).await;
        Self {
            carrier,
            simulator,
            app,
            organization,
            store,
            variant,
            sku,
            admin,
        }
    }

    /// Three of the article, worth twenty euros each.
    pub fn order(&self, reference: &str) -> Value {
        json!({
            "storeId": self.store,
            "reference": reference,
            "customer": { "firstName": "Zoé", "lastName": "Martin", "email": "zoe@example.test" },
            "shippingAddress": { "address1": "1 rue de la Paix", "city": "Paris", "zip": "75002" },
            "products": [{
                "id": self.variant, "sku": self.sku, "quantity": 3, "price": { "unit": "20.00" },
                "dimensions": { "length": 30 },
            }],
            "carrierId": self.carrier,
            "shippingPrice": "6.57",
        })
    }

    pub async fn customer(&self) -> Client {
        let stores = [self.store];
        let customer = self
            .app
            .customer(self.organization, &stores, &[ReadOrder, WriteOrder]);
        customer.await
    }

    pub async fn read(&self, order: Uuid) -> Value {
        let answer = self.admin.get(&format!("/order/{order}")).await;
        answer.data().clone()
    }

    pub async fn synchronize(&self) {
        let asked = self.admin.post("/order/synchronize", json!({})).await;
        assert_eq!(asked.summary(), "202");
        self.app.run_jobs().await;
    }

    /// Provider and host together; the admin signs in anew.
    pub async fn a_day_later(&mut self) {
        self.simulator.clock().advance(86_400);
        let day = std::time::Duration::from_secs(86_400);
        self.app.app.clock.advance(day);
        self.admin = self.app.admin(&[ReadOrder, WriteOrder]).await;
    }

    /// What the provider holds under this order's key.
    pub fn remote_orders(&self, order: Uuid) -> Vec<ProviderOrder> {
        let key = order.to_string();
        let orders = self.simulator.holdings("MUSI").expect("a merchant").orders;
        orders
            .into_iter()
            .filter(|order| order.external_id == key)
            .collect()
    }

    pub async fn count(&self, query: &str) -> i64 {
        sqlx::query_scalar(sqlx::AssertSqlSafe(query))
            .fetch_one(&self.app.app.db)
            .await
            .expect("a count")
    }
}

/// To whom and where an order of the fixture goes, with another street.
pub(super) fn elsewhere(fixture: &Fixture, street: &str) -> Value {
    let order = fixture.order("X");
    let body =
        json!({ "customer": order["customer"], "shippingAddress": order["shippingAddress"] });
    with(body, "shippingAddress.address1", json!(street))
}

/// A product of one article, made in the portal.
pub async fn article(app: &TestApp, store: Uuid, sku: &str) -> Uuid {
    let (product, variant) = (Uuid::now_v7(), Uuid::now_v7());
    sqlx::query(
        "insert into products (id, store_id, name, as_of) values ($1, $2, 'T-shirt', now())",
    )
    .bind(product)
    .bind(store)
    .execute(&app.app.db)
    .await
    .expect("a product");
    sqlx::query(
        "insert into product_variants (id, product_id, store_id, position, sku, name, title)
         values ($1, $2, $3, 0, $4, 'T-shirt', 'L')",
    )
    .bind(variant)
    .bind(product)
    .bind(store)
    .bind(sku)
    .execute(&app.app.db)
    .await
    .expect("a variant");
    variant
}

/// With this in place of what is at a path of the body: `products.0.quantity`.
pub(super) fn with(mut body: Value, path: &str, value: Value) -> Value {
    let pointer = format!("/{}", path.replace('.', "/"));
    let (above, field) = pointer.rsplit_once('/').expect("a field");
    body.pointer_mut(above).expect("an object")[field] = value;
    body
}

fn manual(order: &Value) -> (&str, &str, &str) {
    let text = |value: &'static str| order["manual"][value].as_str().unwrap_or_default();
    (
        text("state"),
        order["status"].as_str().unwrap_or_default(),
        text("problem"),
    )
}

pub(super) fn id(answer: &Answer) -> Uuid {
    assert_eq!(answer.summary(), "201", "{}", answer.json);
    answer.id()
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_order_is_made_handed_over_and_found_again_by_the_pull(db: PgPool) {
    let mut fixture = Fixture::new(db).await;
    let answer = fixture
        .admin
        .post("/order", fixture.order("PRESSE-1"))
        .await;
    let order = id(&answer);
    let body = answer.data();
    assert_eq!(manual(body), ("PENDING", "CREATED", ""));
    assert_eq!(
        (&body["source"], &body["total"], &body["itemCount"]),
        (&json!("seeding"), &json!("11.57"), &json!(3)),
        "the seeding cost and the way"
    );
    assert_eq!(body["lines"][0]["name"], "T-shirt L");
    assert_eq!(body["lines"][0]["total"], "0.00", "nobody pays for it");
    assert_eq!(body["shippingAddress"]["countryCode"], "FR");
    let job = body["manual"]["jobId"].as_str().expect("a job").to_owned();

    fixture.app.run_jobs().await;
    let remote = fixture.remote_orders(order);
    assert_eq!(remote.len(), 1);
    assert_eq!(
        (&*remote[0].customer_order_id, &*remote[0].shipping_method),
        ("PRESSE-1", "standard")
    );
    assert_eq!(remote[0].line_items[0].quantity, 3);
    let after = fixture.read(order).await;
    assert_eq!(after["manual"]["state"], "PUSHED");
    assert_eq!(after["providerId"], remote[0].id);
    let done: (String, Value) =
        sqlx::query_as("select status, result from jobs where id = $1::uuid")
            .bind(job)
            .fetch_one(&fixture.app.app.db)
            .await
            .expect("the job");
    assert_eq!(
        done,
        ("COMPLETED".into(), json!({ "providerId": remote[0].id }))
    );

    // The provider tells of it under our key, with prices of its own.
    fixture.a_day_later().await;
    fixture.synchronize().await;
    let pulled = fixture.read(order).await;
    assert_eq!(
        (&pulled["reference"], &pulled["total"], &pulled["source"]),
        (&json!("PRESSE-1"), &json!("11.57"), &json!("seeding"))
    );
    let all = fixture.simulator.state().orders.by_merchant["MUSI"] as i64;
    assert_eq!(fixture.count("select count(*) from orders").await, all);
    let created = format!(
        "select count(*) from audit_entries where entity_id = '{order}' and action = 'create'"
    );
    assert_eq!(fixture.count(&created).await, 1);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_the_store_pays_follows_from_what_was_asked(db: PgPool) {
    let fixture = Fixture::unconnected(db).await;
    let buys = |reference: &str| {
        let order = with(fixture.order(reference), "isCompanyPurchase", json!(true));
        with(order, "products.0.price.toCharge", json!("8.00"))
    };
    let free = |order| with(order, "isFree", json!(true));
    for (order, total) in [
        (free(fixture.order("A1")), "6.57"),
        (buys("A2"), "-19.00"),
        (free(buys("A3")), "-24.00"),
    ] {
        let answer = fixture.admin.post("/order", order).await;
        let order = fixture.read(id(&answer)).await;
        let shown: rust_decimal::Decimal = order["total"].as_str().unwrap().parse().unwrap();
        assert_eq!(shown, total.parse().unwrap());
        assert_eq!(order["manual"]["seedingCost"], "5");
    }
    let unpriced = with(fixture.order("A4"), "isCompanyPurchase", json!(true));
    let refused = fixture.admin.post("/order", unpriced).await;
    assert_eq!(refused.issues(), ["products[0].price.toCharge required"]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_is_wrong_is_told_field_by_field_and_nothing_is_kept(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let foreign = fixture.app.store(fixture.app.organization().await).await;
    let theirs = article(&fixture.app, foreign, "CPSL-000001-0001").await;
    New::of(fixture.store, "1042")
        .insert(&fixture.app.app.db)
        .await;
    let long = "x".repeat(39);
    for (path, value, issue) in [
        ("reference", json!("x"), "reference min"),
        ("reference", json!("x".repeat(31)), "reference max"),
        ("reference", json!(" 1042 "), "reference taken"),
        ("customer.firstName", json!("Z"), "customer.firstName min"),
        ("customer.lastName", json!(long), "customer.lastName max"),
        ("customer.company", json!(long), "customer.company max"),
        ("customer.email", json!("zoe"), "customer.email email"),
        ("customer.phone", json!("12"), "customer.phone phone"),
        (
            "shippingAddress.address1",
            json!(" "),
            "shippingAddress.address1 required",
        ),
        (
            "shippingAddress.address2",
            json!(long),
            "shippingAddress.address2 max",
        ),
        (
            "shippingAddress.city",
            json!("P"),
            "shippingAddress.city min",
        ),
        (
            "shippingAddress.zip",
            json!("1234567890123"),
            "shippingAddress.zip max",
        ),
        (
            "shippingAddress.country",
            json!("XX"),
            "shippingAddress.country country",
        ),
        ("products", json!([]), "products required"),
        (
            "products.0.quantity",
            json!(0),
            "products[0].quantity required",
        ),
        (
            "products.0.price.unit",
            json!("-1"),
            "products[0].price.unit min",
        ),
        (
            "products.0.price.unit",
            json!("1.001"),
            "products[0].price.unit decimals",
        ),
        ("products.0.id", json!(theirs), "products[0].id option"),
        ("products.0.sku", json!("ANOTHER"), "products[0].sku option"),
        ("carrierId", json!(Uuid::now_v7()), "carrierId option"),
        ("carrierId", json!("standard"), "carrierId type"),
        ("shippingPrice", json!("6.56"), "shippingPrice moved"),
        ("shippingAddress.country", json!("DE"), "carrierId option"),
        ("colour", json!("red"), "colour unknown"),
    ] {
        let refused = fixture
            .admin
            .post("/order", with(fixture.order("OK-1"), path, value))
            .await;
        assert_eq!(
            (refused.summary().as_str(), refused.issues().as_slice()),
            (
                "400 BadRequestSchemaException",
                [issue.to_owned()].as_slice()
            )
        );
    }
    let twice = fixture.order("OK-1")["products"][0].clone();
    let order = with(fixture.order("OK-1"), "products", json!([twice, twice]));
    let refused = fixture.admin.post("/order", order).await;
    assert_eq!(refused.issues(), ["products unique"]);
    assert_eq!(fixture.count("select count(*) from manual_orders").await, 0);
    assert_eq!(fixture.count("select count(*) from orders").await, 1);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn customers_order_from_their_own_stores_as_they_are_charged(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let customer = fixture.customer().await;
    let answer = customer.post("/order", fixture.order("MINE-1")).await;
    let order = id(&answer);
    let entry = &answer.data()["history"][0];
    assert_eq!(
        entry["actor"],
        answer.data()["manual"]["author"],
        "who of their own"
    );
    assert_ne!(entry["actor"], "Comptoir");
    let ours = id(&fixture.admin.post("/order", fixture.order("OURS-1")).await);
    let theirs = customer.get(&format!("/order/{ours}")).await;
    assert_eq!(
        theirs.data()["manual"]["author"],
        "",
        "not who of the company"
    );
    assert_eq!(theirs.data()["history"][0]["actor"], "Comptoir");
    fixture.app.run_jobs().await;
    assert_eq!(fixture.read(order).await["manual"]["state"], "PUSHED");

    for flag in ["isFree", "isCompanyPurchase"] {
        let body = with(fixture.order("MINE-2"), flag, json!(true));
        let body = with(body, "products.0.price.toCharge", json!("1"));
        let refused = customer.post("/order", body).await;
        assert_eq!(refused.summary(), "403 ForbiddenRoleException");
    }
    let foreign = fixture.app.store(fixture.app.organization().await).await;
    let elsewhere = with(fixture.order("MINE-3"), "storeId", json!(foreign));
    let refused = customer.post("/order", elsewhere).await;
    assert_eq!(refused.summary(), "404 NotFoundResourceException");
    let carriers = format!("/shipping/available?storeId={foreign}&countryCode=FR");
    assert_eq!(
        customer.get(&carriers).await.summary(),
        "404 NotFoundResourceException"
    );
    let stranger = fixture.app.organization().await;
    let stranger = fixture
        .app
        .customer(stranger, &[foreign], &[ReadOrder, WriteOrder])
        .await;
    let push = stranger
        .post(&format!("/order/{order}/push"), json!({}))
        .await;
    assert_eq!(push.summary(), "404 NotFoundResourceException");
    let reader = fixture
        .app
        .customer(fixture.organization, &[fixture.store], &[ReadOrder])
        .await;
    let refused = reader.post("/order", fixture.order("MINE-4")).await;
    assert_eq!(refused.summary(), "403 ForbiddenPermissionException");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_same_order_asked_for_at_once_is_made_once(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let asked = (0..4).map(|_| fixture.admin.post("/order", fixture.order("ONE")));
    let answers = futures::future::join_all(asked).await;
    let manual = answers.iter().filter(|answer| answer.summary() == "201");
    assert_eq!(manual.count(), 1);
    for refused in answers.iter().filter(|answer| answer.summary() != "201") {
        assert_eq!(refused.issues(), ["reference taken"]);
    }
    let headers = [("idempotency-key", "a double click")];
    let body = Some(fixture.order("TWO"));
    let first = fixture
        .admin
        .send("POST", "/order", body.clone(), &headers)
        .await;
    let again = fixture.admin.send("POST", "/order", body, &headers).await;
    assert_eq!(id(&first), id(&again));
    fixture.app.run_jobs().await;
    assert_eq!(fixture.remote_orders(first.id()).len(), 1);
    assert_eq!(fixture.count("select count(*) from manual_orders").await, 2);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_answer_that_is_lost_ships_nothing_twice(db: PgPool) {
    let fixture = Fixture::new(db).await;
    fixture
        .simulator
        .trouble(Trouble::times(Mode::LostOrder, 1));
    let order = id(&fixture.admin.post("/order", fixture.order("LOST")).await);
    fixture.app.run_jobs().await;
    assert_eq!(fixture.remote_orders(order).len(), 1, "it was taken");
    let waiting = fixture.read(order).await;
    assert_eq!(manual(&waiting).0, "PENDING");
    assert_ne!(manual(&waiting).2, "", "why it is tried again");
    // Asked again, it does not wait any longer.
    let push = format!("/order/{order}/push");
    let again = fixture.admin.post(&push, json!({})).await;
    assert_eq!(again.summary(), "202");
    assert_eq!(
        again.data()["id"],
        waiting["manual"]["jobId"],
        "the same job"
    );
    fixture.app.run_jobs().await;
    let remote = fixture.remote_orders(order);
    assert_eq!(remote.len(), 1, "it is looked for before it is sent again");
    let after = fixture.read(order).await;
    assert_eq!((manual(&after).0, manual(&after).2), ("PUSHED", ""));
    assert_eq!(after["providerId"], remote[0].id);
    let late = fixture.admin.post(&push, json!({})).await;
    assert_eq!(late.summary(), "409 ConflictOrderStatusException");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_pull_before_the_answer_brings_the_same_order(db: PgPool) {
    let mut fixture = Fixture::new(db).await;
    fixture
        .simulator
        .trouble(Trouble::times(Mode::LostOrder, 1));
    let order = id(&fixture.admin.post("/order", fixture.order("EARLY")).await);
    fixture.app.run_jobs().await;
    assert_eq!(manual(&fixture.read(order).await).0, "PENDING");
    fixture.a_day_later().await;
    fixture.synchronize().await;
    let remote = fixture.remote_orders(order);
    let pulled = fixture.read(order).await;
    assert_eq!(manual(&pulled).0, "PUSHED");
    assert_eq!(
        (&pulled["providerId"], &pulled["reference"]),
        (&json!(remote[0].id), &json!("EARLY"))
    );
    let history = pulled["history"].as_array().expect("a history");
    let mut changes = history.iter().flat_map(|entry| entry["changes"].as_array());
    let arrival = json!({ "field": "providerId", "before": null, "after": remote[0].id });
    assert!(
        changes.any(|changes| changes.contains(&arrival)),
        "{history:?}"
    );
    // The try that waits has nothing left to do.
    sqlx::query("update graphile_worker._private_jobs set run_at = now()")
        .execute(&fixture.app.app.db)
        .await
        .expect("a write");
    fixture.app.run_jobs().await;
    assert_eq!(fixture.remote_orders(order).len(), 1);
    let all = fixture.simulator.state().orders.by_merchant["MUSI"] as i64;
    assert_eq!(fixture.count("select count(*) from orders").await, all);
    let pending = "select count(*) from jobs where status = 'PENDING'";
    assert_eq!(fixture.count(pending).await, 0);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_refusal_is_told_in_words_and_can_be_tried_again(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let unknown = article(&fixture.app, fixture.store, "CPSL-999999-9999").await;
    let order = with(fixture.order("NO-1"), "products.0.id", json!(unknown));
    let order = with(order, "products.0.sku", json!("CPSL-999999-9999"));
    let order = id(&fixture.customer().await.post("/order", order).await);
    fixture.app.run_jobs().await;
    let refused = fixture.read(order).await;
    let (state, status, words) = manual(&refused);
    assert_eq!((state, status), ("FAILED", "ACTION_REQUIRED"));
    assert!(words.contains("CPSL-999999-9999"), "{words}");
    assert_eq!(refused["statusMessage"], words);
    assert_eq!(
        refused["history"][0]["changes"][0]["after"],
        "ACTION_REQUIRED"
    );

    // The merchant puts it right there.
    sqlx::query("update order_lines set sku = $2 where order_id = $1")
        .bind(order)
        .bind(&fixture.sku)
        .execute(&fixture.app.app.db)
        .await
        .expect("a write");
    let customer = fixture.customer().await;
    let again = customer
        .post(&format!("/order/{order}/push"), json!({}))
        .await;
    assert_eq!(again.summary(), "202");
    assert_eq!(
        manual(&fixture.read(order).await),
        ("PENDING", "CREATED", "")
    );
    fixture.app.run_jobs().await;
    assert_eq!(manual(&fixture.read(order).await).0, "PUSHED");
    assert_eq!(fixture.remote_orders(order).len(), 1);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_job_that_was_ended_from_outside_leaves_the_order_to_be_tried_again(db: PgPool) {
    let fixture = Fixture::new(db).await;
    fixture.simulator.trouble(Trouble::of(Mode::Errors503));
    let order = id(&fixture.admin.post("/order", fixture.order("ENDED")).await);
    fixture.app.run_jobs().await;
    let operator = fixture
        .app
        .admin(&[crate::access::Permission::SuperAdmin])
        .await;
    let job = fixture.read(order).await["manual"]["jobId"].clone();
    let job = job.as_str().expect("a job");
    assert_eq!(
        operator.delete(&format!("/job/{job}")).await.summary(),
        "200"
    );
    assert_eq!(manual(&fixture.read(order).await).0, "FAILED");
    fixture.simulator.trouble(Trouble::of(Mode::None));
    let push = format!("/order/{order}/push");
    assert_eq!(fixture.admin.post(&push, json!({})).await.summary(), "202");
    fixture.app.run_jobs().await;
    assert_eq!(manual(&fixture.read(order).await).0, "PUSHED");
    assert_eq!(fixture.remote_orders(order).len(), 1);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_store_without_a_provider_keeps_the_order_and_says_so(db: PgPool) {
    let fixture = Fixture::unconnected(db).await;
    let order = id(&fixture.admin.post("/order", fixture.order("LATER")).await);
    assert_eq!(
        manual(&fixture.read(order).await),
        ("UNCONNECTED", "CREATED", "")
    );
    let push = format!("/order/{order}/push");
    assert_eq!(
        fixture.admin.post(&push, json!({})).await.summary(),
        "404 NotFoundConnectorException"
    );
    fixture.app.bigblue(fixture.store, "MUSI").await;
    assert_eq!(fixture.admin.post(&push, json!({})).await.summary(), "202");
    fixture.app.run_jobs().await;
    assert_eq!(manual(&fixture.read(order).await).0, "PUSHED");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_staff_say_whose_an_order_is_and_why_it_was_made(db: PgPool) {
    let fixture = Fixture::unconnected(db).await;
    let other = fixture.app.store(fixture.organization).await;
    let order = New::of(fixture.store, "1042")
        .insert(&fixture.app.app.db)
        .await;
    let path = format!("/order/{order}");
    let mapping = json!({ "storeId": other, "source": "seeding" });
    let answer = fixture.admin.put(&path, mapping.clone()).await;
    assert_eq!(answer.summary(), "200");
    assert_eq!(
        (&answer.data()["store"]["id"], &answer.data()["source"]),
        (&json!(other), &json!("seeding"))
    );
    let fields: Vec<_> = answer.data()["history"][0]["changes"]
        .as_array()
        .expect("changes")
        .iter()
        .map(|change| change["field"].as_str().expect("a field"))
        .collect();
    assert_eq!(fields, ["source", "store"]);
    // Nothing changed: nothing is told.
    fixture.admin.put(&path, mapping).await;
    let entries = "select count(*) from audit_entries where entity = 'order'";
    assert_eq!(fixture.count(entries).await, 1);

    let nowhere = json!({ "storeId": Uuid::nil(), "source": "normal" });
    let refused = fixture.admin.put(&path, nowhere).await;
    assert_eq!(refused.issues(), ["storeId option"]);
    let manual = id(&fixture.admin.post("/order", fixture.order("MADE")).await);
    let moved = json!({ "storeId": other, "source": "seeding" });
    let refused = fixture.admin.put(&format!("/order/{manual}"), moved).await;
    assert_eq!(refused.issues(), ["storeId fixed"]);
    let customer = fixture.customer().await;
    let own = json!({ "storeId": fixture.store, "source": "normal" });
    assert_eq!(
        customer
            .put(&format!("/order/{manual}"), own)
            .await
            .summary(),
        "403 ForbiddenRoleException"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_address_is_put_right_and_the_order_sent_there_once(db: PgPool) {
    let fixture = Fixture::new(db).await;
    fixture.simulator.trouble(Trouble::of(Mode::Forbidden));
    let order = id(&fixture.admin.post("/order", fixture.order("WRONG")).await);
    fixture.app.run_jobs().await;
    let failed = fixture.read(order).await;
    assert_eq!(manual(&failed).0, "FAILED");
    assert_eq!(failed["manual"]["isOpen"], true);
    assert_eq!(
        failed["hold"],
        json!({ "reason": "REFUSED", "words": manual(&failed).2 })
    );

    let (path, push) = (
        format!("/order/{order}/address"),
        format!("/order/{order}/push"),
    );
    let customer = fixture.customer().await;
    for (field, value, issue) in [
        ("customer.email", json!("zoe"), "customer.email email"),
        (
            "shippingAddress.zip",
            json!(""),
            "shippingAddress.zip required",
        ),
        (
            "shippingAddress.country",
            json!("DE"),
            "shippingAddress.country fixed",
        ),
    ] {
        let body = with(elsewhere(&fixture, "2 rue Neuve"), field, value);
        assert_eq!(customer.put(&path, body).await.issues(), [issue]);
    }
    let right = elsewhere(&fixture, "2 rue Neuve");
    let headers = [("if-match", failed["updatedAt"].as_str().expect("a time"))];
    let send = |body: Value| customer.send("PUT", &path, Some(body), &headers);
    let saved = send(right.clone()).await;
    assert_eq!(saved.summary(), "200", "{}", saved.json);
    assert_eq!(saved.data()["shippingAddress"]["address1"], "2 rue Neuve");
    assert_eq!(
        saved.data()["history"][0]["changes"],
        json!([{ "field": "address1", "before": "1 rue de la Paix", "after": "2 rue Neuve" }])
    );
    let stale = send(elsewhere(&fixture, "3 rue Neuve")).await;
    assert_eq!(stale.summary(), "409 ConflictEditException");
    // What changes nothing leaves no trace.
    assert_eq!(customer.put(&path, right).await.summary(), "200");
    let entries = format!(
        "select count(*) from audit_entries where entity_id = '{order}' and changes @> '[{{\"field\": \"address1\"}}]'"
    );
    assert_eq!(fixture.count(&entries).await, 1);

    fixture.simulator.trouble(Trouble::of(Mode::None));
    assert_eq!(customer.post(&push, json!({})).await.summary(), "202");
    fixture.app.run_jobs().await;
    let remote = fixture.remote_orders(order);
    assert_eq!(remote.len(), 1);
    let to = remote[0].shipping_address.as_ref().expect("an address");
    assert_eq!(to.line1, "2 rue Neuve");
    // The provider has it.
    let late = customer
        .put(&path, elsewhere(&fixture, "4 rue Neuve"))
        .await;
    assert_eq!(late.summary(), "409 ConflictOrderStatusException");
    let after = fixture.read(order).await;
    assert_eq!(after["manual"]["isOpen"], false);
    assert_eq!(after["hold"], Value::Null);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_may_have_arrived_is_neither_corrected_nor_cancelled(db: PgPool) {
    let fixture = Fixture::new(db).await;
    fixture
        .simulator
        .trouble(Trouble::times(Mode::LostOrder, 1));
    let order = id(&fixture.admin.post("/order", fixture.order("LOST")).await);
    fixture.app.run_jobs().await;
    assert_eq!(fixture.read(order).await["manual"]["isOpen"], false);
    let address = format!("/order/{order}/address");
    let correct = fixture
        .admin
        .put(&address, elsewhere(&fixture, "2 rue Neuve"))
        .await;
    let cancel = fixture
        .admin
        .post(&format!("/order/{order}/cancel"), json!({}))
        .await;
    for refused in [correct, cancel] {
        assert_eq!(refused.summary(), "409 ConflictOrderStatusException");
    }
    let kept = fixture.read(order).await;
    assert_eq!(kept["shippingAddress"]["address1"], "1 rue de la Paix");
    assert_ne!(kept["status"], "CANCELLED");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_order_that_is_cancelled_in_time_is_never_handed_over(db: PgPool) {
    let fixture = Fixture::new(db).await;
    // Its job has not begun yet.
    let order = id(&fixture.admin.post("/order", fixture.order("NEVER")).await);
    let cancel = format!("/order/{order}/cancel");
    let stranger = fixture.app.organization().await;
    let foreign = fixture.app.store(stranger).await;
    let stranger = fixture
        .app
        .customer(stranger, &[foreign], &[ReadOrder, WriteOrder])
        .await;
    assert_eq!(
        stranger.post(&cancel, json!({})).await.summary(),
        "404 NotFoundResourceException"
    );
    let cancelled = fixture.customer().await.post(&cancel, json!({})).await;
    assert_eq!(cancelled.summary(), "200", "{}", cancelled.json);
    assert_eq!(cancelled.data()["status"], "CANCELLED");
    assert_eq!(cancelled.data()["hold"], Value::Null);
    assert_eq!(
        fixture.admin.post(&cancel, json!({})).await.summary(),
        "200",
        "again changes nothing"
    );
    fixture.app.run_jobs().await;
    assert_eq!(fixture.remote_orders(order).len(), 0);
    let push = fixture
        .admin
        .post(&format!("/order/{order}/push"), json!({}))
        .await;
    assert_eq!(push.summary(), "409 ConflictOrderStatusException");
    let address = fixture
        .admin
        .put(
            &format!("/order/{order}/address"),
            elsewhere(&fixture, "2 rue Neuve"),
        )
        .await;
    assert_eq!(address.summary(), "409 ConflictOrderStatusException");
    let after = fixture.read(order).await;
    assert_eq!(after["status"], "CANCELLED");
    let steps = after["steps"].as_array().expect("steps");
    let steps: Vec<&str> = steps
        .iter()
        .filter_map(|step| step["milestone"].as_str())
        .collect();
    assert_eq!(steps, ["PLACED", "CANCELLED"]);
    assert_eq!(
        fixture.count("select count(*) from audit_entries where entity = 'order' and changes @> '[{\"after\": \"CANCELLED\"}]'").await,
        1
    );
    // One that the provider has is the provider's to cancel.
    let sent = id(&fixture.admin.post("/order", fixture.order("SENT")).await);
    fixture.app.run_jobs().await;
    let late = fixture
        .admin
        .post(&format!("/order/{sent}/cancel"), json!({}))
        .await;
    assert_eq!(late.summary(), "409 ConflictOrderStatusException");
}
