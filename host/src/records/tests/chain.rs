//! Whatever somebody does to the audit trail who may do anything to the database is found, and named.

use chrono::Days;
use futures::future::try_join_all;
use sqlx::postgres::PgPoolOptions;
use uuid::Uuid;

use super::*;
use crate::orders::ORDER;
use crate::records::audit::{self, Author, Change, Entry};
use crate::records::chain::{self, Extent, Report};

const FIRST: Uuid = Uuid::from_u128(1);
const SECOND: Uuid = Uuid::from_u128(2);

fn entry(id: Uuid, number: usize) -> Entry<'static> {
    let change = Change {
        field: "status".into(),
        before: json!(number),
        after: json!({ "name": "Zoé", "total": 10.5 }),
    };
    Entry {
        kind: &ORDER,
        id,
        action: "update",
        changes: vec![change],
    }
}

async fn write(db: &PgPool, entries: &[Entry<'_>]) -> sqlx::Result<()> {
    let mut tx = db.begin().await?;
    let author = Author {
        id: Some(Uuid::nil()),
        name: "Inès".into(),
        request_id: Some("r1".into()),
    };
    audit::record(&mut tx, &author, entries).await?;
    tx.commit().await
}

/// Four entries of one order, in two statements, and one of another.
async fn trail(db: &PgPool) {
    let both = [entry(FIRST, 1), entry(SECOND, 1), entry(FIRST, 2)];
    write(db, &both).await.expect("entries");
    let more = [entry(FIRST, 3), entry(FIRST, 4)];
    write(db, &more).await.expect("entries");
}

async fn verify(db: &PgPool, extent: Extent) -> (Report, Vec<String>) {
    let mut faults = Vec::new();
    let mut db = db.acquire().await.expect("a connection");
    let found = |fault: chain::Fault| faults.push(fault.to_string());
    let report = chain::verify(&mut db, &extent, |_| (), found).await;
    let report = report.expect("a report");
    assert_eq!(report.faults, faults.len() as u64);
    (report, faults)
}

async fn faults(db: &PgPool) -> Vec<String> {
    verify(db, Extent::default()).await.1
}

/// Runs a statement past all triggers.
async fn tamper(db: &PgPool, statement: &str) {
    let past = format!("begin; set local session_replication_role = replica; {statement}; commit");
    let done = sqlx::raw_sql(sqlx::AssertSqlSafe(past)).execute(db).await;
    done.unwrap_or_else(|error| panic!("{statement}: {error}"));
}

/// Puts everything back as it was.
async fn put_back(db: &PgPool) {
    tamper(
        db,
        "delete from audit_entries; insert into audit_entries select * from kept_entries;
         delete from audit_streams; insert into audit_streams select * from kept_streams;
         delete from audit_anchors; insert into audit_anchors select * from kept_anchors",
    )
    .await;
}

async fn keep(db: &PgPool) {
    let keep = "create table kept_entries as table audit_entries; create table kept_streams as table audit_streams;
        create table kept_anchors as table audit_anchors";
    sqlx::raw_sql(keep).execute(db).await.expect("copies");
}

/// What an entry's hash would be after the one of this number.
const HASH: &str = "sha256((select hash from audit_entries p where p.entity_id = e.entity_id and p.sequence = e.sequence - 1)
    || convert_to(json_build_array(e.id, extract(epoch from e.at), e.actor_id, e.actor_name, e.entity, e.entity_id, e.action,
        e.changes, e.request_id)::text, 'UTF8'))";

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn whatever_is_done_to_the_trail_is_found_and_named(db: PgPool) {
    trail(&db).await;
    assert_eq!(faults(&db).await, Vec::<String>::new());
    keep(&db).await;
    let first = format!("order {FIRST}");
    let changed = |number| format!("{first} #{number}: changed, or the entry before it");
    let forged = |number| format!("{first} #{number}: forged, the trail never took it");
    let end = |number| format!("{first} #{number}: forged end, the trail ended otherwise");
    let of_second = format!("where entity_id = '{FIRST}' and sequence = 2");
    let mut attempts: Vec<(String, Vec<String>)> = [
        "id = gen_random_uuid()",
        "at = at + interval '1 microsecond'",
        "actor_id = null",
        "actor_name = 'Inés'",
        "action = 'create'",
        "changes = '[]'",
        "changes = jsonb_set(changes, '{0,after,total}', '10.50')",
        "request_id = 'r2'",
        "hash = sha256('')",
    ]
    .iter()
    .map(|set| {
        let attempt = format!("update audit_entries set {set} {of_second}");
        let followed = set.starts_with("hash").then(|| changed(3));
        let found = [changed(2)].into_iter().chain(followed);
        (attempt, found.collect())
    })
    .collect();
    let rewritten = |number| {
        format!(
            "update audit_entries set changes = '[]' where entity_id = '{FIRST}' and sequence = {number};
             update audit_entries e set hash = {HASH} where entity_id = '{FIRST}' and sequence = {number}"
        )
    };
    let put_in = |number| {
        format!(
            "insert into audit_entries (id, actor_name, entity, entity_id, action, sequence, hash)
             values (gen_random_uuid(), 'Inès', 'order', '{FIRST}', 'update', {number}, '');
             update audit_entries e set hash = {HASH} where entity_id = '{FIRST}' and sequence = {number}"
        )
    };
    let of_first = format!("where entity_id = '{FIRST}'");
    attempts.extend([
        (
            format!("update audit_entries set entity = 'store' {of_second}"),
            vec![
                format!("{first} #2: missing"),
                format!("store {FIRST} #1: missing"),
                format!("store {FIRST} #2: forged end, the trail ended otherwise"),
            ],
        ),
        // With the hash that it would have: the next one does not follow, or the end.
        (rewritten(2), vec![changed(3)]),
        (rewritten(4), vec![end(4)]),
        (
            format!("delete from audit_entries {of_second}"),
            vec![format!("{first} #2: missing")],
        ),
        (
            format!("delete from audit_entries {of_first} and sequence in (1, 2)"),
            vec![format!("{first} #1 to #2: missing")],
        ),
        (
            format!("delete from audit_entries {of_first} and sequence = 4"),
            vec![format!("{first} #4: missing")],
        ),
        (
            format!("delete from audit_entries {of_first}"),
            vec![format!("{first} #1 to #4: missing")],
        ),
        (
            format!(
                "update audit_entries e set changes = o.changes from audit_entries o
                 where e.entity_id = '{FIRST}' and o.entity_id = e.entity_id and e.sequence in (2, 3)
                    and o.sequence = 5 - e.sequence"
            ),
            vec![changed(2), changed(3)],
        ),
        (
            format!(
                "update audit_entries set sequence = -sequence {of_first} and sequence in (2, 3);
                 update audit_entries set sequence = 5 + sequence {of_first} and sequence < 0"
            ),
            vec![changed(2), changed(3), changed(4)],
        ),
        (put_in(5), vec![forged(5)]),
        (
            format!(
                "drop index audit_entries_stream; insert into audit_entries
                 select gen_random_uuid(), at, actor_id, actor_name, entity, entity_id, action, '[]', request_id, sequence, hash
                 from audit_entries {of_second}"
            ),
            vec![forged(2)],
        ),
        (
            format!("update audit_streams set hash = sha256('') {of_first}"),
            vec![end(4)],
        ),
        (format!("delete from audit_streams {of_first}"), vec![end(4)]),
        (
            format!("update audit_streams set sequence = 3 {of_first}"),
            vec![forged(4)],
        ),
        (
            format!("update audit_streams set sequence = 6 {of_first}"),
            vec![format!("{first} #5 to #6: missing")],
        ),
    ]);
    for (attempt, expected) in attempts {
        tamper(&db, &attempt).await;
        let found = faults(&db).await;
        // Which of two of the same number is the forged one nobody can tell, but that there are two.
        match attempt.contains("drop index") {
            true => assert!(found.contains(&expected[0]), "{attempt}: {found:?}"),
            false => assert_eq!(found, expected, "{attempt}"),
        }
        let since = chrono::NaiveDate::from_ymd_opt(2020, 1, 1);
        let extent = Extent {
            since,
            ..Extent::default()
        };
        assert_eq!(verify(&db, extent).await.1, found, "{attempt}, since");
        put_back(&db).await;
        assert_eq!(faults(&db).await, Vec::<String>::new(), "{attempt}, undone");
    }
    // The other way past a trigger.
    let statement = format!(
        "alter table audit_entries disable trigger all; delete from audit_entries where entity_id = '{SECOND}';
         alter table audit_entries enable trigger all"
    );
    let done = sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(&db);
    done.await.expect("a superuser may");
    assert_eq!(faults(&db).await, [format!("order {SECOND} #1: missing")]);
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn nobody_writes_ends_anchors_or_hashes_of_their_own(db: PgPool) {
    trail(&db).await;
    let app = TestApp::new(db.clone()).await;
    days_ago(&db, 2).await;
    assert!(anchor(&app).await > 0);
    for table in ["audit_streams", "audit_anchors"] {
        for statement in ["delete from", "truncate"] {
            let statement = format!("{statement} {table}");
            let tried = sqlx::raw_sql(sqlx::AssertSqlSafe(statement.clone()));
            assert!(tried.execute(&db).await.is_err(), "{statement}");
        }
    }
    let tried = sqlx::raw_sql("update audit_streams set hash = ''");
    assert!(tried.execute(&db).await.is_err());
    let own =
        "insert into audit_entries (id, actor_name, entity, entity_id, action, sequence, hash)
        values (gen_random_uuid(), 'x', 'order', gen_random_uuid(), 'create', 7, 'x')";
    sqlx::raw_sql(own).execute(&db).await.expect("an entry");
    assert_eq!(faults(&db).await, Vec::<String>::new(), "it has its own");
}

/// An entry of so many days ago.
async fn days_ago(db: &PgPool, days: i32) {
    let write = "insert into audit_entries (id, at, actor_name, entity, entity_id, action)
        values (gen_random_uuid(), now() - make_interval(days => $1), 'Inès', 'order', gen_random_uuid(), 'create')";
    let write = sqlx::query(write).bind(days);
    write.execute(db).await.expect("an entry");
}

/// Makes all anchors that can be made; tells of how many entries.
async fn anchor(app: &TestApp) -> u64 {
    let mut entries = 0;
    loop {
        match chain::anchor(&app.app, 1).await.expect("an anchor") {
            0 => return entries,
            more => entries += more,
        }
    }
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn what_is_taken_out_with_its_traces_is_missed_by_the_anchors(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    trail(&db).await;
    assert_eq!(anchor(&app).await, 0, "the day is not over");
    for days in [9, 9, 5, 2] {
        days_ago(&db, days).await;
    }
    assert_eq!(anchor(&app).await, 4);
    let (report, found) = verify(&db, Extent::default()).await;
    assert_eq!(found, Vec::<String>::new());
    let last = report.anchor.expect("an anchor");
    assert_eq!(last.entries, 1);
    let kept = Extent {
        anchor: Some(hex::encode(&last.value)),
        ..Extent::default()
    };
    assert_eq!(verify(&db, kept.clone()).await.1, Vec::<String>::new());
    keep(&db).await;
    let (five, nine) = (last.day - Days::new(3), last.day - Days::new(7));
    let day = |day| format!("{day}: its entries are not those of its anchor");
    let more = |count| format!("{count} entries on days that have their anchors");
    let of_nine = format!("at < '{nine}'::date + 1");
    let old = "(id, at, actor_name, entity, entity_id, action)";
    for (attempt, expected) in [
        (
            format!(
                "delete from audit_streams where entity_id in (select entity_id from audit_entries where {of_nine});
                 delete from audit_entries where {of_nine}"
            ),
            vec![day(nine), more("-2")],
        ),
        (
            format!("update audit_anchors set value = '' where day = '{five}'"),
            vec![day(five), day(last.day)],
        ),
        (
            format!("delete from audit_anchors where day = '{five}'"),
            vec![day(last.day), more("+1")],
        ),
        // Not past the triggers: as if it had been written then.
        (
            format!(
                "set local session_replication_role = origin; insert into audit_entries {old}
                 select gen_random_uuid(), at, 'Inès', 'order', gen_random_uuid(), 'create' from audit_entries where {of_nine} limit 1"
            ),
            vec![day(nine), more("+1")],
        ),
        (
            format!(
                "set local session_replication_role = origin; insert into audit_entries {old}
                 values (gen_random_uuid(), '{nine}'::date - 30, 'Inès', 'order', gen_random_uuid(), 'create')"
            ),
            vec![more("+1")],
        ),
    ] {
        tamper(&db, &attempt).await;
        assert_eq!(faults(&db).await, expected, "{attempt}");
        put_back(&db).await;
    }
    // Whoever makes even the anchors anew is found by the one that lies elsewhere alone.
    let without = format!(
        "delete from audit_streams where entity_id in (select entity_id from audit_entries where {of_nine});
         delete from audit_entries where {of_nine}; delete from audit_anchors"
    );
    tamper(&db, &without).await;
    assert_eq!(anchor(&app).await, 2);
    assert_eq!(faults(&db).await, Vec::<String>::new());
    let value = kept.anchor.clone().expect("a value");
    assert_eq!(
        verify(&db, kept).await.1,
        [format!("{value}: no anchor has this value")]
    );
}

/// As many connections as writers of one moment.
async fn wide(db: &PgPool, connections: u32) -> PgPool {
    let options = PgPoolOptions::new().max_connections(connections);
    let options = options.connect_with((*db.connect_options()).clone()).await;
    options.expect("connections")
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn many_who_write_at_once_and_much_at_once_make_one_chain_a_record(db: PgPool) {
    let wide = wide(&db, 32).await;
    let entries: Vec<_> = (0..64).map(|number| [entry(FIRST, number)]).collect();
    let writers = entries.iter().map(|entry| write(&wide, entry));
    try_join_all(writers).await.expect("64 entries");
    let (report, found) = verify(&db, Extent::default()).await;
    assert_eq!(found, Vec::<String>::new());
    assert_eq!((report.entries, report.streams), (64, 1));
    // Two imports of the same records, the one in the other's opposite order: neither fails the other.
    let forth: Vec<_> = (0..5_000)
        .map(|number| entry(Uuid::from_u128(number as u128 % 2_500 + 10), number))
        .collect();
    let back: Vec<_> = (0..5_000)
        .rev()
        .map(|number| entry(Uuid::from_u128(number as u128 % 2_500 + 10), number))
        .collect();
    let imports = [write(&wide, &forth), write(&wide, &back)];
    try_join_all(imports).await.expect("both");
    let (report, found) = verify(&db, Extent::default()).await;
    assert_eq!(found, Vec::<String>::new());
    assert_eq!((report.entries, report.streams), (10_064, 2_501));
    wide.close().await;
}
