//! What all connections share: the folder, the account and the trouble that is on.

use crate::layouts::{self, Content};
use crate::trouble::{Mode, Trouble};
use russh::keys::PublicKey;
use serde::Serialize;
use simulator_kit::Troublemaker;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What a client may call a file until all of it is there.
const TEMPORARY: &str = ".part";

/// Why a call on the folder fails.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    NoSuchFile,
    Denied(String),
    Failure(String),
}

/// A file as the folder lists it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileState {
    /// In the folder.
    pub name: String,
    /// Its length.
    pub bytes: usize,
    /// What it says; none while it has its temporary name.
    #[serde(flatten)]
    pub content: Option<Content>,
}

/// What happened so far and what there is now.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct State {
    /// Clients that were let in.
    pub logins: u64,
    /// By name.
    pub files: Vec<FileState>,
    /// What was refused because of its name or its content, in words, oldest first.
    pub refused: Vec<String>,
    /// What is on.
    pub trouble: Trouble,
}

#[derive(Clone, Debug)]
pub(crate) struct Shared {
    account: Arc<Account>,
    inner: Arc<Mutex<Inner>>,
}

#[derive(Debug)]
pub(crate) struct Account {
    pub user: String,
    pub password: Option<String>,
    pub key: Option<PublicKey>,
}

#[derive(Debug)]
struct Inner {
    files: BTreeMap<String, Vec<u8>>,
    refused: Vec<String>,
    logins: u64,
    trouble: Troublemaker<Trouble>,
}

impl Shared {
    pub(crate) fn new(seed: u64, account: Account) -> Self {
        let inner = Inner {
            files: BTreeMap::new(),
            refused: Vec::new(),
            logins: 0,
            trouble: Troublemaker::new(seed),
        };
        Self {
            account: Arc::new(account),
            inner: Arc::new(Mutex::new(inner)),
        }
    }

    /// Whether a client is let in; `proof` looks at the account's password or key.
    pub(crate) fn log_in(&self, user: &str, proof: impl FnOnce(&Account) -> bool) -> bool {
        let refused = self.strikes(&[Mode::Refuse]).is_some();
        let welcome = !refused && user == self.account.user && proof(&self.account);
        self.lock().logins += u64::from(welcome);
        welcome
    }

    pub(crate) fn set_trouble(&self, trouble: Trouble) -> Result<(), String> {
        self.lock().trouble.set(trouble)
    }

    /// What happens to a call that such trouble can hit.
    pub(crate) fn strikes(&self, modes: &[Mode]) -> Option<Mode> {
        let hit = |trouble: &Trouble| modes.contains(&trouble.mode);
        self.lock().trouble.strike(hit)
    }

    /// How late a slow answer is.
    pub(crate) fn delay(&self) -> Option<Duration> {
        self.strikes(&[Mode::Slow])?;
        Some(self.lock().trouble.pause())
    }

    pub(crate) fn state(&self) -> State {
        let inner = self.lock();
        let files = inner.files.iter().map(|(name, bytes)| FileState {
            name: name.clone(),
            bytes: bytes.len(),
            content: layouts::read(name, bytes).ok(),
        });
        State {
            logins: inner.logins,
            files: files.collect(),
            refused: inner.refused.clone(),
            trouble: inner.trouble.current().clone(),
        }
    }

    /// Names and lengths.
    pub(crate) fn list(&self) -> Vec<(String, usize)> {
        let inner = self.lock();
        let files = inner.files.iter();
        files
            .map(|(name, bytes)| (name.clone(), bytes.len()))
            .collect()
    }

    pub(crate) fn length(&self, name: &str) -> Option<usize> {
        self.lock().files.get(name).map(Vec::len)
    }

    pub(crate) fn file(&self, name: &str) -> Option<Vec<u8>> {
        self.lock().files.get(name).cloned()
    }

    /// Begins a file, empty. `new`: not when there is one of that name.
    pub(crate) fn create(&self, name: &str, new: bool) -> Result<(), Refusal> {
        let mut inner = self.lock();
        if !layouts::knows(name.strip_suffix(TEMPORARY).unwrap_or(name)) {
            let why = format!("{name}: no layout has a file of that name");
            inner.refused.push(why.clone());
            return Err(Refusal::Denied(why));
        }
        if new && inner.files.contains_key(name) {
            return Err(Refusal::Failure(format!("{name}: exists")));
        }
        inner.files.insert(name.into(), Vec::new());
        Ok(())
    }

    pub(crate) fn write(&self, name: &str, offset: u64, data: &[u8]) -> Result<(), Refusal> {
        if self.strikes(&[Mode::Quota]).is_some() {
            return Err(Refusal::Failure("the quota is used up".into()));
        }
        let mut inner = self.lock();
        let file = inner.files.get_mut(name).ok_or(Refusal::NoSuchFile)?;
        let start = usize::try_from(offset)
            .ok()
            .filter(|start| *start <= file.len())
            .ok_or_else(|| Refusal::Failure(format!("{name}: a gap before {offset}")))?;
        let end = start + data.len();
        file.resize(end.max(file.len()), 0);
        file[start..end].copy_from_slice(data);
        Ok(())
    }

    /// A file was written to its end. One under its last name is read by its receiver, and gone when it is broken.
    pub(crate) fn finish(&self, name: &str) -> Result<(), Refusal> {
        if name.ends_with(TEMPORARY) {
            return Ok(());
        }
        let mut inner = self.lock();
        let Some(bytes) = inner.files.get(name) else {
            return Ok(());
        };
        if let Err(why) = layouts::read(name, bytes) {
            inner.files.remove(name);
            inner.refused.push(why.clone());
            return Err(Refusal::Failure(why));
        }
        Ok(())
    }

    pub(crate) fn remove(&self, name: &str) -> Result<(), Refusal> {
        let removed = self.lock().files.remove(name);
        removed.map(|_| ()).ok_or(Refusal::NoSuchFile)
    }

    /// As the protocol wants it, never over another file.
    pub(crate) fn rename(&self, from: &str, to: &str) -> Result<(), Refusal> {
        if self.strikes(&[Mode::RenameDenied]).is_some() {
            return Err(Refusal::Denied(format!("{from}: renaming is not allowed")));
        }
        let mut inner = self.lock();
        let bytes = inner.files.get(from).ok_or(Refusal::NoSuchFile)?;
        if let Err(why) = layouts::read(to, bytes) {
            inner.refused.push(why.clone());
            return Err(Refusal::Failure(why));
        }
        if inner.files.contains_key(to) {
            return Err(Refusal::Failure(format!("{to}: exists")));
        }
        if let Some(bytes) = inner.files.remove(from) {
            inner.files.insert(to.into(), bytes);
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
