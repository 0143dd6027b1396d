//! The simulator over HTTP, as a client meets it.

use cubyn_simulator::{MERCHANTS, SimClock, Simulator, SimulatorConfig};
use serde_json::{Value, json};
use simulator_kit::testing::{Bench, read};

fn bench(rate_limit: Option<u32>) -> Bench<Simulator> {
    let config = SimulatorConfig {
        port: 0,
        seed: 3,
        parcels: 30,
        rate_limit,
        clock: SimClock::fixed("2026-11-20T09:00:00Z".parse().unwrap()),
    };
    Bench::new(
        Simulator::start(config),
        |simulator| simulator.base_url() + "/v2",
        |key| ("x-application", key.into()),
        MERCHANTS[0].0,
    )
}

#[test]
fn only_a_known_key_opens_it_and_errors_carry_a_message() {
    let bench = bench(None);
    let (status, body) = read(bench.send("000000000000000000000000", "GET", "", &Value::Null));
    assert_eq!((status, body["message"].is_string()), (401, true));
    assert_eq!(
        bench.call("GET", "", Value::Null).1["auth"]["user"]["id"],
        706_293_859
    );
    assert_eq!(bench.call("GET", "/parcels/1", Value::Null).0, 404);
}

#[test]
fn lists_are_bare_with_the_total_in_a_header() {
    let bench = bench(None);
    let answer = bench.send(
        MERCHANTS[0].0,
        "GET",
        "/parcels?offset=25&limit=10",
        &Value::Null,
    );
    assert_eq!(answer.headers()["x-total-count"], "30");
    assert_eq!(read(answer).1.as_array().unwrap().len(), 5);
    let (_, newest) = bench.call("GET", "/parcels?sort%5Bid%5D=DESC&limit=1", Value::Null);
    let (_, oldest) = bench.call("GET", "/parcels?limit=1", Value::Null);
    assert!(newest[0]["id"].as_u64() > oldest[0]["id"].as_u64());
}

#[test]
fn a_parcel_is_made_walks_and_cannot_be_cancelled_late() {
    let bench = bench(None);
    let new = json!({ "firstName": "Ana", "lastName": "B", "orderRef": "p-1", "objectCount": 1,
        "address": { "line1": "2 rue B", "zip": "1000", "city": "Bruxelles", "country": "BE" },
        "items": [{ "reference": "LUNE-000001-0001", "count": 1 }] });
    let (status, created) = bench.call("POST", "/parcels", new.clone());
    assert_eq!((status, &created["status"]), (200, &json!("CREATED")));
    let (_, found) = bench.call("GET", "/parcels?filters%5BorderRef%5D=p-1", Value::Null);
    assert_eq!(found[0]["id"], created["id"]);
    bench.simulator.work();
    let cancel = format!("/parcels/{}/cancel", created["id"]);
    assert_eq!(bench.call("PUT", &cancel, Value::Null).0, 409);
    let mut bad = new;
    bad["address"]["zip"] = "".into();
    let (status, body) = bench.call("POST", "/parcels", bad);
    assert_eq!(
        (status, &body["message"]),
        (400, &json!("address.zip is required"))
    );
}

#[test]
fn a_declaration_becomes_stock() {
    let bench = bench(None);
    let declaration = json!({ "packingUnits": 1, "items": [
        { "sku": "LUNE-NEW", "productName": "Aube (LP)", "barcode": "3760000000017", "quantity": 4 }] });
    let path = "/storage-inbound/orders?filters%5BwarehouseId%5D=24082363";
    let (_, created) = bench.call("POST", path, declaration.clone());
    assert_eq!(
        (&created["declaredItems"], &created["storedItems"]),
        (&json!(4), &json!(0))
    );
    assert_eq!(
        bench.call("POST", "/storage-inbound/orders", declaration).0,
        400
    );
    bench.simulator.work();
    let (_, found) = bench.call(
        "GET",
        "/product-catalog/products/?query=lune-new",
        Value::Null,
    );
    assert_eq!(found[0]["stock"], 2);
}

#[test]
fn too_many_requests_are_refused() {
    let bench = bench(Some(1));
    assert_eq!(bench.call("GET", "", Value::Null).0, 200);
    let refused = bench.send(MERCHANTS[0].0, "GET", "", &Value::Null);
    assert_eq!(
        (refused.status().as_u16(), &refused.headers()["retry-after"]),
        (429, &"1".parse().unwrap())
    );
}
