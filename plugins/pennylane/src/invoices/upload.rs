//! The document of an invoice: a file of the call, sent as a form.

use crate::api;
use crate::wire::Attachment;
use comptoir_plugin_sdk::accounting::InvoiceDraft;
use comptoir_plugin_sdk::{Connector, Error, FileReader, Host, Request, Result};
use std::io::Read;

/// The longest document that is sent: the form goes to the host at once, which takes 4 MiB.
const MOST: u64 = 7 << 19;

/// Sends the document; Pennylane's id of it.
pub fn upload(host: &impl Host, connector: &Connector, draft: &InvoiceDraft) -> Result<u64> {
    let document = read(host, &draft.file)?;
    let (kind, body) = form(&draft.file_name, &document);
    let request = Request::new("POST", format!("{}/file_attachments", api::BASE));
    let mut request = request.with_connector(connector);
    request.headers.push(("content-type".into(), kind));
    request.body = Some(body);
    let attachment: Attachment = api::fetch(host, request)?;
    Ok(attachment.id)
}

fn read(host: &impl Host, file: &str) -> Result<Vec<u8>> {
    let size = host.file_size(file)?;
    if size == 0 || size > MOST {
        let message = format!("the document has {size} bytes: one of 1 to {MOST} can be sent");
        return Err(Error::rejected(message));
    }
    let mut document = Vec::with_capacity(size as usize);
    FileReader::new(host, file)
        .take(MOST)
        .read_to_end(&mut document)
        .map_err(|error| Error::unavailable(format!("the document: {error}")))?;
    if document.len() as u64 != size {
        return Err(Error::unavailable("the document broke off"));
    }
    Ok(document)
}

/// `multipart/form-data` with one file, and its content type.
fn form(name: &str, document: &[u8]) -> (String, Vec<u8>) {
    let mut boundary = String::from("comptoir-document");
    while contains(document, boundary.as_bytes()) {
        boundary.push('-');
        boundary.push_str(&document.len().to_string());
    }
    let head = format!(
        "--{boundary}\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{}\"\r\ncontent-type: application/pdf\r\n\r\n",
        quoted(name)
    );
    let tail = format!("\r\n--{boundary}--\r\n");
    let mut body = Vec::with_capacity(head.len() + document.len() + tail.len());
    body.extend_from_slice(head.as_bytes());
    body.extend_from_slice(document);
    body.extend_from_slice(tail.as_bytes());
    (format!("multipart/form-data; boundary={boundary}"), body)
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// A file's name as forms write it.
fn quoted(name: &str) -> String {
    name.chars()
        .map(|letter| match letter {
            '"' => "%22".into(),
            letter if letter.is_control() => " ".into(),
            letter => letter.to_string(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_boundary_is_nowhere_in_the_document() {
        let document = b"%PDF comptoir-document comptoir-document-43 ";
        let (kind, body) = form("a", document);
        let boundary = kind.rsplit('=').next().unwrap_or_default();
        assert!(!contains(document, boundary.as_bytes()));
        assert!(contains(&body, document));
    }

    #[test]
    fn a_name_ends_no_header() {
        let (_, body) = form("Été \"1\"\r\nx: y\u{7f}.pdf", b"%PDF");
        let text = String::from_utf8_lossy(&body);
        assert!(
            text.contains("filename=\"Été %221%22  x: y .pdf\"\r\n"),
            "{text}"
        );
    }
}
