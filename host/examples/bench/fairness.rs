//! Fair shares: what somebody's everyday calls take while somebody else does one thing without end. A merchant of the demo
//! company's one organization attacks, from an address of their own; one of the other organization asks for lists and pages,
//! and somebody asks for a link to sign in. Limits of calls are off, which would hide what they do not count.
//!
//! At most the double of the 99th percentile, and a link within two seconds, are wanted (design.md, section 8).

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use comptoir::access::{Permission, Role};
use comptoir::program::config::Config;
use comptoir::program::database::Database;
use comptoir::program::keys::Keys;
use comptoir::providers::connectors::{ConnectorRole, NewConnector};
use comptoir::records::audit::Author;
use comptoir::users::{self, NewUser};
use comptoir::words::language::Locale;
use reqwest::{Client, Method};
use serde_json::{Value, json};
use sqlx::PgPool;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::process::Command;
use tokio::sync::watch;
use tokio::task::JoinSet;
use url::Url;
use uuid::Uuid;

use crate::host::session;
use crate::load::{self, Figures};
use crate::program::{self, Program, READY};

#[derive(Debug, clap::Args)]
pub struct Options {
    /// Seconds of each measurement.
    #[arg(long, default_value_t = 8)]
    seconds: u64,
    /// One attack alone, by its name.
    #[arg(long)]
    only: Option<String>,
}

/// What the plugin of the attack may be asked for.
const HOSTILE: &str = "id = \"hostile\"\nname = \"Hostile\"\nversion = \"1\"\napi = \"1.0\"\ncomponent = \"hostile_guest.wasm\"\n\
    roles = [\"actions\", \"fulfilment\", \"routes\", \"schedule\", \"webhooks\"]\n\
    [[routes]]\nmethod = \"POST\"\npath = \"/act\"\npermission = \"READ_ORDER\"\n";

/// Whose everyday calls are measured.
const NEIGHBOUR: &str = "Studio Nova";

/// The attacker's address: limits by address must not take them for the others.
const ELSEWHERE: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

/// How long whoever was refused a place waits: what is measured is places that are kept, not a flood of refusals.
const REFUSED: Duration = Duration::from_secs(1);

/// Who attacks, and what they can name.
#[derive(Clone)]
struct Attacker {
    host: SocketAddr,
    client: Client,
    token: String,
    tickets: Vec<String>,
    /// Of a connection to the hostile plugin.
    connector: Uuid,
}

type Attack = fn(Attacker, usize) -> futures::future::BoxFuture<'static, anyhow::Result<()>>;

/// Each attack: its name, how many do it at once, and what each does again and again.
const ATTACKS: [(&str, usize, Attack); 10] = [
    ("uploads without a boundary", 12, |me, _| {
        Box::pin(async move { me.endless_upload().await })
    }),
    ("webhooks held back", 60, |me, _| {
        Box::pin(async move { me.webhook().await })
    }),
    ("half headers", 300, |me, _| {
        Box::pin(async move { me.half_headers().await })
    }),
    ("exports", 40, |me, number| {
        Box::pin(async move { me.export(number).await })
    }),
    ("calls to a provider", 60, |me, number| {
        Box::pin(async move { me.messages(number).await })
    }),
    ("event streams", 500, |me, _| {
        Box::pin(async move { me.stream().await })
    }),
    ("pulls", 8, |me, _| {
        Box::pin(async move { me.ask(Method::POST, "order/synchronize", json!({})).await })
    }),
    ("a plugin's log", 16, |me, _| {
        Box::pin(async move {
            me.plugin(json!({ "op": "log", "bytes": 1000, "times": 1000 }))
                .await
        })
    }),
    ("a plugin's store", 16, |me, _| {
        let keys = json!(["big{n}"]);
        Box::pin(async move {
            let connector = me.connector;
            let order = json!({ "op": "store", "connector": connector, "keys": keys, "bytes": 8000, "times": 200 });
            me.plugin(order).await
        })
    }),
    ("a plugin that computes", 16, |me, _| {
        Box::pin(async move { me.plugin(json!({ "op": "loop" })).await })
    }),
];

impl Attacker {
    async fn ask(&self, method: Method, path: &str, body: Value) -> anyhow::Result<()> {
        let request = self
            .client
            .request(method, format!("http://{}/api/{path}", self.host));
        let request = request
            .bearer_auth(&self.token)
            .header("idempotency-key", Uuid::now_v7().to_string());
        request.json(&body).send().await?.bytes().await?;
        Ok(())
    }

    async fn plugin(&self, order: Value) -> anyhow::Result<()> {
        self.ask(Method::POST, "hostile/act", order).await
    }

    async fn export(&self, number: usize) -> anyhow::Result<()> {
        // Each another question: the same one is asked once.
        let question = json!({ "search": format!("{number} {}", Uuid::now_v7()) }).to_string();
        let cursor =
            base64::Engine::encode(&base64::engine::general_purpose::URL_SAFE_NO_PAD, question);
        self.ask(
            Method::POST,
            &format!("order/export?cursor={cursor}"),
            json!({}),
        )
        .await
    }

    async fn messages(&self, number: usize) -> anyhow::Result<()> {
        let ticket = &self.tickets[number % self.tickets.len()];
        self.ask(
            Method::GET,
            &format!("ticket/{ticket}/message"),
            Value::Null,
        )
        .await
    }

    async fn stream(&self) -> anyhow::Result<()> {
        let request = self.client.get(format!("http://{}/api/events", self.host));
        let mut answer = request.bearer_auth(&self.token).send().await?;
        while answer.chunk().await?.is_some() {}
        tokio::time::sleep(REFUSED).await;
        Ok(())
    }

    async fn open(&self) -> anyhow::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::from((ELSEWHERE, 0)))?;
        Ok(socket.connect(self.host).await?)
    }

    /// Sends what begins a request, then `piece` for ever; ends when the host ends it.
    async fn endless(&self, head: String, piece: &[u8], pause: Duration) -> anyhow::Result<()> {
        let mut stream = self.open().await?;
        stream.write_all(head.as_bytes()).await?;
        let mut answer = [0; 1024];
        loop {
            tokio::select! {
                read = stream.read(&mut answer) => {
                    // Answered, or closed.
                    read?;
                    tokio::time::sleep(REFUSED).await;
                    return Ok(());
                }
                () = tokio::time::sleep(pause) => stream.write_all(piece).await?,
            }
        }
    }

    async fn endless_upload(&self) -> anyhow::Result<()> {
        let head = format!(
            "POST /api/file HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {}\r\n\
             content-type: multipart/form-data; boundary=x\r\ncontent-length: 2000000000\r\n\r\n",
            self.token
        );
        self.endless(head, &[0; 64 << 10], Duration::from_millis(1))
            .await
    }

    async fn webhook(&self) -> anyhow::Result<()> {
        let (connector, long) = (self.connector, 10 << 20);
        let head = format!(
            "POST /api/webhooks/hostile/{connector} HTTP/1.1\r\nhost: localhost\r\ncontent-length: {long}\r\n\r\n"
        );
        self.endless(head, &[0; 64 << 10], Duration::from_millis(5))
            .await
    }

    async fn half_headers(&self) -> anyhow::Result<()> {
        let head = "GET /api/user/current HTTP/1.1\r\nhost: localhost\r\n".to_owned();
        self.endless(head, b"x", Duration::from_secs(1)).await
    }
}

/// The company's programs, on a folder that goes with them.
struct Company {
    host: Program,
    _providers: [Program; 2],
    database: Database,
    keys: Keys,
    address: SocketAddr,
    origin: Url,
    _folder: tempfile::TempDir,
}

pub async fn run(options: Options) -> anyhow::Result<()> {
    let (mail, mut arrived) = mailbox().await?;
    let company = Company::start(mail).await?;
    let attacker = company.attacker().await?;
    let token = company.signed_in(NEIGHBOUR).await?;
    let origin = format!("http://{}/", company.address);
    let calls = [
        "api/order",
        "api/user/current",
        "api/ticket",
        "api/order/summary",
    ];
    let ask = load::pages(&calls.map(|path| format!("{origin}{path}")), &token);
    let time = Duration::from_secs(options.seconds);
    println!(
        "fairness: the everyday calls of two clients, {} s each",
        options.seconds
    );
    println!(
        "| somebody else's | p99 alone, ms | beside, ms | ratio | slowest link, s |\n|---|---|---|---|---|"
    );
    for (name, at_once, attack) in ATTACKS {
        if options.only.as_ref().is_some_and(|only| only != name) {
            continue;
        }
        let alone = load::run(Arc::clone(&ask), 2, time).await?;
        let mut attacking = JoinSet::new();
        for number in 0..at_once {
            let attacker = attacker.clone();
            attacking.spawn(async move {
                loop {
                    // Refused, cut off or answered: once more.
                    if attack(attacker.clone(), number).await.is_err() {
                        tokio::time::sleep(Duration::from_millis(10)).await;
                    }
                }
            });
        }
        let links = async {
            let mut slowest = Duration::ZERO;
            let until = Instant::now() + time;
            while Instant::now() < until {
                // Somebody else each time: whoever asks for many is told to wait.
                let email = company.merchant(NEIGHBOUR).await?;
                slowest = slowest.max(link(&origin, &email, &mut arrived).await?);
                tokio::time::sleep(Duration::from_millis(1_500)).await;
            }
            anyhow::Ok(slowest)
        };
        let beside = load::run(Arc::clone(&ask), 2, time);
        let (beside, slowest) = tokio::join!(beside, links);
        let (beside, slowest): (Figures, Duration) = (beside?, slowest?);
        attacking.shutdown().await;
        println!(
            "| {name} × {at_once} | {:.1} | {:.1} | {:.1} | {:.2} |",
            alone.p99_ms,
            beside.p99_ms,
            beside.p99_ms / alone.p99_ms,
            slowest.as_secs_f64()
        );
        company.quiet().await?;
    }
    company.database.pool.close().await;
    company.host.stop().await
}

impl Company {
    async fn start(mail: SocketAddr) -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        let open = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(folder.path(), open)?;
        let mut overlay = format!(
            "[plugins.hostile]\nsource = \"{}\"\nenabled = true\n",
            hostile(folder.path())?.display()
        );
        let mut providers = Vec::new();
        for (name, base, below) in [
            ("bigblue", "https://api.bigblue.co", ""),
            ("gorgias", "https://{account}.gorgias.com", "/{account}"),
        ] {
            let mut simulator = Command::new(program::built(&format!("{name}-simulator"))?);
            simulator.args(["--port", "0"]);
            let simulator = Program::start(simulator, "http://").await?;
            let address = &simulator.said;
            overlay += &format!(
                "[plugins.{name}]\nbase_urls = {{ \"{base}\" = \"http://{address}{below}\" }}\nprivate = [\"{address}\"]\n"
            );
            providers.push(simulator);
        }
        let file = folder.path().join("plugins.toml");
        std::fs::write(&file, overlay)?;
        let data = folder.path().join("data");
        let mut command = program::host(&data, &[PathBuf::from("plugins.toml"), file])?;
        command
            .env("COMPTOIR_DEMO", "true")
            .env("COMPTOIR_MAIL__SMTP_URL", format!("smtp://{mail}"))
            .env("COMPTOIR_MAIL__FROM", "Comptoir <portal@comptoir.example>");
        for limit in ["SIGN_INS", "READS", "WRITES", "UPLOADS"] {
            command.env(format!("COMPTOIR_LIMITS__{limit}_PER_MINUTE"), "0");
        }
        let host = Program::start(command, READY).await?;
        let origin: Url = host.said.parse()?;
        let port = origin.port().context("the host says its port")?;
        let config = Config {
            data: data.clone(),
            ..Config::default()
        };
        let providers = <[Program; 2]>::try_from(providers);
        let company = Self {
            database: Database::open(&config, true).await?,
            keys: Keys::load(&config.security, &data)?,
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, port)),
            origin,
            _providers: providers.map_err(|_| anyhow::anyhow!("two providers"))?,
            host,
            _folder: folder,
        };
        company.quiet().await?;
        Ok(company)
    }

    fn db(&self) -> &PgPool {
        &self.database.pool
    }

    /// Waits until nothing is done in the background any more, but for the desks' tickets: their provider allows so few
    /// requests that they trickle in for minutes.
    async fn quiet(&self) -> anyhow::Result<()> {
        let deadline = Instant::now() + Duration::from_secs(300);
        loop {
            let is_quiet: bool = sqlx::query_scalar(
                "select exists (select from tickets)
                    and not exists (select from jobs where status = 'PENDING' and consumer <> 'gorgias')",
            )
            .fetch_one(self.db())
            .await?;
            if is_quiet {
                return Ok(());
            }
            ensure!(
                Instant::now() < deadline,
                "the last attack's jobs still wait"
            );
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }

    async fn organization(&self, name: &str) -> anyhow::Result<Uuid> {
        let id = sqlx::query_scalar("select id from organizations where name = $1");
        Ok(id.bind(name).fetch_one(self.db()).await?)
    }

    /// A new merchant of an organization: their address.
    async fn merchant(&self, organization: &str) -> anyhow::Result<String> {
        let email = format!("{}@bench.example", Uuid::now_v7().simple());
        let user = NewUser {
            email: email.clone(),
            display_name: "Bench".into(),
            role: Role::Customer,
            permissions: vec![
                Permission::ReadOrder,
                Permission::WriteOrder,
                Permission::ReadProject,
            ],
            owner: false,
            locale: Locale::En,
            organizations: vec![self.organization(organization).await?],
            stores: None,
            factories: Vec::new(),
        };
        let mut db = self.db().begin().await?;
        users::add(&mut db, &Author::system("bench"), &user).await?;
        db.commit().await?;
        Ok(email)
    }

    /// The same, signed in: their access token.
    async fn signed_in(&self, organization: &str) -> anyhow::Result<String> {
        let email = self.merchant(organization).await?;
        let origin = Url::parse(&format!("http://{}/", self.address))?;
        session(self.db().begin().await?, &self.origin, &origin, &email).await
    }

    async fn attacker(&self) -> anyhow::Result<Attacker> {
        let store = Uuid::now_v7();
        let mut db = self.db().begin().await?;
        sqlx::query("insert into stores (id, name) values ($1, 'Bench')")
            .bind(store)
            .execute(&mut *db)
            .await?;
        sqlx::query("insert into store_organizations (store_id, organization_id) values ($1, $2)")
            .bind(store)
            .bind(self.organization("Label Aurore").await?)
            .execute(&mut *db)
            .await?;
        let connector = NewConnector {
            store,
            role: ConnectorRole::Fulfillment,
            plugin: "hostile".into(),
            settings: json!({}),
            secrets: Default::default(),
        };
        let (keys, author) = (&self.keys, Author::system("bench"));
        let connector =
            comptoir::stores::connectors::connect_to(&mut db, keys, &author, connector).await?;
        db.commit().await?;
        let token = self.signed_in("Label Aurore").await?;
        let client = Client::builder()
            .local_address(std::net::IpAddr::from(ELSEWHERE))
            .no_gzip()
            .build()?;
        let tickets = client.get(format!("http://{}/api/ticket", self.address));
        let tickets: Value = tickets.bearer_auth(&token).send().await?.json().await?;
        let tickets = tickets["data"].as_array().into_iter().flatten();
        let tickets: Vec<String> = tickets
            .filter_map(|ticket| Some(ticket["id"].as_str()?.to_owned()))
            .collect();
        ensure!(!tickets.is_empty(), "the demo company has no tickets");
        Ok(Attacker {
            host: self.address,
            client,
            token,
            tickets,
            connector,
        })
    }
}

/// The folder of the plugin that does what it is told.
fn hostile(folder: &Path) -> anyhow::Result<PathBuf> {
    let built = program::built("comptoir")?;
    let target = built.ancestors().nth(2).context("a build folder")?;
    let component = target.join("wasm32-wasip2/plugin/hostile_guest.wasm");
    let place = folder.join("hostile");
    std::fs::create_dir_all(&place)?;
    std::fs::copy(&component, place.join("hostile_guest.wasm"))
        .with_context(|| format!("{} is not built", component.display()))?;
    std::fs::write(place.join("plugin.toml"), HOSTILE)?;
    Ok(place)
}

/// Asks for a link to sign in; how long it took until the mail was with the mail server.
async fn link(
    origin: &str,
    email: &str,
    arrived: &mut watch::Receiver<u64>,
) -> anyhow::Result<Duration> {
    arrived.mark_unchanged();
    let asked = Instant::now();
    let body = json!({ "email": email });
    let address = format!("{origin}api/auth/link");
    let answer = Client::new().post(address).json(&body).send().await?;
    answer.error_for_status()?;
    let mail = tokio::time::timeout(Duration::from_secs(60), arrived.changed()).await;
    mail.context("no mail within a minute")??;
    Ok(asked.elapsed())
}

/// A mail server on loopback, and how many mails it took.
async fn mailbox() -> anyhow::Result<(SocketAddr, watch::Receiver<u64>)> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    let address = listener.local_addr()?;
    let (took, arrived) = watch::channel(0);
    let took = Arc::new(took);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let took = Arc::clone(&took);
            tokio::spawn(async move { take_mail(stream, &took).await });
        }
    });
    Ok((address, arrived))
}

async fn take_mail(stream: TcpStream, took: &watch::Sender<u64>) -> std::io::Result<()> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 bench\r\n").await?;
    let mut in_mail = false;
    while let Some(line) = lines.next_line().await? {
        let answer = match (in_mail, line.split(' ').next().unwrap_or_default()) {
            (true, ".") => {
                in_mail = false;
                took.send_modify(|mails| *mails += 1);
                "250 taken"
            }
            (true, _) => continue,
            (false, "DATA") => {
                in_mail = true;
                "354 go on"
            }
            (false, "QUIT") => "221 bye",
            (false, _) => "250 bench",
        };
        write.write_all(format!("{answer}\r\n").as_bytes()).await?;
    }
    Ok(())
}
