//! A mail server: as much SMTP (RFC 5321) as it takes to receive mails, without encryption, and with trouble.

use crate::{Troublemaker, reset};
use serde::{Deserialize, Serialize};
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Nothing.
    None,
    /// The connection is reset before a word.
    Reset,
    /// 421 instead of a greeting, and the connection is closed.
    Busy,
    /// 451 to the recipient: nothing is taken.
    Later,
    /// 451 to the whole mail: nothing is taken.
    LaterWhole,
    /// 550 to the recipient: nothing is taken.
    Refused,
    /// 554 to the whole mail: nothing is taken.
    RefusedWhole,
    /// The connection is cut in the middle of the mail: nothing is taken.
    Cut,
    /// The mail is taken, and the connection is cut before the word that says so.
    Lost,
    /// The right answer to the whole mail, late.
    Slow,
}

crate::trouble!(mode: Mode, slow_ms: 500);

/// The running server. Dropping it stops it.
#[derive(Debug)]
pub struct MailServer {
    address: SocketAddr,
    shared: Shared,
    task: JoinHandle<()>,
}

#[derive(Clone, Debug)]
struct Shared(Arc<Mutex<Inner>>);

#[derive(Debug)]
struct Inner {
    /// The mails, oldest first.
    received: Vec<String>,
    trouble: Troublemaker<Trouble>,
}

impl MailServer {
    /// Listens on any free port of 127.0.0.1.
    ///
    /// # Errors
    /// There is none.
    pub async fn start(seed: u64) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let shared = Shared(Arc::new(Mutex::new(Inner {
            received: Vec::new(),
            trouble: Troublemaker::new(seed),
        })));
        let task = tokio::spawn(listen(listener, shared.clone()));
        Ok(Self {
            address,
            shared,
            task,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Every mail that was taken, headers and body with line feeds, oldest first.
    pub fn received(&self) -> Vec<String> {
        self.shared.lock().received.clone()
    }

    /// Switches trouble on, or off with [`Mode::None`].
    ///
    /// # Panics
    /// When the share is not between 0 and 1.
    pub fn trouble(&self, trouble: Trouble) {
        if let Err(message) = self.shared.lock().trouble.set(trouble) {
            panic!("{message}");
        }
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether one of these strikes now, and which.
    fn strikes(&self, modes: &[Mode]) -> Option<Mode> {
        let hit = |trouble: &Trouble| modes.contains(&trouble.mode);
        self.lock().trouble.strike(hit)
    }
}

async fn listen(listener: TcpListener, shared: Shared) {
    loop {
        // Whoever is gone before being welcomed is no reason to stop.
        let Ok((stream, _)) = listener.accept().await else {
            continue;
        };
        match shared.strikes(&[Mode::Reset, Mode::Busy]) {
            Some(Mode::Reset) => reset(stream),
            busy => {
                tokio::spawn(converse(stream, shared.clone(), busy.is_some()));
            }
        }
    }
}

/// Serves one client to its end; an error is a connection that broke.
async fn converse(mut stream: TcpStream, shared: Shared, busy: bool) -> io::Result<()> {
    let (reader, mut writer) = stream.split();
    let mut lines = BufReader::new(reader).lines();
    if busy {
        return writer.write_all(b"421 too many connections\r\n").await;
    }
    writer.write_all(b"220 mail.test\r\n").await?;
    while let Some(line) = lines.next_line().await? {
        let verb = line.split([' ', ':']).next().unwrap_or_default();
        let answer = match verb.to_ascii_uppercase().as_str() {
            "RCPT" => match shared.strikes(&[Mode::Later, Mode::Refused]) {
                Some(Mode::Later) => "451 later",
                Some(_) => "550 no such person",
                None => "250 fine",
            },
            "DATA" => {
                writer.write_all(b"354 go on\r\n").await?;
                let cut = shared.strikes(&[Mode::Cut]).is_some();
                let mut mail = String::new();
                while let Some(line) = lines.next_line().await?.filter(|line| line != ".") {
                    if cut {
                        return Ok(());
                    }
                    mail.push_str(line.strip_prefix('.').unwrap_or(&line));
                    mail.push('\n');
                }
                match taken(&shared, mail).await {
                    Some(answer) => answer,
                    None => return Ok(()),
                }
            }
            "QUIT" => "221 bye",
            _ => "250 fine",
        };
        writer.write_all(format!("{answer}\r\n").as_bytes()).await?;
    }
    Ok(())
}

/// What becomes of a whole mail; none: nothing is said of it.
async fn taken(shared: &Shared, mail: String) -> Option<&'static str> {
    let strike = shared.strikes(&[Mode::LaterWhole, Mode::RefusedWhole, Mode::Lost, Mode::Slow]);
    match strike {
        Some(Mode::LaterWhole) => return Some("451 later"),
        Some(Mode::RefusedWhole) => return Some("554 not wanted"),
        Some(Mode::Slow) => {
            let pause = shared.lock().trouble.pause();
            tokio::time::sleep(pause).await;
        }
        _ => {}
    }
    shared.lock().received.push(mail);
    (strike != Some(Mode::Lost)).then_some("250 taken")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufRead, BufReader, Write};

    /// What the server says to each line of a mail, as far as it speaks.
    fn answers(address: SocketAddr) -> Vec<String> {
        let mut stream = std::net::TcpStream::connect(address).expect("a connection");
        let mut lines = BufReader::new(stream.try_clone().expect("a connection")).lines();
        let mut answers = Vec::new();
        let said = [
            "",
            "EHLO a\r\n",
            "MAIL FROM:<a@a>\r\n",
            "RCPT TO:<b@b>\r\n",
            "DATA\r\n",
            "Hello\r\n..\r\n.\r\n",
        ];
        for words in said {
            if stream.write_all(words.as_bytes()).is_err() {
                break;
            }
            match lines.next() {
                Some(Ok(line)) => answers.push(line),
                _ => break,
            }
        }
        answers
    }

    #[test]
    fn a_mail_is_taken_or_refused_as_told() {
        let (_runtime, server) = crate::testing::start(MailServer::start(1));
        let last = || answers(server.address()).pop().unwrap_or_default();
        for (mode, answer, received) in [
            (Mode::None, "250 taken", 1),
            (Mode::Reset, "", 1),
            (Mode::Busy, "421 too many connections", 1),
            (Mode::LaterWhole, "451 later", 1),
            (Mode::RefusedWhole, "554 not wanted", 1),
            (Mode::Cut, "354 go on", 1),
            (Mode::Lost, "354 go on", 2),
            (Mode::Slow, "250 taken", 3),
        ] {
            server.trouble(Trouble::times(mode, 1));
            assert_eq!(last(), answer, "{mode:?}");
            assert_eq!(server.received().len(), received, "{mode:?}");
        }
        for (mode, answer) in [
            (Mode::Later, "451 later"),
            (Mode::Refused, "550 no such person"),
        ] {
            server.trouble(Trouble::times(mode, 1));
            assert_eq!(answers(server.address())[3], answer);
        }
        assert_eq!(server.received()[0], "Hello\n.\n");
    }
}
