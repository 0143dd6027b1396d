//! Compiled components on disk: compiling takes from 80 ms to 11 s, loading what was compiled 1 ms.

use std::fs::File;
use std::hash::{Hash, Hasher};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use anyhow::ensure;
use sha2::{Digest, Sha256};
use wasmtime::Engine;
use wasmtime::component::Component;

/// A folder of compiled components, two files each: the code, and its digest.
#[derive(Debug)]
pub(crate) struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// Opens (and makes) the folder. It must be this user's and nobody else's: its files are run as machine code.
    pub(crate) fn open(folder: &Path) -> anyhow::Result<Self> {
        std::fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(folder)?;
        let metadata = std::fs::symlink_metadata(folder)?;
        ensure!(metadata.is_dir(), "it is not a folder");
        ensure!(
            metadata.uid() == rustix::process::geteuid().as_raw(),
            "it belongs to another user"
        );
        if metadata.mode() & 0o077 != 0 {
            std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700))?;
        }
        Ok(Self {
            folder: folder.to_owned(),
        })
    }

    /// Loads the component, compiling it when it is not here yet, or is no longer whole.
    pub(crate) fn load(&self, engine: &Engine, wasm: &[u8]) -> anyhow::Result<Component> {
        let file = self.file(engine, wasm);
        match Self::read(engine, &file) {
            Ok(Some(component)) => return Ok(component),
            Ok(None) => {}
            Err(error) => {
                tracing::warn!(file = %file.display(), %error, "compiled plugin unusable, compiling again");
            }
        }
        let component = compile(engine, wasm)?;
        // A full disk must not keep a plugin from running.
        if let Err(error) = self.write(&file, &component) {
            tracing::warn!(file = %file.display(), %error, "compiled plugin not kept");
        }
        Ok(component)
    }

    fn file(&self, engine: &Engine, wasm: &[u8]) -> PathBuf {
        let mut hasher = Sha256Hasher(Sha256::new());
        engine.precompile_compatibility_hash().hash(&mut hasher);
        Hasher::write(&mut hasher, wasm);
        let name = hex::encode(hasher.0.finalize());
        self.folder.join(name).with_extension("cwasm")
    }

    fn read(engine: &Engine, file: &Path) -> anyhow::Result<Option<Component>> {
        let (mut code, digest) = match (File::open(file), std::fs::read(digest(file))) {
            (Ok(code), Ok(digest)) => (code, digest),
            (Err(error), _) | (_, Err(error)) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(None);
            }
            (Err(error), _) | (_, Err(error)) => return Err(error.into()),
        };
        let mut found = Sha256Hasher(Sha256::new());
        io::copy(&mut code, &mut found)?;
        ensure!(found.0.finalize().as_slice() == digest, "it is damaged");
        // Sound: deserialising trusts its input to be the output of `serialize`, and to stay so, as the file is mapped: of
        // its pages those are in memory that are run. Only this process's user can write into the folder (checked when it
        // was opened), only `write` below does, which puts a new file in an old one's place and leaves the old one to who
        // has it mapped; the digest rules out files that were cut short or damaged since, and the name holds the engine's
        // version and settings.
        #[allow(unsafe_code, reason = "wasmtime offers no checked way; see above")]
        let component = unsafe { Component::deserialize_file(engine, file) };
        Ok(Some(component.map_err(anyhow::Error::from)?))
    }

    fn write(&self, file: &Path, component: &Component) -> anyhow::Result<()> {
        let code = component.serialize().map_err(anyhow::Error::from)?;
        self.put(file, &code)?;
        self.put(&digest(file), &Sha256::digest(&code))
    }

    /// Writes beside and renames, so that a reader sees the whole file or none.
    fn put(&self, file: &Path, content: &[u8]) -> anyhow::Result<()> {
        let mut beside = tempfile::NamedTempFile::new_in(&self.folder)?;
        beside.write_all(content)?;
        beside.persist(file)?;
        Ok(())
    }
}

/// Where the digest of a file of code stands.
fn digest(file: &Path) -> PathBuf {
    file.with_extension("sha256")
}

pub(crate) fn compile(engine: &Engine, wasm: &[u8]) -> anyhow::Result<Component> {
    Ok(Component::from_binary(engine, wasm)?)
}

/// The engine tells its compatibility through [`Hash`]; the standard hashers give too few bits for a file name. And a digest
/// that a file can be copied into.
struct Sha256Hasher(Sha256);

impl Hasher for Sha256Hasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finish(&self) -> u64 {
        unreachable!("only the whole digest is used")
    }
}

impl Write for Sha256Hasher {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
