//! `comptoir plugin install` and `list`: the operator's file, edited so that its comments and order stay.

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use anyhow::Context;
use comptoir_sandbox::{Grant, Manifest, RightKind, Screens};
use toml_edit::{DocumentMut, Item, Table, TableLike, value};

use super::super::archive::{self, Archive, Signer};
use super::super::loading::{self, Decisions};
use crate::register::Register;

/// Verifies an archive, puts it beside `file` (a `plugins.toml`) into `plugins.d/` and names it there. A plugin that is
/// there already keeps what it was granted; a new one is switched off. The running host notices by itself.
///
/// # Errors
/// The signature is missing or of nobody trusted, the archive is none, or `file` is wrong already. Nothing is written then.
pub fn install(file: &Path, archive: &Path, unsigned: bool, downgrade: bool) -> anyhow::Result<()> {
    let named = || file.display().to_string();
    archive::exists(archive)?;
    anyhow::ensure!(
        archive::is_archive(archive),
        "{}: an archive's name ends in .tar.gz",
        archive.display()
    );
    let text = match file.exists() {
        true => fs::read_to_string(file).with_context(named)?,
        false => String::new(),
    };
    let before = Grant::parse(file, &text)?;
    let mut document: DocumentMut = text.parse().with_context(named)?;
    let trust = trust(&document);
    let content = Archive::read(archive)?;
    let signer = match unsigned {
        true => Signer::Nobody,
        false => content.verify(trust.keys())?,
    };
    let unpacked = tempfile::tempdir()?;
    let manifest = content.unpack(unpacked.path())?;
    if let Signer::Key(key) = &signer {
        anyhow::ensure!(
            trust[key].contains(&manifest.id),
            "{}: its key is not trusted with {id}: add \"{id}\" to plugins of [trust.\"{key}\"]",
            archive.display(),
            id = manifest.id
        );
    }
    let known = before.get(&manifest.id).map(archive::source);
    if let Some(Ok(known)) = known.filter(|_| !downgrade) {
        let known = &known.manifest.version;
        anyhow::ensure!(
            !is_older(&manifest.version, known),
            "{}: version {} is older than {known}, which is there: --downgrade takes it all the same",
            archive.display(),
            manifest.version
        );
    }
    let name = archive.file_name().context("the archive has no name")?;
    let source = Path::new(FOLDER).join(name);
    let grant = entry(&mut document, &manifest.id).with_context(named)?;
    grant.insert("source", value(source.to_string_lossy().as_ref()));
    match unsigned {
        true => drop(grant.insert("unsigned", value(true))),
        false => drop(grant.remove("unsigned")),
    }
    let text = document.to_string();
    let grants = Grant::parse(file, &text)?;

    let home = file.parent().unwrap_or(Path::new("")).join(FOLDER);
    fs::create_dir_all(&home).with_context(|| home.display().to_string())?;
    let copy = home.join(name);
    let signature = archive::signature_of(archive);
    if signature.exists() {
        replace(&archive::signature_of(&copy), &fs::read(&signature)?)?;
    }
    replace(&copy, content.bytes())?;
    replace(file, text.as_bytes())?;
    println!(
        "{} {} is in {}",
        manifest.id,
        manifest.version,
        file.display()
    );
    describe(&manifest, &signer, &grants[&manifest.id]);
    Ok(())
}

/// Takes a plugin out of `file`, and its archive out of `plugins.d/`. What it brought stays, and comes back with it.
///
/// # Errors
/// It is not named there.
pub fn uninstall(file: &Path, id: &str) -> anyhow::Result<()> {
    let named = || file.display().to_string();
    let text = fs::read_to_string(file).with_context(named)?;
    let mut grants = Grant::parse(file, &text)?;
    let mut document: DocumentMut = text.parse().with_context(named)?;
    let plugins = document
        .get_mut("plugins")
        .and_then(Item::as_table_like_mut);
    let removed = plugins.and_then(|plugins| plugins.remove(id));
    anyhow::ensure!(removed.is_some(), "{}: no [plugins.{id}]", file.display());
    // The running host takes an empty one at its word.
    if let Some(plugins) = document.get_mut("plugins").and_then(Item::as_table_mut) {
        plugins.set_implicit(!plugins.is_empty());
    }
    replace(file, document.to_string().as_bytes())?;
    println!("{id} is no longer in {}", file.display());
    let source = grants.remove(id).map(|grant| grant.source);
    let home = file.parent().unwrap_or(Path::new("")).join(FOLDER);
    let shared = |source: &PathBuf| grants.values().any(|other| other.source == *source);
    if let Some(source) = source.filter(|source| source.starts_with(&home) && !shared(source)) {
        let _ = fs::remove_file(archive::signature_of(&source));
        fs::remove_file(&source).with_context(|| source.display().to_string())?;
    }
    println!(
        "  what stays: the stores' connections to it, which rest, with their secrets and all that they brought;"
    );
    println!("  what was approved in the portal; the versions that ran, in the data folder.");
    println!(
        "  To end a connection: the store's page in the portal. To have it again: comptoir plugin install."
    );
    Ok(())
}

/// Whether a version comes before another: by their numbers, as far as both have them.
fn is_older(version: &str, than: &str) -> bool {
    let numbers = |text: &str| -> Option<Vec<u64>> {
        let release = text.split(['-', '+']).next()?;
        release.split('.').map(|part| part.parse().ok()).collect()
    };
    match (numbers(version), numbers(than)) {
        (Some(version), Some(than)) => version < than,
        _ => false,
    }
}

/// Where archives lie, beside `plugins.toml`.
const FOLDER: &str = "plugins.d";

/// A file's new content, whole or not at all: whoever may read the old one may read it too.
fn replace(file: &Path, content: &[u8]) -> anyhow::Result<()> {
    let named = || file.display().to_string();
    // A link stays one.
    let real = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    let folder = real.parent().filter(|folder| folder.is_dir());
    let temporary = tempfile::Builder::new()
        .permissions(Permissions::from_mode(0o644))
        .tempfile_in(folder.unwrap_or(Path::new(".")))
        .with_context(named)?;
    if let Ok(before) = fs::metadata(&real) {
        fs::set_permissions(temporary.path(), before.permissions()).with_context(named)?;
    }
    fs::write(temporary.path(), content).with_context(named)?;
    temporary.persist(&real).with_context(named)?;
    Ok(())
}

/// Prints every plugin of the files, with what was approved in the portal, and why the host would not load it.
///
/// # Errors
/// A file cannot be read.
pub fn list(register: Register, files: &[PathBuf], decisions: &Decisions) -> anyhow::Result<()> {
    let (present, absent): (Vec<&PathBuf>, _) = files.iter().partition(|file| file.exists());
    for file in absent {
        println!("{}: no such file", file.display());
    }
    let grants = Grant::read_all(&present)?;
    if grants.is_empty() {
        println!("no plugin is named: comptoir plugin install names one");
    }
    for (id, grant) in grants {
        let state = if grant.enabled { "enabled" } else { "disabled" };
        match archive::source(&grant) {
            Ok(source) => {
                let manifest = &source.manifest;
                println!(
                    "{id} {} {state} {}",
                    manifest.version,
                    grant.source.display()
                );
                let idle = grant.idle(manifest);
                let problems = loading::problems(register, &id, manifest, &grant);
                let approved = decisions.approved.get(&id).into_iter().flatten();
                let hosts = approved.filter(|right| right.kind == RightKind::Host);
                let mut whole = grant;
                let hosts = hosts.filter_map(|right| right.what.clone().try_into().ok());
                whole.hosts.extend(hosts);
                describe(manifest, &source.signer, &whole);
                for problem in problems {
                    println!("  it does not load: {problem}");
                }
                for idle in idle {
                    println!("  granted, and never asked for: {idle}");
                }
            }
            Err(error) => println!("{id} {state}: {error:#}"),
        }
    }
    Ok(())
}

fn describe(manifest: &Manifest, signer: &Signer, grant: &Grant) {
    for host in &manifest.hosts {
        let granted = if grant.hosts.contains(&host.base) {
            "granted"
        } else {
            "not granted"
        };
        let reason = host.reason.get("en").map_or("", String::as_str);
        println!("  {} ({granted}): {reason}", host.base);
    }
    let rights = manifest.rights().into_iter();
    for right in rights.filter(|right| right.kind != RightKind::Host) {
        println!("  {} {}", right.kind.as_str(), right.what);
        if right.kind == RightKind::Script {
            println!("    {}", script(signer.screens(grant)));
        }
    }
    if !grant.enabled {
        println!(
            "  to run it: enabled = true below [plugins.{}]",
            manifest.id
        );
    }
}

/// What the code of screens may do in the browser of whoever opens them.
pub fn script(screens: Screens) -> &'static str {
    match screens {
        Screens::Isolated => {
            "isolated: its screens run in a frame of their own, call the plugin's own routes and read what the permissions of \
             these screens cover"
        }
        Screens::Trusted => {
            "trusted: its screens run in the portal's page and can do whatever the person may who opens them"
        }
    }
}

/// The ids that each trusted key may sign, by key.
fn trust(document: &DocumentMut) -> BTreeMap<String, Vec<String>> {
    let keys = document.get("trust").and_then(Item::as_table_like);
    let keys = keys.into_iter().flat_map(|keys| keys.iter());
    keys.map(|(key, trusted)| {
        let ids = trusted.get("plugins").and_then(Item::as_array);
        let ids = ids.into_iter().flatten().filter_map(|id| id.as_str());
        (key.to_owned(), ids.map(str::to_owned).collect())
    })
    .collect()
}

/// `[plugins.<id>]`, however the file writes it; made when it is not there.
fn entry<'a>(document: &'a mut DocumentMut, id: &str) -> anyhow::Result<&'a mut dyn TableLike> {
    let plugins = document.entry("plugins").or_insert_with(|| {
        let mut plugins = Table::new();
        plugins.set_implicit(true);
        Item::Table(plugins)
    });
    let plugins = plugins.as_table_like_mut();
    let plugins = plugins.context("plugins: not a table")?;
    if !plugins.contains_key(id) {
        let mut grant = Table::new();
        grant["enabled"] = value(false);
        grant["hosts"] = value(toml_edit::Array::new());
        plugins.insert(id, Item::Table(grant));
    }
    let grant = plugins.get_mut(id).and_then(Item::as_table_like_mut);
    grant.with_context(|| format!("plugins.{id}: not a table"))
}
