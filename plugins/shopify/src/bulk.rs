//! Bulk operations: the shop runs a query in the background and leaves its whole answer as a file of lines, at no cost.
//!
//! The file is read in parts, each by its place, so that a crash goes on where it stopped. Objects of connections stand
//! on lines of their own right behind the object they belong to, and name it in `__parentId`.

use crate::api;
use comptoir_plugin_sdk::{Connector, Error, Host, Request, Result};
use serde::Deserialize;
use serde_json::json;

/// What one request reads at most, in bytes.
const MOST: u64 = 4 << 20;
/// What it reads at least.
const LEAST: u64 = 64 << 10;
/// What a line has on average, by guess.
const LINE: u64 = 4 << 10;

/// An operation as the shop shows it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Operation {
    pub id: String,
    pub status: String,
    pub created_at: String,
    pub error_code: Option<String>,
    /// None while it runs, and when nothing was found.
    pub url: Option<String>,
    /// How long the file is, in bytes: a number as a text.
    pub file_size: Option<String>,
}

const FIELDS: &str = "id status createdAt errorCode url fileSize";

/// Starts a query.
///
/// # Errors
/// `rate-limited` while too many of the app's operations run.
pub fn start(host: &impl Host, connector: &Connector, query: &str) -> Result<Operation> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Started {
        bulk_operation: Operation,
    }
    // Grouped, so that an object's parts follow it and a part of the file can be understood by itself.
    let mutation = format!(
        "mutation Run($query: String!) {{ result: bulkOperationRunQuery(query: $query, groupObjects: true) {{
            bulkOperation {{ {FIELDS} }} userErrors {{ field message code }} }} }}"
    );
    let started: Started = api::change(host, connector, &mutation, json!({ "query": query }))?;
    Ok(started.bulk_operation)
}

/// How an operation is doing; none when the shop does not know it any more.
pub fn look(host: &impl Host, connector: &Connector, id: &str) -> Result<Option<Operation>> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Found {
        bulk_operation: Option<Operation>,
    }
    let query = format!("query Look($id: ID!) {{ bulkOperation(id: $id) {{ {FIELDS} }} }}");
    let found: Found = api::get(host, connector, &query, json!({ "id": id }))?;
    Ok(found.bulk_operation)
}

/// A part of a file.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Part {
    pub groups: Vec<Group>,
    /// Where the first group that is not in here begins.
    pub next: u64,
    /// Nothing follows.
    pub end: bool,
}

/// An object with those of its connections, as JSON texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub root: String,
    pub children: Vec<String>,
}

/// At most `limit` whole groups from `offset` on of a file of `size` bytes, where the shop told it. None when the file is
/// not kept any more.
pub fn read(
    host: &impl Host,
    url: &str,
    size: Option<u64>,
    offset: u64,
    limit: u32,
) -> Result<Option<Part>> {
    let mut length = (u64::from(limit) * LINE).clamp(LEAST, MOST);
    loop {
        let Some(piece) = fetch(host, url, size, offset, length)? else {
            return Ok(None);
        };
        let part = cut(&piece, offset, limit)?;
        if !part.groups.is_empty() || part.end {
            return Ok(Some(part));
        }
        if length >= MOST {
            let message =
                format!("bulk file: one object at byte {offset} has more than {MOST} bytes");
            return Err(Error::internal(message));
        }
        length = (length * 4).min(MOST);
    }
}

struct Piece {
    text: Vec<u8>,
    /// The file ends with it.
    last: bool,
}

fn fetch(
    host: &impl Host,
    url: &str,
    size: Option<u64>,
    offset: u64,
    length: u64,
) -> Result<Option<Piece>> {
    // Without the connector: the address is signed, and the token has no business at another company's.
    let mut request = Request::get(url);
    let range = format!("bytes={offset}-{}", offset + length - 1);
    request.headers.push(("range".into(), range));
    // A part of a compressed file would be no text.
    request
        .headers
        .push(("accept-encoding".into(), "identity".into()));
    let answer = host.send(request)?;
    match answer.status {
        206 => {
            let range = answer.header("content-range").unwrap_or_default();
            let total = range
                .rsplit('/')
                .next()
                .and_then(|total| total.parse::<u64>().ok());
            let end = offset + answer.body.len() as u64;
            let total =
                total.ok_or_else(|| Error::unavailable("the bulk file's length is not told"))?;
            let expected = (total - offset.min(total)).min(length);
            if (answer.body.len() as u64) < expected {
                return Err(Error::unavailable("the bulk file's part broke off"));
            }
            Ok(Some(Piece {
                text: answer.body,
                last: end >= total,
            }))
        }
        // A server that knows no parts gives all of it.
        200 => {
            // Cut between two lines it would look whole.
            if size.is_some_and(|size| size != answer.body.len() as u64) {
                return Err(Error::unavailable("the bulk file broke off"));
            }
            let start = usize::try_from(offset)
                .unwrap_or(usize::MAX)
                .min(answer.body.len());
            Ok(Some(Piece {
                text: answer.body[start..].to_vec(),
                last: true,
            }))
        }
        416 => Ok(Some(Piece {
            text: Vec::new(),
            last: true,
        })),
        400 | 403 | 404 | 410 => Ok(None),
        _ => Err(Error::from_answer(&answer)),
    }
}

fn cut(piece: &Piece, offset: u64, limit: u32) -> Result<Part> {
    #[derive(Deserialize)]
    struct Head {
        #[serde(rename = "__parentId")]
        parent: Option<String>,
    }
    let mut part = Part {
        next: offset,
        ..Part::default()
    };
    // The group that is being read, and where it begins.
    let mut open: Option<(u64, Group)> = None;
    let mut place = offset;
    for line in piece.text.split_inclusive(|byte| *byte == b'\n') {
        let whole = line.ends_with(b"\n") || piece.last;
        let text = line.trim_ascii();
        if !whole {
            break;
        }
        if !text.is_empty() {
            // Broken on its way, or a page of words in its place: the next try may bring it whole.
            let unreadable =
                |why: String| Error::unavailable(format!("bulk file: line at byte {place}: {why}"));
            let text = std::str::from_utf8(text).map_err(|error| unreadable(error.to_string()))?;
            let head: Head =
                serde_json::from_str(text).map_err(|error| unreadable(error.to_string()))?;
            match (head.parent, &mut open) {
                (Some(_), Some((_, group))) => group.children.push(text.to_owned()),
                (Some(_), None) => {
                    return Err(unreadable("it belongs to nothing before it".into()));
                }
                (None, _) => {
                    if let Some((_, group)) = open.take() {
                        part.groups.push(group);
                    }
                    part.next = place;
                    if part.groups.len() >= limit as usize {
                        return Ok(part);
                    }
                    let group = Group {
                        root: text.to_owned(),
                        children: Vec::new(),
                    };
                    open = Some((place, group));
                }
            }
        }
        place += line.len() as u64;
    }
    if piece.last {
        part.groups.extend(open.map(|(_, group)| group));
        part.next = place;
        part.end = true;
    }
    Ok(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "{\"id\":1}\n{\"id\":11,\"__parentId\":\"1\"}\n{\"id\":12,\"__parentId\":\"1\"}\n{\"id\":2}\n{\"id\":3}\n{\"id\":31,\"__parentId\":\"3\"}\n";

    /// All groups, read in parts of `length` bytes and at most `limit` groups.
    fn groups(length: usize, limit: u32) -> Vec<(String, usize)> {
        let (mut offset, mut found) = (0, Vec::new());
        loop {
            let mut size = length;
            let part = loop {
                let end = (offset + size).min(FILE.len());
                let piece = Piece {
                    text: FILE.as_bytes()[offset..end].to_vec(),
                    last: end == FILE.len(),
                };
                let part = cut(&piece, offset as u64, limit).expect("a readable file");
                if !part.groups.is_empty() || part.end {
                    break part;
                }
                size *= 2;
            };
            found.extend(
                part.groups
                    .into_iter()
                    .map(|group| (group.root, group.children.len())),
            );
            offset = part.next as usize;
            if part.end {
                return found;
            }
        }
    }

    #[test]
    fn parts_of_any_size_bring_every_group_once_and_whole() {
        let expected = [("{\"id\":1}", 2), ("{\"id\":2}", 0), ("{\"id\":3}", 1)];
        let expected = expected.map(|(root, children)| (root.to_owned(), children));
        for length in [7, 9, 30, 70, 1_000] {
            for limit in [1, 2, 500] {
                assert_eq!(
                    groups(length, limit),
                    expected,
                    "{length} bytes, {limit} groups"
                );
            }
        }
    }

    #[test]
    fn a_line_that_is_not_whole_json_stops_the_pull() {
        let piece = Piece {
            text: b"{\"id\":1}\n{\"id\":".to_vec(),
            last: true,
        };
        let error = cut(&piece, 100, 10).expect_err("half a line");
        assert!(error.message.contains("byte 109"), "{}", error.message);
    }
}
