//! Killed at any moment, the host loses nothing and repeats nothing. The real program, its private PostgreSQL, the real
//! component and the provider's simulator.

use std::time::Duration;

use bigblue_simulator::{Mode, SimClock, Simulator, SimulatorConfig, Trouble};
use rand::RngExt;

use crate::bigblue::place;
use crate::host::{self, Installation, eventually};

async fn provider(orders: usize) -> Simulator {
    let config = SimulatorConfig {
        port: 0,
        seed: 7,
        orders,
        rate_limit: None,
        clock: SimClock::real(1.0),
    };
    Simulator::start(config).await.expect("a simulator")
}

/// Answers so late that a pull takes a while.
fn slow(slow_ms: u64) -> Trouble {
    Trouble {
        slow_ms,
        ..Trouble::of(Mode::Slow)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_kills_in_a_pull_lose_and_repeat_no_order() {
    let provider = provider(20_000).await;
    provider.trouble(slow(250));
    let installation = Installation::demo(&[place(&provider.base_url())]);
    let mut moments = host::moments();
    for _ in 0..20 {
        let host = installation.start().await;
        let asked = provider.state().requests.total;
        // From the first request on, a moment of the page's way: asked for, on its way, in the sandbox, being written.
        eventually("the pull goes on", || async {
            provider.state().requests.total > asked
        })
        .await;
        tokio::time::sleep(Duration::from_millis(moments.random_range(0..600))).await;
        host.kill().await;
    }

    provider.trouble(Trouble::of(Mode::None));
    let host = installation.start().await;
    let db = installation.database().await;
    let pending = "select count(*) from jobs where status = 'PENDING'";
    eventually("every pull is complete", || async {
        host::count(&db, pending).await == 0
    })
    .await;
    let count = async |query: &'static str| host::count(&db, query).await;
    let total = i64::try_from(provider.state().orders.total).expect("a count");
    assert_eq!(count("select count(*) from orders").await, total);
    assert_eq!(
        count("select count(distinct (connector_id, provider_id)) from orders").await,
        total
    );
    let created = "select count(*) from audit_entries where entity = 'order' and action = 'create'";
    assert_eq!(count(created).await, total, "each order began once");
    let torn = "select count(*) from orders o where item_count <>
        (select coalesce(sum(quantity), 0) from order_lines l where l.order_id = o.id)";
    assert_eq!(count(torn).await, 0, "no order without its lines");
    // Asked for as the company was loaded; the clock may have asked for more since.
    let jobs =
        "select count(*) from jobs where name = 'orders.synchronize' and status = 'COMPLETED' and created_at <
            (select min(created_at) from jobs where name = 'orders.synchronize') + interval '1 second'";
    assert_eq!(
        count(jobs).await,
        3,
        "the first pull of each connection, taken over"
    );
    db.close().await;
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_postgresql_comes_back_under_a_running_host() {
    let provider = provider(3_000).await;
    provider.trouble(slow(200));
    let installation = Installation::demo(&[place(&provider.base_url())]);
    let host = installation.start().await;
    eventually("the pull began", || async {
        provider.state().requests.total > 2
    })
    .await;
    let killed = installation.kill_postgresql();
    eventually("another PostgreSQL", || async {
        installation.postgresql().is_some_and(|pid| pid != killed)
    })
    .await;
    eventually("the host is ready again", || host.is_ready()).await;
    provider.trouble(Trouble::of(Mode::None));
    let db = installation.database().await;
    let total = i64::try_from(provider.state().orders.total).expect("a count");
    eventually("the pull went on", || async {
        host::count(&db, "select count(*) from orders").await == total
    })
    .await;
    db.close().await;
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_in_a_pull_is_quick_and_leaves_nothing_running() {
    let provider = provider(3_000).await;
    provider.trouble(slow(60_000));
    let installation = Installation::demo(&[place(&provider.base_url())]);
    let host = installation.start().await;
    eventually("the pull began", || async {
        provider.state().requests.total > 0
    })
    .await;
    let postgresql = installation.postgresql().expect("a running server");
    // Five seconds, and the rest is an error.
    tokio::time::timeout(Duration::from_secs(5), host.stop())
        .await
        .expect("it stops in time");
    assert!(host::is_gone(postgresql));
}
