//! What the document says itself, in French and in English, with the portal's terms.

use serde_json::{Map, Value};

use crate::{Kind, Language, VatCategory};

/// Words of the pages by their keys.
const PAGE: &[(&str, &str, &str)] = &[
    ("draft", "Brouillon", "Draft"),
    ("seller", "Émetteur", "Seller"),
    ("buyer", "Client", "Customer"),
    ("item", "Désignation", "Item"),
    ("quantity", "Quantité", "Quantity"),
    ("price", "Prix unitaire HT", "Unit price excl. VAT"),
    ("total", "Total HT", "Total excl. VAT"),
    ("sales", "Ventes de la période", "Sales of the period"),
    ("vat", "TVA", "VAT"),
    ("base", "Base HT", "Base excl. VAT"),
    ("tax", "Montant", "Amount"),
    (
        "payment",
        "Paiement par virement",
        "Payment by bank transfer",
    ),
    ("page", "Page", "Page"),
    ("of", "sur", "of"),
];

/// The word of a language.
pub fn say<'a>(language: Language, french: &'a str, english: &'a str) -> &'a str {
    match language {
        Language::French => french,
        Language::English => english,
    }
}

/// Those of the pages, by key.
pub fn page(language: Language) -> Value {
    let words = PAGE
        .iter()
        .map(|(key, french, english)| ((*key).to_owned(), say(language, french, english).into()));
    Value::Object(words.collect::<Map<_, _>>())
}

pub fn kind(kind: Kind, language: Language) -> &'static str {
    match kind {
        Kind::Invoice => say(language, "Facture", "Invoice"),
        Kind::CreditNote => say(language, "Avoir", "Credit note"),
    }
}

pub fn category(category: VatCategory, language: Language) -> &'static str {
    match category {
        VatCategory::Standard => say(
            language,
            "Taux normal ou réduit",
            "Standard or reduced rate",
        ),
        VatCategory::Exempt => say(language, "Exonération", "Exempt"),
        VatCategory::ReverseCharge => say(language, "Autoliquidation", "Reverse charge"),
        VatCategory::IntraCommunity => say(language, "Intracommunautaire", "Intra-Community"),
        VatCategory::Export => say(language, "Exportation", "Export"),
        VatCategory::OutOfScope => {
            say(language, "Hors champ de la TVA", "Outside the scope of VAT")
        }
        VatCategory::Zero => say(language, "Taux zéro", "Zero rate"),
    }
}

/// What French law wants said about payment (commercial code, L441-9 and D441-5; BR-FR-05 and 06).
pub struct Notice {
    /// UNTDID 4451.
    pub subject: &'static str,
    /// How texts that speak of it can be known.
    signs: &'static [&'static str],
    french: &'static str,
    english: &'static str,
}

pub const NOTICES: [Notice; 3] = [
    Notice {
        subject: "PMD",
        signs: &["pénalité", "penalt", "late payment interest"],
        french: "En cas de retard de paiement, des pénalités sont dues au taux de refinancement de la Banque centrale européenne majoré de 10 points.",
        english: "Late payments bear penalties at the European Central Bank’s refinancing rate plus 10 points.",
    },
    Notice {
        subject: "PMT",
        signs: &["recouvrement", "recovery"],
        french: "Tout retard de paiement entraîne une indemnité forfaitaire de 40 € pour frais de recouvrement.",
        english: "Any late payment entails a fixed compensation of €40 for recovery costs.",
    },
    Notice {
        subject: "AAB",
        signs: &["escompte", "early payment", "discount"],
        french: "Pas d’escompte pour paiement anticipé.",
        english: "No discount for early payment.",
    },
];

impl Notice {
    /// The paragraph of the seller's own text that speaks of it, whole; `None`: there is none.
    pub fn find_in<'a>(&self, legal: &'a str) -> Option<&'a str> {
        let speaks = |text: &&str| {
            let text = text.to_lowercase();
            self.signs.iter().any(|sign| text.contains(sign))
        };
        legal.lines().map(str::trim).find(speaks)
    }

    /// What is said where the seller says nothing.
    pub fn standard(&self, language: Language) -> &'static str {
        say(language, self.french, self.english)
    }
}

/// Why there is no VAT, where the seller says nothing about it (BR-E-10 and its like); `None`: there is VAT.
pub fn exemption(category: VatCategory, language: Language) -> Option<&'static str> {
    match category {
        VatCategory::Standard | VatCategory::Zero => None,
        VatCategory::Exempt => Some(say(language, "Exonération de TVA", "Exempt from VAT")),
        _ => Some(self::category(category, language)),
    }
}
