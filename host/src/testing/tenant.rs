//! A tenant with a row of every kind, each made by its domain: what the test of the permission matrix looks for with other
//! people's eyes.

use futures::future::BoxFuture;
use uuid::Uuid;

use super::{Client, TestApp};

/// Somebody's organization with a store that is connected to a provider.
#[derive(Debug)]
pub struct Tenant {
    pub app: TestApp,
    pub organization: Uuid,
    pub store: Uuid,
    /// Of the store.
    pub connector: Uuid,
    /// A customer of theirs, without any permission.
    pub customer: Client,
}

/// Rows by the pattern of the calls that name them; one stands for those below it too (`/order/{id}` for
/// `/order/{id}/push`). The nil id: there is nothing that could be somebody's.
pub type Rows = Vec<(&'static str, Uuid)>;

/// Makes one domain's rows.
pub type MakeRows = for<'a> fn(&'a Tenant) -> BoxFuture<'a, Rows>;

impl Tenant {
    pub async fn new(app: &TestApp) -> Self {
        let organization = app.organization().await;
        let store = app.store(organization).await;
        Self {
            app: app.clone(),
            organization,
            store,
            connector: app.bigblue(store, "MUSI").await,
            customer: app.customer(organization, &[store], &[]).await,
        }
    }

    /// Inserts a row: `$1` is its new id, `$2` the store.
    pub async fn insert(&self, sql: &'static str) -> Uuid {
        let id = Uuid::now_v7();
        let insert = sqlx::query(sql).bind(id).bind(self.store);
        insert.execute(&self.app.app.db).await.expect("a row");
        id
    }

    /// A row of every domain.
    pub async fn rows(&self) -> Rows {
        let mut rows = Vec::new();
        for domain in self.app.app.register.0 {
            rows.extend((domain.rows)(self).await);
        }
        rows
    }
}
