//! The account PostgreSQL runs under.

use anyhow::{Result, ensure};
use nix::unistd::{User, geteuid};
use std::{
    ffi::OsStr,
    fs::{self, DirBuilder},
    io,
    os::unix::{
        fs::{DirBuilderExt, MetadataExt, chown},
        process::CommandExt,
    },
    path::Path,
    process::{Command, Stdio},
};

/// Ours, or, when we are root, an unprivileged one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Account {
    pub name: String,
    pub uid: u32,
    gid: u32,
    /// Whether a process must change to it.
    foreign: bool,
}

impl Account {
    /// The account for the data in `existing` (if it exists): its owner, as far as we may choose.
    pub fn choose(existing: &Path) -> Result<Self> {
        let me = geteuid();
        let owner = fs::metadata(existing).ok().map(|found| found.uid());
        if !me.is_root() {
            ensure!(
                owner.is_none_or(|uid| uid == me.as_raw()),
                "{} belongs to {}: start Comptoir as that user or as root",
                existing.display(),
                name_of(owner.unwrap_or(0))
            );
            let gid = nix::unistd::getegid().as_raw();
            return Ok(Self {
                name: name_of(me.as_raw()),
                uid: me.as_raw(),
                gid,
                foreign: false,
            });
        }
        ensure!(
            owner != Some(0),
            "{} belongs to root, as whom PostgreSQL refuses to run: give it to another user (chown -R)",
            existing.display()
        );
        let user = match owner {
            Some(uid) => User::from_uid(uid.into())?,
            None => User::from_name("postgres")?.or(User::from_name("nobody")?),
        };
        let Some(user) = user else {
            anyhow::bail!(
                "PostgreSQL refuses to run as root and there is no other account for it: create a user named postgres"
            );
        };
        Ok(Self {
            name: user.name,
            uid: user.uid.as_raw(),
            gid: user.gid.as_raw(),
            foreign: true,
        })
    }

    /// A command that runs as this account: an own process group (Ctrl-C in the terminal is not for
    /// it), nothing of our environment, no groups but the account's own (std drops the
    /// supplementary ones with the user).
    pub fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command
            .env_clear()
            .env("LC_ALL", "C.UTF-8")
            .env("PATH", "/usr/local/bin:/usr/bin:/bin")
            .current_dir("/")
            .stdin(Stdio::null())
            .process_group(0);
        if self.foreign {
            command.uid(self.uid).gid(self.gid);
        }
        command
    }

    /// Whether this account can enter (a folder) or run (a program) `path`. The kernel is asked, so
    /// every rule it has counts.
    pub fn can_enter(&self, path: &Path) -> bool {
        !self.foreign
            || self
                .command("test")
                .arg("-x")
                .arg(path)
                .stderr(Stdio::null())
                .status()
                .is_ok_and(|status| status.success())
    }

    /// A folder of mode 0700 that belongs to this account; one that is there must be like that
    /// already.
    pub fn private_folder(&self, path: &Path) -> Result<()> {
        match DirBuilder::new().mode(0o700).create(path) {
            Ok(()) if self.foreign => chown(path, Some(self.uid), Some(self.gid))?,
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let found = fs::symlink_metadata(path)?;
                let private =
                    found.is_dir() && found.uid() == self.uid && found.mode() & 0o077 == 0;
                ensure!(
                    private,
                    "{} is not a private folder of {}: remove it",
                    path.display(),
                    self.name
                );
            }
            Err(error) => {
                return Err(
                    anyhow::Error::new(error).context(format!("cannot create {}", path.display()))
                );
            }
        }
        Ok(())
    }
}

fn name_of(uid: u32) -> String {
    User::from_uid(uid.into())
        .ok()
        .flatten()
        .map_or_else(|| format!("user {uid}"), |user| user.name)
}
