//! The versions of each plugin that this host keeps: `<data>/plugins/<id>/<digest>/`. What runs is always a kept copy, so
//! that a rebuild of the source disturbs nothing on its way, an open page still finds its scripts, and the version before
//! is there to go back to.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

use anyhow::Context;
use chrono::{DateTime, Utc};
use comptoir_sandbox::Manifest;
use sha2::{Digest, Sha256};

use super::model::ENTRY;

/// Versions kept of one plugin, the running one included.
const KEPT: usize = 5;

/// One kept version.
#[derive(Debug, Clone)]
pub struct Version {
    pub digest: String,
    pub version: String,
    pub kept_at: DateTime<Utc>,
}

/// Where versions are kept.
#[derive(Debug, Clone, Default)]
pub struct Versions {
    folder: PathBuf,
}

impl Versions {
    pub fn new(data: &Path) -> Self {
        Self {
            folder: data.join("plugins"),
        }
    }

    /// Copies a plugin's manifest, component, remote and locales, unless this very content is kept already, and gives the
    /// copy's manifest with its digest.
    pub fn keep(&self, manifest: &Manifest) -> anyhow::Result<(Manifest, String)> {
        let digest = digest(manifest)?;
        let kept = self.place(&manifest.id, &digest);
        if !kept.join(MANIFEST).exists() {
            let parent = kept.parent().context("a version has a folder")?;
            fs::create_dir_all(parent)?;
            let making = tempfile::tempdir_in(parent)?;
            for part in parts(manifest)? {
                copy(&manifest.folder.join(&part), &making.path().join(&part))
                    .with_context(|| part.display().to_string())?;
            }
            let made = making.keep();
            // Another host on the same folder may have been faster: its copy is the same.
            if fs::rename(&made, &kept).is_err() {
                fs::remove_dir_all(&made)?;
            }
        }
        Ok((Manifest::read(&kept.join(MANIFEST))?, digest))
    }

    /// A kept version's manifest.
    pub fn manifest(&self, id: &str, digest: &str) -> anyhow::Result<Manifest> {
        let file = self.place(id, digest).join(MANIFEST);
        anyhow::ensure!(file.exists(), "version {digest} is not kept on this host");
        Ok(Manifest::read(&file)?)
    }

    /// The kept versions of a plugin, the latest kept first.
    pub fn versions(&self, id: &str) -> Vec<Version> {
        let entries = fs::read_dir(self.folder.join(id)).into_iter().flatten();
        let mut versions: Vec<Version> = entries
            .filter_map(|entry| {
                let entry = entry.ok()?;
                let digest = entry.file_name().into_string().ok()?;
                let manifest = Manifest::read(&entry.path().join(MANIFEST)).ok()?;
                let kept_at = entry.metadata().and_then(|data| data.modified()).ok()?;
                Some(Version {
                    digest,
                    version: manifest.version,
                    kept_at: kept_at.into(),
                })
            })
            .collect();
        versions.sort_by_key(|version| std::cmp::Reverse(version.kept_at));
        versions
    }

    /// The version that ran last.
    pub fn active(&self, id: &str) -> Option<String> {
        let text = fs::read_to_string(self.folder.join(id).join(ACTIVE)).ok()?;
        Some(text.trim().to_owned())
    }

    /// Remembers which version runs, and lets go of the oldest beyond [`KEPT`].
    pub fn activate(&self, id: &str, digest: &str) -> anyhow::Result<()> {
        let folder = self.folder.join(id);
        let making = tempfile::NamedTempFile::new_in(&folder)?;
        fs::write(making.path(), digest)?;
        making.persist(folder.join(ACTIVE))?;
        let others = self.versions(id).into_iter();
        for old in others
            .filter(|version| version.digest != digest)
            .skip(KEPT - 1)
        {
            fs::remove_dir_all(self.place(id, &old.digest))?;
        }
        Ok(())
    }

    /// Lets go of a version that does not load, unless it is the one that ran last.
    pub fn discard(&self, id: &str, digest: &str) {
        if self.active(id).as_deref() != Some(digest) {
            // What stays is a folder that the next versions push out.
            fs::remove_dir_all(self.place(id, digest)).unwrap_or_default();
        }
    }

    /// The folder of a kept version's remote.
    pub fn web(&self, id: &str, digest: &str) -> Option<PathBuf> {
        let plain = |name: &str| !name.is_empty() && !name.contains(['/', '\\']) && name != "..";
        if !plain(id) || !plain(digest) {
            return None;
        }
        let manifest = self.manifest(id, digest).ok()?;
        Some(manifest.folder.join(manifest.web?.path))
    }

    fn place(&self, id: &str, digest: &str) -> PathBuf {
        self.folder.join(id).join(digest)
    }
}

/// A plugin's manifest in its folder.
pub const MANIFEST: &str = "plugin.toml";
const ACTIVE: &str = "active";
const LOCALES: &str = "locales";

/// What makes up a plugin, relative to its manifest.
pub fn parts(manifest: &Manifest) -> anyhow::Result<Vec<PathBuf>> {
    let mut parts = vec![PathBuf::from(MANIFEST), manifest.component.clone()];
    parts.extend(manifest.web.as_ref().map(|web| web.path.clone()));
    parts.push(LOCALES.into());
    for part in &parts {
        let inside = part
            .components()
            .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        anyhow::ensure!(
            inside,
            "{} lies outside the plugin's folder",
            part.display()
        );
    }
    // A remote that is not built yet, or no locales: a plugin may do without.
    parts.retain(|part| *part == manifest.component || manifest.folder.join(part).exists());
    Ok(parts)
}

/// `<version>-<first 12 digits of the content's SHA-256>`
fn digest(manifest: &Manifest) -> anyhow::Result<String> {
    let mut hash = Sha256::new();
    for file in named(manifest) {
        if let Ok(content) = fs::read(&file) {
            hash.update(content);
        } else if file == manifest.component_path() {
            anyhow::bail!("{}: the component cannot be read", file.display());
        }
    }
    let hash = hex::encode(hash.finalize());
    Ok(format!("{}-{}", manifest.version, &hash[..12]))
}

/// The files whose contents name all others: the remote's entry holds the hashes of its scripts.
fn named(manifest: &Manifest) -> Vec<PathBuf> {
    let mut files = vec![manifest.folder.join(MANIFEST), manifest.component_path()];
    if let Some(web) = &manifest.web {
        files.push(manifest.folder.join(&web.path).join(ENTRY));
    }
    let locales = fs::read_dir(manifest.folder.join(LOCALES))
        .into_iter()
        .flatten();
    let mut locales: Vec<PathBuf> = locales
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    locales.sort();
    files.extend(locales);
    files
}

/// When and how large each of a plugin's files is: differs as soon as one of them changes. Files that are not there count
/// too.
pub fn stamp(manifest: &Path) -> Vec<(PathBuf, Option<(SystemTime, u64)>)> {
    let mut files = vec![manifest.to_owned()];
    if let Ok(read) = Manifest::read(manifest) {
        files.extend(named(&read));
    }
    files.into_iter().map(stamped).collect()
}

/// The same of one file.
pub fn stamped(file: PathBuf) -> (PathBuf, Option<(SystemTime, u64)>) {
    let data = fs::metadata(&file).ok();
    let seen = data.and_then(|data| Some((data.modified().ok()?, data.len())));
    (file, seen)
}

/// A file, or a folder with all it holds.
fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent)?;
    }
    if !from.is_dir() {
        return fs::copy(from, to).map(drop);
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        copy(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}
