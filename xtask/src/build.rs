//! `cargo xtask build`: `dist/`, the folder to ship.

use crate::{
    plugins,
    process::{run, step},
    project::{cargo, copy, plugins as plugin_names, program, root},
    sdk, web,
};
use anyhow::{Context, Result};
use std::{fs, io, path::Path};

/// Builds everything optimised and collects it. The old folder stays until the new one is complete.
pub fn build() -> Result<()> {
    plugins::build()?;
    web::build()?;
    step("Compiling the host, optimised", || {
        run(
            "compiling the host",
            cargo(&["build", "--release", "-p", "comptoir"])?,
        )
    })?;

    let (dist, half) = (root().join("dist"), root().join("dist.new"));
    remove(&half)?;
    fs::create_dir_all(&half)?;
    fs::copy(program("release", "comptoir")?, half.join("comptoir"))?;
    fs::copy(root().join("plugins.toml"), half.join("plugins.toml"))
        .context("cannot copy plugins.toml")?;
    copy(&root().join("web/dist"), &half.join("web"))?;
    copy(&root().join("docs"), &half.join("docs"))?;
    sdk::build(&half)?;
    for name in plugin_names()? {
        let (from, to) = (
            root().join("plugins").join(&name),
            half.join("plugins").join(&name),
        );
        fs::create_dir_all(&to)?;
        fs::copy(from.join("plugin.toml"), to.join("plugin.toml"))?;
        for part in ["dist", "locales"] {
            if from.join(part).is_dir() {
                copy(&from.join(part), &to.join(part))?;
            }
        }
    }
    remove(&dist)?;
    fs::rename(&half, &dist)?;

    let mut entries: Vec<_> = fs::read_dir(&dist)?
        .flatten()
        .map(|entry| entry.path())
        .collect();
    entries.sort();
    for entry in entries {
        println!(
            "{:>9.1} KiB  {}",
            size(&entry)? as f64 / 1024.0,
            entry.strip_prefix(root())?.display()
        );
    }
    Ok(())
}

fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// In bytes, with everything below.
fn size(path: &Path) -> io::Result<u64> {
    if !path.is_dir() {
        return Ok(fs::metadata(path)?.len());
    }
    fs::read_dir(path)?.map(|entry| size(&entry?.path())).sum()
}
