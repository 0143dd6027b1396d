//! Components in JavaScript and Python, built by the commands of the examples' READMEs.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The examples for authors.
pub fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../plugin-sdk/examples")
}

/// An example's files, and how they become `dist/acme.wasm`.
pub struct Sources {
    pub language: &'static str,
    commands: &'static str,
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl Sources {
    pub fn javascript() -> Self {
        let commands =
            "npm install --no-audit --no-fund --loglevel=error && npm run --silent build";
        Self::of("javascript", commands)
    }

    pub fn python() -> Self {
        let commands = "python3 -m venv .venv && . .venv/bin/activate \
            && pip install --quiet --disable-pip-version-check -r requirements.txt && sh build.sh";
        Self::of("python", commands)
    }

    fn of(language: &'static str, commands: &'static str) -> Self {
        let mut files = BTreeMap::new();
        gather(&examples().join(language), Path::new(""), &mut files);
        Self {
            language,
            commands,
            files,
        }
    }

    /// The same with another file in the place of one.
    pub fn with(mut self, path: &str, content: Vec<u8>) -> Self {
        let replaced = self.files.insert(path.into(), content);
        assert!(replaced.is_some(), "the example has a {path}");
        self
    }

    /// What the example's check of types says of one more file.
    pub fn checked(&self, command: &str, file: &str, content: &str) -> String {
        let folder = self.built();
        let folder = folder.ancestors().nth(2).expect("the folder of dist/");
        let file = folder.join(file);
        fs::write(&file, content).expect("written");
        let output = Command::new("sh")
            .args(["-euc", command])
            .current_dir(folder)
            .output();
        fs::remove_file(&file).expect("removed");
        let output = output.expect("a shell");
        assert!(!output.status.success(), "nothing is found");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// The component, built in a folder of its own; kept until what it is made of changes.
    pub fn built(&self) -> PathBuf {
        let mut hash = DefaultHasher::new();
        (self.commands, &self.files).hash(&mut hash);
        let home = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let folder = home.join(format!("{}-{:016x}", self.language, hash.finish()));
        let component = folder.join("dist/acme.wasm");
        // Another test may want the same: two that install packages into one folder leave some out.
        let lock = folder.with_extension("lock");
        let lock = fs::File::create(lock).and_then(|lock| lock.lock().map(|()| lock));
        let _lock = lock.expect("a lock");
        if component.exists() {
            return component;
        }
        for (path, content) in &self.files {
            let file = folder.join(path);
            fs::create_dir_all(file.parent().expect("a folder")).expect("made");
            fs::write(file, content).expect("written");
        }
        let output = Command::new("sh")
            .args(["-euc", self.commands])
            .current_dir(&folder)
            .output()
            .expect("a shell");
        let [stderr, stdout] =
            [&output.stderr, &output.stdout].map(|said| String::from_utf8_lossy(said));
        assert!(
            output.status.success(),
            "the component does not build: {stderr}{stdout}"
        );
        component
    }
}

/// What an author wrote, the contract it refers to included; nothing that a build left.
fn gather(root: &Path, below: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>) {
    let generated = [
        "dist",
        "node_modules",
        "frozen",
        "__pycache__",
        ".venv",
        "target",
    ];
    for entry in fs::read_dir(root.join(below)).expect("a folder") {
        let path = below.join(entry.expect("an entry").file_name());
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if root.join(&path).is_file() {
            let content = fs::read(root.join(&path)).expect("a file");
            files.insert(path, content);
        } else if !generated.contains(&name.as_ref()) {
            gather(root, &path, files);
        }
    }
}
