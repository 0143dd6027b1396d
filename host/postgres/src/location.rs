//! Where the cluster lies.

use crate::account::Account;
use anyhow::{Context, Result, ensure};
use std::{
    fs,
    hash::{BuildHasher, RandomState},
    io,
    path::{Path, PathBuf},
    time::SystemTime,
};

/// Where clusters go whose account cannot enter the data folder, and copies of programs it cannot
/// reach. Root's, readable by all.
pub(crate) const SHARED: &str = "/var/lib/comptoir";

/// The place of one cluster, decided once and found again.
#[derive(Debug, Clone)]
pub(crate) struct Location {
    /// The data folder of the installation, absolute.
    pub data_dir: PathBuf,
    /// Holds the cluster and, beside it, its lock.
    pub home: PathBuf,
    pub account: Account,
}

impl Location {
    /// `data_dir` itself, unless the account cannot enter it.
    ///
    /// Elsewhere means a new folder with a name of its own below [`SHARED`], recorded in
    /// `<data>/postgres.location`. The record is the only way to it: it moves with the data
    /// folder; gone with the data folder, the next start begins with an empty database. A record
    /// whose folder is gone is made anew as well. The cluster of a lost record is removed when
    /// the data folder gets its next but one: so a data disk that was not mounted at one start
    /// costs nothing.
    pub fn of(data_dir: &Path) -> Result<Self> {
        fs::create_dir_all(data_dir)
            .with_context(|| format!("cannot create the data folder {}", data_dir.display()))?;
        let data_dir = fs::canonicalize(data_dir)?;
        let record = data_dir.join("postgres.location");
        if let Some(home) = fs::read_to_string(&record)
            .ok()
            .map(|text| PathBuf::from(text.trim_end()))
            .filter(|home| home.join("data").is_file())
        {
            fs::write(home.join("data"), data_dir.as_os_str().as_encoded_bytes())?;
            return Ok(Self {
                account: Account::choose(&home.join("postgres"))?,
                home,
                data_dir,
            });
        }
        let inside = data_dir.join("postgres");
        let account = Account::choose(&inside)?;
        if account.can_enter(&data_dir) {
            return Ok(Self {
                home: data_dir.clone(),
                account,
                data_dir,
            });
        }
        ensure!(
            !inside.exists(),
            "{} can no longer enter {}: open it and the folders above it (chmod o+x)",
            account.name,
            data_dir.display()
        );
        remove_lost(&data_dir)?;
        let home =
            Path::new(SHARED).join(format!("{:016x}", RandomState::new().hash_one(&data_dir)));
        fs::create_dir_all(&home).with_context(|| format!("cannot create {}", home.display()))?;
        // Without links in it, as processes are recognised by the path.
        let home = fs::canonicalize(home)?;
        fs::write(home.join("data"), data_dir.as_os_str().as_encoded_bytes())?;
        let half = data_dir.join("postgres.location.new");
        fs::write(&half, home.as_os_str().as_encoded_bytes())?;
        fs::rename(&half, &record)?;
        Ok(Self {
            home,
            account,
            data_dir,
        })
    }

    /// The data folder of PostgreSQL.
    pub fn cluster(&self) -> PathBuf {
        self.home.join("postgres")
    }

    /// The major version that made the data; none when there is no data yet.
    pub fn version(&self) -> Result<Option<u32>> {
        let file = self.cluster().join("PG_VERSION");
        match fs::read_to_string(&file) {
            Ok(text) => Ok(Some(text.trim().parse().with_context(|| {
                format!("{} holds no version number", file.display())
            })?)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(|| format!("cannot read {}", file.display())),
        }
    }
}

/// Removes what earlier records of this data folder named, but for the newest.
fn remove_lost(data_dir: &Path) -> Result<()> {
    let mut lost: Vec<(SystemTime, PathBuf)> = fs::read_dir(SHARED)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|home| {
            fs::read(home.join("data"))
                .is_ok_and(|text| text == data_dir.as_os_str().as_encoded_bytes())
        })
        .filter_map(|home| {
            Some((
                fs::metadata(home.join("data"))
                    .and_then(|file| file.modified())
                    .ok()?,
                home,
            ))
        })
        .collect();
    lost.sort_unstable();
    lost.pop();
    for (_, home) in lost {
        fs::remove_dir_all(&home).with_context(|| format!("cannot remove {}", home.display()))?;
    }
    Ok(())
}
