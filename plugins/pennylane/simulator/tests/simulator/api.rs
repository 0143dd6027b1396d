//! The simulator over HTTP, as a client meets it.

use pennylane_simulator::{Calls, Mode, SimClock, Simulator, SimulatorConfig, TOKEN, Trouble};
use serde_json::{Value, json};
use simulator_kit::testing::{self, read};
use std::ops::Deref;
use ureq::http::Request;

struct Bench(testing::Bench<Simulator>);

impl Deref for Bench {
    type Target = testing::Bench<Simulator>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl Bench {
    fn new(rate_limit: Option<u32>) -> Self {
        let config = SimulatorConfig {
            port: 0,
            seed: 3,
            invoices: 3,
            rate_limit,
            clock: SimClock::fixed("2026-11-20T09:00:00Z".parse().unwrap()),
        };
        Self(testing::Bench::new(
            Simulator::start(config),
            |simulator| simulator.base_url() + "/api/external/v2",
            |token| ("authorization", format!("Bearer {token}")),
            TOKEN,
        ))
    }

    fn control(&self, path: &str, body: &Value) -> u16 {
        let request = Request::builder()
            .method("POST")
            .uri(format!("{}/control{path}", self.simulator.base_url()))
            .header("content-type", "application/json")
            .body(body.to_string())
            .unwrap();
        self.agent.run(request).unwrap().status().as_u16()
    }

    /// The status that a document is taken or refused with, and its id.
    fn attach(&self, content: &str) -> (u16, Value) {
        let form = format!(
            "--b\r\ncontent-disposition: form-data; name=\"file\"; filename=\"F.pdf\"\r\n\r\n{content}\r\n--b--\r\n"
        );
        let request = Request::builder()
            .method("POST")
            .uri(format!(
                "{}/api/external/v2/file_attachments",
                self.simulator.base_url()
            ))
            .header("authorization", format!("Bearer {TOKEN}"))
            .header("content-type", "multipart/form-data; boundary=b")
            .body(form)
            .unwrap();
        let (status, body) = read(self.agent.run(request).unwrap());
        (status, body["id"].clone())
    }

    /// An invoice of 194.40 euros that would be taken.
    fn good(&self, number: &str) -> Value {
        let customer = self.get("/customers")["items"][0]["id"].clone();
        json!({
            "file_attachment_id": self.attach("%PDF").1, "customer_id": customer, "date": "2026-11-20",
            "deadline": "2026-12-20", "invoice_number": number, "external_reference": number,
            "currency": "EUR", "currency_amount_before_tax": "162.00", "currency_tax": "32.40",
            "currency_amount": "194.40", "amount": "194.40", "tax": "32.40", "import_as_incomplete": false,
            "invoice_lines": [{ "label": "Préparation", "quantity": 120, "unit": "piece",
                "raw_currency_unit_price": "1.35", "currency_amount": "194.40", "currency_tax": "32.40",
                "amount": "194.40", "tax": "32.40", "vat_rate": "FR_200", "ledger_account_id": 1_300_000_012_u64 }],
        })
    }

    fn import(&self, invoice: Value) -> (u16, Value) {
        self.call("POST", "/customer_invoices/import", invoice)
    }

    fn imported(&self, number: &str) -> Value {
        let (status, invoice) = self.import(self.good(number));
        assert_eq!(status, 201, "{invoice}");
        invoice
    }
}

/// A filter in a query.
fn filter(conditions: &Value) -> String {
    let text = conditions.to_string();
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

#[test]
fn only_a_token_with_the_scope_opens_it() {
    let bench = Bench::new(None);
    let (status, body) = read(bench.send("x", "GET", "/me", &Value::Null));
    assert_eq!((status, &body["status"]), (401, &json!(401)));
    let me = bench.get("/me");
    assert_eq!(me["company"]["name"], "Comptoir SAS");
    assert_eq!(me["scopes"][0], "customer_invoices:all");
    let readonly = "demo-token-comptoir-readonly";
    let path = "/customer_invoices/import";
    let (status, body) = read(bench.send(readonly, "POST", path, &json!({})));
    assert_eq!(
        (status, &body["error"]),
        (403, &json!("Missing scope: customer_invoices:all"))
    );
    // Companies see their own only.
    let id = bench.imported("F-1")["id"].to_string();
    let path = format!("/customer_invoices/{id}");
    assert_eq!(bench.call("GET", &path, Value::Null).0, 200);
    let other = bench.send("demo-token-voisin", "GET", &path, &Value::Null);
    assert_eq!(other.status(), 404);
    assert_eq!(bench.call("GET", "/nothing", Value::Null).0, 404);
}

#[test]
fn the_limit_is_told_in_headers() {
    let bench = Bench::new(Some(2));
    let first = bench.send(TOKEN, "GET", "/me", &Value::Null);
    assert_eq!(first.headers()["ratelimit-limit"], "2");
    assert_eq!(first.headers()["ratelimit-remaining"], "1");
    assert!(first.headers().contains_key("ratelimit-reset"));
    bench.get("/me");
    let third = bench.send(TOKEN, "GET", "/me", &Value::Null);
    assert_eq!(third.status(), 429);
    let wait: u32 = third.headers()["retry-after"]
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    assert!((1..=5).contains(&wait));
    // Another token has its own.
    let other = bench.send("demo-token-voisin", "GET", "/me", &Value::Null);
    assert_eq!(other.status(), 200);
}

#[test]
fn lists_go_by_cursor_newest_first_and_know_their_filters() {
    let bench = Bench::new(None);
    let mut ids = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = bench.get(&format!("/customer_invoices?limit=2{cursor}"));
        for item in page["items"].as_array().unwrap() {
            ids.push(item["id"].as_u64().unwrap());
        }
        let Some(next) = page["next_cursor"].as_str() else {
            assert_eq!(page["has_more"], false);
            break;
        };
        cursor = format!("&cursor={next}");
    }
    assert_eq!(ids.len(), 3);
    assert!(ids.is_sorted_by(|one, next| one > next));
    let found = |path: &str, conditions: Value| {
        let page = bench.get(&format!("{path}?filter={}", filter(&conditions)));
        page["items"].as_array().unwrap().len()
    };
    let one = json!([{ "field": "id", "operator": "in", "value": [ids[0].to_string(), "1"] }]);
    assert_eq!(found("/customer_invoices", one), 1);
    let none = json!([{ "field": "external_reference", "operator": "eq", "value": "x" }]);
    assert_eq!(found("/customer_invoices", none), 0);
    let of = json!([{ "field": "number", "operator": "eq", "value": "706000" }]);
    assert_eq!(found("/ledger_accounts", of), 3);
    let of = json!([{ "field": "number", "operator": "start_with", "value": "70" }]);
    assert_eq!(found("/ledger_accounts", of), 15);
    for path in [
        "/customer_invoices?limit=101".to_owned(),
        "/customer_invoices?page=2".into(),
        "/customer_invoices?cursor=x".into(),
        "/customer_invoices?filter=x".into(),
        format!(
            "/ledger_accounts?filter={}",
            filter(&json!([{ "field": "number", "operator": "in", "value": ["1"] }]))
        ),
        format!(
            "/customer_invoices?filter={}",
            filter(&json!([{ "field": "paid", "operator": "eq", "value": true }]))
        ),
    ] {
        assert_eq!(bench.call("GET", &path, Value::Null).0, 400, "{path}");
    }
}

#[test]
fn an_invoice_is_imported_once_a_number_and_a_reference() {
    let bench = Bench::new(None);
    let invoice = bench.imported("F-1");
    assert_eq!(invoice["currency_amount"], "194.4");
    assert_eq!(invoice["status"], "upcoming");
    let (status, body) = bench.import(bench.good("F-1"));
    assert_eq!(status, 422);
    assert_eq!(
        body["message"],
        "Le numéro de facture est déjà utilisé par une autre facture"
    );
    let mut other = bench.good("F-2");
    other["external_reference"] = "F-1".into();
    assert_eq!(bench.import(other).0, 409);
    let mut used = bench.good("F-3");
    used["file_attachment_id"] = {
        let first = bench.good("F-4");
        bench.import(first.clone());
        first["file_attachment_id"].clone()
    };
    assert_eq!(bench.import(used).0, 409);
    let mut unnamed = bench.good("F-5");
    unnamed
        .as_object_mut()
        .unwrap()
        .remove("external_reference");
    let (_, unnamed) = bench.import(unnamed);
    assert_eq!(unnamed["external_reference"].as_str().unwrap().len(), 10);
    let booked = bench.simulator.booked();
    assert_eq!((booked.imports["F-1"], booked.attempts["F-1"]), (1, 3));
}

#[test]
fn what_is_wrong_is_refused() {
    let bench = Bench::new(None);
    for (at, value, status) in [
        ("/file_attachment_id", json!(1), 422),
        ("/customer_id", json!(1), 422),
        ("/date", json!("20/11/2026"), 422),
        ("/currency_amount", json!(194.4), 400),
        ("/currency_amount", json!("194,40"), 422),
        ("/currency_amount", json!("194.41"), 422),
        ("/currency_tax", json!("32.41"), 422),
        ("/amount", json!("194.41"), 422),
        ("/invoice_lines", json!([]), 422),
        ("/invoice_lines/0/currency_amount", json!("194.39"), 422),
        ("/invoice_lines/0/currency_tax", json!("32.39"), 422),
        ("/invoice_lines/0/quantity", json!("120"), 400),
        (
            "/invoice_lines/0/raw_currency_unit_price",
            json!("1.3500001"),
            422,
        ),
        ("/invoice_lines/0/vat_rate", json!("FR_055"), 422),
        ("/invoice_lines/0/vat_rate", json!("any"), 422),
        ("/invoice_lines/0/ledger_account_id", json!(706_000), 422),
    ] {
        let mut invoice = bench.good("F-1");
        *invoice.pointer_mut(at).unwrap() = value;
        let (actual, body) = bench.import(invoice);
        assert_eq!(actual, status, "{at}: {body}");
    }
    let mut unknown = bench.good("F-1");
    unknown["colour"] = "red".into();
    assert_eq!(bench.import(unknown).0, 400);
    assert_eq!(bench.attach("<html>").0, 422);
    assert_eq!(
        bench.call("POST", "/file_attachments", json!({})).0,
        400,
        "no form"
    );
    assert_eq!(bench.simulator.state().invoices, 3);
}

#[test]
fn what_is_booked_is_final_and_its_document_takes_a_while() {
    let bench = Bench::new(None);
    let path = format!("/customer_invoices/{}", bench.imported("F-1")["id"]);
    let change = json!({ "label": "x" });
    assert_eq!(bench.call("PUT", &path, change).0, 422);
    assert_eq!(bench.call("DELETE", &path, Value::Null).0, 422);
    let send = format!("{path}/send_by_email");
    assert_eq!(bench.call("POST", &send, Value::Null).0, 409);
    assert_eq!(bench.control("/advance", &json!({ "seconds": 120 })), 204);
    assert_eq!(bench.call("POST", &send, Value::Null).0, 204);
    let lines = bench.get(&format!("{path}/invoice_lines"));
    assert_eq!(lines["items"][0]["vat_rate"], "FR_200");
}

#[test]
fn money_comes_by_hand() {
    let bench = Bench::new(None);
    let path = format!("/customer_invoices/{}", bench.imported("F-1")["id"]);
    let status = || {
        let invoice = bench.get(&path);
        (
            invoice["status"].as_str().unwrap().to_owned(),
            invoice["remaining_amount_with_tax"]
                .as_str()
                .unwrap()
                .to_owned(),
        )
    };
    let pay = |body: Value| bench.control("/payment", &body);
    assert_eq!(pay(json!({ "number": "F-1", "amount": "94.40" })), 204);
    assert_eq!(status(), ("partially_paid".into(), "100.0".into()));
    assert_eq!(pay(json!({ "number": "F-1", "amount": "100.01" })), 400);
    assert_eq!(pay(json!({ "number": "F-9" })), 400);
    assert_eq!(pay(json!({ "number": "F-1" })), 204);
    assert_eq!(status(), ("paid".into(), "0.0".into()));
    let payments = bench.get(&format!("{path}/payments"));
    assert_eq!(payments["items"].as_array().unwrap().len(), 2);
    let other = format!("/customer_invoices/{}", bench.imported("F-2")["id"]);
    let mark = format!("{other}/mark_as_paid");
    assert_eq!(bench.call("PUT", &mark, Value::Null).0, 204);
    assert_eq!(bench.get(&other)["paid"], true);
    bench.imported("F-3");
    bench.simulator.clock().advance(60 * 86_400);
    let late = json!([{ "field": "invoice_number", "operator": "eq", "value": "F-3" }]);
    let page = bench.get(&format!("/customer_invoices?filter={}", filter(&late)));
    assert_eq!(page["items"][0]["status"], "late");
    assert_eq!(bench.control("/delete", &json!({ "number": "F-3" })), 204);
    assert_eq!(
        bench.control("/status", &json!({ "number": "F-1", "status": "archived" })),
        204
    );
    assert!(bench.get(&path)["archived_at"].is_string());
}

#[test]
fn the_log_tells_changes_in_order_for_four_weeks() {
    let bench = Bench::new(None);
    let id = bench.imported("F-1")["id"].clone();
    bench.simulator.pay("F-1", None).unwrap();
    bench.simulator.delete("F-1").unwrap();
    let log = "/changelogs/customer_invoices";
    let page = bench.get(&format!("{log}?limit=1000"));
    let operations: Vec<&str> = page["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|item| item["id"] == id)
        .map(|item| item["operation"].as_str().unwrap())
        .collect();
    assert_eq!(operations, ["insert", "update", "delete"]);
    let page = bench.get(&format!("{log}?limit=4&start_date=2026-11-20T09:00:00Z"));
    assert_eq!(page["has_more"], true);
    let cursor = page["next_cursor"].as_str().unwrap().to_owned();
    let rest = bench.get(&format!("{log}?limit=4&cursor={cursor}"));
    assert_eq!(rest["items"].as_array().unwrap().len(), 2);
    for (query, status) in [
        (
            format!("start_date=2026-11-20T09:00:00Z&cursor={cursor}"),
            400,
        ),
        ("start_date=2026-10-01T00:00:00Z".into(), 422),
        ("start_date=yesterday".into(), 400),
        ("cursor=x".into(), 400),
        ("limit=1001".into(), 400),
    ] {
        let actual = bench.call("GET", &format!("{log}?{query}"), Value::Null).0;
        assert_eq!(actual, status, "{query}");
    }
    bench.simulator.clock().advance(29 * 86_400);
    assert_eq!(bench.get(log)["items"], json!([]));
    let stale = format!("{log}?cursor={cursor}");
    assert_eq!(bench.call("GET", &stale, Value::Null).0, 400);
}

#[test]
fn trouble_strikes_where_it_is_told_to() {
    let bench = Bench::new(None);
    let trouble = Trouble::times(Mode::Reset, 1).only(Calls::Imports);
    bench.simulator.trouble(trouble);
    let invoice = bench.good("F-1");
    let request = Request::builder()
        .method("POST")
        .uri(format!(
            "{}/api/external/v2/customer_invoices/import",
            bench.simulator.base_url()
        ))
        .header("authorization", format!("Bearer {TOKEN}"))
        .body(invoice.to_string())
        .unwrap();
    assert!(bench.agent.run(request).is_err());
    // What was asked for is done.
    assert_eq!(bench.simulator.booked().imports["F-1"], 1);
    assert_eq!(bench.simulator.state().trouble_hits, 1);
    bench.simulator.trouble(Trouble::times(Mode::Errors502, 1));
    assert_eq!(bench.call("GET", "/me", Value::Null).0, 502);
    let bad = json!({ "mode": "errors500", "share": 2.0 });
    assert_eq!(bench.control("/trouble", &bad), 400);
}
