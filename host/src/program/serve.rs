//! One host's life: open the database, load the plugins, answer requests and run jobs, stop in order.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::Context;
use tokio::net::TcpListener;
use url::Url;

use crate::app::{App, Parts};
use crate::domains::REGISTER;
use crate::http::limits::Limits;
use crate::http::server;
use crate::plugins::{self, Plugins};
use crate::program::clock::Clock;
use crate::program::config::Config;
use crate::program::database::Database;
use crate::program::keys::Keys;
use crate::program::{demo, telemetry};
use crate::providers::pictures::Pictures;
use crate::providers::registry::Registry;
use crate::records::live::Live;
use crate::{files, jobs, mail};

/// How long running requests and jobs may take to finish when the host is told to stop.
const GRACE: Duration = Duration::from_secs(3);

/// Serves until SIGINT or SIGTERM.
///
/// # Errors
/// A setting is unusable, the port is taken, the database or its migrations fail.
pub async fn run(config: Config) -> anyhow::Result<()> {
    let started = std::time::Instant::now();
    // Told early, so that a signal during the start is not lost.
    let mut stop = Stop::listen()?;
    std::fs::create_dir_all(&config.data)
        .with_context(|| format!("data: cannot make the folder {}", config.data.display()))?;
    let metrics = telemetry::init_metrics()?;
    let listener = TcpListener::bind((config.listen, config.port))
        .await
        .with_context(|| format!("port: cannot listen on {}:{}", config.listen, config.port))?;
    let address = listener.local_addr()?;
    let origin = match &config.public_url {
        Some(url) => url.clone(),
        None => origin_at(address)?,
    };
    // For `comptoir user link`, which runs beside us and must name our port.
    std::fs::write(config.data.join(ORIGIN_FILE), origin.as_str())?;
    let mail = mail::Server::from_config(&config.mail)?;
    let keys = std::sync::Arc::new(Keys::load(&config.security, &config.data)?);
    let files = files::Store::open(&config.files, &config.data)?;
    let registry = Registry::new(config.registry.url.clone())?;
    let pictures = Pictures::new()?;
    let database = tokio::select! {
        opened = Database::open(&config, false) => opened?,
        () = stop.wait() => return Ok(()),
    };
    let outcome = async {
        database.migrate().await?;
        let clock = Clock::system();
        let live = Live::start(database.pool.clone()).await?;
        let plugins = Plugins::load(&config, &database.pool, &clock, &keys, REGISTER).await?;
        let parts = Parts {
            register: REGISTER,
            db: database.pool.clone(),
            keys,
            live,
            plugins,
            lists: REGISTER.routes().lists(),
            pictures,
            limits: Limits::new(&config.limits),
            files,
            registry,
            mail,
            metrics,
            origin,
            config,
        };
        let app = App::new(parts, clock);
        if app.config.demo {
            demo::load(&app)
                .await
                .context("cannot load the demo company")?;
        }
        let worker = jobs::Worker::start(&app).await?;
        let watching = tokio::spawn(plugins::watch(app.clone()));
        println!(
            "Comptoir is ready: {}",
            app.origin.as_str().trim_end_matches('/')
        );
        let mut demonstrating = None;
        if app.config.demo {
            demo::print_links(&app).await?;
            demonstrating = Some(tokio::spawn(demo::go_on(app.clone())));
        }
        tracing::info!(%address, milliseconds = started.elapsed().as_millis(), "ready");
        let served = server::serve(app.clone(), listener, stop.into_future(), GRACE).await;
        watching.abort();
        demonstrating.inspect(tokio::task::JoinHandle::abort);
        worker.stop(GRACE).await;
        served
    }
    .await;
    database.close().await;
    outcome
}

/// Where a running host leaves its origin.
const ORIGIN_FILE: &str = "origin";

/// The portal's origin, for commands: configured, else that of the host that ran last on this data folder.
pub fn configured_origin(config: &Config) -> anyhow::Result<Url> {
    let last = || {
        std::fs::read_to_string(config.data.join(ORIGIN_FILE))
            .ok()?
            .parse()
            .ok()
    };
    match config.public_url.clone().or_else(last) {
        Some(origin) => Ok(origin),
        None => origin_at(SocketAddr::new(config.listen, config.port)),
    }
}

/// The origin of a portal that listens here: on the machine's own address its name, as browsers know passkeys of names
/// alone.
fn origin_at(address: SocketAddr) -> anyhow::Result<Url> {
    let origin = match address.ip().is_loopback() {
        true => format!("http://localhost:{}/", address.port()),
        // An IPv6 address stands in brackets there.
        false => format!("http://{address}/"),
    };
    Ok(Url::parse(&origin)?)
}

/// The operating system's wish that we stop.
struct Stop {
    terminate: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
}

impl Stop {
    fn listen() -> anyhow::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    async fn wait(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }

    async fn into_future(mut self) {
        self.wait().await;
        tracing::info!("stopping");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_names_the_address_that_people_use() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut config = Config {
            data: folder.path().to_owned(),
            port: 8_099,
            ..Config::default()
        };
        let origin = |config: &Config| configured_origin(config).expect("an origin").to_string();
        assert_eq!(origin(&config), "http://localhost:8099/");
        config.listen = "2001:db8::1".parse().expect("an address");
        assert_eq!(origin(&config), "http://[2001:db8::1]:8099/");
        // A host ran here and took any free port.
        let left = folder.path().join(ORIGIN_FILE);
        std::fs::write(&left, "http://localhost:40123/").expect("a file");
        assert_eq!(origin(&config), "http://localhost:40123/");
        std::fs::write(&left, "").expect("a file");
        assert_eq!(
            origin(&config),
            "http://[2001:db8::1]:8099/",
            "it died as it wrote it"
        );
        config.public_url = Some("https://portal.example/".parse().expect("an address"));
        assert_eq!(origin(&config), "https://portal.example/");
    }
}
