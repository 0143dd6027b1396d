//! VIES: the European Commission's check of VAT numbers.
//!
//! Of the French numbers those of the registry's companies are valid, of the others a dozen. As in the Commission's
//! test service, a number that is all zeros but for its last three digits has a fixed outcome: `DE000000301` gives
//! `MS_UNAVAILABLE`, see [`OUTCOMES`].

use crate::shared::{Inner, Shared};
use crate::time;
use crate::trouble::{Kind, Service};
use crate::world::{Company, HIDDEN};
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

/// What is asked.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    #[serde(default)]
    country_code: String,
    #[serde(default)]
    vat_number: String,
    #[serde(default)]
    requester_member_state_code: String,
    #[serde(default)]
    requester_number: String,
}

/// Those who are in VIES: the Union, with `EL` for Greece, and Northern Ireland.
#[rustfmt::skip]
const MEMBER_STATES: [&str; 28] = [
    "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "EL", "ES", "FI", "FR", "HR", "HU", "IE", "IT", "LT", "LU", "LV",
    "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK", "XI",
];

/// Those who do not tell whose number it is.
const SILENT: [&str; 2] = ["DE", "ES"];

/// What VIES writes for an empty value.
const NOTHING: &str = "---";

/// The codes that numbers with a fixed outcome give; 100 is valid and 200 is not.
pub const OUTCOMES: [(u32, &str); 11] = [
    (201, "INVALID_INPUT"),
    (202, "INVALID_REQUESTER_INFO"),
    (300, "SERVICE_UNAVAILABLE"),
    (301, "MS_UNAVAILABLE"),
    (302, "TIMEOUT"),
    (400, "VAT_BLOCKED"),
    (401, "IP_BLOCKED"),
    (500, "GLOBAL_MAX_CONCURRENT_REQ"),
    (501, "GLOBAL_MAX_CONCURRENT_REQ_TIME"),
    (600, "MS_MAX_CONCURRENT_REQ"),
    (601, "MS_MAX_CONCURRENT_REQ_TIME"),
];

/// Traders outside France: member state, number, name, address.
#[rustfmt::skip]
const TRADERS: [(&str, &str, &str, &str); 13] = [
    ("AT", "U12345675", "Donauklang Musik GmbH", "Neubaugasse 20\n1070 Wien"),
    ("BE", "0123456749", "SRL BRABANT DISQUES", "Rue du Midi 40\n1000 Bruxelles"),
    ("DE", "123456788", "Torstrasse Tonträger GmbH", "Torstrasse 1\n10119 Berlin"),
    ("EL", "123456783", "ΗΧΟΣ ΕΠΕ", "ΕΡΜΟΥ 10\n10563 ΑΘΗΝΑ"),
    ("ES", "B12345674", "DISCOS DEL SUR SL", "CALLE FERIA 12\n41003 SEVILLA"),
    ("IE", "1234567FA", "LIFFEY RECORDS LIMITED", "4 ORMOND QUAY, DUBLIN 1"),
    ("IT", "12345678903", "NAVIGLI DISCHI SRL", "VIA TORTONA 30\n20144 MILANO MI"),
    ("LU", "12345613", "MOSELLE MERCH SARL", "15, AVENUE DE LA GARE\nL-1611 LUXEMBOURG"),
    ("NL", "123456782B01", "GRACHT PLATEN B.V.", "PRINSENGRACHT 00100\n1015DX AMSTERDAM"),
    ("PL", "1234563218", "WISŁA NAGRANIA SPÓŁKA Z O.O.", "UL. FOKSAL 3\n00-366 WARSZAWA"),
    ("PT", "123456789", "TEJO DISCOS LDA", "RUA DO ALECRIM 8\n1200-018 LISBOA"),
    ("SE", "123456789701", "MÄLAREN MUSIK AB", "GÖTGATAN 5 \n116 46 STOCKHOLM"),
    ("XI", "123456789", "LAGAN RECORDS LTD", "2 ROYAL AVENUE\nBELFAST\nBT1 1DA"),
];

/// The code of a member state, if it is one.
pub fn member_state(code: &str) -> Option<&'static str> {
    MEMBER_STATES.into_iter().find(|known| *known == code)
}

/// The code of an error, if it is one.
pub fn error_code(code: &str) -> Option<&'static str> {
    OUTCOMES
        .into_iter()
        .map(|(_, known)| known)
        .find(|known| *known == code)
}

/// `POST …/check-vat-number`.
pub async fn check_number(state: State<Shared>, body: Bytes) -> Response {
    check(state, body, answer).await
}

/// `POST …/check-vat-test-service`: numbers with a fixed outcome only.
pub async fn check_test_number(state: State<Shared>, body: Bytes) -> Response {
    check(state, body, test_answer).await
}

/// `GET …/check-status`.
pub async fn check_status(State(shared): State<Shared>) -> Response {
    if let Err(trouble) = enter(&shared).await {
        return trouble;
    }
    let inner = shared.lock();
    let country = |code: &&str| {
        let available = !inner.member_states.contains_key(code);
        json!({ "countryCode": code, "availability": if available { "Available" } else { "Unavailable" } })
    };
    let countries: Vec<Value> = MEMBER_STATES.iter().map(country).collect();
    Json(json!({ "vow": { "available": true }, "countries": countries })).into_response()
}

/// The answer to every other path.
pub async fn unknown_path() -> StatusCode {
    StatusCode::NOT_FOUND
}

type Answer = fn(&mut Inner, &Question) -> Result<Value, &'static str>;

async fn check(State(shared): State<Shared>, body: Bytes, answer: Answer) -> Response {
    if let Err(trouble) = enter(&shared).await {
        return trouble;
    }
    let answer = serde_json::from_slice::<Question>(&body)
        .map_err(|_| "INVALID_INPUT")
        .and_then(|question| answer(&mut shared.lock(), &question));
    match answer {
        Ok(value) => Json(value).into_response(),
        Err(code) => failure(code),
    }
}

/// Counts a call; the answer is ready when there is trouble.
async fn enter(shared: &Shared) -> Result<(), Response> {
    shared.lock().count("vies");
    match shared.strike(Service::Vies).await {
        Kind::Errors => Err(failure("SERVICE_UNAVAILABLE")),
        Kind::Throttle => Err(failure("GLOBAL_MAX_CONCURRENT_REQ")),
        Kind::Garbage => Err((
            [(header::CONTENT_TYPE, "application/json")],
            "<html><body>VIES on the Web</body></html>",
        )
            .into_response()),
        Kind::None | Kind::Slow => Ok(()),
    }
}

/// An error, with the HTTP status by turns as public clients meet it: what a member state says comes with 200.
fn failure(code: &'static str) -> Response {
    let status = match code {
        "INVALID_INPUT" | "INVALID_REQUESTER_INFO" => StatusCode::BAD_REQUEST,
        "SERVICE_UNAVAILABLE" => StatusCode::INTERNAL_SERVER_ERROR,
        _ => StatusCode::OK,
    };
    let body = json!({ "actionSucceed": false, "errorWrappers": [{ "error": code }] });
    (status, Json(body)).into_response()
}

fn answer(inner: &mut Inner, question: &Question) -> Result<Value, &'static str> {
    let country = checked(question)?;
    if let Some(code) = inner.member_states.get(country) {
        return Err(code);
    }
    let number = question.vat_number.to_uppercase();
    if number.starts_with("000") && fixed(&number).is_some() {
        return test_answer(inner, question);
    }
    let trader = if country == "FR" {
        inner.world.find_by_vat(&format!("FR{number}")).map(french)
    } else {
        TRADERS
            .into_iter()
            .find(|(state, own, ..)| *state == country && *own == number)
            .map(|(_, _, name, address)| (name.to_owned(), address.to_owned()))
    };
    Ok(shown(inner, question, country, trader))
}

fn test_answer(inner: &mut Inner, question: &Question) -> Result<Value, &'static str> {
    let country = checked(question)?;
    match fixed(&question.vat_number) {
        Some(Ok(valid)) => {
            let trader =
                valid.then(|| ("JOHN DOE".to_owned(), "123 Main St, Anytown, UK".to_owned()));
            Ok(shown(inner, question, country, trader))
        }
        Some(Err(code)) => Err(code),
        None => Err("SERVICE_UNAVAILABLE"),
    }
}

/// The outcome of a number that has a fixed one: whether it is valid, or an error.
fn fixed(number: &str) -> Option<Result<bool, &'static str>> {
    match number.parse().ok()? {
        100 => Some(Ok(true)),
        200 => Some(Ok(false)),
        code => OUTCOMES
            .into_iter()
            .find(|(known, _)| *known == code)
            .map(|(_, error)| Err(error)),
    }
}

/// The member state, when the question has the form it must have.
fn checked(question: &Question) -> Result<&'static str, &'static str> {
    let country = member_state(&question.country_code).ok_or("INVALID_INPUT")?;
    if !has_form(&question.vat_number) {
        return Err("INVALID_INPUT");
    }
    let (state, number) = (
        &question.requester_member_state_code,
        &question.requester_number,
    );
    let nobody = state.is_empty() && number.is_empty();
    if nobody || (member_state(state).is_some() && has_form(number)) {
        Ok(country)
    } else {
        Err("INVALID_REQUESTER_INFO")
    }
}

/// Two to twelve letters, digits, `+` or `*`: what lies behind the prefix. A repeated prefix makes most too long.
fn has_form(number: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'*');
    (2..=12).contains(&number.len()) && number.bytes().all(allowed)
}

/// Name and address as France gives them.
fn french(company: &Company) -> (String, String) {
    if company.partial {
        return (NOTHING.into(), NOTHING.into());
    }
    let name = format!("{} {}", company.form.short, company.name);
    let address = &company.head().address;
    let lines = [address.first_line(), address.second_line()].join("\n");
    debug_assert!(!lines.contains(HIDDEN), "only partly public companies hide");
    (name.trim_start().into(), lines)
}

fn shown(
    inner: &mut Inner,
    question: &Question,
    country: &str,
    trader: Option<(String, String)>,
) -> Value {
    let valid = trader.is_some();
    let (name, address) = trader
        .filter(|_| !SILENT.contains(&country))
        .unwrap_or_else(|| (NOTHING.into(), NOTHING.into()));
    json!({
        "countryCode": country,
        "vatNumber": question.vat_number.to_uppercase(),
        "requestDate": time::now(inner.fixed_time),
        "valid": valid,
        "requestIdentifier": proof(inner, question, valid),
        "name": name,
        "address": address,
        "traderName": NOTHING,
        "traderStreet": NOTHING,
        "traderPostalCode": NOTHING,
        "traderCity": NOTHING,
        "traderCompanyType": NOTHING,
        "traderNameMatch": "NOT_PROCESSED",
    })
}

/// The proof of a check: only for those who say who they are, and only of a valid number.
fn proof(inner: &mut Inner, question: &Question, valid: bool) -> String {
    if question.requester_number.is_empty() || !valid {
        return String::new();
    }
    inner.proofs += 1;
    format!("WAPIAAAAX{:07}", inner.proofs)
}
