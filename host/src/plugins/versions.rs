//! The versions of each plugin that this host keeps: `<data>/plugins/<id>/<digest>/`. What runs is always a kept copy, so
//! that a rebuild of the source disturbs nothing on its way, an open page still finds its scripts, and the version before
//! is there to go back to.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

use anyhow::Context;
use chrono::{DateTime, Utc};
use comptoir_sandbox::Manifest;
use sha2::{Digest, Sha256};

use super::archive::Signer;
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

    /// Copies a plugin's manifest, component, remote and locales, unless this very content is kept already, notes who
    /// answers for it now, and gives the copy's manifest with its digest.
    pub fn keep(&self, manifest: &Manifest, signer: &Signer) -> anyhow::Result<(Manifest, String)> {
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
            let copied = making.keep();
            // Another host on the same folder may have been faster: its copy is the same.
            if fs::rename(&copied, &kept).is_err() {
                fs::remove_dir_all(&copied)?;
            }
        }
        fs::write(kept.join(SIGNER), signer.as_text())?;
        Ok((Manifest::read(&kept.join(MANIFEST))?, digest))
    }

    /// A kept version's manifest.
    pub fn manifest(&self, id: &str, digest: &str) -> anyhow::Result<Manifest> {
        let file = self.place(id, digest).join(MANIFEST);
        anyhow::ensure!(file.exists(), "version {digest} is not kept on this host");
        Ok(Manifest::read(&file)?)
    }

    /// Who answers for a kept version; none: it was kept before that was noted.
    pub fn signer(&self, id: &str, digest: &str) -> Option<Signer> {
        let noted = fs::read_to_string(self.place(id, digest).join(SIGNER)).ok()?;
        Some(Signer::from_text(&noted))
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
        self.ran(id).into_iter().next()
    }

    /// The versions that ran, the latest first: they were approved. Noted beside the versions, as what lies in one of them
    /// its author says.
    fn ran(&self, id: &str) -> Vec<String> {
        let text = fs::read_to_string(self.folder.join(id).join(ACTIVE)).unwrap_or_default();
        text.split_whitespace().map(str::to_owned).collect()
    }

    /// Remembers which version runs, and lets go of the oldest beyond [`KEPT`].
    pub fn activate(&self, id: &str, digest: &str) -> anyhow::Result<()> {
        let folder = self.folder.join(id);
        let making = tempfile::NamedTempFile::new_in(&folder)?;
        let before = self.ran(id).into_iter().filter(|ran| ran != digest);
        let ran: Vec<String> = [digest.to_owned()].into_iter().chain(before).collect();
        fs::write(making.path(), ran[..ran.len().min(KEPT)].join("\n"))?;
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

    /// The folder of a kept version's remote, once that version ran.
    pub fn web(&self, id: &str, digest: &str) -> Option<PathBuf> {
        let plain = |name: &str| !name.is_empty() && !name.contains(['/', '\\']) && name != "..";
        if !plain(id) || !self.ran(id).iter().any(|ran| ran == digest) {
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
/// Beside a kept manifest; no part of a plugin is called that.
const SIGNER: &str = ".signer";
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

/// `<version>-<SHA-256 of every file, with its path>`
fn digest(manifest: &Manifest) -> anyhow::Result<String> {
    let mut files = BTreeSet::new();
    for part in parts(manifest)? {
        list(&manifest.folder.join(part), &mut files)?;
    }
    let mut hash = Sha256::new();
    for file in files {
        let content = fs::read(&file).with_context(|| {
            let is_component = file == manifest.component_path();
            let what = if is_component { "the component" } else { "it" };
            format!("{}: {what} cannot be read", file.display())
        })?;
        let name = file.strip_prefix(&manifest.folder).unwrap_or(&file);
        for part in [name.as_os_str().as_encoded_bytes(), &content] {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        }
    }
    let hash = hex::encode(hash.finalize());
    Ok(format!("{}-{hash}", manifest.version))
}

/// A file, or all that lie in a folder.
fn list(place: &Path, into: &mut BTreeSet<PathBuf>) -> anyhow::Result<()> {
    if !place.is_dir() {
        into.insert(place.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(place).with_context(|| place.display().to_string())? {
        list(&entry?.path(), into)?;
    }
    Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A plugin's folder and where its versions are kept.
    struct Shelf {
        folder: tempfile::TempDir,
        versions: Versions,
        seconds: std::cell::Cell<u64>,
    }

    impl Shelf {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let versions = Versions::new(&folder.path().join("data"));
            let seconds = std::cell::Cell::new(0);
            let shelf = Self {
                folder,
                versions,
                seconds,
            };
            shelf.write("locales/fr.json", "{}");
            shelf.write("web/assets/a.js", "let a;");
            shelf
        }

        fn write(&self, name: &str, content: &str) {
            let file = self.folder.path().join("acme").join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, content).unwrap();
        }

        fn manifest(&self, version: &str, more: &str) -> Manifest {
            let text = format!(
                "id = \"acme\"\nname = \"Acme\"\nversion = \"{version}\"\napi = \"1.0\"\nroles = []\n{more}"
            );
            self.write(MANIFEST, &text);
            Manifest::read(&self.folder.path().join("acme").join(MANIFEST)).unwrap()
        }

        /// Keeps what lies there, a second after what was kept before.
        fn keep(&self, version: &str) -> (Manifest, String) {
            let (kept, digest) = self
                .versions
                .keep(&self.manifest(version, WHOLE), &Signer::Folder)
                .unwrap();
            let seconds = self.seconds.get() + 1;
            self.seconds.set(seconds);
            let at = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(seconds);
            let folder = fs::File::open(&kept.folder).unwrap();
            folder.set_modified(at).unwrap();
            (kept, digest)
        }

        /// Keeps what lies there, whose component says `content`, and has it run.
        fn run(&self, version: &str, content: &str) -> String {
            self.write("acme.wasm", content);
            self.write("web/mf-manifest.json", &format!("\"{content}\""));
            let (kept, digest) = self.keep(version);
            assert_eq!(fs::read_to_string(kept.component_path()).unwrap(), content);
            self.versions.activate("acme", &digest).unwrap();
            digest
        }

        fn kept(&self) -> Vec<String> {
            let kept = self.versions.versions("acme").into_iter();
            kept.map(|version| version.digest).collect()
        }
    }

    const WHOLE: &str = "component = \"acme.wasm\"\n[web]\npath = \"web\"\nkit = \"1\"\n";

    #[test]
    fn the_same_content_is_kept_once_and_every_part_of_it_counts() {
        let shelf = Shelf::new();
        let first = shelf.run("1.0.0", "one");
        assert!(first.starts_with("1.0.0-"), "{first}");
        assert_eq!(shelf.run("1.0.0", "one"), first);
        assert_eq!(shelf.kept(), [first.as_str()]);
        let mut digests = vec![first];
        for (file, content) in [
            ("locales/fr.json", "{\"a\": 1}"),
            ("locales/en.json", "{}"),
            ("web/mf-manifest.json", "\"other\""),
            ("web/assets/a.js", "let b;"),
            ("web/assets/b.js", "let a;"),
            ("acme.wasm", "two"),
        ] {
            shelf.write(file, content);
            let (_, digest) = shelf
                .versions
                .keep(&shelf.manifest("1.0.0", WHOLE), &Signer::Folder)
                .unwrap();
            assert!(!digests.contains(&digest), "{file}");
            digests.push(digest);
        }
        // The kept copies are whole: what becomes of the source is not theirs.
        fs::remove_dir_all(shelf.folder.path().join("acme")).unwrap();
        for digest in &digests {
            let script = shelf.versions.place("acme", digest).join("web/assets/a.js");
            assert!(fs::read_to_string(script).is_ok());
        }
    }

    #[test]
    fn the_oldest_versions_go_and_never_the_one_that_runs() {
        let shelf = Shelf::new();
        let first = shelf.run("1.0.0", "0");
        let mut digests: Vec<String> = (1..KEPT)
            .map(|n| shelf.run(&format!("1.{n}.0"), &n.to_string()))
            .collect();
        assert_eq!(shelf.kept().len(), KEPT);
        // Gone back to, the oldest one runs: the next oldest makes room.
        shelf.versions.activate("acme", &first).unwrap();
        digests.push(shelf.keep("2.0.0").1);
        shelf.versions.activate("acme", &first).unwrap();
        let mut kept = shelf.kept();
        assert_eq!(kept.len(), KEPT);
        assert!(kept.contains(&first) && kept.contains(digests.last().unwrap()));
        assert!(!kept.contains(&digests[0]), "the oldest of the others");
        assert_eq!(shelf.versions.active("acme"), Some(first.clone()));
        // What does not load is let go of, but for what ran last.
        shelf.versions.discard("acme", digests.last().unwrap());
        shelf.versions.discard("acme", &first);
        kept.retain(|digest| digest != digests.last().unwrap());
        let left = shelf.kept();
        assert_eq!(left.len(), kept.len());
        assert!(left.contains(&first), "{left:?}");
        let gone = shelf.versions.manifest("acme", digests.last().unwrap());
        assert!(gone.unwrap_err().to_string().contains("is not kept"));
        assert_eq!(shelf.versions.active("stranger"), None);
        assert!(shelf.versions.versions("stranger").is_empty());
    }

    #[test]
    fn no_name_leads_to_another_folder_than_a_kept_remote() {
        let shelf = Shelf::new();
        let digest = shelf.run("1.0.0", "one");
        assert!(shelf.versions.web("acme", &digest).is_some());
        shelf.write("acme.wasm", "two");
        let waiting = shelf.keep("1.1.0").1;
        assert_eq!(shelf.versions.web("acme", &waiting), None, "it never ran");
        for (id, digest) in [
            ("acme", ""),
            ("acme", "active"),
            ("acme", ".."),
            ("acme", "../acme"),
            ("..", &*digest),
            ("", &digest),
            ("acme/..", &digest),
            ("stranger", &digest),
            ("acme\\..", &digest),
        ] {
            let web = shelf.versions.web(id, digest);
            assert_eq!(web, None, "{id} {digest}");
        }
        let bare = shelf.manifest("1.0.1", "component = \"acme.wasm\"\n");
        let (_, bare) = shelf.versions.keep(&bare, &Signer::Folder).unwrap();
        shelf.versions.activate("acme", &bare).unwrap();
        assert_eq!(shelf.versions.web("acme", &bare), None, "it brings none");
    }

    #[test]
    fn nothing_is_kept_of_what_lies_outside_the_plugins_folder_or_is_not_there() {
        let shelf = Shelf::new();
        shelf.write("acme.wasm", "one");
        fs::write(shelf.folder.path().join("secret.wasm"), "secret").unwrap();
        let absolute = shelf.folder.path().join("secret.wasm");
        for (component, reason) in [
            ("../secret.wasm".to_owned(), "outside"),
            (absolute.display().to_string(), "outside"),
            ("gone.wasm".to_owned(), "cannot be read"),
        ] {
            let manifest = shelf.manifest("1.0.0", &format!("component = \"{component}\"\n"));
            let refused = format!(
                "{:#}",
                shelf.versions.keep(&manifest, &Signer::Folder).unwrap_err()
            );
            assert!(refused.contains(reason), "{component}: {refused}");
        }
        assert_eq!(shelf.kept(), [""; 0]);
    }

    #[test]
    fn a_change_of_any_named_file_is_seen_and_one_that_was_not_there_too() {
        let shelf = Shelf::new();
        shelf.run("1.0.0", "one");
        let manifest = shelf.folder.path().join("acme").join(MANIFEST);
        let mut before = stamp(&manifest);
        assert_eq!(stamp(&manifest), before, "nothing changed");
        for (file, content) in [
            ("acme.wasm", "longer"),
            ("locales/fr.json", "{\"longer\": 1}"),
            ("locales/en.json", "{}"),
            ("web/mf-manifest.json", "\"much longer\""),
        ] {
            shelf.write(file, content);
            let now = stamp(&manifest);
            assert_ne!(now, before, "{file}");
            before = now;
        }
        fs::remove_file(shelf.folder.path().join("acme/acme.wasm")).unwrap();
        assert_ne!(stamp(&manifest), before);
        fs::remove_file(&manifest).unwrap();
        assert_eq!(stamp(&manifest), [(manifest.clone(), None)]);
    }
}
