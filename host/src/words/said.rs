//! What plugins say in English, in the language of whoever reads it: by the sentences that their manifests name, and those that
//! all of them share. What the provider says within is left as it is.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use comptoir_sandbox::{Sentence, VARIES, common_sentences};
use serde::Serializer;

use super::language::Language;

/// Longer texts are no sentences.
const LONGEST: usize = 4_096;
/// Sentences within sentences.
const DEPTH: usize = 4;

/// Those of each plugin that runs. One for all hosts of a process: what is written of an answer has no host at hand, and a
/// sentence is the same everywhere.
static KNOWN: LazyLock<RwLock<Known>> = LazyLock::new(|| {
    let mut known = Known::default();
    known.learn("", &common_sentences());
    RwLock::new(known)
});

#[derive(Debug, Default)]
struct Known {
    /// By the plugin's id; the common ones by none.
    of: BTreeMap<String, Vec<Arc<Pattern>>>,
    /// All of them, the closest first: of several that fit it is the one with the most words of its own.
    all: Vec<Arc<Pattern>>,
}

impl Known {
    fn learn(&mut self, plugin: &str, sentences: &[Sentence]) {
        let patterns = sentences
            .iter()
            .map(|sentence| Arc::new(Pattern::of(sentence)));
        self.of.insert(plugin.to_owned(), patterns.collect());
        self.all = self.of.values().flatten().cloned().collect();
        self.all.sort_by_key(|pattern| Reverse(pattern.fixed()));
    }

    fn french(&self, text: &str, depth: usize) -> Option<String> {
        if depth == 0 || text.is_empty() || text.len() > LONGEST {
            return None;
        }
        let mut fitting = self.all.iter();
        let (pattern, varying) =
            fitting.find_map(|pattern| Some((pattern, pattern.varying(text)?)))?;
        let mut french = String::new();
        for (at, fixed) in pattern.french.iter().enumerate() {
            french.push_str(fixed);
            if let Some(value) = varying.get(at) {
                let inner = self.french(value, depth - 1);
                french.push_str(inner.as_deref().unwrap_or(value));
            }
        }
        Some(french)
    }
}

tokio::task_local! {
    static READER: Language;
}

/// A sentence taken apart at what varies.
#[derive(Debug)]
struct Pattern {
    english: Vec<String>,
    french: Vec<String>,
}

impl Pattern {
    fn of(sentence: &Sentence) -> Self {
        let apart = |text: &str| text.split(VARIES).map(str::to_owned).collect();
        Self {
            english: apart(&sentence.en),
            french: apart(&sentence.fr),
        }
    }

    /// Bytes that do not vary.
    fn fixed(&self) -> usize {
        self.english.iter().map(String::len).sum()
    }

    /// What stands in the text where the sentence varies; `None`: it is another one.
    fn varying<'a>(&self, text: &'a str) -> Option<Vec<&'a str>> {
        let (first, rest) = self.english.split_first()?;
        let mut left = text.strip_prefix(first.as_str())?;
        let Some((last, between)) = rest.split_last() else {
            return left.is_empty().then(Vec::new);
        };
        let mut varying = Vec::new();
        for fixed in between {
            let (value, after) = left.split_once(fixed.as_str())?;
            varying.push(value);
            left = after;
        }
        varying.push(left.strip_suffix(last.as_str())?);
        varying
            .iter()
            .all(|value| !value.is_empty())
            .then_some(varying)
    }
}

/// The sentences of a plugin, in place of those that it had.
pub fn learn(plugin: &str, sentences: &[Sentence]) {
    let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
    known.learn(plugin, sentences);
}

/// A plugin's sentence in French; `None`: it is none that is known.
pub fn french(text: &str) -> Option<String> {
    let known = KNOWN.read().unwrap_or_else(PoisonError::into_inner);
    known.french(text, DEPTH)
}

/// The same for whoever reads this language.
pub fn said(text: &str, language: Language) -> Cow<'_, str> {
    match language {
        Language::Fr => french(text).map_or(Cow::Borrowed(text), Cow::Owned),
        Language::En => Cow::Borrowed(text),
    }
}

/// Has what is written meanwhile be in the language of whoever asked.
pub async fn read_in<T>(language: Language, answer: impl Future<Output = T>) -> T {
    READER.scope(language, answer).await
}

fn reader() -> Language {
    READER
        .try_with(|language| *language)
        .unwrap_or(Language::En)
}

/// Writes a plugin's sentence for who reads the answer: `#[serde(serialize_with = "said::text")]`.
///
/// # Errors
/// The serializer's.
pub fn text<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&said(text, reader()))
}

/// The same of one that may be missing.
///
/// # Errors
/// The serializer's.
pub fn maybe<S: Serializer>(text: &Option<String>, serializer: S) -> Result<S::Ok, S::Error> {
    match text {
        Some(words) => serializer.serialize_some(&said(words, reader())),
        None => serializer.serialize_none(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sentence(en: &str, fr: &str) -> Sentence {
        Sentence {
            en: en.into(),
            fr: fr.into(),
        }
    }

    fn in_french(sentences: &[Sentence], text: &str) -> Option<String> {
        let mut known = Known::default();
        known.learn("", sentences);
        known.french(text, DEPTH)
    }

    #[test]
    fn the_closest_sentence_counts_and_those_within_are_french_too() {
        let known = [
            sentence("{}: {}", "{} – {}"),
            sentence("the shop answered {}: {}", "la boutique a répondu {} : {}"),
            sentence("the key is not valid", "la clé n’est pas valable"),
        ];
        let french = |text| in_french(&known, text);
        assert_eq!(
            french("the shop answered 403: the key is not valid").unwrap(),
            "la boutique a répondu 403 : la clé n’est pas valable"
        );
        assert_eq!(
            french("the shop answered 500: Oops: gone").unwrap(),
            "la boutique a répondu 500 : Oops – gone"
        );
        assert_eq!(french("the shop answered 500"), None);
        assert_eq!(french("the key is not valid any more"), None);
        assert_eq!(french(": "), None);
    }

    proptest! {
        /// Whatever varies, is found again in its place.
        #[test]
        fn what_varies_stands_in_its_place(values in prop::collection::vec("[a-z0-9 é«]{1,12}", 3)) {
            let known = [sentence("# {} of {} is {}!", "n° {} de {} : {} !")];
            let [a, b, c] = &values[..] else { unreachable!() };
            prop_assume!(!a.contains(" of ") && !b.contains(" is "));
            prop_assert_eq!(
                in_french(&known, &format!("# {a} of {b} is {c}!")).unwrap(),
                format!("n° {a} de {b} : {c} !")
            );
        }

        /// No text is too odd.
        #[test]
        fn any_text_is_read(text in ".{0,200}", en in ".{0,20}", fr in ".{0,20}") {
            in_french(&[sentence(&en, &fr), sentence("{}", "{}")], &text);
        }
    }
}
