//! Products as the host hands them over.

use comptoir_document::production::*;
use rust_decimal::Decimal;

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

/// All that a sheet may say.
#[allow(dead_code, reason = "not everybody who prints labels prints sheets")]
pub fn sheet() -> Sheet {
    let variant = |name: &str, pieces: u32| Variant {
        name: name.into(),
        sku: format!("CPSL-SHIRT1-{name}"),
        ean: ean(pieces.into()),
        pieces,
    };
    let group = |title: &str, tags: &[&str]| TagGroup {
        title: title.into(),
        tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
    };
    let page = |page, label: &str| PageLabel {
        page,
        label: label.into(),
    };
    Sheet {
        name: "T-shirt col rond".into(),
        project: "Été 2027".into(),
        picture: None,
        color: "Bleu marine".into(),
        fabric: Some(Fabric {
            weight: Decimal::from(180),
            unit: "g/m²".into(),
        }),
        fit: "Ample, épaules tombantes".into(),
        tags: vec![
            group("Type", &["T-shirt"]),
            group("Composition", &["Coton biologique", "Élasthanne"]),
            group("Personnalisation", &[]),
        ],
        variants: vec![variant("S", 83), variant("M", 1167), variant("L", 167), variant("XL", 83)],
        pages: vec![page(1, "Devant"), page(2, "Dos")],
        address: "https://portal.example/admin/project/019ab0c4-7d1e-7c3a-9d55-3f1f2b6f5d10/product/019ab0c4-8e2f-7a11-8c44-0a1b2c3d4e5f"
            .into(),
    }
}
