//! For looking at: writes each kind of document into a folder.
#[path = "../tests/common/mod.rs"]
mod common;
use common::*;
fn main() {
    let to = std::env::args().nth(1).unwrap();
    let d = [("invoice", invoice()), ("english", english()), ("credit", credit_note()), ("draft", draft()), ("long", long(500))];
    for (n, d) in d {
        for v in comptoir_document::violations(&d) { println!("{n}: {v}"); }
        let t = std::time::Instant::now();
        let pdf = comptoir_document::pdf(&d).unwrap();
        println!("{n} {:?} {}", t.elapsed(), pdf.len());
        std::fs::write(format!("{to}/{n}.pdf"), pdf).unwrap();
        if d.number.is_some() { std::fs::write(format!("{to}/{n}.xml"), comptoir_document::xml(&d).unwrap()).unwrap(); }
    }
}
