mod files;
mod news;
mod notes;
mod productions;
mod products;
mod projects;

use futures::future::BoxFuture;
use serde_json::json;
use uuid::Uuid;

use super::{factories, tags};
use crate::access::Role;
use crate::testing::{Answer, Client, Rows, Tenant, TestApp, unique};

/// A project of the tenant's organization with a product and a production; factories and tags are nobody's.
pub fn rows(tenant: &Tenant) -> BoxFuture<'_, Rows> {
    Box::pin(async move {
        let mut rows = vec![
            (
                "/projects/{id}",
                tenant
                    .insert(
                        "insert into projects (id, organization_id, name, estimated_at)
                         select $1, organization_id, 'Summer', '2027-06-01' from store_organizations where store_id = $2",
                    )
                    .await,
            ),
            (
                "/project-products/{id}",
                tenant
                    .insert(
                        "insert into project_products (id, organization_id, name, quantity)
                         select $1, organization_id, 'T-shirt', 500 from store_organizations where store_id = $2",
                    )
                    .await,
            ),
            (
                "/project-productions/{id}",
                tenant
                    .insert(
                        "insert into project_productions (id, project_id, name)
                         select $1, p.id, 'First run' from projects p join store_organizations o using (organization_id)
                         where o.store_id = $2",
                    )
                    .await,
            ),
        ];
        rows.extend(factories::tests::rows(tenant).await);
        rows.extend(tags::tests::rows(tenant).await);
        rows
    })
}

/// Where a record may go.
pub fn onward(answer: &Answer) -> Vec<&str> {
    let next = answer.data()["next"].as_array().expect("statuses").iter();
    next.filter_map(|each| each["status"].as_str()).collect()
}

/// What most tests begin with.
pub struct Studio {
    pub app: TestApp,
    /// Holds every permission.
    pub admin: Client,
    pub organization: Uuid,
}

impl Studio {
    pub async fn new(db: sqlx::PgPool) -> Self {
        let app = TestApp::new(db).await;
        Self {
            admin: app.admin(&[crate::access::Permission::SuperAdmin]).await,
            organization: app.organization().await,
            app,
        }
    }

    pub async fn project(&self) -> Uuid {
        let input = json!({ "name": unique("Summer"), "organizationId": self.organization, "estimatedAt": "2027-06-01" });
        self.admin.post("/projects", input).await.id()
    }

    /// A T-shirt in four sizes, 500 of them at 1:2:2:1.
    pub async fn product(&self, project: Uuid) -> Uuid {
        let size = |name: &str, quantity: i32| json!({ "name": name, "sku": format!("CPSL-SHIRT1-{name}"), "quantity": quantity });
        let input = json!({
            "projectId": project, "name": unique("T-shirt"), "quantity": 500,
            "variants": [size("S", 1), size("M", 2), size("L", 2), size("XL", 1)],
        });
        self.admin.post("/project-products", input).await.id()
    }

    /// A production at a factory.
    pub async fn production(&self, project: Uuid, factory: Option<Uuid>) -> Uuid {
        let input = json!({ "projectId": project, "name": unique("Run"), "factoryId": factory });
        self.admin.post("/project-productions", input).await.id()
    }

    /// Somebody who works at a factory.
    pub async fn worker(&self, factory: Uuid) -> Client {
        self.app
            .user(
                Role::Factory,
                Role::Factory.grantable(),
                &[],
                &[],
                &[factory],
            )
            .await
    }
}
