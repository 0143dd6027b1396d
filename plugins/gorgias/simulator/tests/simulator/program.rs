//! The simulator as a program.

use simulator_kit::testing;

#[test]
fn it_prints_its_address_once_and_stops_when_told() {
    let path = env!("CARGO_BIN_EXE_gorgias-simulator");
    testing::program(path, "gorgias", &["--tickets", "50"], |state| {
        assert_eq!(state["tickets"]["aurore"], 50);
    });
}
