//! Ours: against their simulators, and from the tapes in their folders.

use std::fs;

use comptoir_conformance::{Setup, Tape, record, replay, test};
use comptoir_sandbox::Manifest;
use serde_json::json;
use std::sync::Arc;

use crate::support::{NOW, NOW_SECONDS, advancing, assert_passes, engine, root, setup};

/// The longest tape that is committed.
const TAPE_BYTES: usize = 300_000;

fn manifest(id: &str) -> Manifest {
    Manifest::read(&root().join("plugins").join(id).join("plugin.toml")).unwrap()
}

/// A plugin beside its simulator, which lives as long as it.
async fn bench(id: &str) -> Setup {
    match id {
        "bigblue" => bigblue().await,
        "cubyn" => cubyn().await,
        "gorgias" => gorgias().await,
        "pennylane" => pennylane().await,
        "shopify" => shopify().await,
        _ => phonographic(),
    }
}

async fn bigblue() -> Setup {
    use bigblue_simulator::{SimClock, Simulator, SimulatorConfig};
    let config = SimulatorConfig {
        port: 0,
        seed: 7,
        orders: 60,
        rate_limit: None,
        clock: SimClock::fixed(NOW_SECONDS),
    };
    let simulator = Arc::new(Simulator::start(config).await.unwrap());
    let settings = json!({ "id": "MUSI" });
    let mut setup = setup(
        manifest("bigblue"),
        settings,
        &[("apiKey", "demo-key-musi")],
    );
    let base = format!("https://api.bigblue.co={}", simulator.base_url());
    setup.send_elsewhere(&base).unwrap();
    setup.pause =
        advancing(move |seconds| simulator.clock().advance(u32::try_from(seconds).unwrap()));
    setup
}

async fn cubyn() -> Setup {
    use cubyn_simulator::{MERCHANTS, SimClock, Simulator, SimulatorConfig};
    let config = SimulatorConfig {
        port: 0,
        seed: 7,
        parcels: 40,
        rate_limit: None,
        clock: SimClock::fixed(NOW.parse().unwrap()),
    };
    let simulator = Arc::new(Simulator::start(config).await.unwrap());
    let settings = json!({ "id": "706293859" });
    let mut setup = setup(
        manifest("cubyn"),
        settings,
        &[("applicationKey", MERCHANTS[0].0)],
    );
    let base = format!("https://api.cubyn.com={}", simulator.base_url());
    setup.send_elsewhere(&base).unwrap();
    setup.limit = 10;
    setup.pause =
        advancing(move |seconds| simulator.clock().advance(i64::try_from(seconds).unwrap()));
    setup
}

async fn gorgias() -> Setup {
    use gorgias_simulator::{SimClock, Simulator, SimulatorConfig};
    let config = SimulatorConfig {
        port: 0,
        seed: 7,
        tickets: 24,
        burst: None,
        clock: SimClock::fixed(NOW.parse().unwrap()),
    };
    let simulator = Arc::new(Simulator::start(config).await.unwrap());
    let settings =
        json!({ "account": "aurore", "email": "ops@aurore.example", "tag": "aurore-records" });
    let mut setup = setup(
        manifest("gorgias"),
        settings,
        &[("apiKey", "demo-key-aurore")],
    );
    let base = format!(
        "https://{{account}}.gorgias.com={}/{{account}}",
        simulator.base_url()
    );
    setup.send_elsewhere(&base).unwrap();
    setup.limit = 10;
    setup.pause =
        advancing(move |seconds| simulator.clock().advance(i64::try_from(seconds).unwrap()));
    setup
}

async fn pennylane() -> Setup {
    use pennylane_simulator::{SimClock, Simulator, SimulatorConfig, TOKEN};
    let config = SimulatorConfig {
        seed: 7,
        rate_limit: None,
        clock: SimClock::fixed(NOW.parse().unwrap()),
        ..SimulatorConfig::default()
    };
    let simulator = Arc::new(Simulator::start(config).await.unwrap());
    let mut setup = setup(manifest("pennylane"), json!({}), &[("token", TOKEN)]);
    let base = format!("https://app.pennylane.com={}", simulator.base_url());
    setup.send_elsewhere(&base).unwrap();
    setup.limit = 50;
    setup.pause =
        advancing(move |seconds| simulator.clock().advance(i64::try_from(seconds).unwrap()));
    setup
}

async fn shopify() -> Setup {
    use shopify_simulator::{SimClock, Simulator, SimulatorConfig};
    let config = SimulatorConfig {
        seed: 7,
        orders: 3,
        rate: None,
        clock: SimClock::fixed(NOW_SECONDS),
        ..SimulatorConfig::default()
    };
    let simulator = Arc::new(Simulator::start(config).await.unwrap());
    let settings = json!({ "shop": "demo-musi" });
    let mut setup = setup(
        manifest("shopify"),
        settings,
        &[("accessToken", "shpat_demo_musi")],
    );
    let shop = format!(
        "https://{{shop}}.myshopify.com={}/{{shop}}",
        simulator.base_url()
    );
    setup.send_elsewhere(&shop).unwrap();
    let storage = format!("https://storage.googleapis.com={}", simulator.storage_url());
    setup.send_elsewhere(&storage).unwrap();
    setup.pause = advancing(move |seconds| {
        simulator
            .clock()
            .advance(f64::from(u32::try_from(seconds).unwrap()));
    });
    setup
}

/// It asks nobody: its reports are built out of the host's sales.
fn phonographic() -> Setup {
    let mut setup = setup(manifest("phonographic"), json!({}), &[]);
    setup.grant.configuration = json!({
        "shops": [{ "code": "PORTAL", "name": "Portal & Fils", "account": "01234",
                    "retailers": { "DE": "29021" } }],
        "rates": { "GBP": "0.85", "USD": "1.10" },
    });
    setup
}

/// A plugin beside a simulator that it may change.
async fn writing(id: &str) -> Setup {
    Setup {
        writes: true,
        ..bench(id).await
    }
}

/// Keeps every rule against its simulator, writes included.
async fn conforms(id: &str, not_judged: &[&str]) {
    let report = test(&engine(), writing(id).await, None).await.unwrap();
    assert_passes(&report, not_judged);
}

/// The tape in its folder plays, and what the plugin says is what it said; rules hold on it too. With `RENEW_TAPES` in
/// the environment the tape is recorded first.
async fn plays(id: &str, not_judged: &[&str]) {
    let file = root().join(format!("plugins/{id}/tapes/simulator.jsonl"));
    let engine = engine();
    if std::env::var_os("RENEW_TAPES").is_some() {
        let tape = record(&engine, writing(id).await).await.unwrap();
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, tape.text().unwrap()).unwrap();
    }
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.len() < TAPE_BYTES, "{} bytes", text.len());
    let tape = Tape::parse(&text).unwrap();
    assert_eq!(Tape::parse(&tape.text().unwrap()).unwrap(), tape);
    let offline = || Setup::new(manifest(id), NOW.parse().unwrap()).unwrap();
    let differences = replay(&engine, offline(), &tape).await.unwrap();
    assert_eq!(differences, Vec::<String>::new());
    let report = test(&engine, offline(), Some(&tape)).await.unwrap();
    assert_passes(&report, not_judged);
}

macro_rules! plugin {
    ($id:ident, not judged: $live:expr, on its tape: $taped:expr) => {
        mod $id {
            #[tokio::test(flavor = "multi_thread")]
            async fn conforms() {
                super::conforms(stringify!($id), &$live).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn plays_its_tape() {
                super::plays(stringify!($id), &$taped).await;
            }
        }
    };
}

plugin!(bigblue, not judged: [], on its tape: []);
plugin!(cubyn, not judged: [], on its tape: []);
plugin!(gorgias, not judged: [], on its tape: []);
plugin!(pennylane, not judged: [], on its tape: []);
// On a tape a bulk operation asked about anew is still running: its orders, and their statuses, come later.
plugin!(shopify, not judged: [], on its tape: ["C15"]);
plugin!(phonographic, not judged: [], on its tape: []);
