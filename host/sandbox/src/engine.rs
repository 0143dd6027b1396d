//! The one wasmtime engine of a process.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use wasmtime::component::{Component, Linker};
use wasmtime::{Config, Enabled, InstanceAllocationStrategy, PoolingAllocationConfig};

use crate::bindings::Plugin as World;
use crate::breaker::BreakerConfig;
use crate::cache::{Cache, compile};
use crate::call::aside::LongCalls;
use crate::state::{HasState, State};

/// How often running plugins are interrupted, to let others run and to look at their limits: what a short call waits
/// for at most behind a long one's beginning.
const TICK: Duration = Duration::from_millis(2);

/// Memories, tables and core instances that one component may have. A Rust guest has one memory and a few instances;
/// JavaScript and Python ones stay below these too.
const MEMORIES: u32 = 4;
const TABLES: u32 = 16;
const CORE_INSTANCES: u32 = 64;

/// Settings of the whole sandbox.
#[derive(Clone, Debug)]
pub struct EngineConfig {
    /// Where compiled components are kept, private to this user. None: compiled at every start.
    pub cache_dir: Option<PathBuf>,
    /// Calls of all plugins at the same time.
    pub max_concurrent_calls: u32,
    /// The most memory that any plugin's limits may name.
    pub max_memory_mib: u64,
    /// How long a call waits for a free place before it is told `Busy`.
    pub queue: Duration,
    /// Faults of a plugin in a row (crashes, limits, timeouts) after which it rests.
    pub breaker_faults: u32,
    /// How long it then rests.
    pub breaker_pause: Duration,
}

impl Default for EngineConfig {
    fn default() -> Self {
        Self {
            cache_dir: None,
            max_concurrent_calls: 64,
            max_memory_mib: 256,
            queue: Duration::from_secs(5),
            breaker_faults: 5,
            breaker_pause: Duration::from_secs(30),
        }
    }
}

/// Why there is no sandbox.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    #[error("the folder for compiled plugins, {}, cannot be used: {reason:#}", folder.display())]
    Cache {
        folder: PathBuf,
        reason: anyhow::Error,
    },
    #[error("the WebAssembly engine does not start: {0:#}")]
    Wasmtime(anyhow::Error),
    #[error("no threads for plugins: {0}")]
    Threads(std::io::Error),
}

/// Compiles components and gives calls their place. One a process; cheap to clone.
#[derive(Clone)]
pub struct Engine {
    shared: Arc<Shared>,
}

struct Shared {
    wasmtime: wasmtime::Engine,
    linker: Linker<State>,
    cache: Option<Cache>,
    permits: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    long_calls: LongCalls,
    config: EngineConfig,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine")
            .field("config", &self.shared.config)
            .finish_non_exhaustive()
    }
}

impl Engine {
    /// Starts the engine and the thread that ticks its epochs; the thread ends with the last clone of the engine.
    pub fn new(config: EngineConfig) -> Result<Self, EngineError> {
        let cache = match &config.cache_dir {
            None => None,
            Some(folder) => Some(Cache::open(folder).map_err(|reason| EngineError::Cache {
                folder: folder.clone(),
                reason,
            })?),
        };
        // reqwest is built without a provider of its own. A second engine of the process finds it installed.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let wasmtime = wasmtime::Engine::new(&wasmtime_config(&config))
            .map_err(|error| EngineError::Wasmtime(error.into()))?;
        let linker = linker(&wasmtime).map_err(|error| EngineError::Wasmtime(error.into()))?;
        tick(&wasmtime).map_err(EngineError::Threads)?;
        let long_calls = LongCalls::start().map_err(EngineError::Threads)?;
        let places = usize::try_from(config.max_concurrent_calls).unwrap_or(usize::MAX);
        Ok(Self {
            shared: Arc::new(Shared {
                wasmtime,
                linker,
                cache,
                permits: Arc::new(Semaphore::new(places)),
                waiting: Arc::new(Semaphore::new(places)),
                long_calls,
                config,
            }),
        })
    }

    pub(crate) fn wasmtime(&self) -> &wasmtime::Engine {
        &self.shared.wasmtime
    }

    pub(crate) fn linker(&self) -> &Linker<State> {
        &self.shared.linker
    }

    pub(crate) fn permits(&self) -> &Arc<Semaphore> {
        &self.shared.permits
    }

    /// Room for a call that waits without a place: its instance stays. As many may as may run.
    pub(crate) fn room_to_wait(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.shared.waiting).try_acquire_owned().ok()
    }

    pub(crate) fn long_calls(&self) -> &LongCalls {
        &self.shared.long_calls
    }

    pub(crate) fn queue(&self) -> Duration {
        self.shared.config.queue
    }

    pub(crate) fn max_memory_mib(&self) -> u64 {
        self.shared.config.max_memory_mib
    }

    pub(crate) fn breaker(&self) -> BreakerConfig {
        BreakerConfig {
            faults: self.shared.config.breaker_faults,
            pause: self.shared.config.breaker_pause,
        }
    }

    /// The component compiled for this machine, from the cache where it is. Takes long when it is not: not for a
    /// thread that others wait on.
    pub(crate) fn compiled(&self, wasm: &[u8]) -> anyhow::Result<Component> {
        match &self.shared.cache {
            Some(cache) => cache.load(&self.shared.wasmtime, wasm),
            None => compile(&self.shared.wasmtime, wasm),
        }
    }
}

fn wasmtime_config(config: &EngineConfig) -> Config {
    // As many may wait without a place as may have one.
    let calls = config.max_concurrent_calls.saturating_mul(2);
    let memory = usize::try_from(config.max_memory_mib << 20).unwrap_or(usize::MAX);
    let mut pool = PoolingAllocationConfig::default();
    pool.total_component_instances(calls)
        .total_stacks(calls)
        .total_memories(calls.saturating_mul(MEMORIES))
        .total_tables(calls.saturating_mul(TABLES))
        .total_core_instances(calls.saturating_mul(CORE_INSTANCES))
        .max_memories_per_component(MEMORIES)
        .max_tables_per_component(TABLES)
        .max_core_instances_per_component(CORE_INSTANCES)
        .max_memory_size(memory)
        // What a call touched of its memory and stack is zeroed, not given back, up to here: saves a page fault each. No
        // more, as what a call grew by is closed after it: with pages inside, that holds the address space's lock for
        // 300 µs, and every other call's end waits for it.
        .linear_memory_keep_resident(512 << 10)
        .table_keep_resident(16 << 10)
        // The kernel tells which pages those are (Linux 6.7), so that only they are zeroed.
        .pagemap_scan(Enabled::Auto);
    let mut wasmtime = Config::new();
    wasmtime
        .allocation_strategy(InstanceAllocationStrategy::Pooling(pool))
        .epoch_interruption(true)
        // The contract is synchronous for guests; without this a call costs five times as much.
        .concurrency_support(false);
    wasmtime
}

fn linker(engine: &wasmtime::Engine) -> wasmtime::Result<Linker<State>> {
    let mut linker = Linker::new(engine);
    // Every component built for wasm32-wasip2 imports WASI, used or not. State::new gives it an empty one.
    wasmtime_wasi::p2::add_to_linker_async(&mut linker)?;
    World::add_to_linker::<State, HasState>(&mut linker, |state| state)?;
    Ok(linker)
}

/// A thread of its own: a tick must come also when every worker of the async runtime is inside a plugin.
fn tick(engine: &wasmtime::Engine) -> std::io::Result<()> {
    let engine = engine.weak();
    std::thread::Builder::new()
        .name("plugin-epochs".to_owned())
        .spawn(move || {
            while let Some(engine) = engine.upgrade() {
                engine.increment_epoch();
                drop(engine);
                std::thread::sleep(TICK);
            }
        })?;
    Ok(())
}
