//! The simulator as a program.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

#[test]
fn it_prints_its_address_once_and_stops_when_told() {
    for signal in [Signal::SIGTERM, Signal::SIGINT] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_bigblue-simulator"))
            .args(["--port", "0", "--orders", "50"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(program.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let address = line
            .trim_end()
            .strip_prefix("bigblue simulator listening on ")
            .unwrap()
            .to_owned();
        let state = ureq::get(format!("{address}/control/state"))
            .call()
            .unwrap()
            .body_mut()
            .read_to_vec()
            .unwrap();
        let state: serde_json::Value = serde_json::from_slice(&state).unwrap();
        assert_eq!(state["orders"]["total"], 50);
        kill(Pid::from_raw(program.id() as i32), signal).unwrap();
        assert!(program.wait().unwrap().success());
        let mut rest = String::new();
        output.read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "");
    }
}
