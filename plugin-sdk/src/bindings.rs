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
                    "comptoir:plugin/types@1.0.0": crate::bindings::comptoir::plugin::types,
                    "comptoir:plugin/commerce@1.0.0": crate::bindings::comptoir::plugin::commerce,
                    "comptoir:plugin/http@1.0.0": crate::bindings::comptoir::plugin::http,
                    "comptoir:plugin/credentials@1.0.0": crate::bindings::comptoir::plugin::credentials,
                    "comptoir:plugin/configuration@1.0.0": crate::bindings::comptoir::plugin::configuration,
                    "comptoir:plugin/store@1.0.0": crate::bindings::comptoir::plugin::store,
                    "comptoir:plugin/log@1.0.0": crate::bindings::comptoir::plugin::log,
                    "comptoir:plugin/clock@1.0.0": crate::bindings::comptoir::plugin::clock,
                    "comptoir:plugin/progress@1.0.0": crate::bindings::comptoir::plugin::progress,
                    "comptoir:plugin/files@1.0.0": crate::bindings::comptoir::plugin::files,
                    "comptoir:plugin/rows@1.0.0": crate::bindings::comptoir::plugin::rows,
                    "comptoir:plugin/delivery@1.0.0": crate::bindings::comptoir::plugin::delivery,
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
role!(shop, "shop-role", "comptoir_plugin_sdk::bindings::shop");
role!(
    support,
    "support-role",
    "comptoir_plugin_sdk::bindings::support"
);
role!(
    accounting,
    "accounting-role",
    "comptoir_plugin_sdk::bindings::accounting"
);
role!(
    report,
    "report-role",
    "comptoir_plugin_sdk::bindings::report"
);
role!(
    report_plan,
    "report-plan-role",
    "comptoir_plugin_sdk::bindings::report_plan"
);
role!(
    webhooks,
    "webhooks-role",
    "comptoir_plugin_sdk::bindings::webhooks"
);
role!(
    actions,
    "actions-role",
    "comptoir_plugin_sdk::bindings::actions"
);
role!(
    schedule,
    "schedule-role",
    "comptoir_plugin_sdk::bindings::schedule"
);
role!(
    routes,
    "routes-role",
    "comptoir_plugin_sdk::bindings::routes"
);
