//! What a mail says, and the one form that all have: a greeting, a few sentences, one thing to do, a note.

use std::borrow::Cow;

use askama::Template;
use url::Url;

use crate::words::language::Language;

/// A mail that the portal writes. The kinds differ in their words only.
pub trait Mail {
    /// Names the kind in the outbox: `sign_in`.
    const NAME: &'static str;

    /// Its words.
    fn letter(&self, language: Language) -> Letter;

    /// Where it is ended, of a mail that comes again and again.
    fn stop(&self) -> Option<Stop> {
        None
    }
}

/// Ends mails that somebody asked for once.
#[derive(Debug, Clone)]
pub struct Stop {
    /// The page that does it, for people.
    pub page: Url,
    /// The call that does it, for mail programs (RFC 8058).
    pub call: Url,
}

/// Plain text throughout; the form escapes it.
#[derive(Debug)]
pub struct Letter {
    pub subject: Cow<'static, str>,
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

/// How a mail to somebody begins: by their name, where it is one.
pub fn greeting(language: Language, name: &str) -> String {
    let hello = language.pick("Bonjour", "Hello");
    match as_name(name) {
        Some(name) => format!("{hello} {name},"),
        None => format!("{hello},"),
    }
}

/// What somebody calls themselves or another, if it may stand in a mail of ours: a few words without punctuation, links or
/// telephone numbers. Whoever invites people chooses both names, and the mail must not speak for them.
pub fn as_name(text: &str) -> Option<&str> {
    let text = text.trim();
    let is_plain = |letter: char| letter.is_alphanumeric() || " -'’.".contains(letter);
    let is_linked = is_linked(text);
    let digits = text.chars().filter(|letter| letter.is_numeric()).count();
    let is_short = text.chars().count() <= 60 && text.split(' ').count() <= 5;
    (!text.is_empty() && text.chars().all(is_plain) && !is_linked && digits <= 4 && is_short)
        .then_some(text)
}

/// Whether a mail program may take something in it for an address.
fn is_linked(text: &str) -> bool {
    let mut pairs = text.chars().zip(text.chars().skip(1));
    pairs.any(|(first, next)| first == '.' && next.is_alphanumeric()) || text.contains(['@', '/'])
}

/// What somebody wrote, as a mail of ours may quote it: in one line, with nothing that leads anywhere.
pub fn without_links(text: &str) -> String {
    let words = text
        .split_whitespace()
        .map(|word| match is_linked(word.trim_start_matches('@')) {
            true => "[…]",
            false => word,
        });
    words.collect::<Vec<_>>().join(" ")
}

#[derive(Template)]
#[template(path = "letter.txt", escape = "none")]
struct Text<'a> {
    letter: &'a Letter,
    stop: Option<Action>,
    colon: &'static str,
}

#[derive(Template)]
#[template(path = "letter.html")]
struct Html<'a> {
    letter: &'a Letter,
    stop: Option<Action>,
    language: &'static str,
}

impl Letter {
    /// As plain text and as HTML.
    pub fn render(
        &self,
        language: Language,
        stop: Option<&Stop>,
    ) -> askama::Result<(String, String)> {
        let stop = || {
            stop.map(|stop| Action {
                label: language.pick("Ne plus recevoir cet e-mail", "Stop these e-mails"),
                link: stop.page.clone(),
            })
        };
        let text = Text {
            letter: self,
            stop: stop(),
            colon: language.pick("\u{a0}:", ":"),
        };
        let html = Html {
            letter: self,
            stop: stop(),
            language: language.as_str(),
        };
        Ok((text.render()?, html.render()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_a_name_stands_in_a_mail() {
        for name in [
            "Zoé Martin",
            "J.-P. d’Arc",
            "Emre Yılmaz",
            " Ana  ",
            "王秀英",
            "Bob 2",
        ] {
            assert_eq!(as_name(name), Some(name.trim()), "{name}");
        }
        for text in [
            "",
            "evil.test",
            "https://evil.test/",
            "pay@evil.test",
            "Your account is blocked, call us",
            "Call 0899 123 456",
            "Your account will be closed within the hour",
            "Bob\nClick",
            "<b>",
            "\u{202e}Bob",
            &"a".repeat(61),
        ] {
            assert_eq!(as_name(text), None, "{text:?}");
            assert_eq!(greeting(Language::En, text), "Hello,", "{text:?}");
        }
    }

    #[test]
    fn names_are_words_and_never_markup() {
        let letter = Letter {
            subject: "Subject".into(),
            greeting: "Hello <script>alert(1)</script> & \"co\",".into(),
            paragraphs: vec!["One.".into(), "Two.".into()],
            action: Some(Action {
                label: "Open",
                link: Url::parse("https://portal.example/?a=1&b=%22").expect("an address"),
            }),
            note: "Note.",
        };
        let (text, html) = letter.render(Language::En, None).expect("it renders");
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
