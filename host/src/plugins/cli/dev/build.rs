//! Building a plugin as the templates of `comptoir plugin new` are built.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, ensure};
use rustix::process::{Pid, Signal, kill_process_group};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};
use tokio::process::{Child, Command};

use super::{View, component};

/// Packages, where they are not installed yet, and the build of a folder with a `package.json`.
const NPM: &str = "test -d node_modules || npm install --no-audit --no-fund --loglevel=error; npm run --silent build";
const PYTHON: &str = "if test -f requirements.txt && ! test -d .venv; then python3 -m venv .venv; \
    .venv/bin/pip install --quiet --disable-pip-version-check -r requirements.txt; fi; \
    if test -d .venv; then . .venv/bin/activate; fi; sh build.sh";
const CARGO: &str =
    "cargo build --release --target wasm32-wasip2 --message-format=json-render-diagnostics";

/// Files that are read as they are: nothing is built of them.
const READ: [&str; 4] = ["json", "jsonl", "md", "toml"];

/// Builds the component and the screens, or what these changes (paths below the folder) are part of.
///
/// # Errors
/// A build fails; what it said was shown.
pub(super) async fn build(
    view: &View,
    folder: &Path,
    changed: Option<&[PathBuf]>,
) -> anyhow::Result<()> {
    let is_web = |file: &&PathBuf| file.starts_with("web");
    let is_source = |file: &&PathBuf| {
        let extension = file.extension().and_then(|extension| extension.to_str());
        let is_read = extension.is_some_and(|extension| READ.contains(&extension));
        !is_web(file) && (!is_read || is_manifest_of_tools(file))
    };
    let (component, screens) = match changed {
        None => (true, true),
        Some(files) => (
            files.iter().any(|file| is_source(&file)),
            files.iter().any(|file| is_web(&file)),
        ),
    };
    if component {
        build_component(view, folder).await?;
    }
    let web = folder.join("web");
    if screens && web.join("package.json").exists() {
        run(view, &web, NPM).await?;
    }
    Ok(())
}

fn is_manifest_of_tools(file: &Path) -> bool {
    let names = [
        "Cargo.toml",
        "package.json",
        "jsconfig.json",
        "pyproject.toml",
    ];
    names.iter().any(|name| file == Path::new(name))
}

async fn build_component(view: &View, folder: &Path) -> anyhow::Result<()> {
    let has = |name: &str| folder.join(name).exists();
    if has("Cargo.toml") {
        let messages = run(view, folder, CARGO).await?;
        let built = messages.iter().rev().find_map(|line| wasm(line));
        let built = built.context("cargo built no component")?;
        let to = component(folder)?;
        fs::create_dir_all(to.parent().unwrap_or(Path::new("")))?;
        fs::copy(&built, &to).with_context(|| built.display().to_string())?;
    } else if has("package.json") {
        run(view, folder, NPM).await?;
    } else if has("build.sh") {
        run(view, folder, PYTHON).await?;
    }
    Ok(())
}

/// The component that a message of cargo's tells of.
fn wasm(message: &str) -> Option<PathBuf> {
    let message: Value = serde_json::from_str(message).ok()?;
    let mut files = message["filenames"]
        .as_array()?
        .iter()
        .filter_map(Value::as_str);
    let file = files.find(|file| file.ends_with(".wasm"))?;
    Some(PathBuf::from(file))
}

/// A program and all that it starts, which end with it.
struct Group(Child);

impl Drop for Group {
    fn drop(&mut self) {
        let id = self.0.id().and_then(|id| i32::try_from(id).ok());
        if let Some(group) = id.and_then(Pid::from_raw) {
            // It may have ended just now.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

/// Runs a script in a folder and shows what it says; the lines of JSON that it printed.
async fn run(view: &View, folder: &Path, script: &str) -> anyhow::Result<Vec<String>> {
    let shown = script.rsplit("; ").next().unwrap_or(script);
    view.say("build", shown);
    let child = Command::new("sh")
        .args(["-euc", script])
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()
        .context("sh")?;
    let mut group = Group(child);
    let (out, err) = (group.0.stdout.take(), group.0.stderr.take());
    let (messages, _) = tokio::join!(lines(view, out), lines(view, err));
    let status = group.0.wait().await?;
    ensure!(status.success(), "`{shown}` failed ({status})");
    Ok(messages)
}

async fn lines(view: &View, stream: Option<impl AsyncRead + Unpin>) -> Vec<String> {
    let mut messages = Vec::new();
    let Some(stream) = stream else {
        return messages;
    };
    let mut lines = BufReader::new(stream).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        match line.starts_with('{') {
            true => messages.push(line),
            false => view.say("  build", line),
        }
    }
    messages
}
