//! Plugins as archives: packed, signed, tampered with, installed.

use std::fs;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

use super::super::archive::{self, Archive, Signer};
use super::super::cli::install;

/// A plugin's folder that is complete enough to be packed.
fn plugin(folder: &Path, version: &str) -> PathBuf {
    let plugin = folder.join("acme");
    fs::create_dir_all(plugin.join("locales")).expect("folders");
    let manifest = format!(
        "id = \"acme\"\nname = \"Acme\"\nversion = \"{version}\"\napi = \"1.0\"\ncomponent = \"acme.wasm\"\nroles = []\n"
    );
    fs::write(plugin.join("plugin.toml"), manifest).expect("a file");
    fs::write(plugin.join("acme.wasm"), version).expect("a file");
    fs::write(plugin.join("locales/fr.json"), "{}").expect("a file");
    plugin
}

struct Signed {
    folder: tempfile::TempDir,
    archive: PathBuf,
    public: String,
}

fn signed() -> Signed {
    let folder = tempfile::tempdir().expect("a folder");
    let key = folder.path().join("plugin.key");
    let public = archive::make_key(&key).expect("a key");
    let plugin = plugin(folder.path(), "1.0.0");
    let archive =
        archive::pack(&plugin, &folder.path().join("out"), Some(&key)).expect("an archive");
    Signed {
        folder,
        archive,
        public,
    }
}

#[test]
fn a_signed_archive_opens_for_those_who_trust_its_key() {
    let signed = signed();
    let archive = Archive::read(&signed.archive).expect("an archive");
    let signer = archive.verify(&[other_key(), signed.public.clone()]);
    assert_eq!(signer.expect("trusted"), Signer::Key(signed.public.clone()));
    // What was verified is what is unpacked, whatever lies there by then.
    fs::write(&signed.archive, "something else").expect("a file");
    let into = tempfile::tempdir().expect("a folder");
    let manifest = archive.unpack(into.path()).expect("a plugin");
    assert_eq!(manifest.version, "1.0.0");
    assert_eq!(
        fs::read_to_string(manifest.component_path()).expect("a file"),
        "1.0.0"
    );
    assert_eq!(manifest.locales().expect("locales").len(), 1);
}

#[test]
fn the_same_content_makes_the_same_archive() {
    let (one, two) = (signed(), signed());
    let read = |signed: &Signed| fs::read(&signed.archive).expect("a file");
    assert_eq!(read(&one), read(&two));
}

#[test]
fn what_nobody_trusted_signed_stays_closed() {
    let signed = signed();
    let refused = |trusted: &[String]| {
        let archive = Archive::read(&signed.archive).expect("an archive");
        let error = archive.verify(trusted).expect_err("refused");
        error.to_string()
    };
    assert!(refused(&[]).contains("[trust."));
    assert!(refused(&[other_key()]).contains("[trust."));
    let trusted = [signed.public.clone()];
    let mut bytes = fs::read(&signed.archive).expect("a file");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&signed.archive, bytes).expect("a file");
    assert!(refused(&trusted).contains("[trust."), "one bit differs");
    fs::remove_file(archive::signature_of(&signed.archive)).expect("a signature");
    assert!(refused(&trusted).contains("unsigned = true"));
}

fn other_key() -> String {
    let folder = tempfile::tempdir().expect("a folder");
    archive::make_key(&folder.path().join("other.key")).expect("a key")
}

type Packed = tar::Builder<GzEncoder<Vec<u8>>>;

#[test]
fn an_archive_writes_nothing_outside_its_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let hostile = |fill: &dyn Fn(&mut tar::Header, &mut Packed)| {
        let mut packed = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
        let mut header = tar::Header::new_gnu();
        header.set_size(1);
        header.set_mode(0o644);
        fill(&mut header, &mut packed);
        let bytes = packed
            .into_inner()
            .and_then(GzEncoder::finish)
            .expect("bytes");
        let file = folder.path().join("hostile.tar.gz");
        fs::write(&file, bytes).expect("a file");
        let into = folder.path().join("into");
        fs::create_dir_all(&into).expect("a folder");
        let archive = Archive::read(&file).expect("an archive");
        archive.unpack(&into).expect_err("refused").to_string()
    };
    let climbs = hostile(&|header, packed| {
        // The library refuses to write such a name: put there byte by byte.
        header.as_gnu_mut().expect("gnu").name[..9].copy_from_slice(b"../escape");
        header.set_cksum();
        packed.append(header, &b"x"[..]).expect("an entry");
    });
    assert!(climbs.contains("leads out"), "{climbs}");
    assert!(!folder.path().join("escape").exists());
    let links = hostile(&|header, packed| {
        header.set_entry_type(tar::EntryType::Symlink);
        header.set_size(0);
        packed
            .append_link(header, "plugin.toml", "/etc/hostname")
            .expect("an entry");
    });
    assert!(links.contains("neither a file nor a folder"), "{links}");
}

#[test]
fn installing_names_the_plugin_in_the_operators_file_and_grants_nothing() {
    let signed = signed();
    let file = signed.folder.path().join("plugins.toml");
    let before = format!(
        "# Ours.\n[trust.\"{}\"] # The vendor's.\nplugins = [\"acme\"]\n",
        signed.public
    );
    fs::write(&file, &before).expect("a file");
    install::install(&file, &signed.archive, false, false).expect("installed");
    let after = fs::read_to_string(&file).expect("a file");
    assert!(
        after.starts_with(&before),
        "what the operator wrote stays: {after}"
    );
    let grants = comptoir_sandbox::Grant::read_all(&[&file]).expect("grants");
    let grant = &grants["acme"];
    assert!(!grant.enabled && grant.hosts.is_empty() && !grant.unsigned);
    archive::source(grant).expect("the copy is signed too");
    // An upgrade keeps what was granted.
    fs::write(&file, after.replace("enabled = false", "enabled = true")).expect("a file");
    install::install(&file, &signed.archive, false, false).expect("installed");
    assert!(comptoir_sandbox::Grant::read_all(&[&file]).expect("grants")["acme"].enabled);
}

#[test]
fn an_archive_that_lies_in_its_place_already_stays_whole() {
    let signed = signed();
    let file = signed.folder.path().join("plugins.toml");
    let trust = format!("[trust.\"{}\"]\nplugins = [\"acme\"]\n", signed.public);
    fs::write(&file, trust).expect("a file");
    install::install(&file, &signed.archive, false, false).expect("installed");
    let placed = signed.folder.path().join("plugins.d/acme-1.0.0.tar.gz");
    install::install(&file, &placed, false, false).expect("installed again");
    let read = |file: &Path| fs::read(file).expect("a file");
    assert_eq!(read(&placed), read(&signed.archive));
    let placed = Archive::read(&placed).expect("an archive");
    placed.verify(&[signed.public]).expect("still signed");
}

#[test]
fn a_table_written_in_one_line_is_edited_and_the_files_rights_stay() {
    use std::os::unix::fs::PermissionsExt;
    let signed = signed();
    let file = signed.folder.path().join("plugins.toml");
    let text = "[plugins]\nacme = { source = \"old\", enabled = true }\n";
    fs::write(&file, text).expect("a file");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("its rights");
    install::install(&file, &signed.archive, true, false).expect("installed");
    let grants = comptoir_sandbox::Grant::read_all(&[&file]).expect("grants");
    let grant = &grants["acme"];
    assert!(grant.enabled && grant.unsigned && grant.source.is_file());
    let mode = fs::metadata(&file).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}

#[test]
fn what_cannot_be_installed_leaves_everything_as_it_was() {
    let signed = signed();
    let folder = signed.folder.path();
    let file = folder.join("plugins.toml");
    let zip = folder.join("acme.zip");
    fs::copy(&signed.archive, &zip).expect("a file");
    let cut = folder.join("cut.tar.gz");
    let whole = fs::read(&signed.archive).expect("a file");
    fs::write(&cut, &whole[..whole.len() / 2]).expect("a file");
    fs::create_dir(folder.join("plugins.src")).expect("a folder");
    for (archive, before, expected) in [
        (&folder.join("none.tar.gz"), "", "no such file"),
        (&folder.join("plugins.src"), "", "pack it first"),
        (&zip, "", "ends in .tar.gz"),
        (&cut, "", "cut short"),
        (&signed.archive, "[plugins.north]\nsorce = \"x\"\n", "sorce"),
        (&signed.archive, "plugins = 5\n", "plugins"),
        (&signed.archive, "[plugins\n", "TOML"),
    ] {
        fs::write(&file, before).expect("a file");
        let refused = install::install(&file, archive, true, false).expect_err(expected);
        assert!(format!("{refused:#}").contains(expected), "{refused:#}");
        assert_eq!(fs::read_to_string(&file).expect("a file"), before);
        assert!(!folder.join("plugins.d").exists(), "{expected}");
    }
}

#[test]
fn without_its_key_there_is_no_archive() {
    let folder = tempfile::tempdir().expect("a folder");
    let (plugin, out) = (plugin(folder.path(), "1.0.0"), folder.path().join("out"));
    let packed = archive::pack(&plugin, &out, Some(&folder.path().join("no.key")));
    assert!(packed.is_err_and(|error| format!("{error:#}").contains("no.key")));
    assert!(!out.exists());
}

#[test]
fn an_archive_that_is_not_trusted_is_not_installed() {
    let signed = signed();
    let file = signed.folder.path().join("plugins.toml");
    let refused = install::install(&file, &signed.archive, false, false).expect_err("refused");
    assert!(refused.to_string().contains("[trust."), "{refused}");
    assert!(
        !file.exists() && !signed.folder.path().join("plugins.d").exists(),
        "nothing is written"
    );
}

#[test]
fn a_key_signs_the_plugins_that_it_is_trusted_with_and_no_others() {
    let signed = signed();
    let file = signed.folder.path().join("plugins.toml");
    let trust = format!("[trust.\"{}\"]\nplugins = [\"north\"]\n", signed.public);
    fs::write(&file, &trust).expect("a file");
    let refused = install::install(&file, &signed.archive, false, false).expect_err("refused");
    assert!(
        refused.to_string().contains("add \"acme\" to plugins"),
        "{refused}"
    );
    assert_eq!(fs::read_to_string(&file).expect("a file"), trust);
    // Named all the same, it is not loaded.
    let text = format!("{trust}[plugins.acme]\nsource = \"out/acme-1.0.0.tar.gz\"\n");
    fs::write(&file, text).expect("a file");
    let grants = comptoir_sandbox::Grant::read_all(&[&file]).expect("grants");
    let refused = archive::source(&grants["acme"]).expect_err("refused");
    assert!(
        refused.to_string().contains("trusts with this plugin"),
        "{refused}"
    );
}

#[test]
fn an_older_version_is_installed_when_that_is_said_and_uninstalling_leaves_the_rest() {
    let signed = signed();
    let folder = signed.folder.path();
    let file = folder.join("plugins.toml");
    let before = format!(
        "# Ours.\n[trust.\"{}\"]\nplugins = [\"acme\"]\n",
        signed.public
    );
    fs::write(&file, &before).expect("a file");
    let key = folder.join("plugin.key");
    plugin(folder, "1.10.0");
    let newer = archive::pack(&folder.join("acme"), &folder.join("out"), Some(&key));
    install::install(&file, &newer.expect("an archive"), false, false).expect("installed");
    let refused = install::install(&file, &signed.archive, false, false).expect_err("older");
    assert!(refused.to_string().contains("--downgrade"), "{refused}");
    install::install(&file, &signed.archive, false, true).expect("all the same");

    let placed = folder.join("plugins.d/acme-1.0.0.tar.gz");
    assert!(placed.exists());
    install::uninstall(&file, "acme").expect("uninstalled");
    let after = fs::read_to_string(&file).expect("a file");
    assert!(after.starts_with(&before), "{after}");
    assert!(
        after.contains("[plugins]"),
        "it says that there are none: {after}"
    );
    assert!(!placed.exists() && !archive::signature_of(&placed).exists());
    let refused = install::uninstall(&file, "acme").expect_err("it is gone");
    assert!(refused.to_string().contains("[plugins.acme]"), "{refused}");
}
