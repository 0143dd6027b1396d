//! VIES.

use crate::Bench;
use registry_simulator::known;
use serde_json::{Value, json};
use simulator_kit::testing::read;

const CHECK: &str = "/taxation_customs/vies/rest-api/check-vat-number";
const STATUS: &str = "/taxation_customs/vies/rest-api/check-status";

impl Bench {
    fn check(&self, country: &str, number: &str) -> (u16, Value) {
        read(self.post(
            CHECK,
            &json!({ "countryCode": country, "vatNumber": number }),
        ))
    }

    /// The HTTP status and the code of a check that must fail.
    fn failure(&self, country: &str, number: &str) -> (u16, String) {
        let (status, body) = self.check(country, number);
        assert_eq!(body["actionSucceed"], false, "{body}");
        let code = body["errorWrappers"][0]["error"].as_str().unwrap();
        (status, code.to_owned())
    }
}

#[test]
fn a_french_number_is_valid_with_name_and_address() {
    let bench = Bench::new();
    let expected = json!({
        "countryCode": "FR", "vatNumber": "11123456782", "requestDate": "2026-11-20T09:00:00.000Z", "valid": true,
        "requestIdentifier": "", "name": "SAS EXEMPLE MUSIQUE", "address": "1 RUE DE LA PAIX\n75002 PARIS",
        "traderName": "---", "traderStreet": "---", "traderPostalCode": "---", "traderCity": "---",
        "traderCompanyType": "---", "traderNameMatch": "NOT_PROCESSED",
    });
    assert_eq!(bench.check("FR", "11123456782"), (200, expected));
    for company in bench.simulator.companies() {
        for vat in &company.vat {
            assert_eq!(bench.check("FR", &vat[2..]).1["valid"], true, "{vat}");
        }
    }
}

#[test]
fn a_requester_gets_a_proof() {
    let bench = Bench::new();
    let ask = |state: &str, number: &str| {
        let body = json!({
            "countryCode": "BE", "vatNumber": "0123456749",
            "requesterMemberStateCode": state, "requesterNumber": number,
        });
        read(bench.post(CHECK, &body))
    };
    let first = ask("FR", "11123456782").1["requestIdentifier"].clone();
    let second = ask("FR", "11123456782").1["requestIdentifier"].clone();
    assert_eq!(
        (first, second),
        (json!("WAPIAAAAX0000001"), json!("WAPIAAAAX0000002"))
    );
    let (status, refused) = ask("GB", "123456789");
    assert_eq!(
        (status, &refused["errorWrappers"][0]["error"]),
        (400, &json!("INVALID_REQUESTER_INFO"))
    );
}

#[test]
fn an_unknown_number_is_invalid_and_so_is_one_of_a_company_that_closed() {
    let bench = Bench::new();
    let (status, unknown) = bench.check("FR", "27552032534");
    assert_eq!(
        (status, &unknown["valid"], &unknown["name"]),
        (200, &json!(false), &json!("---"))
    );
    assert_eq!(bench.check("FR", "11123456782").1["valid"], true);
    let closing = json!({ "siren": known::EXAMPLE, "date": "2026-11-20" });
    assert_eq!(bench.post("/control/close", &closing).status(), 204);
    assert_eq!(bench.check("FR", "11123456782").1["valid"], false);
    let company = bench.results("q=123456782").remove(0);
    assert_eq!(
        (&company["etat_administratif"], &company["date_fermeture"]),
        (&json!("C"), &json!("2026-11-20"))
    );
    assert!(!bench.simulator.close("999999999", "2026-11-20"));
}

#[test]
fn germany_and_spain_do_not_tell_the_name() {
    let bench = Bench::new();
    for (country, number) in [("DE", "123456788"), ("ES", "B12345674")] {
        let (_, answer) = bench.check(country, number);
        let shown = (&answer["valid"], &answer["name"], &answer["address"]);
        assert_eq!(shown, (&json!(true), &json!("---"), &json!("---")));
    }
    assert_eq!(
        bench.check("IT", "12345678903").1["name"],
        "NAVIGLI DISCHI SRL"
    );
    assert_eq!(bench.check("EL", "123456783").1["valid"], true);
}

#[test]
fn bad_input_is_refused() {
    let bench = Bench::new();
    let refused = (400, "INVALID_INPUT".to_owned());
    for (country, number) in [
        ("GB", "123456789"),
        ("GR", "123456783"),
        ("FR", "FR11123456782"),
        ("FR", "11 123 456"),
        ("FR", ""),
    ] {
        assert_eq!(
            bench.failure(country, number),
            refused,
            "{country} {number}"
        );
    }
    assert_eq!(read(bench.post(CHECK, &json!("FR"))).0, 400);
    assert_eq!(
        bench
            .get("/taxation_customs/vies/rest-api/nothing")
            .status(),
        404
    );
}

#[test]
fn some_numbers_have_a_fixed_outcome() {
    let bench = Bench::new();
    assert_eq!(
        bench.failure("DE", "000000301"),
        (200, "MS_UNAVAILABLE".into())
    );
    assert_eq!(bench.failure("IT", "00000000302"), (200, "TIMEOUT".into()));
    assert_eq!(
        bench.failure("FR", "00000000300"),
        (500, "SERVICE_UNAVAILABLE".into())
    );
    assert_eq!(bench.check("PL", "0000000100").1["valid"], true);
    let test = "/taxation_customs/vies/rest-api/check-vat-test-service";
    let (_, blocked) = read(bench.post(test, &json!({ "countryCode": "FR", "vatNumber": "401" })));
    assert_eq!(blocked["errorWrappers"][0]["error"], "IP_BLOCKED");
}

#[test]
fn a_member_state_can_be_away() {
    let bench = Bench::new();
    let availability = |country: &str| {
        let (_, status) = read(bench.get(STATUS));
        assert_eq!(status["vow"]["available"], true);
        let countries = status["countries"].as_array().unwrap().clone();
        assert_eq!(countries.len(), 28);
        let found = countries
            .into_iter()
            .find(|one| one["countryCode"] == country);
        found.unwrap()["availability"].as_str().unwrap().to_owned()
    };
    assert_eq!(availability("FR"), "Available");
    bench.simulator.member_state("FR", Some("MS_UNAVAILABLE"));
    assert_eq!(availability("FR"), "Unavailable");
    assert_eq!(
        bench.failure("FR", "11123456782"),
        (200, "MS_UNAVAILABLE".into())
    );
    assert_eq!(bench.check("BE", "0123456749").1["valid"], true);
    let well = json!({ "country": "FR", "error": null });
    assert_eq!(bench.post("/control/member-state", &well).status(), 204);
    assert_eq!(bench.check("FR", "11123456782").1["valid"], true);
    let nonsense = json!({ "country": "GB", "error": "TIMEOUT" });
    assert_eq!(bench.post("/control/member-state", &nonsense).status(), 400);
}
