//! The simulator over HTTP, as a client meets it.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod program;
mod search;
mod trouble;
mod vies;

use registry_simulator::{Simulator, SimulatorConfig};
use serde_json::Value;
use simulator_kit::testing::{self, read};
use tokio::runtime::Runtime;
use ureq::http::Response;
use ureq::{Agent, Body};

struct Bench {
    simulator: Simulator,
    agent: Agent,
    _runtime: Runtime,
}

impl Bench {
    fn new() -> Self {
        Self::limited(None)
    }

    fn limited(rate_limit: Option<u32>) -> Self {
        let config = SimulatorConfig {
            seed: 3,
            rate_limit,
            fixed_time: Some(1_795_165_200),
            ..SimulatorConfig::default()
        };
        let (_runtime, simulator) = testing::start(Simulator::start(config));
        Self {
            simulator,
            agent: testing::agent(),
            _runtime,
        }
    }

    fn get(&self, path: &str) -> Response<Body> {
        let url = format!("{}{path}", self.simulator.base_url());
        self.agent.get(url).call().unwrap()
    }

    fn post(&self, path: &str, body: &Value) -> Response<Body> {
        let url = format!("{}{path}", self.simulator.base_url());
        let request = self
            .agent
            .post(url)
            .header("content-type", "application/json");
        request.send(body.to_string()).unwrap()
    }

    /// The status and the body of a search.
    fn search(&self, query: &str) -> (u16, Value) {
        read(self.get(&format!("/search?{query}")))
    }

    /// The results of a search that must succeed.
    fn results(&self, query: &str) -> Vec<Value> {
        let (status, body) = self.search(query);
        assert_eq!(status, 200, "{body}");
        body["results"].as_array().unwrap().clone()
    }

    /// The SIRENs found.
    fn sirens(&self, query: &str) -> Vec<String> {
        let text = |result: &Value| result["siren"].as_str().unwrap().to_owned();
        self.results(query).iter().map(text).collect()
    }
}
