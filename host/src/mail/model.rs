//! The mails there are, and what may go out with one.

use url::Url;

use super::letter::{Action, Letter, Mail, greeting};
use crate::jobs::Wish;
use crate::words::language::Language;

/// A file that goes out with a mail.
#[derive(Debug, Clone, Copy)]
pub struct Attachment<'a> {
    pub name: &'a str,
    pub content: &'a [u8],
}

/// What a mail with a file is part of.
#[derive(Debug, Clone)]
pub struct Delivery {
    /// The whole, as whoever asked for it calls it.
    pub id: String,
    /// The mail: there is one of each.
    pub key: String,
    /// What is asked for when a mail does not go out.
    pub on_failure: Wish,
}

/// The link that signs somebody in.
#[derive(Debug)]
pub struct SignIn {
    pub name: String,
    pub link: Url,
}

impl Mail for SignIn {
    const NAME: &'static str = "sign_in";

    fn letter(&self, language: Language) -> Letter {
        let (label, link) = (language.pick("Se connecter", "Sign in"), self.link.clone());
        let lead = language.pick(
            "Voici votre lien de connexion. Il fonctionne une seule fois, pendant 15 minutes.",
            "Here is your sign-in link. It works once, within 15 minutes.",
        );
        Letter {
            subject: language.pick(
                "Votre lien de connexion à Comptoir",
                "Your sign-in link for Comptoir",
            ).into(),
            greeting: greeting(language, &self.name),
            paragraphs: vec![lead.into()],
            action: Some(Action { label, link }),
            note: language.pick(
                "Si vous n’avez pas demandé ce lien, ignorez ce message : personne ne peut se connecter sans lui.",
                "If you did not ask for this link, ignore this message: nobody can sign in without it.",
            ),
        }
    }
}
