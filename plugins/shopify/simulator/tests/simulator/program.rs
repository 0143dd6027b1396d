//! The simulator as a program.

use simulator_kit::testing;

#[test]
fn it_prints_its_address_once_and_stops_when_told() {
    let path = env!("CARGO_BIN_EXE_shopify-simulator");
    testing::program(path, "shopify", &["--orders", "10"], |state| {
        assert_eq!(state["shops"]["demo-musi"]["orders"], 10);
    });
}
