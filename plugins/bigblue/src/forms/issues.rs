//! What is wrong with what somebody wrote, in their language.

use comptoir_plugin_sdk::Result;
use comptoir_plugin_sdk::routes::Response;
use serde::Serialize;
use serde_json::json;

/// One field and why it is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Issue {
    /// `options.0.name`
    pub field: String,
    pub code: &'static str,
    pub message: &'static str,
}

/// All that is wrong.
#[derive(Clone, Debug)]
pub struct Issues {
    french: bool,
    pub list: Vec<Issue>,
}

impl Issues {
    /// None yet, for somebody of that language.
    pub fn new(language: &str) -> Self {
        Self {
            french: language == "fr",
            list: Vec::new(),
        }
    }

    /// Notes one.
    pub fn add(&mut self, field: impl Into<String>, code: &'static str) {
        let message = words(code, self.french);
        self.list.push(Issue {
            field: field.into(),
            code,
            message,
        });
    }

    /// Those of another form, when it begins from nothing again.
    pub fn take(&mut self) -> Vec<Issue> {
        std::mem::take(&mut self.list)
    }

    /// 400 with `{issues}`.
    pub fn response(&self) -> Result<Response> {
        let response = Response::data(&json!({ "issues": self.list }))?;
        Ok(Response {
            status: 400,
            ..response
        })
    }
}

fn words(code: &str, french: bool) -> &'static str {
    let (english, translated) = match code {
        "required" => ("This field is required.", "Ce champ est obligatoire."),
        "tooLong" => ("This text is too long.", "Ce texte est trop long."),
        "sku" => (
            "The SKU must be one of your stores' prefix, a hyphen, six digits, a hyphen and four capital letters or digits \
             (ABCD-000042-000M); in a bundle's the prefix is followed by BU (ABCDBU-000042-000M).",
            "La référence doit commencer par le préfixe d’une de vos boutiques, suivi de six chiffres et de quatre lettres \
             majuscules ou chiffres (ABCD-000042-000M)\u{a0}; celle d’un pack porte BU après le préfixe \
             (ABCDBU-000042-000M).",
        ),
        "unique" => ("This SKU exists already.", "Cette référence existe déjà."),
        "twice" => (
            "This SKU stands in the file twice.",
            "Cette référence figure deux fois dans le fichier.",
        ),
        "ean" => ("Invalid EAN.", "Code EAN non valide."),
        "amount" => (
            "Not an amount, such as 9.99.",
            "Ce n’est pas un montant, comme 9.99.",
        ),
        "currency" => (
            "Not a currency of three letters, such as EUR.",
            "Ce n’est pas une devise de trois lettres, comme EUR.",
        ),
        "country" => (
            "Not a country of two letters, such as FR.",
            "Ce n’est pas un pays de deux lettres, comme FR.",
        ),
        "option" => ("This option already exists.", "Cette option existe déjà."),
        "noOptions" => (
            "No options have been added.",
            "Aucune option n’a été ajoutée.",
        ),
        "tooMany" => ("At most five options.", "Cinq options au plus."),
        "quantity" => (
            "At least 1, a whole number.",
            "Au moins 1, en nombre entier.",
        ),
        "noComponents" => (
            "At least one product is needed.",
            "Il faut au moins un produit.",
        ),
        "component" => (
            "Bigblue knows no such product.",
            "Bigblue ne connaît pas ce produit.",
        ),
        "lineBreak" => (
            "Must stand on one line. In a file: is a quotation mark missing?",
            "Doit tenir sur une ligne. Dans un fichier\u{a0}: manque-t-il un guillemet\u{a0}?",
        ),
        "character" => (
            "Holds a character that is not a letter: type the text anew.",
            "Contient un caractère qui n’est pas du texte\u{a0}: saisissez-le à nouveau.",
        ),
        "yesNo" => ("Must be y or n.", "Doit être y ou n."),
        "missing" => ("This column is missing.", "Cette colonne manque."),
        "headingTwice" => (
            "This column stands in the file twice.",
            "Cette colonne figure deux fois dans le fichier.",
        ),
        "tooManyRows" => (
            "A file has 20,000 rows at most: split it.",
            "Un fichier compte 20\u{a0}000 lignes au plus\u{a0}: divisez-le.",
        ),
        "empty" => (
            "The file has no row.",
            "Le fichier ne contient aucune ligne.",
        ),
        _ => ("The row is not readable.", "La ligne n’est pas lisible."),
    };
    if french { translated } else { english }
}
