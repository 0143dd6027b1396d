//! What a mail says, and the one form that all have: a greeting, a few sentences, one thing to do, a note.

use askama::Template;
use url::Url;

use crate::words::language::Language;

/// A mail that the portal writes. The kinds differ in their words only.
pub trait Mail {
    /// Names the kind in the outbox: `sign_in`.
    const NAME: &'static str;

    /// Its words.
    fn letter(&self, language: Language) -> Letter;
}

/// Plain text throughout; the form escapes it.
#[derive(Debug)]
pub struct Letter {
    pub subject: &'static str,
    pub greeting: String,
    pub paragraphs: Vec<String>,
    pub action: Option<Action>,
    /// Why one got this, or what one may disregard.
    pub note: &'static str,
}

/// The one thing to do.
#[derive(Debug)]
pub struct Action {
    pub label: &'static str,
    pub link: Url,
}

#[derive(Template)]
#[template(path = "letter.txt", escape = "none")]
struct Text<'a> {
    letter: &'a Letter,
    colon: &'static str,
}

#[derive(Template)]
#[template(path = "letter.html")]
struct Html<'a> {
    letter: &'a Letter,
    language: &'static str,
}

impl Letter {
    /// As plain text and as HTML.
    pub fn render(&self, language: Language) -> askama::Result<(String, String)> {
        let text = Text {
            letter: self,
            colon: language.pick("\u{a0}:", ":"),
        };
        let html = Html {
            letter: self,
            language: language.as_str(),
        };
        Ok((text.render()?, html.render()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words_and_never_markup() {
        let letter = Letter {
            subject: "Subject",
            greeting: "Hello <script>alert(1)</script> & \"co\",".into(),
            paragraphs: vec!["One.".into(), "Two.".into()],
            action: Some(Action {
                label: "Open",
                link: Url::parse("https://portal.example/?a=1&b=%22").expect("an address"),
            }),
            note: "Note.",
        };
        let (text, html) = letter.render(Language::En).expect("it renders");
        assert!(!html.contains("<script>"), "{html}");
        assert!(html.contains("&#60;script&#62;alert(1)"), "{html}");
        assert!(
            html.contains(r#"href="https://portal.example/?a=1&#38;b=%22""#),
            "{html}"
        );
        assert_eq!(
            text,
            "Hello <script>alert(1)</script> & \"co\",\n\nOne.\n\nTwo.\n\nOpen:\nhttps://portal.example/?a=1&b=%22\n\n\
             Note.\n\n-- \nComptoir"
        );
    }
}
