//! What `wit/` says, as Rust: generated, never edited.
#![allow(
    missing_debug_implementations,
    clippy::all,
    reason = "generated code is not ours to shape"
)]

wasmtime::component::bindgen!({
    path: "../../wit",
    world: "comptoir:plugin/plugin",
    imports: { default: async },
    exports: { default: async },
    // For whoever compares, shows or keeps what a plugin answered.
    additional_derives: [serde::Serialize, serde::Deserialize],
});
