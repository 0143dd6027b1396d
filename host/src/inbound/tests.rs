//! What a provider tells becomes rows; then through HTTP, in the order of the routes.

mod ownership;

use std::time::Duration;

use comptoir_sandbox::commerce::{
    InboundPage, InboundShipment as Reported, InboundStatus as Status, InboundUnit as Unit,
};
use comptoir_sandbox::types::RejectedItem;
use futures::future::BoxFuture;
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::InboundShipments;
use crate::access::Permission::{
    ReadConnector, ReadOrder, ReadProduct, SuperAdmin, WriteConnector,
};
use crate::providers::connectors;
use crate::providers::sync::{self, Taken};
use crate::testing::{Client, TestApp, cursor};
use crate::testing::{Rows, Tenant};

/// A shipment of the store, and what maps it to the organization.
pub fn rows(tenant: &Tenant) -> BoxFuture<'_, Rows> {
    Box::pin(async move {
        let shipment = tenant
            .insert(
                "insert into inbound_shipments (id, store_id, connector_id, provider, provider_id, status,
                    expected_units, offloaded_units, damaged_units, as_of, digest)
                 select $1, store_id, id, 'bigblue', 'IS-1', 'DRAFT', 0, 0, 0, now(), '' from connectors
                 where store_id = $2",
            )
            .await;
        let binding = tenant
            .insert(
                "insert into inbound_bindings (id, shipment_id, organization_id, expression)
                 select $1, s.id, o.organization_id, 'X' from inbound_shipments s
                    join store_organizations o on o.store_id = s.store_id where s.store_id = $2",
            )
            .await;
        vec![
            ("/inbound-shipment/{id}", shipment),
            ("/inbound-shipment/binding/{id}", binding),
            ("/bigblue/inbound-shipment/{id}", shipment),
            ("/bigblue/inbound-shipment/binding/{id}", binding),
        ]
    })
}

/// A store of an organization, connected to a provider.
struct Merchant {
    organization: Uuid,
    store: Uuid,
    connector: Uuid,
}

impl Merchant {
    async fn new(app: &TestApp, account: &str) -> Self {
        let organization = app.organization().await;
        let store = app.store(organization).await;
        let connector = app.bigblue(store, account).await;
        Self {
            organization,
            store,
            connector,
        }
    }

    async fn customer(&self, app: &TestApp) -> Client {
        app.customer(self.organization, &[self.store], &[ReadOrder])
            .await
    }

    /// Takes a page as a pull would have brought it.
    async fn take(
        &self,
        app: &TestApp,
        items: Vec<Reported>,
        rejected: Vec<RejectedItem>,
    ) -> Taken {
        let page = InboundPage {
            items,
            rejected,
            cursor: "1".into(),
            more: false,
            whole: false,
        };
        let mut tx = app.app.begin().await.unwrap();
        let connector = connectors::find(&mut *tx, self.connector)
            .await
            .unwrap()
            .unwrap();
        let taken = sync::take_reported::<InboundShipments>(
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

fn unit(sku: &str, expected: u32, offloaded: u32, damaged: u32) -> Unit {
    Unit {
        sku: sku.into(),
        expected,
        offloaded,
        damaged,
    }
}

/// Records and shirts of two labels.
fn shipment(id: &str) -> Reported {
    Reported {
        id: id.into(),
        name: "Pressing plant".into(),
        reference: "1Z999".into(),
        carrier: "UPS".into(),
        warehouse: "EU-FRA-002".into(),
        status: Status::Transmitted,
        expected_at: Some("2026-12-01T08:00:00Z".into()),
        units: vec![
            unit("CPSL-AURO-0001", 300, 0, 0),
            unit("CPSL-AURO-0002", 100, 0, 0),
            unit("CPSL-NUIT-0001", 50, 0, 0),
        ],
        as_of: "2026-11-18T09:00:00Z".into(),
        extra: Vec::new(),
    }
}

/// The id of the only shipment.
async fn only(admin: &Client) -> Uuid {
    let list = admin.get("/inbound-shipment").await;
    assert_eq!(list.json["meta"]["total"], 1, "{:?}", list.json);
    // The specification's name of it.
    let second = admin.get("/bigblue/inbound-shipment").await;
    assert_eq!(second.json, list.json);
    serde_json::from_value(list.data()[0]["id"].clone()).unwrap()
}

fn path(id: Uuid) -> String {
    format!("/inbound-shipment/{id}")
}

fn binding(id: Uuid) -> String {
    format!("/inbound-shipment/binding/{id}")
}

const BINDING: &str = "/inbound-shipment/binding";

fn mapping(shipment: Uuid, organization: Uuid, expression: &str) -> Value {
    json!({ "shipmentId": shipment, "organizationId": organization, "expression": expression })
}

fn skus(units: &Value) -> Vec<&str> {
    let units = units.as_array().unwrap().iter();
    units.map(|unit| unit["sku"].as_str().unwrap()).collect()
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_a_provider_tells_is_kept_unless_it_is_older(db: PgPool) {
    let app = TestApp::new(db).await;
    let merchant = Merchant::new(&app, "MUSI").await;
    let admin = app.admin(&[ReadConnector]).await;
    let taken = merchant.take(&app, vec![shipment("IS-1")], vec![]).await;
    assert_eq!((taken.added, taken.changed), (1, 0));
    let id = only(&admin).await;
    let first = admin.get(&path(id)).await;
    assert_eq!(first.data()["status"], "TRANSMITTED");
    assert_eq!(first.data()["expectedUnits"], 450);
    assert_eq!(first.data()["progress"], 0);

    let received = Reported {
        status: Status::Offloading,
        units: vec![
            unit("CPSL-AURO-0001", 300, 290, 10),
            unit("CPSL-AURO-0003", 150, 60, 0),
        ],
        as_of: "2026-11-18T09:30:00Z".into(),
        ..shipment("IS-1")
    };
    let taken = merchant.take(&app, vec![received.clone()], vec![]).await;
    assert_eq!((taken.added, taken.changed), (0, 1));
    let later = admin.get(&path(id)).await.data().clone();
    assert_eq!(later["status"], "OFFLOADING");
    assert_eq!(later["progress"], 80);
    assert_eq!(skus(&later["units"]), ["CPSL-AURO-0001", "CPSL-AURO-0003"]);
    assert_eq!(later["units"][0]["progress"], 100);
    assert_eq!(later["units"][0]["damagedQuantity"], 10);
    assert_eq!(later["units"][0]["id"], first.data()["units"][0]["id"]);
    let reported = &later["history"][0]["changes"];
    let fields: Vec<_> = reported
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["field"])
        .collect();
    assert!(fields.contains(&&json!("status")) && fields.contains(&&json!("offloadedUnits")));

    // The same again, and what was before: neither changes anything.
    for reported in [received, shipment("IS-1")] {
        let taken = merchant.take(&app, vec![reported], vec![]).await;
        assert_eq!(taken, Taken::default());
        assert_eq!(admin.get(&path(id)).await.data(), &later);
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_unit_is_called_as_its_product_where_that_is_known(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let merchant = Merchant::new(&app, "MUSI").await;
    merchant.take(&app, vec![shipment("IS-1")], vec![]).await;
    // The same article at the store's shop, at its fulfilment provider, and at another store.
    let foreign = Merchant::new(&app, "NOVA").await;
    for (store, connector, name) in [
        (merchant.store, None, "In the shop"),
        (merchant.store, Some(merchant.connector), "Aube (LP)"),
        (foreign.store, Some(foreign.connector), "Foreign"),
    ] {
        let provider_id = connector.map(|_| "P-1");
        sqlx::query(
            "with p as (insert into products (id, store_id, connector_id, provider_id, name, as_of)
                        values ($1, $2, $3, $4, $5, now()))
             insert into product_variants (id, product_id, store_id, connector_id, position, sku, name, title)
             values (gen_random_uuid(), $1, $2, $3, 0, 'CPSL-AURO-0001', $5, 'Black')",
        )
        .bind(Uuid::now_v7())
        .bind(store)
        .bind(connector)
        .bind(provider_id)
        .bind(name)
        .execute(&db)
        .await
        .unwrap();
    }
    let admin = app.admin(&[ReadConnector, ReadProduct]).await;
    let detail = admin.get(&path(only(&admin).await)).await.data().clone();
    let names: Vec<_> = detail["units"]
        .as_array()
        .unwrap()
        .iter()
        .map(|unit| {
            (
                unit["name"].as_str().unwrap(),
                unit["title"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(names, [("Aube (LP)", "Black"), ("", ""), ("", "")]);
    // A store without a shop sells what its warehouse has.
    let product = &detail["units"][0]["productId"];
    let shown = admin.get("/product").await;
    let sold = shown.data().as_array().unwrap().iter();
    let mut sold = sold.filter(|row| row["name"] != "Foreign");
    assert!(sold.any(|row| row["id"] == *product), "{product}");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_cannot_be_understood_is_set_aside_until_it_comes_whole(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let merchant = Merchant::new(&app, "MUSI").await;
    let twice = Reported {
        units: vec![unit("A", 1, 0, 0), unit("A", 2, 0, 0)],
        ..shipment("IS-2")
    };
    let endless = Reported {
        units: vec![unit("A", u32::MAX, 0, 0)],
        ..shipment("IS-3")
    };
    let rejected = RejectedItem {
        id: "IS-4".into(),
        reason: "no status".into(),
        raw: "{}".into(),
    };
    let items = vec![shipment("IS-1"), twice, endless];
    let taken = merchant.take(&app, items, vec![rejected]).await;
    assert_eq!((taken.added, taken.set_aside), (1, 3));
    let reasons = "select coalesce(nullif(field, '') || ' ', '') || code || ' ' || reason from items_set_aside where function = 'inbound-shipments' order by provider_id";
    let kept: Vec<String> = sqlx::query_scalar(reasons).fetch_all(&db).await.unwrap();
    assert_eq!(
        kept,
        [
            "units.sku unique A",
            "units.expected max 4294967295, at most 2147483647",
            "rejected no status"
        ]
    );
    merchant.take(&app, vec![shipment("IS-2")], vec![]).await;
    let kept: Vec<String> = sqlx::query_scalar(reasons).fetch_all(&db).await.unwrap();
    assert_eq!(kept.len(), 2);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_list_is_searched_filtered_and_sorted(db: PgPool) {
    let app = TestApp::new(db).await;
    let (first, second) = (
        Merchant::new(&app, "MUSI").await,
        Merchant::new(&app, "NOVA").await,
    );
    let late = Reported {
        name: "Shirts".into(),
        status: Status::Other("LOST".into()),
        expected_at: None,
        ..shipment("IS-2")
    };
    first.take(&app, vec![shipment("IS-1")], vec![]).await;
    second.take(&app, vec![late], vec![]).await;
    let admin = app.admin(&[ReadConnector]).await;
    let asked = async |query: Value| {
        let path = format!("/inbound-shipment?cursor={}", cursor(query));
        let answer = admin.get(&path).await;
        assert_eq!(answer.summary(), "200", "{:?}", answer.json);
        let rows = answer.data().as_array().unwrap().iter();
        rows.map(|row| row["providerRef"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let by =
        |field: &str, value: Value| json!({ "filters": [{ "field": field, "values": [value] }] });
    // What is not announced for a day stands before all days.
    assert_eq!(asked(json!({})).await, ["IS-2", "IS-1"]);
    assert_eq!(asked(json!({ "search": "shirt" })).await, ["IS-2"]);
    assert_eq!(asked(by("status", "TRANSMITTED".into())).await, ["IS-1"]);
    assert_eq!(
        asked(by("status", "CODE_UNSPECIFIED".into())).await,
        ["IS-2"]
    );
    assert_eq!(
        asked(by("organizationId", json!(second.organization))).await,
        ["IS-2"]
    );
    let sorted = json!({ "orderBy": [{ "field": "name", "direction": "asc" }], "take": 1 });
    assert_eq!(asked(sorted).await, ["IS-1"]);
    let strange = admin.get("/inbound-shipment?cursor=e30").await;
    assert_eq!(strange.data()[0]["providerStatus"], "LOST");
    assert_eq!(
        strange.data()[0]["organizations"][0]["id"],
        json!(second.organization)
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_customer_sees_their_own_units_of_their_own_shipments(db: PgPool) {
    let app = TestApp::new(db).await;
    let (host, guest, stranger) = (
        Merchant::new(&app, "MUSI").await,
        Merchant::new(&app, "NOVA").await,
        Merchant::new(&app, "LUNE").await,
    );
    host.take(&app, vec![shipment("IS-1")], vec![]).await;
    let admin = app.admin(&[ReadConnector, WriteConnector]).await;
    let id = only(&admin).await;
    let (hosts, guests, strangers) = (
        host.customer(&app).await,
        guest.customer(&app).await,
        stranger.customer(&app).await,
    );
    assert_eq!(hosts.get(&path(id)).await.data()["expectedUnits"], 450);
    for foreign in [&guests, &strangers] {
        let answer = foreign.get(&path(id)).await;
        assert_eq!(answer.summary(), "404 NotFoundResourceException");
    }

    let created = admin
        .post(BINDING, mapping(id, guest.organization, "cpsl-nuit"))
        .await;
    assert_eq!(created.summary(), "201", "{:?}", created.json);
    assert_eq!(created.data()["expression"], "CPSL-NUIT");
    assert_eq!(
        (&created.data()["units"], &created.data()["quantity"]),
        (&json!(1), &json!(50))
    );

    let whole = admin.get(&path(id)).await.data().clone();
    assert_eq!(whole["organizations"].as_array().unwrap().len(), 2);
    assert_eq!(
        whole["units"][2]["organization"]["id"],
        json!(guest.organization)
    );
    let theirs = guests.get(&path(id)).await.data().clone();
    assert_eq!(skus(&theirs["units"]), ["CPSL-NUIT-0001"]);
    assert_eq!(theirs["expectedUnits"], 50);
    assert_eq!(theirs["store"], Value::Null, "another merchant's");
    assert_eq!(theirs["history"], json!([]));
    assert_eq!(theirs["organizations"].as_array().unwrap().len(), 1);
    let rest = hosts.get(&path(id)).await.data().clone();
    assert_eq!(skus(&rest["units"]), ["CPSL-AURO-0001", "CPSL-AURO-0002"]);
    assert_eq!(rest["store"]["id"], json!(host.store));
    assert_eq!(rest["organizations"].as_array().unwrap().len(), 1);

    for (customer, expected) in [(&hosts, 400), (&guests, 50)] {
        let row = customer.get("/inbound-shipment").await.data()[0].clone();
        assert_eq!(row["expectedUnits"], expected);
        assert_eq!(row["organizations"].as_array().unwrap().len(), 1);
    }
    assert_eq!(
        strangers.get("/inbound-shipment").await.json["meta"]["total"],
        0
    );

    // What comes later belongs to whom the mapping says from the start.
    let more = Reported {
        units: vec![
            unit("CPSL-NUIT-0001", 50, 50, 0),
            unit("CPSL-NUIT-0002", 20, 0, 0),
        ],
        as_of: "2026-11-18T09:30:00Z".into(),
        ..shipment("IS-1")
    };
    host.take(&app, vec![more], vec![]).await;
    let theirs = guests.get(&path(id)).await.data().clone();
    assert_eq!(
        (&theirs["expectedUnits"], &theirs["progress"]),
        (&json!(70), &json!(71))
    );
    assert_eq!(hosts.get(&path(id)).await.data()["units"], json!([]));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_mapping_is_tried_made_changed_deleted_and_brought_back(db: PgPool) {
    let app = TestApp::new(db).await;
    let merchant = Merchant::new(&app, "MUSI").await;
    let (label, sublabel) = (app.organization().await, app.organization().await);
    merchant.take(&app, vec![shipment("IS-1")], vec![]).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let id = only(&admin).await;
    let owner = async |sku: usize| {
        admin.get(&path(id)).await.data()["units"][sku]["organization"]["id"].clone()
    };

    let first = admin
        .post(BINDING, mapping(id, label, "CPSL-AURO"))
        .await
        .id();
    let preview = format!("{BINDING}/preview");
    let trial = json!({ "shipmentId": id, "expression": "CPSL-*-0001" });
    let tried = admin.post(&preview, trial).await.data().clone();
    assert_eq!(
        (&tried["count"], &tried["quantity"]),
        (&json!(2), &json!(350))
    );
    assert_eq!(skus(&tried["units"]), ["CPSL-AURO-0001", "CPSL-NUIT-0001"]);
    let overlap = &tried["overlaps"][0];
    assert_eq!(overlap["expression"], "CPSL-AURO");
    assert_eq!(
        (&overlap["shared"], &overlap["wins"]),
        (&json!(1), &json!(false))
    );
    let own = json!({ "shipmentId": id, "expression": "CPSL-A", "bindingId": first });
    assert_eq!(
        admin.post(&preview, own).await.data()["overlaps"],
        json!([])
    );
    assert_eq!(owner(2).await, Value::Null, "a trial changes nothing");

    // The one that tells more holds what both match.
    let second = admin
        .post(BINDING, mapping(id, sublabel, "CPSL-*-0001"))
        .await
        .id();
    assert_eq!(owner(0).await, json!(sublabel));
    assert_eq!(owner(1).await, json!(label));
    let all = admin
        .get(&format!("{}/binding", path(id)))
        .await
        .data()
        .clone();
    let units: Vec<_> = all
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["units"])
        .collect();
    assert_eq!(units, [&json!(1), &json!(2)]);

    let read = admin.get(&binding(second)).await.data()["updatedAt"].clone();
    let change = json!({ "organizationId": sublabel, "expression": "CPSL-NUIT" });
    app.app.clock.advance(Duration::from_secs(1));
    let edition = [("if-match", read.as_str().unwrap())];
    let changed = admin
        .send("PUT", &binding(second), Some(change.clone()), &edition)
        .await;
    assert_eq!(changed.summary(), "200", "{:?}", changed.json);
    assert_eq!(owner(0).await, json!(label));
    let stale = admin
        .send("PUT", &binding(second), Some(change), &edition)
        .await;
    assert_eq!(stale.summary(), "409 ConflictEditException");

    assert_eq!(admin.delete(&binding(second)).await.summary(), "204");
    assert_eq!(
        admin.get(&binding(second)).await.summary(),
        "404 NotFoundResourceException"
    );
    assert_eq!(owner(2).await, Value::Null);
    let restore = format!("{}/restore", binding(second));
    assert_eq!(admin.post(&restore, json!({})).await.summary(), "200");
    assert_eq!(owner(2).await, json!(sublabel));
    assert_eq!(
        admin.post(&restore, json!({})).await.summary(),
        "404 NotFoundResourceException"
    );
    assert_eq!(admin.delete(&binding(second)).await.summary(), "204");
    app.app.clock.advance(Duration::from_secs(7200));
    assert_eq!(
        admin.post(&restore, json!({})).await.summary(),
        "403 ForbiddenResourceException"
    );

    let history = admin.get(&path(id)).await.data()["history"].clone();
    let actions: Vec<_> = history
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["action"])
        .collect();
    assert_eq!(
        actions,
        [
            "delete", "restore", "delete", "update", "create", "create", "create"
        ]
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_mapping_that_cannot_be_is_refused_at_its_field(db: PgPool) {
    let app = TestApp::new(db).await;
    let merchant = Merchant::new(&app, "MUSI").await;
    let organization = merchant.organization;
    merchant.take(&app, vec![shipment("IS-1")], vec![]).await;
    let admin = app.admin(&[ReadConnector, WriteConnector]).await;
    let id = only(&admin).await;
    let first = admin
        .post(BINDING, mapping(id, organization, "CPSL-AURO"))
        .await;
    assert_eq!(first.summary(), "201");
    for (body, issue) in [
        (mapping(id, organization, ""), "expression required"),
        (
            mapping(id, organization, "CPSL AURO"),
            "expression expression",
        ),
        (mapping(id, organization, &"A".repeat(51)), "expression max"),
        (mapping(id, organization, "cpsl-auro"), "expression taken"),
        (mapping(id, Uuid::now_v7(), "CPSL"), "organizationId option"),
        (
            json!({ "shipmentId": id, "expression": "A" }),
            "organizationId required",
        ),
    ] {
        let answer = admin.post(BINDING, body).await;
        assert_eq!(answer.summary(), "400 BadRequestSchemaException");
        assert_eq!(answer.issues(), [issue]);
    }
    let nowhere = admin
        .post(BINDING, mapping(Uuid::now_v7(), organization, "A"))
        .await;
    assert_eq!(nowhere.summary(), "404 NotFoundResourceException");
    let all = admin.get(&format!("{}/binding", path(id))).await;
    assert_eq!(all.data().as_array().unwrap().len(), 1);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_pull_is_asked_for_by_who_may(db: PgPool) {
    let app = TestApp::new(db).await;
    Merchant::new(&app, "MUSI").await;
    let pull = "/inbound-shipment/synchronize";
    let reader = app.admin(&[ReadConnector]).await;
    let refused = reader.post(pull, json!({})).await;
    assert_eq!(refused.summary(), "403 ForbiddenPermissionException");
    let admin = app.admin(&[WriteConnector]).await;
    // Its plugin is not loaded: there is nobody to ask.
    let asked = admin.post(pull, json!({})).await;
    assert_eq!(
        (asked.summary().as_str(), &asked.data()["jobs"]),
        ("202", &json!([]))
    );
    let unknown = admin
        .post(pull, json!({ "connectorId": Uuid::now_v7() }))
        .await;
    assert_eq!(unknown.summary(), "404 NotFoundConnectorException");
}
