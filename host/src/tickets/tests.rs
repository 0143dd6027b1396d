//! What a desk tells becomes rows; then through HTTP, in the order of the routes.

mod charges;
mod conversations;

use comptoir_sandbox::commerce::{Ticket as Reported, TicketPage, TicketStatus as Status};
use futures::future::BoxFuture;
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::Tickets;
use crate::access::Permission::{ReadAudit, ReadOrder, WriteOrder};
use crate::providers::connectors::{self, ConnectorRole, NewConnector};
use crate::providers::sync::{self, Taken};
use crate::records::audit::Author;
use crate::testing::{Rows, Tenant};
use crate::testing::{TestApp, cursor};

/// A ticket of the store.
pub fn rows(tenant: &Tenant) -> BoxFuture<'_, Rows> {
    Box::pin(async move {
        let ticket = tenant
            .insert(
                "insert into tickets (id, store_id, connector_id, provider, provider_id, status, agent_messages,
                    messages, opened_at, as_of, digest)
                 select $1, store_id, id, 'gorgias', 'T-1', 'OPEN', 0, 0, now(), now(), '' from connectors
                 where store_id = $2",
            )
            .await;
        vec![("/ticket/{id}", ticket)]
    })
}

/// A store with a desk.
struct Desk {
    organization: Uuid,
    store: Uuid,
    connector: Uuid,
}

impl Desk {
    async fn new(app: &TestApp) -> Self {
        let organization = app.organization().await;
        let store = app.store(organization).await;
        let new = NewConnector {
            store,
            role: ConnectorRole::Support,
            plugin: "gorgias".into(),
            settings: json!({}),
            secrets: Default::default(),
        };
        let mut db = app.app.db.acquire().await.unwrap();
        let connector = crate::stores::connectors::connect_to(
            &mut db,
            &app.app.keys,
            &Author::system("test"),
            new,
        )
        .await
        .unwrap();
        Self {
            organization,
            store,
            connector,
        }
    }

    /// Takes tickets as a pull would have brought them.
    async fn take(&self, app: &TestApp, items: Vec<Reported>) -> Taken {
        let page = TicketPage {
            items,
            rejected: Vec::new(),
            cursor: "1".into(),
            more: false,
        };
        let mut tx = app.app.begin().await.unwrap();
        let connector = connectors::find(&mut *tx, self.connector)
            .await
            .unwrap()
            .unwrap();
        let taken = sync::take_reported::<Tickets>(
            &mut tx,
            &connector,
            sync::Glossary::default(),
            page,
            app.app.now(),
        );
        let taken = taken.await.unwrap().unwrap();
        tx.commit().await.unwrap();
        taken
    }
}

fn ticket(id: &str, subject: &str) -> Reported {
    Reported {
        id: id.into(),
        subject: subject.into(),
        status: Status::Closed,
        customer_name: "Zoé Martin".into(),
        customer_email: "zoe@example.test".into(),
        assignee: "Camille".into(),
        tags: vec!["aurore".into()],
        channel: "email".into(),
        url: format!("https://desk.example/ticket/{id}"),
        agent_messages: 3,
        messages: 7,
        created_at: format!("2026-11-0{}T09:00:00Z", id.len()),
        closed_at: Some("2026-11-10T09:00:00Z".into()),
        as_of: "2026-11-10T09:00:00Z".into(),
        extra: Vec::new(),
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_a_desk_tells_is_kept_unless_it_is_older_and_what_was_charged_stays(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let desk = Desk::new(&app).await;
    let admin = app.admin(&[ReadOrder]).await;
    let taken = desk.take(&app, vec![ticket("1", "Where is it?")]).await;
    assert_eq!((taken.added, taken.changed), (1, 0));
    let list = admin.get("/ticket").await;
    let path = format!("/ticket/{}", list.data()[0]["id"].as_str().unwrap());
    let first = admin.get(&path).await.data().clone();
    assert_eq!(first["store"]["id"], json!(desk.store));
    assert_eq!(
        (&first["dueMessages"], &first["dueAmount"]),
        (&json!(3), &json!("7.8"))
    );
    assert_eq!(first["tags"], json!(["aurore"]));

    sqlx::query("update tickets set invoiced_messages_count = 3, invoiced_amount = 7.80")
        .execute(&db)
        .await
        .unwrap();
    assert_eq!(admin.get(&path).await.data()["dueMessages"], 0);
    let answered = Reported {
        agent_messages: 4,
        as_of: "2026-11-11T09:00:00Z".into(),
        ..ticket("1", "Where is it?")
    };
    let taken = desk.take(&app, vec![answered.clone()]).await;
    assert_eq!((taken.added, taken.changed), (0, 1));
    let later = admin.get(&path).await.data().clone();
    assert_eq!(
        (&later["dueMessages"], &later["dueAmount"]),
        (&json!(1), &json!("2.6"))
    );
    assert_eq!(later["invoicedAmount"], "7.80");
    assert_eq!(later["history"][0]["changes"][0]["field"], "agentMessages");

    for reported in [answered, ticket("1", "Where is it?")] {
        assert_eq!(desk.take(&app, vec![reported]).await, Taken::default());
        assert_eq!(admin.get(&path).await.data(), &later);
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_address_that_is_not_safe_to_follow_is_left_out(db: PgPool) {
    let app = TestApp::new(db).await;
    let desk = Desk::new(&app).await;
    let trap = Reported {
        url: "javascript:alert(1)".into(),
        subject: "Hel\0lo".into(),
        ..ticket("1", "")
    };
    desk.take(&app, vec![trap]).await;
    let row = app.admin(&[ReadAudit]).await.get("/ticket").await.data()[0].clone();
    assert_eq!(
        (&row["url"], &row["subject"]),
        (&json!(""), &json!("Hello"))
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_list_is_searched_filtered_sorted_and_each_one_s_own(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let (desk, other) = (Desk::new(&app).await, Desk::new(&app).await);
    let open = Reported {
        status: Status::Open,
        closed_at: None,
        ..ticket("22", "A wrong size")
    };
    let strange = Reported {
        status: Status::Other("pending".into()),
        closed_at: None,
        agent_messages: 9,
        ..ticket("333", "Broken")
    };
    desk.take(&app, vec![ticket("1", "Where is it?"), open])
        .await;
    other.take(&app, vec![strange]).await;
    let admin = app.admin(&[ReadAudit]).await;
    let asked = async |query: Value| {
        let answer = admin
            .get(&format!("/ticket?cursor={}", cursor(query)))
            .await;
        assert_eq!(answer.summary(), "200", "{:?}", answer.json);
        let rows = answer.data().as_array().unwrap().iter();
        rows.map(|row| row["providerId"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let by =
        |field: &str, value: Value| json!({ "filters": [{ "field": field, "values": [value] }] });
    let order = |field: &str, direction: &str| json!({ "orderBy": [{ "field": field, "direction": direction }] });
    assert_eq!(asked(json!({})).await, ["333", "22", "1"]);
    assert_eq!(asked(json!({ "search": "wrong" })).await, ["22"]);
    assert_eq!(asked(json!({ "search": "zoe" })).await.len(), 3);
    assert_eq!(
        asked(by("status", "CODE_UNSPECIFIED".into())).await,
        ["333"]
    );
    assert_eq!(asked(by("storeId", json!(other.store))).await, ["333"]);
    assert_eq!(asked(by("toInvoice", "yes".into())).await, ["1"]);
    assert_eq!(asked(by("toInvoice", "no".into())).await, ["333", "22"]);
    assert_eq!(asked(order("closedAt", "asc")).await[0], "1");
    assert_eq!(asked(order("agentMessages", "desc")).await[0], "333");
    assert_eq!(asked(order("subject", "asc")).await, ["22", "333", "1"]);

    let customer = app
        .customer(desk.organization, &[desk.store], &[ReadOrder])
        .await;
    assert_eq!(customer.get("/ticket").await.json["meta"]["total"], 2);
    let foreign = asked(by("storeId", json!(other.store))).await;
    assert_eq!(foreign, ["333"]);
    let id: Uuid = sqlx::query_scalar("select id from tickets where provider_id = '333'")
        .fetch_one(&db)
        .await
        .unwrap();
    for path in [format!("/ticket/{id}"), format!("/ticket/{id}/message")] {
        let answer = customer.get(&path).await;
        assert_eq!(answer.summary(), "404 NotFoundResourceException");
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_conversation_needs_its_desk_and_a_cursor_that_it_gave(db: PgPool) {
    let app = TestApp::new(db).await;
    let desk = Desk::new(&app).await;
    desk.take(&app, vec![ticket("1", "Where is it?")]).await;
    let admin = app.admin(&[ReadOrder]).await;
    let list = admin.get("/ticket").await;
    let path = format!("/ticket/{}/message", list.data()[0]["id"].as_str().unwrap());
    let gone = admin.get(&path).await;
    assert_eq!(
        gone.summary(),
        "503 ConnectorException",
        "its plugin is not loaded"
    );
    let forged = admin.get(&format!("{path}?cursor=Li4vMg")).await;
    assert_eq!(forged.summary(), "400 BadRequestCursorException");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn tickets_are_exported(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let desk = Desk::new(&app).await;
    desk.take(&app, vec![ticket("1", "Where is it?")]).await;
    let admin = app.admin(&[ReadOrder]).await;
    let asked = admin
        .post("/ticket/export", json!({ "scope": "all" }))
        .await;
    assert_eq!(asked.summary(), "202");
    app.run_jobs().await;
    let job = admin.get(&format!("/job/{}", asked.id())).await;
    assert_eq!(job.data()["status"], "COMPLETED", "{:?}", job.json);
    let file: Uuid = sqlx::query_scalar("select id from files")
        .fetch_one(&db)
        .await
        .unwrap();
    let link = admin.post(&format!("/file/{file}/link"), json!({})).await;
    let csv = admin.get(link.data()["url"].as_str().unwrap()).await;
    let text = csv.json.as_str().unwrap();
    assert!(
        text.contains("Where is it?") && text.contains("Closed"),
        "{text}"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_pull_is_asked_for_by_who_may(db: PgPool) {
    let app = TestApp::new(db).await;
    Desk::new(&app).await;
    let pull = "/ticket/synchronize";
    let reader = app.admin(&[ReadOrder]).await;
    let refused = reader.post(pull, json!({})).await;
    assert_eq!(refused.summary(), "403 ForbiddenPermissionException");
    let admin = app.admin(&[WriteOrder]).await;
    // Its plugin is not loaded: there is nobody to ask.
    let asked = admin.post(pull, json!({})).await;
    assert_eq!(
        (asked.summary().as_str(), &asked.data()["jobs"]),
        ("202", &json!([]))
    );
}
