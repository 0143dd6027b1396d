//! `[[sentences]]`: what a plugin says in English, in French.

use serde::{Deserialize, Serialize};

/// The most that a plugin names.
pub(super) const SENTENCES: usize = 200;
/// The longest one, in bytes.
const LONGEST: usize = 300;
/// Stands for what varies.
pub const VARIES: &str = "{}";

/// One `[[sentences]]`. `{}` stands for what varies, in the same order in both languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sentence {
    /// As errors and reasons of the contract have it.
    pub en: String,
    pub fr: String,
}

impl Sentence {
    /// What is wrong with it: of which language, and why.
    pub(super) fn problem(&self) -> Option<(&'static str, String)> {
        for (language, text) in [("en", &self.en), ("fr", &self.fr)] {
            let words = text.replace(VARIES, "");
            if !words.contains(char::is_alphabetic) || text.len() > LONGEST {
                let text = format!("words of at most {LONGEST} bytes, beside {VARIES}");
                return Some((language, text));
            }
        }
        let varying = |text: &str| text.matches(VARIES).count();
        let differs = varying(&self.en) != varying(&self.fr);
        differs.then(|| ("fr", format!("as many {VARIES} as in English")))
    }
}

/// What plugins of our development kit, and this sandbox, say of calls that failed.
pub fn common() -> Vec<Sentence> {
    #[derive(Deserialize)]
    struct File {
        sentences: Vec<Sentence>,
    }
    let file = toml::from_str::<File>(include_str!("sentences.toml"));
    file.map(|file| file.sentences).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_common_ones_can_be_read_and_hold() {
        let common = common();
        assert!(!common.is_empty());
        for (at, sentence) in common.iter().enumerate() {
            assert_eq!(sentence.problem(), None, "{}", sentence.en);
            let before = &common[..at];
            assert!(
                before.iter().all(|other| other.en != sentence.en),
                "{}",
                sentence.en
            );
        }
    }
}
