use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use super::Studio;
use crate::access::{Role, scopes_of};
use crate::production::factories::FACTORY;
use crate::production::productions::PRODUCTION;
use crate::production::products::PRODUCT;
use crate::production::projects::PROJECT;
use crate::testing::Answer;

fn ids(people: &Answer) -> Vec<Uuid> {
    let people = people.data().as_array().expect("people").iter();
    let ids = people.map(|each| each["id"].as_str().and_then(|id| id.parse().ok()));
    ids.map(|id| id.expect("an id")).collect()
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn in_notes_on_a_production_people_of_its_factory_are_named_and_of_no_other(db: PgPool) {
    let studio = Studio::new(db).await;
    let (ours, theirs) = (studio.app.factory().await, studio.app.factory().await);
    let project = studio.project().await;
    let production = studio.production(project, Some(ours)).await;
    studio.production(project, Some(theirs)).await;
    let worker = studio.worker(ours).await.user.expect("a user");
    let stranger = studio.worker(theirs).await.user.expect("a user");
    // They may not read what is made.
    let idle = studio.app.user(Role::Factory, &[], &[], &[], &[ours]).await;
    // However many others there are before them by name.
    let many = "with made as (insert into users (id, email, display_name, role, permissions)
            select gen_random_uuid(), 'a' || n || '@example.test', 'AAAA ' || n, 'factory', '{READ_PROJECT}'
            from generate_series(1, 250) n returning id)
        insert into user_factories (user_id, factory_id, position) select id, $1, 0 from made";
    sqlx::query(many)
        .bind(theirs)
        .execute(&studio.app.app.db)
        .await
        .expect("others");
    let path = format!("/logs/people?relationId={production}");
    assert_eq!(ids(&studio.admin.get(&path).await), [worker]);

    let record = production.to_string();
    let mention = async |id: Uuid| {
        let data = json!({ "message": "When?", "mentions": [id] }).to_string();
        let fields = [("relationId", record.as_str()), ("data", data.as_str())];
        studio.admin.upload("/logs", &fields, &[]).await
    };
    for other in [stranger, idle.user.expect("a user")] {
        assert_eq!(mention(other).await.issues(), ["data.mentions option"]);
    }
    assert_eq!(mention(worker).await.summary(), "201");

    // Who moves to the other factory sees it no more.
    let moves = "update user_factories set factory_id = $2 where user_id = $1";
    sqlx::query(moves)
        .bind(worker)
        .bind(theirs)
        .execute(&studio.app.app.db)
        .await
        .expect("a move");
    assert_eq!(
        studio.admin.get(&path).await.data(),
        &Value::Array(Vec::new())
    );
    assert_eq!(mention(worker).await.issues(), ["data.mentions option"]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_factories_that_see_a_record_are_those_whose_scopes_reach_it(db: PgPool) {
    let studio = Studio::new(db).await;
    let (ours, theirs) = (studio.app.factory().await, studio.app.factory().await);
    let project = studio.project().await;
    let product = studio.product(project).await;
    let production = studio.production(project, Some(ours)).await;
    let unplaced = studio.production(studio.project().await, None).await;
    let workers = [studio.worker(ours).await, studio.worker(theirs).await];
    let workers = workers.map(|worker| worker.user.expect("a user"));
    let mut db = studio.app.app.db.acquire().await.expect("a connection");
    for (kind, id, seen) in [
        (&PRODUCTION, production, 1),
        (&PRODUCTION, unplaced, 0),
        (&PROJECT, project, 1),
        (&PRODUCT, product, 1),
        (&FACTORY, theirs, 1),
        (&PROJECT, Uuid::now_v7(), 0),
        (
            &crate::stores::STORE,
            studio.app.store(studio.organization).await,
            0,
        ),
    ] {
        let factories = kind.factories(&mut db, id).await.expect("factories");
        assert_eq!(factories.len(), seen, "{}", kind.name);
        for scope in scopes_of(&mut db, &workers).await.expect("scopes") {
            let reaches = kind.has(&mut db, &scope, id).await.expect("an answer");
            let is_at_one = scope
                .factories()
                .expect("theirs")
                .iter()
                .any(|id| factories.contains(id));
            assert_eq!(is_at_one, reaches, "{}", kind.name);
        }
    }
}
