//! Owners that are killed, as root's child and as an ordinary user.

use crate::common::{Owner, eventually, folder, is_gone, is_root, signal};
use nix::{sys::signal::Signal, unistd::User};
use std::{fs, path::Path};

/// Ourselves, and when we are root an ordinary user too.
fn accounts() -> Vec<Option<User>> {
    let other = is_root().then(|| {
        User::from_name("nobody")
            .expect("the list of users")
            .expect("a user named nobody")
    });
    [None].into_iter().chain(other.map(Some)).collect()
}

/// Starts an owner, writes, kills as told, and starts another.
fn survives(kill: impl Fn(&mut Owner, u32, &Path)) {
    for account in accounts() {
        let folder = folder(0o755);
        let data = folder.path().join("some data");
        fs::create_dir(&data).expect("a folder");
        let mut owner = Owner::start(&data, account.as_ref());
        let server = owner.ready();
        owner.ask("create table mark (name text)");
        owner.ask("insert into mark values ('kept')");
        kill(&mut owner, server, &data);

        let mut next = Owner::start(&data, account.as_ref());
        assert_ne!(next.ready(), server);
        assert_eq!(next.ask("select name from mark"), "kept");
    }
}

#[test]
fn the_owner_killed_leaves_no_server_behind() {
    survives(|owner, server, data| {
        owner.kill();
        eventually("the server ends by itself", || is_gone(server));
        assert!(
            !data.join("postgres/postmaster.pid").exists(),
            "it shut down in order"
        );
    });
}

#[test]
fn the_owner_killed_and_started_again_at_once() {
    survives(|owner, _, _| owner.kill());
}

#[test]
fn the_server_and_then_the_owner_killed() {
    survives(|owner, server, data| {
        signal(server, Signal::SIGKILL);
        owner.kill();
        assert!(
            data.join("postgres/postmaster.pid").exists(),
            "it left its file"
        );
    });
}

#[test]
fn killed_while_the_cluster_is_created() {
    for account in accounts() {
        let folder = folder(0o755);
        let data = folder.path().join("some data");
        fs::create_dir(&data).expect("a folder");
        let mut owner = Owner::start(&data, account.as_ref());
        eventually("the cluster is half made", || {
            data.join("postgres.new/base").exists()
        });
        owner.kill();
        assert!(!data.join("postgres").exists());

        let mut next = Owner::start(&data, account.as_ref());
        next.ready();
        assert_eq!(next.ask("select 'whole'"), "whole");
        assert!(!data.join("postgres.new").exists());
    }
}
