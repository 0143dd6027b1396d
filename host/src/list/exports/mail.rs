//! What those who asked for an export are told.

use url::Url;

use crate::mail::{Action, Letter, Mail, greeting};
use crate::words::language::Language;

/// An export lies ready.
#[derive(Debug)]
pub struct ExportReady {
    pub name: String,
    /// The file's name.
    pub file: String,
    /// How long it is kept.
    pub days: i64,
    /// The portal's download page, where one signs in.
    pub link: Url,
}

impl Mail for ExportReady {
    const NAME: &'static str = "export_ready";

    fn letter(&self, language: Language) -> Letter {
        let (file, days) = (&self.file, self.days);
        let lead = match language {
            Language::Fr => format!(
                "Votre export {file} est prêt. Vous pouvez le télécharger pendant {days} jours."
            ),
            Language::En => {
                format!("Your export {file} is ready. You can download it for {days} days.")
            }
        };
        Letter {
            subject: language
                .pick("Votre export est prêt", "Your export is ready")
                .into(),
            greeting: greeting(language, &self.name),
            paragraphs: vec![lead],
            action: Some(Action {
                label: language.pick("Télécharger l’export", "Download the export"),
                link: self.link.clone(),
            }),
            note: language.pick(
                "Vous seul pouvez ouvrir ce lien : il demande de se connecter.",
                "Only you can open this link: it asks to sign in.",
            ),
        }
    }
}
