//! `/control/…`.

use crate::Bench;
use registry_simulator::{Kind, Service, Trouble};
use serde_json::{Value, json};
use simulator_kit::testing::read;
use std::time::{Duration, Instant};

const CHECK: &str = "/taxation_customs/vies/rest-api/check-vat-number";

impl Bench {
    fn set(&self, trouble: Value) -> u16 {
        self.post("/control/trouble", &trouble).status().as_u16()
    }

    fn checked(&self) -> (u16, Value) {
        read(self.post(
            CHECK,
            &json!({ "countryCode": "FR", "vatNumber": "11123456782" }),
        ))
    }
}

#[test]
fn errors_and_throttle_hit_both_services_until_switched_off() {
    let bench = Bench::new();
    assert_eq!(bench.set(json!({ "kind": "errors" })), 204);
    let (status, body) = bench.search("q=exemple");
    assert!(
        status == 500
            && body["erreur"]
                .as_str()
                .unwrap()
                .starts_with("Une erreur inattendue")
    );
    let (status, body) = bench.checked();
    assert_eq!(
        (status, &body["errorWrappers"][0]["error"]),
        (500, &json!("SERVICE_UNAVAILABLE"))
    );
    assert_eq!(bench.set(json!({ "kind": "throttle" })), 204);
    let throttled = bench.get("/search?q=exemple");
    assert_eq!(throttled.status(), 429);
    assert_eq!(throttled.headers()["retry-after"], "1");
    let (status, body) = bench.checked();
    assert_eq!(
        (status, &body["errorWrappers"][0]["error"]),
        (200, &json!("GLOBAL_MAX_CONCURRENT_REQ"))
    );
    assert_eq!(bench.set(json!({ "kind": "none" })), 204);
    assert_eq!(bench.search("q=exemple").0, 200);
    assert_eq!(bench.checked().0, 200);
}

#[test]
fn garbage_is_counted_and_spares_the_other_service() {
    let bench = Bench::new();
    assert_eq!(
        bench.set(json!({ "kind": "garbage", "service": "search", "count": 1 })),
        204
    );
    assert_eq!(bench.checked().1["valid"], true);
    assert_eq!(bench.search("q=exemple"), (200, Value::Null));
    assert_eq!(
        bench.search("q=exemple").1["total_results"]
            .as_u64()
            .unwrap(),
        2
    );
    let state = bench.simulator.state();
    assert_eq!(
        (
            state.trouble_hits,
            state.requests["search"],
            state.requests["vies"]
        ),
        (1, 2, 1)
    );
    assert_eq!(read(bench.get("/control/state")).1, json!(state));
}

#[test]
fn slow_is_the_right_answer_late() {
    let bench = Bench::new();
    bench.simulator.trouble(Trouble {
        slow_ms: 300,
        ..Trouble::of(Kind::Slow).only(Service::Vies)
    });
    let start = Instant::now();
    assert_eq!(bench.search("q=exemple").0, 200);
    assert!(start.elapsed() < Duration::from_millis(300));
    assert_eq!(bench.checked().1["valid"], true);
    assert!(start.elapsed() >= Duration::from_millis(300));
}

#[test]
fn impossible_trouble_is_refused() {
    let bench = Bench::new();
    assert_eq!(bench.set(json!({ "kind": "errors", "share": 2 })), 400);
    assert_eq!(bench.set(json!({ "kind": "earthquake" })), 422);
    assert_eq!(bench.search("q=exemple").0, 200);
}
