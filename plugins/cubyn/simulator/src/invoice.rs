//! Invoice files as the merchant downloads them, with the columns that the portal's specification names.

use std::fmt::Write;

/// The columns.
pub const HEADINGS: [&str; 8] = [
    "ID",
    "Service",
    "Description",
    "Quantity",
    "UnitPrice",
    "Price",
    "Currency",
    "Billing country",
];

/// A file of `lines` lines: by turns a shipment, its preparation, storage.
pub fn csv(lines: u32) -> String {
    let mut file = format!("{}\n", HEADINGS.join(","));
    for line in 0..lines {
        let (service, description, quantity, cents) = match line % 3 {
            0 => ("Shipping", "\"Colissimo, home\"", 1, 520),
            1 => ("Order processing", "Preparation", 2, 65),
            _ => ("Storage", "Pallet", 1, 900),
        };
        let price = quantity * cents;
        // Writing to a string cannot fail.
        let _ = writeln!(
            file,
            "{},{service},{description},{quantity},{}.{:02},{}.{:02},EUR,FR",
            673_847_001 + line / 3,
            cents / 100,
            cents % 100,
            price / 100,
            price % 100,
        );
    }
    file
}
