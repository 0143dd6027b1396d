//! What the rules say of a plugin: for people and for programs.

use std::fmt::Write;

use serde::Serialize;

use crate::rules::Rule;

/// What one rule came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    /// Kept; what was looked at.
    Passed { note: String },
    /// Broken, and where.
    Failed { problems: Vec<String> },
    /// It is about something that this plugin does not do.
    NotAsked { why: String },
    /// It is about this plugin, and nothing could be said.
    NotJudged { why: String },
}

impl Verdict {
    pub(crate) fn passed(note: impl Into<String>) -> Self {
        Self::Passed { note: note.into() }
    }

    pub(crate) fn not_asked(why: impl Into<String>) -> Self {
        Self::NotAsked { why: why.into() }
    }

    pub(crate) fn not_judged(why: impl Into<String>) -> Self {
        Self::NotJudged { why: why.into() }
    }

    /// Passed with the note, unless there are problems.
    pub(crate) fn of(problems: Vec<String>, note: impl Into<String>) -> Self {
        match problems.is_empty() {
            true => Self::passed(note),
            false => Self::Failed { problems },
        }
    }

    fn word(&self) -> &'static str {
        match self {
            Self::Passed { .. } => "passed",
            Self::Failed { .. } => "FAILED",
            Self::NotAsked { .. } => "not asked",
            Self::NotJudged { .. } => "not judged",
        }
    }
}

/// One rule and what it came to.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// `C07`.
    pub rule: &'static str,
    pub title: &'static str,
    /// The page that says how to mend it.
    pub page: String,
    #[serde(flatten)]
    pub verdict: Verdict,
}

impl Finding {
    pub(crate) fn new(rule: &Rule, verdict: Verdict) -> Self {
        Self {
            rule: rule.id,
            title: rule.title,
            page: rule.page(),
            verdict,
        }
    }
}

/// What all rules came to.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    pub plugin: String,
    pub version: String,
    /// By rule.
    pub findings: Vec<Finding>,
}

/// Problems shown of one rule.
const SHOWN: usize = 10;

impl Report {
    /// Whether no rule is broken.
    pub fn passes(&self) -> bool {
        let failed = |finding: &Finding| matches!(finding.verdict, Verdict::Failed { .. });
        !self.findings.iter().any(failed)
    }

    /// What a rule came to.
    pub fn verdict(&self, rule: &str) -> Option<&Verdict> {
        let found = self.findings.iter().find(|finding| finding.rule == rule);
        found.map(|finding| &finding.verdict)
    }

    /// A table for people.
    pub fn table(&self) -> String {
        let mut text = format!("{} {}\n", self.plugin, self.version);
        for finding in &self.findings {
            text += &finding.lines();
        }
        let count = |word| {
            let of = |finding: &&Finding| finding.verdict.word() == word;
            self.findings.iter().filter(of).count()
        };
        // Writing to a text cannot fail.
        let _ = writeln!(
            text,
            "{} passed, {} failed, {} not asked, {} not judged",
            count("passed"),
            count("FAILED"),
            count("not asked"),
            count("not judged")
        );
        text
    }
}

impl Finding {
    fn lines(&self) -> String {
        let head = format!("{}  {:<10}  {}", self.rule, self.verdict.word(), self.title);
        match &self.verdict {
            Verdict::Passed { note } if note.is_empty() => format!("{head}\n"),
            Verdict::Passed { note: why }
            | Verdict::NotAsked { why }
            | Verdict::NotJudged { why } => format!("{head}: {why}\n"),
            Verdict::Failed { problems } => {
                let mut text = format!("{head}\n");
                for problem in problems.iter().take(SHOWN) {
                    text += &format!("       {problem}\n");
                }
                if problems.len() > SHOWN {
                    text += &format!("       and {} more\n", problems.len() - SHOWN);
                }
                text + &format!("       how to mend it: {}\n", self.page)
            }
        }
    }
}
