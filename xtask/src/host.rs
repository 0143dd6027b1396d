//! The host and the simulators of its providers, as `run`, `dev` and the comparison with the API's description start them.

use crate::{
    process::{Group, pause, run, step},
    project::{cargo, plugins, program, root, write_if_changed},
};
use anyhow::{Context, Result, bail};
use std::{
    env,
    fmt::Write,
    fs::{self, File, OpenOptions},
    io::{BufRead, BufReader, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::mpsc::{self, Receiver, TryRecvError},
    thread,
};

/// Beside a plugin's simulator: the operator's settings that send the plugin there. `{address}` and `{port}` are where it
/// listens, `{host_key}` is the key that an SFTP server shows.
const SETTINGS: &str = "simulator/demo.toml";

/// The simulator of the company register, which the host asks by itself.
const REGISTRY: &str = "registry-simulator";

/// A log is put aside at a start when it is larger, in bytes.
const LOG_LIMIT: u64 = 16 << 20;

/// Compiles the host without the simulators, as tests have it: with the same features of what it depends on, which is
/// therefore not compiled anew. It is a test, not the program, that has them: the smallest there is.
pub fn build_alone() -> Result<()> {
    const BUILD: [&str; 6] = [
        "build",
        "--workspace",
        "--bin",
        "comptoir",
        "--test",
        "postgres",
    ];
    step("Compiling the host", || {
        run("compiling the host", cargo(&BUILD)?)
    })
}

/// Compiles the host and the simulators.
pub fn build() -> Result<()> {
    step("Compiling the host", || {
        let mut command = cargo(&["build", "-p", "comptoir"])?;
        for name in simulated()? {
            command.args(["-p", &format!("{name}-simulator")]);
        }
        command.args(["-p", REGISTRY]);
        run("compiling the host", command)
    })
}

/// The simulators of the providers and the settings that send the plugins there.
#[derive(Debug)]
pub struct Providers {
    _simulators: Vec<(Group, Receiver<String>)>,
    /// Where the host keeps its data, and all of them their logs.
    data: PathBuf,
    /// Operator's settings on top of the installation's `plugins.toml`.
    overlay: PathBuf,
    /// The address of the company register.
    registry: String,
}

impl Providers {
    /// Starts the simulators for a host with this folder of data.
    pub fn start(data: PathBuf) -> Result<Self> {
        let mut overlay = String::from(
            "# Written at every start: sends the plugins to the simulators instead of the real services.\n",
        );
        let mut simulators = Vec::new();
        for name in simulated()? {
            let (simulator, place) = simulate(&data, &format!("{name}-simulator"))?;
            let settings = fs::read_to_string(root().join("plugins").join(&name).join(SETTINGS))?;
            write!(overlay, "\n{}", place.fill(&settings))?;
            simulators.push(simulator);
        }
        let (simulator, registry) = simulate(&data, REGISTRY)?;
        simulators.push(simulator);
        let path = data.join("demo-plugins.toml");
        write_if_changed(&path, overlay.as_bytes())?;
        Ok(Self {
            _simulators: simulators,
            data,
            overlay: path,
            registry: format!("http://{}", registry.address),
        })
    }
}

/// Where a simulator is.
#[derive(Debug)]
struct Place {
    /// For instance `127.0.0.1:41237`.
    address: String,
    /// Empty for all but SFTP servers.
    host_key: String,
}

impl Place {
    /// From what a simulator says at its start: `bigblue simulator listening on http://127.0.0.1:41237`, or
    /// `phonographic simulator listening on sftp://127.0.0.1:41873 host key SHA256:… control http://127.0.0.1:41874`.
    fn parse(line: &str) -> Option<Self> {
        let word_after = |mark: &str| {
            Some(
                line.split_once(mark)?
                    .1
                    .split_whitespace()
                    .next()?
                    .to_owned(),
            )
        };
        Some(Self {
            address: word_after("://")?,
            host_key: word_after(" host key ").unwrap_or_default(),
        })
    }

    /// Settings with this place in them.
    fn fill(&self, settings: &str) -> String {
        let port = self.address.rsplit(':').next().unwrap_or_default();
        settings
            .replace("{address}", &self.address)
            .replace("{port}", port)
            .replace("{host_key}", &self.host_key)
    }
}

/// Starts a simulator; gives it with its place.
fn simulate(data: &Path, name: &str) -> Result<((Group, Receiver<String>), Place)> {
    let mut command = Command::new(program("debug", name)?);
    command
        .args(["--port", "0"])
        .stderr(log(data, "simulators")?);
    let (mut group, lines) = start_talking(name, command)?;
    let place = await_line(&mut group, &lines, Place::parse)?;
    Ok(((group, lines), place))
}

/// A running host that says it is ready.
#[derive(Debug)]
pub struct Host {
    pub group: Group,
    lines: Receiver<String>,
    /// For instance `http://localhost:8080`.
    pub address: String,
    /// What it says of itself.
    pub log: PathBuf,
}

impl Host {
    /// Starts it and waits until it is ready. `port` 0: any free one. `settings` are variables of its environment.
    pub fn start(providers: &Providers, port: u16, settings: &[(&str, &str)]) -> Result<Self> {
        let data = &providers.data;
        let mut plugins = root().join("plugins.toml").into_os_string();
        plugins.push(":");
        plugins.push(&providers.overlay);
        let mut log_file = log(data, "host")?;
        let start_of_log = log_file.seek(SeekFrom::End(0))?;
        let mut command = Command::new(program("debug", "comptoir")?);
        command
            .arg("serve")
            .current_dir(root())
            .env("COMPTOIR_PORT", port.to_string())
            .env("COMPTOIR_DATA", data)
            .env("COMPTOIR_PLUGINS", plugins)
            .env("COMPTOIR_WEB", root().join("web/dist"))
            .env("COMPTOIR_DEMO", "true")
            .env("COMPTOIR_DEMO_RECORDS", "true")
            .env("COMPTOIR_ENVIRONMENT", "development")
            .env("COMPTOIR_REGISTRY__URL", &providers.registry)
            .envs(settings.iter().copied())
            .stderr(log_file.try_clone()?);
        let (mut group, lines) = start_talking("the host", command)?;
        let address = await_line(&mut group, &lines, |line| {
            line.strip_prefix("Comptoir is ready: ").map(str::to_owned)
        });
        match address {
            Ok(address) => Ok(Self {
                group,
                lines,
                address,
                log: log_path(data, "host"),
            }),
            Err(error) => {
                log_file.seek(SeekFrom::Start(start_of_log))?;
                let mut said = Vec::new();
                log_file.read_to_end(&mut said)?;
                let said = String::from_utf8_lossy(&said);
                let last: Vec<&str> = said.lines().rev().take(15).collect();
                last.iter().rev().for_each(|line| eprintln!("  {line}"));
                Err(error)
            }
        }
    }

    /// Passes on what it says.
    ///
    /// # Errors
    /// When it ended.
    pub fn attend(&mut self) -> Result<()> {
        self.lines.try_iter().for_each(|line| println!("{line}"));
        match self.group.ended()? {
            Some(status) => bail!("the host ended ({status}); its log: {}", self.log.display()),
            None => Ok(()),
        }
    }
}

/// The port to listen on: `COMPTOIR_PORT`, else 8080.
pub fn port() -> Result<u16> {
    match env::var("COMPTOIR_PORT")
        .ok()
        .filter(|value| !value.is_empty())
    {
        Some(port) => port
            .parse()
            .with_context(|| format!("COMPTOIR_PORT: {port:?} is not a port number")),
        None => Ok(8080),
    }
}

/// Where the log of a program is: `<data>/logs/<name>.log`.
fn log_path(data: &Path, name: &str) -> PathBuf {
    data.join("logs").join(format!("{name}.log"))
}

fn log(data: &Path, name: &str) -> Result<File> {
    let path = log_path(data, name);
    fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
    if fs::metadata(&path).is_ok_and(|file| file.len() > LOG_LIMIT) {
        fs::rename(&path, path.with_extension("log.old"))?;
    }
    OpenOptions::new()
        .read(true)
        .append(true)
        .create(true)
        .open(&path)
        .with_context(|| format!("cannot write {}", path.display()))
}

/// The plugins that are here with a simulator.
fn simulated() -> Result<Vec<String>> {
    let mut here = plugins()?;
    here.retain(|name| root().join("plugins").join(name).join(SETTINGS).is_file());
    Ok(here)
}

/// Starts a child whose lines of output can be received.
fn start_talking(name: &str, mut command: Command) -> Result<(Group, Receiver<String>)> {
    command.stdout(Stdio::piped());
    let mut group = Group::spawn(name, command)?;
    let output = group
        .child
        .stdout
        .take()
        .context("a piped child has output")?;
    let (send, receive) = mpsc::channel();
    thread::spawn(move || {
        BufReader::new(output)
            .lines()
            .map_while(Result::ok)
            .try_for_each(|line| send.send(line))
    });
    Ok((group, receive))
}

/// Prints nothing until a line has what is wanted; lines of the host are passed on.
fn await_line<Wanted>(
    group: &mut Group,
    lines: &Receiver<String>,
    wanted: impl Fn(&str) -> Option<Wanted>,
) -> Result<Wanted> {
    loop {
        match lines.try_recv() {
            Ok(line) => {
                if let Some(found) = wanted(&line) {
                    return Ok(found);
                }
                eprintln!("{line}");
            }
            Err(TryRecvError::Empty) => pause()?,
            Err(TryRecvError::Disconnected) => {
                let status = group.wait()?;
                bail!("{} ended before it was ready ({status})", group.name);
            }
        }
    }
}
