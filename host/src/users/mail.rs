//! What users are told of themselves.

use url::Url;

use crate::mail::{Action, Letter, Mail, as_name, greeting};
use crate::words::language::Language;

/// Who did it, on a line of its own.
fn by(language: Language, name: &str) -> Option<String> {
    let by = language.pick("De la part de\u{a0}:", "From:");
    as_name(name).map(|name| format!("{by} {name}"))
}

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
        let lead = language.pick(
            "Un accès à Comptoir vous est ouvert.",
            "You have been given access to Comptoir.",
        );
        let how = language.pick(
            "Vous n’avez pas besoin de mot de passe : demandez un lien de connexion avec cette adresse e-mail.",
            "You need no password: ask for a sign-in link with this e-mail address.",
        );
        Letter {
            subject: language
                .pick("Votre accès à Comptoir", "Your access to Comptoir")
                .into(),
            greeting: greeting(language, &self.name),
            paragraphs: [
                Some(lead.into()),
                by(language, &self.invited_by),
                Some(how.into()),
            ]
            .into_iter()
            .flatten()
            .collect(),
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

/// Asks whoever reads the present address whether another is theirs too.
#[derive(Debug)]
pub struct EmailAsked {
    pub name: String,
    /// The address that is asked for.
    pub email: String,
    pub asked_by: String,
    /// The page that confirms it.
    pub link: Url,
}

impl Mail for EmailAsked {
    const NAME: &'static str = "email_asked";

    fn letter(&self, language: Language) -> Letter {
        let email = &self.email;
        let lead = match language {
            Language::Fr => format!("Il est demandé que votre adresse e-mail devienne {email}."),
            Language::En => format!("Your e-mail address is asked to become {email}."),
        };
        let how = language.pick(
            "Confirmez-le si cette adresse est bien la vôtre : les liens de connexion y partiront, vos appareils connectés seront déconnectés et vos clés d’accès supprimées.",
            "Confirm it if that address is yours: sign-in links will go there, the devices you are signed in on will be signed out and your passkeys removed.",
        );
        Letter {
            subject: language.pick(
                "Confirmez votre nouvelle adresse e-mail",
                "Confirm your new e-mail address",
            ).into(),
            greeting: greeting(language, &self.name),
            paragraphs: [Some(lead), by(language, &self.asked_by), Some(how.into())]
                .into_iter()
                .flatten()
                .collect(),
            action: Some(Action {
                label: language.pick("Confirmer l’adresse", "Confirm the address"),
                link: self.link.clone(),
            }),
            note: language.pick(
                "Le lien est valable 24 heures. Si cette adresse n’est pas la vôtre, ignorez ce message : rien ne change.",
                "The link is good for 24 hours. If that address is not yours, ignore this message: nothing changes.",
            ),
        }
    }
}

/// Tells whoever reads the old address that it signs in no more.
#[derive(Debug)]
pub struct EmailChanged {
    pub name: String,
    /// The new address.
    pub email: String,
}

impl Mail for EmailChanged {
    const NAME: &'static str = "email_changed";

    fn letter(&self, language: Language) -> Letter {
        let email = &self.email;
        let lead = match language {
            Language::Fr => format!("Votre adresse e-mail est désormais {email}."),
            Language::En => format!("Your e-mail address is {email} from now on."),
        };
        let how = language.pick(
            "Les liens de connexion partent à la nouvelle adresse. Vos appareils connectés ont été déconnectés et vos clés d’accès supprimées.",
            "Sign-in links go to the new address. The devices you were signed in on have been signed out, and your passkeys removed.",
        );
        Letter {
            subject: language
                .pick(
                    "Votre adresse e-mail a changé",
                    "Your e-mail address has changed",
                )
                .into(),
            greeting: greeting(language, &self.name),
            paragraphs: vec![lead, how.into()],
            action: None,
            note: language.pick(
                "Si vous n’êtes pas au courant, prévenez l’équipe sans attendre.",
                "If you did not know of this, tell the team without delay.",
            ),
        }
    }
}
