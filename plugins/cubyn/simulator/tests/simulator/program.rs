//! The simulator as a program.

use simulator_kit::testing;

#[test]
fn it_prints_its_address_once_and_stops_when_told() {
    let path = env!("CARGO_BIN_EXE_cubyn-simulator");
    testing::program(path, "cubyn", &["--parcels", "50"], |state| {
        assert!(state["parcels"]["CARRIER_DELIVERED"].as_u64() > Some(50));
    });
}
