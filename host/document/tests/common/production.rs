//! Products as the host hands them over.

use comptoir_document::production::*;

/// An EAN-13 of so many, with its last digit.
pub fn ean(number: u64) -> String {
    let digits = format!("370{number:09}");
    let weights = [1, 3].into_iter().cycle();
    let sum: u32 = digits
        .bytes()
        .zip(weights)
        .map(|(digit, weight)| u32::from(digit - b'0') * weight)
        .sum();
    format!("{digits}{}", (10 - sum % 10) % 10)
}

/// As many labels of pieces, each another: every second has an EAN.
pub fn product_labels_of(count: u64) -> Vec<ProductLabel> {
    let label = |at: u64| ProductLabel {
        name: "T-shirt col rond en coton biologique".into(),
        variant: ["S", "M", "L", "XL"][at as usize % 4].into(),
        sku: format!("CPSL-SHIRT-{at}"),
        ean: if at.is_multiple_of(2) {
            ean(at)
        } else {
            String::new()
        },
        copies: 1,
    };
    (0..count).map(label).collect()
}

/// As many labels of boxes.
pub fn box_labels_of(count: u32) -> Vec<BoxLabel> {
    let label = |number| BoxLabel {
        project: "Été 2027".into(),
        reference: "K7M2QX".into(),
        name: "T-shirt col rond".into(),
        variant: "M".into(),
        sku: "CPSL-SHIRT1-00M".into(),
        quantity: 50,
        number,
        of: count,
    };
    (1..=count).map(label).collect()
}
