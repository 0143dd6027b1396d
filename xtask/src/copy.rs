//! A copy of the sources below the build folder, to write into and to compile. It stays from run to run, so that only what
//! changed is compiled; what the host is made of was compiled by the tests, and is taken over from them.

use crate::{
    process::{run, step},
    project::{root, target, write_if_changed},
};
use anyhow::{Context, Result, ensure};
use std::{
    collections::BTreeMap,
    fs::{self, File},
    hash::{DefaultHasher, Hash, Hasher},
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::Command,
};

/// What files hold, by their paths below the repository.
pub type Sources = BTreeMap<PathBuf, Vec<u8>>;

/// Every file that is no product of another.
pub fn sources() -> Result<Sources> {
    let listed = Command::new("git")
        .args([
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
        ])
        .current_dir(root())
        .output()
        .context("git ls-files")?;
    let names = String::from_utf8(listed.stdout)?;
    let mut files = Sources::new();
    for name in names.split_terminator('\0') {
        // A file that was deleted and is not committed so yet is still listed.
        if let Ok(content) = fs::read(root().join(name)) {
            files.insert(PathBuf::from(name), content);
        }
    }
    Ok(files)
}

/// Brings a copy up to date, its sources being these.
pub fn write(copy: &Path, files: &Sources) -> Result<()> {
    let list = copy.join("target/sources");
    let before = fs::read_to_string(&list).unwrap_or_default();
    for path in before
        .lines()
        .filter(|path| !files.contains_key(Path::new(path)))
    {
        fs::remove_file(copy.join(path)).unwrap_or_default();
    }
    // What is right already is left alone, so that compilers leave it alone too.
    for (path, content) in files {
        write_if_changed(&copy.join(path), content)?;
    }
    let paths: Vec<_> = files.keys().map(|path| path.to_string_lossy()).collect();
    write_if_changed(&list, paths.join("\n").as_bytes())?;
    link_packages(copy, files)?;
    link_programs(copy)?;
    let fits = fits(files)?;
    let stamp = copy.join("target/taken");
    if fs::read_to_string(&stamp).is_ok_and(|text| text == fits) {
        return Ok(());
    }
    step("Taking over what the tests compiled", || {
        take_over_compiled(copy, files)?;
        write_if_changed(&stamp, fits.as_bytes()).map(drop)
    })
}

/// The npm packages, by hard links: what is linked to a workspace by its relative path leads to the copy's.
fn link_packages(copy: &Path, files: &Sources) -> Result<()> {
    const INSTALLED: &str = "node_modules/.comptoir";
    let installed = |folder: &Path| fs::read(folder.join(INSTALLED)).ok();
    if installed(copy).is_some() && installed(copy) == installed(&root()) {
        return Ok(());
    }
    let manifests = files.keys().filter(|path| path.ends_with("package.json"));
    for workspace in manifests.filter_map(|path| path.parent()) {
        let packages = workspace.join("node_modules");
        let (from, to) = (root().join(&packages), copy.join(&packages));
        if to.is_dir() {
            fs::remove_dir_all(&to)?;
        }
        if from.is_dir() {
            let mut link = Command::new("cp");
            link.arg("-al").args([&from, &to]);
            run("linking the packages", link)?;
        }
        // What tools remember beside the packages.
        for cache in [".cache", ".vite"] {
            fs::remove_dir_all(to.join(cache)).unwrap_or_default();
        }
    }
    Ok(())
}

/// The simulators and the plugins as they were built here.
fn link_programs(copy: &Path) -> Result<()> {
    let link = |from: PathBuf, to: PathBuf| {
        fs::create_dir_all(to.parent().context("a file needs a folder")?)?;
        if fs::read_link(&to).is_ok_and(|known| known == from) {
            return Ok(());
        }
        fs::remove_file(&to).unwrap_or_default();
        symlink(&from, &to).with_context(|| to.display().to_string())
    };
    for entry in fs::read_dir(target()?.join("debug"))?.flatten() {
        let name = entry.file_name();
        if name
            .to_str()
            .is_some_and(|name| name.ends_with("-simulator"))
        {
            link(entry.path(), copy.join("target/debug").join(name))?;
        }
    }
    for name in crate::project::plugins()? {
        let built = Path::new("plugins").join(name).join("dist");
        link(root().join(&built), copy.join(&built))?;
    }
    Ok(())
}

/// What compiled dependencies hang on; when it changes, those that were taken over are of no more use.
fn fits(files: &Sources) -> Result<String> {
    let mut hash = DefaultHasher::new();
    let compiler = Command::new("rustc")
        .current_dir(root())
        .arg("-vV")
        .output()?;
    ensure!(compiler.status.success(), "rustc does not run");
    compiler.stdout.hash(&mut hash);
    let is_asked = |path: &&PathBuf| path.ends_with("Cargo.toml") || path.ends_with("Cargo.lock");
    for path in files.keys().filter(is_asked) {
        files[path].hash(&mut hash);
    }
    Ok(format!("{:016x}", hash.finish()))
}

/// Cargo takes a package for the same one wherever its workspace lies, and for compiled when its files are older than what
/// was made of them.
fn take_over_compiled(copy: &Path, files: &Sources) -> Result<()> {
    for folder in ["deps", "build", ".fingerprint"] {
        let into = copy.join("target/debug").join(folder);
        if into.is_dir() {
            fs::remove_dir_all(&into)?;
        }
        take_over(&target()?.join("debug").join(folder), &into)?;
    }
    for (path, content) in files {
        let original = root().join(path);
        if fs::read(&original).is_ok_and(|here| here == *content) {
            same_age(&original, &copy.join(path))?;
        }
    }
    Ok(())
}

/// Copies a folder of compiled things without the host's own.
fn take_over(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).into_iter().flatten().flatten() {
        let (path, into) = (entry.path(), to.join(entry.file_name()));
        if entry.file_name().to_str().is_none_or(is_hosts) {
        } else if entry.file_type()?.is_dir() {
            take_over(&path, &into)?;
        } else if from.ends_with("deps") && path.extension().is_none_or(|kind| kind != "d") {
            // Compilers and linkers put a new file in its place.
            fs::hard_link(&path, &into)?;
        } else {
            // Is overwritten: it must not be the tests' own.
            fs::copy(&path, &into)?;
            same_age(&path, &into)?;
        }
    }
    Ok(())
}

/// `libcomptoir-0123456789abcdef.rlib`, but not `comptoir-sandbox-0123456789abcdef`.
fn is_hosts(name: &str) -> bool {
    let name = name.strip_prefix("lib").unwrap_or(name);
    name.strip_prefix("comptoir-")
        .is_some_and(|rest| !rest.contains('-'))
}

fn same_age(from: &Path, to: &Path) -> Result<()> {
    let modified = fs::metadata(from)?.modified()?;
    // Not for writing, which a program that runs would not allow.
    Ok(File::open(to)?.set_modified(modified)?)
}
