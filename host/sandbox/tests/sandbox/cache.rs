//! Compiled code on disk.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use comptoir_sandbox::{Engine, EngineConfig};

use crate::support::{Upstream, ask, engine_config, load};

async fn works(folder: &Path) {
    let upstream = Upstream::start().await;
    let engine = Engine::new(EngineConfig {
        cache_dir: Some(folder.to_owned()),
        ..engine_config()
    });
    let plugin = load(&engine.expect("an engine"), &upstream, "").await;
    assert_eq!(ask(&plugin, "/hello", &[]).await.expect("well"), "hello");
}

/// The files of the folder: of one component its code and the digest, in this order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    files
}

#[tokio::test]
async fn a_component_is_compiled_once_and_a_damaged_file_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().join("compiled");
    works(&folder).await;
    let [file, digest] = files(&folder).try_into().expect("two files");
    let whole = fs::read(&file).expect("readable");
    let kept = fs::metadata(&file)
        .and_then(|file| file.modified())
        .expect("a time");

    works(&folder).await;
    let again = fs::metadata(&file)
        .and_then(|file| file.modified())
        .expect("a time");
    assert_eq!(kept, again, "taken as it was");

    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 1;
    let cut = &whole[..whole.len() / 2];
    for (damaged, with) in [
        (&file, &flipped[..]),
        (&file, cut),
        (&file, b""),
        (&file, b"not code at all, and far too short"),
        (&digest, b""),
        (&digest, b"not a digest"),
    ] {
        fs::write(damaged, with).expect("writable");
        works(&folder).await;
        assert_eq!(fs::read(&file).expect("readable"), whole, "compiled again");
        let left = [file.clone(), digest.clone()];
        assert_eq!(files(&folder), left, "nothing else is left");
    }
    for lost in [&file, &digest] {
        fs::remove_file(lost).expect("removable");
        works(&folder).await;
        assert_eq!(fs::read(&file).expect("readable"), whole, "compiled again");
    }
}

#[tokio::test]
async fn the_folder_is_made_private_to_its_user() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).expect("mine");
    works(folder.path()).await;
    let mode = fs::metadata(folder.path())
        .expect("there")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o700);
}

#[test]
fn a_folder_that_is_none_is_told() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    let engine = Engine::new(EngineConfig {
        cache_dir: Some(file.path().to_owned()),
        ..engine_config()
    });
    let text = engine.expect_err("no folder").to_string();
    assert!(
        text.starts_with("the folder for compiled plugins"),
        "{text}"
    );
}
