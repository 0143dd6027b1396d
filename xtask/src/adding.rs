//! `docs/adding-an-entity.md`, followed to the letter in a copy of the sources: what it says to write is written, what it
//! says to run is run.

use crate::{
    copy::{self, Sources},
    plugins,
    process::step,
    project::{root, target, without_cargos_own},
    report::{self, Count},
    setup, test, web,
};
use anyhow::{Context, Result, bail, ensure};
use std::{collections::BTreeMap, fs, path::PathBuf, process::Command};

const GUIDE: &str = "docs/adding-an-entity.md";
/// What an entity may cost below a folder: files of its own, their lines, files of others that it touches by a line each.
const BUDGETS: [(&str, usize, usize, usize); 2] =
    [("host/src/", 6, 550, 3), ("web/src/", 7, 400, 3)];

/// A block of the guide.
struct Block<'a> {
    language: &'a str,
    /// The file it is about; empty: commands.
    path: &'a str,
    text: String,
}

/// `cargo xtask adding`: the guide alone, with what its journey needs.
pub fn adding() -> Result<()> {
    plugins::build()?;
    web::build()?;
    test::programs()?;
    let count = follow()?;
    println!("{} passed", count.passed);
    Ok(())
}

/// Follows the guide; counts the tests that its commands ran.
///
/// # Errors
/// What it says cannot be done, fails, or costs more than it may.
pub fn follow() -> Result<Count> {
    let guide = fs::read_to_string(root().join(GUIDE)).context(GUIDE)?;
    let blocks = blocks(&guide)?;
    check_cost(&blocks)?;

    let mut files = copy::sources()?;
    for block in &blocks {
        apply(block, &mut files).with_context(|| format!("{GUIDE}: {}", block.path))?;
    }
    let folder = target()?.join("adding");
    copy::write(&folder, &files)?;

    let server = test::database()?;
    let mut count = Count::default();
    for commands in blocks.iter().filter(|block| block.language == "sh") {
        for line in commands.text.lines() {
            let mut command = Command::new("sh");
            command
                .args(["-c", &format!("{line} 2>&1")])
                .current_dir(&folder)
                // Of its own: cargo takes a package for the same one wherever its sources lie.
                .env("CARGO_TARGET_DIR", folder.join("target"))
                .envs(test::surroundings()?)
                // What it says is read for its counts.
                .env("NO_COLOR", "1")
                .env("CHROMIUM", setup::chromium()?);
            without_cargos_own(&mut command);
            // The journey's host has a server of its own.
            if line.starts_with("cargo") {
                command.env("DATABASE_URL", server.cluster().url("comptoir"));
            }
            count += step(line, || test::counted(line, command, report::summary))?;
        }
    }
    Ok(count)
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
    for (folder, most_files, most_lines, most_shared) in BUDGETS {
        let here = blocks.iter().filter(|block| block.path.starts_with(folder));
        let (shared, own): (Vec<_>, Vec<_>) = here.partition(|block| block.language == "diff");
        let lines: usize = own.iter().map(|block| block.text.lines().count()).sum();
        let mut touched: BTreeMap<&str, usize> = BTreeMap::new();
        for block in shared {
            *touched.entry(block.path).or_default() += added(&block.text);
        }
        ensure!(
            own.len() <= most_files
                && lines <= most_lines
                && touched.len() <= most_shared
                && touched.values().all(|lines| *lines == 1),
            "below {folder} an entity takes {} files of its own with {lines} lines, and in files of others {touched:?}",
            own.len(),
        );
    }
    Ok(())
}

/// The lines that a block of differences adds, without comments and imports.
fn added(text: &str) -> usize {
    let added = text.lines().filter_map(|line| line.strip_prefix('+'));
    added
        .filter(|line| !line.starts_with("///") && !line.starts_with("import "))
        .count()
}

fn apply(block: &Block<'_>, files: &mut Sources) -> Result<()> {
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
