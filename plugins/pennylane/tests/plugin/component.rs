//! The built component: what it exports and what it asks for.

#[test]
fn the_component_exports_its_roles_and_imports_only_the_contract() {
    test_kit::assert_shipped(env!("CARGO_PKG_NAME"), &["accounting"], 1_000_000);
}
