//! Building the plugins: `plugins/<name>/dist/<name>.wasm`.

use crate::{
    process::{run, step},
    project::{cargo, plugins, root, target, write_if_changed},
    setup,
};
use anyhow::{Context, Result};
use std::fs;

/// Compiles every plugin written in Rust to a component and puts it into its folder.
pub fn build() -> Result<()> {
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
            run("compiling the plugins", command)?;
            for name in &names {
                let built = target()?
                    .join(setup::WASM)
                    .join("plugin")
                    .join(format!("{}_plugin.wasm", name.replace('-', "_")));
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
