//! Building the plugins: `plugins/<name>/dist/<name>.wasm`.

use crate::{
    process::{run, step},
    project::{cargo, plugins, root, target, write_if_changed},
    setup,
};
use anyhow::{Context, Result};
use std::{fs, path::PathBuf};

/// Components that only tests load.
const GUESTS: [&str; 3] = ["acme-plugin", "faulty-guest", "hostile-guest"];

/// Compiles every plugin written in Rust to a component and puts it into its folder.
pub fn build() -> Result<()> {
    build_with(&[])
}

/// The same, and what tests load besides, below [`components`].
pub fn build_for_tests() -> Result<()> {
    build_with(&GUESTS)
}

/// Where the compiler puts components.
pub fn components() -> Result<PathBuf> {
    Ok(target()?.join(setup::WASM).join("plugin"))
}

fn build_with(guests: &[&str]) -> Result<()> {
    let names: Vec<String> = plugins()?
        .into_iter()
        .filter(|name| {
            root()
                .join("plugins")
                .join(name)
                .join("Cargo.toml")
                .is_file()
        })
        .collect();
    if names.is_empty() {
        return Ok(());
    }
    setup::wasm_target()?;
    step(
        &format!("Compiling the plugins ({})", names.join(", ")),
        || {
            let mut command = cargo(&[
                "build",
                "--quiet",
                "--target",
                setup::WASM,
                "--profile",
                "plugin",
            ])?;
            for name in &names {
                command.args(["-p", &format!("{name}-plugin")]);
            }
            for guest in guests {
                command.args(["-p", guest]);
            }
            run("compiling the plugins", command)?;
            for name in &names {
                let built = components()?.join(format!("{}_plugin.wasm", name.replace('-', "_")));
                let component =
                    fs::read(&built).with_context(|| format!("cannot read {}", built.display()))?;
                // Unchanged means untouched: a running host reloads a plugin whose file changes.
                write_if_changed(
                    &root()
                        .join("plugins")
                        .join(name)
                        .join("dist")
                        .join(format!("{name}.wasm")),
                    &component,
                )?;
            }
            Ok(())
        },
    )
}
