//! One call into a plugin: a fresh instance, its limits, and what came of it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures::future::BoxFuture;
use secrecy::SecretString;
use tokio::time::{Instant, timeout};
use tracing::Instrument;
use uuid::Uuid;
use wasmtime::component::Instance;
use wasmtime::{Store, UpdateDeadline};

use crate::bindings::comptoir::plugin::types;
use crate::cpu::{CpuClock, Metered};
use crate::egress::Wire;
use crate::error::{CallError, LimitKind};
use crate::files::{Files, Rows};
use crate::interfaces::ProgressMeter;
use crate::limits::Allowance;
use crate::plugin::Plugin;
use crate::state::{CallScope, State};
use crate::stats::Usage;

pub(crate) mod aside;
mod outcome;
pub(crate) mod rest;

use rest::Seat;

/// What a call computes at a time before it lets others run.
const FAIR_TURN: Duration = Duration::from_millis(1);

/// What a plugin's function answers: its result or the contract's error, around which the sandbox may fail.
pub(crate) type Answer<T> = wasmtime::Result<Result<T, types::Error>>;

/// A connection to a provider, as a plugin may know it.
#[derive(Clone, Debug)]
pub struct Connector {
    /// The embedder's id; names whose secrets and memory are meant.
    pub id: Uuid,
    /// The embedder's id of whose it is: all that one owner is connected to shares its places ([`crate::lanes`]).
    pub owner: Uuid,
    /// The settings, valid against the manifest's schema, without the secrets.
    pub settings: serde_json::Value,
}

impl Connector {
    pub(crate) fn to_wit(&self) -> types::Connector {
        types::Connector {
            id: self.id.to_string(),
            settings: self.settings.to_string(),
        }
    }
}

/// How far a call has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    pub done: u64,
    pub total: Option<u64>,
    /// A few words for people, at most 200 characters.
    pub note: String,
}

/// For whom and with what a plugin is called.
#[derive(Clone)]
pub struct Call {
    job: bool,
    connectors: Vec<Connector>,
    breaker: Option<Uuid>,
    secrets: BTreeMap<String, SecretString>,
    progress: Option<Arc<dyn Fn(Progress) + Send + Sync>>,
    files: Option<Arc<dyn Files>>,
    rows: Option<Arc<dyn Rows>>,
    wire: Option<Arc<dyn Wire>>,
}

impl std::fmt::Debug for Call {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Call")
            .field("job", &self.job)
            .field("connectors", &self.connectors)
            .finish_non_exhaustive()
    }
}

impl Call {
    /// Background work for one connector, under the `job_` limits.
    pub fn job(connector: Connector) -> Self {
        Self {
            job: true,
            ..Self::request(vec![connector])
        }
    }

    /// Somebody waits for the answer. The plugin may use these connectors.
    pub fn request(connectors: Vec<Connector>) -> Self {
        Self {
            job: false,
            connectors,
            breaker: None,
            secrets: BTreeMap::new(),
            progress: None,
            files: None,
            rows: None,
            wire: None,
        }
    }

    /// Passes on how far the call is: at most four times a second, and the last time always.
    pub fn with_progress(mut self, sink: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        self.progress = Some(Arc::new(sink));
        self
    }

    /// Background work of a plugin's own, for these connectors, under the `job_` limits.
    pub fn task(connectors: Vec<Connector>) -> Self {
        Self {
            job: true,
            ..Self::request(connectors)
        }
    }

    /// Files that the plugin may read, and where those go that it makes.
    pub fn with_files(mut self, files: Arc<dyn Files>) -> Self {
        self.files = Some(files);
        self
    }

    /// Where rows come from and go to.
    pub fn with_rows(mut self, rows: Arc<dyn Rows>) -> Self {
        self.rows = Some(rows);
        self
    }

    /// Somebody between the call's requests and the network.
    pub fn with_wire(mut self, wire: Arc<dyn Wire>) -> Self {
        self.wire = Some(wire);
        self
    }

    /// For checking a connection that is not kept yet: secrets by name that go before the embedder's, and whose circuit
    /// breaker counts its faults, as its own id is a new one each time.
    pub fn with_secrets(mut self, secrets: BTreeMap<String, SecretString>, breaker: Uuid) -> Self {
        self.secrets = secrets;
        self.breaker = Some(breaker);
        self
    }

    /// The connector of a call that is about exactly one.
    pub(crate) fn only_connector(&self) -> Result<types::Connector, CallError> {
        match self.connectors.as_slice() {
            [connector] => Ok(connector.to_wit()),
            others => Err(CallError::Internal(anyhow::anyhow!(
                "a call for one connector was given {}",
                others.len()
            ))),
        }
    }

    /// Whose places it takes: of several owners nobody's own.
    fn owner(&self) -> Uuid {
        let mut owners = self.connectors.iter().map(|connector| connector.owner);
        let first = owners.next().unwrap_or_default();
        match owners.all(|owner| owner == first) {
            true => first,
            false => Uuid::nil(),
        }
    }

    /// Whose circuit breaker counts its faults: of several connections, the first by id, which is the same for the same
    /// person each time.
    fn breaker(&self) -> Uuid {
        let first = self.connectors.iter().map(|connector| connector.id).min();
        self.breaker.or(first).unwrap_or_default()
    }

    pub(crate) fn connectors(&self) -> Vec<types::Connector> {
        self.connectors.iter().map(Connector::to_wit).collect()
    }
}

impl Plugin {
    /// Runs `body` on a fresh instance within the plugin's limits, and books what it used.
    pub(crate) async fn run<T, F>(
        self: &Arc<Self>,
        call: Call,
        function: &'static str,
        body: F,
    ) -> Result<T, CallError>
    where
        T: Send + 'static,
        F: for<'a> FnOnce(&'a mut Store<State>, &'a Instance) -> BoxFuture<'a, Answer<T>>
            + Send
            + 'static,
    {
        let span = tracing::info_span!(
            target: "comptoir::plugin",
            "plugin_call",
            plugin = self.id(),
            version = %self.manifest().version,
            function,
            call = %Uuid::now_v7(),
        );
        async {
            let breaker = self.lanes.breaker_of(call.breaker());
            let pass = breaker.admit(Instant::now()).map_err(|rest| CallError::BreakerOpen {
                retry_at: self.services().now() + rest,
                rest,
            })?;
            let seat = self.lanes.seat(call.owner(), self.engine()).await;
            let seat = seat.ok_or(CallError::Busy)?;
            let began = Instant::now();
            let (result, mut usage) = self.run_admitted(call, seat, body).await;
            usage.wall = began.elapsed();
            let fault = result.as_ref().is_err_and(CallError::is_plugins_fault);
            pass.verdict(fault, Instant::now());
            let failure = result.as_ref().err();
            if let Some(error) = failure {
                tracing::warn!(target: "comptoir::plugin", name = error.name(), %error, "call failed");
            }
            self.ledger.book(self.id(), function, usage, self.services().now(), failure);
            result
        }
        .instrument(span)
        .await
    }

    async fn run_admitted<T, F>(
        self: &Arc<Self>,
        call: Call,
        seat: Seat,
        body: F,
    ) -> (Result<T, CallError>, Usage)
    where
        T: Send + 'static,
        F: for<'a> FnOnce(&'a mut Store<State>, &'a Instance) -> BoxFuture<'a, Answer<T>>
            + Send
            + 'static,
    {
        let allowance = self.grant().limits.of(call.job);
        let progress = ProgressMeter::new(call.progress.clone());
        let scope = Arc::new(self.scope(call, seat, &allowance));
        let clock = Arc::new(CpuClock::default());
        let mut store = self.store(&scope, progress, &clock, allowance.cpu);
        let plugin = Arc::clone(self);
        let counted = Arc::clone(&clock);
        let whole = async move {
            let running = async {
                let instance = plugin.instance.instantiate_async(&mut store).await?;
                body(&mut store, &instance).await
            };
            let metered = Metered {
                inner: Box::pin(running),
                clock: Arc::clone(&counted),
            };
            let ended = timeout(allowance.wall, metered).await;

            let state = store.data_mut();
            state.progress.flush();
            state.log.close();
            let usage = Usage {
                wall: Duration::ZERO,
                cpu: counted.spent(),
                memory_bytes: u64::try_from(state.memory.peak()).unwrap_or(u64::MAX),
                requests: scope.sent.load(Ordering::Relaxed),
                denials: scope.denials.load(Ordering::Relaxed),
            };
            let result = match ended {
                // It came back from waiting at a provider, and others had all places.
                Err(_) if scope.seat.is_empty() => Err(CallError::Busy),
                Err(_) => Err(CallError::Timeout(allowance.wall)),
                Ok(Ok(Ok(value))) => Ok(value),
                Ok(Ok(Err(refusal))) => Err(outcome::refused(refusal, &scope)),
                Ok(Err(error)) => Err(outcome::of(error.into(), state, &plugin.grant().limits)),
            };
            (result, usage)
        };
        let long = self.engine().long_calls();
        match long.run(whole, &clock, &self.habit).await {
            Ok(ended) => ended,
            Err(error) => (Err(CallError::Internal(error.into())), Usage::default()),
        }
    }

    fn scope(self: &Arc<Self>, call: Call, seat: Seat, allowance: &Allowance) -> CallScope {
        CallScope {
            plugin: Arc::clone(self),
            seat,
            job: call.job,
            connectors: call.connectors,
            secrets: call.secrets,
            // Nine tenths: a slow provider is the provider's fault, and the plugin gets to say so.
            requests_until: Instant::now() + allowance.wall * 9 / 10,
            requests_allowed: allowance.requests,
            asked: AtomicU64::default(),
            sent: AtomicU64::default(),
            denials: AtomicU64::default(),
            files: call.files,
            rows: call.rows,
            wire: call.wire,
            written: AtomicU64::default(),
            file_names: Mutex::default(),
            rows_handed: AtomicU64::default(),
            sealed: Mutex::default(),
        }
    }

    fn store(
        &self,
        scope: &Arc<CallScope>,
        progress: ProgressMeter,
        clock: &Arc<CpuClock>,
        cpu: Duration,
    ) -> Store<State> {
        let state = State::new(Arc::clone(scope), progress);
        let mut store = Store::new(self.engine().wasmtime(), state);
        store.limiter(|state| &mut state.memory);
        // Bounds every transfer to the host: arguments of host calls and the result.
        store.set_hostcall_fuel(self.grant().limits.result_bytes());
        store.set_epoch_deadline(1);
        let clock = Arc::clone(clock);
        store.epoch_deadline_callback(move |_| {
            let running = clock.running();
            if clock.spent() + running > cpu {
                return Err(wasmtime::Error::from(outcome::CpuSpent(cpu)));
            }
            // A short call that a tick happens to meet keeps its turn: behind busy threads the next one comes late.
            Ok(if running < FAIR_TURN {
                UpdateDeadline::Continue(1)
            } else {
                UpdateDeadline::Yield(1)
            })
        });
        store
    }
}

impl CallError {
    pub(crate) fn result_limit(text: impl Into<String>) -> Self {
        Self::Limit(LimitKind::Result, text.into())
    }
}
