//! A plugin as one file: `<id>-<version>.tar.gz` with its signature `….minisig` beside it. minisign is the format: its
//! tool is on every system, and the crate of the same author makes and checks the same signatures.

use std::fs::{self, File};
use std::io::{BufReader, Cursor, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use comptoir_sandbox::{Grant, Manifest};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use minisign::{KeyPair, PublicKey, SecretKeyBox, SignatureBox};
use tempfile::TempDir;

use super::versions;

/// All files of an unpacked plugin together: more is a mistake or an attack.
const UNPACKED: u64 = 200 << 20;
const ENDING: &str = ".tar.gz";

/// Whether an operator's `source` names an archive.
pub fn is_archive(source: &Path) -> bool {
    source.to_string_lossy().ends_with(ENDING)
}

/// Where an archive's signature lies.
pub fn signature_of(archive: &Path) -> PathBuf {
    let mut name = archive.as_os_str().to_owned();
    name.push(".minisig");
    name.into()
}

/// Packs a plugin's folder into `into` and signs it, when there is a key. The archive's path.
///
/// # Errors
/// The manifest is wrong, a part of the plugin is missing, or the key cannot be read.
pub fn pack(folder: &Path, into: &Path, key: Option<&Path>) -> anyhow::Result<PathBuf> {
    let manifest = Manifest::read(&folder.join(versions::MANIFEST))?;
    let parts = versions::parts(&manifest)?;
    let archive = into.join(format!("{}-{}{ENDING}", manifest.id, manifest.version));
    let mut packed = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::best()));
    // The same content makes the same archive: no times, no owners.
    packed.mode(tar::HeaderMode::Deterministic);
    for part in parts {
        let from = manifest.folder.join(&part);
        let added = match from.is_dir() {
            true => packed.append_dir_all(&part, &from),
            false => packed.append_path_with_name(&from, &part),
        };
        added.with_context(|| from.display().to_string())?;
    }
    let bytes = packed.into_inner()?.finish()?;
    let comment = format!("{} {}", manifest.id, manifest.version);
    // Before anything is written: without the key there is no archive either.
    let made = key.map(|key| sign(key, &bytes, &comment)).transpose()?;
    fs::create_dir_all(into).with_context(|| into.display().to_string())?;
    fs::write(&archive, &bytes).with_context(|| archive.display().to_string())?;
    let signature = signature_of(&archive);
    match made {
        Some(made) => fs::write(&signature, made)?,
        // One of an earlier content would not fit.
        None if signature.exists() => fs::remove_file(&signature)?,
        None => {}
    }
    Ok(archive)
}

fn sign(key: &Path, content: &[u8], comment: &str) -> anyhow::Result<Vec<u8>> {
    let text = fs::read_to_string(key).with_context(|| key.display().to_string())?;
    let secret = SecretKeyBox::from_string(&text)
        .and_then(SecretKeyBox::into_unencrypted_secret_key)
        .with_context(|| format!("{}: no secret key without a password", key.display()))?;
    let made = minisign::sign(None, &secret, Cursor::new(content), Some(comment), None)?;
    Ok(made.to_bytes())
}

/// Makes a key pair: the secret part into `file`, readable by its owner only; the public part is what operators trust.
///
/// # Errors
/// The file is there already or cannot be written.
pub fn make_key(file: &Path) -> anyhow::Result<String> {
    use std::os::unix::fs::OpenOptionsExt;
    let pair = KeyPair::generate_unencrypted_keypair()?;
    let mut open = fs::OpenOptions::new();
    let mut secret = open
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(file)
        .with_context(|| file.display().to_string())?;
    secret.write_all(&pair.sk.to_box(None)?.to_bytes())?;
    Ok(pair.pk.to_base64())
}

/// Checks an archive's signature by one of the keys that the operator trusts.
///
/// # Errors
/// There is no signature, or none of the keys made it; the text says what would help.
pub fn verify(archive: &Path, trusted: &[String]) -> anyhow::Result<()> {
    let file = signature_of(archive);
    anyhow::ensure!(
        file.exists(),
        "{}: not signed: no {} beside it; without, it is loaded only with unsigned = true (install: --unsigned)",
        archive.display(),
        file.file_name().unwrap_or_default().display()
    );
    let signature = SignatureBox::from_file(&file)
        .map_err(|error| anyhow::anyhow!("{}: not a signature: {error}", file.display()))?;
    anyhow::ensure!(
        !trusted.is_empty(),
        "{}: signed, but plugins.toml trusts no key: trust.keys = [\"<the author's public key>\"]",
        archive.display()
    );
    for key in trusted {
        let key = PublicKey::from_base64(key)
            .map_err(|error| anyhow::anyhow!("trust.keys in plugins.toml: {error}"))?;
        let content = BufReader::new(File::open(archive)?);
        if minisign::verify(&key, &signature, content, true, false, false).is_ok() {
            return Ok(());
        }
    }
    anyhow::bail!(
        "{}: none of the keys in trust.keys of plugins.toml signed it as it is",
        archive.display()
    )
}

/// Unpacks an archive into an empty folder. Its signature is the caller's to check.
///
/// # Errors
/// It is no archive of a plugin, or holds what no plugin needs.
pub fn unpack(archive: &Path, into: &Path) -> anyhow::Result<Manifest> {
    let file = File::open(archive).with_context(|| archive.display().to_string())?;
    let unzipped = GzDecoder::new(BufReader::new(file)).take(UNPACKED);
    let mut packed = tar::Archive::new(unzipped);
    packed.set_preserve_permissions(false);
    let entries = packed
        .entries()
        .with_context(|| archive.display().to_string())?;
    for entry in entries {
        let mut entry =
            entry.with_context(|| format!("{}: cut short, or too large", archive.display()))?;
        let kind = entry.header().entry_type();
        anyhow::ensure!(
            kind.is_file() || kind.is_dir(),
            "{}: holds something that is neither a file nor a folder",
            archive.display()
        );
        let unpacked = entry.unpack_in(into);
        // False: the entry's path leads out of the folder.
        anyhow::ensure!(
            unpacked.with_context(|| format!("{}: cut short, or too large", archive.display()))?,
            "{}: holds a path that leads out of it",
            archive.display()
        );
    }
    let manifest = into.join(versions::MANIFEST);
    anyhow::ensure!(
        manifest.is_file(),
        "{}: no plugin: it holds no {}",
        archive.display(),
        versions::MANIFEST
    );
    Ok(Manifest::read(&manifest)?)
}

/// The manifest of what the operator's `source` holds. An archive is verified, and unpacked for as long as the folder is
/// kept.
///
/// # Errors
/// There is no plugin, or an archive that the host would not load.
pub fn source(grant: &Grant) -> anyhow::Result<(Manifest, Option<TempDir>)> {
    if !is_archive(&grant.source) {
        return Ok((Manifest::read(&grant.manifest_path())?, None));
    }
    anyhow::ensure!(
        grant.source.is_file(),
        "{}: no such file",
        grant.source.display()
    );
    if !grant.unsigned {
        verify(&grant.source, &grant.trusted)?;
    }
    let unpacked = tempfile::tempdir()?;
    let manifest = unpack(&grant.source, unpacked.path())?;
    Ok((manifest, Some(unpacked)))
}
