//! What a plugin's columns show, to whom and where: lists, pages and exports; and where they are not to be found.

use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use crate::access::Permission::{self, ReadFee, ReadOrder, SuperAdmin};
use crate::testing::{Client, Tenant, TestApp, cursor};

const COLUMNS: &str = r#"
[webhooks]
signature = { scheme = "address" }

[[columns]]
entity = "order"
key = "margin"
label = { fr = "Marge", en = "Margin" }
kind = "number"
permission = "READ_FEE"

[[columns]]
entity = "order"
key = "due"
label = { fr = "Échéance", en = "Due" }
kind = "date"

[[columns]]
entity = "order"
key = "tags"
label = { fr = "=Étiquettes" }
kind = "badge"
permission = "READ_ORDER"

[[columns]]
entity = "order"
key = "moon"
label = { en = "Moon" }
permission = "READ_MOON"
"#;

/// A store with two orders of which the plugin told something, and people who may see different parts of it.
struct Shop {
    app: TestApp,
    first: Uuid,
    staff: Client,
    clerk: Client,
    merchant: Client,
    accountant: Client,
}

impl Shop {
    async fn new(db: PgPool) -> Self {
        let app = TestApp::with_guest(db, COLUMNS).await;
        let organization = app.organization().await;
        let store = app.store(organization).await;
        let first = json!({
            "margin": "12.50", "due": "2026-11-20T09:00:00Z", "tags": "=cmd()", "moon": "full", "stray": "x",
        });
        let second = json!({ "margin": "=1+1", "due": "2026-11-20" });
        Self {
            first: order(&app, store, "A", first).await,
            staff: app.admin(&[SuperAdmin]).await,
            clerk: app.admin(&[ReadOrder]).await,
            merchant: app.customer(organization, &[store], &[ReadOrder]).await,
            accountant: app
                .customer(organization, &[store], &[ReadOrder, ReadFee])
                .await,
            app: {
                order(&app, store, "B", second).await;
                app
            },
        }
    }

    /// Each with the columns that they may see.
    fn people(&self) -> [(&Client, &'static [&'static str]); 4] {
        [
            (&self.staff, &["due", "margin", "tags"]),
            (&self.clerk, &["due", "tags"]),
            (&self.merchant, &["tags"]),
            (&self.accountant, &["margin", "tags"]),
        ]
    }

    /// Asks for an export of all orders by reference; its job.
    async fn ask(&self, client: &Client, language: &str) -> Uuid {
        let order = json!([{ "field": "reference", "direction": "asc" }]);
        let path = format!(
            "/order/export?cursor={}",
            cursor(json!({ "orderBy": order }))
        );
        let body = Some(json!({ "scope": "all" }));
        let headers = [("accept-language", language)];
        let asked = client.send("POST", &path, body, &headers).await;
        assert_eq!(asked.summary(), "202", "{:?}", asked.json);
        asked.id()
    }

    /// What an export holds behind the portal's own columns: of its headings and of each order.
    async fn exported(&self, client: &Client, job: Uuid, mark: char) -> Vec<Vec<String>> {
        self.app.run_jobs().await;
        let job = client.get(&format!("/job/{job}")).await;
        let file = job.data()["files"][0]["id"].as_str().expect("a file");
        let link = format!("/file/{file}/link");
        let link = client.send("POST", &link, None, &[]).await;
        let url = link.data()["url"].as_str().expect("an address");
        let text = self.app.nobody().get(url).await;
        let lines = text.json.as_str().expect("a text").lines();
        let cells = lines.map(|line| line.split(mark).map(str::to_owned).collect::<Vec<_>>());
        let mut cells: Vec<_> = cells.collect();
        let is_last = |name: &String| {
            ["Provider’s status", "Statut chez le prestataire"].contains(&name.as_str())
        };
        let last = cells[0]
            .iter()
            .position(is_last)
            .expect("the portal's last column");
        for line in &mut cells {
            line.drain(..=last);
        }
        cells
    }
}

async fn order(app: &TestApp, store: Uuid, reference: &str, extra: Value) -> Uuid {
    let id = Uuid::now_v7();
    sqlx::query(
        "insert into orders (id, store_id, reference, status, as_of, currency, subtotal, tax, discount, shipping_price,
            total, item_count, submitted_at, provider, extra)
         values ($1, $2, $3, 'PENDING', now(), 'EUR', 0, 0, 0, 0, 0, 0, now(), 'hostile', $4)",
    )
    .bind(id)
    .bind(store)
    .bind(reference)
    .bind(extra)
    .execute(&app.app.db)
    .await
    .expect("an order");
    id
}

/// The keys of what a plugin told of a record, sorted.
fn keys(record: &Value) -> Vec<String> {
    let extra = record["extra"]["hostile"].as_object();
    let mut keys: Vec<String> = extra
        .into_iter()
        .flatten()
        .map(|(key, _)| key.clone())
        .collect();
    keys.sort();
    keys
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_column_is_for_its_permission_else_for_the_staff_and_an_unknown_one_for_nobody(
    db: PgPool,
) {
    let shop = Shop::new(db).await;
    for (client, expected) in shop.people() {
        let list = client.get("/order").await;
        let rows = list.data().as_array().expect("orders");
        let row = rows.iter().find(|row| row["reference"] == "A");
        assert_eq!(keys(row.expect("the first")), expected);
        let page = client.get(&format!("/order/{}", shop.first)).await;
        assert_eq!(keys(page.data()), expected);
        let plugins = client.get("/plugins").await;
        let named = plugins.data()[0]["columns"].as_array().expect("columns");
        let mut named: Vec<_> = named.iter().map(|one| one["key"].as_str()).collect();
        named.sort_unstable();
        assert_eq!(
            named,
            expected.iter().copied().map(Some).collect::<Vec<_>>()
        );
        for text in [list.json.to_string(), page.json.to_string()] {
            assert!(!text.contains("full") && !text.contains("stray"), "{text}");
        }
    }
    // A label in one language stands for both.
    let plugins = shop.merchant.get("/plugins").await;
    let label = &plugins.data()[0]["columns"][0]["label"];
    assert_eq!(label, &json!({ "fr": "=Étiquettes", "en": "=Étiquettes" }));
}

/// Whoever could sort, filter or search by a value that is hidden from them could find it out.
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn no_list_is_sorted_filtered_or_searched_by_what_plugins_tell(db: PgPool) {
    let shop = Shop::new(db).await;
    for (client, _) in shop.people() {
        for field in ["margin", "extra", "extra.hostile.margin", "hostile.margin"] {
            for question in [
                json!({ "orderBy": [{ "field": field, "direction": "asc" }] }),
                json!({ "filters": [{ "field": field, "values": ["12.50"] }] }),
            ] {
                let refused = client
                    .get(&format!("/order?cursor={}", cursor(question.clone())))
                    .await;
                let expected = "400 BadRequestCursorException";
                assert_eq!(refused.summary(), expected, "{question}");
            }
        }
        for value in ["12.50", "full", "=cmd()"] {
            let search = cursor(json!({ "search": value }));
            let found = client.get(&format!("/order?cursor={search}")).await;
            assert_eq!(found.json["meta"]["total"], 0, "{value}");
        }
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_export_has_the_columns_of_its_reader_as_their_spreadsheet_reads_them(db: PgPool) {
    let shop = Shop::new(db).await;
    let english = shop.ask(&shop.staff, "en").await;
    assert_eq!(
        shop.exported(&shop.staff, english, ',').await,
        [
            ["Margin", "Due", "'=Étiquettes"],
            ["12.50", "20/11/2026 10:00", "'=cmd()"],
            // What is no number or no moment stands as it was told, and is no formula.
            ["'=1+1", "2026-11-20", ""],
        ]
    );
    let french = shop.ask(&shop.accountant, "fr").await;
    assert_eq!(
        shop.exported(&shop.accountant, french, ';').await,
        [
            ["Marge", "'=Étiquettes"],
            ["12,50", "'=cmd()"],
            ["'=1+1", ""]
        ]
    );
    let request = shop.ask(&shop.merchant, "en").await;
    assert_eq!(
        shop.exported(&shop.merchant, request, ',').await,
        [["'=Étiquettes"], ["'=cmd()"], [""]]
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_export_is_written_as_its_reader_may_see_then_and_the_plugins_are(db: PgPool) {
    let shop = Shop::new(db.clone()).await;
    let job = shop.ask(&shop.accountant, "en").await;
    sqlx::query("update users set permissions = '{READ_ORDER}' where id = $1")
        .bind(shop.accountant.user)
        .execute(&db)
        .await
        .expect("a permission less");
    assert_eq!(
        shop.exported(&shop.accountant, job, ',').await[0],
        ["'=Étiquettes"],
        "not the margin any more"
    );

    // The operator's file names the plugin no more.
    let job = shop.ask(&shop.staff, "en").await;
    for file in &shop.app.app.config.plugins {
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        std::fs::write(file, "[plugins]").expect("a file");
    }
    shop.app.app.plugins.reload().await.expect("no plugins");
    let nothing: [&[&str]; 3] = [&[], &[], &[]];
    assert_eq!(shop.exported(&shop.staff, job, ',').await, nothing);
    for path in ["/order".to_owned(), format!("/order/{}", shop.first)] {
        let answer = shop.staff.get(&path).await;
        // With its quotation marks: the digits alone may stand in a time.
        assert!(!answer.json.to_string().contains(r#""12.50""#), "{path}");
    }
    assert_eq!(shop.staff.get("/plugins").await.data(), &json!([]));
    let kept: i64 = sqlx::query_scalar("select count(*) from orders where extra ? 'margin'")
        .fetch_one(&db)
        .await
        .expect("a count");
    assert_eq!(kept, 2, "it comes back with the plugin");
}

/// A column of every kind of record that can have one: the list's row and the page of one disclose it alike.
#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn every_kind_of_record_shows_its_columns_to_whom_they_are_open(db: PgPool) {
    const KINDS: [(&str, &str, &str); 5] = [
        ("order", "/order", "orders"),
        ("product", "/product", "products"),
        ("bundle", "/bundle", "bundles"),
        (
            "inbound-shipment",
            "/bigblue/inbound-shipment",
            "inbound_shipments",
        ),
        ("ticket", "/ticket", "tickets"),
    ];
    let columns = KINDS.map(|(entity, ..)| {
        let of = |key: &str, permission: &str| {
            format!("[[columns]]\nentity = \"{entity}\"\nkey = \"{key}\"\nlabel = {{ en = \"{key}\" }}\n{permission}\n")
        };
        of("open", "") + &of("closed", "permission = \"READ_FEE\"")
    });
    let manifest = format!(
        "[webhooks]\nsignature = {{ scheme = \"address\" }}\n{}",
        columns.concat()
    );
    let app = TestApp::with_guest(db.clone(), &manifest).await;
    let tenant = Tenant::new(&app).await;
    let rows = tenant.rows().await;
    let extra = json!({ "open": "for the staff", "closed": "for some" });
    for (_, _, table) in KINDS {
        let owner = match table {
            "products" | "bundles" => {
                "connector_id = (select id from connectors), provider_id = 'P-1'"
            }
            _ => "provider = 'hostile'",
        };
        let update = format!("update {table} set extra = $1, {owner}");
        sqlx::query(sqlx::AssertSqlSafe(update))
            .bind(&extra)
            .execute(&db)
            .await
            .expect(table);
    }
    sqlx::query("update connectors set plugin = 'hostile'")
        .execute(&db)
        .await
        .expect("a connection");
    let without = |missing: &[Permission]| -> Vec<Permission> {
        let all = Permission::ALL.iter().copied();
        all.filter(|one| *one != SuperAdmin && !missing.contains(one))
            .collect()
    };
    let whole = app.admin(&without(&[])).await;
    let part = app.admin(&without(&[ReadFee])).await;
    let rights = [ReadOrder, Permission::ReadProduct, Permission::ReadAudit];
    let merchant = app
        .customer(tenant.organization, &[tenant.store], &rights)
        .await;
    for (entity, path, _) in KINDS {
        let pattern = format!("{path}/{{id}}");
        let (_, id) = rows
            .iter()
            .find(|(known, _)| *known == pattern)
            .expect(path);
        for (client, expected) in [
            (&whole, &["closed", "open"][..]),
            (&part, &["open"]),
            (&merchant, &[]),
        ] {
            let list = client.get(path).await;
            let listed = list.data().as_array().expect(path).iter();
            let row = listed.clone().find(|row| row["id"] == json!(id));
            assert_eq!(keys(row.expect(entity)), expected, "{entity} in its list");
            let page = client.get(&format!("{path}/{id}")).await;
            assert_eq!(page.summary(), "200", "{entity}");
            assert_eq!(keys(page.data()), expected, "{entity} on its page");
        }
    }
}
