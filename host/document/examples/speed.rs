//! Prints the median time of fifty invoices, one of fifteen lines and one of five hundred, and of five files of a thousand labels of
//! each kind, each label another, on one core.

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "../tests/common/production.rs"]
mod production;

use std::hint::black_box;
use std::time::{Duration, Instant};

use comptoir_document::production::{Size, box_labels, product_labels};
use comptoir_document::{Error, Language, pdf};

fn main() -> Result<(), Error> {
    for (name, document) in [
        ("15 lines", common::invoice()),
        ("500 lines", common::long(500)),
    ] {
        time(name, 50, || pdf(black_box(&document)))?;
    }
    let pieces = production::product_labels_of(1000);
    let boxes = production::box_labels_of(1000);
    for (name, size) in [("A4", Size::A4), ("100 × 150 mm", Size::Roll)] {
        time(&format!("1000 product labels, {name}"), 5, || {
            product_labels(black_box(&pieces), size, Language::French)
        })?;
        time(&format!("1000 box labels, {name}"), 5, || {
            box_labels(black_box(&boxes), size, Language::French)
        })?;
    }
    Ok(())
}

/// Nothing is left of one for the next: what was kept is forgotten.
fn time(name: &str, runs: usize, work: impl Fn() -> Result<Vec<u8>, Error>) -> Result<(), Error> {
    let timed = || {
        let start = Instant::now();
        black_box(work()?);
        Ok(start.elapsed())
    };
    let first = timed()?;
    let mut times = (0..runs)
        .map(|_| timed())
        .collect::<Result<Vec<Duration>, Error>>()?;
    times.sort_unstable();
    println!(
        "{name}: the first {first:.1?}, median {:.1?}, slowest {:.1?}",
        times[runs / 2],
        times[runs - 1]
    );
    Ok(())
}
