//! The rules of `docs/conformance`, a page each.

mod check;
mod errors;
mod events;
mod folder;
mod paging;
mod push;
mod records;
mod routes;
mod safety;

use std::sync::Arc;

use comptoir_sandbox::{Engine, Manifest};

use crate::bench::{Bench, Ran, Setup};
use crate::report::{Finding, Report, Verdict};
use crate::script::Transcript;
use crate::step::{Given, Pull, Step};
pub use folder::untranslated;

use crate::wires::{Fault, Faulty, Named, Source, UNHEARD};

/// One rule.
pub struct Rule {
    /// `C07`: never given to another.
    pub id: &'static str,
    pub title: &'static str,
    judge: Judge,
}

impl std::fmt::Debug for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rule")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

impl Rule {
    /// Its page, from the repository's root.
    pub fn page(&self) -> String {
        format!("docs/conformance/{}.md", self.id)
    }
}

/// What a rule looks at.
enum Judge {
    /// The plugin's folder, without calling it.
    Folder(fn(&Setup) -> Verdict),
    /// Whether it loads.
    Loading,
    /// What it answered.
    Calls(fn(&Case) -> Verdict),
}

const fn calls(id: &'static str, title: &'static str, judge: fn(&Case) -> Verdict) -> Rule {
    Rule {
        id,
        title,
        judge: Judge::Calls(judge),
    }
}

const fn folder(id: &'static str, title: &'static str, judge: fn(&Setup) -> Verdict) -> Rule {
    Rule {
        id,
        title,
        judge: Judge::Folder(judge),
    }
}

/// All of them, by id.
pub static RULES: [Rule; 28] = [
    Rule {
        id: "C01",
        title: "the component exports what its roles ask",
        judge: Judge::Loading,
    },
    folder(
        "C02",
        "settings have titles in both languages",
        folder::settings,
    ),
    folder(
        "C03",
        "the languages hold the same words",
        folder::languages,
    ),
    folder("C04", "the screens' remote is there", folder::screens),
    calls("C05", "check says yes to good settings", check::good),
    calls("C06", "check names what is wrong", check::bad),
    calls("C07", "paging ends", paging::ends),
    calls("C08", "pages keep their limits", paging::limits),
    calls("C09", "ids are stable", paging::stable),
    calls(
        "C10",
        "the same cursor gives the same page",
        paging::repeats,
    ),
    calls(
        "C11",
        "nothing changed brings nothing new",
        paging::nothing_new,
    ),
    calls("C12", "money has a currency", records::money),
    calls("C13", "times are RFC 3339 in UTC", records::times),
    calls("C14", "texts are bounded", records::texts),
    calls(
        "C15",
        "unknown statuses are kept as they are",
        errors::statuses,
    ),
    calls(
        "C16",
        "refusals of the provider have their kind",
        errors::mapped,
    ),
    calls(
        "C17",
        "broken answers are errors, never crashes",
        errors::broken,
    ),
    calls("C18", "no secret is told", safety::secrets),
    calls("C19", "only asked hosts are called", safety::hosts),
    calls("C20", "a push has an outcome for each item", push::outcomes),
    calls("C21", "a repeated push makes nothing twice", push::repeated),
    calls(
        "C22",
        "an event that comes twice means the same",
        events::twice,
    ),
    calls("C23", "garbage events are refused", events::garbage),
    calls(
        "C24",
        "every function answers or is unsupported",
        safety::answers,
    ),
    calls("C25", "calls stay within the limits", safety::limits),
    calls("C26", "a report built twice is the same", events::reports),
    calls("C27", "routes answer as described", routes::described),
    calls("C28", "a plan names whole periods in order", events::plan),
];

/// What the plugin's routes answer otherwise than its manifest says, in words.
pub(crate) fn undescribed(manifest: &Manifest, transcript: &Transcript) -> Vec<String> {
    routes::problems(manifest, transcript.ran.iter())
}

/// What was called and what came back.
struct Case {
    bench: Bench,
    transcript: Transcript,
    troubles: Vec<Trouble>,
}

/// A call while the provider was bad.
struct Trouble {
    fault: Fault,
    ran: Ran,
    /// Words replaced by [`Fault::Statuses`].
    replaced: usize,
}

impl Trouble {
    /// The pull, when it is one.
    fn pull(&self) -> Option<Pull> {
        match self.ran.step {
            Step::Pull { pull, .. } => Some(pull),
            _ => None,
        }
    }
}

impl Case {
    /// Every call, good and bad times alike.
    fn all(&self) -> impl Iterator<Item = &Ran> {
        let troubled = self.troubles.iter().map(|trouble| &trouble.ran);
        self.transcript.ran.iter().chain(troubled)
    }
}

/// Judges every rule. One that cannot be judged says why.
pub(crate) async fn judge(engine: &Engine, setup: Setup, source: Source) -> Report {
    let (plugin, version) = (setup.manifest.id.clone(), setup.manifest.version.clone());
    let folder = setup.clone();
    let mut missed = None;
    let case = match Bench::new(engine, setup).await {
        Err(error) => Err(error.to_string()),
        Ok(bench) => {
            let transcript = Transcript::run(&bench, &source).await;
            missed = transcript.missed().next().cloned();
            let troubles = match missed {
                Some(_) => Vec::new(),
                None => troubles(&bench, &transcript, &source).await,
            };
            Ok(Case {
                bench,
                transcript,
                troubles,
            })
        }
    };
    let verdict = |rule: &Rule| match (&rule.judge, &case, &missed) {
        (Judge::Folder(judge), ..) => judge(&folder),
        (Judge::Loading, Ok(_), _) => Verdict::passed(""),
        (Judge::Loading, Err(why), _) => Verdict::of(vec![why.clone()], ""),
        (Judge::Calls(_), Err(_), _) => Verdict::not_judged("the plugin does not load"),
        (Judge::Calls(_), Ok(_), Some(missed)) => {
            Verdict::not_judged(format!("{missed}: record the tape again"))
        }
        (Judge::Calls(judge), Ok(case), None) => judge(case),
    };
    let findings = RULES.iter().map(|rule| Finding::new(rule, verdict(rule)));
    Report {
        findings: findings.collect(),
        plugin,
        version,
    }
}

/// Answers of a call whose statuses are replaced, each by itself: it may be another's status.
const MOST_PLACES: usize = 5;

/// What a provider may do at the first request of a call.
const FAULTS: [Fault; 16] = [
    Fault::Status(400),
    Fault::Status(401),
    Fault::Status(403),
    Fault::Status(404),
    Fault::Status(409),
    Fault::Status(422),
    Fault::Status(429),
    Fault::Status(500),
    Fault::Status(502),
    Fault::Status(503),
    Fault::Reset,
    Fault::Silence,
    Fault::Half,
    Fault::Html,
    Fault::Bytes,
    Fault::Empty,
];

/// Calls that went well before, each with each fault.
async fn troubles(bench: &Bench, transcript: &Transcript, source: &Source) -> Vec<Trouble> {
    let mut troubles = Vec::new();
    for ran in &transcript.ran {
        let begins = match &ran.step {
            Step::Check(given) => *given == Given::Everything,
            Step::Pull { cursor, .. } => cursor.is_none(),
            Step::Carriers | Step::Markets | Step::Rates => true,
            Step::Route(call) => !call.changes_something(),
            _ => false,
        };
        let known = |trouble: &Trouble| trouble.ran.step.label() == ran.step.label();
        if !begins || ran.result.is_err() || ran.asked.is_empty() || troubles.iter().any(known) {
            continue;
        }
        for fault in FAULTS {
            troubles.push(trouble(bench, source, &ran.step, fault).await);
        }
    }
    for (pull, pulled) in &transcript.pulls {
        let has_items = |at: &&usize| transcript.items(&[**at]).next().is_some();
        if let Some(at) = pulled
            .first
            .iter()
            .find(has_items)
            .filter(|_| pull.has_status())
        {
            let ran = &transcript.ran[*at];
            for named in Named::ALL {
                let mut is_heard = false;
                for place in 0..ran.asked.len().min(MOST_PLACES) {
                    let fault = Fault::Statuses(place, named);
                    let trouble = trouble(bench, source, &ran.step, fault).await;
                    is_heard |= trouble.ran.json().to_string().contains(UNHEARD);
                    troubles.push(trouble);
                }
                // The status is found: it goes by no other name.
                if is_heard {
                    break;
                }
            }
        }
    }
    // What the player had nothing for was asked because of the fault: it says nothing about the plugin.
    troubles.retain(|trouble| trouble.ran.missed.is_empty());
    troubles
}

async fn trouble(bench: &Bench, source: &Source, step: &Step, fault: Fault) -> Trouble {
    bench.reset();
    let wire = Arc::new(Faulty::new(fault, source.open()));
    let ran = bench.run(step.clone(), Arc::clone(&wire) as _).await;
    Trouble {
        fault,
        ran,
        replaced: wire.replaced(),
    }
}
