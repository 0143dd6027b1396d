//! Providers' invoices: a file becomes fees, line by line, and back.

use std::{env, iter};

use futures::future::join_all;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rust_decimal::Decimal;
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::Books;
use crate::access::Permission::ReadFee;
use crate::orders::tests::New;
use crate::shipping::tests::{carrier, price};
use crate::testing::{Answer, TestApp};

const HEADINGS: &str = "ID,Service,Description,Quantity,UnitPrice,Price,Currency,Billing country";

/// A provider's bill of October: two orders of the store (the second with an extra fee), one that nobody knows, a product of the
/// store, a pallet of nobody's, a service that was never seen, and a line that cannot be read.
const BILL: [&str; 10] = [
    "MUSIX1,Shipping - Transport,Colissimo,1,5.20,5.20,EUR,FR",
    "MUSIX1,Shipping - Fuel Surcharge,Colissimo 8.5 %,1,0.44,0.44,EUR,FR",
    "MUSIX1,Fulfillment,Two articles,2,0.80,1.60,EUR,FR",
    "MUSIX2,Shipping - Transport,Colissimo,1,6.10,6.10,EUR,FR",
    "MUSIX2,Shipping - Extra fee,Corse,1,3.00,3.00,EUR,FR",
    "MUSIX9,Fulfillment,One article,1,1.00,1.00,EUR,FR",
    "CPSL-000001-0001,Storage,Shelf,1,4.00,4.00,EUR,FR",
    ",Storage,Pallet month,4,12.00,48.00,EUR,FR",
    "MUSIX1,Gift wrap,Ribbon,1,2.50,2.50,EUR,FR",
    "MUSIX1,Shipping - Transport,Colissimo,one,5.20,5.20,EUR,FR",
];

fn csv(lines: &[&str]) -> String {
    format!("{HEADINGS}\n{}\n", lines.join("\n"))
}

impl Books {
    /// A store with an article of 300 g, whose orders go with a carrier for 5.64 euros (6.57 to the store), and two of them.
    async fn shipping(db: PgPool) -> Self {
        let books = Self::of(TestApp::with_plugins(db).await).await;
        let db = &books.app.app.db;
        for (sku, grams) in [("CPSL-000001-0001", 300), ("CPSL-000002-0001", 200)] {
            sqlx::query(
                "with p as (insert into products (id, store_id, name, as_of) values (gen_random_uuid(), $1, $2, now()) returning id)
                 insert into product_variants (id, product_id, store_id, position, sku, name, weight_grams)
                 select gen_random_uuid(), id, $1, 0, $2, $2, $3 from p",
            )
            .bind(books.store)
            .bind(sku)
            .bind(grams)
            .execute(db)
            .await
            .expect("an article");
        }
        carrier(&books.app, "bigblue", "standard").await;
        for (reference, id, paid) in [("A-1", "MUSIX1", "5.90"), ("A-2", "MUSIX2", "0")] {
            let order = New::of(books.store, reference).insert(db).await;
            sqlx::query(
                "update orders set status = 'SHIPPED', provider = 'bigblue', provider_id = $2, carrier = 'standard',
                    country_code = 'FR', shipping_price = $3::text::numeric, tax = 0, source = 'normal' where id = $1",
            )
            .bind(order)
            .bind(id)
            .bind(paid)
            .execute(db)
            .await
            .expect("an order");
        }
        books
    }

    async fn send_bill(&self, csv: &str) -> Answer {
        let fields = [
            ("provider", "bigblue"),
            ("start", "2026-10-01"),
            ("end", "2026-10-31"),
            ("label", "Bigblue octobre"),
        ];
        let files = [("file", "bigblue.csv", csv.as_bytes())];
        self.admin
            .upload("/fulfillment-invoice", &fields, &files)
            .await
    }

    /// An invoice of these lines that was read.
    async fn bill(&self, lines: &[&str]) -> Bill<'_> {
        let sent = self.send_bill(&csv(lines)).await;
        assert_eq!(sent.summary(), "201", "{}", sent.json);
        assert_eq!(sent.data()["readAt"], Value::Null);
        self.app.run_jobs().await;
        Bill {
            books: self,
            path: format!("/fulfillment-invoice/{}", sent.id()),
        }
    }

    /// Every fee that a provider's invoice brought and that is there: type, category, amounts, part.
    async fn passed_on(&self) -> Vec<(String, String, String, String)> {
        let query = "select type, category, internal_amount::text, customer_amount::text from fees
            where cause = 'PROVIDER_INVOICE' and deleted_at is null order by type, store_id";
        let fees = sqlx::query_as(query).fetch_all(&self.app.app.db).await;
        fees.expect("fees")
    }
}

/// A provider's invoice.
struct Bill<'a> {
    books: &'a Books,
    path: String,
}

impl Bill<'_> {
    async fn get(&self) -> Value {
        let found = self.books.admin.get(&self.path).await;
        assert_eq!(found.summary(), "200", "{}", found.json);
        found.data().clone()
    }

    async fn patch(&self, body: Value) -> Answer {
        self.books.admin.patch(&self.path, body).await
    }

    /// The status after a change that is taken.
    async fn goes(&self, body: Value) -> String {
        let answer = self.patch(body).await;
        assert_eq!(answer.summary(), "200", "{}", answer.json);
        text(&answer.data()["status"])
    }

    async fn below(&self, what: &str) -> Vec<Value> {
        let rows = self.books.admin.get(&format!("{}/{what}", self.path)).await;
        assert_eq!(rows.summary(), "200", "{}", rows.json);
        rows.data().as_array().expect("rows").clone()
    }

    /// Decides everything as a person would, up to the summary.
    async fn decide(&self) {
        let store = self.books.store;
        let order = json!({ "fulfillmentId": "MUSIX9", "storeId": store });
        let status = self
            .goes(json!({ "status": "ORDER_MAPPING", "orderMappings": [order], "to": "SUMMARY" }));
        assert_eq!(status.await, "SHIPPING_FEE_CONTROL", "its product is known");
        let status = self.goes(json!({ "status": "SHIPPING_FEE_CONTROL", "to": "SUMMARY" }));
        assert_eq!(status.await, "SHIPPING_EXCEPTIONS_FEE_CONTROL");
        let status =
            self.goes(json!({ "status": "SHIPPING_EXCEPTIONS_FEE_CONTROL", "to": "SUMMARY" }));
        assert_eq!(status.await, "OTHER_SERVICES");
        let decided = json!({
            "status": "OTHER_SERVICES", "otherServices": [{ "storeId": null }], "rejectedAmount": "5.20", "statedAmount": "77.04",
            "serviceMargin": [{ "service": "Gift wrap", "margin": "10" }], "to": "SUMMARY",
        });
        assert_eq!(self.goes(decided).await, "SUMMARY");
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Service, amount, charged, paid by customers and margin of each line, the company's with a star.
fn summary(bill: &Value) -> Vec<String> {
    let lines = bill["lines"].as_array().expect("lines").iter();
    let line = |line: &Value| {
        let figures = ["amount", "amountCharged", "amountPaidByCustomer", "margin"];
        let figures = figures.map(|name| {
            text(&line[name])
                .parse::<rust_decimal::Decimal>()
                .expect("a figure")
                .normalize()
        });
        let star = if line["store"].is_null() { "*" } else { "" };
        let [amount, charged, paid, margin] = figures;
        format!(
            "{star}{}: {amount} {charged} {paid} {margin}",
            text(&line["label"])
        )
    };
    lines.map(line).collect()
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_file_becomes_fees_and_every_line_of_it_is_told(db: PgPool) {
    let books = Books::shipping(db).await;
    let bill = books.bill(&BILL).await;
    let read = bill.get().await;
    assert_eq!(
        [
            &read["status"],
            &read["lineCount"],
            &read["rejectedCount"],
            &read["amount"]
        ],
        [
            &json!("ORDER_MAPPING"),
            &json!(9),
            &json!(1),
            &json!("71.84")
        ],
        "{read}"
    );
    assert_eq!(
        read["rejected"],
        json!([{ "line": 11, "column": 4, "heading": "Quantity", "reason": "A number is expected. There is: “one”." }])
    );
    let unmapped = &read["unmappedOrders"][0];
    assert_eq!(
        [&unmapped["fulfillmentId"], &unmapped["amount"]],
        ["MUSIX9", "1.00"]
    );
    // Both orders whose ids begin alike are the store's.
    let proposal = &unmapped["proposals"][0];
    assert_eq!(
        [
            &proposal["store"]["id"],
            &proposal["reason"],
            &proposal["certainty"]
        ],
        [&json!(books.store), &json!("ORDER_PREFIX"), &json!(80)]
    );

    bill.decide().await;
    // F14: 5.90 with VAT are 4.92 without; our tariff is 6.57. The second order's consumer paid nothing, and its way cost more.
    let shipping = bill.below("shipping").await;
    let parcel = |at: usize| {
        let parcel: &Value = &shipping[at];
        let price = &parcel["price"];
        [
            &parcel["reference"],
            &parcel["amount"],
            &price["business"],
            &price["consumer"],
            &price["difference"],
            &parcel["agreed"],
            &parcel["beyond"],
        ]
        .map(text)
        .join(" ")
    };
    assert_eq!(parcel(0), "A-1 5.64 6.57 4.92 1.65 5.64 0");
    assert_eq!(parcel(1), "A-2 9.10 6.57 0 6.57 5.64 0.46");
    assert_eq!(shipping[0]["explanation"]["grid"], "5.20");
    let exceptions = bill.below("shipping-exceptions").await;
    let exceptions: Vec<String> = exceptions
        .iter()
        .map(|row| text(&row["exception"]))
        .collect();
    assert_eq!(exceptions, ["EXTRA_FEE"]);
    let summed = bill.get().await;
    assert_eq!(
        summary(&summed),
        [
            "Fulfillment: 2.6 2.6 0 0",
            "Gift wrap: 2.5 2.75 0 0.25",
            "Shipping: 14.74 11.22 4.92 1.4",
            "Storage: 4 0 0 -4",
            "*Storage: 48 0 0 -48",
        ]
    );
    let row = [
        &summed["amountCharged"],
        &summed["amountPaidByCustomer"],
        &summed["margin"],
    ]
    .map(text);
    assert_eq!(row, ["16.57", "4.92", "-50.35"]);

    assert_eq!(
        bill.goes(json!({ "status": "SUMMARY", "to": "VALIDATED" }))
            .await,
        "VALIDATED"
    );
    let passed_on = books.passed_on().await;
    let fee = |kind: &str, category: &str, internal: &str, customer: &str| {
        (
            kind.to_owned(),
            category.to_owned(),
            internal.to_owned(),
            customer.to_owned(),
        )
    };
    let expected = [
        fee("Fulfillment", "LOGISTICS", "2.60", "2.60"),
        fee("Gift wrap", "LOGISTICS", "2.50", "2.75"),
        fee("Shipping", "SHIPPINGFEES_SUPPLEMENT", "14.74", "11.22"),
    ];
    assert_eq!(passed_on, expected);
    let validated = bill.get().await;
    assert_eq!(validated["lines"][0]["fee"]["amount"], "2.60");
    assert_eq!(
        validated["lines"][3]["fee"],
        Value::Null,
        "the portal charges storage by itself"
    );

    // Undone, nothing is left of it; done again, it is the same.
    assert_eq!(
        bill.goes(json!({ "status": "VALIDATED", "to": "SUMMARY" }))
            .await,
        "SUMMARY"
    );
    assert_eq!(books.passed_on().await, []);
    assert_eq!(bill.goes(json!({ "to": "VALIDATED" })).await, "VALIDATED");
    assert_eq!(books.passed_on().await, expected);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn nothing_goes_on_while_something_is_left_aside(db: PgPool) {
    let books = Books::shipping(db).await;
    let bill = books.bill(&BILL).await;
    let refused = async |body: Value| bill.patch(body).await.summary();
    let on = json!({ "to": "SUMMARY" });
    assert_eq!(
        refused(on.clone()).await,
        "409 ConflictFulfillmentInvoiceStepException"
    );
    for (body, answer) in [
        (
            json!({ "status": "SUMMARY", "to": "VALIDATED" }),
            "409 ConflictFulfillmentInvoiceStatusException",
        ),
        (
            json!({ "shippingExceptions": [{ "isSelected": false }] }),
            "409 ConflictFulfillmentInvoiceStatusException",
        ),
        (
            json!({ "orderMappings": [{ "fulfillmentId": "MUSIX9", "storeId": Uuid::now_v7() }] }),
            "400 BadRequestSchemaException",
        ),
        (
            json!({ "orderMappings": [{ "fulfillmentId": "MUSIX1", "storeId": null }] }),
            "400 BadRequestSchemaException",
        ),
        (json!({ "to": "DONE" }), "400 BadRequestSchemaException"),
    ] {
        assert_eq!(refused(body.clone()).await, answer, "{body}");
    }
    // The least certain proposal that is wanted is more than there is.
    assert_eq!(
        bill.goes(json!({ "acceptAbove": 81 })).await,
        "ORDER_MAPPING"
    );
    assert_eq!(
        bill.get().await["unmappedOrders"].as_array().unwrap().len(),
        1
    );
    assert_eq!(
        bill.goes(json!({ "acceptAbove": 80, "to": "SUMMARY" }))
            .await,
        "SHIPPING_FEE_CONTROL"
    );
    assert_eq!(
        bill.goes(on.clone()).await,
        "SHIPPING_EXCEPTIONS_FEE_CONTROL"
    );
    // The extra fee is not passed on.
    let dropped = json!({ "shippingExceptions": [{ "exceptions": ["EXTRA_FEE"], "isSelected": false }], "to": "SUMMARY" });
    assert_eq!(bill.goes(dropped).await, "OTHER_SERVICES");
    assert_eq!(
        refused(on.clone()).await,
        "409 ConflictFulfillmentInvoiceStepException",
        "gift wrap, and the pallet"
    );
    let wrap = json!([{ "service": "Gift wrap", "isBilled": false }]);
    assert_eq!(
        bill.goes(json!({ "serviceMargin": wrap })).await,
        "OTHER_SERVICES"
    );
    assert_eq!(
        refused(on.clone()).await,
        "409 ConflictFulfillmentInvoiceStepException",
        "the pallet"
    );
    let pallet = json!([{ "service": "Storage", "storeId": books.store }]);
    assert_eq!(
        bill.goes(json!({ "otherServices": pallet })).await,
        "OTHER_SERVICES"
    );
    let missing = bill.patch(on.clone()).await;
    assert_eq!(missing.issues(), ["rejectedAmount required"]);
    let wrong = json!({ "rejectedAmount": "5.20", "statedAmount": "77.00", "to": "SUMMARY" });
    assert_eq!(
        refused(wrong).await,
        "409 ConflictFulfillmentInvoiceTotalException"
    );
    assert_eq!(
        bill.get().await["rejectedAmount"],
        Value::Null,
        "a refusal keeps nothing"
    );
    let stated = json!({ "rejectedAmount": "5.20", "statedAmount": "77.00" });
    assert_eq!(bill.goes(stated).await, "OTHER_SERVICES");
    let emptied = json!({ "statedAmount": null });
    assert_eq!(bill.goes(emptied).await, "OTHER_SERVICES");
    let read = bill.get().await;
    assert_eq!(
        (
            text(&read["rejectedAmount"]).as_str(),
            &read["statedAmount"]
        ),
        ("5.20", &Value::Null)
    );
    let right = json!({ "statedAmount": "77.04", "to": "SUMMARY" });
    assert_eq!(bill.goes(right).await, "SUMMARY");
    let summed = bill.get().await;
    assert_eq!(
        summary(&summed),
        [
            "Fulfillment: 2.6 2.6 0 0",
            "Gift wrap: 2.5 0 0 -2.5",
            "Shipping: 14.74 8.22 4.92 -1.6",
            "Storage: 52 0 0 -52"
        ]
    );
    // Only what is selected becomes a fee; a margin of the summary counts at once.
    let lines = summed["lines"].as_array().unwrap();
    let selected = json!({
        "selectedLines": [lines[0]["id"]], "serviceMargin": [{ "service": "Fulfillment", "margin": "50" }], "to": "VALIDATED",
    });
    assert_eq!(bill.goes(selected).await, "VALIDATED");
    let fees = books.passed_on().await;
    assert_eq!(fees.len(), 1);
    assert_eq!(
        (fees[0].0.as_str(), fees[0].3.as_str()),
        ("Fulfillment", "3.90")
    );
    let deleted = books.admin.delete(&bill.path).await;
    assert_eq!(
        deleted.summary(),
        "409 ConflictFulfillmentInvoiceStatusException"
    );
    assert_eq!(
        refused(json!({ "status": "VALIDATED", "to": "ORDER_MAPPING" })).await,
        "200"
    );
    assert_eq!(books.passed_on().await, []);
    assert_eq!(books.admin.delete(&bill.path).await.summary(), "204");
    assert_eq!(
        books.admin.get(&bill.path).await.summary(),
        "404 NotFoundResourceException"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_file_is_read_once_and_what_is_none_says_so(db: PgPool) {
    let books = Books::shipping(db).await;
    books.bill(&BILL).await;
    let again = books.send_bill(&csv(&BILL)).await;
    assert_eq!(
        again.summary(),
        "409 ConflictFulfillmentInvoiceFileException"
    );
    let more = books.bill(&BILL[..1]).await;
    let overlapping = &more.get().await["overlapping"];
    assert_eq!(overlapping[0]["label"], "Bigblue octobre");
    assert_eq!(
        more.get().await["status"],
        "SHIPPING_FEE_CONTROL",
        "all of it is known"
    );

    let none = books.send_bill("Date;Amount\n1;2\n").await;
    assert_eq!(none.summary(), "201");
    books.app.run_jobs().await;
    let path = format!("/fulfillment-invoice/{}", none.id());
    let found = books.admin.get(&path).await;
    assert_eq!(found.data()["problem"], "This required column is missing.");
    let french = [("accept-language", "fr")];
    let found = books.admin.send("GET", &path, None, &french).await;
    assert_eq!(
        found.data()["rejected"][0],
        json!({ "line": 1, "column": null, "heading": "ID", "reason": "Cette colonne obligatoire manque." })
    );
    assert_eq!(
        found.data()["rejectedCount"],
        8,
        "each column that is missing"
    );
    assert_eq!(
        found.data()["problem"],
        "Cette colonne obligatoire manque.",
        "in the reader's language"
    );
    assert_eq!(
        books.send_bill("Date;Amount\n1;2\n").await.summary(),
        "201",
        "it may come again"
    );
    // Nor is one of which nothing can be read tried once more.
    let wrong = BILL[BILL.len() - 1];
    let none = books.send_bill(&csv(&vec![wrong; 10_001])).await;
    books.app.run_jobs().await;
    let path = format!("/fulfillment-invoice/{}", none.id());
    let found = books.admin.get(&path).await;
    assert_eq!(
        found.data()["problem"],
        "Too many lines cannot be read: is it the right file?"
    );
    assert_eq!(found.data()["rejectedCount"], 10_000);
    let shown = found.data()["rejected"].as_array().map(Vec::len);
    assert_eq!(shown, Some(100), "the first of them");

    let upload = async |changed: (&'static str, &'static str)| {
        let fields = [
            ("provider", "bigblue"),
            ("start", "2026-10-01"),
            ("end", "2026-10-31"),
        ];
        let fields = fields.map(|(name, value)| {
            if name == changed.0 {
                changed
            } else {
                (name, value)
            }
        });
        let files = [("file", "other.csv", "ID\n".as_bytes())];
        books
            .admin
            .upload("/fulfillment-invoice", &fields, &files)
            .await
            .issues()
    };
    for (changed, issue) in [
        (("provider", "gorgias"), "provider option"),
        (("provider", ""), "provider required"),
        (("start", "soon"), "start date"),
        (("start", "2026-11-01"), "end dateOrder"),
        (("end", "2126-10-31"), "end date"),
        (("end", "2090-10-31"), "end max"),
    ] {
        assert_eq!(upload(changed).await, [issue], "{changed:?}");
    }
    let fields = [
        ("provider", "bigblue"),
        ("start", "2026-10-01"),
        ("end", "2026-10-31"),
    ];
    let picture = [("file", "bill.csv", b"\x89PNG\r\n\x1a\n".as_slice())];
    let picture = books
        .admin
        .upload("/fulfillment-invoice", &fields, &picture)
        .await;
    assert_eq!(picture.issues(), ["file fileType"]);
    let bare = books
        .admin
        .upload("/fulfillment-invoice", &[("provider", "bigblue")], &[])
        .await;
    assert_eq!(bare.issues(), ["file required"]);
    let kept: i64 =
        sqlx::query_scalar("select count(*) from files where entity = 'provider-invoice'")
            .fetch_one(&books.app.app.db)
            .await
            .expect("a count");
    assert_eq!(kept, 5, "a file an invoice");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn of_many_who_validate_at_once_one_does(db: PgPool) {
    let books = Books::shipping(db).await;
    let bill = books.bill(&BILL).await;
    bill.decide().await;
    let edition = text(&bill.get().await["updatedAt"]);
    let headers = [("if-match", edition.as_str())];
    let validate = || {
        let body = json!({ "status": "SUMMARY", "to": "VALIDATED" });
        books.admin.send("PATCH", &bill.path, Some(body), &headers)
    };
    let mut answers: Vec<String> = join_all((0..8).map(|_| validate()))
        .await
        .iter()
        .map(Answer::summary)
        .collect();
    answers.sort();
    assert_eq!(answers[0], "200");
    assert!(
        answers[1..].iter().all(|answer| answer.starts_with("409")),
        "{answers:?}"
    );
    assert_eq!(books.passed_on().await.len(), 3);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_a_merchants_invoice_took_stays(db: PgPool) {
    let books = Books::shipping(db).await;
    let bill = books.bill(&BILL).await;
    bill.decide().await;
    bill.goes(json!({ "to": "VALIDATED" })).await;
    let before = books.passed_on().await;
    let invoice = "with i as (
            insert into invoices (id, organization_id, store_id, title, shop_name, start_at, end_at, deadline_at, vat, organization_vat,
                organization_ownership, sales_report, internal_shipping, total_fees, total_commissions, total_taxes, total_amount,
                difference_ex_vat, difference_amount, company_status, author)
            select gen_random_uuid(), organization_id, store_id, 'T', 'S', '2026-10-01', '2026-10-31', '2026-11-30', 'FR_200', 20, 100, '{}',
                0, 0, 0, 0, 0, 0, 0, 0, 'Ada' from store_organizations where store_id = $1 returning id),
         l as (insert into invoice_lines (id, invoice_id, section, title, position, label, category, quantity, amount, total)
            select gen_random_uuid(), id, 'FEES', 'T', 0, 'L', 'LOGISTICS', 1, 2.6, 2.6 from i returning id)
         insert into invoice_fees (line_id, fee_id, organization_id, amount, fee_amount)
            select l.id, f.id, o.organization_id, 2.6, 2.6 from l, fees f join store_organizations o on o.store_id = f.store_id
            where f.type = 'Fulfillment'";
    sqlx::query(invoice)
        .bind(books.store)
        .execute(&books.app.app.db)
        .await
        .expect("an invoice");
    let detail = bill.get().await;
    let taken: Vec<bool> = (0..3)
        .map(|at| detail["lines"][at]["fee"]["isInvoiced"] == json!(true))
        .collect();
    assert_eq!(taken, [true, false, false]);
    assert_eq!(bill.goes(json!({ "to": "SUMMARY" })).await, "SUMMARY");
    let left = books.passed_on().await;
    assert_eq!(
        left.iter().map(|fee| fee.0.as_str()).collect::<Vec<_>>(),
        ["Fulfillment"]
    );
    assert_eq!(bill.goes(json!({ "to": "VALIDATED" })).await, "VALIDATED");
    assert_eq!(books.passed_on().await, before, "and nothing comes twice");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_somebody_decided_is_kept_for_the_next_month_and_can_be_forgotten(db: PgPool) {
    let books = Books::shipping(db).await;
    let first = books.bill(&BILL).await;
    let rule = json!({ "fulfillmentId": "MUSI", "storeId": books.store, "isPrefix": true, "isKept": true });
    assert_eq!(
        first
            .goes(json!({ "orderMappings": [rule], "to": "SUMMARY" }))
            .await,
        "SHIPPING_FEE_CONTROL"
    );
    let lines = [
        "MUSIX77,Fulfillment,One,1,1.00,1.00,EUR,FR",
        "MUSIX1,Gift wrap,Ribbon,1,2.50,2.50,EUR,FR",
    ];
    let next = books.bill(&lines).await;
    assert_eq!(
        next.get().await["status"],
        "OTHER_SERVICES",
        "the order is mapped by the rule"
    );
    let rules = books
        .admin
        .get("/fulfillment-invoice/rule?provider=bigblue")
        .await;
    let rule = &rules.data()[0];
    assert_eq!(
        [&rule["prefix"], &rule["subject"], &rule["isExact"]],
        [&json!("MUSI"), &json!("ORDER"), &json!(false)]
    );
    let path = format!("/fulfillment-invoice/rule/{}", text(&rule["id"]));
    assert_eq!(books.admin.delete(&path).await.summary(), "204");
    assert_eq!(
        books.admin.delete(&path).await.summary(),
        "404 NotFoundResourceException"
    );
    let after = books
        .bill(&["MUSIX78,Fulfillment,One,1,1.00,1.00,EUR,FR"])
        .await;
    assert_eq!(after.get().await["status"], "ORDER_MAPPING");
    // A service is billed as it was decided last.
    let billed =
        json!({ "serviceMargin": [{ "service": "Gift wrap", "margin": "12.5" }], "to": "SUMMARY" });
    assert_eq!(next.goes(billed).await, "SUMMARY");
    let last = books
        .bill(&["MUSIX1,Gift wrap,Ribbon,2,2.50,5.00,EUR,FR"])
        .await;
    let last = last.get().await;
    assert_eq!(last["status"], "OTHER_SERVICES");
    assert_eq!(last["services"][0]["margin"], "12.50");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn customers_hear_of_the_fee_and_not_of_the_invoice(db: PgPool) {
    let books = Books::shipping(db).await;
    // A dearer way to somewhere else changes nothing here.
    let other = carrier(&books.app, "bigblue", "express").await;
    price(&books.app, None, other, "BE", (0, 1_000), "9.90").await;
    let bill = books.bill(&BILL).await;
    bill.decide().await;
    bill.goes(json!({ "to": "VALIDATED" })).await;
    let customer = books
        .app
        .customer(books.organization, &[books.store], &[ReadFee])
        .await;
    let fees = customer.get("/finance/fee").await;
    let fee = &fees.data()[0];
    assert_eq!(
        [
            &fee["cause"],
            &fee["causeId"],
            &fee["causeName"],
            &fee["internalAmount"]
        ],
        [
            &json!("PROVIDER_INVOICE"),
            &Value::Null,
            &Value::Null,
            &Value::Null
        ]
    );
    assert_eq!(
        customer.get(&bill.path).await.summary(),
        "403 ForbiddenRoleException"
    );
    assert_eq!(
        customer.get("/fulfillment-invoice").await.summary(),
        "403 ForbiddenRoleException"
    );
    let staff = books.admin.get("/finance/fee").await;
    assert_eq!(staff.data()[0]["causeName"], "Bigblue octobre");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn parcels_are_summed_up_and_what_is_beyond_the_agreed_price_is_a_claim(db: PgPool) {
    let books = Books::shipping(db).await;
    let bill = books.bill(&BILL).await;
    bill.decide().await;
    let claims = bill.below("claim").await;
    let rows: Vec<_> = claims
        .iter()
        .map(|row| (text(&row["fulfillmentId"]), text(&row["beyond"])))
        .collect();
    assert_eq!(rows, [("MUSIX2".to_owned(), "0.46".to_owned())]);
    let export = books
        .admin
        .post(&format!("{}/claim/export", bill.path), json!({}))
        .await;
    assert_eq!(export.summary(), "202", "{}", export.json);
    for (by, names) in [("STORE", 1), ("CARRIER", 1), ("COUNTRY", 1)] {
        let sums = bill.below(&format!("shipping/sum?by={by}")).await;
        assert_eq!(sums.len(), names, "{sums:?}");
        assert_eq!(
            [&sums[0]["amount"], &sums[0]["overcharged"]],
            ["14.74", "0.46"],
            "{sums:?}"
        );
    }
    let unknown = format!("{}/shipping/sum?by=WEEK", bill.path);
    assert_eq!(books.admin.get(&unknown).await.status.as_u16(), 400);

    // What is left of a validated invoice is its month's; the running month is estimated by it.
    assert_eq!(bill.goes(json!({ "to": "VALIDATED" })).await, "VALIDATED");
    let read = bill.get().await;
    let margins = books.admin.get("/fulfillment-invoice/margin").await;
    assert_eq!(margins.summary(), "200", "{}", margins.json);
    let month = &margins.data()["months"][0];
    assert_eq!(month["month"], "2026-10-01");
    for figure in ["amount", "amountCharged", "amountPaidByCustomer", "margin"] {
        assert_eq!(month[figure], read[figure], "{figure}");
    }
    assert_eq!(margins.data()["forecast"]["billedOrders"], 3);
    let of = |store: Uuid| format!("/fulfillment-invoice/margin?storeId={store}");
    let nobody = books.admin.get(&of(Uuid::nil())).await;
    assert_eq!(nobody.issues(), ["storeId option"]);
    let store = books.admin.get(&of(books.store)).await;
    assert_eq!(store.data()["months"].as_array().unwrap().len(), 1);

    // A correction that comes after it is a part of the month, and not what the next one is estimated by alone.
    let correction = books
        .bill(&["MUSIX1,Fulfillment,Again,1,1.00,1.00,EUR,FR"])
        .await;
    let mut status = text(&correction.get().await["status"]);
    while status != "SUMMARY" {
        let next = correction.goes(json!({ "status": status, "to": "SUMMARY" }));
        status = next.await;
    }
    assert_eq!(
        correction.goes(json!({ "to": "VALIDATED" })).await,
        "VALIDATED"
    );
    let both = books.admin.get("/fulfillment-invoice/margin").await;
    let (before, after) = (&margins.data()["forecast"], &both.data()["forecast"]);
    assert_eq!(after["billedOrders"], 3);
    let rise = decimal(&after["amount"]) - decimal(&before["amount"]);
    let orders = decimal(&after["shippedOrders"]) + decimal(&after["openOrders"]);
    let beyond = rise - orders / Decimal::from(3);
    assert!(
        beyond.abs() < Decimal::new(2, 2),
        "{rise} for {orders} orders"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn gaps_are_found_and_stay_what_they_are(db: PgPool) {
    let books = Books::shipping(db).await;
    let pool = &books.app.app.db;
    let unbilled = New::of(books.store, "A-3").insert(pool).await;
    sqlx::query("update orders set provider = 'bigblue', provider_id = 'MUSIX3', status = 'SHIPPED' where id = $1")
        .bind(unbilled)
        .execute(pool)
        .await
        .unwrap();
    sqlx::query("update orders set shipped_at = '2026-10-15T10:00:00Z'")
        .execute(pool)
        .await
        .unwrap();
    books.bill(&BILL).await;
    let again = ["MUSIX1,Fulfillment,Again,1,1.00,1.00,EUR,FR"];
    books.bill(&again).await;
    sqlx::query(
        "update orders set shipped_at = null, status = 'CANCELLED' where provider_id = 'MUSIX2'",
    )
    .execute(pool)
    .await
    .unwrap();
    let found = async || {
        let asked = json!({ "provider": "bigblue" });
        let asked = books
            .admin
            .post("/fulfillment-invoice/gap/find", asked)
            .await;
        assert_eq!(asked.summary(), "202", "{}", asked.json);
        books.app.run_jobs().await;
        let gaps = books.admin.get("/fulfillment-invoice/gap").await;
        assert_eq!(gaps.summary(), "200", "{}", gaps.json);
        gaps.data().as_array().expect("gaps").clone()
    };
    let gaps = found().await;
    let rows: Vec<_> = gaps
        .iter()
        .map(|gap| {
            [&gap["kind"], &gap["fulfillmentId"], &gap["amount"]]
                .map(text)
                .join(" ")
        })
        .collect();
    let mut sorted = rows.clone();
    sorted.sort_unstable();
    assert_eq!(
        sorted,
        [
            "BILLED_TWICE MUSIX1 1.00",
            "CANCELLED MUSIX2 9.10",
            "STORAGE_WITHOUT_STOCK CPSL-000001-0001 4.00",
            "UNBILLED MUSIX3 6.95",
            "UNKNOWN MUSIX9 1.00",
        ]
    );
    let sums = books.admin.get("/fulfillment-invoice/gap/sum").await;
    let counts = sums.data()[0]["kinds"].as_array().unwrap().iter();
    assert!(counts.clone().all(|sum| sum["count"] == 1), "{}", sums.json);
    let ids = |gaps: &[Value]| gaps.iter().map(|gap| text(&gap["id"])).collect::<Vec<_>>();
    assert_eq!(
        ids(&found().await),
        ids(&gaps),
        "found again they are the same"
    );
    let unknown = json!({ "provider": "nobody" });
    let unknown = books
        .admin
        .post("/fulfillment-invoice/gap/find", unknown)
        .await;
    assert_eq!(unknown.issues(), ["provider option"]);
}

/// Lines that a provider might bill: each with its price in cents, none where it cannot be read. The first number makes each bill's
/// file another.
fn drawn(rng: &mut StdRng, number: usize) -> Vec<(String, Option<i64>)> {
    const IDS: [&str; 7] = [
        "MUSIX1",
        "MUSIX2",
        "MUSIX8",
        "NOVAX1",
        "CPSL-000001-0001",
        "CPSL-000009-0001",
        "",
    ];
    const SERVICES: [&str; 7] = [
        "Shipping - Transport",
        "Shipping - Fuel Surcharge",
        "Shipping - Extra fee",
        "Fulfillment",
        "Returns",
        "Storage",
        "Gift wrap",
    ];
    let first = (
        format!("MUSIX1,Fulfillment,Bill {number},1,1.00,1.00,EUR,FR"),
        Some(100),
    );
    let others = (0..rng.random_range(1..60)).map(|_| {
        let (id, service) = (
            IDS[rng.random_range(0..7)],
            SERVICES[rng.random_range(0..7)],
        );
        // Nothing costs nothing: such lines only inform.
        let cents = match rng.random_range(-500..2_000_i64) {
            0 => 1,
            cents => cents,
        };
        let price = Decimal::new(cents, 2);
        match rng.random_range(0..12) {
            0 => (format!("{id},{service},,1,{price},{price},USD,FR"), None),
            1 => (format!("{id},{service},,many,{price},{price},EUR,FR"), None),
            _ => (
                format!("{id},{service},,1,{price},{price},EUR,FR"),
                Some(cents),
            ),
        }
    });
    iter::once(first).chain(others).collect()
}

impl Bill<'_> {
    /// Decides whatever is open at each step, at random, until there is nothing left but the summary.
    async fn decide_at_random(&self, rng: &mut StdRng) -> Value {
        loop {
            let bill = self.get().await;
            let mut owner = || match rng.random_bool(0.7) {
                true => json!(self.books.store),
                false => Value::Null,
            };
            let mut map = |ids: &Value, id_of: &str| -> Value {
                let ids = ids.as_array().expect("ids").iter();
                let open = ids.filter(|id| id["isDecided"] != true);
                open.map(|id| json!({ "fulfillmentId": id[id_of], "storeId": owner() }))
                    .collect()
            };
            let step = text(&bill["status"]);
            let rejected = if bill["rejectedCount"] == 0 { 0 } else { 1_234 };
            let stated = decimal(&bill["amount"]) + Decimal::new(rejected, 2);
            let mut change = json!({
                "status": step, "to": "SUMMARY", "rejectedAmount": Decimal::new(rejected, 2), "statedAmount": stated,
            });
            match step.as_str() {
                "ORDER_MAPPING" => {
                    change["orderMappings"] = map(&bill["unmappedOrders"], "fulfillmentId")
                }
                "PRODUCT_MAPPING" => {
                    change["productMappings"] = map(&bill["productMappings"], "sku")
                }
                "SHIPPING_EXCEPTIONS_FEE_CONTROL" => {
                    change["shippingExceptions"] = json!([{ "isSelected": rng.random_bool(0.5) }]);
                }
                "OTHER_SERVICES" => {
                    change["otherServices"] = json!([{ "storeId": owner() }]);
                    let services = bill["services"].as_array().expect("services").iter();
                    let new = services.filter(|service| service["isBilled"].is_null());
                    let decided = new.map(|new| {
                        json!({ "service": new["service"], "isBilled": rng.random_bool(0.5), "margin": "7.5" })
                    });
                    change["serviceMargin"] = decided.collect();
                }
                "SUMMARY" => return bill,
                _ => {}
            }
            self.goes(change).await;
        }
    }
}

fn decimal(value: &Value) -> Decimal {
    text(value).parse().expect("a figure")
}

/// Every fee there is but for its id and times.
async fn ledger(db: &PgPool) -> Vec<(String, String, String, String)> {
    let query = "select store_id::text, cause || ' ' || type || ' ' || category, internal_amount::text, customer_amount::text
        from fees where deleted_at is null order by 1, 2, 3, 4";
    let fees = sqlx::query_as(query).fetch_all(db).await;
    fees.expect("fees")
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn whatever_a_bill_says_each_line_is_in_one_place_and_sums_agree(db: PgPool) {
    let books = Books::shipping(db).await;
    let pool = &books.app.app.db;
    let seed: u64 = env::var("BILLS_SEED").ok().map_or_else(
        || rand::rng().random(),
        |seed| seed.parse().expect("a number"),
    );
    eprintln!("BILLS_SEED={seed}");
    let mut rng = StdRng::seed_from_u64(seed);
    for number in 0..8 {
        let lines = drawn(&mut rng, number);
        let before = ledger(pool).await;
        let texts: Vec<&str> = lines.iter().map(|(line, _)| line.as_str()).collect();
        let bill = books.bill(&texts).await;
        let read = bill.get().await;
        assert_eq!(read["problem"], Value::Null);

        // The file's lines are those that were read and those that were not, each in one place.
        let query = "select line, true, is_decided or order_id is not null from provider_invoice_lines where invoice_id = $1
            union all select line, false, true from provider_invoice_rejects where invoice_id = $1 order by 1";
        let id: Uuid = text(&read["id"]).parse().unwrap();
        let places = async || -> Vec<(i32, bool, bool)> {
            let places = sqlx::query_as(query).bind(id).fetch_all(pool).await;
            places.expect("places")
        };
        let taken = places()
            .await
            .into_iter()
            .map(|(line, taken, _)| (line, taken));
        let expected = (2_i32..).zip(lines.iter().map(|(_, cents)| cents.is_some()));
        assert!(taken.eq(expected), "bill {number}");
        let amount: i64 = lines.iter().filter_map(|(_, cents)| *cents).sum();
        assert_eq!(decimal(&read["amount"]), Decimal::new(amount, 2));

        let summed = bill.decide_at_random(&mut rng).await;
        assert!(
            places().await.iter().all(|(.., decided)| *decided),
            "nothing is left aside"
        );
        let rows = summed["lines"].as_array().expect("lines");
        let sum = |field: &str| rows.iter().map(|row| decimal(&row[field])).sum::<Decimal>();
        assert_eq!(
            sum("amount"),
            Decimal::new(amount, 2),
            "nothing is summed twice"
        );
        for row in rows {
            let [amount, charged, paid, margin] =
                ["amount", "amountCharged", "amountPaidByCustomer", "margin"]
                    .map(|field| decimal(&row[field]));
            assert_eq!(margin, charged + paid - amount, "{row}");
        }

        // Validated it brings what the summary says; taken back it leaves no trace; again it is the same.
        assert_eq!(bill.goes(json!({ "to": "VALIDATED" })).await, "VALIDATED");
        let after = ledger(pool).await;
        let charged = |ledger: &[(String, String, String, String)]| {
            let amounts = ledger.iter().map(|(.., amount)| amount.parse::<Decimal>());
            amounts
                .map(|amount| amount.expect("an amount"))
                .sum::<Decimal>()
        };
        assert_eq!(charged(&after) - charged(&before), sum("amountCharged"));
        assert_eq!(bill.goes(json!({ "to": "SUMMARY" })).await, "SUMMARY");
        assert_eq!(ledger(pool).await, before);
        assert_eq!(bill.goes(json!({ "to": "VALIDATED" })).await, "VALIDATED");
        assert_eq!(ledger(pool).await, after);
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_was_paid_in_another_currency_is_not_held_against_euros(db: PgPool) {
    let books = Books::shipping(db).await;
    sqlx::query(
        "update orders set currency = 'JPY', shipping_price = 590 where provider_id = 'MUSIX1'",
    )
    .execute(&books.app.app.db)
    .await
    .unwrap();
    let bill = books
        .bill(&["MUSIX1,Shipping - Transport,Colissimo,1,5.64,5.64,EUR,FR"])
        .await;
    let exceptions = bill.below("shipping-exceptions").await;
    let parcel = &exceptions[0];
    assert_eq!(
        [
            &parcel["exception"],
            &parcel["price"]["consumer"],
            &parcel["price"]["difference"]
        ]
        .map(text),
        ["FOREIGN_CURRENCY", "0", "6.57"]
    );
}
