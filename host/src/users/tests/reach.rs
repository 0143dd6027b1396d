//! Whose people are whose: nobody grows by another, and nobody is told of what is not theirs.

use std::collections::BTreeSet;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::testing::{Answer, cursor};

const REFUSED: &str = "403 ForbiddenResourceException";

/// A user as the database has them.
#[derive(Debug, Clone, PartialEq, sqlx::FromRow)]
struct Power {
    id: Uuid,
    role: String,
    email: String,
    /// A link waits in their inbox that gives them another address.
    asked: bool,
    permissions: Vec<String>,
    owner: bool,
    gone: bool,
    organizations: Vec<Uuid>,
    stores: Vec<Uuid>,
    factories: Vec<Uuid>,
}

impl Power {
    fn places(&self) -> BTreeSet<Uuid> {
        [&self.organizations, &self.stores, &self.factories]
            .into_iter()
            .flatten()
            .copied()
            .collect()
    }

    fn rights(&self) -> BTreeSet<&String> {
        self.permissions.iter().collect()
    }

    /// Whether this one is no more than another, who may then take their address, remove them and bring them back.
    fn is_within(&self, other: &Power) -> bool {
        self.role == other.role
            && self.places().is_subset(&other.places())
            && self.rights().is_subset(&other.rights())
            && (other.owner || !self.owner)
    }
}

async fn powers(db: &PgPool) -> Vec<Power> {
    sqlx::query_as(
        "select id, role, email, permissions, owner, deleted_at is not null as gone,
            exists (select from email_changes where user_id = id) as asked,
            array(select organization_id from user_organizations where user_id = id order by position) as organizations,
            array(select store_id from user_stores where user_id = id order by store_id) as stores,
            array(select factory_id from user_factories where user_id = id order by position) as factories
         from users order by id",
    )
    .fetch_all(db)
    .await
    .expect("everybody")
}

/// Makes a user again what they were, and lets them stay signed in.
async fn put_back(db: &PgPool, user: &Power) {
    sqlx::query(
        "with u as (update users set permissions = $2, owner = $3, deleted_at = case when $4 then now() end where id = $1),
            o as (delete from user_organizations where user_id = $1 and organization_id <> all($5)),
            s as (delete from user_stores where user_id = $1 and store_id <> all($6)),
            o2 as (insert into user_organizations (user_id, organization_id, position)
                select $1, id, position::integer from unnest($5::uuid[]) with ordinality as g (id, position)
                on conflict do nothing),
            r as (update sessions set revoked_at = null where user_id = $1),
            s2 as (insert into user_stores (user_id, store_id) select $1, unnest($6::uuid[]) on conflict do nothing)
         delete from email_changes where user_id = $1",
    )
    .bind(user.id)
    .bind(&user.permissions)
    .bind(user.owner)
    .bind(user.gone)
    .bind(&user.organizations)
    .bind(&user.stores)
    .execute(db)
    .await
    .expect("as before");
}

/// Names of organizations, stores and factories by their ids.
async fn places(db: &PgPool) -> Vec<(Uuid, String)> {
    sqlx::query_as(
        "select id, name from organizations union all select id, name from stores
         union all select id, name from factories",
    )
    .fetch_all(db)
    .await
    .expect("places")
}

fn some<T: Copy>(rng: &mut StdRng, all: &[T]) -> Vec<T> {
    let count = rng.random_range(0..=all.len());
    all.sample(rng, count).copied().collect()
}

/// What one may name of everything that there is.
struct Everything {
    organizations: Vec<Uuid>,
    /// Two of each organization, in their order.
    stores: Vec<Uuid>,
    factories: Vec<Uuid>,
}

impl Everything {
    fn stores_of(&self, organizations: &[Uuid]) -> Vec<Uuid> {
        let all = self.organizations.iter().zip(self.stores.chunks(2));
        all.filter(|(organization, _)| organizations.contains(organization))
            .flat_map(|(_, stores)| stores)
            .copied()
            .collect()
    }
}

/// What one may try: what it is called, its method, what follows the user's path, and its body.
type Attempt = (&'static str, &'static str, &'static str, Option<Value>);

/// What one may try on another: every call on a user, every field alone and all of them together.
fn attempts(rng: &mut StdRng, target: &Power, all: &Everything) -> Vec<Attempt> {
    let rights = [
        ReadUser,
        WriteUser,
        ReadOrder,
        WriteOrder,
        ReadFee,
        ReadProject,
        ReadFactory,
    ];
    let granted = some(rng, &rights);
    let email = format!("{}@stolen.example", unique("mine").replace(' ', "."));
    let organizations = some(rng, &all.organizations);
    let stores = some(rng, &all.stores);
    let theirs = all.stores_of(&target.organizations);
    let factories = some(rng, &all.factories);
    let change = |name, body| (name, "PATCH", "", Some(body));
    vec![
        change("email", json!({ "email": email })),
        change("rights", json!({ "permissions": granted })),
        change("customers' rights", json!({ "permissions": rights[..5] })),
        change("all rights", json!({ "permissions": rights })),
        change("no rights", json!({ "permissions": [] })),
        change("staff's rights", json!({ "permissions": [SuperAdmin] })),
        change("owner", json!({ "owner": true })),
        change("no owner", json!({ "owner": false })),
        change("role", json!({ "role": "admin" })),
        change("stores", json!({ "stores": stores })),
        change("their stores", json!({ "stores": theirs })),
        change("all stores", json!({ "stores": all.stores })),
        change("no stores", json!({ "stores": [] })),
        change("organizations", json!({ "organizations": organizations })),
        change(
            "all organizations",
            json!({ "organizations": all.organizations }),
        ),
        change("factories", json!({ "factories": factories })),
        change("all factories", json!({ "factories": all.factories })),
        change(
            "name",
            json!({ "displayName": "Another name", "locale": "en" }),
        ),
        (
            "address and rights",
            "PUT",
            "",
            Some(json!({ "email": email, "permissions": granted })),
        ),
        (
            "everything",
            "PUT",
            "",
            Some(json!({
                "email": email, "permissions": granted, "owner": true, "organizations": organizations,
                "stores": stores, "factories": factories, "displayName": "Another name", "locale": "en",
            })),
        ),
        ("read", "GET", "", None),
        ("invitation", "POST", "/invitation", None),
        ("delete", "DELETE", "", None),
        ("restore", "POST", "/restore", None),
    ]
}

/// Somebody of one's own kind, of anything that there is.
fn newcomer(rng: &mut StdRng, actor: &Power, all: &Everything) -> Value {
    let is_customer = actor.role == "customer";
    let of = |its: bool, all: &[Uuid]| if its { all.to_vec() } else { Vec::new() };
    let organizations = some(rng, &of(is_customer, &all.organizations));
    let stores = some(rng, &all.stores_of(&organizations));
    let factories = some(rng, &of(!is_customer, &all.factories));
    let other = if is_customer { ReadOrder } else { ReadProject };
    let permissions = some(rng, &[ReadUser, WriteUser, other]);
    json!({
        "email": format!("{}@made.example", unique("new").replace(' ', ".")),
        "displayName": "Somebody new",
        "role": actor.role,
        "locale": "en",
        "permissions": permissions,
        "owner": rng.random_bool(0.3),
        "organizations": organizations,
        "stores": stores,
        "factories": factories,
    })
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn whatever_people_try_on_each_other_no_reach_ever_grows(db: PgPool) {
    let app =
        TestApp::with_limits(db.clone(), |limits| limits.invitations_per_hour = 100_000).await;
    let mut rng = StdRng::seed_from_u64(13);
    let mut organizations = Vec::new();
    let mut shops = Vec::new();
    for _ in 0..3 {
        let organization = app.organization().await;
        organizations.push(organization);
        shops.push([app.store(organization).await, app.store(organization).await]);
    }
    let factories = [app.factory().await, app.factory().await];
    let mut people = Vec::new();
    for number in 0..7 {
        // The first reaches all and may all: what is refused to them is refused to everybody.
        let is_first = number == 0;
        let mut rights = vec![ReadUser, WriteUser];
        let more = [ReadOrder, WriteOrder, ReadFee];
        rights.extend(if is_first {
            more.to_vec()
        } else {
            some(&mut rng, &more)
        });
        let count = if is_first { 3 } else { rng.random_range(1..=2) };
        let own: Vec<usize> = [0, 1, 2].sample(&mut rng, count).copied().collect();
        let theirs: Vec<Uuid> = own.iter().map(|own| organizations[*own]).collect();
        let stores: Vec<Uuid> = own
            .iter()
            .flat_map(|own| &shops[*own][..1 + usize::from(number % 2 == 0)])
            .copied()
            .collect();
        people.push(
            app.user(Role::Customer, &rights, &theirs, &stores, &[])
                .await,
        );
    }
    // One of each factory, and two of both.
    for (number, own) in [
        &factories[..1],
        &factories[1..],
        &factories[..],
        &factories[..],
    ]
    .into_iter()
    .enumerate()
    {
        let mut rights = vec![ReadUser, WriteUser];
        rights.extend(&[ReadProject, ReadFactory][..number % 3]);
        people.push(app.user(Role::Factory, &rights, &[], &[], own).await);
    }
    let staff = app.admin(&[ReadUser]).await;
    sqlx::query("update users set owner = true where id = any($1)")
        .bind([people[0].user, people[3].user, people[9].user])
        .execute(&db)
        .await
        .expect("owners");
    let names = places(&db).await;
    let base = powers(&db).await;
    let all = Everything {
        organizations,
        stores: shops.concat(),
        factories: factories.to_vec(),
    };
    let of = |client: &Client| {
        base.iter()
            .find(|user| Some(user.id) == client.user)
            .unwrap()
    };
    let mut taken = BTreeSet::new();
    for one in &people {
        let actor = of(one);
        let here = one.get("/user/current").await;
        assert_eq!(here.summary(), "200", "who is signed out tries nothing");
        for other in people.iter().chain([&staff]) {
            let target = of(other);
            for (name, method, rest, body) in attempts(&mut rng, target, &all) {
                let path = format!("/user/{}{rest}", target.id);
                let said = body.as_ref().map(Value::to_string).unwrap_or_default();
                let what = format!("{} {name}: {method} {path} {said}", actor.id);
                let restores = name == "restore";
                if restores {
                    if actor.id == target.id {
                        continue;
                    }
                    let gone = Power {
                        gone: true,
                        ..target.clone()
                    };
                    put_back(&db, &gone).await;
                }
                let answer: Answer = one.send(method, &path, body, &[]).await;
                let text = answer.json.to_string();
                for (id, name) in &names {
                    let own = actor.places().contains(id);
                    assert!(own || !text.contains(name.as_str()), "{what}: {text}");
                    let id = id.to_string();
                    assert!(
                        own || said.contains(&id) || !text.contains(&id),
                        "{what}: {text}"
                    );
                }
                let after = powers(&db).await;
                let mut now = after
                    .iter()
                    .find(|user| user.id == target.id)
                    .unwrap()
                    .clone();
                for (before, after) in base.iter().zip(&after) {
                    assert_eq!(before.email, after.email, "{what}");
                    assert!(
                        before.id == target.id || before == after,
                        "{what}: {before:?} {after:?}"
                    );
                }
                // Who they sign in as and whether they are there is for those who are more than they are.
                let lesser = target.is_within(actor);
                if restores {
                    assert!(lesser || now.gone, "{what}");
                    if !now.gone {
                        taken.insert((name, false));
                    }
                    now.gone = false;
                } else {
                    assert!(lesser || !now.gone, "{what}");
                    if answer.status.is_success() {
                        taken.insert((name, actor.id == target.id));
                    }
                }
                assert!(lesser || !now.asked, "{what}");
                // What they may is for those who reach all that they reach.
                let within = target.places().is_subset(&actor.places());
                if !within || target.role != actor.role || (target.owner && !actor.owner) {
                    assert_eq!(now.rights(), target.rights(), "{what}");
                    assert_eq!(now.owner, target.owner, "{what}");
                }
                let places = &(&now.places() - &target.places()) - &actor.places();
                let rights = &(&now.rights() - &target.rights()) - &actor.rights();
                assert!(
                    places.is_empty() && rights.is_empty(),
                    "{what}: {places:?} {rights:?}"
                );
                assert!(actor.owner || target.owner || !now.owner, "{what}");
                // What one does not see stays, and what one could not have given.
                let lost = &(&target.places() - &now.places()) - &actor.places();
                let ungranted = &(&target.rights() - &now.rights()) - &actor.rights();
                assert!(
                    lost.is_empty() && ungranted.is_empty(),
                    "{what}: {lost:?} {ungranted:?}"
                );
                if restores || now != *target {
                    put_back(&db, target).await;
                    assert_eq!(powers(&db).await, base, "{what}");
                }
            }
        }
        // Nor does anybody grow by somebody whom one makes.
        for _ in 0..20 {
            let body = newcomer(&mut rng, actor, &all);
            let what = format!("{} makes {body}", actor.id);
            let answer = one.post("/user", body).await;
            let after = powers(&db).await;
            for new in after
                .iter()
                .filter(|user| base.iter().all(|known| known.id != user.id))
            {
                assert!(new.is_within(actor), "{what}: {new:?}");
                taken.insert(("make", false));
                sqlx::query("delete from users where id = $1")
                    .bind(new.id)
                    .execute(&db)
                    .await
                    .expect("gone again");
            }
            assert_eq!(after.len() > base.len(), answer.status == 201, "{what}");
            assert_eq!(powers(&db).await, base, "{what}");
        }
    }
    // None of it holds because nothing is possible.
    for name in [
        "email",
        "rights",
        "no rights",
        "owner",
        "no owner",
        "their stores",
        "name",
        "address and rights",
        "read",
        "delete",
        "restore",
        "make",
    ] {
        assert!(taken.contains(&(name, false)), "{name}: {taken:?}");
    }
}

/// Somebody of two organizations, and a manager of the first.
async fn shared(app: &TestApp) -> (Client, Client, [Uuid; 2], [Uuid; 2]) {
    let (one, other) = (app.organization().await, app.organization().await);
    let (mine, theirs) = (app.store(one).await, app.store(other).await);
    let rights = [ReadUser, WriteUser, ReadOrder];
    let manager = app.customer(one, &[mine], &rights).await;
    let both = app
        .user(
            Role::Customer,
            &[ReadOrder],
            &[one, other],
            &[mine, theirs],
            &[],
        )
        .await;
    (manager, both, [one, other], [mine, theirs])
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn who_reaches_further_is_nobodys_to_take_over(db: PgPool) {
    let app = TestApp::new(db).await;
    let (manager, both, ..) = shared(&app).await;
    let path = format!("/user/{}", both.user.unwrap());
    for change in [
        json!({ "email": "mine@example.test" }),
        json!({ "permissions": [] }),
        json!({ "permissions": ["READ_ORDER", "READ_USER"] }),
    ] {
        let refused = manager.patch(&path, change.clone()).await;
        assert_eq!(refused.summary(), REFUSED, "{change}");
    }
    assert_eq!(manager.delete(&path).await.summary(), REFUSED);
    let admin = app.admin(&[SuperAdmin]).await;
    assert_eq!(admin.delete(&path).await.summary(), "204");
    let back = manager
        .send("POST", &format!("{path}/restore"), None, &[])
        .await;
    assert_eq!(back.summary(), REFUSED);
    let restored = admin
        .send("POST", &format!("{path}/restore"), None, &[])
        .await;
    assert_eq!(restored.data()["permissions"], json!(["READ_ORDER"]));
    // What is no more than a name stays theirs to mend.
    let named = manager.patch(&path, json!({ "displayName": "Inès" })).await;
    assert_eq!(named.data()["displayName"], "Inès");
    let resources = admin.get(&path).await.data()["resources"].clone();
    assert_eq!(
        resources.as_array().unwrap().len(),
        4,
        "all are still there"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn others_organizations_and_stores_are_named_nowhere(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let (manager, both, organizations, stores) = shared(&app).await;
    let names: Vec<String> = sqlx::query_scalar(
        "select name from organizations where id = $1 union all select name from stores where id = $2",
    )
    .bind(organizations[1])
    .bind(stores[1])
    .fetch_all(&db)
    .await
    .unwrap();
    let path = format!("/user/{}", both.user.unwrap());
    let renamed = manager.patch(&path, json!({ "displayName": "Inès" })).await;
    let found = cursor(json!({ "search": "Inès" }));
    let mut texts = vec![renamed.json.to_string()];
    for path in [
        path.clone(),
        "/user".into(),
        format!("/user?cursor={found}"),
    ] {
        let answer = manager.get(&path).await;
        assert_eq!(answer.summary(), "200");
        texts.push(answer.json.to_string());
    }
    for text in texts {
        for name in &names {
            assert!(
                text.contains("Inès") && !text.contains(name),
                "{name}: {text}"
            );
        }
    }
    // Whoever reaches both is shown both, in whichever area they are.
    let own = both.get("/user/current").await;
    assert_eq!(own.data()["resources"].as_array().unwrap().len(), 4);
    let admin = app.admin(&[SuperAdmin]).await;
    let row = admin.get(&format!("/user?cursor={found}")).await;
    assert_eq!(row.data()[0]["resources"].as_array().unwrap().len(), 2);
}

/// The text of the latest mail to an address.
async fn mail(app: &TestApp, to: &str) -> String {
    let mut db = app.app.db.acquire().await.unwrap();
    let text = crate::mail::latest_text(&mut db, to).await.unwrap();
    text.unwrap_or_default()
}

/// The token of the link in a mail.
fn token(text: &str) -> String {
    let (_, rest) = text.split_once("/login/email?token=").expect("a link");
    rest.split('&').next().unwrap().to_owned()
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn another_address_is_confirmed_from_the_present_one(db: PgPool) {
    let app = TestApp::new(db).await;
    let organization = app.organization().await;
    let store = app.store(organization).await;
    let rights = [ReadUser, WriteUser];
    let manager = app.customer(organization, &[store], &rights).await;
    let colleague = app.customer(organization, &[store], &[]).await;
    let path = format!("/user/{}", colleague.user.unwrap());
    let old = manager.get(&path).await.data()["email"]
        .as_str()
        .unwrap()
        .to_owned();
    let ask = async |email: &str| manager.patch(&path, json!({ "email": email })).await;
    let confirm = async |token: &str| {
        let body = json!({ "token": token });
        app.nobody().post("/auth/email", body).await.summary()
    };

    let asked = ask("New@Example.test").await;
    assert_eq!(asked.data()["email"], old.as_str(), "it stays until then");
    assert_eq!(asked.data()["pendingEmail"], "new@example.test");
    let first = mail(&app, &old).await;
    assert!(first.contains("new@example.test"), "{first}");
    // A second thought takes the place of the first.
    ask("newer@example.test").await;
    assert_eq!(confirm(&token(&first)).await, "401 UnauthorizedException");
    let second = mail(&app, &old).await;
    let waiting = json!({ "email": old });
    assert_eq!(
        app.nobody().post("/auth/link", waiting).await.summary(),
        "202"
    );
    let sign_in = mail(&app, &old).await;
    let (_, link) = sign_in.split_once("/login/callback?token=").unwrap();
    let link = link.split('&').next().unwrap().to_owned();
    assert_eq!(colleague.get("/user/current").await.summary(), "200");

    assert_eq!(confirm(&token(&second)).await, "204");
    assert_eq!(
        confirm(&token(&second)).await,
        "401 UnauthorizedException",
        "once"
    );
    assert_eq!(
        colleague.get("/user/current").await.summary(),
        "401 UnauthorizedException"
    );
    let late = app
        .nobody()
        .post("/auth/session", json!({ "token": link }))
        .await;
    assert_eq!(
        late.summary(),
        "401 UnauthorizedException",
        "what waited in the old inbox"
    );
    let after = manager.get(&path).await;
    assert_eq!(after.data()["email"], "newer@example.test");
    assert_eq!(after.data()["pendingEmail"], Value::Null);
    let notice = mail(&app, &old).await;
    assert!(
        notice.contains("newer@example.test") && !notice.contains("token="),
        "{notice}"
    );
    let admin = app.admin(&[SuperAdmin]).await;
    let history = admin
        .get(&format!(
            "/history?entity=user&id={}",
            colleague.user.unwrap()
        ))
        .await;
    assert!(history.json.to_string().contains("newer@example.test"));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn of_those_who_confirm_an_address_at_once_one_does(db: PgPool) {
    let app = TestApp::new(db).await;
    let organization = app.organization().await;
    let store = app.store(organization).await;
    let me = app
        .customer(organization, &[store], &[ReadUser, WriteUser])
        .await;
    let path = format!("/user/{}", me.user.unwrap());
    let read = me.get(&path).await;
    let old = read.data()["email"].as_str().unwrap().to_owned();
    let asked = me
        .patch(&path, json!({ "email": "mine@example.test" }))
        .await;
    let body = json!({ "token": token(&mail(&app, &old).await) });
    let nobody = app.nobody();
    let tries = (0..4).map(|_| nobody.post("/auth/email", body.clone()));
    let answers = futures::future::join_all(tries).await;
    let mut summaries: Vec<_> = answers.iter().map(Answer::summary).collect();
    summaries.sort();
    let refused = "401 UnauthorizedException";
    assert_eq!(summaries, ["204", refused, refused, refused]);
    // A form that was open meanwhile does not bring the old address back.
    let manager = app
        .customer(organization, &[store], &[ReadUser, WriteUser])
        .await;
    let version = asked.data()["updatedAt"].as_str().unwrap();
    let body = Some(json!({ "email": old, "displayName": "As before" }));
    let late = manager
        .send("PUT", &path, body, &[("if-match", version)])
        .await;
    assert_eq!(late.summary(), "409 ConflictEditException");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_address_that_was_asked_for_waits_a_day_and_may_be_gone(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let organization = app.organization().await;
    let store = app.store(organization).await;
    let manager = app
        .customer(organization, &[store], &[ReadUser, WriteUser])
        .await;
    let other = app.customer(organization, &[store], &[]).await;
    let path = format!("/user/{}", manager.user.unwrap());
    let old = manager.get(&path).await.data()["email"]
        .as_str()
        .unwrap()
        .to_owned();
    let theirs = manager.get(&format!("/user/{}", other.user.unwrap())).await;
    let taken = json!({ "email": theirs.data()["email"] });
    assert_eq!(
        manager.patch(&path, taken).await.summary(),
        "409 ConflictUserEmailException"
    );

    manager
        .patch(&path, json!({ "email": "mine@example.test" }))
        .await;
    let text = mail(&app, &old).await;
    let confirm = async || {
        let body = json!({ "token": token(&text) });
        app.nobody().post("/auth/email", body).await.summary()
    };
    // Somebody else has it meanwhile.
    let admin = app.admin(&[SuperAdmin]).await;
    let mut body = customer(organization, store, &[]);
    body["email"] = "mine@example.test".into();
    let rival = make(&admin, body).await;
    assert_eq!(confirm().await, "409 ConflictUserEmailException");
    sqlx::query("delete from users where id = $1")
        .bind(rival)
        .execute(&db)
        .await
        .unwrap();
    app.app.clock.advance(Duration::from_secs(86_401));
    assert_eq!(confirm().await, "401 UnauthorizedException");
    let swept = super::super::sql::forget_asked_emails(&db, app.app.now(), 10).await;
    assert_eq!(swept.unwrap(), 1);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn an_admin_gives_an_address_at_once_and_the_old_one_hears_of_it(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let organization = app.organization().await;
    let store = app.store(organization).await;
    let user = app
        .customer(organization, &[store], &[ReadUser, WriteUser])
        .await;
    let path = format!("/user/{}", user.user.unwrap());
    let old = admin.get(&path).await.data()["email"]
        .as_str()
        .unwrap()
        .to_owned();
    // Who asked for one before has to ask again.
    user.patch(&path, json!({ "email": "other@example.test" }))
        .await;
    let asked = mail(&app, &old).await;
    let given = admin
        .patch(&path, json!({ "email": "given@example.test" }))
        .await;
    assert_eq!(given.data()["email"], "given@example.test");
    assert_eq!(given.data()["pendingEmail"], Value::Null);
    assert_eq!(
        user.get("/user/current").await.summary(),
        "401 UnauthorizedException"
    );
    assert!(mail(&app, &old).await.contains("given@example.test"));
    let late = json!({ "token": token(&asked) });
    assert_eq!(
        app.nobody().post("/auth/email", late).await.summary(),
        "401 UnauthorizedException"
    );
    // Who gives themselves another stays signed in here.
    let own = format!("/user/{}", admin.user.unwrap());
    let moved = admin
        .patch(&own, json!({ "email": "boss@example.test" }))
        .await;
    assert_eq!(moved.data()["email"], "boss@example.test");
    assert_eq!(admin.get("/user/current").await.summary(), "200");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn whose_an_address_is_nobody_learns_by_asking_for_it(db: PgPool) {
    let app = TestApp::with_limits(db.clone(), |limits| limits.invitations_per_hour = 3).await;
    let (own, theirs) = (app.organization().await, app.organization().await);
    let (store, foreign) = (app.store(own).await, app.store(theirs).await);
    let rights = [ReadUser, WriteUser];
    let (me, other) = (
        app.customer(own, &[store], &rights).await,
        app.customer(own, &[store], &rights).await,
    );
    let admin = app.admin(&[SuperAdmin]).await;
    let mut body = customer(theirs, foreign, &[]);
    body["email"] = "known@elsewhere.example".into();
    let known = make(&admin, body.clone()).await;

    let mut guest = customer(own, store, &[]);
    guest["email"] = "Known@Elsewhere.example".into();
    let refused = me.post("/user", guest.clone()).await;
    assert_eq!(refused.summary(), REFUSED);
    let text = refused.json.to_string();
    assert!(
        !text.contains("exist") && !text.contains(&known.to_string()),
        "{text}"
    );
    let colleague = format!("/user/{}", other.user.unwrap());
    let address = json!({ "email": "known@elsewhere.example" });
    assert_eq!(me.patch(&colleague, address).await.summary(), REFUSED);
    // Of their own people they know.
    let colleague = me.get(&colleague).await;
    let mut again = guest.clone();
    again["email"] = colleague.data()["email"].clone();
    assert_eq!(
        me.post("/user", again).await.summary(),
        "409 ConflictUserEmailException"
    );
    // Who tries one after the other is stopped as who invites many.
    assert_eq!(me.post("/user", guest.clone()).await.summary(), REFUSED);
    assert_eq!(
        me.post("/user", guest).await.summary(),
        "429 TooManyRequestsException"
    );

    // The staff know, and find who asked.
    assert_eq!(
        admin.post("/user", body).await.summary(),
        "409 ConflictUserEmailException"
    );
    let history = admin.get(&format!("/history?entity=user&id={known}")).await;
    let asked = history.data().as_array().unwrap().iter();
    assert_eq!(asked.filter(|entry| entry["action"] == "invite").count(), 3);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn nobody_fills_an_inbox_by_asking_for_its_readers_other_address(db: PgPool) {
    let app = TestApp::with_limits(db.clone(), |limits| limits.invitations_per_hour = 6).await;
    let organization = app.organization().await;
    let store = app.store(organization).await;
    let me = app
        .customer(organization, &[store], &[ReadUser, WriteUser])
        .await;
    let mut guests = Vec::new();
    for number in 0..2 {
        let mut guest = customer(organization, store, &[]);
        guest["email"] = format!("victim{number}@elsewhere.example").into();
        guests.push(format!("/user/{}", make(&me, guest).await));
    }
    // However many ask at once, for the same address or for others.
    let asked = (0..12).map(|number| {
        let address = json!({ "email": format!("other{}@elsewhere.example", number % 4) });
        me.patch(&guests[0], address)
    });
    let answers = futures::future::join_all(asked).await;
    let sent = answers.iter().filter(|answer| answer.status == 200).count();
    let mails = async || -> i64 {
        sqlx::query_scalar("select count(*) from mails where recipient like 'victim%'")
            .fetch_one(&db)
            .await
            .unwrap()
    };
    assert_eq!((sent, mails().await), (3, 2 + 3), "two were invited");
    for answer in answers.iter().filter(|answer| answer.status != 200) {
        assert_eq!(answer.summary(), "429 TooManyRequestsException");
    }
    // They count as invitations of who asked, too: one of six is left.
    let ask = async |email: &str| me.patch(&guests[1], json!({ "email": email })).await;
    assert_eq!(ask("a@elsewhere.example").await.status, 200);
    assert_eq!(
        ask("b@elsewhere.example").await.summary(),
        "429 TooManyRequestsException"
    );
    assert_eq!(mails().await, 2 + 4);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn nothing_comes_back_to_an_organization_that_is_gone(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[SuperAdmin]).await;
    let organization = app.organization().await;
    let store = app.store(organization).await;
    let user = make(&admin, customer(organization, store, &[])).await;
    let organization = format!("/organization/{organization}");
    let gone = [format!("/user/{user}"), format!("/store/{store}")];
    for path in gone.iter().chain([&organization]) {
        assert_eq!(admin.delete(path).await.summary(), "204", "{path}");
    }
    let restore = async |path: &str| {
        let restore = format!("{path}/restore");
        admin.send("POST", &restore, None, &[]).await.summary()
    };
    for path in &gone {
        assert_eq!(restore(path).await, REFUSED, "{path}");
    }
    assert_eq!(restore(&organization).await, "200");
    for path in &gone {
        assert_eq!(restore(path).await, "200", "{path}");
    }
}
