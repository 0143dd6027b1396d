//! Life of a cluster in one process, on a real PostgreSQL.

use crate::common::{eventually, folder, is_gone, is_root, settings, signal};
use comptoir_postgres::Cluster;
use nix::sys::signal::Signal;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::{Duration, Instant},
};

const MARK: &str = "create table mark (name text); insert into mark values ('é')";

fn marks(cluster: &Cluster) -> Vec<Option<String>> {
    cluster
        .query("postgres", "select name from mark")
        .expect("the table")
        .concat()
}

#[test]
fn a_restart_finds_the_data_and_stays_private() {
    let folder = folder(0o755);
    let data = folder.path().join("données de l'été");
    let first = Cluster::start(&settings(&data)).expect("a fresh start");
    first.query("postgres", MARK).expect("a statement");
    let shown = first.query("postgres", "show listen_addresses; show data_checksums; show server_encoding; show fsync; select lower('É')").expect("settings").concat();
    assert_eq!(
        shown,
        ["", "on", "UTF8", "on", "é"].map(|value| Some(value.to_owned()))
    );
    let url = first.url("postgres");
    first.stop().expect("a stop");
    drop(first);

    let second = Cluster::start(&settings(&data)).expect("a second start");
    assert_eq!(marks(&second), [Some("é".to_owned())]);
    assert_eq!(second.url("postgres"), url);
}

#[test]
fn a_database_is_created_once_whatever_its_name() {
    let folder = folder(0o755);
    let cluster = Cluster::start(&settings(folder.path())).expect("a start");
    for _ in 0..2 {
        cluster
            .create_database("it's \"mine\"")
            .expect("a database");
    }
    assert!(cluster.url("it's").contains("/it%27s?"));
    let error = cluster
        .query("postgres", "select 1; select nonsense")
        .expect_err("an error");
    assert_eq!(
        error.to_string(),
        "ERROR 42703: column \"nonsense\" does not exist (at character 18)"
    );
}

#[test]
fn a_killed_server_is_restarted_with_its_data() {
    let folder = folder(0o755);
    let cluster = Cluster::start(&settings(folder.path())).expect("a start");
    cluster.query("postgres", MARK).expect("a statement");
    let before = cluster.pid().expect("a server");
    assert!(cluster.try_wait().is_none());
    signal(before, Signal::SIGKILL);
    assert!(cluster.wait().is_some(), "its end is reported");
    cluster.restart().expect("a restart");
    assert_ne!(cluster.pid(), Some(before));
    assert_eq!(marks(&cluster), [Some("é".to_owned())]);
}

#[test]
fn a_stop_ends_busy_connections_within_five_seconds_and_supervision_with_it() {
    let folder = folder(0o755);
    let cluster = Cluster::start(&settings(folder.path())).expect("a start");
    let pid = cluster.pid().expect("a server");
    thread::scope(|scope| {
        let supervision = scope.spawn(|| cluster.wait());
        let busy = scope.spawn(|| cluster.query("postgres", "select pg_sleep(600)"));
        eventually("the query runs", || {
            let count = cluster.query("postgres", "select 1 from pg_stat_activity where query like '%pg_sleep(600)%' and pid <> pg_backend_pid()");
            !count.expect("the activity").is_empty()
        });
        let begun = Instant::now();
        cluster.stop().expect("a stop");
        assert!(begun.elapsed() < Duration::from_secs(5));
        busy.join()
            .expect("no panic")
            .expect_err("it is disconnected");
        assert!(
            supervision.join().expect("no panic").is_none(),
            "a stop is no accident"
        );
    });
    assert!(is_gone(pid));
    assert!(
        cluster.restart().is_ok() && cluster.pid().is_none(),
        "stopped for good"
    );
}

#[test]
fn a_second_owner_is_refused_and_a_guest_leaves_the_server_alone() {
    let folder = folder(0o755);
    let owner = Cluster::start(&settings(folder.path())).expect("a start");
    let error = Cluster::start(&settings(folder.path()))
        .expect_err("in use")
        .to_string();
    assert!(
        error.contains("in use by another Comptoir")
            && error.contains(&std::process::id().to_string()),
        "{error}"
    );

    let guest = Cluster::attach_or_start(&settings(folder.path())).expect("a guest");
    assert_eq!((guest.pid(), guest.url("x")), (None, owner.url("x")));
    drop(guest);
    assert!(owner.query("postgres", "select 1").is_ok());
    drop(owner);
    assert!(
        Cluster::attach_or_start(&settings(folder.path()))
            .expect("an owner now")
            .pid()
            .is_some()
    );
}

#[test]
fn a_server_that_survived_its_owner_is_ended() {
    let folder = folder(0o755);
    let cluster = Cluster::start(&settings(folder.path())).expect("a start");
    cluster.query("postgres", MARK).expect("a statement");
    let pid = cluster.pid().expect("a server");
    let words = fs::read(format!("/proc/{pid}/cmdline")).expect("its command line");
    let words: Vec<String> = words
        .split(|byte| *byte == 0)
        .map(|word| String::from_utf8_lossy(word).into_owned())
        .collect();
    let socket_dir = cluster
        .url("")
        .split("host=")
        .nth(1)
        .map(PathBuf::from)
        .expect("its socket");
    drop(cluster);

    // The same server, started by nobody we know, as the account that owns the data.
    let mut orphan = command_as_owner(folder.path(), &words[0]);
    let mut orphan = orphan
        .args(&words[1..words.len() - 1])
        .args([
            "-c",
            &format!(
                "unix_socket_directories={}",
                folder.path().join("postgres").display()
            ),
        ])
        .spawn()
        .expect("an orphan");
    eventually("the orphan is up", || {
        fs::read_to_string(folder.path().join("postgres/postmaster.pid"))
            .is_ok_and(|text| text.contains("ready"))
    });
    assert!(!socket_dir.exists());

    let cluster = Cluster::start(&settings(folder.path())).expect("a start beside an orphan");
    assert!(
        orphan.wait().expect("its end").success(),
        "it was shut down in order"
    );
    assert_eq!(marks(&cluster), [Some("é".to_owned())]);
}

#[test]
fn a_process_that_got_the_number_of_a_dead_server_is_left_alone() {
    let folder = folder(0o755);
    drop(Cluster::start(&settings(folder.path())).expect("a start"));
    let mut innocent = command_as_owner(folder.path(), "sleep")
        .arg("600")
        .spawn()
        .expect("a process");
    let pid_file = folder.path().join("postgres/postmaster.pid");
    fs::write(
        &pid_file,
        format!(
            "{}\n{}\n1700000000\n5432\n/tmp\n\n 1 2\nready   \n",
            innocent.id(),
            folder.path().join("postgres").display()
        ),
    )
    .expect("a stale file");

    let started = Cluster::start(&settings(folder.path()));
    assert!(
        innocent.try_wait().expect("its state").is_none(),
        "still running"
    );
    innocent.kill().expect("its end");
    innocent.wait().expect("its end");
    started.expect("a start");
}

#[test]
fn programs_of_a_folder_without_any_are_a_clear_error() {
    let folder = folder(0o755);
    let mut settings = settings(&folder.path().join("data"));
    settings.binaries = Some(folder.path().join("none"));
    let error = Cluster::start(&settings)
        .expect_err("no programs")
        .to_string();
    assert!(
        error.contains("PostgreSQL 15 or newer is not there")
            && error.contains("none is not there"),
        "{error}"
    );
}

#[test]
fn a_folder_only_root_may_enter_keeps_a_record_of_the_cluster() {
    if !is_root() {
        return;
    }
    let folder = folder(0o700);
    let data = folder.path().join("my data");
    let record = data.join("postgres.location");
    let home = || PathBuf::from(fs::read_to_string(&record).expect("a record"));

    Cluster::start(&settings(&data))
        .expect("a fresh start")
        .query("postgres", MARK)
        .expect("a statement");
    let first = home();
    assert!(first.starts_with("/var/lib/comptoir") && !data.join("postgres").exists());
    // Moved with its data folder.
    let moved = folder.path().join("moved");
    fs::rename(&data, &moved).expect("a move");
    assert_eq!(
        marks(&Cluster::start(&settings(&moved)).expect("a second start")),
        [Some("é".to_owned())]
    );
    fs::rename(&moved, &data).expect("back");
    drop(Cluster::start(&settings(&data)).expect("a start"));

    // Gone with it: an empty database; the lost one stays for one more time.
    fs::remove_dir_all(&data).expect("no data");
    drop(Cluster::start(&settings(&data)).expect("a start"));
    let second = home();
    assert!(first.exists() && second != first);
    fs::remove_dir_all(&data).expect("no data");
    drop(Cluster::start(&settings(&data)).expect("a start"));
    assert!(!first.exists() && second.exists());

    // Named, but not there.
    let third = home();
    fs::remove_dir_all(&third).expect("no cluster");
    drop(Cluster::start(&settings(&data)).expect("a start"));
    assert_ne!(home(), third);
    for lost in [second, home()] {
        fs::remove_dir_all(lost).expect("tidy");
    }
}

/// As the account that owns the cluster of `data`.
fn command_as_owner(data: &Path, program: &str) -> Command {
    use std::os::unix::{fs::MetadataExt, process::CommandExt};
    let owner = fs::metadata(data.join("postgres")).expect("a cluster");
    let mut command = Command::new(program);
    if is_root() {
        command.uid(owner.uid()).gid(owner.gid());
    }
    command
}
