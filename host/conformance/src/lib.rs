//! Does a plugin keep the contract? Tapes of its provider, and the rules of `docs/conformance`.
//!
//! [`record`] runs a plugin's roles against its provider and keeps a [`Tape`] of what was asked and answered, taken before
//! credentials are added. [`replay`] makes the same calls from the tape, without a network, and tells what is
//! different now. [`test`] judges every [rule](Rule) on such calls, against the provider or a tape, and plays the
//! bad provider itself: refusals, resets, broken answers.

mod bench;
mod logs;
mod offline;
mod report;
mod rules;
mod samples;
mod script;
mod step;
mod tape;
mod wires;

pub use bench::{Audience, Bench, Ended, Pause, Setup, calm_engine, slept};
pub use logs::HostCall;
pub use offline::{Offline, Secrets};
pub use report::{Finding, Report, Verdict};
pub use rules::{RULES, Rule, untranslated};
pub use samples::Samples;
pub use tape::{Header, Tape};

use comptoir_sandbox::Engine;
use script::Transcript;
use std::sync::Arc;
use wires::{Recorder, Source};

/// Runs the plugin's roles against its provider and keeps what was said.
///
/// # Errors
/// The plugin does not load, its check refuses the settings, a request has no answer, one is too long for a tape, or one
/// holds a secret: nothing is kept then.
pub async fn record(engine: &Engine, setup: Setup) -> anyhow::Result<Tape> {
    let bench = Bench::new(engine, setup).await?;
    let recorder = Arc::new(Recorder::default());
    let source = Source::Recording(Arc::clone(&recorder));
    let transcript = Transcript::run(&bench, &source).await;
    let header = Header::of(&bench);
    let taken = recorder.taken()?;
    if let Some(refusal) = transcript.refused() {
        anyhow::bail!("check refuses these settings: {refusal}: nothing was written");
    }
    Tape::new(header, taken, &transcript, &bench.secret_texts())
}

/// Makes the calls of a tape again, offline. What is different now, and what the plugin's routes answer otherwise than it
/// describes, in words: empty when nothing is.
///
/// # Errors
/// The plugin does not load, or the tape is another plugin's.
pub async fn replay(engine: &Engine, setup: Setup, tape: &Tape) -> anyhow::Result<Vec<String>> {
    tape.header.belongs_to(&setup.manifest)?;
    let bench = Bench::new(engine, setup.played(&tape.header)).await?;
    let transcript = Transcript::run(&bench, &Source::Playing(tape.clone().into())).await;
    let mut differences = tape.differences(&transcript);
    differences.extend(rules::undescribed(&bench.setup().manifest, &transcript));
    Ok(differences)
}

/// Judges every rule: on the tape, or (none) against the provider.
///
/// # Errors
/// The tape is another plugin's.
pub async fn test(engine: &Engine, setup: Setup, tape: Option<&Tape>) -> anyhow::Result<Report> {
    let (setup, source) = match tape {
        Some(tape) => {
            tape.header.belongs_to(&setup.manifest)?;
            (
                setup.played(&tape.header),
                Source::Playing(tape.clone().into()),
            )
        }
        None => (setup, Source::Live),
    };
    Ok(rules::judge(engine, setup, source).await)
}
