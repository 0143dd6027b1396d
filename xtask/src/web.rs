//! Building the portal and the plugins' screens.

use crate::{
    process::{run, step},
    project::{newest, npm, plugins, root, write_if_changed},
    setup,
};
use anyhow::Result;
use std::{fs, path::PathBuf};

/// Builds the shell and every plugin's remote whose sources changed since.
pub fn build() -> Result<()> {
    setup::npm_packages()?;
    build_workspace("web", "web/dist")?;
    for name in plugins()? {
        let screens = format!("plugins/{name}/web");
        if root().join(&screens).join("package.json").is_file() {
            build_workspace(&screens, &format!("plugins/{name}/dist/web"))?;
        }
    }
    Ok(())
}

fn build_workspace(workspace: &str, result: &str) -> Result<()> {
    // In node_modules, which belongs to this clone, and not in the result, which is served.
    let stamp = root()
        .join("node_modules/.cache/comptoir")
        .join(workspace.replace('/', "-"));
    let built = fs::metadata(&stamp).and_then(|file| file.modified()).ok();
    let inputs: Vec<PathBuf> = [workspace, "web/kit", "package.json", "package-lock.json"]
        .iter()
        .map(|path| root().join(path))
        .collect();
    let changed = inputs.iter().filter_map(|path| newest(path)).max();
    if root().join(result).is_dir()
        && built.is_some_and(|built| changed.is_none_or(|changed| changed < built))
    {
        return Ok(());
    }
    step(&format!("Building {workspace}"), || {
        fs::remove_file(&stamp).unwrap_or_default();
        // In its folder: `-w web` would mean every workspace below `web` as well.
        let mut vite = npm(&["run", "build", "--silent", "--", "--logLevel=warn"]);
        vite.current_dir(root().join(workspace));
        run(workspace, vite)?;
        write_if_changed(&stamp, b"").map(drop)
    })
}
