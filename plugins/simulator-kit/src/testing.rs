//! What the tests of the simulators share.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;
use std::io::{self, BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use tokio::runtime::Runtime;
use ureq::http::{Request, Response};
use ureq::{Agent, Body};

/// A client that takes every status as an answer.
pub fn agent() -> Agent {
    Agent::config_builder()
        .http_status_as_error(false)
        .build()
        .into()
}

/// The status and the body of an answer; null for what is not JSON.
pub fn read(mut answer: Response<Body>) -> (u16, Value) {
    let body = answer.body_mut().read_to_vec().unwrap();
    (
        answer.status().as_u16(),
        serde_json::from_slice(&body).unwrap_or_default(),
    )
}

/// A simulator on a runtime of its own, which must be kept: it stops when the runtime is dropped.
pub fn start<Simulator>(
    simulator: impl Future<Output = io::Result<Simulator>>,
) -> (Runtime, Simulator) {
    let runtime = Runtime::new().unwrap();
    let simulator = runtime.block_on(simulator).unwrap();
    (runtime, simulator)
}

/// A running simulator, and calls of its provider's API.
#[derive(Debug)]
pub struct Bench<Simulator> {
    /// It.
    pub simulator: Simulator,
    /// A client that takes every status as an answer.
    pub agent: Agent,
    api: String,
    sign: fn(&str) -> (&'static str, String),
    key: &'static str,
    _runtime: Runtime,
}

impl<Simulator> Bench<Simulator> {
    /// Starts it. `api` is what stands before every path, `sign` gives the header that a key goes into, and `key` is the
    /// one of calls for which none is named.
    pub fn new(
        simulator: impl Future<Output = io::Result<Simulator>>,
        api: fn(&Simulator) -> String,
        sign: fn(&str) -> (&'static str, String),
        key: &'static str,
    ) -> Self {
        let (_runtime, simulator) = start(simulator);
        Self {
            api: api(&simulator),
            simulator,
            agent: agent(),
            sign,
            key,
            _runtime,
        }
    }

    /// The answer to a call with that key.
    pub fn send(&self, key: &str, method: &str, path: &str, body: &Value) -> Response<Body> {
        let (name, value) = (self.sign)(key);
        let request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.api))
            .header(name, value)
            .body(body.to_string())
            .unwrap();
        self.agent.run(request).unwrap()
    }

    /// The status and the body of a call.
    pub fn call(&self, method: &str, path: &str, body: Value) -> (u16, Value) {
        read(self.send(self.key, method, path, &body))
    }

    /// What is read at a path that must be there.
    pub fn get(&self, path: &str) -> Value {
        let (status, body) = self.call("GET", path, Value::Null);
        assert_eq!(status, 200, "{path}: {body}");
        body
    }
}

/// Runs a simulator's program: it must print its address and nothing else, answer `GET /control/state` with what
/// `check` accepts, and stop well at SIGTERM and at SIGINT.
pub fn program(path: &str, name: &str, flags: &[&str], check: fn(Value)) {
    for signal in [Signal::SIGTERM, Signal::SIGINT] {
        let mut program = Command::new(path)
            .args(["--port", "0"])
            .args(flags)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(program.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let address = line
            .trim_end()
            .strip_prefix(&format!("{name} simulator listening on "))
            .unwrap();
        let state = agent().get(format!("{address}/control/state")).call();
        check(read(state.unwrap()).1);
        kill(Pid::from_raw(program.id() as i32), signal).unwrap();
        assert!(program.wait().unwrap().success());
        let mut rest = String::new();
        output.read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "");
    }
}
