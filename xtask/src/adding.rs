//! `docs/adding-an-entity.md`, followed to the letter in a copy of the sources: what it says to write is written, what it
//! says to run is run. Not among the tests yet: it compiles everything it depends on once more.

use crate::{
    process::{Group, run},
    project::{root, target, write_if_changed},
    throwaway::Throwaway,
};
use anyhow::{Context, Result, bail, ensure};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

const GUIDE: &str = "docs/adding-an-entity.md";
/// What an entity may cost, by side: files of its own, their lines, files of others that it touches.
const BUDGETS: [(&[&str], usize, usize, usize); 2] =
    [(&["host/src/"], 6, 550, 3), (&["web/src/"], 7, 400, 3)];

/// A block of the guide.
struct Block<'a> {
    language: &'a str,
    /// The file it is about; empty: commands.
    path: &'a str,
    text: String,
}

/// Follows the guide.
///
/// # Errors
/// What it says cannot be done, or costs more than it may.
pub fn follow() -> Result<()> {
    let guide = fs::read_to_string(root().join(GUIDE)).context(GUIDE)?;
    let blocks = blocks(&guide)?;
    check_cost(&blocks)?;

    let copy = target()?.join("adding");
    let mut files = sources()?;
    for block in &blocks {
        apply(block, &mut files).with_context(|| format!("{GUIDE}: {}", block.path))?;
    }
    write(&copy, &files)?;

    let server = Throwaway::start("comptoir")?;
    let database = server.cluster().url("comptoir");
    for commands in blocks.iter().filter(|block| block.language == "sh") {
        for line in commands.text.lines() {
            let mut command = Command::new("sh");
            command
                .args(["-c", line])
                .current_dir(&copy)
                // Of its own: cargo takes a package for the same one wherever its sources lie.
                .env("CARGO_TARGET_DIR", copy.join("target"))
                .env("DATABASE_URL", &database);
            let status = Group::spawn(line, command)?.wait()?;
            ensure!(status.success(), "{line}: {status}");
        }
    }
    Ok(())
}

fn blocks(guide: &str) -> Result<Vec<Block<'_>>> {
    let mut blocks = Vec::new();
    let mut lines = guide.lines();
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```") else {
            continue;
        };
        let (language, path) = info.split_once(' ').unwrap_or((info, ""));
        let text: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        blocks.push(Block {
            language,
            path,
            text: text.iter().map(|line| format!("{line}\n")).collect(),
        });
    }
    ensure!(blocks.len() > 10, "{GUIDE} has no blocks");
    Ok(blocks)
}

fn check_cost(blocks: &[Block<'_>]) -> Result<()> {
    for (folders, most_files, most_lines, most_shared) in BUDGETS {
        let here = || {
            let is_here =
                |block: &&Block<'_>| folders.iter().any(|folder| block.path.starts_with(*folder));
            blocks.iter().filter(is_here)
        };
        let (own, shared): (Vec<_>, Vec<_>) = here().partition(|block| block.language != "diff");
        let lines: usize = own.iter().map(|block| block.text.lines().count()).sum();
        let mut touched: Vec<&str> = shared.iter().map(|block| block.path).collect();
        touched.dedup();
        ensure!(
            own.len() <= most_files && lines <= most_lines && touched.len() <= most_shared,
            "an entity takes {} files of its own with {lines} lines and {} of others below {folders:?}",
            own.len(),
            touched.len(),
        );
    }
    Ok(())
}

/// Every file that is no product of another, by its path.
fn sources() -> Result<BTreeMap<PathBuf, Vec<u8>>> {
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
    let mut files = BTreeMap::new();
    for name in names.split_terminator('\0') {
        // A file that was deleted and is not committed so yet is still listed.
        if let Ok(content) = fs::read(root().join(name)) {
            files.insert(PathBuf::from(name), content);
        }
    }
    Ok(files)
}

fn apply(block: &Block<'_>, files: &mut BTreeMap<PathBuf, Vec<u8>>) -> Result<()> {
    let path = PathBuf::from(block.path);
    match block.language {
        "sh" => {}
        "diff" => {
            let file = files.get_mut(&path).context("there is no such file")?;
            let text = std::str::from_utf8(file)?;
            let (mut before, mut after) = (String::new(), String::new());
            for line in block.text.split_inclusive('\n') {
                match line.split_at(1) {
                    (" ", line) => {
                        before.push_str(line);
                        after.push_str(line);
                    }
                    ("+", line) => after.push_str(line),
                    _ => bail!("no difference: {line:?}"),
                }
            }
            ensure!(
                text.matches(&before).count() == 1,
                "it has not once:\n{before}"
            );
            *file = text.replacen(&before, &after, 1).into_bytes();
        }
        _ => {
            let old = files.insert(path, block.text.clone().into_bytes());
            ensure!(old.is_none(), "it is there already");
        }
    }
    Ok(())
}

/// Brings the copy up to date; what is right already is left alone, so that compilers leave it alone too.
fn write(copy: &Path, files: &BTreeMap<PathBuf, Vec<u8>>) -> Result<()> {
    for folder in ["host/src", "migrations", ".sqlx", "web/src", "web/locales"] {
        remove_others(copy, &copy.join(folder), files)?;
    }
    for (path, content) in files {
        write_if_changed(&copy.join(path), content)?;
    }
    // Links of packages to each other are relative: the copy's lead to the copy's.
    for packages in ["node_modules", "web/node_modules"] {
        let (from, to) = (root().join(packages), copy.join(packages));
        if from.is_dir() && !to.is_dir() {
            let mut link = Command::new("cp");
            link.arg("-al").args([&from, &to]);
            run("linking the packages", link)?;
        }
    }
    Ok(())
}

/// Removes what an earlier copy has and this one has not.
fn remove_others(copy: &Path, folder: &Path, files: &BTreeMap<PathBuf, Vec<u8>>) -> Result<()> {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            remove_others(copy, &path, files)?;
        } else if !files.contains_key(path.strip_prefix(copy)?) {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}
