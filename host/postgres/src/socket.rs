//! The folder of the server's Unix socket.

use crate::account::Account;
use anyhow::{Context, Result};
use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
};

/// The file PostgreSQL names after its (default) port.
pub(crate) const SOCKET: &str = ".s.PGSQL.5432";

/// An own short folder below `/tmp`, as the address of a socket has 107 bytes at most and data
/// folders can be deep. Not `TMPDIR` or the session's runtime folder: those differ between a
/// service and a shell, are long or end with the login.
pub(crate) fn folder_of(cluster: &Path) -> PathBuf {
    let mut hash = DefaultHasher::new();
    cluster.hash(&mut hash);
    PathBuf::from(format!("/tmp/comptoir-{:016x}", hash.finish()))
}

/// Creates it, without the files of a server that was killed: their lock would count if its number
/// is another program's now.
pub(crate) fn prepare(folder: &Path, account: &Account) -> Result<()> {
    account.private_folder(folder)?;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
    }
    Ok(())
}
