//! Handing over: nothing is replaced unless a person asks, and an attempt that failed half-way can be made again.

use crate::common::{build, host, request, sale};
use comptoir_plugin_sdk::report::ReportFile;
use comptoir_plugin_sdk::rows::Sale;
use comptoir_plugin_sdk::testing::TestHost;
use comptoir_plugin_sdk::{ErrorKind, Host, Report};
use phonographic_plugin::Phonographic;
use sha2::{Digest, Sha256};

/// Two daily files, built.
fn two_days() -> (TestHost, Vec<ReportFile>) {
    let host = host(vec![
        Sale {
            at: "2026-11-18T11:00:00Z".into(),
            ..sale("wednesday")
        },
        sale("thursday"),
    ])
    .with_channel("occ");
    let files = build(&host, &request("fr-occ", "FR", "2026-11-18", "2026-11-19")).unwrap();
    (host, files)
}

#[test]
fn files_arrive_with_their_names_and_sizes() {
    let (host, files) = two_days();
    let receipts = Phonographic.deliver(&host, "occ", &files, false).unwrap();
    let received = host.channel("occ");
    for (receipt, name) in receipts
        .iter()
        .zip(["FR_PORTAL_181126.csv", "FR_PORTAL_191126.csv"])
    {
        assert_eq!(receipt.name, name);
        assert_eq!(receipt.bytes, received[name].len() as u64);
        assert_eq!(received[name], host.file(name).unwrap());
    }
}

#[test]
fn a_name_that_is_taken_is_a_conflict_before_anything_is_sent() {
    let (host, files) = two_days();
    let host = host.with_file("other", b"older".as_slice());
    host.deliver("occ", "other", "FR_PORTAL_191126.csv", false)
        .unwrap();
    let error = Phonographic
        .deliver(&host, "occ", &files, false)
        .unwrap_err();
    assert_eq!(error.kind, ErrorKind::Conflict);
    assert!(error.message.contains("FR_PORTAL_191126.csv"));
    assert_eq!(host.channel("occ").len(), 1);

    Phonographic.deliver(&host, "occ", &files, true).unwrap();
    let received = host.channel("occ");
    assert_eq!(
        received["FR_PORTAL_191126.csv"],
        host.file("FR_PORTAL_191126.csv").unwrap()
    );
}

#[test]
fn a_second_delivery_is_not_a_retry() {
    let (host, files) = two_days();
    Phonographic.deliver(&host, "occ", &files, false).unwrap();
    let error = Phonographic
        .deliver(&host, "occ", &files, false)
        .unwrap_err();
    assert_eq!(error.kind, ErrorKind::Conflict);
}

#[test]
fn an_unknown_channel_and_odd_names_are_refused() {
    let (host, mut files) = two_days();
    assert!(Phonographic.deliver(&host, "gfk", &files, false).is_err());
    files[0].name = "../FR_PORTAL_181126.csv".into();
    let error = Phonographic
        .deliver(&host, "occ", &files, true)
        .unwrap_err();
    assert_eq!(error.kind, ErrorKind::Rejected);
    assert!(host.channel("occ").is_empty());
}

#[test]
fn a_file_that_an_interrupted_attempt_handed_over_is_not_taken_for_somebody_elses() {
    let (host, files) = two_days();
    let first = &files[0].name;
    // What such an attempt leaves: the file with the receiver, and in the plugin's memory what it was.
    host.deliver("occ", first, first, false).unwrap();
    let print = Sha256::digest(host.file(first).unwrap());
    host.store_set(None, &format!("sent/occ/{first}"), &print)
        .unwrap();
    let receipts = Phonographic.deliver(&host, "occ", &files, false).unwrap();
    assert_eq!(receipts.len(), 2);
    assert_eq!(host.channel("occ").len(), 2);
}
