//! The simulator as a program.

use simulator_kit::testing;

#[test]
fn it_prints_its_address_once_and_stops_when_told() {
    let path = env!("CARGO_BIN_EXE_pennylane-simulator");
    testing::program(path, "pennylane", &["--invoices", "7"], |state| {
        assert_eq!(state["invoices"], 7);
    });
}
