//! How texts are compared: without accents, case and punctuation.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Lower case without accents; ligatures are taken apart.
pub fn fold(text: &str) -> String {
    text.nfd()
        .filter(|letter| !is_combining_mark(*letter))
        .flat_map(char::to_lowercase)
        .collect::<String>()
        .replace('œ', "oe")
        .replace('æ', "ae")
}

/// The folded words: what stands between spaces and punctuation.
pub fn words(text: &str) -> Vec<String> {
    fold(text)
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Whether every wanted word begins one of the words there are.
pub fn all_begin(wanted: &[String], words: &[String]) -> bool {
    let begins = |word: &String| words.iter().any(|other| other.starts_with(word.as_str()));
    wanted.iter().all(begins)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_case_and_punctuation_do_not_matter() {
        assert_eq!(
            words("L'Étoile du  Cœur (SAS)"),
            ["l", "etoile", "du", "coeur", "sas"]
        );
        assert!(all_begin(&words("étoi CŒUR"), &words("L'ETOILE DU COEUR")));
        assert!(!all_begin(
            &words("etoile lune"),
            &words("L'ETOILE DU COEUR")
        ));
    }
}
