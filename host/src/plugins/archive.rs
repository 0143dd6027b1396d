//! A plugin as one file: `<id>-<version>.tar.gz` with its signature `….minisig` beside it. minisign is the format: its
//! tool is on every system, and the crate of the same author makes and checks the same signatures.

use std::fs::{self, File};
use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use comptoir_sandbox::{ARCHIVE, Grant, Manifest, Screens};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use minisign::{KeyPair, PublicKey, SecretKeyBox, SignatureBox};
use tempfile::TempDir;

use super::versions;

/// All files of an unpacked plugin together: more is a mistake or an attack.
const UNPACKED: u64 = 200 << 20;

/// Whether an operator's `source` names an archive.
pub fn is_archive(source: &Path) -> bool {
    source.to_string_lossy().ends_with(ARCHIVE)
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
    let archive = into.join(format!("{}-{}{ARCHIVE}", manifest.id, manifest.version));
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
    let signed = key.map(|key| sign(key, &bytes, &comment)).transpose()?;
    fs::create_dir_all(into).with_context(|| into.display().to_string())?;
    fs::write(&archive, &bytes).with_context(|| archive.display().to_string())?;
    let signature = signature_of(&archive);
    match signed {
        Some(signed) => fs::write(&signature, signed)?,
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
    let signature = minisign::sign(None, &secret, Cursor::new(content), Some(comment), None)?;
    Ok(signature.to_bytes())
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

/// An archive's content, read once: what is verified is what is unpacked.
#[derive(Debug)]
pub struct Archive {
    file: PathBuf,
    bytes: Vec<u8>,
}

/// Who answers for what a plugin's version holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Signer {
    /// The operator, whose folder it lies in.
    Folder,
    /// Nobody: an archive without a signature.
    Nobody,
    /// The owner of a minisign public key.
    Key(String),
}

impl Signer {
    /// Whether the operator's files let run what this signer answers for.
    pub fn is_trusted(&self, grant: &Grant) -> bool {
        match self {
            Self::Folder => true,
            Self::Nobody => grant.unsigned,
            Self::Key(key) => grant.unsigned || grant.trusted.contains_key(key),
        }
    }

    /// Where the screens run that this signer answers for.
    pub fn screens(&self, grant: &Grant) -> Screens {
        match self {
            Self::Folder | Self::Nobody => grant.screens,
            Self::Key(key) => grant.trusted.get(key).copied().unwrap_or_default(),
        }
    }

    /// One line of text, and back.
    pub fn as_text(&self) -> &str {
        match self {
            Self::Folder => "folder",
            Self::Nobody => "unsigned",
            Self::Key(key) => key,
        }
    }

    pub fn from_text(text: &str) -> Self {
        match text.trim() {
            "folder" => Self::Folder,
            "unsigned" => Self::Nobody,
            key => Self::Key(key.to_owned()),
        }
    }
}

/// Whether an archive can be read there.
///
/// # Errors
/// It cannot, in words.
pub fn exists(file: &Path) -> anyhow::Result<()> {
    let name = file.display();
    anyhow::ensure!(
        !file.is_dir(),
        "{name}: a folder: pack it first (comptoir plugin pack), or name it as `source` in plugins.toml"
    );
    anyhow::ensure!(file.is_file(), "{name}: no such file");
    Ok(())
}

impl Archive {
    /// Reads an archive.
    ///
    /// # Errors
    /// It is not there, or larger than any plugin.
    pub fn read(file: &Path) -> anyhow::Result<Self> {
        exists(file)?;
        let opened = File::open(file).with_context(|| file.display().to_string())?;
        let mut bytes = Vec::new();
        opened.take(UNPACKED + 1).read_to_end(&mut bytes)?;
        anyhow::ensure!(
            bytes.len() as u64 <= UNPACKED,
            "{}: too large",
            file.display()
        );
        let file = file.to_owned();
        Ok(Self { file, bytes })
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The first of `trusted`, keys as operators write them, that signed it.
    ///
    /// # Errors
    /// There is no signature, or none of the keys made it; the text says what would help.
    pub fn verify<'a>(
        &self,
        trusted: impl IntoIterator<Item = &'a String>,
    ) -> anyhow::Result<Signer> {
        let file = signature_of(&self.file);
        let named = self.file.display();
        anyhow::ensure!(
            file.exists(),
            "{named}: not signed: no {} beside it; without, it is loaded only with unsigned = true (install: --unsigned)",
            file.file_name().unwrap_or_default().display()
        );
        let signature = SignatureBox::from_file(&file)
            .map_err(|error| anyhow::anyhow!("{}: not a signature: {error}", file.display()))?;
        for text in trusted {
            let key = PublicKey::from_base64(text)
                .map_err(|error| anyhow::anyhow!("trust.\"{text}\" in plugins.toml: {error}"))?;
            let content = Cursor::new(&self.bytes);
            if minisign::verify(&key, &signature, content, true, false, false).is_ok() {
                return Ok(Signer::Key(text.clone()));
            }
        }
        anyhow::bail!(
            "{named}: signed by no key that plugins.toml trusts with this plugin: [trust.\"<the author's public key>\"] with plugins = [\"<its id>\"]"
        )
    }

    /// Unpacks it into an empty folder. Its signature is the caller's to check.
    ///
    /// # Errors
    /// It is no archive of a plugin, or holds what no plugin needs.
    pub fn unpack(&self, into: &Path) -> anyhow::Result<Manifest> {
        let named = self.file.display();
        let unzipped = GzDecoder::new(Cursor::new(&self.bytes)).take(UNPACKED);
        let mut packed = tar::Archive::new(unzipped);
        packed.set_preserve_permissions(false);
        let entries = packed.entries().with_context(|| named.to_string())?;
        for entry in entries {
            let broken = || format!("{named}: cut short, or too large");
            let mut entry = entry.with_context(broken)?;
            let kind = entry.header().entry_type();
            anyhow::ensure!(
                kind.is_file() || kind.is_dir(),
                "{named}: holds something that is neither a file nor a folder"
            );
            let unpacked = entry.unpack_in(into).with_context(broken)?;
            // False: the entry's path leads out of the folder.
            anyhow::ensure!(unpacked, "{named}: holds a path that leads out of it");
        }
        let manifest = into.join(versions::MANIFEST);
        anyhow::ensure!(
            manifest.is_file(),
            "{named}: no plugin: it holds no {}",
            versions::MANIFEST
        );
        Ok(Manifest::read(&manifest)?)
    }
}

/// What an operator's `source` holds.
#[derive(Debug)]
pub struct Source {
    pub manifest: Manifest,
    pub signer: Signer,
    /// Of an archive: its files lie there for as long as this is kept.
    _unpacked: Option<TempDir>,
}

/// Reads what the operator's `source` holds. An archive is verified.
///
/// # Errors
/// There is no plugin, or an archive that the host would not load.
pub fn source(grant: &Grant) -> anyhow::Result<Source> {
    if !is_archive(&grant.source) {
        return Ok(Source {
            manifest: Manifest::read(&grant.manifest_path())?,
            signer: Signer::Folder,
            _unpacked: None,
        });
    }
    let archive = Archive::read(&grant.source)?;
    let signer = match grant.unsigned {
        true => Signer::Nobody,
        false => archive.verify(grant.trusted.keys())?,
    };
    let unpacked = tempfile::tempdir()?;
    Ok(Source {
        manifest: archive.unpack(unpacked.path())?,
        signer,
        _unpacked: Some(unpacked),
    })
}
