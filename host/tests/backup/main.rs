//! What `docs/backup.sh` saves, `docs/restore.sh` brings back, and what they refuse. The real programs on a real
//! PostgreSQL, as a role that owns its database and no more.

mod host;
mod postgresql;

use std::fs;
use std::time::Duration;

use bigblue_simulator::{SimClock, Simulator, SimulatorConfig};
use host::Installation;
use postgresql::{Server, assert_same, state};
use serde_json::json;
use sqlx::PgPool;

const ADMIN: &str = "admin@comptoir.example";

/// Waits until no job is left to do: from then on the host writes nothing by itself.
async fn settled(db: &PgPool) {
    let busy = "select exists (select from jobs where status = 'PENDING')
        or exists (select from graphile_worker._private_jobs)";
    let wait = async {
        while sqlx::query_scalar::<_, bool>(busy)
            .fetch_one(db)
            .await
            .expect("the queue")
        {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), wait)
        .await
        .expect("the jobs end within a minute");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_thrown_away_comes_back() {
    let provider = Simulator::start(SimulatorConfig {
        port: 0,
        seed: 7,
        orders: 200,
        rate_limit: None,
        clock: SimClock::real(1.0),
    })
    .await
    .expect("a simulator");
    let server = Server::start();
    let database = server.create("comptoir");

    let first = Installation::new(&server, &database, Some(&provider));
    let host = first.serve(true).await;
    let session = host.sign_in(&first.sign_in_link(ADMIN)).await;
    let mut content = b"%PDF-1.7\n".to_vec();
    content.extend((0..300_000_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8));
    let file = session.upload("Contrat signé.pdf", &content).await;
    let db = PgPool::connect(&database).await.expect("the database");
    settled(&db).await;
    let before = state(&db).await;
    assert!(before["rows of public.orders"].starts_with("200 "));
    assert!(before["rows of public.files"].starts_with("1 "));

    // Beside the running portal.
    let archive = first.folder().join("backup.tar");
    let saved = first.backup(&archive);
    assert!(saved.succeeded, "{saved:?}");
    // A backup only reads.
    assert_same(&state(&db).await, &before);

    // Of all of it, the key is kept: it is no part of the backup.
    let key = first.master_key();
    host.stop().await;
    db.close().await;
    server.drop_database("comptoir");
    let archive = {
        let kept = server.folder().join("kept.tar");
        fs::rename(&archive, &kept).expect("the archive elsewhere");
        drop(first);
        kept
    };

    let database = server.create("comptoir");
    let second = Installation::new(&server, &database, Some(&provider)).with_master_key(key);
    let restored = second.restore(&archive);
    assert!(restored.succeeded, "{restored:?}");
    assert_eq!(second.entries(), ["data", "plugins.toml"]);
    assert_eq!(second.entries_of_data(), ["files"]);
    let db = PgPool::connect(&database).await.expect("the database");
    assert_same(&state(&db).await, &before);

    let host = second.serve(false).await;
    let ready = json!({ "ready": true, "degraded": false, "database": true, "migrations": true,
        "failed_plugins": [], "outdated_plugins": [], "plugins_file_unread": false });
    assert_eq!(host.readiness().await, (200, ready));
    let session = host.sign_in(&second.sign_in_link(ADMIN)).await;
    assert!(session.download(&file).await == content, "the same file");
    // The stores' sealed keys open: the provider answers.
    let asked = provider.state().requests.total;
    session.synchronize().await;
    settled(&db).await;
    assert!(provider.state().requests.total > asked);
    let failed: i64 = sqlx::query_scalar("select count(*) from jobs where status = 'FAILED'")
        .fetch_one(&db)
        .await
        .expect("a count");
    assert_eq!(failed, 0);
    db.close().await;
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_overwritten_and_nothing_is_half_restored() {
    let server = Server::start();
    let filled = server.create("filled");
    let installation = Installation::new(&server, &filled, None);
    installation.comptoir(&["migrate"]);
    installation.comptoir(&["user", "add", "--email", ADMIN]);
    fs::create_dir_all(installation.files().join("uploads")).expect("a folder");
    fs::write(installation.files().join("uploads/a.pdf"), "%PDF-1.7").expect("a file");
    let archive = server.folder().join("backup.tar");
    let saved = installation.backup(&archive);
    assert!(saved.succeeded, "{saved:?}");

    // A database with rows, a folder without files.
    let db = PgPool::connect(&filled).await.expect("the database");
    let before = state(&db).await;
    let other = Installation::new(&server, &filled, None);
    let refused = other.restore(&archive);
    assert!(
        refused.failed_with("the database is not empty"),
        "{refused:?}"
    );
    assert_same(&state(&db).await, &before);
    assert!(!other.files().exists());
    db.close().await;

    // A folder with files, a database without rows.
    let empty = server.create("empty");
    let db = PgPool::connect(&empty).await.expect("the database");
    let untouched = state(&db).await;
    let third = Installation::new(&server, &empty, None);
    fs::create_dir_all(third.files()).expect("a folder");
    fs::write(third.files().join("mine"), "mine").expect("a file");
    let refused = third.restore(&archive);
    assert!(refused.failed_with("files is not empty"), "{refused:?}");
    assert_same(&state(&db).await, &untouched);
    assert_eq!(
        fs::read(third.files().join("mine")).ok().as_deref(),
        Some(&b"mine"[..])
    );
    assert_eq!(third.entries_of_data(), ["files"]);

    // An archive that ends early, and one whose dump does.
    let whole = fs::read(&archive).expect("the archive");
    let cut = server.folder().join("cut.tar");
    fs::write(&cut, &whole[..whole.len() / 2]).expect("half an archive");
    let damaged = server.with_a_torn_dump(&archive);
    for archive in [cut, damaged] {
        let fourth = Installation::new(&server, &empty, None);
        let refused = fourth.restore(&archive);
        assert!(!refused.succeeded, "{refused:?}");
        assert_same(&state(&db).await, &untouched);
        assert!(host::entries(&fourth.files()).is_empty());
        assert_eq!(
            fourth.entries_of_data(),
            ["files"],
            "nothing is left beside"
        );
    }
    db.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_that_fails_leaves_no_archive() {
    let server = Server::start();
    let missing = server.url("missing");
    let installation = Installation::new(&server, &missing, None);
    fs::create_dir_all(installation.files()).expect("a folder");
    let archives = tempfile::tempdir().expect("a folder");
    let archive = archives.path().join("backup.tar");
    let failed = installation.backup(&archive);
    assert!(
        failed.failed_with("\"missing\" does not exist"),
        "{failed:?}"
    );
    assert!(host::entries(archives.path()).is_empty());

    // Nor does it spoil an earlier one.
    fs::write(&archive, "an earlier one").expect("a file");
    assert!(!installation.backup(&archive).succeeded);
    assert_eq!(
        fs::read(&archive).ok().as_deref(),
        Some(&b"an earlier one"[..])
    );
    assert_eq!(host::entries(archives.path()), ["backup.tar"]);

    // A folder that is named wrongly is not a portal without files.
    let there = server.create("there");
    let installation = Installation::new(&server, &there, None);
    let archive = archives.path().join("second.tar");
    let failed = installation.backup(&archive);
    assert!(failed.failed_with("files is not there"), "{failed:?}");
    assert_eq!(host::entries(archives.path()), ["backup.tar"]);
}
