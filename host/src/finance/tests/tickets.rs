//! Answers to tickets: previewed, charged once, by message or by ticket as the store has it.

use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::{Books, many};
use crate::access::Permission::{ReadAudit, ReadOrder, WriteFee};
use crate::testing::{Answer, Client, cursor};

/// A store's desk, and somebody who charges what it answered.
struct Desk {
    books: Books,
    connector: Uuid,
    clerk: Client,
}

impl Desk {
    async fn new(db: PgPool) -> Self {
        let books = Books::new(db).await;
        Self {
            connector: books.app.bigblue(books.store, "MUSI").await,
            clerk: books.app.admin(&[WriteFee, ReadAudit]).await,
            books,
        }
    }

    async fn ticket(&self, subject: &str, status: &str, agent_messages: i32) -> Uuid {
        let id = Uuid::now_v7();
        sqlx::query(
            "insert into tickets (id, store_id, connector_id, provider, provider_id, subject, status, agent_messages, messages,
                opened_at, as_of, digest)
             values ($1, $2, $3, 'gorgias', $4, $5, $6, $7, $7, now(), now(), '')",
        )
        .bind(id)
        .bind(self.books.store)
        .bind(self.connector)
        .bind(id.to_string())
        .bind(subject)
        .bind(status)
        .bind(agent_messages)
        .execute(&self.books.app.app.db)
        .await
        .expect("a ticket");
        id
    }

    async fn answer(&self, ticket: Uuid, agent_messages: i32) {
        sqlx::query("update tickets set agent_messages = $2 where id = $1")
            .bind(ticket)
            .bind(agent_messages)
            .execute(&self.books.app.app.db)
            .await
            .expect("a ticket");
    }

    async fn charge(&self, body: Value) -> Answer {
        let answer = self.clerk.post("/ticket/charge", body).await;
        assert_eq!(answer.summary(), "200", "{}", answer.json);
        answer
    }

    async fn amounts(&self) -> Vec<String> {
        let fees = self.books.fees().await.into_iter();
        fees.map(|(_, _, amount)| amount).collect()
    }
}

/// F6, the decisions' example.
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn each_answer_of_a_closed_ticket_is_charged_once(db: PgPool) {
    let desk = Desk::new(db).await;
    let ticket = desk.ticket("Où est ma commande ?", "CLOSED", 3).await;
    desk.ticket("Open", "OPEN", 4).await;
    let preview = desk.charge(json!({ "preview": true })).await;
    let row = &preview.data()["tickets"][0];
    assert_eq!(
        [&row["id"], &row["messages"], &row["customerAmount"]],
        [&json!(ticket), &json!(3), &json!("7.8")]
    );
    assert_eq!(desk.amounts().await, [""; 0]);
    let charged = desk.charge(json!({})).await;
    let sums = |answer: &Answer| {
        ["count", "messages", "customerAmount"].map(|field| answer.data()[field].clone())
    };
    assert_eq!(sums(&charged), [json!(1), json!(3), json!("7.8")]);
    assert_eq!(
        sums(&desk.charge(json!({})).await),
        [json!(0), json!(0), json!("0")]
    );
    desk.answer(ticket, 4).await;
    assert_eq!(desk.charge(json!({})).await.data()["customerAmount"], "2.6");
    let mut amounts = desk.amounts().await;
    amounts.sort();
    assert_eq!(amounts, ["2.60", "7.80"]);
    let fees = desk.books.admin.get("/finance/fee").await;
    let first = &fees.data()[1];
    assert_eq!(
        [
            &first["description"],
            &first["cause"],
            &first["causeId"],
            &first["causeName"],
            &first["initiatedAt"]
        ],
        [
            &json!("Où est ma commande ? (3 messages)"),
            &json!("TICKET"),
            &json!(ticket),
            &json!("Où est ma commande ?"),
            &json!("2026-11-18")
        ],
    );
    let read = desk.clerk.get(&format!("/ticket/{ticket}")).await;
    let data = read.data();
    assert_eq!(
        [
            &data["invoicedMessagesCount"],
            &data["invoicedAmount"],
            &data["dueMessages"]
        ],
        [&json!(4), &json!("10.4"), &json!(0)],
    );
    assert_eq!(
        data["history"][0]["changes"][0]["field"],
        "invoicedMessagesCount"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_store_that_pays_by_the_ticket_pays_once(db: PgPool) {
    let desk = Desk::new(db.clone()).await;
    let root = desk
        .books
        .app
        .admin(&[crate::access::Permission::SuperAdmin])
        .await;
    let path = format!("/store/{}", desk.books.store);
    let store = root.get(&path).await.data().clone();
    assert_eq!(store["ticketBasis"], "MESSAGE");
    let body = json!({
        "name": store["name"], "ticketBasis": "TICKET",
        "organizations": [{ "organizationId": desk.books.organization, "ownershipPercentage": "100" }],
    });
    let changed = root.put(&path, body).await;
    assert_eq!(changed.data()["ticketBasis"], "TICKET", "{}", changed.json);
    let ticket = desk.ticket("Taille", "CLOSED", 3).await;
    let read = desk.clerk.get(&format!("/ticket/{ticket}")).await;
    assert_eq!(read.data()["dueAmount"], "2.60");
    assert_eq!(
        desk.charge(json!({})).await.data()["customerAmount"],
        "2.60"
    );
    desk.answer(ticket, 5).await;
    let more = desk.charge(json!({})).await;
    assert_eq!(
        [&more.data()["messages"], &more.data()["customerAmount"]],
        [&json!(2), &json!("0")]
    );
    assert_eq!(desk.amounts().await, ["2.60"]);
    assert_eq!(desk.charge(json!({})).await.data()["count"], 0);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn some_tickets_or_those_of_a_list_are_charged(db: PgPool) {
    let desk = Desk::new(db).await;
    let first = desk.ticket("Taille", "CLOSED", 1).await;
    let open = desk.ticket("Couleur", "OPEN", 1).await;
    for _ in 0..3 {
        desk.ticket("Retour", "CLOSED", 2).await;
    }
    let some = desk
        .charge(json!({ "ids": [first, open, Uuid::now_v7()] }))
        .await;
    assert_eq!(some.data()["count"], 1);
    let text = cursor(json!({ "search": "retour" }));
    assert_eq!(
        desk.charge(json!({ "cursor": text, "preview": true }))
            .await
            .data()["count"],
        3
    );
    assert_eq!(
        desk.charge(json!({ "cursor": text })).await.data()["messages"],
        6
    );
    let both = desk
        .clerk
        .post("/ticket/charge", json!({ "ids": [first], "cursor": text }))
        .await;
    assert_eq!(both.issues(), ["ids option"]);
    let reader = desk.books.app.admin(&[ReadOrder]).await;
    let refused = reader.post("/ticket/charge", json!({})).await;
    assert_eq!(refused.summary(), "403 ForbiddenPermissionException");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn many_who_charge_at_once_charge_each_answer_once(db: PgPool) {
    let desk = Desk::new(db.clone()).await;
    for number in 1..=20 {
        desk.ticket("Retour", "CLOSED", number).await;
    }
    // Whoever is sent away because there are too many brings nothing.
    let ask = || async {
        desk.clerk.post("/ticket/charge", json!({})).await.json["data"]["messages"]
            .as_i64()
            .unwrap_or(0)
    };
    let messages = futures::future::join_all((0..many()).map(|_| ask())).await;
    assert_eq!(messages.iter().sum::<i64>(), 210);
    let sum: String = sqlx::query_scalar("select sum(customer_amount)::text from fees")
        .fetch_one(&db)
        .await
        .unwrap();
    assert_eq!((desk.amounts().await.len(), sum.as_str()), (20, "546.00"));
}
