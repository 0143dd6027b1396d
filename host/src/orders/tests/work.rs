//! `POST /order/work`

use super::*;
use crate::access::Permission::{ReadOrder, SuperAdmin, WriteOrder};
use crate::providers::connectors::ConnectorRole;
use crate::testing::{Answer, Client, TestApp};

/// A store whose provider ships whatever it is asked to, and one of the staff.
struct Desk {
    app: TestApp,
    organization: Uuid,
    store: Uuid,
    connector: Uuid,
    admin: Client,
}

impl Desk {
    async fn new(db: PgPool) -> Self {
        let action = |name: &str, more: &str| {
            format!(
                "[[actions]]\nname = \"{name}\"\nentity = \"order\"\nlabel = {{ en = \"{name}\" }}\n{more}\n"
            )
        };
        let manifest = [
            "[webhooks]\nsignature = { scheme = \"address\" }\n".to_owned(),
            action("ship", "bulk = true"),
            action("gone", "bulk = true"),
            action("single", ""),
            action("stop", "bulk = true\ndestructive = true"),
        ]
        .concat();
        let app = TestApp::with_guest(db, &manifest).await;
        let organization = app.organization().await;
        let store = app.store(organization).await;
        Self {
            connector: app.hostile(store, ConnectorRole::Fulfillment, &[]).await,
            admin: app.admin(&[ReadOrder, WriteOrder, SuperAdmin]).await,
            organization,
            store,
            app,
        }
    }

    /// An order that its provider told of.
    async fn reported(&self, reference: &'static str) -> Uuid {
        let id = New::of(self.store, reference)
            .insert(&self.app.app.db)
            .await;
        sqlx::query("update orders set connector_id = $2, provider = 'hostile' where id = $1")
            .bind(id)
            .bind(self.connector)
            .execute(&self.app.app.db)
            .await
            .expect("a connection");
        id
    }

    /// An order that was made here and has not been sent.
    async fn unsent(&self, reference: &'static str) -> Uuid {
        let id = New::of(self.store, reference)
            .insert(&self.app.app.db)
            .await;
        for statement in [
            "update orders set provider = null, provider_id = null, status = 'CREATED' where id = $1",
            "insert into manual_orders (order_id, store_id, reference, author, is_free, is_company_purchase, seeding_cost, state)
             select id, store_id, reference, 'Camille', false, false, 0, 'UNCONNECTED' from orders where id = $1",
        ] {
            sqlx::query(statement)
                .bind(id)
                .execute(&self.app.app.db)
                .await
                .expect("an order");
        }
        id
    }

    async fn ask(&self, client: &Client, body: Value) -> Answer {
        client.post("/order/work", body).await
    }

    /// What a work on orders brought.
    async fn work(&self, body: Value) -> Value {
        let asked = self.ask(&self.admin, body).await;
        assert_eq!(asked.summary(), "202", "{}", asked.json);
        self.app.run_jobs().await;
        let job = self.admin.get(&format!("/job/{}", asked.id())).await;
        assert_eq!(job.data()["status"], "COMPLETED", "{}", job.json);
        job.data()["result"].clone()
    }

    async fn status(&self, order: Uuid) -> String {
        let answer = self.admin.get(&format!("/order/{order}")).await;
        answer.data()["status"]
            .as_str()
            .expect("a status")
            .to_owned()
    }

    async fn count(&self, query: &'static str) -> i64 {
        let count = sqlx::query_scalar(query).fetch_one(&self.app.app.db).await;
        count.expect("a count")
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn orders_that_no_provider_has_are_cancelled_and_each_other_is_told_with_why(db: PgPool) {
    let desk = Desk::new(db).await;
    let (one, two, sent) = (
        desk.unsent("ONE").await,
        desk.unsent("TWO").await,
        desk.reported("SENT").await,
    );
    let foreign = New::of(
        desk.app.store(desk.app.organization().await).await,
        "FOREIGN",
    );
    foreign.insert(&desk.app.app.db).await;
    // All that match: by the same search that the list has.
    let cursor = crate::testing::cursor(
        json!({ "filters": [{ "field": "storeId", "values": [desk.store] }] }),
    );
    let result = desk
        .work(json!({ "action": "CANCEL", "cursor": cursor }))
        .await;
    assert_eq!(
        result,
        json!({ "done": 2, "refused": [{
            "id": sent, "reference": "SENT", "message": "The provider has this order already.", "quoted": false,
        }] })
    );
    assert_eq!(
        [
            desk.status(one).await,
            desk.status(two).await,
            desk.status(sent).await
        ],
        ["CANCELLED", "CANCELLED", "PENDING"]
    );
    let again = desk.work(json!({ "action": "PUSH", "ids": [one] })).await;
    assert_eq!(again["refused"][0]["message"], "This order is cancelled.");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn each_is_handed_over_again_once(db: PgPool) {
    let desk = Desk::new(db).await;
    let ids = [desk.unsent("ONE").await, desk.unsent("TWO").await];
    let result = desk.work(json!({ "action": "PUSH", "ids": ids })).await;
    assert_eq!(result, json!({ "done": 2, "refused": [] }));
    let pushes = "select count(*) from jobs where name = 'orders.push'";
    assert_eq!(desk.count(pushes).await, 2);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_plugin_acts_on_each_order_of_its_own(db: PgPool) {
    let desk = Desk::new(db).await;
    let (theirs, ours) = (desk.reported("THEIRS").await, desk.unsent("OURS").await);
    let by = |name: &str| json!({ "plugin": "hostile", "name": name });
    let result = desk
        .work(json!({ "action": "PLUGIN", "by": by("ship"), "ids": [theirs, ours] }))
        .await;
    assert_eq!(
        result,
        json!({ "done": 1, "refused": [{
            "id": ours, "reference": "OURS", "message": "This order is not at this provider.", "quoted": false,
        }] })
    );
    assert_eq!(desk.status(theirs).await, "SHIPPED");
    let acts = "select count(*) from audit_entries where action = 'act'";
    assert_eq!(desk.count(acts).await, 1);
    let refused = desk
        .work(json!({ "action": "PLUGIN", "by": by("gone"), "ids": [theirs] }))
        .await;
    assert_eq!(refused["done"], 0);
    assert_eq!(refused["refused"][0]["reference"], "THEIRS");
}

/// What was done before a host died stays done, and is not done again.
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn work_goes_on_where_it_was_cut_off(db: PgPool) {
    let desk = Desk::new(db.clone()).await;
    let mut ids = [desk.reported("ONE").await, desk.reported("TWO").await];
    ids.sort();
    let by = json!({ "plugin": "hostile", "name": "ship" });
    let asked = desk
        .ask(
            &desk.admin,
            json!({ "action": "PLUGIN", "by": by, "ids": ids }),
        )
        .await;
    let outcome = json!({ "done": 1, "refused": [] });
    sqlx::query("update jobs set checkpoint = $2 where id = $1")
        .bind(asked.id())
        .bind(json!({ "next": 1, "outcome": outcome }))
        .execute(&db)
        .await
        .unwrap();
    desk.app.run_jobs().await;
    let job = desk.admin.get(&format!("/job/{}", asked.id())).await;
    assert_eq!(job.data()["result"], json!({ "done": 2, "refused": [] }));
    assert_eq!(
        [desk.status(ids[0]).await, desk.status(ids[1]).await],
        ["PENDING", "SHIPPED"]
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn nobody_works_on_what_is_not_theirs_nor_with_what_is_not_offered(db: PgPool) {
    let desk = Desk::new(db).await;
    let order = desk.unsent("ONE").await;
    let reader = desk.app.admin(&[ReadOrder]).await;
    let other = desk.app.store(desk.organization).await;
    let stranger = desk
        .app
        .customer(desk.organization, &[other], &[ReadOrder, WriteOrder])
        .await;
    let cancel = json!({ "action": "CANCEL", "ids": [order] });
    let by = |action: &str, name: &str| json!({ "action": action, "by": { "plugin": "hostile", "name": name }, "ids": [order] });
    for (client, body, expected, issues) in [
        (
            &reader,
            cancel.clone(),
            "403 ForbiddenPermissionException",
            "",
        ),
        (
            &stranger,
            cancel,
            "400 BadRequestSchemaException",
            "ids required",
        ),
        (
            &stranger,
            by("PLUGIN", "ship"),
            "403 ForbiddenRoleException",
            "",
        ),
        (
            &desk.admin,
            by("PLUGIN", "fly"),
            "404 NotFoundResourceException",
            "",
        ),
        (
            &desk.admin,
            by("PLUGIN", "single"),
            "400 BadRequestSchemaException",
            "by option",
        ),
        (
            &desk.admin,
            by("PUSH", "ship"),
            "400 BadRequestSchemaException",
            "by unknown",
        ),
        (
            &desk.admin,
            json!({ "action": "PLUGIN", "ids": [order] }),
            "400 BadRequestSchemaException",
            "by required",
        ),
    ] {
        let answer = desk.ask(client, body.clone()).await;
        assert_eq!(answer.summary(), expected, "{body}");
        if !issues.is_empty() {
            assert_eq!(answer.issues(), [issues], "{body}");
        }
    }
    assert_eq!(desk.status(order).await, "CREATED");
}

/// What is offered is what then succeeds; nothing is offered that would be refused.
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn only_what_can_succeed_is_offered(db: PgPool) {
    let desk = Desk::new(db.clone()).await;
    let (waiting, gone) = (desk.reported("WAITING").await, desk.reported("GONE").await);
    let (one, sending, cancelled) = (
        desk.unsent("ONE").await,
        desk.unsent("SENDING").await,
        desk.unsent("CANCELLED").await,
    );
    let tried = desk.unsent("TRIED").await;
    for (statement, id) in [
        (
            "update orders set status = 'SHIPPED', shipped_at = now() where id = $1",
            gone,
        ),
        (
            "update orders set status = 'CANCELLED' where id = $1",
            cancelled,
        ),
        // It is not known that this try left nothing there.
        (
            "update manual_orders set state = 'FAILED', tries = 1 where order_id = $1",
            tried,
        ),
    ] {
        sqlx::query(statement).bind(id).execute(&db).await.unwrap();
    }
    let pushed = desk
        .admin
        .post(&format!("/order/{sending}/push"), json!({}))
        .await;
    assert_eq!(pushed.summary(), "202");
    let offers = async |client: &Client, query: String| {
        let answer = client.get(&format!("/order/work?{query}")).await;
        let offers = answer.data().as_array().expect("offers").clone();
        let mut all: Vec<(String, Vec<Value>)> = offers
            .into_iter()
            .map(|offer| {
                let by = offer["by"]["name"].as_str().unwrap_or_default();
                let mut ids = offer["ids"].as_array().expect("ids").clone();
                ids.sort_by_key(Value::to_string);
                (
                    format!("{} {by}", offer["action"].as_str().unwrap_or_default()),
                    ids,
                )
            })
            .collect();
        all.sort_by(|(one, _), (other, _)| one.cmp(other));
        all
    };
    let sorted = |ids: &[Uuid]| {
        let mut ids: Vec<Value> = ids.iter().map(|id| json!(id)).collect();
        ids.sort_by_key(Value::to_string);
        ids
    };
    let cursor = crate::testing::cursor(
        json!({ "filters": [{ "field": "storeId", "values": [desk.store] }] }),
    );
    let expected = [
        ("CANCEL ".to_owned(), sorted(&[one, sending])),
        ("PLUGIN gone".to_owned(), sorted(&[waiting, gone])),
        ("PLUGIN ship".to_owned(), sorted(&[waiting, gone])),
        // What would undo a parcel is not offered of one that left.
        ("PLUGIN stop".to_owned(), sorted(&[waiting])),
        ("PUSH ".to_owned(), sorted(&[one, tried])),
    ];
    assert_eq!(
        offers(&desk.admin, format!("cursor={cursor}")).await,
        expected
    );
    let chosen = offers(&desk.admin, format!("ids={gone},{cancelled}")).await;
    assert_eq!(
        chosen,
        [
            ("PLUGIN gone".to_owned(), sorted(&[gone])),
            ("PLUGIN ship".to_owned(), sorted(&[gone])),
        ]
    );
    // What one may not have done is not offered; what one does not see neither.
    let reader = desk
        .app
        .customer(desk.organization, &[desk.store], &[ReadOrder])
        .await;
    assert_eq!(offers(&reader, format!("cursor={cursor}")).await, []);
    let other = desk.app.store(desk.organization).await;
    let stranger = desk
        .app
        .customer(desk.organization, &[other], &[ReadOrder, WriteOrder])
        .await;
    let refused = stranger.get(&format!("/order/work?ids={one}")).await;
    assert_eq!(refused.issues(), ["ids required"]);
    for (query, issue) in [("ids=one", "ids format"), ("cursor=x", "cursor")] {
        let refused = desk.admin.get(&format!("/order/work?{query}")).await;
        assert!(
            refused.summary().starts_with("400"),
            "{query}: {}",
            refused.summary()
        );
        assert!(
            refused.issues().iter().any(|one| one.contains(issue)),
            "{query}: {:?}",
            refused.issues()
        );
    }
}
