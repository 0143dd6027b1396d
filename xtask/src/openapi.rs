//! `cargo xtask openapi`: the description of the API with the calls of our plugins, and what is made from it: the TypeScript client, the page of
//! permissions. Beside it the same of the other contract, that with plugins.

use crate::{
    permissions,
    process::{run, step},
    project::{npm, plugins, program, root, write_if_changed},
    reference, setup,
};
use anyhow::{Context, Result, bail, ensure};
use std::{
    fs,
    process::{Command, Stdio},
};

/// What is generated, from the first to the last.
const GENERATED: [&str; 5] = [
    "docs/openapi.json",
    "docs/permissions.md",
    "web/kit/src/api/schema.d.ts",
    reference::FILES[0],
    reference::FILES[1],
];

/// Renews all of it, from what the compiled host says of itself. With `check`, puts back what was there and fails if it differed.
pub fn openapi(check: bool) -> Result<()> {
    setup::npm_packages()?;
    let before = GENERATED.map(|path| fs::read(root().join(path)).unwrap_or_default());
    step("Describing the API and generating its client", generate)?;
    let mut stale = Vec::new();
    for (path, old) in GENERATED.iter().zip(&before) {
        if fs::read(root().join(path))? != *old {
            stale.push(*path);
            if check {
                write_if_changed(&root().join(path), old)?;
            }
        }
    }
    match stale[..] {
        [] => Ok(()),
        _ if check => bail!(
            "{} stale: run `cargo xtask openapi` and commit the result",
            stale.join(" and ")
        ),
        _ => {
            eprintln!("renewed {}", stale.join(" and "));
            Ok(())
        }
    }
}

fn generate() -> Result<()> {
    reference::write()?;
    let mut describe = Command::new(program("debug", "comptoir")?);
    describe.arg("openapi");
    let folders = plugins()?.into_iter();
    let described = describe
        .args(folders.map(|plugin| root().join("plugins").join(plugin)))
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .context("cannot run comptoir")?;
    ensure!(
        described.status.success(),
        "comptoir openapi failed ({})",
        described.status
    );
    write_if_changed(&root().join(GENERATED[0]), &described.stdout)?;
    let rights = permissions::page(&described.stdout)?;
    write_if_changed(&root().join(GENERATED[1]), rights.as_bytes())?;
    run(
        "generating the client",
        npm(&["run", "generate", "--silent"]),
    )
}
