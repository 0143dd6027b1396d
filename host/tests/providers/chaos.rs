//! A bad day: every trouble of a provider, kills of the host, pulls and whatever the provider does meanwhile, in an order
//! and at moments that a seed draws.

use std::collections::BTreeMap;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::host::{self, Connected, Session, settled};
use crate::world::World;

/// How often the host is killed on a bad day.
const KILLS: usize = 3;
/// How often its provider does something.
const EVENTS: usize = 12;
/// How often somebody asks for a pull.
const PULLS: usize = 12;

/// What a day needs to know of a provider's simulator.
pub trait Provider: Sized {
    /// The plugin's id.
    const PLUGIN: &'static str;
    /// How many kinds of trouble it can make.
    const TROUBLES: usize;
    /// What the host pulls from it: the paths that ask for it.
    const PULLS: &'static [&'static str];

    /// A simulator whose world is that seed's.
    async fn of(seed: u64) -> Self;

    /// The bases of the plugin's manifest that it stands at, and where it does.
    fn places(&self) -> Vec<(&'static str, String)>;

    /// Connects a store, and has the provider send its events there.
    async fn connect(&self, session: &Session) -> Connected;

    /// Makes trouble of the kind with that number, for some calls.
    fn trouble(&self, kind: usize, rng: &mut StdRng);

    /// Whatever else happens there: something new, something that moves, events about it.
    async fn event(&self, rng: &mut StdRng);

    /// Ends all trouble.
    fn calm(&self);

    /// Fails unless, after one more pull, everything here is as it is there, and began once.
    async fn compare(&self, session: &Session, db: &PgPool);
}

/// A row by its key at the provider.
pub type Rows = BTreeMap<String, Value>;

#[derive(Clone, Copy)]
enum Act {
    Trouble(usize),
    Event,
    Pull,
    Kill,
}

/// The seeds of this run: one and two, the same for everybody; `CHAOS_SEEDS` other ones, so many. They are printed, and a
/// failure is repeated with `CHAOS_SEED`.
pub fn seeds() -> Vec<u64> {
    let number = |name: &str| std::env::var(name).ok()?.parse::<u64>().ok();
    if let Some(seed) = number("CHAOS_SEED") {
        return vec![seed];
    }
    match number("CHAOS_SEEDS") {
        Some(count) => (0..count).map(|_| rand::rng().random()).collect(),
        None => vec![1, 2],
    }
}

/// Lives through a bad day of each seed with a world of its own, and compares what is held in the end.
pub async fn bad_days<P: Provider>() {
    for seed in seeds() {
        let world = World::new(P::of(seed).await).await;
        let world = bad_day(world, seed).await;
        world.compare().await;
        world.stop().await;
    }
}

/// Lives through the day of that seed. When it ends the trouble is over; what it left undone may still be.
async fn bad_day<P: Provider>(mut world: World<P>, seed: u64) -> World<P> {
    eprintln!("CHAOS_SEED={seed}");
    let mut rng = StdRng::seed_from_u64(seed);
    let mut acts: Vec<Act> = (0..P::TROUBLES).map(Act::Trouble).collect();
    acts.extend([Act::Event; EVENTS]);
    acts.extend([Act::Pull; PULLS]);
    acts.extend([Act::Kill; KILLS]);
    acts.shuffle(&mut rng);
    let mut stood = Rows::new();
    for act in acts {
        match act {
            Act::Trouble(kind) => world.provider.trouble(kind, &mut rng),
            Act::Event => world.provider.event(&mut rng).await,
            Act::Pull => {
                let path = P::PULLS[rng.random_range(0..P::PULLS.len())];
                // It may not answer in the middle of trouble: then somebody asks again later.
                let session = &world.session;
                drop(session.call(Method::POST, path, Some(&json!({}))).await);
            }
            Act::Kill => {
                world = world.kill().await;
                stood = not_back(stood, &world.db).await;
            }
        }
        // Any moment of what is under way.
        tokio::time::sleep(Duration::from_millis(rng.random_range(0..300))).await;
    }
    world.provider.calm();
    world
}

/// Where the pulls stand, checked not to be further back than they `stood`.
async fn not_back(stood: Rows, db: &PgPool) -> Rows {
    let places = "select function as key, pass, completed_at from connector_cursors";
    let places = host::by_key(db, places).await;
    for (function, before) in stood {
        let now = &places[&function];
        let further = (now["pass"].as_i64(), now["completed_at"].as_str());
        assert!(
            further >= (before["pass"].as_i64(), before["completed_at"].as_str()),
            "{function} went back from {before} to {now}"
        );
    }
    places
}

/// Has the host do what it does at night, asks for everything once more, events that failed included, and waits until all
/// of it ended well.
pub async fn catch_up<P: Provider>(session: &Session, db: &PgPool) {
    settled(db).await;
    session.post("/plugins/events/replay", &json!({})).await;
    for path in P::PULLS {
        session.post(path, &json!({})).await;
    }
    settled(db).await;
    let night = json!({ "plugin": P::PLUGIN, "function": "reconcile" });
    sqlx::query("select graphile_worker.add_job('plugins.scheduled', $1::json)")
        .bind(night)
        .execute(db)
        .await
        .expect("a job");
    settled(db).await;
    let ends = "select distinct on (name) name as key, status, error from jobs
        where name like '%.synchronize' or name like '%.reconcile' order by name, created_at desc";
    for (name, end) in host::by_key(db, ends).await {
        assert_eq!(end["status"], "COMPLETED", "{name}: {end}");
    }
    let failed = "select count(*) from webhook_events where state in ('PENDING', 'FAILED')";
    assert_eq!(host::count(db, failed).await, 0, "every event was handled");
}

/// A week goes by: by then those orders are asked for too that move seldom. A pull under way writes its page first, as both
/// would wait for each other's rows.
pub async fn a_week_later(db: &PgPool) {
    let mut tx = db.begin().await.expect("a transaction");
    for step in [
        "lock table orders in exclusive mode",
        "update orders set seen_at = seen_at - interval '8 days'",
    ] {
        sqlx::query(step).execute(&mut *tx).await.expect("orders");
    }
    tx.commit().await.expect("a week");
}

/// So many orders began, each once.
pub async fn begun_once(db: &PgPool, orders: usize) {
    let begun =
        "select entity_id as key from audit_entries where entity = 'order' and action = 'create'";
    assert_eq!(host::by_key(db, begun).await.len(), orders);
}

/// Fails with the rows that differ.
pub fn same(what: &str, there: &Rows, kept: &Rows) {
    let keys = there.keys().chain(kept.keys());
    let differ: BTreeMap<_, _> = keys
        .filter(|key| there.get(*key) != kept.get(*key))
        .map(|key| (key, (there.get(key), kept.get(key))))
        .collect();
    assert!(
        differ.is_empty(),
        "{what}: {} differ (at the provider, here), such as {:#?}",
        differ.len(),
        differ.iter().take(3).collect::<Vec<_>>()
    );
}
