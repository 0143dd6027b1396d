//! Creating a cluster.

use crate::{
    binaries::Binaries, location::Location, processes::end_leftovers, server::end_with_us,
};
use anyhow::{Context, Result, bail};
use nix::sys::signal::Signal;
use std::fs::{self, File};

/// The role that owns everything; there is no other, as nobody else can connect.
pub(crate) const ROLE: &str = "comptoir";

/// Creates the cluster if it is not there. It is made under another name and renamed when complete,
/// so a kill at any moment leaves none or a whole one.
pub(crate) fn initialize(location: &Location, binaries: &Binaries) -> Result<()> {
    let cluster = location.cluster();
    if cluster.join("PG_VERSION").exists() {
        return Ok(());
    }
    let half = location.home.join("postgres.new");
    if half.exists() {
        end_leftovers(&half)?;
        fs::remove_dir_all(&half).with_context(|| format!("cannot remove {}", half.display()))?;
    }
    location.account.private_folder(&half)?;
    let mut command = location.account.command(binaries.program("initdb"));
    command.arg("--pgdata").arg(&half).args([
        "--username",
        ROLE,
        "--auth=trust",
        "--encoding=UTF8",
        "--locale=C.UTF-8",
        "--data-checksums",
        "--no-instructions",
    ]);
    if binaries.major >= 17 {
        // Sorts by code point like C, knows Unicode's upper and lower case, and never changes with
        // the machine's C library, which would break indexes.
        command.args(["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]);
    }
    end_with_us(&mut command, Signal::SIGKILL);
    let output = command
        .output()
        .with_context(|| format!("{} does not run", binaries.program("initdb").display()))?;
    if !output.status.success() {
        bail!(
            "cannot create the database in {}: {}",
            half.display(),
            String::from_utf8_lossy(&output.stderr).trim()
        );
    }
    fs::rename(&half, &cluster)
        .with_context(|| format!("cannot rename {} to {}", half.display(), cluster.display()))?;
    File::open(&location.home)?.sync_all()?;
    Ok(())
}
