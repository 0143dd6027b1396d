//! The simulator as a program.

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use simulator_kit::testing;
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Command, Stdio};

#[test]
fn it_prints_its_addresses_and_its_host_key_and_stops_when_told() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_phonographic-simulator"))
        .args(["--port", "0", "--seed", "1"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut output = BufReader::new(program.stdout.take().unwrap());
    output.read_line(&mut line).unwrap();
    let words: Vec<&str> = line.split_whitespace().collect();
    let [
        "phonographic",
        "simulator",
        "listening",
        "on",
        sftp,
        "host",
        "key",
        key,
        "control",
        control,
    ] = words[..]
    else {
        panic!("{line}");
    };
    assert!(TcpStream::connect(sftp.strip_prefix("sftp://").unwrap()).is_ok());
    // The key of seed 1, which may be pinned.
    assert_eq!(key, "SHA256:82BbXTI47FVEtcYYt8k6pLzhxu0JFqU9GaSPvewN0Kc");
    let state = testing::agent().get(format!("{control}/control/state"));
    let (status, state) = testing::read(state.call().unwrap());
    assert_eq!((status, &state["logins"]), (200, &serde_json::json!(0)));
    kill(Pid::from_raw(program.id() as i32), Signal::SIGTERM).unwrap();
    assert!(program.wait().unwrap().success());
}
