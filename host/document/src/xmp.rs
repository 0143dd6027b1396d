//! What tells readers of the PDF that it is Factur-X: properties in its XMP, and their description, without which PDF/A
//! allows no properties of one's own (Factur-X 1.0, section 6.2.2; ISO 19005-3, 6.6.2.3).

use lopdf::{Document, IncrementalDocument, Object, Stream};

use crate::Error;

const PROPERTIES: &str = include_str!("../templates/factur-x.xmp");
const SCHEMA: &str = include_str!("../templates/factur-x-schema.xmp");

/// The same PDF with the properties: what is there stays as it is, the metadata are said anew behind it.
///
/// # Errors
/// [`Error::Mark`] and [`Error::Metadata`]: it is no PDF/A. [`Error::Write`].
pub fn marked(pdf: Vec<u8>) -> Result<Vec<u8>, Error> {
    let before = Document::load_mem(&pdf)?;
    let id = before.catalog()?.get(b"Metadata")?.as_reference()?;
    let metadata = before.get_object(id)?.as_stream()?;
    let text = String::from_utf8_lossy(&metadata.content);
    // Other schemas are described there already, and a property may stand there once only.
    let text = with(&text, SCHEMA, "</rdf:Bag></pdfaExtension:schemas>")?;
    let text = with(&text, PROPERTIES, "</rdf:RDF>")?;
    // PDF/A wants metadata that can be read without unpacking.
    let stream = Stream::new(metadata.dict.clone(), text.into_bytes()).with_compression(false);
    let mut after = IncrementalDocument::create_from(pdf, before);
    after.new_document.set_object(id, Object::Stream(stream));
    let mut marked = Vec::new();
    after.save_to(&mut marked)?;
    Ok(marked)
}

/// The text with more before what ends there.
fn with(text: &str, more: &str, end: &str) -> Result<String, Error> {
    let (before, after) = text.split_once(end).ok_or(Error::Metadata)?;
    Ok([before, more, end, after].concat())
}
