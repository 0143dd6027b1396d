//! What the suite calls, in which order: the same for a tape, its replay and the rules.

mod routes;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use chrono::SecondsFormat;
use comptoir_sandbox::PluginRole;
use serde_json::Value;

use crate::bench::{Bench, Ran, Refusal};
use crate::step::{Given, Pull, Step, order_drafts, product_drafts, products};
use crate::wires::{Source, WatchedWire};

/// More pages than any bench has.
const MOST_PAGES: usize = 500;
/// Pages without an item in a row that are taken for an endless pull.
const MOST_EMPTY: usize = 20;
/// Tries of a call that asks to come back later.
const TRIES: usize = 60;
/// Seconds to wait when a plugin does not say how long.
const PAUSE: u64 = 1;
/// Ids asked for again.
const IDS: usize = 5;

/// Events that mean nothing, and what they are called.
const GARBAGE: [(&str, &[u8]); 5] = [
    ("an empty event", b""),
    ("half an event", b"{\"id\":"),
    ("an event of another shape", b"[[1],null,\"x\"]"),
    ("bytes that are no text", b"\xff\xfe\x00\x80"),
    ("an empty object", b"{}"),
];

/// The calls of one pull, by their place in [`Transcript::ran`].
#[derive(Debug, Default)]
pub(crate) struct Pulled {
    /// From the begin to the end.
    pub(crate) first: Vec<usize>,
    /// On from the end.
    pub(crate) resumed: Vec<usize>,
    /// The whole once more.
    pub(crate) again: Vec<usize>,
    /// Two calls with the same cursor.
    pub(crate) repeated: Option<[usize; 2]>,
    /// Why the first has no end.
    pub(crate) endless: Option<String>,
}

/// Everything that was called and returned.
#[derive(Debug, Default)]
pub(crate) struct Transcript {
    pub(crate) ran: Vec<Ran>,
    pub(crate) pulls: BTreeMap<Pull, Pulled>,
    /// Two tries of each push, by their place.
    pub(crate) pushes: Vec<[usize; 2]>,
    /// The orders after the pushes.
    pub(crate) afterwards: Vec<usize>,
    /// Two calls for each sample event.
    pub(crate) events: Vec<[usize; 2]>,
    pub(crate) garbage: Vec<usize>,
    /// Two calls for each sample report.
    pub(crate) reports: Vec<[usize; 2]>,
    /// Two calls for the plan of reports.
    pub(crate) plan: Option<[usize; 2]>,
    /// What the plugin remembered at the end.
    pub(crate) remembered: Vec<String>,
}

impl Transcript {
    /// Runs the whole.
    pub(crate) async fn run(bench: &Bench, source: &Source) -> Self {
        bench.reset();
        let mut run = Run {
            wire: source.open(),
            bench,
            transcript: Self::default(),
        };
        run.checks().await;
        for pull in Pull::ALL {
            if run.plays(pull.role()) {
                run.pull(pull).await;
            }
        }
        run.details().await;
        run.events().await;
        run.routes().await;
        run.reports().await;
        if bench.setup().writes {
            run.writes().await;
        }
        let mut transcript = run.transcript;
        transcript.remembered = bench.remembered();
        transcript
    }

    /// Each call and what it returned, as a tape keeps them.
    pub(crate) fn results(&self) -> Vec<(String, Value)> {
        let ran = self.ran.iter();
        ran.map(|ran| (ran.step.label(), ran.json())).collect()
    }

    /// What was not on the tape.
    pub(crate) fn missed(&self) -> impl Iterator<Item = &String> {
        self.ran.iter().flat_map(|ran| &ran.missed)
    }

    /// The items of some pages.
    pub(crate) fn items<'a>(&'a self, pages: &'a [usize]) -> impl Iterator<Item = &'a Value> {
        let pages = pages
            .iter()
            .filter_map(|at| self.ran[*at].result.as_ref().ok());
        pages.flat_map(|page| page["items"].as_array().into_iter().flatten())
    }

    /// Why the connection as it was given is none; nothing when the plugin connects nothing.
    pub(crate) fn refused(&self) -> Option<&Refusal> {
        let mut whole = self
            .checks()
            .filter(|(given, _)| **given == Given::Everything);
        let refusal = whole.find_map(|(_, ran)| ran.result.as_ref().err())?;
        (refusal.name != "Unsupported").then_some(refusal)
    }

    /// The calls that check the connection, with what each was given.
    pub(crate) fn checks(&self) -> impl Iterator<Item = (&Given, &Ran)> {
        self.ran.iter().filter_map(|ran| match &ran.step {
            Step::Check(given) => Some((given, ran)),
            _ => None,
        })
    }
}

struct Run<'a> {
    bench: &'a Bench,
    wire: Arc<dyn WatchedWire>,
    transcript: Transcript,
}

impl Run<'_> {
    fn plays(&self, role: PluginRole) -> bool {
        self.bench.setup().manifest.roles.contains(&role)
    }

    /// Makes a call, again as often as it asks to come back later; the place of the last.
    async fn call(&mut self, step: Step) -> usize {
        for _ in 1..TRIES {
            let ran = self.bench.run(step.clone(), Arc::clone(&self.wire)).await;
            self.bench.tell(&ran);
            let later = ran
                .refusal()
                .filter(|refusal| refusal.name == "RateLimited")
                .map(|refusal| refusal.seconds.unwrap_or(PAUSE));
            let Some(seconds) = later else {
                self.transcript.ran.push(ran);
                return self.transcript.ran.len() - 1;
            };
            self.bench.wait(seconds).await;
        }
        let ran = self.bench.run(step, Arc::clone(&self.wire)).await;
        self.bench.tell(&ran);
        self.transcript.ran.push(ran);
        self.transcript.ran.len() - 1
    }

    async fn checks(&mut self) {
        self.call(Step::Check(Given::Everything)).await;
        let setup = self.bench.setup();
        let open = setup.settings.as_object().into_iter().flatten();
        let required = setup.manifest.settings["required"].clone();
        let required: BTreeSet<&str> = required
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let fields: Vec<String> = open
            .map(|(name, _)| name.clone())
            .filter(|name| required.contains(name.as_str()))
            .collect();
        for field in fields {
            self.call(Step::Check(Given::Without(field))).await;
        }
        if !self.bench.setup().secrets.is_empty() {
            self.call(Step::Check(Given::WrongSecrets)).await;
        }
    }

    async fn page(&mut self, pull: Pull, cursor: Option<String>) -> usize {
        let limit = self.bench.setup().limit;
        self.call(Step::Pull {
            pull,
            cursor,
            limit,
        })
        .await
    }

    /// Pages until there is no more; why there is no end, if so.
    async fn pages(
        &mut self,
        pull: Pull,
        mut cursor: Option<String>,
    ) -> (Vec<usize>, Option<String>) {
        let (mut pages, mut empty) = (Vec::new(), 0);
        let mut seen = BTreeSet::new();
        loop {
            let at = self.page(pull, cursor.clone()).await;
            pages.push(at);
            let Ok(page) = &self.transcript.ran[at].result else {
                return (pages, None);
            };
            if page["more"] != true {
                return (pages, None);
            }
            let next = page["cursor"].as_str().unwrap_or_default().to_owned();
            let is_empty = |list: &str| page[list].as_array().is_none_or(Vec::is_empty);
            empty = if is_empty("items") && is_empty("rejected") {
                empty + 1
            } else {
                0
            };
            if !seen.insert(next.clone()) {
                return (
                    pages,
                    Some(format!(
                        "the cursor {next} comes a second time, and there is more"
                    )),
                );
            }
            if empty > MOST_EMPTY {
                return (
                    pages,
                    Some(format!(
                        "{empty} pages in a row have no item, and there is more"
                    )),
                );
            }
            if pages.len() == MOST_PAGES {
                return (pages, Some(format!("{MOST_PAGES} pages and no end")));
            }
            cursor = Some(next);
        }
    }

    fn cursor_of(&self, at: Option<&usize>) -> Option<String> {
        let page = self.transcript.ran[*at?].result.as_ref().ok()?;
        page["cursor"].as_str().map(str::to_owned)
    }

    async fn pull(&mut self, pull: Pull) {
        let mut pulled = Pulled::default();
        (pulled.first, pulled.endless) = self.pages(pull, None).await;
        let last = self.cursor_of(pulled.first.last());
        if let (Some(cursor), None) = (last, &pulled.endless) {
            (pulled.resumed, _) = self.pages(pull, Some(cursor)).await;
            if let [first, second, ..] = pulled.first[..] {
                let cursor = self.cursor_of(Some(&first));
                let again = self.page(pull, cursor).await;
                pulled.repeated = Some([second, again]);
            }
            (pulled.again, _) = self.pages(pull, None).await;
        }
        self.transcript.pulls.insert(pull, pulled);
    }

    /// The ids of what a pull brought, the first few.
    fn ids(&self, pull: Pull) -> Vec<String> {
        let pages = self
            .transcript
            .pulls
            .get(&pull)
            .map(|pulled| &pulled.first[..]);
        let items = self.transcript.items(pages.unwrap_or_default());
        items.map(|item| pull.id(item)).take(IDS).collect()
    }

    async fn details(&mut self) {
        if self.plays(PluginRole::Fulfilment) {
            let mut ids = self.ids(Pull::Orders);
            if let Some(first) = ids.first().cloned() {
                self.call(Step::Trackings(first)).await;
                ids.push("conformance-no-such-order".to_owned());
                self.call(Step::OrderStates(ids)).await;
            }
            self.call(Step::Carriers).await;
        }
        if self.plays(PluginRole::Shop) {
            self.call(Step::Markets).await;
            self.call(Step::Rates).await;
        }
        if let Some(ticket) = self.ids(Pull::Tickets).into_iter().next() {
            self.call(Step::Messages(ticket)).await;
        }
    }

    async fn events(&mut self) {
        if !self.plays(PluginRole::Webhooks) {
            return;
        }
        for (at, sample) in self.bench.setup().samples.events.iter().enumerate() {
            let event = Step::Event {
                what: format!("sample {at}"),
                topic: sample.topic.clone(),
                headers: sample.headers.clone(),
                body: sample.bytes(),
            };
            let twice = [self.call(event.clone()).await, self.call(event).await];
            self.transcript.events.push(twice);
        }
        let topic = self.bench.setup().samples.events.first();
        let topic = topic.map(|sample| sample.topic.clone()).unwrap_or_default();
        for (what, body) in GARBAGE {
            let event = Step::Event {
                what: what.to_owned(),
                topic: topic.clone(),
                headers: Vec::new(),
                body: body.to_vec(),
            };
            let at = self.call(event).await;
            self.transcript.garbage.push(at);
        }
    }

    async fn reports(&mut self) {
        if self.plays(PluginRole::Report) {
            for at in 0..self.bench.setup().samples.reports.len() {
                let twice = [
                    self.call(Step::Report(at)).await,
                    self.call(Step::Report(at)).await,
                ];
                self.transcript.reports.push(twice);
            }
        }
        if self.plays(PluginRole::ReportPlan) {
            let twice = [self.call(Step::Plan).await, self.call(Step::Plan).await];
            self.transcript.plan = Some(twice);
        }
    }

    async fn writes(&mut self) {
        let began = self
            .bench
            .setup()
            .now
            .to_rfc3339_opts(SecondsFormat::Secs, true);
        let samples = self.bench.setup().samples.clone();
        if self.plays(PluginRole::Fulfilment) {
            if let Some(sku) = samples.order_sku.or_else(|| self.some_sku()) {
                let carrier = samples.shipping_method.or_else(|| self.some_carrier());
                let method = carrier.unwrap_or_default();
                self.twice(|attempt| {
                    Step::PushOrders(order_drafts(&sku, &method, &began, attempt))
                })
                .await;
                (self.transcript.afterwards, _) = self.pages(Pull::Orders, None).await;
            }
            if let Some(sku) = samples.product_sku.clone().or_else(|| self.some_sku()) {
                self.twice(|_| Step::PushProducts(product_drafts(&sku)))
                    .await;
            }
        }
        if self.plays(PluginRole::Shop) {
            let sku = samples.product_sku.as_deref().unwrap_or("CONFORMANCE");
            let step = Step::ExportProducts(products(sku, &began));
            self.twice(|_| step.clone()).await;
        }
        self.writing_routes().await;
    }

    /// A push, and the same once more. `step` makes it for an attempt, from 1.
    async fn twice(&mut self, step: impl Fn(u32) -> Step) {
        let mut attempt = 1;
        let first = self.push(&step, &mut attempt).await;
        let second = self.push(&step, &mut attempt).await;
        self.transcript.pushes.push([first, second]);
    }

    /// Pushes, again as the host would where the provider asked for an item to come back later; the place of the last.
    async fn push(&mut self, step: &impl Fn(u32) -> Step, attempt: &mut u32) -> usize {
        for _ in 1..TRIES {
            let at = self.call(step(*attempt)).await;
            *attempt += 1;
            let Some(seconds) = later(&self.transcript.ran[at]) else {
                return at;
            };
            self.bench.wait(seconds).await;
        }
        self.call(step(*attempt)).await
    }

    /// A SKU that can be sold now, or any.
    fn some_sku(&self) -> Option<String> {
        let pages = |pull| {
            self.transcript
                .pulls
                .get(&pull)
                .map(|pulled| &pulled.first[..])
        };
        let stock = pages(Pull::Inventories).unwrap_or_default();
        let mut stock = self.transcript.items(stock);
        let there = stock.find(|row| row["available"].as_u64() > Some(10));
        let products = pages(Pull::Products).unwrap_or_default();
        let mut products = self.transcript.items(products);
        let sku = there.map(|row| &row["sku"]).or_else(|| {
            products
                .next()
                .map(|product| &product["variants"][0]["sku"])
        });
        sku.and_then(Value::as_str).map(str::to_owned)
    }

    fn some_carrier(&self) -> Option<String> {
        let carriers = self
            .transcript
            .ran
            .iter()
            .find(|ran| matches!(ran.step, Step::Carriers));
        let carriers = carriers?.result.as_ref().ok()?;
        carriers[0]["id"].as_str().map(str::to_owned)
    }
}

/// The seconds after which the first rate-limited item of a push may come back.
fn later(ran: &Ran) -> Option<u64> {
    let outcomes = ran.result.as_ref().ok()?.as_array()?;
    outcomes.iter().find_map(|outcome| {
        let seconds = outcome["Failed"]["kind"].get("RateLimited")?;
        Some(seconds.as_u64().unwrap_or(PAUSE))
    })
}
