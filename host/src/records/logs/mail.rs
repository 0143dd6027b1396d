//! What tells somebody that they were named in a note.

use url::Url;

use crate::mail::{Action, Letter, Mail, as_name, greeting, without_links};
use crate::words::language::Language;

/// Characters of the note at most; the rest is read in the portal.
const LONGEST: usize = 300;

#[derive(Debug)]
pub struct Mentioned {
    pub name: String,
    /// Who wrote it.
    pub by: String,
    pub message: String,
    /// Leads to the note's record.
    pub link: Url,
}

impl Mail for Mentioned {
    const NAME: &'static str = "mentioned";

    fn letter(&self, language: Language) -> Letter {
        let by = as_name(&self.by).unwrap_or(language.pick("Quelqu’un", "Somebody"));
        let lead = match language {
            Language::Fr => format!("{by} vous mentionne dans une note\u{a0}:"),
            Language::En => format!("{by} mentioned you in a note:"),
        };
        let message = without_links(&self.message);
        let first: String = message.chars().take(LONGEST).collect();
        let more = if first.len() < message.len() {
            "…"
        } else {
            ""
        };
        let quoted = match language {
            Language::Fr => format!("«\u{a0}{first}{more}\u{a0}»"),
            Language::En => format!("“{first}{more}”"),
        };
        Letter {
            subject: language
                .pick("On vous mentionne dans une note", "You were mentioned in a note")
                .into(),
            greeting: greeting(language, &self.name),
            paragraphs: vec![lead, quoted],
            action: Some(Action {
                label: language.pick("Lire la note", "Read the note"),
                link: self.link.clone(),
            }),
            note: language.pick(
                "Vous recevez ce message parce que cette personne travaille avec vous dans Comptoir.",
                "You receive this message because this person works with you in Comptoir.",
            ),
        }
    }
}
