//! Just enough of PostgreSQL's protocol (version 3, "simple query") to create a database or apply a
//! script before any client library is built or connected: <https://www.postgresql.org/docs/current/protocol-message-formats.html>.

use anyhow::{Result, bail, ensure};
use std::{
    io::{Read, Write},
    os::unix::net::UnixStream,
    path::Path,
};

/// The values of a row as PostgreSQL prints them; none is null.
pub type Row = Vec<Option<String>>;

/// Protocol version 3.0.
const VERSION: u32 = 3 << 16;

/// Runs statements separated by semicolons, all in one transaction unless they say otherwise, and
/// gives the rows of all of them.
pub(crate) fn query(socket: &Path, role: &str, database: &str, sql: &str) -> Result<Vec<Row>> {
    let mut stream = UnixStream::connect(socket)?;
    let mut hello = VERSION.to_be_bytes().to_vec();
    for word in [
        "user",
        role,
        "database",
        database,
        "client_encoding",
        "UTF8",
        "",
    ] {
        text(&mut hello, word)?;
    }
    stream.write_all(&frame(&hello)?)?;
    read_until_ready(&mut stream)?;

    let mut statement = Vec::new();
    text(&mut statement, sql)?;
    let mut message = vec![b'Q'];
    message.extend(frame(&statement)?);
    stream.write_all(&message)?;
    let rows = read_until_ready(&mut stream)?;
    stream.write_all(&[b'X', 0, 0, 0, 4])?;
    Ok(rows)
}

fn text(into: &mut Vec<u8>, value: &str) -> Result<()> {
    ensure!(
        !value.contains('\0'),
        "a statement cannot hold the character 0"
    );
    into.extend(value.as_bytes());
    into.push(0);
    Ok(())
}

/// Puts the length in front, which counts itself.
fn frame(body: &[u8]) -> Result<Vec<u8>> {
    let mut framed = u32::try_from(body.len() + 4)?.to_be_bytes().to_vec();
    framed.extend(body);
    Ok(framed)
}

/// Reads answers up to "ready for query"; the first error among them is the result.
fn read_until_ready(stream: &mut UnixStream) -> Result<Vec<Row>> {
    let (mut rows, mut failure) = (Vec::new(), None);
    loop {
        let mut head = [0; 5];
        if let Err(error) = stream.read_exact(&mut head) {
            bail!(failure.unwrap_or_else(|| format!("the server closed the connection: {error}")));
        }
        let length = u32::from_be_bytes([head[1], head[2], head[3], head[4]]);
        let mut body = vec![0; (length as usize).saturating_sub(4)];
        stream.read_exact(&mut body)?;
        match head[0] {
            b'D' => rows.push(row(&body)?),
            b'E' if failure.is_none() => failure = Some(message_of(&body)),
            b'R' => ensure!(body.starts_with(&[0; 4]), "the server asks for a password"),
            b'Z' => return failure.map_or(Ok(rows), |message| bail!(message)),
            _ => {}
        }
    }
}

/// Count of columns, then length (−1: null) and bytes of each.
fn row(body: &[u8]) -> Result<Row> {
    let mut rest = body;
    let mut take = |length: usize| -> Result<&[u8]> {
        let Some((taken, after)) = rest.split_at_checked(length) else {
            bail!("a row ends early")
        };
        rest = after;
        Ok(taken)
    };
    let columns = u16::from_be_bytes(take(2)?.try_into()?);
    (0..columns)
        .map(
            |_| match usize::try_from(i32::from_be_bytes(take(4)?.try_into()?)) {
                Ok(length) => Ok(Some(String::from_utf8_lossy(take(length)?).into_owned())),
                Err(_) => Ok(None),
            },
        )
        .collect()
}

/// "ERROR 42P01: relation … does not exist (at character 15)" of fields that are a letter and a
/// text each.
fn message_of(body: &[u8]) -> String {
    let field = |letter: u8| {
        body.split(|byte| *byte == 0)
            .find(|field| field.first() == Some(&letter))
            .map(|field| String::from_utf8_lossy(&field[1..]))
    };
    let part = |letter| field(letter).unwrap_or_default();
    let place = field(b'P')
        .map(|position| format!(" (at character {position})"))
        .unwrap_or_default();
    let detail = field(b'D')
        .map(|detail| format!(": {detail}"))
        .unwrap_or_default();
    format!(
        "{} {}: {}{detail}{place}",
        part(b'S'),
        part(b'C'),
        part(b'M')
    )
}
