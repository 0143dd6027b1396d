//! Prints the median time of fifty invoices, one of fifteen lines and one of five hundred, on one core.

#[path = "../tests/common/mod.rs"]
mod common;

use std::hint::black_box;
use std::time::{Duration, Instant};

use comptoir_document::{Document, Error, pdf};

const RUNS: usize = 50;

fn main() -> Result<(), Error> {
    for (name, document) in [
        ("15 lines", common::invoice()),
        ("500 lines", common::long(500)),
    ] {
        let first = time(&document)?;
        let mut times = (0..RUNS)
            .map(|_| time(&document))
            .collect::<Result<Vec<_>, _>>()?;
        times.sort_unstable();
        println!(
            "{name}: the first {first:.1?}, median {:.1?}, slowest {:.1?}",
            times[RUNS / 2],
            times[RUNS - 1]
        );
    }
    Ok(())
}

/// Nothing is left of one for the next: `pdf` forgets what it kept.
fn time(document: &Document) -> Result<Duration, Error> {
    let start = Instant::now();
    black_box(pdf(black_box(document))?);
    Ok(start.elapsed())
}
