//! Through HTTP: fees, recurring charges, commissions, invoices.

mod charges;
mod commissions;
mod fees;
mod invoices;
mod months;
mod orders;
mod provider_invoices;
mod storage;
mod tickets;
mod work;

use futures::future::BoxFuture;
use rust_decimal::Decimal;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::access::Permission::{ReadFee, ReadStore, WriteFee};
use crate::testing::{Client, Rows, Tenant, TestApp};

/// A fee, a recurring charge, a commission and an issued invoice of the store.
pub fn rows(tenant: &Tenant) -> BoxFuture<'_, Rows> {
    Box::pin(async move {
        let fee = tenant
            .insert(
                "insert into fees (id, store_id, initiated_at, type, category, description, internal_amount, customer_amount,
                    author)
                 values ($1, $2, '2026-11-02', 'T', 'OTHER', 'D', 1, 2, 'Ada')",
            )
            .await;
        let charge = tenant
            .insert(
                "with c as (insert into charges (id, store_id, started_at, type, category, description, author)
                    values ($1, $2, '2026-11-02', 'T', 'SOFTWARE', 'D', 'Ada'))
                 insert into charge_prices values ($1, '2026-11-02', 1, 2)",
            )
            .await;
        let commission = tenant
            .insert("insert into commissions (id, store_id, start_at, author) values ($1, $2, '2026-11-02', 'Ada')")
            .await;
        let invoice = tenant
            .insert(
                "insert into invoices (id, number, organization_id, store_id, title, shop_name, start_at, end_at, deadline_at, vat,
                    organization_vat, organization_ownership, sales_report, internal_shipping, total_fees, total_commissions,
                    total_taxes, total_amount, difference_ex_vat, difference_amount, company_status, frozen, issued_at, author)
                 select $1, $1::text, organization_id, store_id, 'T', 'S', '2026-10-01', '2026-10-31', '2026-11-30', 'FR_200', 20,
                    100, '{}', 0, 0, 0, 0, 0, 0, 0, 1, '{}', now(), 'Ada'
                 from store_organizations where store_id = $2",
            )
            .await;
        let bill = tenant
            .insert(
                "insert into provider_invoices (id, provider, label, starts_at, ends_at, file_name, sha256, read_at, author)
                 select $1, 'bigblue', 'B', '2026-10-01', '2026-10-31', 'b.csv', uuid_send($1), now(), 'Ada' from stores where id = $2",
            )
            .await;
        vec![
            ("/fulfillment-invoice/{id}", bill),
            // A rule is nobody's.
            ("/fulfillment-invoice/rule/{id}", Uuid::nil()),
            ("/invoice/{id}", invoice),
            ("/finance/fee/{id}", fee),
            ("/finance/charge/{id}", charge),
            ("/finance/commission/{id}", commission),
        ]
    })
}

/// A store, its organization, and somebody who keeps its books.
struct Books {
    app: TestApp,
    organization: Uuid,
    store: Uuid,
    admin: Client,
}

impl Books {
    async fn new(db: sqlx::PgPool) -> Self {
        Self::of(TestApp::new(db).await).await
    }

    async fn of(app: TestApp) -> Self {
        let organization = app.organization().await;
        Self {
            store: app.store(organization).await,
            admin: app.admin(&[ReadFee, WriteFee, ReadStore]).await,
            organization,
            app,
        }
    }

    /// Another store, of owners with these shares; it is the one that is invoiced from now on.
    async fn owned(&mut self, shares: &[Decimal]) -> Vec<Uuid> {
        let mut owners = Vec::new();
        for share in shares {
            let owner = self.app.organization().await;
            if owners.is_empty() {
                self.store = self.app.store(owner).await;
            }
            sqlx::query(
                "insert into store_organizations (store_id, organization_id, ownership_percentage) values ($1, $2, $3)
                 on conflict (store_id, organization_id) do update set ownership_percentage = excluded.ownership_percentage",
            )
            .bind(self.store)
            .bind(owner)
            .bind(share)
            .execute(&self.app.app.db)
            .await
            .expect("a share");
            owners.push(owner);
        }
        owners
    }

    /// What was asked for is there.
    async fn add(&self, path: &str, body: Value) -> Uuid {
        let answer = self.admin.post(path, body).await;
        assert_eq!(answer.summary(), "201", "{}", answer.json);
        answer.id()
    }

    /// Day, type and amount of every fee that was not deleted, by day.
    async fn fees(&self) -> Vec<(String, String, String)> {
        let query = "select initiated_at::text, type, customer_amount::text from fees where deleted_at is null
            order by initiated_at, type, id";
        let fees = sqlx::query_as(query).fetch_all(&self.app.app.db).await;
        fees.expect("fees")
    }

    /// The days of the fees.
    async fn days(&self) -> Vec<String> {
        let fees = self.fees().await.into_iter();
        fees.map(|(day, _, _)| day).collect()
    }
}

/// A fee of a store as one fills it in.
fn fee(store: Uuid) -> Value {
    json!({
        "storeId": store, "initiatedAt": "2026-11-02", "type": "Photos", "category": "PRODUCTION",
        "description": "Prises de vue de la collection", "internalAmount": "777.77", "customerAmount": "1200.50",
    })
}

/// A charge of 49 euros a month, from the last day of January on.
fn charge(store: Uuid) -> Value {
    json!({
        "storeId": store, "startedAt": "2026-01-31", "type": "Abonnement", "category": "SOFTWARE",
        "description": "Accès au portail", "internalAmount": "12", "customerAmount": "49",
    })
}

/// A tier of 20 % on everything.
fn commission(store: Uuid) -> Value {
    json!({ "storeId": store, "startAt": "2026-01-01" })
}

/// Where nobody asks too often.
async fn unlimited(db: sqlx::PgPool) -> TestApp {
    TestApp::with_limits(db, |limits| {
        limits.reads_per_minute = 10_000_000;
        limits.writes_per_minute = 10_000_000;
    })
    .await
}

/// How many ask for the same at once: fifty, or as many as `MANY` says.
fn many() -> u32 {
    let many = std::env::var("MANY").ok();
    many.and_then(|many| many.parse().ok()).unwrap_or(50)
}

/// An amount as a number, however many decimals it is written with.
fn number(value: &Value) -> Decimal {
    let text = value
        .as_str()
        .unwrap_or_else(|| panic!("no number: {value}"));
    text.parse().expect("a number")
}

/// A body with other values in some fields.
fn with(mut body: Value, changes: Value) -> Value {
    for (field, value) in changes.as_object().expect("an object") {
        body[field] = value.clone();
    }
    body
}
