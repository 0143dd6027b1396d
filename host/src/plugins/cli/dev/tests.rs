use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::routing::get;
use serde_json::json;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::timeout;

use super::*;
use crate::domains::REGISTER;

/// The author's terminal.
struct Terminal {
    lines: UnboundedReceiver<String>,
    seen: Vec<String>,
}

impl Terminal {
    /// Waits for a line that begins so and holds the words.
    async fn shows(&mut self, about: &str, words: &str) {
        let line = async {
            while let Some(line) = self.lines.recv().await {
                let is_it = line.starts_with(about) && line.contains(words);
                self.seen.push(line);
                if is_it {
                    return;
                }
            }
        };
        let shown = timeout(Duration::from_secs(120), line).await;
        assert!(
            shown.is_ok(),
            "no {about} with {words}:\n{}",
            self.seen.join("\n")
        );
    }
}

/// A provider without orders.
async fn provider() -> String {
    let orders = || async { Json(json!({ "orders": [], "last": 0, "more": false })) };
    let router = axum::Router::new()
        .route("/me", get(|| async { Json(json!({ "name": "Shop 12" })) }))
        .route("/orders", get(orders));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await;
    let listener = listener.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move { axum::serve(listener, router).await });
    format!("http://{address}")
}

/// Acme in a language of which nobody knows more than that `build.sh` builds it.
fn example(folder: &Path) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../plugin-sdk/examples/rust");
    fs::create_dir(folder.join("locales")).expect("a folder");
    for file in ["plugin.toml", "locales/en.json", "locales/fr.json"] {
        fs::copy(from.join(file), folder.join(file)).expect(file);
    }
    fs::write(folder.join("good.json"), r#"{ "apiKey": "s3cret-key" }"#).expect("settings");
}

fn build(folder: &Path, script: &str) {
    fs::write(folder.join("build.sh"), script).expect("a script");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_save_builds_and_tests_again_and_what_it_overtakes_is_ended() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("acme");
    fs::create_dir(&folder).expect("a folder");
    example(&folder);
    let component = test_kit::component("acme-plugin");
    let good = format!("mkdir -p dist\ncp {} dist/acme.wasm\n", component.display());
    build(&folder, &good);

    let (tell, lines) = unbounded_channel();
    let mut terminal = Terminal {
        lines,
        seen: Vec::new(),
    };
    let config = Config {
        data: home.path().to_owned(),
        ..Config::default()
    };
    let out = home.path().join("acme.jsonl");
    let dev = Dev {
        register: REGISTER,
        config: &config,
        folder: folder.clone(),
        service: conformance::Service {
            settings: Some(folder.join("good.json")),
            configuration: None,
            base_urls: vec![format!("https://api.acme.example={}", provider().await)],
            limit: 50,
            now: None,
            writes: false,
        },
        size: conformance::Size { memory_mib: 64 },
        tape: None,
        out: Some(out.clone()),
        view: View(Arc::new(move |line| {
            let _ = tell.send(line.to_owned());
        })),
    };
    let script = async {
        terminal.shows("build", "sh build.sh").await;
        // Its screen is not built.
        terminal
            .shows("problem", "web: the remote is not built")
            .await;
        terminal.shows("call", "check: ok").await;
        terminal
            .shows("  host", "http.send GET https://api.acme.example/me: 200")
            .await;
        terminal
            .shows(
                "  host",
                "http.send GET https://api.acme.example/orders?after=0&limit=50: 200",
            )
            .await;
        terminal.shows("problem", "C04").await;
        // The provider takes any key.
        terminal
            .shows(
                "problem",
                "C06 check names what is wrong: to wrong secrets it answers yes",
            )
            .await;
        terminal.shows("tested", "2 failed").await;
        terminal.shows("tape", "not written").await;
        terminal.shows("wait", "").await;

        build(&folder, "echo 'app.py:3: boom' >&2; exit 1");
        terminal.shows("begin", "build.sh").await;
        terminal.shows("  build", "app.py:3: boom").await;
        terminal.shows("problem", "`sh build.sh` failed").await;
        terminal.shows("wait", "").await;

        // It waits for what nobody writes.
        let pid = home.path().join("pid");
        build(
            &folder,
            &format!("echo $$ > {}; sleep 1000 & wait", pid.display()),
        );
        terminal.shows("build", "sh build.sh").await;
        // It is told before the shell has read it.
        while !pid.exists() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        build(&folder, &good);
        terminal
            .shows("stopped", "build.sh changed meanwhile")
            .await;
        terminal.shows("tested", "2 failed").await;

        // Words are read as they are.
        fs::write(folder.join("locales/fr.json"), "{}").expect("words");
        terminal.shows("begin", "locales/fr.json").await;
        terminal
            .shows("problem", "locales/fr.json: no text nav.order")
            .await;
        assert!(!out.exists());
    };
    tokio::select! {
        ended = dev.work() => panic!("it ended: {ended:?}"),
        () = script => {}
    }
}
