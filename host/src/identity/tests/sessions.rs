//! Sessions from their first request to their last: limits that are told truly, devices, what ends them.

use super::*;
use crate::words::language::Language;

/// A host behind a proxy that tells who called.
async fn behind_a_proxy(db: PgPool) -> TestApp {
    TestApp::with(db, |config| {
        config.plugins.clear();
        config.security.trust_forwarded_for = true;
    })
    .await
}

/// Asks for a link from an address on the network.
async fn ask_from(app: &TestApp, address: &str, email: &str) -> Answer {
    let headers = [("x-forwarded-for", address)];
    let body = Some(json!({ "email": email }));
    app.nobody()
        .send("POST", "/auth/link", body, &headers)
        .await
}

/// Signs in by a link; the answer holds the session.
async fn sign_in(app: &TestApp, email: &str, headers: &[(&str, &str)]) -> Answer {
    let nobody = app.nobody();
    nobody.post("/auth/link", json!({ "email": email })).await;
    let body = json!({ "token": token(app, email).await.expect("a mail") });
    let opened = nobody
        .send("POST", "/auth/session", Some(body), headers)
        .await;
    assert_eq!(opened.summary(), "200", "{}", opened.json);
    opened
}

fn bearer(app: &TestApp, signed_in: &Answer) -> Client {
    app.bearer(signed_in.data()["accessToken"].as_str().unwrap())
}

async fn refresh(app: &TestApp, cookie: &str) -> Answer {
    let headers = [("cookie", cookie)];
    app.nobody()
        .send("POST", "/auth/refresh", None, &headers)
        .await
}

fn wait(answer: &Answer) -> u64 {
    assert_eq!(answer.summary(), "429 TooManyRequestsException");
    let seconds = answer.headers["retry-after"].to_str().unwrap();
    let payload = &answer.json["error"]["payload"]["retryAfterSeconds"];
    assert_eq!(payload.to_string(), seconds);
    seconds.parse().unwrap()
}

const MINUTE: u64 = 60;
const DAY: u64 = 24 * 60 * MINUTE;

fn pass(app: &TestApp, seconds: u64) {
    app.app.clock.advance(Duration::from_secs(seconds));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn who_waits_as_long_as_they_are_told_is_let_in(db: PgPool) {
    let app = behind_a_proxy(db).await;
    // A colleague of the same office asked long before.
    assert_eq!(
        ask_from(&app, "192.0.2.1", "early@example.test")
            .await
            .summary(),
        "202"
    );
    pass(&app, 50 * MINUTE);
    for _ in 0..5 {
        ask_from(&app, "192.0.2.1", "zoe@example.test").await;
        pass(&app, MINUTE);
    }
    let refused = ask_from(&app, "192.0.2.1", "zoe@example.test").await;
    assert_eq!(wait(&refused), 55 * MINUTE, "an hour after the first");
    assert!(
        refused.json["error"]["message"]
            .as_str()
            .unwrap()
            .contains("55\u{a0}min"),
        "{}",
        refused.json
    );
    // However an address is written, it is the same one.
    let shouted = ask_from(&app, "192.0.2.1", " ZOE@example.test ").await;
    assert_eq!(wait(&shouted), 55 * MINUTE);
    pass(&app, 55 * MINUTE - 1);
    assert_eq!(
        wait(&ask_from(&app, "192.0.2.1", "zoe@example.test").await),
        1
    );
    pass(&app, 1);
    let again = ask_from(&app, "192.0.2.1", "zoe@example.test").await;
    assert_eq!(again.summary(), "202");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn who_names_sixty_addresses_is_stopped_and_their_neighbour_is_not(db: PgPool) {
    let app = behind_a_proxy(db).await;
    for number in 0..60 {
        let email = format!("guess{number}@example.test");
        // What a caller claims of themselves stands first; our proxy's word stands last.
        let claim = format!("10.0.0.{number}, 192.0.2.1");
        assert_eq!(ask_from(&app, &claim, &email).await.summary(), "202");
    }
    let stopped = ask_from(&app, "10.9.9.9, 192.0.2.1", "one.more@example.test").await;
    assert_eq!(wait(&stopped), 60 * MINUTE);
    let neighbour = ask_from(&app, "192.0.2.2", "one.more@example.test").await;
    assert_eq!(neighbour.summary(), "202");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn nobody_locks_another_out_by_asking_for_their_links(db: PgPool) {
    let app = behind_a_proxy(db.clone()).await;
    let (_, email) = user(&app).await;
    let asked = async |address: &str| ask_from(&app, address, &email).await.summary();
    for stranger in 0..40 {
        for _ in 0..5 {
            assert_eq!(asked(&format!("198.51.100.{stranger}")).await, "202");
        }
    }
    assert_eq!(asked("192.0.2.1").await, "202", "the owner, from home");
    let waiting: i64 = sqlx::query_scalar("select count(*) from sign_in_links")
        .fetch_one(&db)
        .await
        .unwrap();
    assert_eq!(waiting, 10, "nor is their inbox flooded");
    let body = json!({ "token": token(&app, &email).await.expect("a mail") });
    let opened = app.nobody().post("/auth/session", body).await;
    assert_eq!(
        opened.summary(),
        "200",
        "what strangers asked for is the owner's to use"
    );
    // Of IPv6 a household has more addresses than there are requests.
    for number in 0..5 {
        assert_eq!(asked(&format!("2001:db8::{number}")).await, "202");
    }
    assert_eq!(asked("2001:db8::99").await, "429 TooManyRequestsException");
    assert_eq!(asked("2001:db8:0:1::99").await, "202");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_proxys_word_on_a_line_of_its_own_counts(db: PgPool) {
    let app = behind_a_proxy(db).await;
    let ask = async |claim: &str, number: u8| {
        let headers = [("x-forwarded-for", claim), ("x-forwarded-for", "192.0.2.1")];
        let body = Some(json!({ "email": format!("guess{number}@example.test") }));
        let nobody = app.nobody();
        nobody.send("POST", "/auth/link", body, &headers).await
    };
    for number in 0..60 {
        let asked = ask(&format!("10.0.0.{number}"), number).await;
        assert_eq!(asked.summary(), "202");
    }
    assert_eq!(
        ask("10.0.1.1", 61).await.summary(),
        "429 TooManyRequestsException"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_session_says_where_it_is_and_only_a_proxy_is_believed(db: PgPool) {
    for trusted in [true, false] {
        let app = TestApp::with(db.clone(), |config| {
            config.plugins.clear();
            config.security.trust_forwarded_for = trusted;
        })
        .await;
        let (_, email) = user(&app).await;
        let browser = "Firefox/145 ".repeat(50);
        let headers = [
            ("x-forwarded-for", "10.0.0.1, 2001:db8::7"),
            ("user-agent", browser.as_str()),
        ];
        let me = bearer(&app, &sign_in(&app, &email, &headers).await);
        pass(&app, 5);
        let later = bearer(
            &app,
            &sign_in(&app, &email, &[("user-agent", "curl")]).await,
        );
        let sessions = later.get("/user/current/session").await;
        let rows = sessions.data().as_array().unwrap();
        assert_eq!(rows[0]["userAgent"], "curl", "the latest used first");
        assert_eq!(
            (&rows[0]["current"], &rows[1]["current"]),
            (&json!(true), &json!(false))
        );
        let place = if trusted {
            json!("2001:db8::7")
        } else {
            json!(null)
        };
        assert_eq!(rows[1]["ip"], place);
        assert_eq!(rows[1]["userAgent"].as_str().unwrap().len(), 300);
        assert_eq!(me.get("/user/current").await.summary(), "200");
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_session_lives_as_long_as_it_is_used(db: PgPool) {
    let app = TestApp::new(db).await;
    let (_, email) = user(&app).await;
    let opened = sign_in(&app, &email, &[]).await;
    let me = bearer(&app, &opened);
    let mut cookie = cookie(&opened);
    pass(&app, 10 * MINUTE - 1);
    assert_eq!(me.get("/user/current").await.summary(), "200");
    pass(&app, 1);
    assert_eq!(
        me.get("/user/current").await.summary(),
        "401 UnauthorizedException",
        "an access token has ten minutes"
    );
    // Used now and then, it goes on far beyond its first thirty days, but not for ever.
    for _ in 0..6 {
        pass(&app, 29 * DAY);
        let renewed = refresh(&app, &cookie).await;
        assert_eq!(renewed.summary(), "200");
        assert_eq!(renewed.data()["user"]["email"], email);
        assert_eq!(renewed.data().get("continue"), None);
        let renewed_me = bearer(&app, &renewed);
        assert_eq!(renewed_me.get("/user/current").await.summary(), "200");
        cookie = super::cookie(&renewed);
    }
    pass(&app, 6 * DAY);
    assert_eq!(
        refresh(&app, &cookie).await.summary(),
        "401 UnauthorizedException",
        "180 days after it began"
    );
    let idle = super::cookie(&sign_in(&app, &email, &[]).await);
    pass(&app, 30 * DAY);
    assert_eq!(
        refresh(&app, &idle).await.summary(),
        "401 UnauthorizedException"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_stolen_token_is_found_out_however_late_it_comes_back(db: PgPool) {
    let app = TestApp::new(db).await;
    let (_, email) = user(&app).await;
    let stolen = cookie(&sign_in(&app, &email, &[]).await);
    let mut own = cookie(&refresh(&app, &stolen).await);
    for _ in 0..5 {
        pass(&app, 20 * DAY);
        own = cookie(&refresh(&app, &own).await);
    }
    assert_eq!(
        refresh(&app, &stolen).await.summary(),
        "401 UnauthorizedException"
    );
    assert_eq!(
        refresh(&app, &own).await.summary(),
        "401 UnauthorizedException",
        "nobody knows which of the two is the thief"
    );
    // A thief who comes within the grace of parallel tabs has no chain of their own either.
    let stolen = cookie(&sign_in(&app, &email, &[]).await);
    let (own, theirs) = (refresh(&app, &stolen).await, refresh(&app, &stolen).await);
    let (own, theirs) = (cookie(&own), cookie(&theirs));
    let next = cookie(&refresh(&app, &own).await);
    pass(&app, 60);
    assert_eq!(
        refresh(&app, &theirs).await.summary(),
        "401 UnauthorizedException"
    );
    assert_eq!(
        refresh(&app, &next).await.summary(),
        "401 UnauthorizedException"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_cookie_alone_signs_out_and_is_taken_away(db: PgPool) {
    let app = TestApp::new(db).await;
    let (_, email) = user(&app).await;
    let opened = sign_in(&app, &email, &[]).await;
    let set = opened.headers["set-cookie"].to_str().unwrap().to_owned();
    for part in ["Path=/api/auth", "Max-Age=2592000"] {
        assert!(set.contains(part), "{set}");
    }
    assert!(!set.contains("Secure"), "this portal is not behind TLS");
    let (me, cookie) = (bearer(&app, &opened), cookie(&opened));
    let renewed = super::cookie(&refresh(&app, &cookie).await);

    // A tab that holds an older cookie signs the browser out all the same.
    let headers = [("cookie", cookie.as_str())];
    let left = app
        .nobody()
        .send("DELETE", "/auth/session", None, &headers)
        .await;
    assert_eq!(left.summary(), "204");
    let removed = left.headers["set-cookie"].to_str().unwrap();
    assert!(removed.contains("Max-Age=0"), "{removed}");
    for cookie in [cookie, renewed] {
        assert_eq!(
            refresh(&app, &cookie).await.summary(),
            "401 UnauthorizedException"
        );
    }
    assert_eq!(
        me.get("/user/current").await.summary(),
        "401 UnauthorizedException"
    );
    // Nobody at all, and who is out already: nothing is wrong with that.
    assert_eq!(app.nobody().delete("/auth/session").await.summary(), "204");
    assert_eq!(me.delete("/auth/session").await.summary(), "204");
    let without = app.nobody().send("POST", "/auth/refresh", None, &[]).await;
    assert_eq!(without.summary(), "204");
    for stranger in ["comptoir_refresh=", "comptoir_refresh=x", "other=1"] {
        let answer = refresh(&app, stranger).await;
        let expected = match stranger {
            "other=1" => "204",
            _ => "401 UnauthorizedException",
        };
        assert_eq!(answer.summary(), expected, "{stranger}");
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn of_two_who_open_one_link_at_once_one_is_signed_in(db: PgPool) {
    let app = TestApp::new(db).await;
    let (_, email) = user(&app).await;
    let nobody = app.nobody();
    nobody.post("/auth/link", json!({ "email": email })).await;
    let body = json!({ "token": token(&app, &email).await.unwrap() });
    let tries = (0..4).map(|_| nobody.post("/auth/session", body.clone()));
    let answers = futures::future::join_all(tries).await;
    let mut summaries: Vec<_> = answers.iter().map(Answer::summary).collect();
    summaries.sort();
    let refused = "401 UnauthorizedException";
    assert_eq!(summaries, ["200", refused, refused, refused]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn two_tabs_that_refresh_at_once_both_go_on(db: PgPool) {
    let app = TestApp::new(db).await;
    let (_, email) = user(&app).await;
    let first = cookie(&sign_in(&app, &email, &[]).await);
    let tabs = (0..3).map(|_| refresh(&app, &first));
    let answers = futures::future::join_all(tabs).await;
    pass(&app, 60);
    for answer in &answers {
        assert_eq!(answer.summary(), "200");
        // Each tab has a cookie of its own, which still works.
        assert_eq!(refresh(&app, &cookie(answer)).await.summary(), "200");
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_waits_in_an_inbox_opens_nothing_once_its_reader_is_gone_or_moved(db: PgPool) {
    let app = TestApp::new(db).await;
    let boss = app.admin(&[Permission::SuperAdmin]).await;
    let use_up = async |token: String| {
        let body = json!({ "token": token });
        app.nobody().post("/auth/session", body).await.summary()
    };
    let open = async |email: &str| use_up(token(&app, email).await.unwrap()).await;
    let ask = async |email: &str| {
        let asked = app
            .nobody()
            .post("/auth/link", json!({ "email": email }))
            .await;
        assert_eq!(asked.summary(), "202");
    };
    let (moved, email) = user(&app).await;
    ask(&email).await;
    let waiting = token(&app, &email).await.unwrap();
    let path = format!("/user/{}", moved.user.unwrap());
    let change = json!({ "email": "new.address@example.test" });
    assert_eq!(boss.patch(&path, change).await.summary(), "200");
    assert_eq!(use_up(waiting).await, "401 UnauthorizedException");
    ask("new.address@example.test").await;
    assert_eq!(open("new.address@example.test").await, "200");

    let (gone, email) = user(&app).await;
    let cookie = cookie(&sign_in(&app, &email, &[]).await);
    ask(&email).await;
    let path = format!("/user/{}", gone.user.unwrap());
    assert_eq!(boss.delete(&path).await.summary(), "204");
    assert_eq!(open(&email).await, "401 UnauthorizedException");
    // Brought back, they sign in anew: what ended stays ended.
    let restore = format!("{path}/restore");
    assert_eq!(
        boss.send("POST", &restore, None, &[]).await.summary(),
        "200"
    );
    for client in [&gone, &bearer(&app, &sign_in(&app, &email, &[]).await)] {
        let expected = match client.user {
            Some(_) => "401 UnauthorizedException",
            None => "200",
        };
        assert_eq!(client.get("/user/current").await.summary(), expected);
    }
    assert_eq!(
        refresh(&app, &cookie).await.summary(),
        "401 UnauthorizedException"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn signing_out_everywhere_spares_this_browser_and_other_people(db: PgPool) {
    let app = TestApp::new(db).await;
    let (_, email) = user(&app).await;
    let (other, _) = user(&app).await;
    let (here, there) = (
        sign_in(&app, &email, &[]).await,
        sign_in(&app, &email, &[]).await,
    );
    let me = bearer(&app, &here);
    assert_eq!(me.delete("/user/current/session").await.summary(), "204");
    let left = me.get("/user/current/session").await;
    assert_eq!(left.data().as_array().unwrap().len(), 1);
    assert_eq!(refresh(&app, &cookie(&here)).await.summary(), "200");
    assert_eq!(
        refresh(&app, &cookie(&there)).await.summary(),
        "401 UnauthorizedException"
    );
    assert_eq!(other.get("/user/current").await.summary(), "200");
    assert_eq!(me.delete("/user/current/session").await.summary(), "204");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_destination_is_a_path_of_this_portal_or_home(db: PgPool) {
    let app = TestApp::new(db).await;
    let boss = app.admin(&[Permission::SuperAdmin]).await;
    for (target, there) in [
        (
            json!("http://comptoir.test/admin/order?a=1#b"),
            json!("/admin/order?a=1#b"),
        ),
        (json!("/client/é"), json!("/client/%C3%A9")),
        (json!(""), json!(null)),
        (json!(null), json!(null)),
    ] {
        let email = format!("{}@example.test", Uuid::now_v7().simple());
        let body =
            json!({ "email": email, "displayName": "Zoé", "role": "admin", "permissions": [] });
        assert_eq!(boss.post("/user", body).await.summary(), "201");
        let body = json!({ "email": email, "continue": target });
        assert_eq!(app.nobody().post("/auth/link", body).await.summary(), "202");
        let body = json!({ "token": token(&app, &email).await.unwrap() });
        let opened = app.nobody().post("/auth/session", body).await;
        assert_eq!(opened.data()["continue"], there, "{target}");
    }
    for elsewhere in [
        "https://comptoir.test/",
        "http://comptoir.test.evil.example/",
        "order",
    ] {
        let body = json!({ "email": "a@b.example", "continue": elsewhere });
        let refused = app.nobody().post("/auth/link", body).await;
        assert_eq!(refused.issues(), ["continue origin"], "{elsewhere}");
    }
    for (body, issue) in [
        (json!({}), "token required"),
        (json!({ "token": "" }), "token required"),
        (json!({ "token": "x".repeat(201) }), "token max"),
        (json!({ "token": "x", "as": "boss" }), "as unknown"),
    ] {
        let refused = app.nobody().post("/auth/session", body).await;
        assert_eq!(refused.issues(), [issue]);
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_night_forgets_ended_sessions_and_spares_those_in_use(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let (_, email) = user(&app).await;
    let ended = sign_in(&app, &email, &[]).await;
    bearer(&app, &ended).delete("/auth/session").await;
    let used = cookie(&sign_in(&app, &email, &[]).await);
    let count = async |table: &'static str| {
        let count = sqlx::AssertSqlSafe(format!("select count(*) from {table}"));
        let count: i64 = sqlx::query_scalar(count).fetch_one(&db).await.unwrap();
        count
    };
    let (sessions, links) = (count("sessions").await, count("sign_in_links").await);
    assert_eq!(
        super::super::sql::forget(&db, app.app.now(), 100)
            .await
            .unwrap(),
        0
    );
    pass(&app, 8 * DAY);
    let used = cookie(&refresh(&app, &used).await);
    assert!(
        super::super::sql::forget(&db, app.app.now(), 100)
            .await
            .unwrap()
            >= 3
    );
    assert_eq!(count("sessions").await, sessions - 1, "the one that ended");
    assert_eq!(count("sign_in_links").await, links - 2, "both were used");
    assert_eq!(refresh(&app, &used).await.summary(), "200");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_sign_in_stands_in_the_history_and_a_language_in_the_next_mail(db: PgPool) {
    let app = TestApp::new(db).await;
    let (admin, email) = user(&app).await;
    sign_in(&app, &email, &[]).await;
    let path = format!("/history?entity=user&id={}", admin.user.unwrap());
    let history = admin.get(&path).await;
    assert_eq!(history.data()[0]["action"], "sign-in");
    let name = admin.get("/user/current").await.data()["displayName"].clone();
    assert_eq!(history.data()[0]["actor"], name);
    for (language, greeting) in [(Language::Fr, "Bonjour"), (Language::En, "Hello")] {
        let body = json!({ "locale": language });
        let changed = admin.patch("/user/current", body).await;
        assert_eq!(changed.data()["locale"], json!(language));
        app.nobody()
            .post("/auth/link", json!({ "email": email }))
            .await;
        let mut db = app.app.db.acquire().await.unwrap();
        let text = crate::mail::latest_text(&mut db, &email).await.unwrap();
        assert!(text.unwrap().starts_with(greeting));
    }
}
