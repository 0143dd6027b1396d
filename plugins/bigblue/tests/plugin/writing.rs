//! What the plugin writes at the provider, and what it reads beside orders and products.

use crate::common::{Bench, connector};
use bigblue_plugin::Bigblue;
use bigblue_simulator::{Mode, Trouble};
use comptoir_plugin_sdk::commerce::{Changes, InboundStatus, OrderLine, OrderStatus, Outcome};
use comptoir_plugin_sdk::fulfilment::OrderDraft;
use comptoir_plugin_sdk::routes::{Request, Response};
use comptoir_plugin_sdk::schedule::{Done, Task};
use comptoir_plugin_sdk::testing::assert_invoices;
use comptoir_plugin_sdk::webhooks::Event;
use comptoir_plugin_sdk::{
    Address, Connector, Error, ErrorKind, Fulfilment, Money, Routes, Schedule, Webhooks,
};
use serde_json::{Value, json};

fn euros(minor: i64) -> Money {
    Money::new(minor, "EUR").unwrap()
}

fn draft(key: &str, attempt: u32) -> OrderDraft {
    OrderDraft {
        key: key.into(),
        reference: format!("SEED-{key}"),
        attempt,
        first_tried_at: "2026-11-20T09:00:00Z".into(),
        language: "fr".into(),
        currency: "EUR".into(),
        lines: vec![OrderLine {
            sku: "MUSI-000101-0001".into(),
            quantity: 2,
            unit_price: euros(1_000),
            unit_tax: euros(200),
            discount: euros(100),
        }],
        shipping_method: "standard".into(),
        shipping_price: euros(590),
        shipping_tax: euros(118),
        shipping_address: Address {
            company: String::new(),
            first_name: "Ana".into(),
            last_name: "B".into(),
            line1: "2 rue B".into(),
            line2: String::new(),
            city: "Bruxelles".into(),
            zip: "1000".into(),
            state: String::new(),
            country: "BE".into(),
            phone: String::new(),
            email: "ana@example.com".into(),
        },
        billing_address: None,
        extra: Vec::new(),
    }
}

fn push(bench: &Bench, drafts: &[OrderDraft]) -> Vec<Result<(String, bool), ErrorKind>> {
    let outcomes = Bigblue
        .push_orders(&bench.host, &bench.musi, drafts)
        .unwrap();
    let outcomes = outcomes.into_iter().map(|outcome| match outcome {
        Outcome::Done(pushed) => Ok((pushed.id, pushed.existed)),
        Outcome::Failed(error) => Err(error.kind),
    });
    outcomes.collect()
}

#[test]
fn an_order_whose_answer_was_lost_is_found_and_not_sent_twice() {
    let bench = Bench::with(100, None);
    let before = bench.order_count();
    bench.simulator.trouble(Trouble::times(Mode::LostOrder, 1));
    assert_eq!(
        push(&bench, &[draft("k-1", 1)]),
        [Err(ErrorKind::Unavailable)]
    );
    assert_eq!(bench.order_count(), before + 1);
    // It may take a while until it is tried again.
    bench.advance(2_400);
    let before = bench.order_count();
    let again = push(&bench, &[draft("k-1", 2)]);
    let (id, existed) = again[0].clone().unwrap();
    assert!(existed, "{id}");
    assert_eq!(bench.order_count(), before);
    // One that never arrived is sent, though it was tried before.
    let (other, existed) = push(&bench, &[draft("k-2", 2)])[0].clone().unwrap();
    assert!(!existed);
    assert_ne!(other, id);
    assert_eq!(bench.order_count(), before + 1);
}

#[test]
fn one_refused_order_stops_no_other() {
    let bench = Bench::with(10, None);
    let mut poisoned = draft("k-2", 1);
    poisoned.lines[0].sku = "MUSI-999999-0001".into();
    let outcomes = push(&bench, &[draft("k-1", 1), poisoned, draft("k-3", 1)]);
    assert!(outcomes[0].is_ok() && outcomes[2].is_ok());
    assert_eq!(outcomes[1], Err(ErrorKind::Rejected));
}

#[test]
fn an_order_is_cancelled_until_it_is_prepared() {
    let bench = Bench::with(300, None);
    let (id, _) = push(&bench, &[draft("k-1", 1)])[0].clone().unwrap();
    let cancelled = Bigblue.cancel_order(&bench.host, &bench.musi, &id).unwrap();
    assert_eq!(cancelled.status, OrderStatus::Cancelled);
    // Asking again is no error.
    let again = Bigblue.cancel_order(&bench.host, &bench.musi, &id).unwrap();
    assert_eq!(again.status, OrderStatus::Cancelled);
    let orders = bench.sync(None, 500).unwrap().orders;
    let delivered = orders
        .iter()
        .find(|order| {
            order.state.status == OrderStatus::Delivered && order.state.tracking.is_some()
        })
        .unwrap();
    let refusal = Bigblue.cancel_order(&bench.host, &bench.musi, &delivered.state.id);
    assert_eq!(refusal.unwrap_err().kind, ErrorKind::Conflict);
    let parcels = Bigblue
        .trackings(&bench.host, &bench.musi, &delivered.state.id)
        .unwrap();
    assert!(parcels[0].events.len() >= 2);
    assert!(parcels[0].events.is_sorted_by_key(|event| &event.at));
}

#[test]
fn bundles_and_inbound_shipments_come_with_their_parts() {
    let bench = Bench::with(10, None);
    let bundles = Bigblue
        .bundles(&bench.host, &bench.musi, None, 500)
        .unwrap();
    assert!(bundles.whole && !bundles.more && bundles.rejected.is_empty());
    let varied = bundles
        .items
        .iter()
        .find(|bundle| bundle.sku == "MUSIBU-900002-0001")
        .unwrap();
    assert_eq!((varied.components.len(), varied.variants.len()), (1, 4));
    assert_eq!(varied.variants[0].title, "S");

    let pull = |limit| {
        Bigblue
            .inbound_shipments(&bench.host, &bench.musi, None, limit)
            .unwrap()
    };
    let shipments = pull(500).items;
    let statuses: Vec<&InboundStatus> = shipments.iter().map(|shipment| &shipment.status).collect();
    use InboundStatus::{Archived, Complete, Offloading, Transmitted};
    assert_eq!(statuses, [&Archived, &Complete, &Offloading, &Transmitted]);
    let unit = &shipments[2].units[0];
    assert!((1..300).contains(&unit.offloaded), "{unit:?}");
    assert!(shipments[1].units[0].damaged > 0);
    bench.advance(3 * 3_600);
    assert!(pull(500).items[2].units[0].offloaded > unit.offloaded);
    assert!(pull(3).more);
}

fn event(body: &Value) -> Event {
    Event {
        id: "e-1".into(),
        topic: "ORDER_STATUS_UPDATE".into(),
        headers: Vec::new(),
        body: body.to_string().into_bytes(),
        received_at: "2026-11-20T09:00:00Z".into(),
    }
}

#[test]
fn events_change_states_and_stock() {
    let bench = Bench::with(200, None);
    let handle = |body: Value| Bigblue.handle_event(&bench, &body);
    let changes = handle(
        json!({"update_time": "2026-11-20T08:12:44Z", "order_status": {
        "id": "MUSIX01234567", "code": "TELEPORTED", "tracking_number": "8R1", "carrier": "colissimo"}}),
    );
    let state = &changes.unwrap().order_states[0];
    assert_eq!(state.status, OrderStatus::Other("TELEPORTED".into()));
    assert_eq!(state.as_of, "2026-11-20T08:12:44.000Z");
    assert_eq!(state.tracking.as_ref().unwrap().carrier, "colissimo");
    // A provider whose clock is ahead does not outdo what is asked later.
    let ahead = json!({"update_time": "2026-11-20T11:00:00Z", "order_status": {"id": "A", "code": "SHIPPED"}});
    assert_eq!(
        handle(ahead).unwrap().order_states[0].as_of,
        "2026-11-20T09:00:00.000Z"
    );

    // The event tells one warehouse; the host is told the sum of all.
    let page = Bigblue
        .inventories(&bench.host, &bench.musi, None, 500)
        .unwrap();
    let known = page
        .items
        .iter()
        .max_by_key(|row| row.in_warehouse)
        .unwrap();
    let event = json!({"update_time": "2026-11-20T08:12:44Z",
        "inventories": [{"product": known.sku, "warehouse": "EU-FRA-005", "available": 1}]});
    let changes = handle(event).unwrap();
    assert_eq!(changes.inventories[0].in_warehouse, known.in_warehouse);

    assert!(
        handle(json!({"return_status": {}}))
            .unwrap()
            .order_states
            .is_empty()
    );
    let broken = handle(json!({"order_status": {"id": "A"}})).unwrap_err();
    assert_eq!(broken.kind, ErrorKind::Rejected);
}

trait HandleEvent {
    fn handle_event(&self, bench: &Bench, body: &Value) -> Result<Changes, Error>;
}

impl HandleEvent for Bigblue {
    fn handle_event(&self, bench: &Bench, body: &Value) -> Result<Changes, Error> {
        Webhooks::handle(self, &bench.host, &bench.musi, &event(body))
    }
}

fn ask(bench: &Bench, method: &str, path: &str, body: Option<Value>) -> Result<Response, Error> {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let query = query.split('&').filter_map(|pair| pair.split_once('='));
    let request = Request {
        method: method.into(),
        path: path.into(),
        query: query
            .map(|(name, value)| (name.into(), value.into()))
            .collect(),
        body: body.map(|body| body.to_string().into_bytes()),
        language: "en".into(),
        connectors: vec![bench.musi.clone()],
    };
    Routes::handle(&Bigblue, &bench.host, &request)
}

fn data(answer: Result<Response, Error>) -> (u16, Value) {
    let answer = answer.unwrap();
    (answer.status, serde_json::from_str(&answer.data).unwrap())
}

#[test]
fn a_product_is_made_once_and_changed_without_losing_what_is_not_ours() {
    let bench = Bench::with(10, None);
    let product = json!({"sku": "MUSI-000777-000A", "name": "Phare", "barcode": "3760000000017",
        "price": "9.99", "options": [{"name": "Colour", "value": "Black"}]});
    assert_eq!(
        data(ask(&bench, "POST", "/product", Some(product.clone()))).0,
        201
    );
    let (status, refusal) = data(ask(&bench, "POST", "/product", Some(product)));
    assert_eq!(
        (status, &refusal["issues"][0]["code"]),
        (400, &json!("unique"))
    );
    // With and without the beginning of the SKU.
    let (_, shown) = data(ask(&bench, "GET", "/product/000777-000A", None));
    assert_eq!(shown["name"], "Phare");
    assert_eq!(
        ["id", "price", "currency", "hsTariffCode", "countryOfOrigin"]
            .map(|field| shown[field].as_str()),
        ["MUSI-000777-000A", "9.99", "EUR", "6109.90.90", "TR"].map(Some),
        "what nothing is said of has its default"
    );
    let change = json!({"name": "Nouveau nom", "countryOfOrigin": "FR"});
    assert_eq!(
        data(ask(&bench, "PUT", "/product/000101-0001", Some(change))).0,
        200
    );
    let (_, changed) = data(ask(&bench, "GET", "/product/MUSI-000101-0001", None));
    assert_eq!(
        changed["barcode"], "",
        "what the form leaves empty is emptied"
    );
    assert_eq!(changed["countryOfOrigin"], "FR");
    let page = Bigblue
        .products(&bench.host, &bench.musi, None, 500)
        .unwrap();
    let article = page
        .items
        .iter()
        .find(|product| product.id == "MUSI-000101-0001")
        .unwrap();
    let kept = article.variants[0]
        .extra
        .iter()
        .any(|(name, _)| name == "name.fr");
    assert!(kept, "translations are not the form's and stay");
    let missing = ask(
        &bench,
        "PUT",
        "/product/999999-0001",
        Some(json!({"name": "A"})),
    );
    assert_eq!(missing.unwrap_err().kind, ErrorKind::NotFound);
    let deletion = ask(&bench, "DELETE", "/product/000777-000A", None).unwrap_err();
    assert_eq!(deletion.kind, ErrorKind::Unsupported);
}

#[test]
fn a_bundle_names_what_is_wrong_with_each_field() {
    let bench = Bench::with(10, None);
    let bundle = |component: &str| {
        json!({"sku": "MUSIBU-000001-0001", "name": "Box", "options": [{"name": "Edition", "value": "1"}],
            "components": {"common": [{"sku": component, "quantity": 2}],
                "variants": [{"title": "M", "components": [{"sku": "MUSI-000103-000M", "quantity": 1}]}]}})
    };
    let (status, refusal) = data(ask(
        &bench,
        "POST",
        "/bundle",
        Some(bundle("MUSI-999999-0001")),
    ));
    assert_eq!(status, 400);
    assert_eq!(refusal["issues"][0]["field"], "components.common.0.sku");
    assert_eq!(
        data(ask(
            &bench,
            "POST",
            "/bundle",
            Some(bundle("MUSI-000101-0001"))
        ))
        .0,
        201
    );
    let (_, shown) = data(ask(&bench, "GET", "/bundle/000001-0001", None));
    assert_eq!(shown["components"]["variants"][0]["title"], "M");
    let (_, all) = data(ask(&bench, "GET", "/bundle", None));
    assert_eq!(all.as_array().unwrap().len(), 3);
}

fn import(bench: Bench, task: &str, csv: &str, check: bool) -> (Bench, Value) {
    checked(bench.with_file("upload", csv), task, check)
}

/// What comes of a file that is there, in as many steps as it takes.
fn checked(bench: Bench, task: &str, check: bool) -> (Bench, Value) {
    let mut arguments = if check { r#"{"check":"true"}"# } else { "{}" }.to_owned();
    loop {
        let done = step(&bench, task, arguments).unwrap();
        match done.next {
            Some(next) => arguments = next,
            None => return (bench, serde_json::from_str(&done.data).unwrap()),
        }
    }
}

/// One step of an import.
fn step(bench: &Bench, task: &str, arguments: String) -> Result<Done, Error> {
    step_of(bench, std::slice::from_ref(&bench.musi), task, arguments)
}

fn step_of(
    bench: &Bench,
    connectors: &[Connector],
    task: &str,
    arguments: String,
) -> Result<Done, Error> {
    let task = Task {
        name: task.into(),
        connectors: connectors.to_vec(),
        arguments,
        file: Some("upload".into()),
        language: "fr".into(),
    };
    Bigblue.run(&bench.host, &task)
}

/// The report that the last step wrote.
fn report(bench: &Bench) -> String {
    String::from_utf8(bench.host.file("import-report.csv").unwrap()).unwrap()
}

#[test]
fn an_import_tells_line_and_column_and_writes_nothing_while_one_is_wrong() {
    let bench = Bench::with(10, None);
    let csv = "\u{feff}SKU;Name;Barcode;TrackLots\r\nMUSI-000800-0001;Un;;y\r\nMUSI-000800-0002;;123;maybe\r\nMUSI-000800-0001;Un;;\r\nNOVA-000800-0001;Autre;;\r\n";
    let (bench, checked) = import(bench, "import-products", csv, false);
    let faults = checked["faults"].as_array().unwrap();
    let found: Vec<(u64, u64, &str)> = faults
        .iter()
        .map(|fault| {
            let number = |name: &str| fault[name].as_u64().unwrap();
            (
                number("line"),
                number("column"),
                fault["code"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            (3, 2, "required"),
            (3, 3, "ean"),
            (3, 4, "yesNo"),
            (4, 1, "twice"),
            (5, 1, "sku")
        ]
    );
    assert!(
        faults[0]["message"]
            .as_str()
            .unwrap()
            .contains("obligatoire")
    );
    let missing = ask(&bench, "GET", "/product/MUSI-000800-0001", None);
    assert_eq!(missing.unwrap_err().kind, ErrorKind::NotFound);
}

/// The codes of a check's faults, each with its line.
fn faults(bench: Bench, csv: &str) -> (Bench, Vec<(u64, String)>) {
    let (bench, checked) = import(bench, "import-products", csv, true);
    let found = checked["faults"].as_array().unwrap().iter().map(|fault| {
        let code = fault["code"].as_str().unwrap();
        (fault["line"].as_u64().unwrap(), code.to_owned())
    });
    (bench, found.collect())
}

#[test]
fn a_file_that_is_not_what_it_seems_says_what_to_do() {
    let mut bench = Bench::with(10, None);
    for (csv, expected) in [
        // An open quotation mark takes the rest of the file into one field.
        (
            "SKU,Name\nMUSI-000800-0001,\"Un\nMUSI-000800-0002,Deux\n",
            (2, "lineBreak"),
        ),
        (
            "SKU,Name,name\nMUSI-000800-0001,Un,Deux\n",
            (1, "headingTwice"),
        ),
        ("Ref\tNom\n", (1, "missing")),
    ] {
        let found;
        (bench, found) = faults(bench, csv);
        assert_eq!(found[0], (expected.0, expected.1.to_owned()), "{csv}");
    }
}

#[test]
fn a_french_spreadsheet_is_read_and_unknown_columns_are_named() {
    let semicolons = "SKU;Name;Value;Currency;Barcod\r\nMUSI-000800-0001;Été;12,90;EUR;1\r\n";
    // As it is copied out of one.
    let tabs = semicolons.replace(';', "\t");
    // As it is saved by one that is not told to save UTF-8.
    let windows: Vec<u8> = semicolons.chars().map(|letter| letter as u8).collect();
    for csv in [semicolons.as_bytes(), tabs.as_bytes(), &windows] {
        let bench = Bench::with(10, None);
        let (bench, found) = checked(bench.with_file("upload", csv), "import-products", true);
        assert_eq!(
            (&found["faultCount"], &found["ignored"]),
            (&json!(0), &json!(["Barcod"]))
        );
        let (bench, _) = checked(bench.with_file("upload", csv), "import-products", false);
        let (_, shown) = data(ask(&bench, "GET", "/product/MUSI-000800-0001", None));
        assert_eq!(
            (&shown["name"], &shown["price"], &shown["currency"]),
            (&json!("Été"), &json!("12.90"), &json!("EUR"))
        );
    }
}

#[test]
fn a_file_of_too_many_rows_or_faults_is_told_as_such() {
    let bench = Bench::with(10, None);
    let rows = |count: usize, name: &str| -> String {
        let rows = (0..count).map(|at| format!("MUSI-{at:06}-0001,{name}\n"));
        "SKU,Name\n".to_owned() + &rows.collect::<String>()
    };
    let (bench, found) = faults(bench, &rows(100_000, "Un"));
    assert_eq!(found, [(20_002, "tooManyRows".to_owned())]);
    let (_, found) = import(bench, "import-products", &rows(2_000, ""), true);
    assert_eq!(found["faultCount"], 2_000);
    assert_eq!(found["faults"].as_array().map(Vec::len), Some(500));
}

#[test]
fn a_long_import_takes_steps_and_tells_of_all_of_them_at_its_end() {
    let mut bench = Bench::with(10, None);
    // The key is not that of the account: the provider refuses its rows, which the file's check cannot know.
    let odd = connector("c-odd", "NOVA");
    bench.host = bench.host.with_secret(&odd, "apiKey", "demo-key-musi");
    let connectors = [odd, bench.musi.clone()];
    let mut csv = String::from("SKU,Name\n");
    (0..350).for_each(|at| csv.push_str(&format!("MUSI-{:06}-0001,Row {at}\n", 5_000 + at)));
    csv.push_str("NOVA-000001-0001,Refused\n");
    let bench = bench.with_file("upload", csv.as_str());
    let run = |arguments: String| step_of(&bench, &connectors, "import-products", arguments);

    let first = run("{}".into()).unwrap();
    assert!(first.pull.is_empty());
    assert_eq!(bench.host.file("import-report.csv"), None);
    let so_far: Value = serde_json::from_str(&first.data).unwrap();
    assert_eq!(
        (&so_far["created"], &so_far["failedCount"]),
        (&json!(149), &json!(1))
    );
    let next = first.next.unwrap();
    bench.simulator.trouble(Trouble::of(Mode::Errors500));
    assert_eq!(run(next.clone()).unwrap_err().kind, ErrorKind::Unavailable);
    bench.simulator.trouble(Trouble::of(Mode::None));
    let second = run(next).unwrap();
    let before = bench.host.requests();
    let third = run(second.next.unwrap()).unwrap();
    assert_eq!(
        bench.host.requests() - before,
        52,
        "one page, and the rows that are left"
    );
    assert_eq!(
        (third.next, third.pull),
        (None, vec!["products".to_owned()])
    );
    let result: Value = serde_json::from_str(&third.data).unwrap();
    let message = "the provider answered 400: product.id is not of the form MUSI-NNNNNN-NNNN";
    let failed = json!([{"line": 352, "label": "NOVA-000001-0001", "message": message}]);
    assert_eq!(
        result,
        json!({"rows": 351, "created": 350, "updated": 0, "unchanged": 0, "failed": failed, "failedCount": 1})
    );
    assert_eq!(
        bench.host.progress_reports().last(),
        Some(&(351, Some(351)))
    );
    let text = report(&bench);
    assert_eq!(text.lines().count(), 352);
    assert!(
        text.ends_with(&format!("352;NOVA-000001-0001;refusé;{message}\r\n")),
        "{text}"
    );
}

#[test]
fn an_import_tells_what_came_of_each_row_and_a_repeated_one_changes_nothing() {
    let mut bench = Bench::with(10, None);
    let mut csv = String::from("SKU,Name,Description\nMUSI-000101-0001,Changed,\n");
    (0..200).for_each(|at| {
        csv.push_str(&format!(
            "MUSI-{:06}-0001,Imported {at},\"a, b\"\n",
            5_000 + at
        ))
    });
    let mut result;
    (bench, result) = import(bench, "import-products", &csv, true);
    assert_eq!(
        (&result["rows"], &result["faultCount"]),
        (&json!(201), &json!(0))
    );
    (bench, result) = import(bench, "import-products", &csv, false);
    assert_eq!(
        (&result["updated"], &result["created"]),
        (&json!(1), &json!(200))
    );
    let text = report(&bench);
    assert!(
        text.starts_with("\u{feff}Ligne;Référence;Résultat;Motif\r\n2;MUSI-000101-0001;modifié;\r\n3;MUSI-005000-0001;créé;\r\n"),
        "{text}"
    );
    (bench, result) = import(bench, "import-products", &csv, false);
    assert_eq!(
        (&result["unchanged"], &result["created"]),
        (&json!(201), &json!(0))
    );
    // Columns that the file does not have stay as they are.
    let (_, kept) = data(ask(&bench, "GET", "/product/MUSI-000101-0001", None));
    assert_eq!(kept["name"], "Changed");
    assert_eq!(
        kept["description"], "",
        "a column that is there and empty empties"
    );
    assert_ne!(kept["hsTariffCode"], "");
    // What was exported can be imported again and changes nothing.
    let (_, page) = data(ask(&bench, "GET", "/product/export", None));
    assert_eq!((&page["count"], &page["next"]), (&json!(256), &Value::Null));
    (_, result) = import(
        bench,
        "import-products",
        page["csv"].as_str().unwrap(),
        false,
    );
    assert_eq!(
        (&result["unchanged"], &result["updated"]),
        (&json!(256), &json!(0))
    );
}

#[test]
fn bundles_are_imported_by_their_components() {
    let bench = Bench::with(10, None);
    let csv = "SKU,Name,Variant,ComponentSKU,Quantity,OptionName1,OptionValue1\n\
        MUSIBU-000001-0001,Box,,MUSI-000101-0001,1,Edition,First\n\
        MUSIBU-000001-0001,Box,M,MUSI-000103-000M,1,,\n\
        MUSIBU-000001-0001,Box,L,MUSI-000103-000L,two,,\n";
    let (bench, checked) = import(bench, "import-bundles", csv, true);
    let fault = &checked["faults"][0];
    assert_eq!(
        (&fault["line"], &fault["heading"]),
        (&json!(4), &json!("Quantity"))
    );
    let (bench, imported) = import(bench, "import-bundles", &csv.replace("two", "2"), false);
    assert_eq!(imported["created"], 1);
    let (_, shown) = data(ask(&bench, "GET", "/bundle/000001-0001", None));
    assert_eq!(
        shown["components"]["variants"][1]["components"][0]["quantity"],
        2
    );
}

/// Files as the merchant app and people's programs leave them, each beside what it says.
#[test]
fn invoice_files_say_what_is_known_of_them() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/invoices");
    assert_invoices(folder.as_ref(), |host, file| {
        Bigblue.read_invoice(host, file)
    });
}

#[test]
fn a_long_invoice_is_read_line_by_line() {
    let bench = Bench::with(10, None);
    let mut csv = String::from(
        "\u{feff}ID,Service,Description,Quantity,UnitPrice,Price,Currency,Billing country\n",
    );
    (0..100_000).for_each(|at| {
        csv.push_str(&format!(
            "MUSIX{at:08},Storage,\"A, b\",1,0.35,0.35,EUR,FR\n"
        ))
    });
    csv.push_str("A,Storage,free,1,0,0.00,EUR,FR\nA,Storage,none,1,0,n/a,EUR,FR\n");
    csv.push_str("A,Storage,wrong,1,1,1.00,euro,FR\r\nA,Storage\nA,Storage,yen,1,5,5,JPY,JP\nA,Refund,back,1,-0.35,-0.35,EUR,\n");
    let host = bench.host.with_file("invoice", csv);
    let summary = Bigblue.read_invoice(&host, "invoice").unwrap();
    assert_eq!((summary.lines, summary.rejected), (100_002, 3));
    let totals: Vec<(i64, &str)> = summary
        .totals
        .iter()
        .map(|total| (total.minor, total.currency.as_str()))
        .collect();
    assert_eq!(totals, [(3_499_965, "EUR"), (5, "JPY")]);
    let (lines, rejected) = host.invoice();
    assert_eq!(
        (lines.len(), lines[0].line, lines[0].id.as_str()),
        (100_002, 2, "MUSIX00000000")
    );
    assert_eq!(
        (
            rejected[0].line,
            rejected[0].column,
            rejected[0].heading.as_str()
        ),
        (100_003, Some(6), "Price")
    );
    assert_eq!(
        (rejected[1].line, rejected[1].heading.as_str()),
        (100_004, "Currency")
    );
    assert_eq!(
        (
            rejected[2].line,
            rejected[2].column,
            rejected[2].reason.as_str()
        ),
        (100_005, None, "has 2 columns instead of 8")
    );
    let host = host.with_file("other", "a,b\n1,2\n");
    assert_eq!(
        Bigblue.read_invoice(&host, "other").unwrap_err().kind,
        ErrorKind::Rejected
    );
}
