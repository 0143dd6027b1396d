//! What `wit-bindgen` makes of `wit/`: the host's interfaces once, and a world for each role on top of them, so that a
//! component exports only the roles it plays.

wit_bindgen::generate!({
    world: "host-interfaces",
    path: "../wit",
    generate_unused_types: true,
    additional_derives: [PartialEq],
});

macro_rules! role {
    ($module:ident, $world:literal, $path:literal) => {
        #[allow(missing_docs)]
        pub mod $module {
            wit_bindgen::generate!({
                world: $world,
                path: "../wit",
                generate_unused_types: true,
                additional_derives: [PartialEq],
                pub_export_macro: true,
                default_bindings_module: $path,
                with: {
                    "comptoir:plugin/types@0.1.0": crate::bindings::comptoir::plugin::types,
                    "comptoir:plugin/http@0.1.0": crate::bindings::comptoir::plugin::http,
                    "comptoir:plugin/credentials@0.1.0": crate::bindings::comptoir::plugin::credentials,
                    "comptoir:plugin/log@0.1.0": crate::bindings::comptoir::plugin::log,
                    "comptoir:plugin/clock@0.1.0": crate::bindings::comptoir::plugin::clock,
                    "comptoir:plugin/store@0.1.0": crate::bindings::comptoir::plugin::store,
                    "comptoir:plugin/progress@0.1.0": crate::bindings::comptoir::plugin::progress,
                },
            });
        }
    };
}

role!(check, "check-role", "comptoir_plugin_sdk::bindings::check");
role!(
    fulfilment,
    "fulfilment-role",
    "comptoir_plugin_sdk::bindings::fulfilment"
);
role!(
    routes,
    "routes-role",
    "comptoir_plugin_sdk::bindings::routes"
);
