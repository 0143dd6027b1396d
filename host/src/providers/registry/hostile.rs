//! A register that answers what it likes.

use std::collections::VecDeque;
use std::sync::Arc;

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::http::HeaderMap;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

/// A status, what it says of pauses, and a body.
type Answer = (u16, Option<&'static str>, String);

/// Answers as told, one after the other; the last one for ever.
#[derive(Debug, Default)]
struct Script {
    answers: Mutex<VecDeque<Answer>>,
    asked: Mutex<Vec<String>>,
}

impl Script {
    /// What was asked so far.
    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }

    /// From now on it answers so.
    fn answers(&self, answers: impl IntoIterator<Item = Answer>) {
        *self.answers.lock().unwrap() = answers.into_iter().collect();
    }
}

async fn answer(
    State(script): State<Arc<Script>>,
    RawQuery(query): RawQuery,
) -> (StatusCode, HeaderMap, String) {
    let query = query.unwrap_or_default();
    let mut pairs = url::form_urlencoded::parse(query.as_bytes());
    let text = pairs.find(|(name, _)| name == "q").unwrap().1.into_owned();
    script.asked.lock().unwrap().push(text);
    let mut answers = script.answers.lock().unwrap();
    let next = answers.pop_front().unwrap();
    if answers.is_empty() {
        answers.push_back(next.clone());
    }
    let (status, pause, body) = next;
    let pause = pause.map(|pause| (RETRY_AFTER, pause.parse().unwrap()));
    (
        StatusCode::from_u16(status).unwrap(),
        pause.into_iter().collect(),
        body,
    )
}

/// A portal's side and the register's.
async fn register() -> (Registry, Arc<Script>) {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let script = Arc::new(Script::default());
    let router = Router::new()
        .route("/search", axum::routing::get(answer))
        .with_state(Arc::clone(&script));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}/", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    (Registry::new(base.parse().unwrap()).unwrap(), script)
}

fn well(results: Value) -> Answer {
    (200, None, json!({ "results": results }).to_string())
}

fn record(siren: &str, name: &str) -> Value {
    json!({ "siren": siren, "nom_complet": name, "etat_administratif": "A" })
}

#[tokio::test]
async fn what_it_says_of_others_is_not_taken_for_who_was_asked_for() {
    let (registry, script) = register().await;
    let others = [record("552032534", "ANOTHER"), record("123456782", "THIS")];
    script.answers([well(json!(others))]);
    // By the number of the company, and of one of its offices.
    for number in ["123456782", "12345678200010"] {
        let company = registry.company(number).await.unwrap().unwrap();
        assert_eq!(
            (company.id.as_str(), company.name.as_str()),
            ("123456782", "THIS")
        );
    }
    script.answers([well(json!([record("552032534", "ANOTHER")]))]);
    assert_eq!(registry.company("356000000").await.unwrap(), None);
    let asked = script.asked();
    // No number, nothing to ask; that there is none is remembered.
    for number in [
        "",
        "12345678",
        "1234567820001x",
        "１２３４５６７８２",
        "356000000",
    ] {
        assert_eq!(registry.company(number).await.unwrap(), None, "{number}");
    }
    assert_eq!(script.asked(), asked);
}

#[tokio::test]
async fn ten_companies_at_most_come_of_a_search_those_in_business_first() {
    let (registry, script) = register().await;
    let mut many: Vec<Value> = (0..500)
        .map(|number| {
            record(
                &format!("{:09}", 100_000_000 + number),
                &format!("SHOP {number}"),
            )
        })
        .collect();
    many[0]["etat_administratif"] = json!("C");
    many[1]["siren"] = json!("");
    script.answers([well(json!(many))]);
    let found = registry.search("shop").await.unwrap();
    let names: Vec<&str> = found.iter().map(|company| company.name.as_str()).collect();
    let expected: Vec<String> = (2..11)
        .chain([0])
        .map(|number| format!("SHOP {number}"))
        .collect();
    assert_eq!(names, expected);
    assert!(!found[9].active);

    let long = "é".repeat(256);
    let bounds = [("ab", "q min"), (" a  b ", ""), (long.as_str(), "q max")];
    for (text, issue) in bounds {
        let refused = registry.search(text).await;
        match (refused, issue) {
            (Ok(_), "") => {}
            (Err(Error::Invalid(issues)), issue) => {
                assert_eq!(format!("{} {}", issues[0].field, issues[0].code), issue);
            }
            (other, _) => panic!("{text}: {other:?}"),
        }
    }
}

#[tokio::test]
async fn an_answer_that_is_none_is_a_failure_and_not_remembered() {
    let endless = well(json!([record("123456782", &"x".repeat(LARGEST))]));
    for (place, answer) in [
        (200, None, String::new()),
        (200, None, "<html>".into()),
        (200, None, "[]".into()),
        (200, None, r#"{"results": {}}"#.into()),
        (200, None, r#"{"results": [{"siren": 123456782}]}"#.into()),
        (
            200,
            None,
            format!("{}1{}", "[".repeat(500), "]".repeat(500)),
        ),
        (404, None, well(json!([record("123456782", "THIS")])).2),
        (500, None, "\u{0}".repeat(1_000)),
        endless,
    ]
    .into_iter()
    .enumerate()
    {
        let (registry, script) = register().await;
        script.answers([answer]);
        let failed = registry.search("exemple").await;
        assert!(matches!(failed, Err(Error::RegistryUnavailable)), "{place}");
        let failed = registry.company("123456782").await;
        assert!(matches!(failed, Err(Error::RegistryUnavailable)), "{place}");
        script.answers([well(json!([record("123456782", "THIS")]))]);
        assert_eq!(registry.search("exemple").await.unwrap().len(), 1);
        // Now it is known, however it is typed.
        script.answers([(500, None, String::new())]);
        for text in ["exemple", "  Exemple ", "EXEMPLE"] {
            assert_eq!(registry.search(text).await.unwrap().len(), 1, "{text}");
        }
        assert_eq!(script.asked(), ["exemple", "123456782", "exemple"]);
    }
}

#[tokio::test]
async fn a_register_that_asks_for_a_pause_is_left_alone() {
    let (registry, script) = register().await;
    script.answers([well(json!([record("123456782", "THIS")]))]);
    assert_eq!(registry.search("123 456 782").await.unwrap().len(), 1);
    script.answers([
        // None at all, and one for longer than anybody waits.
        (429, Some("0"), String::new()),
        (429, Some("99999999999"), String::new()),
    ]);
    for text in ["first", "second", "third", "fourth"] {
        let failed = registry.search(text).await;
        assert!(matches!(failed, Err(Error::RegistryUnavailable)), "{text}");
    }
    assert_eq!(script.asked(), ["123456782", "first", "second"]);
    let known = registry.search("123456782").await.unwrap();
    assert_eq!(known[0].name, "THIS", "what is known needs no register");
}

#[test]
fn what_it_leaves_out_or_hides_is_not_filled_in() {
    let read = |record: Value| {
        let record: Record = serde_json::from_value(record).unwrap();
        record.company()
    };
    for nobody in [
        json!({}),
        json!({ "siren": null, "nom_complet": "A" }),
        json!({ "siren": "12345678", "nom_complet": "A" }),
        json!({ "siren": "12345678200010", "nom_complet": "A" }),
        json!({ "siren": "12345678é", "nom_complet": "A" }),
        json!({ "siren": "123456782" }),
        json!({ "siren": "123456782", "nom_complet": "", "nom_raison_sociale": "[ND]" }),
    ] {
        assert_eq!(read(nobody.clone()), None, "{nobody}");
    }
    let least = json!({ "siren": "123456782", "nom_complet": "A", "siege": null, "tva": [""], "new_field": [1] });
    let least = read(least).unwrap();
    assert_eq!(
        (
            least.identifier_number.as_str(),
            least.tax_number.as_str(),
            least.active
        ),
        ("123456782", "FR11123456782", false)
    );
    assert_eq!(
        (
            least.address.company.as_str(),
            least.address.country_code.as_str()
        ),
        ("A", "FR")
    );

    let office = json!({
        "siret": "[ND]", "adresse": "12 RUE DU LAC 75002 PARIS", "numero_voie": "", "code_postal": "75002",
        "libelle_commune": "PARIS", "complement_adresse": "[ND]",
    });
    let mut whole = json!({
        "siren": "123456782", "nom_complet": "A (B)", "nom_raison_sociale": "A", "siege": office,
        "tva": ["[ND]", "FR99123456782"],
    });
    let company = read(whole.clone()).unwrap();
    let Address {
        address1,
        address2,
        zip,
        city,
        ..
    } = &company.address;
    assert_eq!(
        [address1, address2, zip, city],
        ["12 RUE DU LAC", "", "75002", "PARIS"]
    );
    assert_eq!(
        (company.name.as_str(), company.tax_number.as_str()),
        ("A", "FR99123456782")
    );
    assert_eq!(company.identifier_number, "123456782");
    whole["siege"]["libelle_pays_etranger"] = json!("BELGIQUE");
    let abroad = read(whole).unwrap();
    assert_eq!(
        abroad.address.country_code, "",
        "its codes of countries are its own"
    );
}

proptest! {
    /// Two digits, told by the SIREN alone, by which one wrong digit of it is found.
    #[test]
    fn a_wrong_digit_changes_the_vat_number(siren in 0..1_000_000_000_u64, place in 0..9_u32, by in 1..10_u64) {
        let digits = format!("{siren:09}");
        let number = vat_number(&digits).unwrap();
        prop_assert_eq!(number.len(), 13);
        prop_assert!(number.starts_with("FR") && number.ends_with(&digits));
        let power = 10_u64.pow(place);
        let digit = siren / power % 10;
        let other = siren - digit * power + (digit + by) % 10 * power;
        let other = vat_number(&format!("{other:09}")).unwrap();
        prop_assert_ne!(&number[2..4], &other[2..4]);
    }
}
