//! What the other commands need and a fresh machine lacks.

use crate::{
    process::{run, step},
    project::{npm, root, target, write_if_changed},
};
use anyhow::{Context, Result, ensure};
use nix::unistd::geteuid;
use std::{
    env, fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::PathBuf,
    process::Command,
};

/// What plugins are compiled to.
pub const WASM: &str = "wasm32-wasip2";

/// The compiler's target for plugins. rustup brings it with the toolchain that
/// `rust-toolchain.toml` names; a toolchain installed otherwise may lack it.
pub fn wasm_target() -> Result<()> {
    let sysroot = Command::new("rustc")
        .current_dir(root())
        .args(["--print", "sysroot"])
        .output()
        .context("rustc is not in PATH")?;
    let sysroot = PathBuf::from(String::from_utf8_lossy(&sysroot.stdout).trim());
    if sysroot.join("lib/rustlib").join(WASM).is_dir() {
        return Ok(());
    }
    step(&format!("Adding the compiler's target {WASM}"), || {
        let mut rustup = Command::new("rustup");
        rustup.current_dir(root()).args(["target", "add", WASM]);
        run("rustup", rustup).with_context(|| {
            format!(
                "this Rust cannot compile to {WASM}: install it with rustup (https://rustup.rs)"
            )
        })
    })
}

/// The npm workspaces, as the lock file has them. They bring Node for the scripts and PostgreSQL.
pub fn npm_packages() -> Result<()> {
    let mut hash = DefaultHasher::new();
    for name in ["package.json", "package-lock.json"] {
        let file = root().join(name);
        fs::read(&file)
            .with_context(|| format!("cannot read {}", file.display()))?
            .hash(&mut hash);
    }
    let installed = format!("{:016x}", hash.finish());
    let stamp = root().join("node_modules/.comptoir");
    if fs::read_to_string(&stamp).is_ok_and(|text| text == installed) {
        return Ok(());
    }
    let version = Command::new("npm").arg("--version").output().context(
        "npm is not in PATH: install Node.js 20 or newer with npm (apt-get install npm)",
    )?;
    ensure!(
        version.status.success(),
        "npm does not run: {}",
        String::from_utf8_lossy(&version.stderr).trim()
    );
    // Not `npm ci`: it wants every platform's optional packages in the lock file and removes first
    // what is there, under a running development server too.
    step("Installing the npm packages", || {
        run(
            "npm install",
            npm(&["install", "--no-audit", "--no-fund", "--loglevel=error"]),
        )
    })?;
    write_if_changed(&stamp, installed.as_bytes())?;
    Ok(())
}

/// Chromium for the browser tests: `CHROMIUM`, else Debian's build without windows, which takes a fifth less of the
/// processors, else the whole browser; the first that is installed or can be now.
pub fn chromium() -> Result<PathBuf> {
    if let Some(given) = env::var_os("CHROMIUM") {
        let given = PathBuf::from(given);
        ensure!(
            given.is_file(),
            "CHROMIUM: {} is not there",
            given.display()
        );
        return Ok(given);
    }
    let find = |names: &[&str]| {
        let path = env::var_os("PATH").unwrap_or_default();
        env::split_paths(&path)
            .flat_map(|folder| names.iter().map(move |name| folder.join(name)))
            .find(|program| program.is_file())
    };
    let installed = |package: &str| {
        step(&format!("Installing {package}"), || {
            apt_get(&["update", "-qq"])?;
            apt_get(&["install", "-y", "-qq", "--no-install-recommends", package])
        })
    };
    const SHELL: &str = "chromium-headless-shell";
    const WHOLE: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];
    if find(&[SHELL]).is_none() && installed(SHELL).is_err() && find(&WHOLE).is_none() {
        installed(WHOLE[0]).context("the browser tests need Chromium: install it (apt-get install chromium), or set CHROMIUM to its path")?;
    }
    find(&[SHELL])
        .or_else(|| find(&WHOLE))
        .context("apt-get installed no chromium: set CHROMIUM to the path of one")
}

/// PostgreSQL's tools for the test of backups: where Debian puts them, else installed now. The server that npm brings has
/// none.
pub fn postgresql_tools() -> Result<()> {
    let installed = || {
        let versions = std::fs::read_dir("/usr/lib/postgresql")
            .into_iter()
            .flatten();
        versions
            .flatten()
            .any(|version| version.path().join("bin/pg_dump").is_file())
    };
    if installed() {
        return Ok(());
    }
    step("Installing PostgreSQL's tools", || {
        apt_get(&["update", "-qq"])?;
        apt_get(&["install", "-y", "-qq", "--no-install-recommends", "postgresql"])
    })
    .context("the test of backups needs pg_dump and pg_restore: install them (apt-get install postgresql)")
}

/// Python with what makes virtual environments, for the example plugin in Python. Debian has that in a package of its own;
/// without it `python3 -m venv` fails half-way.
pub fn python() -> Result<()> {
    let works = || {
        Command::new("python3")
            .args(["-c", "import ensurepip, venv"])
            .output()
            .is_ok_and(|output| output.status.success())
    };
    if works() {
        return Ok(());
    }
    step("Installing Python's virtual environments", || {
        apt_get(&["update", "-qq"])?;
        apt_get(&["install", "-y", "-qq", "--no-install-recommends", "python3-venv"])
    })
    .context("the tests of the plugin in Python need python3 -m venv: install it (apt-get install python3-venv)")?;
    ensure!(
        works(),
        "python3 in PATH cannot import ensurepip and venv: put Debian's first, or install them for yours"
    );
    Ok(())
}

/// A Python with what a file of the project asks for, in an environment of its own.
///
/// # Errors
/// There is no Python, or the packages cannot be installed.
pub fn python_with(name: &str, requirements: &str) -> Result<PathBuf> {
    python()?;
    let folder = target()?.join("xtask").join(name);
    let python = folder.join("bin/python");
    let wanted = root().join(requirements);
    let stamp = folder.join("requirements.txt");
    let text = fs::read(&wanted)?;
    if fs::read(&stamp).is_ok_and(|installed| installed == text) {
        return Ok(python);
    }
    step(&format!("Installing {name}"), || {
        let mut make = Command::new("python3");
        make.args(["-m", "venv", "--clear"]).arg(&folder);
        run("python3 -m venv", make)?;
        let pip = [
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "-r",
        ];
        let mut install = Command::new(&python);
        install.args(pip).arg(&wanted);
        run("pip install", install)
    })?;
    write_if_changed(&stamp, &text)?;
    Ok(python)
}

fn apt_get(arguments: &[&str]) -> Result<()> {
    let mut command = if geteuid().is_root() {
        Command::new("apt-get")
    } else {
        // Without a terminal to ask for a password on.
        let mut sudo = Command::new("sudo");
        sudo.args(["-n", "DEBIAN_FRONTEND=noninteractive", "apt-get"]);
        sudo
    };
    command
        .args(arguments)
        .env("DEBIAN_FRONTEND", "noninteractive");
    run("apt-get", command)
}
