//! `comptoir plugin install` and `list`: the operator's file, edited so that its comments and order stay.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use comptoir_sandbox::{Grant, Manifest};
use toml_edit::{DocumentMut, Item, Table, value};

use super::super::archive;

/// Verifies an archive, puts it beside `file` (a `plugins.toml`) into `plugins.d/` and names it there. A plugin that is
/// there already keeps what it was granted; a new one is switched off. The running host notices by itself.
///
/// # Errors
/// The signature is missing or of nobody trusted, or the archive is none.
pub fn install(file: &Path, archive: &Path, unsigned: bool) -> anyhow::Result<()> {
    let text = if file.exists() {
        fs::read_to_string(file)?
    } else {
        String::new()
    };
    let mut document: DocumentMut = text.parse().with_context(|| file.display().to_string())?;
    if !unsigned {
        archive::verify(archive, &trusted(&document))?;
    }
    let unpacked = tempfile::tempdir()?;
    let manifest = archive::unpack(archive, unpacked.path())?;
    let home = file.parent().unwrap_or(Path::new("")).join("plugins.d");
    fs::create_dir_all(&home)?;
    let name = archive.file_name().context("the archive has no name")?;
    let source = Path::new("plugins.d").join(name);
    let mut copies = vec![(archive.to_owned(), home.join(name))];
    let signature = archive::signature_of(archive);
    if signature.exists() {
        copies.push((signature, archive::signature_of(&home.join(name))));
    }
    for (from, to) in copies {
        fs::copy(&from, &to).with_context(|| to.display().to_string())?;
    }
    let grant = entry(&mut document, &manifest.id);
    grant["source"] = value(source.to_string_lossy().as_ref());
    if unsigned {
        grant["unsigned"] = value(true);
    } else {
        grant.remove("unsigned");
    }
    let made = tempfile::NamedTempFile::new_in(
        file.parent()
            .filter(|folder| folder.is_dir())
            .unwrap_or(Path::new(".")),
    )?;
    fs::write(made.path(), document.to_string())?;
    made.persist(file)?;
    println!(
        "{} {} is in {}",
        manifest.id,
        manifest.version,
        file.display()
    );
    describe(
        &manifest,
        &Grant::parse(file, &document.to_string())?[&manifest.id],
    );
    Ok(())
}

/// Prints every plugin of the files.
///
/// # Errors
/// A file cannot be read.
pub fn list(files: &[PathBuf]) -> anyhow::Result<()> {
    let present: Vec<&PathBuf> = files.iter().filter(|file| file.exists()).collect();
    for (id, grant) in Grant::read_all(&present)? {
        let unpacked = tempfile::tempdir()?;
        let manifest = match archive::is_archive(&grant.source) {
            true => archive::unpack(&grant.source, unpacked.path()),
            false => Manifest::read(&grant.manifest_path()).map_err(Into::into),
        };
        let state = if grant.enabled { "enabled" } else { "disabled" };
        match manifest {
            Ok(manifest) => {
                println!(
                    "{id} {} {state} {}",
                    manifest.version,
                    grant.source.display()
                );
                describe(&manifest, &grant);
            }
            Err(error) => println!("{id} {state}: {error:#}"),
        }
    }
    Ok(())
}

fn describe(manifest: &Manifest, grant: &Grant) {
    for host in &manifest.hosts {
        let granted = if grant.hosts.contains(&host.base) {
            "granted"
        } else {
            "not granted"
        };
        let reason = host.reason.get("en").map_or("", String::as_str);
        println!("  {} ({granted}): {reason}", host.base);
    }
    if !grant.enabled {
        println!(
            "  to run it: enabled = true below [plugins.{}]",
            manifest.id
        );
    }
}

fn trusted(document: &DocumentMut) -> Vec<String> {
    let keys = document.get("trust").and_then(|trust| trust.get("keys"));
    let keys = keys.and_then(Item::as_array).into_iter().flatten();
    keys.filter_map(|key| key.as_str().map(str::to_owned))
        .collect()
}

/// `[plugins.<id>]`, made when it is not there.
fn entry<'a>(document: &'a mut DocumentMut, id: &str) -> &'a mut Table {
    let plugins = document.entry("plugins").or_insert_with(|| {
        let mut plugins = Table::new();
        plugins.set_implicit(true);
        Item::Table(plugins)
    });
    let made = || {
        let mut grant = Table::new();
        grant["enabled"] = value(false);
        grant["hosts"] = value(toml_edit::Array::new());
        Item::Table(grant)
    };
    plugins
        .as_table_mut()
        .expect("the file was read as plugins.toml before")
        .entry(id)
        .or_insert_with(made)
        .as_table_mut()
        .expect("the file was read as plugins.toml before")
}
