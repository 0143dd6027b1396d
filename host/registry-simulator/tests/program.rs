//! The simulator as a program.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

#[test]
fn it_prints_its_address_once_and_stops_when_told() {
    for signal in [Signal::SIGTERM, Signal::SIGINT] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_registry-simulator"))
            .args(["--port", "0", "--companies", "50"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(program.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let address = line
            .trim_end()
            .strip_prefix("registry simulator listening on ")
            .unwrap()
            .to_owned();
        let companies = ureq::get(format!("{address}/control/companies"))
            .call()
            .unwrap()
            .body_mut()
            .read_to_vec()
            .unwrap();
        let companies: Vec<serde_json::Value> = serde_json::from_slice(&companies).unwrap();
        assert_eq!(companies.len(), 59);
        kill(Pid::from_raw(program.id() as i32), signal).unwrap();
        assert!(program.wait().unwrap().success());
        let mut rest = String::new();
        output.read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "");
    }
}
