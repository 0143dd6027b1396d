//! What changes in a plugin's folder, what builds write left aside.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

/// What is made from the rest, wherever it lies.
const GENERATED: [&str; 8] = [
    "dist",
    "target",
    "node_modules",
    "typings",
    "__pycache__",
    "data",
    "Cargo.lock",
    "package-lock.json",
];
/// An editor saves in several steps.
const SETTLES: Duration = Duration::from_millis(150);

/// When each file was written, and its length.
type Files = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

/// See the module.
pub(super) struct Watch {
    folder: PathBuf,
    watcher: RecommendedWatcher,
    events: UnboundedReceiver<()>,
    /// Something happened since the last look.
    stirred: bool,
    watched: BTreeSet<PathBuf>,
    files: Files,
}

impl Watch {
    /// Watches a folder from now on.
    pub(super) fn of(folder: PathBuf) -> anyhow::Result<Self> {
        let (tell, events) = unbounded_channel();
        let watcher = notify::recommended_watcher(move |_| {
            // Nobody listens any more at the end.
            let _ = tell.send(());
        })?;
        let mut watch = Self {
            folder,
            watcher,
            events,
            stirred: false,
            watched: BTreeSet::new(),
            files: Files::new(),
        };
        watch.look()?;
        Ok(watch)
    }

    /// Waits until files are other ones than at the last look; their paths below the folder. To be dropped at any time.
    pub(super) async fn changed(&mut self) -> anyhow::Result<Vec<PathBuf>> {
        loop {
            if !self.stirred {
                self.events.recv().await;
                self.stirred = true;
            }
            // A build reads and writes much beside them: what counts is how the files are now.
            tokio::time::sleep(SETTLES).await;
            while self.events.try_recv().is_ok() {}
            let changed = self.look()?;
            self.stirred = false;
            if !changed.is_empty() {
                return Ok(changed);
            }
        }
    }

    /// Which files are new, changed or gone since the last look. New folders are watched too.
    fn look(&mut self) -> anyhow::Result<Vec<PathBuf>> {
        let (mut files, mut folders) = (Files::new(), BTreeSet::new());
        walk(&self.folder, Path::new(""), &mut files, &mut folders);
        for folder in folders.difference(&self.watched) {
            self.watcher
                .watch(&self.folder.join(folder), RecursiveMode::NonRecursive)?;
        }
        self.watched = folders;
        let now = files
            .iter()
            .filter(|(file, state)| self.files.get(*file) != Some(*state));
        let gone = self.files.keys().filter(|file| !files.contains_key(*file));
        let changed = now.map(|(file, _)| file).chain(gone).cloned().collect();
        self.files = files;
        Ok(changed)
    }
}

fn walk(root: &Path, below: &Path, files: &mut Files, folders: &mut BTreeSet<PathBuf>) {
    // What goes while one looks is gone.
    let Ok(entries) = std::fs::read_dir(root.join(below)) else {
        return;
    };
    folders.insert(below.to_owned());
    for entry in entries.flatten() {
        let name = entry.file_name();
        let text = name.to_string_lossy();
        let is_generated = GENERATED.contains(&&*text)
            || text.starts_with('.')
            || text.ends_with(".jsonl")
            || text.contains(".tar.gz");
        let Ok(kind) = entry.file_type() else {
            continue;
        };
        if is_generated || kind.is_symlink() {
            continue;
        }
        let path = below.join(&name);
        match entry.metadata() {
            Ok(_) if kind.is_dir() => walk(root, &path, files, folders),
            Ok(state) => drop(files.insert(path, (state.modified().ok(), state.len()))),
            Err(_) => {}
        }
    }
}
