//! Plugins on the bench.

#[path = "../../../sandbox/tests/sandbox/support/acme.rs"]
mod acme;
#[path = "../../../sandbox/tests/sandbox/support/authors.rs"]
#[allow(dead_code, reason = "the sandbox's own tests use the rest")]
mod authors;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use comptoir_conformance::{Pause, Report, Setup, Verdict, calm_engine};
use comptoir_sandbox::{Engine, Manifest, RateLimit};
use secrecy::SecretString;
use serde_json::Value;

pub use acme::acme;
pub use authors::{Sources, examples};
pub use test_kit::component;

pub const NOW: &str = "2026-11-20T09:00:00Z";
/// The same, as the simulators count.
pub const NOW_SECONDS: i64 = 1_795_165_200;

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub fn engine() -> Engine {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled");
    Engine::new(calm_engine(Some(cache))).unwrap()
}

/// The plugin of a folder, without the rate limits that a simulator in the same process does not have.
pub fn setup(manifest: Manifest, settings: Value, secrets: &[(&str, &str)]) -> Setup {
    let mut setup = Setup::new(manifest, NOW.parse().unwrap()).unwrap();
    for host in &setup.manifest.hosts {
        let none = RateLimit {
            requests: 1_000_000.try_into().unwrap(),
            seconds: 1.try_into().unwrap(),
        };
        setup.grant.rate_limits.insert(host.base.clone(), none);
    }
    setup.settings = settings;
    setup.secrets = secrets
        .iter()
        .map(|(name, secret)| ((*name).to_owned(), SecretString::from(*secret)))
        .collect();
    setup
}

/// Waits by moving a simulator's clock.
pub fn advancing(advance: impl Fn(u64) + Send + Sync + 'static) -> Pause {
    Arc::new(move |time: Duration| {
        advance(time.as_secs());
        Box::pin(std::future::ready(()))
    })
}

/// Every rule is kept, and those that nothing was said of are these.
pub fn assert_passes(report: &Report, not_judged: &[&str]) {
    let table = report.table();
    assert!(report.passes(), "{table}");
    let silent = report
        .findings
        .iter()
        .filter(|finding| matches!(finding.verdict, Verdict::NotJudged { .. }));
    let silent: Vec<&str> = silent.map(|finding| finding.rule).collect();
    assert_eq!(silent, not_judged, "{table}");
}
