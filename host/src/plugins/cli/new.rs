//! `comptoir plugin new`: a connector that works, to begin with. Its text is that of `plugin-sdk/examples`, which the
//! tests build and run.

use std::fs;
use std::path::Path;

use anyhow::Context;
use clap::ValueEnum;
use comptoir_sandbox::Manifest;

use super::super::{model, shelf};

/// What it is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Language {
    Rust,
    #[value(name = "javascript")]
    JavaScript,
    Python,
}

/// Path and text.
type File = (&'static str, &'static str);

macro_rules! files {
    ($folder:literal, $($path:literal),+ $(,)?) => {
        &[$(($path, include_str!(concat!("../../../../", $folder, "/", $path)))),+]
    };
}

const RUST: &[File] = files!(
    "plugin-sdk/examples/rust",
    ".gitignore",
    "Cargo.toml",
    "README.md",
    "locales/en.json",
    "locales/fr.json",
    "plugin.toml",
    "src/lib.rs",
    "src/orders.rs",
    "tests/orders.rs",
);
const JAVASCRIPT: &[File] = files!(
    "plugin-sdk/examples/javascript",
    ".gitignore",
    "README.md",
    "build.mjs",
    "locales/en.json",
    "locales/fr.json",
    "package.json",
    "plugin.js",
    "plugin.toml",
    "wit/world.wit",
);
const PYTHON: &[File] = files!(
    "plugin-sdk/examples/python",
    ".gitignore",
    "README.md",
    "app.py",
    "build.sh",
    "locales/en.json",
    "locales/fr.json",
    "plugin.toml",
    "requirements.txt",
    "wit/world.wit",
);
/// The contract, for the languages whose tools read it.
const WIT: &[File] = files!(
    "wit",
    "check.wit",
    "clock.wit",
    "commerce.wit",
    "configuration.wit",
    "credentials.wit",
    "delivery.wit",
    "files.wit",
    "fulfilment.wit",
    "http.wit",
    "log.wit",
    "progress.wit",
    "report.wit",
    "routes.wit",
    "rows.wit",
    "schedule.wit",
    "shop.wit",
    "store.wit",
    "support.wit",
    "types.wit",
    "webhooks.wit",
    "worlds.wit",
);

/// A package of its own, whatever folder it stands in, and small.
const STANDALONE: &str = r#"
[profile.release]
opt-level = "s"
lto = true
strip = true

[workspace]
"#;

impl Language {
    fn files(self) -> &'static [File] {
        match self {
            Self::Rust => RUST,
            Self::JavaScript => JAVASCRIPT,
            Self::Python => PYTHON,
        }
    }
}

/// Writes the connector `id` into `folder`; `sdk` is the folder of the crate for Rust.
///
/// # Errors
/// The id is none or taken, the folder is there already, or there is no SDK. Nothing is written then.
pub fn write(id: &str, language: Language, folder: &Path, sdk: &Path) -> anyhow::Result<()> {
    anyhow::ensure!(
        is_id(id),
        "id: {id:?}: lower-case letters, digits and dashes, a letter first"
    );
    anyhow::ensure!(
        !model::RESERVED.contains(&id),
        "id: {id} is a word of the portal's own addresses"
    );
    let mut files: Vec<(String, String)> = language
        .files()
        .iter()
        .map(|(path, text)| ((*path).to_owned(), renamed(text, id)))
        .collect();
    let manifest = files.iter().find(|(path, _)| path == shelf::MANIFEST);
    let (path, text) = manifest.context("the example has no manifest")?;
    // Whatever else would be wrong with it is said by whoever will read it.
    Manifest::parse(Path::new(path), text)?;
    if language == Language::Rust {
        let sdk = sdk.canonicalize().with_context(|| {
            format!(
                "{}: --sdk names the folder of comptoir-plugin-sdk",
                sdk.display()
            )
        })?;
        let found = toml_edit::Value::from(&*sdk.to_string_lossy());
        for (_, text) in files.iter_mut().filter(|(path, _)| path == "Cargo.toml") {
            *text = text.replace("\"../..\"", found.to_string().trim()) + STANDALONE;
        }
    } else {
        let wit = WIT
            .iter()
            .map(|(path, text)| (format!("wit/deps/comptoir/{path}"), (*text).to_owned()));
        files.extend(wit);
    }
    let parent = folder.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(parent).with_context(|| parent.display().to_string())?;
    fs::create_dir(folder).with_context(|| folder.display().to_string())?;
    for (path, text) in &files {
        let file = folder.join(path);
        let parent = file.parent().unwrap_or(folder);
        fs::create_dir_all(parent).with_context(|| parent.display().to_string())?;
        fs::write(&file, text).with_context(|| file.display().to_string())?;
    }
    println!("{}: its README.md says how to build it", folder.display());
    Ok(())
}

/// As the manifest asks it.
fn is_id(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_lowercase())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

/// The example's text with this plugin's id in place of `acme`.
fn renamed(text: &str, id: &str) -> String {
    let title: String = id
        .split('-')
        .map(|word| {
            let mut letters = word.chars();
            let first = letters.next().map(|first| first.to_ascii_uppercase());
            first.into_iter().chain(letters).collect::<String>()
        })
        .collect::<Vec<_>>()
        .join(" ");
    text.replace("acme_plugin", &format!("{}_plugin", id.replace('-', "_")))
        .replace("acme", id)
        .replace("Acme", &title)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SDK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../plugin-sdk");

    #[test]
    fn each_language_has_a_plugin_of_the_name_asked_for() {
        let home = tempfile::tempdir().expect("a folder");
        for (language, source) in [
            (Language::Rust, "src/lib.rs"),
            (Language::JavaScript, "plugin.js"),
            (Language::Python, "app.py"),
        ] {
            let folder = home.path().join(format!("{language:?}"));
            write("north-2", language, &folder, Path::new(SDK)).expect("written");
            let manifest = Manifest::read(&folder.join("plugin.toml")).expect("a manifest");
            assert_eq!(
                (manifest.id.as_str(), manifest.name.as_str()),
                ("north-2", "North 2")
            );
            let text = fs::read_to_string(folder.join(source)).expect("its source");
            assert!(text.contains("https://api.north-2.example"), "{text}");
            assert!(!text.to_lowercase().contains("acme"), "{text}");
            assert!(
                folder.join("wit/deps/comptoir/worlds.wit").exists()
                    != (language == Language::Rust)
            );
        }
        let cargo = fs::read_to_string(home.path().join("Rust/Cargo.toml")).expect("written");
        assert!(cargo.contains("name = \"north-2-plugin\""));
        let cargo: toml_edit::DocumentMut = cargo.parse().expect("TOML");
        let sdk = cargo["dependencies"]["comptoir-plugin-sdk"]["path"].as_str();
        assert!(Path::new(sdk.expect("a path")).join("Cargo.toml").exists());
    }

    #[test]
    fn what_is_there_stays_and_bad_ids_are_refused() {
        let home = tempfile::tempdir().expect("a folder");
        let taken = write("north", Language::Python, home.path(), Path::new(SDK));
        assert!(taken.is_err());
        assert_eq!(fs::read_dir(home.path()).expect("the folder").count(), 0);
        let folder = home.path().join("new");
        for id in ["North", "2north", "no_rth", "", "../north", "order"] {
            let error = write(id, Language::Python, &folder, Path::new(SDK)).expect_err(id);
            assert!(error.to_string().contains("id"), "{error:#}");
            assert!(!folder.exists());
        }
        let error = write(
            "north",
            Language::Rust,
            &folder,
            home.path().join("no").as_path(),
        );
        assert!(error.is_err_and(|error| error.to_string().contains("--sdk")));
        assert!(!folder.exists());
    }
}
