//! Who gets the reports.

use std::collections::BTreeMap;
use std::io::Write;

use mail_parser::{MessageParser, MimeHeaders};
use phonographic_simulator::{Mode, Simulator, SimulatorConfig, Trouble, layouts};
use rand::RngExt;
use rand::rngs::StdRng;
use simulator_kit::mail::{self, MailServer};

use crate::host::Installation;

/// A way for reports, with its bad days.
pub trait Receiver: Sized {
    /// Whether a file that may be there already is sent once more only when a person says that it replaces that one.
    const REPLACES: bool;

    async fn start() -> Self;

    /// The operator's channels by name; `charts` is the way here.
    fn channels(&self) -> toml::Table;

    /// The installation, able to reach it.
    fn reached_from(&self, installation: Installation) -> Installation {
        installation
    }

    /// Makes some trouble for a while, or none.
    fn trouble(&self, rng: &mut StdRng);

    /// Ends all trouble.
    fn calm(&self);

    /// The units in each file by its name, each file once.
    fn received(&self) -> BTreeMap<String, i64>;
}

/// A folder on an SFTP server.
pub struct Folder {
    server: Simulator,
    password: tempfile::NamedTempFile,
}

impl Folder {
    /// The way here, by somebody who knows the server by this key.
    fn channel(&self, host_key: &str) -> toml::Value {
        let mut channel = toml::toml! {
            kind = "sftp"
            host = "127.0.0.1"
            user = "charts"
        };
        let port = self.server.address().port();
        channel.insert("port".into(), i64::from(port).into());
        channel.insert("host_key".into(), host_key.into());
        let file = self.password.path().display().to_string();
        let password = toml::Table::from_iter([("file".to_owned(), file.into())]);
        channel.insert("password".into(), password.into());
        channel.into()
    }
}

impl Receiver for Folder {
    const REPLACES: bool = true;

    async fn start() -> Self {
        let server = Simulator::start(SimulatorConfig::default()).await;
        let mut password = tempfile::NamedTempFile::new().expect("a file");
        password.write_all(b"demo-password").expect("its text");
        Self {
            server: server.expect("a simulator"),
            password,
        }
    }

    /// The other one knows a stranger's key.
    fn channels(&self) -> toml::Table {
        let stranger = "SHA256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
        let keys = [
            ("charts", self.server.fingerprint()),
            ("stranger", stranger.to_owned()),
        ];
        let channels = keys.map(|(name, key)| (name.to_owned(), self.channel(&key)));
        channels.into_iter().collect()
    }

    fn trouble(&self, rng: &mut StdRng) {
        let modes = [
            Mode::None,
            Mode::Reset,
            Mode::Refuse,
            Mode::Slow,
            Mode::Quota,
            Mode::RenameDenied,
        ];
        let mode = modes[rng.random_range(0..modes.len())];
        self.server.trouble(Trouble::drawn(mode, rng));
    }

    fn calm(&self) {
        self.server.trouble(Trouble::of(Mode::None));
    }

    fn received(&self) -> BTreeMap<String, i64> {
        let state = self.server.state();
        assert_eq!(state.refused, Vec::<String>::new());
        let units = state.files.into_iter().map(|file| {
            let content = file.content;
            let content = content.unwrap_or_else(|| panic!("{} is not whole", file.name));
            (file.name, content.units)
        });
        units.collect()
    }
}

/// A mailbox.
pub struct Mailbox {
    server: MailServer,
}

impl Mailbox {
    /// Refuses the next mails.
    pub fn refuse(&self, mails: u32) {
        let refused = mail::Trouble::times(mail::Mode::Refused, mails);
        self.server.trouble(refused);
    }

    /// How many mails came, those not counted that came twice.
    pub fn mails(&self) -> usize {
        let received = self.server.received();
        let ids = received.iter().map(|mail| read(mail).0);
        ids.collect::<std::collections::BTreeSet<_>>().len()
    }
}

/// A mail's id, which is the same when it comes twice, with the name and the content of its file.
fn read(mail: &str) -> (String, String, Vec<u8>) {
    let mail = MessageParser::default().parse(mail).expect("a mail");
    assert_eq!(mail.attachment_count(), 1);
    let file = mail.attachment(0).expect("a file");
    (
        mail.message_id().expect("its id").to_owned(),
        file.attachment_name().expect("its name").to_owned(),
        file.contents().to_vec(),
    )
}

impl Receiver for Mailbox {
    const REPLACES: bool = false;

    async fn start() -> Self {
        let server = MailServer::start(1).await.expect("a mail server");
        Self { server }
    }

    fn channels(&self) -> toml::Table {
        toml::toml! {
            [charts]
            kind = "mail"
            to = ["charts@example.test"]
        }
    }

    fn reached_from(&self, installation: Installation) -> Installation {
        installation.mailing(self.server.address())
    }

    fn trouble(&self, rng: &mut StdRng) {
        use mail::Mode;
        let modes = [
            Mode::None,
            Mode::Reset,
            Mode::Busy,
            Mode::Later,
            Mode::LaterWhole,
            Mode::Refused,
            Mode::RefusedWhole,
            Mode::Cut,
            Mode::Lost,
            Mode::Slow,
        ];
        let mode = modes[rng.random_range(0..modes.len())];
        self.server.trouble(mail::Trouble::drawn(mode, rng));
    }

    fn calm(&self) {
        self.server.trouble(mail::Trouble::of(mail::Mode::None));
    }

    /// A mail whose taking was never heard of comes again as the same one; no file comes with two.
    fn received(&self) -> BTreeMap<String, i64> {
        let mut mails = BTreeMap::new();
        for (id, name, content) in self.server.received().iter().map(|mail| read(mail)) {
            let known = mails
                .entry(name.clone())
                .or_insert((id.clone(), content.clone()));
            assert_eq!(
                (&known.0, &known.1),
                (&id, &content),
                "{name} came as another"
            );
        }
        let units = mails.into_iter().map(|(name, (_, content))| {
            let content = layouts::read(&name, &content);
            (name, content.expect("a good file").units)
        });
        units.collect()
    }
}
