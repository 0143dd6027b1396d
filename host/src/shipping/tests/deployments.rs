//! What is asked for at stores' shops; what becomes of it there is tried with the shop's simulator (host/tests/providers).

use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::carrier;
use crate::access::Permission::{ReadConnector, WriteConnector};
use crate::testing::{Answer, Client, TestApp};

struct Fixture {
    app: TestApp,
    store: Uuid,
    carrier: Uuid,
    staff: Client,
}

impl Fixture {
    /// A store with a shop that nobody answers for.
    async fn new(db: PgPool) -> Self {
        let fixture = Self::without_shop(db).await;
        sqlx::query(
            "insert into connectors (id, store_id, role, plugin)
             values ($1, $2, 'shop', 'shopify')",
        )
        .bind(Uuid::now_v7())
        .bind(fixture.store)
        .execute(&fixture.app.app.db)
        .await
        .expect("a shop");
        fixture
    }

    async fn without_shop(db: PgPool) -> Self {
        let app = TestApp::new(db).await;
        let organization = app.organization().await;
        Self {
            store: app.store(organization).await,
            carrier: carrier(&app, "bigblue", "standard").await,
            staff: app.admin(&[ReadConnector, WriteConnector]).await,
            app,
        }
    }

    async fn set(&self) -> Answer {
        let asked = json!({ "storeId": self.store, "carrierIds": [self.carrier] });
        self.staff.post("/shipping/store/set", asked).await
    }

    async fn list(&self) -> Value {
        let path = format!("/shipping/store/deployments?storeId={}", self.store);
        self.staff.get(&path).await.data().clone()
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_store_without_a_shop_says_so(db: PgPool) {
    let fixture = Fixture::without_shop(db).await;
    assert_eq!(
        fixture.set().await.summary(),
        "404 NotFoundConnectorException"
    );
    let clear = json!({ "storeId": fixture.store });
    let answer = fixture.staff.post("/shipping/store/clear", clear).await;
    assert_eq!(answer.summary(), "404 NotFoundConnectorException");
    assert_eq!(fixture.list().await, json!([]));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_is_no_carrier_and_no_country_is_named(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let carriers = [fixture.carrier, Uuid::now_v7()];
    let asked = json!({ "storeId": fixture.store, "carrierIds": carriers });
    let answer = fixture.staff.post("/shipping/store/set", asked).await;
    assert_eq!(answer.issues(), ["carrierIds[1] option"]);
    let twice =
        json!({ "storeId": fixture.store, "carrierIds": [fixture.carrier, fixture.carrier] });
    let answer = fixture.staff.post("/shipping/store/set", twice).await;
    assert_eq!(answer.issues(), ["carrierIds unique"]);
    let asked = json!({ "storeId": fixture.store, "countries": ["FR", "XX"] });
    let answer = fixture
        .staff
        .post("/shipping/store/set/markets", asked)
        .await;
    assert_eq!(answer.issues(), ["countries[1] country"]);
    let path = format!("/shipping/store/diff?storeId={}&carrierIds=", fixture.store);
    let answer = fixture.staff.get(&path).await;
    assert_eq!(answer.issues(), ["carrierIds required"]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn one_deployment_of_a_store_is_under_way_at_a_time(db: PgPool) {
    let fixture = Fixture::new(db).await;
    let first = fixture.set().await;
    assert_eq!(first.summary(), "202");
    let deployment = first.data();
    assert_eq!(
        (
            &deployment["state"],
            &deployment["kind"],
            &deployment["zones"]
        ),
        (
            &json!("pending"),
            &json!("set"),
            &json!([{ "name": "FR", "countries": ["FR"], "done": false }])
        )
    );
    assert_eq!(
        fixture.set().await.summary(),
        "409 ConflictDeploymentException"
    );
    // Its job was ended: nobody is at it, and another may begin.
    let job = deployment["jobId"].as_str().expect("a job");
    let end = "update jobs set status = 'FAILED', error = 'ended' where id = $1::uuid";
    let end = sqlx::query(end)
        .bind(job)
        .execute(&fixture.app.app.db)
        .await;
    end.expect("it is ended");
    let shown = fixture.list().await;
    assert_eq!(
        (&shown[0]["state"], &shown[0]["problem"]),
        (&json!("failed"), &json!("ended"))
    );
    let again = format!("/shipping/store/deployments/{}/again", first.id());
    let second = fixture.staff.post(&again, json!({})).await;
    assert_eq!(second.summary(), "202");
    assert_ne!(second.id(), first.id());
    assert_eq!(second.data()["zones"], deployment["zones"]);
    let entries = "select changes->0->'after' from audit_entries where entity_id = $1 and changes->0->>'field' = 'shopRates'";
    let entries = sqlx::query_scalar::<_, Value>(entries).bind(fixture.store);
    let entries = entries
        .fetch_all(&fixture.app.app.db)
        .await
        .expect("entries");
    assert_eq!(
        entries,
        [json!(["FR"]), json!(["FR"])],
        "the store's history"
    );
    assert_eq!(fixture.list().await.as_array().map(Vec::len), Some(2));
}
