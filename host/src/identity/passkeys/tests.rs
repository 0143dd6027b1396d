//! Passkeys with a device of our own: what signs in, and every way round it.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sqlx::PgPool;
use uuid::Uuid;

use crate::access::Permission;
use crate::testing::{Answer, Client, TestApp};

const PORTAL: &str = "https://portal.example";

/// A device with one passkey (WebAuthn 6.1, 6.5). There is a crate of one, which would have `serde_json` keep the order of
/// keys in every test.
struct Device {
    key: EcdsaKeyPair,
    id: Vec<u8>,
    /// Whose passkey it is, in the portal's words.
    handle: Value,
    /// How often it signed, as it says.
    count: u32,
    flags: u8,
}

/// It was touched, and its owner showed a finger.
const PRESENT_AND_VERIFIED: u8 = 0b101;

fn base64url(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

impl Device {
    fn new() -> Self {
        let (kind, random) = (&ECDSA_P256_SHA256_ASN1_SIGNING, SystemRandom::new());
        let key = EcdsaKeyPair::generate_pkcs8(kind, &random).expect("a key");
        Self {
            key: EcdsaKeyPair::from_pkcs8(kind, key.as_ref(), &random).expect("a key"),
            id: Uuid::new_v4().as_bytes().to_vec(),
            handle: Value::Null,
            count: 0,
            flags: PRESENT_AND_VERIFIED,
        }
    }

    /// What it says of itself, and for whom it speaks.
    fn data(&self, party: &Value, flags: u8) -> Vec<u8> {
        let party = Sha256::digest(party.as_str().expect("a name"));
        [&party[..], &[self.flags | flags], &self.count.to_be_bytes()].concat()
    }

    /// Its answer to the challenge of a new passkey.
    fn register(&mut self, asked: &Answer, name: &str) -> Value {
        let options = &asked.data()["options"];
        self.handle = options["user"]["id"].clone();
        let (x, y) = self.key.public_key().as_ref()[1..].split_at(32);
        let key = [
            b"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20",
            x,
            b"\x22\x58\x20",
            y,
        ]
        .concat();
        let length = u16::try_from(self.id.len())
            .expect("a short name")
            .to_be_bytes();
        let new = 0b100_0000;
        let data = self.data(&options["rp"]["id"], new);
        let data = [&data[..], &[0; 16], &length, &self.id, &key].concat();
        let length = u8::try_from(data.len()).expect("short data");
        let attestation = [
            b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58",
            &[length][..],
            &data,
        ]
        .concat();
        let client = client_data("webauthn.create", options, PORTAL);
        json!({ "challenge": asked.data()["challenge"], "name": name, "credential": {
            "id": base64url(&self.id), "rawId": base64url(&self.id), "type": "public-key",
            "clientExtensionResults": {}, "authenticatorAttachment": "platform",
            "response": { "attestationObject": base64url(attestation), "clientDataJSON": base64url(client),
                "transports": ["internal"] },
        } })
    }

    /// Its answer to the challenge of a sign-in, as a page of this origin gets it.
    fn answer(&mut self, asked: &Answer, origin: &str) -> Value {
        let options = &asked.data()["options"];
        self.count += 1;
        let data = self.data(&options["rpId"], 0);
        let client = client_data("webauthn.get", options, origin);
        let signed = [&data[..], &Sha256::digest(&client)].concat();
        let signature = self
            .key
            .sign(&SystemRandom::new(), &signed)
            .expect("a signature");
        json!({ "challenge": asked.data()["challenge"], "credential": {
            "id": base64url(&self.id), "rawId": base64url(&self.id), "type": "public-key",
            "clientExtensionResults": {}, "authenticatorAttachment": "platform",
            "response": { "authenticatorData": base64url(data), "clientDataJSON": base64url(client),
                "signature": base64url(signature), "userHandle": self.handle },
        } })
    }
}

/// What the browser adds for the device to sign.
fn client_data(kind: &str, options: &Value, origin: &str) -> String {
    let challenge = &options["challenge"];
    json!({ "type": kind, "challenge": challenge, "origin": origin, "crossOrigin": false })
        .to_string()
}

/// A portal that has a name.
async fn portal(db: PgPool) -> TestApp {
    TestApp::with(db, |config| {
        config.plugins.clear();
        config.public_url = Some(PORTAL.parse().unwrap());
    })
    .await
}

const OWN: &str = "/user/current/passkey";

async fn add(client: &Client, device: &mut Device, name: &str) -> Answer {
    let asked = client
        .post("/user/current/passkey/challenge", json!({}))
        .await;
    assert_eq!(asked.summary(), "200", "{}", asked.json);
    client.post(OWN, device.register(&asked, name)).await
}

async fn challenge(app: &TestApp) -> Answer {
    let asked = app
        .nobody()
        .post("/auth/passkey/challenge", json!({}))
        .await;
    assert_eq!(asked.summary(), "200", "{}", asked.json);
    asked
}

async fn sign_in(app: &TestApp, device: &mut Device) -> Answer {
    let answer = device.answer(&challenge(app).await, PORTAL);
    app.nobody().post("/auth/passkey", answer).await
}

const REFUSED: &str = "401 UnauthorizedException";

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_passkey_signs_its_owner_in_until_it_is_removed(db: PgPool) {
    let app = portal(db).await;
    let admin = app.admin(&[Permission::SuperAdmin]).await;
    let mut device = Device::new();
    let added = add(&admin, &mut device, "  Laptop ").await;
    assert_eq!(added.summary(), "201", "{}", added.json);
    assert_eq!(added.data()["name"], "Laptop");
    let me = admin.get("/user/current").await;
    let email = me.data()["email"].as_str().unwrap().to_owned();
    let mut db = app.app.db.acquire().await.unwrap();
    let mail = crate::mail::latest_text(&mut db, &email).await.unwrap();
    assert!(mail.unwrap().contains("A passkey has been added"));

    let opened = sign_in(&app, &mut device).await;
    assert_eq!(opened.summary(), "200", "{}", opened.json);
    assert_eq!(opened.data()["user"]["email"], email);
    let there = app.bearer(opened.data()["accessToken"].as_str().unwrap());
    let own = there.get(OWN).await;
    assert_eq!(own.data()[0]["name"], "Laptop");
    assert!(own.data()[0]["lastUsedAt"].is_string());
    let path = format!("{OWN}/{}", own.data()[0]["id"].as_str().unwrap());
    let renamed = there.put(&path, json!({ "name": "Phone" })).await;
    assert_eq!(renamed.data()["name"], "Phone");

    assert_eq!(there.delete(&path).await.summary(), "204");
    assert_eq!(
        there.delete(&path).await.summary(),
        "404 NotFoundResourceException"
    );
    assert_eq!(sign_in(&app, &mut device).await.summary(), REFUSED);
    let entries: Vec<Value> = sqlx::query_scalar(
        "select changes from audit_entries where entity_id = $1 and action = 'update' order by at, id",
    )
    .bind(admin.user)
    .fetch_all(&app.app.db)
    .await
    .unwrap();
    assert_eq!(entries.len(), 2, "it came and it went: {entries:?}");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_answer_opens_one_session_however_often_it_is_sent(db: PgPool) {
    let app = portal(db).await;
    let admin = app.admin(&[]).await;
    let mut device = Device::new();
    assert_eq!(add(&admin, &mut device, "Laptop").await.summary(), "201");
    let answer = device.answer(&challenge(&app).await, PORTAL);
    let nobody = app.nobody();
    let sent = (0..8).map(|_| nobody.post("/auth/passkey", answer.clone()));
    let answers = futures::future::join_all(sent).await;
    let opened = answers.iter().filter(|answer| answer.summary() == "200");
    assert_eq!(opened.count(), 1);
    assert_eq!(
        nobody.post("/auth/passkey", answer).await.summary(),
        REFUSED
    );

    let late = device.answer(&challenge(&app).await, PORTAL);
    app.app.clock.advance(Duration::from_secs(5 * 60));
    assert_eq!(nobody.post("/auth/passkey", late).await.summary(), REFUSED);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn nothing_but_the_answer_to_its_own_challenge_opens_anything(db: PgPool) {
    let app = portal(db).await;
    let (admin, other) = (app.admin(&[]).await, app.admin(&[]).await);
    let (mut device, mut others) = (Device::new(), Device::new());
    assert_eq!(add(&admin, &mut device, "Laptop").await.summary(), "201");
    assert_eq!(add(&other, &mut others, "Laptop").await.summary(), "201");
    let nobody = app.nobody();
    let refused = async |what: &str, body: Value| {
        let answer = nobody.post("/auth/passkey", body).await.summary();
        assert!(
            answer == REFUSED || answer.starts_with("400"),
            "{what}: {answer}"
        );
    };
    // A page below the portal's name gets an answer of the device; the portal is not that page.
    let below = device.answer(&challenge(&app).await, "https://evil.portal.example");
    refused("another origin", below).await;
    let mut swapped = device.answer(&challenge(&app).await, PORTAL);
    swapped["challenge"] = challenge(&app).await.data()["challenge"].clone();
    refused("another challenge", swapped).await;
    let mut crossed = device.answer(&challenge(&app).await, PORTAL);
    let registration = admin
        .post("/user/current/passkey/challenge", json!({}))
        .await;
    crossed["challenge"] = registration.data()["challenge"].clone();
    refused("the challenge of a new passkey", crossed).await;
    // In another's name, by one's own key.
    let mut taken = others.answer(&challenge(&app).await, PORTAL);
    let victim = device.answer(&challenge(&app).await, PORTAL);
    taken["credential"]["response"]["userHandle"] =
        victim["credential"]["response"]["userHandle"].clone();
    refused("another's handle", taken.clone()).await;
    for field in ["id", "rawId"] {
        taken["credential"][field] = victim["credential"][field].clone();
    }
    refused("another's key by its name", taken).await;
    for field in [
        "authenticatorData",
        "clientDataJSON",
        "signature",
        "userHandle",
    ] {
        let mut altered = device.answer(&challenge(&app).await, PORTAL);
        let value = &mut altered["credential"]["response"][field];
        let text = value.as_str().expect("base64url");
        let flipped = if text.starts_with('B') { "C" } else { "B" };
        *value = json!(format!("{flipped}{}", &text[1..]));
        refused(field, altered.clone()).await;
        altered["credential"]["response"][field] = json!("");
        refused(field, altered).await;
    }
    // Whoever finds the device has no finger of its owner's.
    for flags in [0, 1, 4] {
        device.flags = flags;
        let unseen = device.answer(&challenge(&app).await, PORTAL);
        refused("nobody was verified", unseen).await;
    }
    device.flags = PRESENT_AND_VERIFIED;
    for body in [json!({}), json!({ "challenge": "x", "credential": {} })] {
        refused("nothing", body).await;
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_copy_of_a_key_is_found_out_by_its_count(db: PgPool) {
    let app = portal(db).await;
    let admin = app.admin(&[]).await;
    let mut device = Device::new();
    assert_eq!(add(&admin, &mut device, "Laptop").await.summary(), "201");
    for expected in ["200", "200"] {
        assert_eq!(sign_in(&app, &mut device).await.summary(), expected);
    }
    // The copy was taken before.
    device.count = 0;
    assert_eq!(sign_in(&app, &mut device).await.summary(), REFUSED);
    device.count = 2;
    assert_eq!(sign_in(&app, &mut device).await.summary(), "200");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_passkey_is_its_owners_alone(db: PgPool) {
    let app = portal(db).await;
    let (admin, other) = (
        app.admin(&[]).await,
        app.admin(&[Permission::SuperAdmin]).await,
    );
    let mut device = Device::new();
    let asked = admin
        .post("/user/current/passkey/challenge", json!({}))
        .await;
    let body = device.register(&asked, "Laptop");
    assert_eq!(
        other.post(OWN, body.clone()).await.issues(),
        ["challenge expired"]
    );
    let added = admin.post(OWN, body.clone()).await;
    assert_eq!(added.summary(), "201");
    assert_eq!(
        admin.post(OWN, body).await.summary(),
        "409 ConflictPasskeyException"
    );
    let path = format!("{OWN}/{}", added.data()["id"].as_str().unwrap());
    assert_eq!(other.get(OWN).await.data(), &json!([]));
    for answer in [
        other.delete(&path).await,
        other.put(&path, json!({ "name": "Mine" })).await,
    ] {
        assert_eq!(answer.summary(), "404 NotFoundResourceException");
    }
    let nameless = admin.put(&path, json!({ "name": " " })).await;
    assert_eq!(nameless.issues(), ["name required"]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn whose_account_is_gone_or_goes_to_another_address_signs_in_with_none(db: PgPool) {
    let app = portal(db).await;
    let boss = app.admin(&[Permission::SuperAdmin]).await;
    for deleted in [true, false] {
        let admin = app.admin(&[]).await;
        let mut device = Device::new();
        assert_eq!(add(&admin, &mut device, "Laptop").await.summary(), "201");
        let path = format!("/user/{}", admin.user.unwrap());
        let done = match deleted {
            true => boss.delete(&path).await,
            false => {
                boss.patch(&path, json!({ "email": "successor@example.test" }))
                    .await
            }
        };
        assert!(done.status.is_success(), "{}", done.json);
        assert_eq!(sign_in(&app, &mut device).await.summary(), REFUSED);
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_user_has_at_most_twenty_however_many_they_add_at_once(db: PgPool) {
    let app = portal(db).await;
    let admin = app.admin(&[]).await;
    let mut bodies = Vec::new();
    for _ in 0..24 {
        let asked = admin
            .post("/user/current/passkey/challenge", json!({}))
            .await;
        bodies.push(Device::new().register(&asked, "One of many"));
    }
    let sent = bodies.into_iter().map(|body| admin.post(OWN, body));
    let answers = futures::future::join_all(sent).await;
    let kept = answers
        .iter()
        .filter(|answer| answer.summary() == "201")
        .count();
    let refused = "409 ConflictPasskeyLimitException";
    let refused = answers
        .iter()
        .filter(|answer| answer.summary() == refused)
        .count();
    assert_eq!((kept, refused), (20, 4));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_portal_without_a_name_says_that_it_has_no_passkeys(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[]).await;
    assert_eq!(
        app.nobody().get("/environment").await.data()["passkeys"],
        false
    );
    for (client, path) in [
        (&app.nobody(), "/auth/passkey/challenge"),
        (&admin, "/user/current/passkey/challenge"),
    ] {
        let refused = client.post(path, json!({})).await;
        assert_eq!(refused.summary(), "403 ForbiddenResourceException");
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn keys_come_and_go_with_a_recent_sign_in_alone(db: PgPool) {
    let app = portal(db).await;
    let admin = app.admin(&[]).await;
    let mut device = Device::new();
    let added = add(&admin, &mut device, "Laptop").await;
    let path = format!("{OWN}/{}", added.data()["id"].as_str().unwrap());
    let asked = admin
        .post("/user/current/passkey/challenge", json!({}))
        .await;
    let another = Device::new().register(&asked, "Another");
    app.app.clock.advance(Duration::from_secs(10 * 60 - 1));
    let asked = admin
        .post("/user/current/passkey/challenge", json!({}))
        .await;
    assert_eq!(asked.summary(), "200", "ten minutes are not over");
    app.app.clock.advance(Duration::from_secs(1));
    for refused in [
        admin
            .post("/user/current/passkey/challenge", json!({}))
            .await,
        admin.post(OWN, another).await,
        admin.delete(&path).await,
    ] {
        assert_eq!(refused.summary(), "403 ForbiddenSignInAgeException");
        assert_eq!(refused.json["error"]["payload"]["maxAgeSeconds"], 600);
    }
    let opened = sign_in(&app, &mut device).await;
    let again = app.bearer(opened.data()["accessToken"].as_str().unwrap());
    assert_eq!(again.delete(&path).await.summary(), "204");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn who_shows_again_who_they_are_has_one_session_in_that_browser(db: PgPool) {
    let app = portal(db).await;
    let (admin, other) = (app.admin(&[]).await, app.admin(&[]).await);
    let (mut device, mut others) = (Device::new(), Device::new());
    add(&admin, &mut device, "Laptop").await;
    add(&other, &mut others, "Laptop").await;
    let first = sign_in(&app, &mut device).await;
    let cookie = first.headers["set-cookie"].to_str().unwrap();
    let cookie = cookie.split(';').next().unwrap().to_owned();
    let before = app.bearer(first.data()["accessToken"].as_str().unwrap());
    let in_that_browser = async |device: &mut Device| {
        let body = device.answer(&challenge(&app).await, PORTAL);
        let headers = [("cookie", cookie.as_str())];
        let nobody = app.nobody();
        let opened = nobody
            .send("POST", "/auth/passkey", Some(body), &headers)
            .await;
        assert_eq!(opened.summary(), "200", "{}", opened.json);
        opened
    };
    // Somebody else at the same machine ends nothing.
    in_that_browser(&mut others).await;
    assert_eq!(before.get("/user/current").await.summary(), "200");
    let opened = in_that_browser(&mut device).await;
    assert_eq!(before.get("/user/current").await.summary(), REFUSED);
    let after = app.bearer(opened.data()["accessToken"].as_str().unwrap());
    let sessions = after.get("/user/current/session").await;
    let ids: Vec<Uuid> = serde_json::from_value(
        sessions
            .data()
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["id"].clone())
            .collect(),
    )
    .unwrap();
    assert_eq!(ids.len(), 2, "the one of the test and this one");
}
