//! Folders to start clusters in, and owners that can be killed.

use comptoir_postgres::Settings;
use nix::{
    sys::signal::{Signal, kill},
    unistd::{Pid, User, geteuid},
};
use std::{
    fs::{self, Permissions},
    io::{BufRead, BufReader, Write},
    os::unix::{
        fs::{PermissionsExt, chown},
        process::CommandExt,
    },
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// A temporary folder of the given mode (temporary folders are 0700, which keeps PostgreSQL's
/// account out when we are root).
pub fn folder(mode: u32) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::set_permissions(folder.path(), Permissions::from_mode(mode)).expect("its mode");
    folder
}

pub fn settings(data_dir: &Path) -> Settings {
    let mut settings = Settings::new(data_dir);
    settings.search.push(env!("CARGO_MANIFEST_DIR").into());
    settings
}

pub fn is_root() -> bool {
    geteuid().is_root()
}

/// Polls until `condition` holds; a test fails after 20 seconds.
pub fn eventually(what: &str, mut condition: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !condition() {
        assert!(Instant::now() < deadline, "{what}: not within 20 seconds");
        thread::sleep(Duration::from_millis(10));
    }
}

pub fn signal(pid: u32, signal: Signal) {
    kill(Pid::from_raw(pid.cast_signed()), signal).expect("a process to signal");
}

/// Gone, or a zombie that its (killed) parent left to the first process.
pub fn is_gone(pid: u32) -> bool {
    fs::read_to_string(format!("/proc/{pid}/stat")).map_or(true, |stat| stat.contains(") Z "))
}

/// The program `postgres-owner` in a process of its own.
pub struct Owner {
    pub process: Child,
    answers: BufReader<std::process::ChildStdout>,
}

impl Owner {
    /// Starts it; `account`: as that user, for which `data_dir` must be its own.
    pub fn start(data_dir: &Path, account: Option<&User>) -> Self {
        let program = env!("CARGO_BIN_EXE_postgres-owner");
        let mut command = Command::new(program);
        if let Some(user) = account {
            // The build folder may be ours alone.
            let open = data_dir.parent().expect("a parent").join("owner");
            fs::copy(program, &open).expect("a copy of the program");
            command = Command::new(open);
            command.uid(user.uid.as_raw()).gid(user.gid.as_raw());
            chown(data_dir, Some(user.uid.as_raw()), Some(user.gid.as_raw()))
                .expect("the user's own folder");
        }
        let mut process = command
            .arg(data_dir)
            .env("POSTGRES_SEARCH", env!("CARGO_MANIFEST_DIR"))
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the owner to start");
        let answers = BufReader::new(process.stdout.take().expect("its output"));
        Self { process, answers }
    }

    /// Waits until the server is up; its process.
    pub fn ready(&mut self) -> u32 {
        let line = self.line();
        line.strip_prefix("ready ")
            .and_then(|pid| pid.parse().ok())
            .unwrap_or_else(|| panic!("the owner said {line:?}"))
    }

    /// Runs a statement and gives the first value.
    pub fn ask(&mut self, statement: &str) -> String {
        let input = self.process.stdin.as_mut().expect("its input");
        writeln!(input, "{statement}").expect("the owner to listen");
        self.line()
    }

    pub fn kill(&mut self) {
        self.process.kill().expect("the owner to be killed");
        self.process.wait().expect("its end");
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.answers
            .read_line(&mut line)
            .expect("the owner to answer");
        line.trim_end().to_owned()
    }
}

impl Drop for Owner {
    /// The end of its input ends it.
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        self.process.wait().expect("the owner to end");
    }
}
