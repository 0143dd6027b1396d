//! What authors of plugins need beside the program: the folder `sdk`, from which `comptoir plugin new` takes it.

use crate::{
    process::{run, step},
    project::{copy, npm, root, write_if_changed},
    setup,
};
use anyhow::{Context, Result};
use std::{fs, path::Path};
use toml_edit::{DocumentMut, Item, TableLike};

const CRATE: &str = "plugin-sdk";

/// Writes `sdk` into a folder: the crate without this workspace, the contract beside it, and the parts for screens as an
/// npm package.
pub fn build(into: &Path) -> Result<()> {
    setup::npm_packages()?;
    step("Collecting what plugins are made with", || {
        let sdk = into.join("sdk");
        let own = sdk.join("comptoir-plugin-sdk");
        copy(&root().join(CRATE).join("src"), &own.join("src"))?;
        write_if_changed(&own.join("Cargo.toml"), manifest()?.as_bytes())?;
        for entry in fs::read_dir(root().join("wit"))?.flatten() {
            let path = entry.path();
            if path.extension().is_some_and(|extension| extension == "wit") {
                let to = sdk.join("wit").join(entry.file_name());
                write_if_changed(&to, &fs::read(&path)?)?;
            }
        }
        kit(&sdk)
    })
}

/// The crate's manifest with what it takes from the workspace in its own place.
fn manifest() -> Result<String> {
    let read = |path: &Path| -> Result<DocumentMut> {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        Ok(text.parse()?)
    };
    let mut own = read(&root().join(CRATE).join("Cargo.toml"))?;
    let all = read(&root().join("Cargo.toml"))?;
    let workspace = &all["workspace"];
    // The checks of this repository, and what only its tests need.
    own.remove("lints");
    own.remove("dev-dependencies");
    let own_words = |item: &mut Item, source: &Item| -> Result<()> {
        let table = item.as_table_like_mut().context("a table")?;
        let keys: Vec<String> = table.iter().map(|(key, _)| key.to_owned()).collect();
        for key in keys {
            let value = table.get_mut(&key).context("the key is there")?;
            let inherits = value
                .as_table_like()
                .and_then(|value| value.get("workspace"))
                .is_some();
            if inherits {
                let found = source.get(&key).with_context(|| key.clone())?;
                *value = merged(value, found)?;
            }
        }
        Ok(())
    };
    own_words(&mut own["package"], &workspace["package"])?;
    own_words(&mut own["dependencies"], &workspace["dependencies"])?;
    Ok(own.to_string())
}

/// What the workspace says of a key, with what the crate says beside.
fn merged(own: &Item, workspace: &Item) -> Result<Item> {
    let own = own.as_table_like().context("it names the workspace")?;
    let beside: Vec<_> = own.iter().filter(|(key, _)| *key != "workspace").collect();
    if beside.is_empty() {
        return Ok(workspace.clone());
    }
    let mut table = match workspace.as_inline_table() {
        Some(table) => table.clone(),
        None => {
            let version = workspace.as_str().context("a version")?;
            toml_edit::InlineTable::from_iter([("version", version)])
        }
    };
    for (key, value) in beside {
        let value = value.as_value().context("a plain value")?;
        match table.get_mut(key).and_then(|known| known.as_array_mut()) {
            Some(known) => known.extend(value.as_array().into_iter().flatten().cloned()),
            None => drop(TableLike::insert(
                &mut table,
                key,
                Item::Value(value.clone()),
            )),
        }
    }
    Ok(Item::Value(table.into()))
}

/// The package as npm packs it, under a name without its version.
fn kit(sdk: &Path) -> Result<()> {
    let packing = sdk.join("packing");
    fs::create_dir_all(&packing)?;
    let mut pack = npm(&["pack", "./web/kit", "--silent", "--pack-destination"]);
    pack.arg(&packing);
    run("npm pack", pack)?;
    let packed = fs::read_dir(&packing)?
        .flatten()
        .next()
        .context("npm packed nothing")?;
    fs::rename(packed.path(), sdk.join("comptoir-kit.tgz"))?;
    fs::remove_dir(&packing)?;
    Ok(())
}
