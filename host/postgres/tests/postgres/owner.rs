//! Owns (or, with a second argument `attach`, joins) the cluster of a data folder until its input
//! ends: every line read is run as a statement, its first value or the error printed. The tests
//! kill it.

use comptoir_postgres::{Cluster, Settings};
use std::{env, io::stdin};

fn main() -> anyhow::Result<()> {
    let mut arguments = env::args_os().skip(1);
    let mut settings = Settings::new(arguments.next().unwrap_or_else(|| "data".into()));
    settings
        .search
        .extend(env::var_os("POSTGRES_SEARCH").map(Into::into));
    let cluster = if arguments.next().is_some() {
        Cluster::attach_or_start(&settings)?
    } else {
        Cluster::start(&settings)?
    };
    println!("ready {}", cluster.pid().unwrap_or_default());
    for statement in stdin().lines() {
        match cluster.query("postgres", &statement?) {
            Ok(rows) => println!(
                "{}",
                rows.into_iter()
                    .flatten()
                    .flatten()
                    .next()
                    .unwrap_or_default()
            ),
            Err(error) => println!("{error:#}"),
        }
    }
    cluster.stop()
}
