//! What users are told of how they sign in.

use crate::mail::{Letter, Mail, greeting};
use crate::words::language::Language;

/// Tells a user that another key signs them in.
#[derive(Debug)]
pub struct PasskeyAdded {
    pub name: String,
}

impl Mail for PasskeyAdded {
    const NAME: &'static str = "passkey_added";

    fn letter(&self, language: Language) -> Letter {
        let lead = language.pick(
            "Une clé d’accès a été ajoutée à votre compte. Elle permet de se connecter sans lien de connexion.",
            "A passkey has been added to your account. It signs in without a sign-in link.",
        );
        let how = language.pick(
            "Votre page de profil montre vos clés d’accès et permet de les supprimer.",
            "Your profile page shows your passkeys and lets you remove them.",
        );
        Letter {
            subject: language.pick("Nouvelle clé d’accès", "New passkey").into(),
            greeting: greeting(language, &self.name),
            paragraphs: vec![lead.into(), how.into()],
            action: None,
            note: language.pick(
                "Si vous n’êtes pas à l’origine de cet ajout, supprimez-la, déconnectez vos autres appareils et prévenez l’équipe.",
                "If you did not add it, remove it, sign your other devices out and tell the team.",
            ),
        }
    }
}
