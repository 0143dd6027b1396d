//! Bigblue's bad days.

use crate::host::Place;

/// A simulator in place of Bigblue.
pub fn place(address: &str) -> Place<'_> {
    Place {
        plugin: "bigblue",
        base: "https://api.bigblue.co",
        address,
    }
}
