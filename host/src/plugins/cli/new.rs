//! `comptoir plugin new`: a connector that works, to begin with. Its text is that of `plugin-sdk/examples`, which the
//! tests build and run.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::ValueEnum;

use crate::register::Register;

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
    "good.json",
    "locales/en.json",
    "locales/fr.json",
    "plugin.toml",
    "src/lib.rs",
    "src/orders.rs",
    "src/screen.rs",
    "src/settings.rs",
    "tests/orders.rs",
);
const JAVASCRIPT: &[File] = files!(
    "plugin-sdk/examples/javascript",
    ".gitignore",
    "README.md",
    "build.mjs",
    "contract.js",
    "good.json",
    "jsconfig.json",
    "locales/en.json",
    "locales/fr.json",
    "package.json",
    "plugin.js",
    "plugin.toml",
    "types/contract.d.ts",
    "wit/world.wit",
);
const PYTHON: &[File] = files!(
    "plugin-sdk/examples/python",
    ".gitignore",
    "README.md",
    "app.py",
    "build.sh",
    "contract.py",
    "good.json",
    "locales/en.json",
    "locales/fr.json",
    "plugin.toml",
    "pyproject.toml",
    "requirements.txt",
    "wit/world.wit",
);
/// The screen, which is the same for all.
const WEB: &[File] = files!(
    "plugin-sdk/examples/web",
    "package.json",
    "src/OrderList.tsx",
    "src/messages.ts",
    "src/plugin.tsx",
    "tsconfig.json",
    "vite.config.ts",
);

/// The folders of what plugins are made with, and where the portal's parts for screens lie beside them.
const CRATE: &str = "comptoir-plugin-sdk";
const WIT: &str = "wit";
const KIT: &str = "comptoir-kit.tgz";
/// Where a plugin keeps its copy: it builds wherever it is taken.
const VENDOR: &str = "vendor";

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

/// What plugins are made with, as it is shipped: in the folder `sdk` beside this program.
///
/// # Errors
/// Nobody knows where the program lies.
pub fn shipped_sdk() -> anyhow::Result<PathBuf> {
    let program = std::env::current_exe().context("where this program lies")?;
    Ok(program.with_file_name("sdk"))
}

/// Writes the connector `id` into `folder`, with its own copy of what it is made with, which `sdk` holds.
///
/// # Errors
/// The id is none or taken, the folder is there already, or there is no SDK. Nothing is written then.
pub fn write(
    register: Register,
    id: &str,
    language: Language,
    folder: &Path,
    sdk: &Path,
) -> anyhow::Result<()> {
    anyhow::ensure!(
        is_id(id),
        "id: {id:?}: lower-case letters, digits and dashes, a letter first"
    );
    anyhow::ensure!(
        !register.reserved().contains(id),
        "id: {id} is a word of the portal's own addresses"
    );
    for part in [CRATE, WIT, KIT] {
        anyhow::ensure!(
            sdk.join(part).exists(),
            "{}: no {part}: --sdk names the folder sdk that is shipped beside comptoir; in a checkout of its sources \
             `cargo xtask sdk` makes it",
            sdk.display()
        );
    }
    let parent = folder.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(parent).with_context(|| parent.display().to_string())?;
    fs::create_dir(folder).with_context(|| folder.display().to_string())?;
    let standalone = (language == Language::Rust).then_some(("Cargo.toml", STANDALONE));
    for (path, text) in language.files() {
        let more = standalone.filter(|(file, _)| file == path);
        let text = text.replace("\"../..\"", &format!("\"{VENDOR}/{CRATE}\""));
        let text = renamed(&text, id) + more.map_or("", |(_, more)| more);
        write_file(&folder.join(path), text.as_bytes())?;
    }
    for (path, text) in WEB {
        write_file(&folder.join("web").join(path), renamed(text, id).as_bytes())?;
    }
    let vendor = folder.join(VENDOR);
    if language == Language::Rust {
        copy(&sdk.join(CRATE), &vendor.join(CRATE))?;
        copy(&sdk.join(WIT), &vendor.join(WIT))?;
    } else {
        copy(&sdk.join(WIT), &folder.join("wit/deps/comptoir"))?;
    }
    copy(&sdk.join(KIT), &vendor.join(KIT))?;
    println!("{}: its README.md says how to build it", folder.display());
    Ok(())
}

/// A file, or a folder with everything below.
fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    if !from.is_dir() {
        let content = fs::read(from).with_context(|| from.display().to_string())?;
        return write_file(to, &content);
    }
    for entry in fs::read_dir(from).with_context(|| from.display().to_string())? {
        let name = entry?.file_name();
        copy(&from.join(&name), &to.join(&name))?;
    }
    Ok(())
}

fn write_file(file: &Path, content: &[u8]) -> anyhow::Result<()> {
    let parent = file.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(parent).with_context(|| parent.display().to_string())?;
    fs::write(file, content).with_context(|| file.display().to_string())
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
    // The crate's name in code, apart: an id may hold the word acme itself.
    let code = format!("{}_plugin", id.replace('-', "_"));
    text.split("acme_plugin")
        .map(|text| text.replace("acme", id).replace("Acme", &title))
        .collect::<Vec<_>>()
        .join(&code)
}

#[cfg(test)]
mod tests {
    use comptoir_sandbox::Manifest;

    use super::*;
    use crate::domains::REGISTER;

    /// Something of each part.
    fn sdk() -> tempfile::TempDir {
        let sdk = tempfile::tempdir().expect("a folder");
        for file in [
            "comptoir-plugin-sdk/Cargo.toml",
            "comptoir-plugin-sdk/src/lib.rs",
            "wit/worlds.wit",
            "comptoir-kit.tgz",
        ] {
            write_file(&sdk.path().join(file), file.as_bytes()).expect("written");
        }
        sdk
    }

    #[test]
    fn each_language_has_a_plugin_of_the_name_asked_for() {
        let (home, sdk) = (tempfile::tempdir().expect("a folder"), sdk());
        for (language, source, wit) in [
            (Language::Rust, "src/lib.rs", "vendor/wit"),
            (Language::JavaScript, "plugin.js", "wit/deps/comptoir"),
            (Language::Python, "app.py", "wit/deps/comptoir"),
        ] {
            let folder = home.path().join(format!("{language:?}"));
            write(REGISTER, "north-2", language, &folder, sdk.path()).expect("written");
            let manifest = Manifest::read(&folder.join("plugin.toml")).expect("a manifest");
            assert_eq!(
                (manifest.id.as_str(), manifest.name.as_str()),
                ("north-2", "North 2")
            );
            let read = |file| fs::read_to_string(folder.join(file)).expect("its text");
            let text = read(source);
            assert!(text.contains("https://api.north-2.example"), "{text}");
            assert!(!text.to_lowercase().contains("acme"), "{text}");
            assert!(read("web/src/plugin.tsx").contains("/admin/north-2/order"));
            assert!(folder.join(wit).join("worlds.wit").exists());
            // What it is made with lies where it says.
            let kit = read("web/package.json").contains("file:../vendor/comptoir-kit.tgz");
            assert!(kit && folder.join("vendor/comptoir-kit.tgz").exists());
        }
        // A dash is none of a name's letters in Rust.
        let tests = fs::read_to_string(home.path().join("Rust/tests/orders.rs")).expect("written");
        assert!(tests.contains("use north_2_plugin::"));
        assert!(!tests.contains("_north-2") && !tests.contains("north-2_"));
        let cargo = fs::read_to_string(home.path().join("Rust/Cargo.toml")).expect("written");
        assert!(cargo.contains("name = \"north-2-plugin\""));
        let cargo: toml_edit::DocumentMut = cargo.parse().expect("TOML");
        for dependencies in ["dependencies", "dev-dependencies"] {
            let crate_ = cargo[dependencies]["comptoir-plugin-sdk"]["path"].as_str();
            let folder = home.path().join("Rust").join(crate_.expect("a path"));
            assert!(folder.join("src/lib.rs").exists());
        }
    }

    #[test]
    fn an_id_may_hold_the_name_of_the_example() {
        let text = renamed(
            "use acme_plugin::Plugin; // Acme: https://api.acme.example",
            "acme-two",
        );
        let expected = "use acme_two_plugin::Plugin; // Acme Two: https://api.acme-two.example";
        assert_eq!(text, expected);
    }

    #[test]
    fn what_is_there_stays_and_bad_ids_are_refused() {
        let (home, sdk) = (tempfile::tempdir().expect("a folder"), sdk());
        let taken = write(REGISTER, "north", Language::Python, home.path(), sdk.path());
        assert!(taken.is_err());
        assert_eq!(fs::read_dir(home.path()).expect("the folder").count(), 0);
        let folder = home.path().join("new");
        for id in ["North", "2north", "no_rth", "", "../north", "order"] {
            let error = write(REGISTER, id, Language::Python, &folder, sdk.path()).expect_err(id);
            assert!(error.to_string().contains("id"), "{error:#}");
            assert!(!folder.exists());
        }
        let error = write(
            REGISTER,
            "north",
            Language::Rust,
            &folder,
            &home.path().join("no"),
        );
        assert!(error.is_err_and(|error| error.to_string().contains("--sdk")));
        assert!(!folder.exists());
    }
}
