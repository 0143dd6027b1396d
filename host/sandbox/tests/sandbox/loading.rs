//! What loads and what does not; components that no Rust guest could be.

use std::path::Path;
use std::sync::Arc;

use comptoir_sandbox::{Call, CallError, Grant, LimitKind, LoadError, Plugin};

use crate::support::{
    CONNECTOR, Memory, Names, Upstream, connector, engine, grant, load, manifest,
};

/// A component of so many core instances of one module, with a `check` that answers nothing useful.
fn component(module: &str, instances: usize) -> String {
    let instances = "(core instance (instantiate $m))".repeat(instances);
    format!(
        r#"(component
            (core module $m {module})
            {instances}
            (core module $f (func (export "check")))
            (core instance $i (instantiate $f))
            (func $check (canon lift (core func $i "check")))
            (instance $exports (export "check" (func $check)))
            (export "comptoir:plugin/check@1.0.0" (instance $exports)))"#
    )
}

async fn load_text(text: &str, limits: &str, roles: bool) -> Result<Arc<Plugin>, LoadError> {
    let upstream = Upstream::start().await;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("made.wasm");
    let wasm = wat::parse_str(text).expect("well-formed");
    std::fs::write(&file, wasm).expect("writable");
    let grant = grant(&upstream, limits);
    load_file(&file, grant, roles).await
}

async fn load_file(file: &Path, grant: Grant, roles: bool) -> Result<Arc<Plugin>, LoadError> {
    let mut manifest = manifest(file);
    if !roles {
        manifest.roles.clear();
    }
    let (services, names) = (Arc::new(Memory::default()), Arc::new(Names::default()));
    Plugin::load(&engine(), manifest, grant, services, names).await
}

async fn check(plugin: &Arc<Plugin>) -> CallError {
    let call = Call::request(vec![connector(CONNECTOR)]);
    plugin.check(call).await.expect_err("it has no real check")
}

#[tokio::test]
async fn memories_are_summed() {
    // 480 pages are 30 MiB: two fit into 64 MiB, three do not.
    let module = "(memory 480)";
    let two = load_text(&component(module, 2), "", false)
        .await
        .expect("loads");
    assert!(matches!(check(&two).await, CallError::Trapped(_)));
    let three = load_text(&component(module, 3), "", false)
        .await
        .expect("loads");
    let error = check(&three).await;
    assert!(
        matches!(error, CallError::Limit(LimitKind::Memory, _)),
        "{error:?}"
    );
}

#[tokio::test]
async fn tables_count_as_memory() {
    let limits = "[plugins.hostile.limits]\nmemory_mib = 1";
    // 20,000 entries of 8 bytes each: six fit into 1 MiB, seven do not.
    let module = "(table 20000 funcref)";
    let six = load_text(&component(module, 6), limits, false)
        .await
        .expect("loads");
    assert!(matches!(check(&six).await, CallError::Trapped(_)));
    let seven = load_text(&component(module, 7), limits, false)
        .await
        .expect("loads");
    let error = check(&seven).await;
    assert!(
        matches!(error, CallError::Limit(LimitKind::Memory, _)),
        "{error:?}"
    );
}

#[tokio::test]
async fn a_table_grown_at_run_time_is_counted() {
    let limits = "[plugins.hostile.limits]\nmemory_mib = 1";
    let grows = r#"(table $t 1 funcref)
        (func $grow (if (i32.lt_s (table.grow $t (ref.null func) (i32.const 19999)) (i32.const 0)) (then unreachable)))
        (start $grow)"#;
    let seven = load_text(&component(grows, 7), limits, false)
        .await
        .expect("loads");
    let error = check(&seven).await;
    assert!(
        matches!(error, CallError::Limit(LimitKind::Memory, _)),
        "{error:?}"
    );
}

#[tokio::test]
async fn a_start_that_never_ends_is_ended() {
    let limits = "[plugins.hostile.limits]\ncpu_seconds = 1";
    let starts = "(func $spin (loop $again (br $again))) (start $spin)";
    let plugin = load_text(&component(starts, 1), limits, false)
        .await
        .expect("loads");
    let error = check(&plugin).await;
    assert!(
        matches!(error, CallError::Limit(LimitKind::Cpu, _)),
        "{error:?}"
    );
}

#[tokio::test]
async fn ten_thousand_functions_load() {
    let functions = "(func (result i32) (i32.const 1))".repeat(10_000);
    let plugin = load_text(&component(&functions, 1), "", false)
        .await
        .expect("loads");
    assert!(matches!(check(&plugin).await, CallError::Trapped(_)));
}

#[tokio::test]
async fn more_memories_and_instances_than_one_component_may_have_are_told() {
    let memories = "(memory 1)".repeat(5);
    for text in [component(&memories, 1), component("", 100)] {
        let error = load_text(&text, "", false).await.expect_err("too many");
        assert!(matches!(error, LoadError::Invalid { .. }), "{error:?}");
        assert!(error.to_string().contains("made.wasm"), "{error}");
    }
}

#[tokio::test]
async fn a_component_of_a_gigabyte_is_not_read() {
    let upstream = Upstream::start().await;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("made.wasm");
    let large = std::fs::File::create(&file).expect("writable");
    large.set_len(1 << 30).expect("sparse");
    let error = load_file(&file, grant(&upstream, ""), false).await;
    let text = error.expect_err("too large").to_string();
    assert!(text.ends_with("made.wasm: larger than 64 MiB"), "{text}");
}

#[tokio::test]
async fn a_role_that_the_component_does_not_play_is_told() {
    let error = load_text(&component("", 0), "", true)
        .await
        .expect_err("no roles");
    let text = error.to_string();
    assert!(text.contains("the role `fulfilment`"), "{text}");
}

#[tokio::test]
async fn a_role_that_the_manifest_does_not_name_is_unsupported() {
    let upstream = Upstream::start().await;
    let plugin = load_file(crate::support::guest(), grant(&upstream, ""), false).await;
    let call = Call::job(connector(CONNECTOR));
    let error = plugin.expect("loads").orders(call, None, 10).await;
    assert!(matches!(error, Err(CallError::Unsupported)));
}

#[tokio::test]
async fn what_is_no_component_is_told_with_its_file() {
    let upstream = Upstream::start().await;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("made.wasm");
    let load = || load_file(&file, grant(&upstream, ""), false);
    assert!(matches!(load().await, Err(LoadError::Unreadable { .. })));
    std::fs::write(&file, "no wasm").expect("writable");
    let error = load().await.expect_err("no component");
    assert!(
        error.to_string().contains("made.wasm: not a component"),
        "{error}"
    );
}

#[tokio::test]
async fn an_import_that_the_host_does_not_have_is_told() {
    let text =
        r#"(component (import "comptoir:plugin/weapons@1.0.0" (instance (export "fire" (func)))))"#;
    let error = load_text(text, "", false)
        .await
        .expect_err("no such import");
    assert!(matches!(error, LoadError::Imports { .. }), "{error:?}");
    assert!(
        error.to_string().contains("comptoir:plugin/weapons"),
        "{error}"
    );
}

#[tokio::test]
async fn more_memory_than_the_host_gives_is_told() {
    let limits = "[plugins.hostile.limits]\nmemory_mib = 10000";
    let error = load_text(&component("", 0), limits, false)
        .await
        .expect_err("too much");
    assert_eq!(
        error.to_string(),
        "plugins.toml: plugins.hostile.limits.memory_mib: at most 256 MiB on this host"
    );
}

#[tokio::test]
async fn what_is_asked_and_not_granted_is_listed() {
    let upstream = Upstream::start().await;
    let plugin = load(&engine(), &upstream, "").await;
    let ungranted: Vec<_> = plugin.ungranted().iter().map(ToString::to_string).collect();
    assert_eq!(ungranted, ["http://ungranted.test"]);
}
