//! Columns and actions: the real component in the sandbox, the provider's simulator behind it.

use bigblue_simulator::{Mode, Simulator, Trouble};
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::fixture;
use crate::access::Permission::{ReadOrder, SuperAdmin, WriteConnector, WriteOrder};
use crate::access::Role;
use crate::testing::{Client, TestApp, cursor};

const CANCEL: &str = "/plugins/bigblue/actions/cancel";
const POINT: &str = "pickup_point.display_name";
const SERVICE: &str = "pickup_point.carrier_service";

/// A store whose orders were pulled.
struct Pulled {
    simulator: Simulator,
    app: TestApp,
    organization: Uuid,
    store: Uuid,
    admin: Client,
}

impl Pulled {
    async fn new(db: PgPool) -> Self {
        let (simulator, app) = fixture(db).await;
        simulator.add_orders(300);
        let organization = app.organization().await;
        let store = app.store(organization).await;
        app.bigblue(store, "MUSI").await;
        let admin = app.admin(&[SuperAdmin]).await;
        let pulled = Self {
            simulator,
            app,
            organization,
            store,
            admin,
        };
        pulled.pull().await;
        pulled
    }

    async fn pull(&self) {
        let asked = self.admin.post("/order/synchronize", json!({})).await;
        assert_eq!(asked.summary(), "202");
        self.app.run_jobs().await;
    }

    /// The first hundred orders, as somebody sees them.
    async fn orders(&self, client: &Client) -> Vec<Value> {
        let cursor = cursor(json!({ "take": 100 }));
        let list = client.get(&format!("/order?cursor={cursor}")).await;
        list.data().as_array().expect("orders").clone()
    }

    /// An order in a status.
    async fn one(&self, status: &str) -> Uuid {
        let id = "select id from orders where status = $1 order by submitted_at desc limit 1";
        sqlx::query_scalar(id)
            .bind(status)
            .fetch_one(&self.app.app.db)
            .await
            .expect("an order")
    }

    async fn order(&self, id: Uuid) -> Value {
        let found = self.admin.get(&format!("/order/{id}")).await;
        found.data().clone()
    }

    /// How often the provider was asked to cancel.
    fn cancelled(&self) -> u64 {
        let asked = self.simulator.state().requests.by_method;
        asked.get("CancelOrder").copied().unwrap_or_default()
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_column_is_kept_and_shown_to_whom_its_plugin_says(db: PgPool) {
    let pulled = Pulled::new(db.clone()).await;
    let keys: Vec<String> =
        sqlx::query_scalar("select distinct jsonb_object_keys(extra) from orders order by 1")
            .fetch_all(&db)
            .await
            .expect("keys");
    assert_eq!(keys, [SERVICE, POINT], "what the manifest names, no more");

    let with = |orders: &[Value], key: &str| {
        let has_value = |order: &&Value| order["extra"]["bigblue"][key].is_string();
        orders.iter().filter(has_value).count()
    };
    let staff = pulled.orders(&pulled.admin).await;
    assert!(with(&staff, POINT) > 0 && with(&staff, SERVICE) > 0);
    let (organization, store) = (pulled.organization, [pulled.store]);
    let customer = pulled.app.customer(organization, &store, &[ReadOrder]);
    let customer = customer.await;
    let theirs = pulled.orders(&customer).await;
    assert_eq!(
        (with(&theirs, POINT), with(&theirs, SERVICE)),
        (with(&staff, POINT), 0),
        "the carrier's service is the staff's"
    );
    let picked = theirs
        .iter()
        .find(|order| order["extra"]["bigblue"][POINT].is_string())
        .expect("one to be picked up");
    let path = format!("/order/{}", picked["id"].as_str().expect("an id"));
    let detail = customer.get(&path).await;
    assert_eq!(detail.data()["extra"], picked["extra"]);

    let named = async |client: &Client| {
        let list = client.get("/plugins").await;
        let bigblue = list.data().as_array().expect("plugins").iter();
        let bigblue = bigblue.clone().find(|plugin| plugin["id"] == "bigblue");
        let bigblue = bigblue.expect("bigblue");
        let columns = bigblue["columns"].as_array().expect("columns").iter();
        let keys = columns.map(|column| column["key"].clone());
        let tasks = bigblue["tasks"].as_object().expect("tasks").keys();
        (keys.collect::<Vec<_>>(), tasks.cloned().collect::<Vec<_>>())
    };
    let (columns, tasks) = named(&pulled.admin).await;
    assert_eq!(columns, [json!(POINT), json!(SERVICE)]);
    assert_eq!(tasks, ["import-bundles", "import-products"]);
    let (columns, tasks) = named(&customer).await;
    assert_eq!(columns, [json!(POINT)]);
    assert!(tasks.is_empty(), "only admins read jobs");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_action_is_done_at_the_provider_and_told_in_the_history(db: PgPool) {
    let pulled = Pulled::new(db).await;
    let (open, gone) = (pulled.one("PENDING").await, pulled.one("DELIVERED").await);
    let answer = pulled
        .admin
        .post(CANCEL, json!({ "ids": [open, gone] }))
        .await;
    assert_eq!(answer.summary(), "200", "{answer:?}");
    let outcome = answer.data();
    assert_eq!(
        (&outcome["done"], &outcome["skipped"]),
        (&json!(1), &json!(0))
    );
    assert_eq!(outcome["failed"][0]["id"], json!(gone));
    assert!(outcome["failed"][0]["message"].is_string(), "{outcome}");

    // What became of it is in the provider's answer: nothing is pulled again to learn it.
    assert_eq!(pulled.order(open).await["status"], "CANCELLED");
    assert_eq!(pulled.order(gone).await["status"], "DELIVERED");
    assert_eq!(waiting(&pulled.app).await, 0);
    let acts = |order: &Value| {
        let history = order["history"].as_array().expect("a history").iter();
        let acts = history.filter(|entry| entry["action"] == "act");
        acts.map(|entry| entry["changes"][0]["after"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(acts(&pulled.order(open).await), [json!("bigblue.cancel")]);
    assert!(
        acts(&pulled.order(gone).await).is_empty(),
        "nothing was done"
    );

    // A double click does it once.
    let again = pulled.admin.post(CANCEL, json!({ "ids": [open] })).await;
    assert_eq!(again.data()["done"], 1);
    assert_eq!(pulled.order(open).await["status"], "CANCELLED");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn nobody_acts_on_what_they_may_not(db: PgPool) {
    let pulled = Pulled::new(db.clone()).await;
    let open = pulled.one("PENDING").await;
    let body = json!({ "ids": [open] });
    let app = &pulled.app;
    assert_eq!(
        app.nobody().post(CANCEL, body.clone()).await.summary(),
        "401 UnauthorizedException"
    );
    for permissions in [[ReadOrder, WriteOrder], [WriteConnector, WriteOrder]] {
        let admin = app.admin(&permissions).await;
        let answer = admin.post(CANCEL, body.clone()).await;
        assert_eq!(answer.summary(), "403 ForbiddenPermissionException");
    }
    let theirs = app.organization().await;
    let foreign = app.store(theirs).await;
    // No customer is granted the one permission; if one were, other people's orders would still be none of theirs.
    let rights = [ReadOrder, WriteConnector];
    let customer = app
        .user(Role::Customer, &rights, &[theirs], &[foreign], &[])
        .await;
    let answer = customer.post(CANCEL, body.clone()).await;
    assert_eq!(answer.summary(), "404 NotFoundResourceException");
    for (path, body, expected) in [
        (
            CANCEL,
            json!({ "ids": [] }),
            "400 BadRequestSchemaException",
        ),
        (
            CANCEL,
            json!({ "ids": vec![open; 51] }),
            "400 BadRequestSchemaException",
        ),
        (
            CANCEL,
            json!({ "ids": [open, Uuid::nil()] }),
            "404 NotFoundResourceException",
        ),
        (
            "/plugins/bigblue/actions/explode",
            body.clone(),
            "404 NotFoundResourceException",
        ),
        (
            "/plugins/nobody/actions/cancel",
            body.clone(),
            "404 NotFoundResourceException",
        ),
    ] {
        let answer = pulled.admin.post(path, body).await;
        assert_eq!(answer.summary(), expected, "{path}");
    }
    assert_eq!(pulled.cancelled(), 0, "nothing was asked of the provider");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_cannot_be_done_now_is_told_and_nothing_is_written(db: PgPool) {
    let pulled = Pulled::new(db.clone()).await;
    let open = pulled.one("PENDING").await;
    let body = json!({ "ids": [open] });
    pulled.simulator.trouble(Trouble::of(Mode::Errors500));
    let answer = pulled.admin.post(CANCEL, body.clone()).await;
    assert_eq!(answer.summary(), "503 ConnectorException");
    pulled.simulator.trouble(Trouble::of(Mode::None));
    let acts = "select count(*) from audit_entries where action = 'act'";
    let count: i64 = sqlx::query_scalar(acts)
        .fetch_one(&db)
        .await
        .expect("a count");
    assert_eq!(count, 0);

    // The store is connected no more: there is nobody to ask.
    sqlx::query("update connectors set disconnected_at = now()")
        .execute(&db)
        .await
        .expect("a write");
    let before = pulled.cancelled();
    let answer = pulled.admin.post(CANCEL, body).await;
    let outcome = answer.data();
    assert_eq!(
        (&outcome["done"], &outcome["skipped"]),
        (&json!(0), &json!(1))
    );
    assert_eq!(pulled.cancelled(), before);
}

/// Jobs that are due.
async fn waiting(app: &TestApp) -> i64 {
    sqlx::query_scalar("select count(*) from jobs where status = 'PENDING'")
        .fetch_one(&app.app.db)
        .await
        .expect("a count")
}
