//! Making a plugin's type the component's exports.

/// Exports `check` and the roles named for a unit struct: `register!(Acme: fulfilment, routes);`. Only those become
/// exports of the component. Outside WebAssembly it does nothing, so that tests link.
#[macro_export]
macro_rules! register {
    ($plugin:ident $(: $($role:ident),+ $(,)?)?) => {
        #[cfg(target_arch = "wasm32")]
        #[allow(unsafe_code, reason = "the component's border is raw memory; the code is generated")]
        const _: () = {
            struct Exports;
            $crate::__export_role!(check, $plugin, Exports);
            $($($crate::__export_role!($role, $plugin, Exports);)+)?
        };
    };
}

/// One role's glue between the generated trait and the plugin's.
#[doc(hidden)]
#[macro_export]
macro_rules! __export_role {
    (check, $plugin:ident, $exports:ident) => {
        const _: () = {
            use $crate::bindings::check::exports::comptoir::plugin::check::Guest;
            impl Guest for $exports {
                fn check(connector: $crate::Connector) -> $crate::Result<$crate::Account> {
                    $crate::Check::check(&$plugin, &$crate::ComponentHost, &connector)
                }
            }
        };
        $crate::bindings::check::export!($exports with_types_in $crate::bindings::check);
    };
    (fulfilment, $plugin:ident, $exports:ident) => {
        const _: () = {
            use $crate::bindings::fulfilment::exports::comptoir::plugin::fulfilment::Guest;
            use $crate::fulfilment::*;
            use $crate::{ComponentHost, Connector, Fulfilment, Result};
            impl Guest for $exports {
                fn orders(connector: Connector, cursor: Option<String>, limit: u32) -> Result<OrderPage> {
                    Fulfilment::orders(&$plugin, &ComponentHost, &connector, cursor.as_deref(), limit)
                }
                fn order_states(connector: Connector, ids: Vec<String>) -> Result<Vec<OrderState>> {
                    Fulfilment::order_states(&$plugin, &ComponentHost, &connector, &ids)
                }
                fn products(connector: Connector, cursor: Option<String>, limit: u32) -> Result<ProductPage> {
                    Fulfilment::products(&$plugin, &ComponentHost, &connector, cursor.as_deref(), limit)
                }
                fn inventories(connector: Connector, cursor: Option<String>, limit: u32) -> Result<InventoryPage> {
                    Fulfilment::inventories(&$plugin, &ComponentHost, &connector, cursor.as_deref(), limit)
                }
            }
        };
        $crate::bindings::fulfilment::export!($exports with_types_in $crate::bindings::fulfilment);
    };
    (routes, $plugin:ident, $exports:ident) => {
        const _: () = {
            use $crate::bindings::routes::exports::comptoir::plugin::routes::Guest;
            impl Guest for $exports {
                fn handle(request: $crate::routes::Request) -> $crate::Result<$crate::routes::Response> {
                    $crate::Routes::handle(&$plugin, &$crate::ComponentHost, &request)
                }
            }
        };
        $crate::bindings::routes::export!($exports with_types_in $crate::bindings::routes);
    };
}
