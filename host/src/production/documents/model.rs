//! What stands on the documents of products. Pure.

use comptoir_document::number;
use comptoir_document::production as paper;
use uuid::Uuid;

use super::sql::Shown;
use crate::http::error::{Error, Issue, Result};
use crate::production::products::{ProductDetail, Variant};
use crate::production::tags::TagType;
use crate::words;
use crate::words::codes::codes;
use crate::words::language::Language;

/// Labels of a file.
const MOST: u64 = 5_000;

codes! {
    /// What labels are printed on: A4 sheets (of pieces 3 × 8 of 70 × 37 mm, of boxes 2 × 4 of 105 × 74 mm), or a roll of labels of
    /// 100 × 150 mm.
    LabelSize schema(rename_all = "lowercase") {
        A4 = "a4",
        Roll = "100x150",
    }
}

codes! {
    /// What a label is printed for.
    LabelPer schema(rename_all = "lowercase") {
        Variant = "variant",
        Piece = "piece",
    }
}

impl From<LabelSize> for paper::Size {
    fn from(size: LabelSize) -> Self {
        match size {
            LabelSize::A4 => Self::A4,
            LabelSize::Roll => Self::Roll,
        }
    }
}

/// The sheet of a product, which leads to its page at `address`.
pub fn sheet(
    product: &ProductDetail,
    shown: Shown,
    address: String,
    language: Language,
) -> paper::Sheet {
    let of = &product.product;
    let groups = TagType::ALL.iter().map(|kind| {
        let tags = of.tags.iter().filter(|tag| tag.kind == *kind);
        paper::TagGroup {
            title: words::tag_type(kind.as_str(), language),
            tags: tags.map(|tag| tag.display_name.clone()).collect(),
        }
    });
    let variants = product.variants.iter().map(|variant| paper::Variant {
        name: variant.name.clone(),
        sku: variant.sku.clone(),
        ean: variant.ean.clone().unwrap_or_default(),
        pieces: pieces(variant),
    });
    paper::Sheet {
        name: of.name.clone(),
        project: project(product),
        picture: shown.picture,
        color: of.color.clone().unwrap_or_default(),
        fabric: of.fabric.as_ref().map(|fabric| paper::Fabric {
            weight: fabric.weight,
            unit: fabric.unit.as_str().to_owned(),
        }),
        fit: of.fit.clone().unwrap_or_default(),
        tags: groups.collect(),
        variants: variants.collect(),
        pages: shown.pages,
        address,
    }
}

/// Labels of the pieces of products.
///
/// # Errors
/// [`Error::Invalid`] (`productIds`): there are none, or more than a file holds.
pub fn product_labels(
    products: &[ProductDetail],
    per: LabelPer,
    language: Language,
) -> Result<Vec<paper::ProductLabel>> {
    let copies = |variant: &Variant| match per {
        LabelPer::Variant => 1,
        LabelPer::Piece => pieces(variant),
    };
    check_count(products, copies, language)?;
    let labels = products.iter().flat_map(|product| {
        product
            .variants
            .iter()
            .map(move |variant| paper::ProductLabel {
                name: product.product.name.clone(),
                variant: variant.name.clone(),
                sku: variant.sku.clone(),
                ean: variant.ean.clone().unwrap_or_default(),
                copies: copies(variant) as usize,
            })
    });
    Ok(labels.collect())
}

/// Labels of the boxes that products go into, so many pieces in each but the last of a variant. A box holds pieces of one variant;
/// those of a product are counted through.
///
/// # Errors
/// As [`product_labels`].
pub fn box_labels(
    products: &[ProductDetail],
    pieces_per_box: u32,
    language: Language,
) -> Result<Vec<paper::BoxLabel>> {
    let boxes = |variant: &Variant| pieces(variant).div_ceil(pieces_per_box);
    check_count(products, boxes, language)?;
    let mut labels = Vec::new();
    for product in products {
        let of = product.variants.iter().map(boxes).sum();
        let project_id = product.product.project.as_ref().map(|project| project.id);
        let reference = reference(project_id.unwrap_or(product.product.id));
        let mut number = 0;
        for variant in &product.variants {
            let mut left = pieces(variant);
            while left > 0 {
                let quantity = left.min(pieces_per_box);
                (number, left) = (number + 1, left - quantity);
                labels.push(paper::BoxLabel {
                    project: project(product),
                    reference: reference.clone(),
                    name: product.product.name.clone(),
                    variant: variant.name.clone(),
                    sku: variant.sku.clone(),
                    quantity,
                    number,
                    of,
                });
            }
        }
    }
    Ok(labels)
}

fn check_count(
    products: &[ProductDetail],
    of: impl Fn(&Variant) -> u32,
    language: Language,
) -> Result<()> {
    let variants = products.iter().flat_map(|product| &product.variants);
    let count: u64 = variants.map(|variant| u64::from(of(variant))).sum();
    let written = |count: u64| number(count.into(), language.of_documents());
    let (code, message) = match (count, language) {
        (1..=MOST, _) => return Ok(()),
        (0, Language::Fr) => ("min", "Il n’y a aucune pièce à étiqueter.".to_owned()),
        (0, Language::En) => ("min", "There are no pieces to label.".to_owned()),
        (count, Language::Fr) => {
            let (count, most) = (written(count), written(MOST));
            (
                "max",
                format!("Cela ferait {count} étiquettes : un fichier en contient {most} au plus."),
            )
        }
        (count, Language::En) => {
            let (count, most) = (written(count), written(MOST));
            (
                "max",
                format!("That would be {count} labels: a file holds {most} at most."),
            )
        }
    };
    Err(Error::Invalid(vec![Issue {
        message,
        ..Issue::new("productIds", code)
    }]))
}

fn pieces(variant: &Variant) -> u32 {
    variant.units.try_into().unwrap_or_default()
}

fn project(product: &ProductDetail) -> String {
    let project = product.product.project.as_ref();
    project
        .map(|project| project.name.clone())
        .unwrap_or_default()
}

/// What stands for an id where there is room for six signs: its last thirty bits, which are its most random, in signs that nobody
/// takes for others.
fn reference(id: Uuid) -> String {
    const SIGNS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    let fives = (0..6)
        .rev()
        .map(|at| (id.as_u128() >> (5 * at)) as usize % SIGNS.len());
    fives.map(|five| char::from(SIGNS[five])).collect()
}
