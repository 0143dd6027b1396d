//! Starting a server on a cluster and ending it.

use crate::{binaries::Binaries, location::Location, processes::PidFile, server::Server, socket};
use anyhow::{Context, Result, bail};
use nix::{
    sys::signal::Signal,
    unistd::{SysconfVar, sysconf},
};
use std::{
    fs::{self, File, OpenOptions},
    io::{Read, Seek, SeekFrom},
    path::Path,
    thread,
    time::{Duration, Instant},
};

/// How long a start may take; recovery after a crash reads up to two gigabytes of log.
pub(crate) const START: Duration = Duration::from_secs(120);
/// How long a shutdown may take before it is cut short, and how long that may take.
const SHUTDOWN: Duration = Duration::from_secs(3);
const ABORT: Duration = Duration::from_secs(1);
/// The server's log is put aside at a start when it is larger, in bytes.
const LOG_LIMIT: u64 = 16 << 20;

/// Given at every start, so they follow this program and not the file initdb wrote long ago. What keeps pages in memory is sized
/// by [`buffers`].
const OPTIONS: [&str; 14] = [
    "listen_addresses=",
    "unix_socket_permissions=0700",
    "port=5432",
    "work_mem=16MB",
    "maintenance_work_mem=128MB",
    "max_connections=100",
    // Short queries by key: compiling them costs more than it gains.
    "jit=off",
    // Files are on SSDs.
    "random_page_cost=1.1",
    "max_wal_size=2GB",
    "timezone=UTC",
    "log_timezone=UTC",
    "log_checkpoints=off",
    // Slow statements are worth knowing, the values in them are nobody's business.
    "log_min_duration_statement=1s",
    "log_parameter_max_length=0",
];

/// Starts the server and waits until it is ready. Not `durable`: for throw-away data.
pub(crate) fn launch(
    location: &Location,
    binaries: &Binaries,
    durable: bool,
    socket_dir: &Path,
) -> Result<Server> {
    let cluster = location.cluster();
    socket::prepare(socket_dir, &location.account)?;
    let log_path = location.data_dir.join("logs").join("postgres.log");
    let mut log = open_log(&log_path)?;
    let start_of_log = log.seek(SeekFrom::End(0))?;

    let mut command = location.account.command(binaries.program("postgres"));
    command
        .arg("-D")
        .arg(&cluster)
        .stdout(log.try_clone()?)
        .stderr(log.try_clone()?);
    command.args(OPTIONS.iter().flat_map(|option| ["-c", option]));
    command
        .arg("-c")
        .arg(format!("unix_socket_directories={}", socket_dir.display()));
    for option in buffers(durable) {
        command.arg("-c").arg(option);
    }
    let durable = if durable { "on" } else { "off" };
    for option in ["fsync", "synchronous_commit", "full_page_writes"] {
        command.arg("-c").arg(format!("{option}={durable}"));
    }
    let server = Server::spawn(command)?;
    let deadline = Instant::now() + START;
    while server.status().is_none() && Instant::now() < deadline {
        if PidFile::read(&cluster).is_some_and(|file| file.ready && file.pid == server.pid) {
            return Ok(server);
        }
        thread::sleep(Duration::from_millis(5));
    }
    end(&server);
    let mut said = Vec::new();
    log.seek(SeekFrom::Start(start_of_log))?;
    log.read_to_end(&mut said)?;
    let said = String::from_utf8_lossy(&said);
    let last: Vec<&str> = said.lines().rev().take(10).collect();
    bail!(
        "PostgreSQL did not start; {} ends with:\n{}",
        log_path.display(),
        last.into_iter().rev().collect::<Vec<_>>().join("\n")
    )
}

/// An eighth of the memory for pages, 2 GiB at most: a page that is not there is read from the system's file cache, at several times
/// the cost. Throw-away data are small, and each of their many databases is dropped by a look at every page.
fn buffers(durable: bool) -> [String; 2] {
    let memory = memory() >> 20;
    let shared = if durable {
        (memory / 8).clamp(128, 2048)
    } else {
        256
    };
    [
        format!("shared_buffers={shared}MB"),
        format!("effective_cache_size={}MB", memory / 2),
    ]
}

/// Bytes of memory that the machine has, or the container.
fn memory() -> u64 {
    const UNKNOWN: u64 = 2 << 30;
    let of = |name| sysconf(name).ok().flatten()?.try_into().ok();
    let machine = of(SysconfVar::_PHYS_PAGES).zip(of(SysconfVar::PAGE_SIZE));
    let machine = machine.map_or(UNKNOWN, |(pages, size): (u64, u64)| pages * size);
    let container = fs::read_to_string("/sys/fs/cgroup/memory.max");
    let container = container.ok().and_then(|text| text.trim().parse().ok());
    machine.min(container.unwrap_or(u64::MAX))
}

/// Ends it: in order, then at once, then by force.
pub(crate) fn end(server: &Server) {
    for (signal, patience) in [(Signal::SIGINT, SHUTDOWN), (Signal::SIGQUIT, ABORT)] {
        server.signal(signal);
        if server.wait_for(patience).is_some() {
            return;
        }
    }
    server.signal(Signal::SIGKILL);
    server.wait();
}

fn open_log(path: &Path) -> Result<File> {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    if fs::metadata(path).is_ok_and(|file| file.len() > LOG_LIMIT) {
        fs::rename(path, path.with_extension("log.old"))?;
    }
    OpenOptions::new()
        .read(true)
        .append(true)
        .create(true)
        .open(path)
        .with_context(|| format!("cannot write {}", path.display()))
}
