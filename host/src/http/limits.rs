//! What one caller may ask of a host: how often, how much at once, and for how long. Limits are a host's own and generous: they stop
//! programs that run wild, never people. Sizes of bodies are limited where they are read.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use uuid::Uuid;

use crate::access::Scope;
use crate::app::App;
use crate::http::error::Error;
use crate::http::request::Peer;
use crate::program::config;

/// Calls of one kind share a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Class {
    /// Sign-in, refresh, sign-out.
    Auth,
    /// Files.
    Upload,
    /// What changes something.
    Write,
    Read,
}

impl Class {
    fn of(request: &Request) -> Self {
        let safe = matches!(
            *request.method(),
            Method::GET | Method::HEAD | Method::OPTIONS
        );
        match request.uri().path() {
            // The router has taken the API's base off.
            path if path.starts_with("/auth/") => Class::Auth,
            _ if safe => Class::Read,
            _ if carries_file(request.headers()) => Class::Upload,
            _ => Class::Write,
        }
    }
}

/// Files come in forms, or as they are: only JSON is none, which is read to a mebibyte.
fn carries_file(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE);
    kind.is_some_and(|kind| !kind.as_bytes().starts_with(b"application/json"))
}

/// This host's counters.
#[derive(Debug)]
pub struct Limits {
    auth: Counter,
    upload: Counter,
    write: Counter,
    read: Counter,
    /// Calls counted so far, whoever made them.
    counted: AtomicU32,
    time: Duration,
    upload_time: Duration,
    /// Open connections, by address.
    pub connections: Places<IpAddr>,
    /// Uploads that are being received, by user.
    uploads: Places<Uuid>,
    /// Calls that read, and those that change something, by user.
    reads: Turns<Uuid>,
    writes: Turns<Uuid>,
    /// Open streams of events, by user.
    pub streams: Places<Uuid>,
    /// Events that are being received, by connection and address.
    pub webhooks: Places<(Uuid, Option<IpAddr>)>,
}

/// So many at once by key; whoever comes later is refused, and nobody else waits for that.
#[derive(Debug, Clone)]
pub struct Places<K: Eq + Hash> {
    taken: Arc<Mutex<HashMap<K, usize>>>,
    most: usize,
}

/// One of them, until it is dropped.
#[derive(Debug)]
pub struct Place<K: Eq + Hash> {
    taken: Arc<Mutex<HashMap<K, usize>>>,
    key: K,
}

impl<K: Eq + Hash + Clone> Places<K> {
    pub fn new(most: usize) -> Self {
        Self {
            taken: Arc::default(),
            most,
        }
    }

    /// # Errors
    /// [`Error::TooManyRequests`]: all are taken.
    pub fn take(&self, key: K) -> Result<Place<K>, Error> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let count = taken.entry(key.clone()).or_default();
        if *count >= self.most {
            return Err(Error::TooManyRequests {
                retry_after: PLACE_FREE_IN,
            });
        }
        *count += 1;
        let taken = Arc::clone(&self.taken);
        Ok(Place { taken, key })
    }

    #[cfg(test)]
    pub fn is_empty(&self) -> bool {
        self.taken.lock().is_ok_and(|taken| taken.is_empty())
    }
}

impl<K: Eq + Hash> Drop for Place<K> {
    fn drop(&mut self) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = taken.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.key);
            }
        }
    }
}

/// So many at once by key; whoever comes later waits for a turn, behind those of the same key alone: nobody else waits for that.
#[derive(Debug)]
pub struct Turns<K: Eq + Hash + Clone> {
    lanes: Arc<Mutex<Lanes<K>>>,
    at_once: usize,
}

/// By key: how many have a turn or wait for one, and the turns.
type Lanes<K> = HashMap<K, (usize, Arc<Semaphore>)>;

/// A place in a lane, until it is dropped.
#[derive(Debug)]
struct InLane<K: Eq + Hash> {
    lanes: Arc<Mutex<Lanes<K>>>,
    key: K,
}

/// A turn, until it is dropped.
#[derive(Debug)]
pub struct Turn<K: Eq + Hash> {
    _permit: OwnedSemaphorePermit,
    _lane: InLane<K>,
}

/// So many wait for a turn; a browser never has as many.
const MOST_WAITING: usize = 100;

impl<K: Eq + Hash + Clone> Turns<K> {
    pub fn new(at_once: usize) -> Self {
        Self {
            lanes: Arc::default(),
            at_once,
        }
    }

    /// # Errors
    /// [`Error::TooManyRequests`]: too many wait already.
    pub async fn wait(&self, key: K) -> Result<Turn<K>, Error> {
        let (turns, lane) = self.enter(key)?;
        let permit = turns.acquire_owned().await;
        Ok(Turn {
            _permit: permit.map_err(anyhow::Error::from)?,
            _lane: lane,
        })
    }

    fn enter(&self, key: K) -> Result<(Arc<Semaphore>, InLane<K>), Error> {
        let mut lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || (0, Arc::new(Semaphore::new(self.at_once)));
        let (entered, turns) = lanes.entry(key.clone()).or_insert_with(new);
        if *entered >= self.at_once + MOST_WAITING {
            return Err(Error::TooManyRequests {
                retry_after: PLACE_FREE_IN,
            });
        }
        *entered += 1;
        let lanes = Arc::clone(&self.lanes);
        Ok((Arc::clone(turns), InLane { lanes, key }))
    }
}

impl<K: Eq + Hash> Drop for InLane<K> {
    fn drop(&mut self) {
        let mut lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((entered, _)) = lanes.get_mut(&self.key) {
            *entered -= 1;
            if *entered == 0 {
                lanes.remove(&self.key);
            }
        }
    }
}

/// When it is worth another try.
const PLACE_FREE_IN: Duration = Duration::from_secs(10);

/// None: as often as one likes.
type Counter = Option<DefaultKeyedRateLimiter<String>>;

impl Limits {
    pub fn new(settings: &config::Limits) -> Self {
        let counter = |per_minute: u32| {
            let quota = Quota::per_minute(NonZeroU32::new(per_minute)?);
            Some(RateLimiter::keyed(quota))
        };
        Self {
            auth: counter(settings.sign_ins_per_minute),
            upload: counter(settings.uploads_per_minute),
            write: counter(settings.writes_per_minute),
            read: counter(settings.reads_per_minute),
            counted: AtomicU32::new(0),
            time: Duration::from_secs(settings.request_seconds),
            upload_time: Duration::from_secs(settings.upload_seconds),
            connections: Places::new(settings.connections_per_address),
            uploads: Places::new(settings.uploads_at_once),
            reads: Turns::new(settings.reads_at_once),
            writes: Turns::new(settings.writes_at_once),
            streams: Places::new(settings.streams_per_user),
            webhooks: Places::new(settings.webhooks_at_once),
        }
    }

    /// Lets a user's call in when its turn comes. Files have places in its stead: they may take as long as they are large.
    ///
    /// # Errors
    /// [`Error::TooManyRequests`]: too many of theirs are under way, or wait.
    async fn enter(&self, class: Class, user: Uuid) -> Result<Entered, Error> {
        Ok(match class {
            Class::Auth => (None, None),
            Class::Upload => (Some(self.uploads.take(user)?), None),
            Class::Write => (None, Some(self.writes.wait(user).await?)),
            Class::Read => (None, Some(self.reads.wait(user).await?)),
        })
    }

    /// Counts a call; the error says when the next one may come.
    fn count(&self, class: Class, caller: &str) -> Result<(), Error> {
        let counter = match class {
            Class::Auth => &self.auth,
            Class::Upload => &self.upload,
            Class::Write => &self.write,
            Class::Read => &self.read,
        };
        let Some(counter) = counter else {
            return Ok(());
        };
        // Callers who have been quiet are forgotten now and then: looking for them takes longer than a call's count.
        if self.counted.fetch_add(1, Ordering::Relaxed) % FORGET_EVERY == FORGET_EVERY - 1 {
            counter.retain_recent();
        }
        counter.check_key(&caller.to_owned()).map_err(|early| {
            let wait = early.wait_time_from(DefaultClock::default().now());
            Error::TooManyRequests {
                retry_after: wait.max(Duration::from_secs(1)),
            }
        })
    }
}

/// What a call under way has taken: a place of its files, or its turn.
type Entered = (Option<Place<Uuid>>, Option<Turn<Uuid>>);

/// Calls between two looks for callers to forget.
const FORGET_EVERY: u32 = 10_000;

/// Holds every call of the API to its limits: by user, or by address where nobody is signed in.
pub async fn apply(State(app): State<App>, request: Request, next: Next) -> Response {
    // Providers send as many events as happen; each has to prove itself before anything is kept.
    if request.uri().path().starts_with("/webhooks/") {
        return match tokio::time::timeout(app.limits.time, next.run(request)).await {
            Ok(response) => response,
            Err(_) => Error::Timeout.into_response(),
        };
    }
    let class = Class::of(&request);
    let scope = request.extensions().get::<Scope>();
    let peer = request.extensions().get::<Peer>().and_then(|peer| peer.0);
    let caller = match (scope, peer) {
        (Some(scope), _) if class != Class::Auth => scope.actor.id.to_string(),
        (_, Some(address)) => address.to_string(),
        (_, None) => String::new(),
    };
    if let Err(error) = app.limits.count(class, &caller) {
        metrics::counter!("comptoir_limited_total", "class" => format!("{class:?}").to_lowercase())
            .increment(1);
        return error.into_response();
    }
    let time = match class {
        Class::Upload => app.limits.upload_time,
        _ => app.limits.time,
    };
    let user = scope.map(|scope| scope.actor.id);
    let answer = async {
        let _entered = match user {
            Some(user) => app.limits.enter(class, user).await?,
            // Behind a proxy everybody may have one address.
            None => (None, None),
        };
        Ok::<_, Error>(next.run(request).await)
    };
    // Until the answer begins: what streams takes the time it takes.
    match tokio::time::timeout(time, answer).await {
        Ok(Ok(response)) => response,
        Ok(Err(error)) => error.into_response(),
        Err(_) => Error::Timeout.into_response(),
    }
}

/// Whom an address is counted as: of IPv6 everybody has a whole network of 64 bits.
pub fn network(ip: IpAddr) -> IpAddr {
    match ip.to_canonical() {
        IpAddr::V6(ip) => Ipv6Addr::from_bits(ip.to_bits() & !u128::from(u64::MAX)).into(),
        ip => ip,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use sqlx::PgPool;

    use crate::testing::TestApp;

    /// Whoever has one address of IPv6 has a whole network of them.
    #[test]
    fn a_network_counts_as_one_address() {
        let counted = |text: &str| network(text.parse().unwrap()).to_string();
        assert_eq!(counted("2001:db8:1:2::1"), "2001:db8:1:2::");
        assert_eq!(counted("2001:db8:1:2:ffff::9"), counted("2001:db8:1:2::1"));
        assert_ne!(counted("2001:db8:1:3::1"), counted("2001:db8:1:2::1"));
        assert_eq!(counted("192.0.2.7"), "192.0.2.7");
        assert_eq!(counted("::ffff:192.0.2.7"), "192.0.2.7");
        let places = Places::new(1);
        let first = places.take(network("2001:db8::1".parse().unwrap()));
        assert!(
            first.is_ok()
                && places
                    .take(network("2001:db8::2".parse().unwrap()))
                    .is_err()
        );
    }

    #[tokio::test]
    async fn turns_come_in_order_and_nobody_waits_for_somebody_elses() {
        let turns = Arc::new(Turns::new(2));
        let (first, second) = (turns.wait("ada").await, turns.wait("ada").await);
        let (first, _second) = (first.unwrap(), second.unwrap());
        let mut third = Box::pin(turns.wait("ada"));
        let mut fourth = Box::pin(turns.wait("ada"));
        assert!(futures::poll!(&mut third).is_pending());
        assert!(futures::poll!(&mut fourth).is_pending());
        assert!(turns.wait("bob").await.is_ok());
        drop(first);
        assert!(
            futures::poll!(&mut fourth).is_pending(),
            "not before the third"
        );
        let third = third.await.unwrap();
        // Whoever goes away waits no longer, and keeps nobody from their turn.
        drop(fourth);
        let mut fifth = Box::pin(turns.wait("ada"));
        assert!(futures::poll!(&mut fifth).is_pending());
        drop(third);
        drop(fifth.await.unwrap());
        drop(_second);
        assert!(
            turns.lanes.lock().unwrap().is_empty(),
            "nobody is remembered"
        );
    }

    #[tokio::test]
    async fn so_many_wait_and_no_more() {
        let turns = Turns::new(1);
        let turn = turns.wait(1).await.unwrap();
        let mut waiting: Vec<_> = (0..MOST_WAITING).map(|_| Box::pin(turns.wait(1))).collect();
        for one in &mut waiting {
            assert!(futures::poll!(one).is_pending());
        }
        assert!(matches!(
            turns.wait(1).await,
            Err(Error::TooManyRequests { .. })
        ));
        drop(waiting.pop());
        let mut late = Box::pin(turns.wait(1));
        assert!(futures::poll!(&mut late).is_pending());
        drop(turn);
        for one in waiting {
            one.await.unwrap();
        }
        late.await.unwrap();
    }

    /// Somebody's changes that take their time leave everybody else's alone, and what they read themselves.
    #[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
    async fn slow_calls_of_one_user_make_only_their_own_wait(db: PgPool) {
        let app = TestApp::with_limits(db.clone(), |limits| limits.writes_at_once = 1).await;
        let (ada, bob) = (app.admin(&[]).await, app.admin(&[]).await);
        let mut row = db.begin().await.unwrap();
        sqlx::query("select from users where id = $1 for update")
            .bind(ada.user)
            .execute(&mut *row)
            .await
            .unwrap();
        let french = || ada.patch("/user/current", json!({ "locale": "fr" }));
        let seen = json!({ "entity": "store", "relationId": Uuid::nil() });
        let (mut first, mut second) = (
            Box::pin(french()),
            Box::pin(ada.post("/logs/mentions/seen", seen)),
        );
        let is_stuck = async || -> bool {
            let waits = "select exists (select from pg_locks l join pg_stat_activity a using (pid)
                where a.datname = current_database() and not l.granted)";
            sqlx::query_scalar(waits).fetch_one(&db).await.unwrap()
        };
        loop {
            tokio::select! {
                _ = &mut first => panic!("the row is locked"),
                is_stuck = is_stuck() => if is_stuck { break },
            }
        }
        let others = async {
            assert_eq!(ada.get("/user/current").await.summary(), "200");
            let english = bob.patch("/user/current", json!({ "locale": "en" })).await;
            assert_eq!(english.summary(), "200");
        };
        tokio::select! {
            _ = &mut first => panic!("the row is locked"),
            _ = &mut second => panic!("it has its turn after the first"),
            () = others => {}
        }
        row.rollback().await.unwrap();
        let (first, second) = tokio::join!(first, second);
        assert_eq!(first.summary(), "200");
        assert_ne!(second.summary(), "429 TooManyRequestsException");
    }

    #[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
    async fn whoever_asks_too_often_waits_and_nobody_else_does(db: PgPool) {
        let app = TestApp::with_limits(db, |limits| {
            limits.reads_per_minute = 3;
            limits.writes_per_minute = 2;
        })
        .await;
        let (ada, bob) = (app.admin(&[]).await, app.admin(&[]).await);
        for _ in 0..3 {
            assert_eq!(ada.get("/user/current").await.summary(), "200");
        }
        let refused = ada.get("/user/current").await;
        assert_eq!(refused.summary(), "429 TooManyRequestsException");
        let wait: u64 = refused.headers["retry-after"]
            .to_str()
            .unwrap()
            .parse()
            .unwrap();
        assert!((1..=20).contains(&wait), "{wait}");
        assert_eq!(bob.get("/user/current").await.summary(), "200");
        // Changes are counted apart.
        for _ in 0..2 {
            let saved = ada.patch("/user/current", json!({ "locale": "fr" })).await;
            assert_eq!(saved.summary(), "200");
        }
        let refused = ada.patch("/user/current", json!({ "locale": "fr" })).await;
        assert_eq!(refused.summary(), "429 TooManyRequestsException");
    }
}
