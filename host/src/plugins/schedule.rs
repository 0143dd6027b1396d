//! What the host does for plugins by itself: the manifest's `[schedules]`, with the operator's over them. A schedule only
//! asks for the jobs that a person may ask for too.

use std::collections::BTreeMap;

use anyhow::Context;
use comptoir_sandbox::{Grant, Manifest, PluginRole, Schedule};
use graphile_worker::{Crontab, IntoTaskHandlerResult, TaskHandler, WorkerContext, parse_crontab};
use serde::{Deserialize, Serialize};

use super::tasks::RunTask;
use crate::app::App;
use crate::jobs;
use crate::providers::sync::{self, PullKind, Which};
use crate::records::audit::Author;
use crate::register::Register;
use crate::words::language::Language;

/// A schedule's moment has come. The queue tells it once, however many hosts share it.
#[derive(Debug, Serialize, Deserialize)]
pub struct Scheduled {
    plugin: String,
    /// As in `[schedules]`.
    function: String,
}

/// What a schedule can ask for.
enum Work {
    Pull(&'static PullKind),
    /// The nightly comparison with the provider.
    Reconcile,
    /// A task of the plugin's own.
    Task,
}

const RECONCILE: &str = "reconcile";
/// When nothing else is said, for plugins that something is pulled from.
const NIGHTLY: &str = "20 3 * * *";

impl Work {
    fn of(register: Register, manifest: &Manifest, name: &str) -> anyhow::Result<Self> {
        if manifest.tasks.contains_key(name) {
            return Ok(Work::Task);
        }
        match name {
            RECONCILE => Ok(Work::Reconcile),
            name => {
                let pull = register.pull(name).map(Work::Pull);
                pull.with_context(|| format!("the host runs no such function: {name}"))
            }
        }
    }
}

impl TaskHandler for Scheduled {
    const IDENTIFIER: &'static str = "plugins.scheduled";

    async fn run(self, queue: WorkerContext) -> impl IntoTaskHandlerResult {
        let app = queue.get_ext::<App>().ok_or("no application")?;
        self.ask(app).await.map_err(|error| format!("{error:#}"))
    }
}

impl Scheduled {
    async fn ask(&self, app: &App) -> anyhow::Result<()> {
        // A plugin that is gone since has no schedule.
        let Some(ready) = app.plugins.ready(&self.plugin) else {
            return Ok(());
        };
        let author = Author::system(format!("schedule {}", self.plugin));
        let mut tx = app.begin().await?;
        let which = Which::Plugin(&self.plugin);
        match Work::of(app.register, ready.plugin.manifest(), &self.function)? {
            Work::Pull(pull) => {
                sync::synchronize(app, &mut tx, &author, None, pull, which).await?;
            }
            Work::Reconcile => {
                sync::reconcile(app, &mut tx, &author, which).await?;
            }
            Work::Task => {
                let task = RunTask {
                    plugin: self.plugin.clone(),
                    task: self.function.clone(),
                    arguments: BTreeMap::new(),
                    language: Language::Fr.as_str().to_owned(),
                    manual: None,
                };
                jobs::enqueue(&mut tx, &author, &task).await?;
            }
        }
        Ok(tx.commit().await?)
    }
}

/// One plugin's schedules. Times are UTC.
///
/// # Errors
/// The host knows no such function, or its expression is none; the message names the key.
pub fn of(register: Register, manifest: &Manifest, grant: &Grant) -> anyhow::Result<Vec<Crontab>> {
    let proposed = manifest
        .schedules
        .iter()
        .map(|(name, cron)| (name, Some(cron)));
    let wanted = grant
        .schedules
        .iter()
        .map(|(name, schedule)| match schedule {
            Schedule::Cron(cron) => (name, Some(cron)),
            Schedule::Off(_) => (name, None),
        });
    let compares = [
        PluginRole::Fulfilment,
        PluginRole::Shop,
        PluginRole::Support,
    ]
    .iter()
    .any(|role| manifest.roles.contains(role));
    let (reconcile, nightly) = (RECONCILE.to_owned(), NIGHTLY.to_owned());
    let ours = compares.then_some((&reconcile, Some(&nightly)));
    // The operator's come later and win.
    let schedules: BTreeMap<_, _> = ours.into_iter().chain(proposed).chain(wanted).collect();
    let host_words = |name: &&String| *name == RECONCILE || register.pull(name).is_some();
    if let Some(name) = manifest.tasks.keys().find(host_words) {
        anyhow::bail!("tasks.{name}: the host calls something else so");
    }
    let mut crontabs = Vec::new();
    for (name, cron) in schedules {
        Work::of(register, manifest, name).with_context(|| format!("schedules.{name}"))?;
        let Some(cron) = cron else { continue };
        let plugin = manifest.id.clone();
        let mut crontab = single(cron).with_context(|| format!("schedules.{name}: {cron:?}"))?;
        crontab.options.id = Some(format!("{plugin}.{name}"));
        crontab.payload = Some(serde_json::to_value(Scheduled {
            plugin,
            function: name.clone(),
        })?);
        crontabs.push(crontab);
    }
    Ok(crontabs)
}

/// The fields of a cron expression, and what each may hold.
const FIELDS: [(&str, &str); 5] = [
    ("minute", "0 to 59"),
    ("hour", "0 to 23"),
    ("day of the month", "1 to 31"),
    ("month", "1 to 12"),
    ("day of the week", "0 to 6, Sunday being 0"),
];

/// Five fields: minute, hour, day of the month, month, day of the week.
fn single(cron: &str) -> anyhow::Result<Crontab> {
    let fields: Vec<&str> = cron.split_whitespace().collect();
    anyhow::ensure!(
        fields.len() == FIELDS.len(),
        "a cron expression has five fields (minute, hour, day of the month, month, day of the week), this has {}",
        fields.len()
    );
    // A line of a crontab names its task, in letters that ours is not confined to.
    let read = |fields: &[&str]| {
        let crontabs = parse_crontab(&format!("{} task", fields.join(" "))).ok()?;
        <[Crontab; 1]>::try_from(crontabs).ok()
    };
    let Some([mut crontab]) = read(&fields) else {
        // The parser's own words are for whoever wrote it: the field that is wrong by itself is told.
        for (at, (name, range)) in FIELDS.iter().enumerate() {
            let mut alone = ["*"; FIELDS.len()];
            alone[at] = fields[at];
            anyhow::ensure!(
                read(&alone).is_some(),
                "{:?} is no {name}: {range}, `*`, `*/n`, `a-b` or several with commas",
                fields[at]
            );
        }
        anyhow::bail!("not a cron expression");
    };
    crontab.task_identifier = Scheduled::IDENTIFIER.to_owned();
    Ok(crontab)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn schedules(manifest: &str, grant: &str) -> anyhow::Result<Vec<Crontab>> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("plugin.toml");
        std::fs::write(
            &file,
            format!(
                "id = \"x\"\nname = \"X\"\nversion = \"1.0.0\"\napi = \"1.0\"\ncomponent = \"x.wasm\"\n\
                 roles = [\"fulfilment\"]\n[schedules]\n{manifest}"
            ),
        )?;
        let manifest = Manifest::read(&file)?;
        let text = format!("[plugins.x]\nsource = \".\"\n[plugins.x.schedules]\n{grant}");
        let mut grants = Grant::parse(Path::new("plugins.toml"), &text)?;
        of(
            crate::domains::REGISTER,
            &manifest,
            &grants.remove("x").context("no grant")?,
        )
    }

    fn at(time: &str) -> chrono::NaiveDateTime {
        time.parse().expect("a time")
    }

    #[test]
    fn the_plugin_proposes_and_the_operator_decides() {
        let proposed = schedules("orders = \"*/15 * * * *\"", "").unwrap();
        assert!(proposed[0].should_run_at(&at("2026-11-20T09:45:00")));
        let moved = schedules("orders = \"*/15 * * * *\"", "orders = \"5 3 * * 1\"").unwrap();
        assert!(!moved[0].should_run_at(&at("2026-11-20T09:45:00")));
        assert!(moved[0].should_run_at(&at("2026-11-23T03:05:00")));
        assert!(
            schedules(
                "orders = \"*/15 * * * *\"",
                "orders = false\nreconcile = false"
            )
            .unwrap()
            .is_empty()
        );
    }

    #[test]
    fn a_schedule_that_cannot_be_is_refused_by_its_key() {
        let message = |cron: &str| {
            let refused = schedules(&format!("orders = \"{cron}\""), "").unwrap_err();
            format!("{refused:#}")
        };
        assert_eq!(
            message("*/99 25 * * *"),
            "schedules.orders: \"*/99 25 * * *\": \"*/99\" is no minute: 0 to 59, `*`, `*/n`, `a-b` or several with commas"
        );
        assert!(message("* * * * mon-").contains("\"mon-\" is no day of the week"));
        for cron in [
            "",
            "soon",
            "* * * *",
            "61 * * * *",
            "* * * * * *",
            "* * * * *\\n* * * * *",
        ] {
            let refused = schedules(&format!("orders = \"{cron}\""), "").unwrap_err();
            assert!(
                format!("{refused:#}").contains("schedules.orders"),
                "{refused:#}"
            );
        }
        let unknown = schedules("coffee = \"* * * * *\"", "").unwrap_err();
        assert!(
            unknown.to_string().contains("schedules.coffee"),
            "{unknown:#}"
        );
    }

    /// The ids of the schedules of a manifest with these roles that goes on with `more`.
    fn named(roles: &str, more: &str, grant: &str) -> anyhow::Result<Vec<String>> {
        let manifest = format!(
            "id = \"x\"\nname = \"X\"\nversion = \"1\"\napi = \"1.0\"\ncomponent = \"x.wasm\"\nroles = {roles}\n{more}"
        );
        let manifest = Manifest::parse(Path::new("plugin.toml"), &manifest)?;
        let text = format!("[plugins.x]\nsource = \".\"\n[plugins.x.schedules]\n{grant}");
        let mut grants = Grant::parse(Path::new("plugins.toml"), &text)?;
        let grant = grants.remove("x").context("no grant")?;
        let crontabs = of(crate::domains::REGISTER, &manifest, &grant)?.into_iter();
        Ok(crontabs.filter_map(|crontab| crontab.options.id).collect())
    }

    #[test]
    fn whoever_holds_records_is_compared_with_every_night_unless_the_operator_says_otherwise() {
        for (roles, expected) in [
            (r#"["fulfilment"]"#, true),
            (r#"["shop", "routes"]"#, true),
            (r#"["support"]"#, true),
            (r#"["routes"]"#, false),
            ("[]", false),
        ] {
            let nightly = named(roles, "", "").unwrap();
            assert_eq!(nightly == ["x.reconcile"], expected, "{roles}: {nightly:?}");
            assert_eq!(nightly.len(), usize::from(expected));
        }
        let off = named(r#"["shop"]"#, "", "reconcile = false").unwrap();
        assert_eq!(off, [""; 0]);
        let asked = named("[]", "", "reconcile = \"1 1 * * *\"").unwrap();
        assert_eq!(asked, ["x.reconcile"], "the operator may ask for it anyway");
    }

    #[test]
    fn a_task_has_its_hour_from_the_operator_too_and_never_the_name_of_a_pull() {
        let roles = r#"["schedule"]"#;
        let task = "[tasks.report]\n";
        assert_eq!(named(roles, task, "").unwrap(), [""; 0]);
        assert_eq!(
            named(roles, task, "report = \"5 * * * *\"").unwrap(),
            ["x.report"]
        );
        for name in ["orders", "products", "bundles", "reconcile"] {
            let refused = named(roles, &format!("[tasks.{name}]\n"), "").unwrap_err();
            let message = format!("tasks.{name}: the host calls something else so");
            assert_eq!(refused.to_string(), message);
        }
        for (grant, key) in [
            ("rapport = \"5 * * * *\"", "schedules.rapport"),
            ("rapport = false", "schedules.rapport"),
            ("report = true", "schedules.report"),
            ("report = \"5 * * *\"", "schedules.report"),
        ] {
            let refused = format!("{:#}", named(roles, task, grant).unwrap_err());
            assert!(refused.contains(key), "{refused}");
        }
    }

    proptest::proptest! {
        /// An hour of each day is that hour of that day, whatever spaces stand between its fields.
        #[test]
        fn an_hour_comes_once_a_day(minute in 0..60_u32, hour in 0..24_u32, spaces in " {1,3}", at in 0..1440_u32) {
            let fields = [&*minute.to_string(), &hour.to_string(), "*", "*", "*"];
            let crontab = single(&fields.join(&spaces)).unwrap();
            let day = chrono::NaiveDate::from_ymd_opt(2026, 11, 20).unwrap();
            let time = day.and_hms_opt(at / 60, at % 60, 0).unwrap();
            proptest::prop_assert_eq!(crontab.should_run_at(&time), at == hour * 60 + minute);
            let then = day.and_hms_opt(hour, minute, 0).unwrap();
            proptest::prop_assert!(crontab.should_run_at(&then));
        }

        #[test]
        fn no_text_is_more_than_one_line_of_a_crontab(text in "[0-9*/, \\n\\t;?!a-z-]{0,30}") {
            if let Ok(crontab) = single(&text) {
                proptest::prop_assert_eq!(text.split_whitespace().count(), 5);
                proptest::prop_assert_eq!(crontab.task_identifier, Scheduled::IDENTIFIER);
                proptest::prop_assert!(crontab.payload.is_none());
            }
        }
    }
}
