//! What belongs to one call: the data of its store.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use secrecy::SecretString;
use tokio::time::Instant;
use uuid::Uuid;
use wasmtime::ResourceLimiter;
use wasmtime::component::{HasData, ResourceTable};
use wasmtime_wasi::{WasiCtx, WasiCtxView, WasiView};

use crate::call::Connector;
use crate::call::rest::Seat;
use crate::egress::Sealed;
use crate::egress::Wire;
use crate::files::{Files, Rows};
use crate::interfaces::{LogBook, ProgressMeter, StderrTail};
use crate::plugin::Plugin;

/// Host handles (streams, pollables) that a guest may hold at once.
const HANDLES: usize = 1_000;

/// The most random bytes of one call to WASI.
const RANDOM: u64 = 64 << 10;

/// The data of one call's store.
pub(crate) struct State {
    wasi: WasiCtx,
    table: ResourceTable,
    pub(crate) memory: MemoryMeter,
    pub(crate) scope: Arc<CallScope>,
    pub(crate) log: LogBook,
    pub(crate) progress: ProgressMeter,
    pub(crate) stderr: StderrTail,
}

impl State {
    pub(crate) fn new(scope: Arc<CallScope>, progress: ProgressMeter) -> Self {
        let stderr = StderrTail::default();
        let limits = &scope.plugin.grant().limits;
        let mut table = ResourceTable::new();
        table.set_max_capacity(HANDLES);
        Self {
            // No directory, variable, argument or address. What a crashing guest says last is kept for the error.
            wasi: WasiCtx::builder()
                .stderr(stderr.clone())
                .allow_tcp(false)
                .allow_udp(false)
                .allow_ip_name_lookup(false)
                // They lie outside the memory that is counted.
                .max_random_size(RANDOM)
                .build(),
            table,
            memory: MemoryMeter::new(limits.memory_bytes()),
            log: LogBook::new(limits.log_bytes()),
            scope,
            progress,
            stderr,
        }
    }
}

/// What one call may touch, and what it has used of it.
pub(crate) struct CallScope {
    pub(crate) plugin: Arc<Plugin>,
    pub(crate) seat: Seat,
    pub(crate) connectors: Vec<Connector>,
    /// Background work, which leaves room for people.
    pub(crate) job: bool,
    /// Secrets of a connection that is not kept yet.
    pub(crate) secrets: BTreeMap<String, SecretString>,
    /// When the last request must have its answer, so that the plugin can still say that it had none.
    pub(crate) requests_until: Instant,
    pub(crate) requests_allowed: u64,
    /// Requests that the plugin asked for.
    pub(crate) asked: AtomicU64,
    /// Requests on the wire.
    pub(crate) sent: AtomicU64,
    pub(crate) denials: AtomicU64,
    /// Files and rows of this call, when it has any.
    pub(crate) files: Option<Arc<dyn Files>>,
    pub(crate) rows: Option<Arc<dyn Rows>>,
    /// Who stands between its requests and the network.
    pub(crate) wire: Option<Arc<dyn Wire>>,
    /// Bytes written to files.
    pub(crate) written: AtomicU64,
    /// The files that were written, by name.
    pub(crate) file_names: Mutex<BTreeSet<String>>,
    /// Rows handed over.
    pub(crate) rows_handed: AtomicU64,
    /// What the host added to the call's requests.
    pub(crate) sealed: Mutex<Sealed>,
}

impl CallScope {
    pub(crate) fn sealed(&self) -> MutexGuard<'_, Sealed> {
        self.sealed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on whatever is told of this call is told without that secret.
    pub(crate) fn seal(&self, secret: &str) {
        self.sealed().add(secret);
    }

    /// The connector by the id that a plugin wrote, if this call was given it.
    pub(crate) fn connector(&self, id: &str) -> Option<&Connector> {
        let id = Uuid::parse_str(id).ok();
        let found = self
            .connectors
            .iter()
            .find(|connector| Some(connector.id) == id);
        if found.is_none() {
            self.count_denial();
        }
        found
    }

    /// A secret of one of the call's connectors.
    pub(crate) async fn secret(
        &self,
        connector: Uuid,
        name: &str,
    ) -> anyhow::Result<Option<SecretString>> {
        match self.secrets.get(name) {
            Some(secret) => Ok(Some(secret.clone())),
            None => {
                let services = self.plugin.services();
                services.secret(self.plugin.id(), connector, name).await
            }
        }
    }

    /// Tells the log and the operator what was refused; counting it is the caller's.
    pub(crate) fn note_denial(&self, text: &str) {
        tracing::warn!(target: "comptoir::plugin", denial = text, "denied");
        let plugin = &self.plugin;
        plugin.ledger.deny(plugin.services().now(), text);
    }

    pub(crate) fn count_denial(&self) {
        self.denials.fetch_add(1, Ordering::Relaxed);
    }
}

impl WasiView for State {
    fn ctx(&mut self) -> WasiCtxView<'_> {
        WasiCtxView {
            ctx: &mut self.wasi,
            table: &mut self.table,
        }
    }
}

pub(crate) struct HasState;

impl HasData for HasState {
    type Data<'a> = &'a mut State;
}

/// Sums all memories and tables of a store: limits each by itself would let a component multiply them.
#[derive(Debug)]
pub(crate) struct MemoryMeter {
    limit: usize,
    in_use: usize,
    peak: usize,
    refused: bool,
}

impl MemoryMeter {
    fn new(limit: usize) -> Self {
        Self {
            limit,
            in_use: 0,
            peak: 0,
            refused: false,
        }
    }

    /// The most that was in use, in bytes.
    pub(crate) fn peak(&self) -> usize {
        self.peak
    }

    /// Whether it ever asked for too much.
    pub(crate) fn refused(&self) -> bool {
        self.refused
    }

    fn grow(&mut self, more: usize) -> bool {
        let wanted = self.in_use.saturating_add(more);
        if wanted > self.limit {
            self.refused = true;
            return false;
        }
        self.in_use = wanted;
        self.peak = self.peak.max(wanted);
        true
    }
}

impl ResourceLimiter for MemoryMeter {
    fn memory_growing(
        &mut self,
        current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        Ok(self.grow(desired.saturating_sub(current)))
    }

    fn table_growing(
        &mut self,
        current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        let elements = desired.saturating_sub(current);
        Ok(self.grow(elements.saturating_mul(size_of::<usize>())))
    }
}
