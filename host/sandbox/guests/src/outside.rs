//! What a plugin may try with the host's other interfaces, and with WASI.

use serde_json::{Value, json};

use crate::bindings::comptoir::plugin::credentials::{self, Algorithm};
use crate::bindings::comptoir::plugin::{log, progress, store};
use crate::bindings::exports::comptoir::plugin::routes::Request;
use crate::network::query;

pub(crate) fn log_flood() -> Value {
    let line = "flood ".repeat(170);
    for _ in 0..1000 {
        log::write(log::Level::Info, &line, &[]);
    }
    Value::Null
}

/// Writes 64 KiB under new keys until the host says no; tells how many it took and what the host said.
pub(crate) fn fill_store(request: &Request) -> Value {
    let connector = query(request, "connector");
    for i in 0..1000 {
        if let Err(failure) = store::set(connector, &format!("key{i}"), &vec![7; 64 << 10]) {
            return json!({ "written": i, "failure": format!("{failure:?}") });
        }
    }
    json!({ "written": 1000 })
}

/// Reads what the call before wrote, then writes the query's `value`.
pub(crate) fn remember(request: &Request) -> Value {
    let connector = query(request, "connector");
    let before = store::get(connector, "memory");
    let value = query(request, "value").unwrap_or_default();
    match store::set(connector, "memory", value.as_bytes()) {
        Ok(()) => json!(
            before
                .ok()
                .flatten()
                .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        ),
        Err(failure) => json!({ "failure": format!("{failure:?}") }),
    }
}

pub(crate) fn hmac(request: &Request) -> Value {
    let connector = query(request, "connector").unwrap_or_default();
    let name = query(request, "name").unwrap_or_default();
    match credentials::hmac(connector, name, Algorithm::Sha256, b"message") {
        Ok(bytes) => bytes
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect::<String>()
            .into(),
        Err(failure) => json!({ "failure": format!("{failure:?}") }),
    }
}

/// What can be seen of the machine: nothing, one hopes.
pub(crate) fn wasi() -> Value {
    json!({
        "variables": std::env::vars().count(),
        "arguments": std::env::args().count(),
        "folder": std::fs::read_dir("/").is_ok() || std::fs::read_dir(".").is_ok(),
        "file": std::fs::read("/etc/hostname").is_ok(),
        "written": std::fs::write("/tmp/hostile", "x").is_ok(),
        "tcp": std::net::TcpStream::connect("127.0.0.1:1").map_or_else(|error| error.kind().to_string(), |_| String::new()),
        "udp": std::net::UdpSocket::bind("127.0.0.1:0").is_ok(),
        "name": std::net::ToSocketAddrs::to_socket_addrs("localhost:80").is_ok(),
    })
}

/// What of the machine shows itself, by name: none, one hopes.
pub(crate) fn visible() -> Value {
    let seen = wasi();
    // Of the connection, the words in which it was refused are told.
    let nothing = |value: &Value| {
        let text = value.as_str();
        *value == json!(0) || *value == json!(false) || text.is_some_and(|text| !text.is_empty())
    };
    let mut names: Vec<&String> = seen.as_object().map_or_else(Vec::new, |seen| {
        let shown = seen.iter().filter(|(_, value)| !nothing(value));
        shown.map(|(name, _)| name).collect()
    });
    names.sort();
    json!(names)
}

pub(crate) fn sleep() -> Value {
    std::thread::sleep(std::time::Duration::from_secs(600));
    Value::Null
}

pub(crate) fn progress() -> Value {
    for done in 1..=1000 {
        progress::report(done, Some(1000), "half-way");
    }
    Value::Null
}
