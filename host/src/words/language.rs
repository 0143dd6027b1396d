//! The languages that the portal is written in, and those that people read it in.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::codes::codes;
use crate::access::Role;

codes! {
    /// The language that somebody reads the portal in. What a factory's people see is there in Turkish and Portuguese too.
    #[derive(Default)]
    Locale schema(rename_all = "lowercase") {
        #[default]
        Fr = "fr",
        En = "en",
        Tr = "tr",
        Pt = "pt",
    }
}

impl Locale {
    /// Whether people of this role may read the portal in it.
    pub const fn is_for(self, role: Role) -> bool {
        matches!(self, Self::Fr | Self::En) || matches!(role, Role::Factory)
    }

    /// The language that we ourselves speak to them, in mails and errors.
    pub const fn language(self) -> Language {
        match self {
            Self::Fr => Language::Fr,
            Self::En | Self::Tr | Self::Pt => Language::En,
        }
    }
}

impl From<Language> for Locale {
    fn from(language: Language) -> Self {
        language.pick(Self::Fr, Self::En)
    }
}

impl std::str::FromStr for Locale {
    type Err = std::convert::Infallible;

    /// What the database holds; anything unknown is French.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL.iter().find(|locale| locale.as_str() == text);
        Ok(known.copied().unwrap_or_default())
    }
}

/// French is the default, English the fallback for everyone else (specification, document 1, section 1).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    #[default]
    Fr,
    En,
}

impl Language {
    pub const fn as_str(self) -> &'static str {
        match self {
            Language::Fr => "fr",
            Language::En => "en",
        }
    }

    /// The language that an `Accept-Language` header asks for first. Absent: French; another language: English.
    pub fn of_header(header: Option<&str>) -> Self {
        match header
            .and_then(|value| value.split([',', ';']).next())
            .map(str::trim)
        {
            None | Some("" | "*") => Language::Fr,
            Some(tag)
                if tag
                    .get(..2)
                    .is_some_and(|two| two.eq_ignore_ascii_case("fr")) =>
            {
                Language::Fr
            }
            Some(_) => Language::En,
        }
    }

    /// As documents name it.
    pub const fn of_documents(self) -> comptoir_document::Language {
        self.pick(
            comptoir_document::Language::French,
            comptoir_document::Language::English,
        )
    }

    /// One of two texts.
    pub const fn pick<T: Copy>(self, french: T, english: T) -> T {
        match self {
            Language::Fr => french,
            Language::En => english,
        }
    }
}

impl std::str::FromStr for Language {
    type Err = std::convert::Infallible;

    /// That of a [`Locale`] that the database holds.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Locale::language)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn french_is_the_default_and_english_is_for_everyone_else() {
        for (header, language) in [
            (None, Language::Fr),
            (Some(""), Language::Fr),
            (Some("*"), Language::Fr),
            (Some("fr"), Language::Fr),
            (Some(" FR-be ;q=0.1, en"), Language::Fr),
            (Some("en"), Language::En),
            (Some("en-US,fr;q=0.9"), Language::En),
            (Some("tr"), Language::En),
            (Some("f"), Language::En),
            (Some("é"), Language::En),
            (Some("日本"), Language::En),
        ] {
            assert_eq!(Language::of_header(header), language, "{header:?}");
        }
    }

    proptest! {
        #[test]
        fn whatever_a_header_says_there_is_a_language(header in "\\PC{0,40}") {
            let language = Language::of_header(Some(&header));
            prop_assert_eq!(language.as_str().parse::<Language>(), Ok(language));
        }
    }
}
