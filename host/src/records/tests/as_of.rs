//! What a record was at a moment is what was read of it then.

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::access::Permission::{ReadOrganization, ReadStore};

/// The time of the database, by which histories go.
async fn moment(db: &PgPool) -> DateTime<Utc> {
    let now = sqlx::query_scalar("select clock_timestamp()").fetch_one(db);
    now.await.expect("a time")
}

fn asked(path: &str, at: DateTime<Utc>) -> String {
    let at = at.to_rfc3339_opts(SecondsFormat::Micros, true);
    format!("{path}/as-of?at={at}")
}

/// What is read of a record; null: it is not there.
async fn seen(client: &Client, path: &str) -> Value {
    let mut data = client.get(path).await.data().clone();
    if let Some(fields) = data.as_object_mut() {
        fields.remove("updatedAt");
    }
    data
}

fn store(rng: &mut StdRng, name: &str, organizations: [uuid::Uuid; 2]) -> Value {
    let share = rng.random_range(1..100);
    let shares = [share, 100 - share];
    let shares = organizations.into_iter().zip(shares);
    let owners: Vec<Value> = shares
        .map(
            |(id, share)| json!({ "organizationId": id, "ownershipPercentage": share.to_string() }),
        )
        .collect();
    let links: Vec<Value> = (0..rng.random_range(0..3))
        .map(|_| json!({ "type": "shop", "url": "https://shop.example" }))
        .collect();
    json!({
        "name": format!("{name} {}", rng.random_range(0..3)),
        "seedingCost": rng.random_range(1..4).to_string(),
        "ticketBasis": if rng.random() { "MESSAGE" } else { "TICKET" },
        "organizations": owners, "links": links,
    })
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_store_was_at_each_moment_what_was_read_of_it_then(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let people = [
        app.admin(&[SuperAdmin]).await,
        app.admin(&[SuperAdmin]).await,
    ];
    let owners = [app.organization().await, app.organization().await];
    let mut rng = StdRng::seed_from_u64(27);
    let name = unique("Shop");
    let unborn = moment(&db).await;
    let created = people[0]
        .post("/store", store(&mut rng, &name, owners))
        .await;
    let path = format!("/store/{}", created.id());
    let mut then = vec![(moment(&db).await, seen(&people[0], &path).await)];
    for _ in 0..60 {
        let who = &people[rng.random_range(0..2)];
        let act = match rng.random_range(0..8) {
            0 => "delete",
            1 | 2 => "restore",
            3 => "archive",
            // A change that is told of the store and is none of its fields.
            4 => "connect",
            _ => "edit",
        };
        match act {
            "delete" => drop(who.delete(&path).await),
            "edit" => drop(who.put(&path, store(&mut rng, &name, owners)).await),
            "connect" => {
                let entry = "insert into audit_entries (id, actor_name, entity, entity_id, action, changes)
                    values (gen_random_uuid(), 'x', 'store', $1, 'secret', '[{\"field\": \"secret\", \"before\": null, \"after\": \"•\"}]')";
                let entry = sqlx::query(entry).bind(created.id());
                entry.execute(&db).await.expect("an entry");
            }
            act => drop(who.send("POST", &format!("{path}/{act}"), None, &[]).await),
        }
        app.app.clock.advance(std::time::Duration::from_secs(1));
        then.push((moment(&db).await, seen(who, &path).await));
    }
    people[1]
        .send("POST", &format!("{path}/restore"), None, &[])
        .await;
    let states = then.iter().map(|(_, state)| state.to_string());
    let states: std::collections::BTreeSet<String> = states.collect();
    assert!(
        states.len() > 20 && states.contains("null"),
        "it was a life"
    );
    for (at, state) in &then {
        let answer = people[0].get(&asked(&path, *at)).await;
        assert_eq!(answer.summary(), "200");
        let answer = answer.data();
        assert_eq!(&answer["state"], state, "{at}");
        assert_eq!(answer["exists"], json!(!state.is_null()), "{at}");
    }
    let answer = people[0].get(&asked(&path, unborn)).await;
    let none = json!({ "at": answer.data()["at"], "exists": false, "state": null, "actor": null, "changedAt": null, "entries": 0 });
    assert_eq!(answer.data(), &none);
    let now = people[0].get(&format!("{path}/as-of")).await;
    assert_eq!(now.data()["state"], seen(&people[0], &path).await);
    let history = people[0]
        .get(&format!("/history?entity=store&id={}", created.id()))
        .await;
    let (now, latest) = (now.data(), &history.data()[0]);
    assert_eq!(
        (&now["actor"], &now["changedAt"]),
        (&latest["actor"], &latest["at"])
    );
    assert_eq!(
        now["entries"],
        json!(history.data().as_array().map(Vec::len))
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_was_is_told_to_whom_it_would_be_told_today(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let chief = app.admin(&[SuperAdmin]).await;
    let organization = app.organization().await;
    let body =
        json!({ "name": unique("Shop"), "organizations": [{ "organizationId": organization }] });
    let created = chief.post("/store", body).await;
    let path = format!("/store/{}", created.id());
    let now = moment(&db).await;
    let customer = app
        .customer(organization, &[created.id()], &[ReadStore])
        .await;
    let answer = customer.get(&asked(&path, now)).await;
    assert_eq!(answer.summary(), "403 ForbiddenRoleException");
    let answer = app
        .admin(&[ReadOrganization])
        .await
        .get(&asked(&path, now))
        .await;
    assert_eq!(answer.summary(), "403 ForbiddenPermissionException");
    let clerk = app.admin(&[ReadStore]).await;
    let answer = clerk.get(&asked(&path, now)).await;
    assert_eq!(answer.data()["state"], seen(&clerk, &path).await);
    assert_eq!(answer.data()["state"]["organizations"], json!([]));
    let (day, yesterday) = (
        crate::list::day_of(now),
        crate::list::day_of(now - TimeDelta::days(1)),
    );
    for (at, exists) in [(day, true), (yesterday, false)] {
        let answer = clerk.get(&format!("{path}/as-of?at={at}")).await;
        assert_eq!(answer.data()["exists"], json!(exists), "{at}");
    }
    let soon = moment(&db).await + TimeDelta::minutes(1);
    let tomorrow = crate::list::day_of(now + TimeDelta::days(1));
    for (query, issue) in [
        (asked(&path, soon), "at future"),
        (format!("{path}/as-of?at={tomorrow}"), "at future"),
        (format!("{path}/as-of?at=9999-12-31"), "at future"),
        (format!("{path}/as-of?at=yesterday"), "at date"),
        (format!("{path}/as-of?at=2026-02-30"), "at date"),
        (format!("{path}/as-of?at="), "at date"),
    ] {
        assert_eq!(clerk.get(&query).await.issues(), [issue], "{query}");
    }
    chief.delete(&path).await;
    let gone = chief.get(&asked(&path, now)).await;
    assert_eq!(
        gone.summary(),
        "404 NotFoundResourceException",
        "like its history"
    );
}
