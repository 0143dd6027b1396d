//! Which of the plugin's routes are called, and with what.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::Run;
use crate::bench::CONNECTOR;
use crate::samples::SampleRoute;
use crate::step::Step;

/// A name that nothing has.
const NOTHING: &str = "conformance-no-such-thing";
/// What a segment of a path may not hold as it is.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

impl Run<'_> {
    /// Every route that only reads: what takes a name of its path, with one that a list before told and one that is nobody's.
    pub(super) async fn routes(&mut self) {
        let routes = &self.bench.setup().manifest.routes;
        let reads = routes
            .iter()
            .filter(|route| route.method == "GET" && route.background.is_none());
        let paths: Vec<String> = reads.map(|route| route.path.clone()).collect();
        let (named, simple): (Vec<_>, Vec<_>) =
            paths.into_iter().partition(|path| path.contains('{'));
        for path in simple {
            self.route(SampleRoute::get(path)).await;
        }
        for pattern in named {
            if let Some(path) = filled(&pattern, |name| self.known(&pattern, name)) {
                self.route(SampleRoute::get(path)).await;
            }
            if let Some(path) = filled(&pattern, |_| Some(NOTHING.to_owned())) {
                self.route(SampleRoute::get(path)).await;
            }
        }
        self.samples(|call| !call.changes_something()).await;
    }

    /// The sample calls that change something.
    pub(super) async fn writing_routes(&mut self) {
        self.samples(SampleRoute::changes_something).await;
    }

    async fn samples(&mut self, wanted: impl Fn(&SampleRoute) -> bool) {
        let samples = self.bench.setup().samples.routes.clone();
        for mut call in samples.into_iter().filter(wanted) {
            call.path = call.path.replace("{connector}", &CONNECTOR.to_string());
            self.route(call).await;
        }
    }

    async fn route(&mut self, call: SampleRoute) {
        self.call(Step::Route(call)).await;
    }

    /// What stands under that name in the first row of a list whose path the pattern goes on from; the connection has its id.
    fn known(&self, pattern: &str, name: &str) -> Option<String> {
        if name == "connector" {
            return Some(CONNECTOR.to_string());
        }
        self.transcript.ran.iter().find_map(|ran| {
            let Step::Route(call) = &ran.step else {
                return None;
            };
            let below = pattern.strip_prefix(&call.path)?;
            let answer = ran
                .result
                .as_ref()
                .ok()
                .filter(|_| below.starts_with('/'))?;
            let value = answer["data"][0][name].as_str()?;
            Some(utf8_percent_encode(value, SEGMENT).to_string())
        })
    }
}

/// A pattern with a value for each of its names; none where one has none.
fn filled(pattern: &str, value: impl Fn(&str) -> Option<String>) -> Option<String> {
    let segments = pattern.split('/').map(|segment| {
        let name = segment
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'));
        match name {
            Some(name) => value(name),
            None => Some(segment.to_owned()),
        }
    });
    Some(segments.collect::<Option<Vec<_>>>()?.join("/"))
}
