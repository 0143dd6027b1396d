//! What new users are told.

use url::Url;

use crate::mail::{Action, Letter, Mail};
use crate::words::language::Language;

/// Tells somebody that they may sign in, and who let them in.
#[derive(Debug)]
pub struct Invitation {
    pub name: String,
    pub invited_by: String,
    /// The sign-in page, with their address filled in.
    pub link: Url,
}

impl Mail for Invitation {
    const NAME: &'static str = "invitation";

    fn letter(&self, language: Language) -> Letter {
        let (name, by) = (&self.name, &self.invited_by);
        let (greeting, lead) = match language {
            Language::Fr => (
                format!("Bonjour {name},"),
                format!("{by} vous a ouvert un accès à Comptoir."),
            ),
            Language::En => (
                format!("Hello {name},"),
                format!("{by} has given you access to Comptoir."),
            ),
        };
        let how = language.pick(
            "Vous n’avez pas besoin de mot de passe : demandez un lien de connexion avec cette adresse e-mail.",
            "You need no password: ask for a sign-in link with this e-mail address.",
        );
        Letter {
            subject: language.pick("Votre accès à Comptoir", "Your access to Comptoir"),
            greeting,
            paragraphs: vec![lead, how.into()],
            action: Some(Action {
                label: language.pick("Ouvrir Comptoir", "Open Comptoir"),
                link: self.link.clone(),
            }),
            note: language.pick(
                "Si vous ne connaissez pas cette personne, ignorez ce message.",
                "If you do not know this person, ignore this message.",
            ),
        }
    }
}
