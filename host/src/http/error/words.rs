//! What errors say, in both languages.

use super::Error;
use crate::words::language::Language;
use crate::words::said::said;

impl Error {
    /// What to tell the caller, in their language.
    pub fn message(&self, language: Language) -> String {
        let (french, english) = match self {
            Error::Invalid(_) => (
                "La demande contient des valeurs incorrectes.",
                "The request holds wrong values.",
            ),
            Error::BadCursor(_) => (
                "Le curseur de la liste est illisible.",
                "The list's cursor cannot be read.",
            ),
            Error::Unauthorized => ("Vous n’êtes pas connecté.", "You are not signed in."),
            Error::ForbiddenPermission(permission) => {
                return match language {
                    Language::Fr => format!("Il vous manque l’autorisation {permission}."),
                    Language::En => format!("You lack the permission {permission}."),
                };
            }
            Error::ForbiddenRole => (
                "Votre profil ne permet pas cette action.",
                "Your role does not allow this.",
            ),
            Error::ForbiddenEscalation(permission) => {
                return match language {
                    Language::Fr => format!(
                        "Vous ne détenez pas l’autorisation {permission} : vous ne pouvez ni l’accorder ni la retirer."
                    ),
                    Language::En => format!(
                        "You do not hold the permission {permission}: you can neither grant nor remove it."
                    ),
                };
            }
            Error::SignInTooOld => (
                "Cette action demande une connexion de moins de dix minutes.",
                "This takes a sign-in of the last ten minutes.",
            ),
            Error::Refused(refusal) => (refusal.french, refusal.english),
            Error::Edited { by, .. } => {
                return match language {
                    Language::Fr => format!(
                        "Modifié par {by} depuis que vous l’avez ouvert. Rien n’a été enregistré."
                    ),
                    Language::En => {
                        format!("Changed by {by} since you opened it. Nothing was saved.")
                    }
                };
            }
            Error::NotFound(_) => ("Introuvable.", "Not found."),
            Error::NoSuchRoute => ("Cet appel n’existe pas.", "There is no such call."),
            Error::MethodNotAllowed => (
                "Cette méthode n’est pas prévue ici.",
                "This method is not allowed here.",
            ),
            Error::Conflict(conflict) => (conflict.french, conflict.english),
            Error::TooLarge => ("L’envoi est trop volumineux.", "The request is too large."),
            Error::TooManyRequests { retry_after } => {
                let wait = match retry_after.as_secs() {
                    seconds if seconds < 120 => format!("{}\u{a0}s", seconds.max(1)),
                    seconds => format!("{}\u{a0}min", seconds.div_ceil(60)),
                };
                return match language {
                    Language::Fr => format!("Trop de demandes. Réessayez dans {wait}."),
                    Language::En => format!("Too many requests. Try again in {wait}."),
                };
            }
            Error::Plugin { plugin, text, .. } => {
                let text = &said(text, language);
                return match language {
                    Language::Fr => {
                        format!(
                            "Le connecteur {plugin} a répondu : {}",
                            quoted(text, language)
                        )
                    }
                    Language::En => {
                        format!(
                            "The connector {plugin} answered: {}",
                            quoted(text, language)
                        )
                    }
                };
            }
            Error::RegistryUnavailable => (
                "Le registre des entreprises ne répond pas. Vous pouvez saisir la société à la main.",
                "The company register does not answer. You can fill in the company by hand.",
            ),
            Error::Timeout => (
                "La demande a pris trop de temps.",
                "The request took too long.",
            ),
            Error::Internal(_) => (
                "Une erreur inattendue s’est produite. Rien n’a été enregistré.",
                "Something unexpected went wrong. Nothing was saved.",
            ),
        };
        language.pick(french, english).to_owned()
    }
}

/// What else it may be.
pub(super) fn option_words(code: &str, options: &[String], language: Language) -> String {
    let known = issue_words(code, language);
    let options = options.join(", ");
    let head = match code {
        "moved" => language.pick("Maintenant\u{a0}:", "Now:"),
        "connected" => language.pick("Il s’agit de\u{a0}:", "It is:"),
        "article" => language.pick("Introuvable\u{a0}:", "Not found:"),
        "secret" | "unknownAccount" | "invalid" => {
            let head = language.pick("Sa réponse\u{a0}:", "Its answer:");
            return format!("{known} {head} {}.", quoted(&options, language));
        }
        _ => language.pick("Valeurs admises\u{a0}:", "Possible:"),
    };
    format!("{known} {head} {options}.")
}

fn quoted(text: &str, language: Language) -> String {
    let (open, close) = language.pick(("«\u{a0}", "\u{a0}»"), ("“", "”"));
    format!("{open}{text}{close}")
}

/// What somebody else found wrong: in our words where we have some for the code, with what stands there instead (`given`,
/// empty: that says nothing); otherwise in theirs.
pub fn words_of_another(code: &str, given: &str, theirs: &str, language: Language) -> String {
    match known_words(code, language) {
        None => theirs.to_owned(),
        Some(known) if given.is_empty() => known.to_owned(),
        Some(known) => {
            let head = language.pick("Il y a\u{a0}:", "There is:");
            format!("{known} {head} {}.", quoted(given, language))
        }
    }
}

/// The words of an issue's code (specification, document 1, section 5).
pub(super) fn issue_words(code: &str, language: Language) -> &'static str {
    known_words(code, language)
        .unwrap_or_else(|| language.pick("Valeur incorrecte.", "Invalid value."))
}

/// The same; none: the code is not one of ours.
fn known_words(code: &str, language: Language) -> Option<&'static str> {
    let (french, english) = match code {
        "required" => ("Ce champ est obligatoire.", "This field is required."),
        "min" => ("Trop court ou trop petit.", "Too short or too small."),
        "max" => ("Trop long ou trop grand.", "Too long or too large."),
        "email" => ("Adresse e-mail incorrecte.", "Invalid e-mail address."),
        "decimals" => ("Deux décimales au plus.", "At most two decimals."),
        "moved" => (
            "Ce prix a changé entre-temps.",
            "This price has changed meanwhile.",
        ),
        "overlap" => (
            "Cette tranche en recouvre une autre ce jour-là.",
            "This band overlaps another one on that day.",
        ),
        "future" => ("Au plus tard maintenant.", "Now at the latest."),
        "past" => ("Au plus tôt aujourd’hui.", "Today at the earliest."),
        "translations" => (
            "Indiquez un nom par langue\u{a0}: {\"fr\": \"…\", \"en\": \"…\"}.",
            "Give a name by language: {\"fr\": \"…\", \"en\": \"…\"}.",
        ),
        "option" => (
            "Cette valeur n’est pas admise.",
            "You can't use this option.",
        ),
        "date" => (
            "Date incorrecte (aaaa-mm-jj).",
            "Invalid date (yyyy-mm-dd).",
        ),
        "phone" => ("Numéro de téléphone incorrect.", "Invalid phone number."),
        "ean" => ("EAN incorrect.", "Invalid EAN."),
        "sku" => (
            "Référence (SKU) incorrecte : respectez le préfixe et le format indiqués.",
            "Invalid SKU: keep to the prefix and the format shown.",
        ),
        "url" => (
            "Adresse incorrecte (https://…).",
            "Invalid address (https://…).",
        ),
        "barcode" => (
            "Code-barres incorrect : 13 chiffres, dont la clé de contrôle.",
            "Invalid barcode: 13 digits with their check digit.",
        ),
        "timeZone" => ("Fuseau horaire inconnu.", "Unknown time zone."),
        "country" => (
            "Code pays incorrect (2 lettres).",
            "Invalid country code (2 letters).",
        ),
        "currency" => (
            "Code de devise incorrect (3 lettres).",
            "Invalid currency code (3 letters).",
        ),
        "notEuros" => (
            "Une autre devise que l’euro.",
            "Another currency than the euro.",
        ),
        "columns" => (
            "Cette ligne n’a pas autant de colonnes que l’en-tête.",
            "This line has not as many columns as the heading.",
        ),
        "unclosed" => (
            "Cette ligne ne finit pas. Un guillemet n’est peut-être pas fermé.",
            "This line does not end. Perhaps a quote is not closed.",
        ),
        "sum" => (
            "La somme des parts doit être 100.",
            "The shares must sum to 100.",
        ),
        "invalid" => (
            "Le prestataire n’accepte pas cette valeur.",
            "The provider does not accept this value.",
        ),
        "credentials" => (
            "Le prestataire les refuse : vérifiez-les, puis réessayez.",
            "The provider does not accept them: check them, then try again.",
        ),
        "secret" => (
            "Le prestataire refuse cet identifiant : vérifiez qu’il est entier et toujours valable.",
            "The provider does not accept this credential: check that it is whole and still valid.",
        ),
        "unknownAccount" => (
            "Le prestataire ne connaît pas ce compte, ou ces identifiants sont ceux d’un autre.",
            "The provider knows no such account, or these credentials are another one’s.",
        ),
        "connected" => (
            "Ce compte est déjà connecté à une autre boutique.",
            "This account is connected to another store already.",
        ),
        "multipart" => (
            "L’envoi n’est pas un formulaire lisible.",
            "The request is not a readable form.",
        ),
        "format" => ("Format incorrect.", "Wrong format."),
        "origin" => (
            "Cette adresse mène hors du portail.",
            "This address leads out of the portal.",
        ),
        "fixed" => (
            "Cette valeur ne peut plus changer.",
            "This value can no longer change.",
        ),
        "halfMonth" => (
            "Le 1er ou le 16 du mois.",
            "The 1st or the 16th of the month.",
        ),
        "storagePrice" => (
            "Aucun prix de stockage n’est convenu pour ce volume.",
            "No storage price is agreed for this volume.",
        ),
        "credit" => (
            "Au plus ce qui reste de la ligne, de même signe et sans être nul.",
            "At most what is left of the line, of the same sign and not zero.",
        ),
        "siren" => ("Un SIREN compte neuf chiffres.", "A SIREN has nine digits."),
        "iban" => (
            "Cet IBAN n’existe pas : vérifiez-le chiffre par chiffre.",
            "There is no such IBAN: check it digit by digit.",
        ),
        "account" => (
            "Un compte compte 3 à 20 chiffres ou lettres majuscules.",
            "An account has 3 to 20 digits or capital letters.",
        ),
        "vatCategory" => (
            "Seule la catégorie S porte un taux.",
            "Only the category S has a rate.",
        ),
        "range" => (
            "Le maximum doit dépasser le minimum.",
            "The maximum must exceed the minimum.",
        ),
        "dateOrder" => (
            "La fin doit suivre le début.",
            "The end must come after the start.",
        ),
        "dateSpan" => (
            "Une période compte un an au plus.",
            "A period is a year at most.",
        ),
        "fileType" => (
            "Ce type de fichier n’est pas admis.",
            "This type of file is not accepted.",
        ),
        "expired" => (
            "Le délai est dépassé : recommencez.",
            "It took too long: start again.",
        ),
        "passkey" => (
            "Cette réponse n’est pas celle d’une clé d’accès.",
            "This is not a passkey's answer.",
        ),
        "quota" => (
            "Trop de vos fichiers attendent d’être rattachés. Réessayez demain.",
            "Too many of your files wait to be attached. Try again tomorrow.",
        ),
        "filesQuota" => (
            "Vos fichiers prennent toute la place qui leur est donnée. Supprimez-en, ou demandez plus de place.",
            "Your files take all the room they are given. Delete some, or ask for more room.",
        ),
        "full" => (
            "Le portail n’a plus de place pour des fichiers. Prévenez la personne qui l’administre.",
            "The portal has no room left for files. Please tell whoever runs it.",
        ),
        "fileEmpty" => ("Le fichier est vide.", "The file is empty."),
        "unknown" => ("Ce champ n’existe pas.", "There is no such field."),
        "unique" => (
            "Les valeurs doivent être uniques.",
            "Array must have unique values.",
        ),
        "taken" => ("Cette valeur existe déjà.", "This value exists already."),
        "article" => (
            "Aucun article de la boutique ne porte cette référence.",
            "No article of the store has this SKU.",
        ),
        "missing" => (
            "Cette colonne obligatoire manque.",
            "This required column is missing.",
        ),
        "headingTwice" => (
            "Cette colonne figure deux fois dans le fichier.",
            "This column stands in the file twice.",
        ),
        "empty" => (
            "Le fichier ne contient aucune ligne.",
            "The file has no row.",
        ),
        "tooManyRows" => (
            "Le fichier compte trop de lignes\u{a0}: divisez-le.",
            "The file has too many rows: split it.",
        ),
        "tooManyWrong" => (
            "Trop de lignes sont illisibles\u{a0}: s’agit-il du bon fichier\u{202f}?",
            "Too many lines cannot be read: is it the right file?",
        ),
        "tooMany" => (
            "Cette ligne a plus de valeurs que de colonnes.",
            "This row has more values than there are columns.",
        ),
        "oneLine" => (
            "Doit tenir sur une ligne\u{a0}: manque-t-il un guillemet\u{202f}?",
            "Must stand on one line: is a quotation mark missing?",
        ),
        "whole" => (
            "Un nombre entier est attendu.",
            "A whole number is expected.",
        ),
        "decimal" => ("Un nombre est attendu.", "A number is expected."),
        "differs" => (
            "Une ligne précédente du même produit dit autre chose.",
            "A row of the same product before says otherwise.",
        ),
        "apart" => (
            "Les lignes d’un produit doivent se suivre.",
            "The rows of a product must follow each other.",
        ),
        "expression" => (
            "Lettres, chiffres, - _ . / + et * seulement.",
            "Letters, digits, - _ . / + and * only.",
        ),
        _ => return None,
    };
    Some(language.pick(french, english))
}
