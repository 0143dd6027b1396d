//! What is known of a company.

use super::places::{Country, Place};

/// Stands for a value that a partly public company hides.
pub const HIDDEN: &str = "[ND]";

/// A legal unit of the registry.
#[derive(Clone, Debug)]
pub struct Company {
    /// Nine digits.
    pub siren: String,
    /// The registered name; of a sole trader the person's.
    pub name: String,
    /// Initials, or the trade name of a sole trader: in brackets behind the name.
    pub sigle: Option<String>,
    /// Its legal form.
    pub form: &'static Form,
    /// What it does.
    pub activity: &'static Activity,
    /// Never empty; the first one is the head office.
    pub establishments: Vec<Establishment>,
    /// `PME`, `ETI`, `GE`.
    pub category: Option<&'static str>,
    /// Code of the number of employees.
    pub staff: &'static str,
    /// `2015-03-01`.
    pub created: String,
    /// Since when it is closed.
    pub closed: Option<String>,
    /// Partly public: what may be hidden is.
    pub partial: bool,
    /// With their prefix.
    pub vat: Vec<String>,
    /// Who leads it.
    pub directors: Vec<Director>,
    /// Year, turnover and net result in euros.
    pub finances: Option<(u16, i64, i64)>,
    /// Of the social economy.
    pub social: bool,
}

/// One place where a company works.
#[derive(Clone, Debug)]
pub struct Establishment {
    /// The five digits behind the SIREN.
    pub nic: String,
    /// Where.
    pub address: Address,
    /// The name on its door.
    pub trade_name: Option<String>,
    /// `2015-03-01`.
    pub opened: String,
    /// Since when it is closed.
    pub closed: Option<String>,
}

/// Where an establishment is.
#[derive(Clone, Debug)]
pub struct Address {
    /// `1`.
    pub number: Option<String>,
    /// `RUE`.
    pub street_kind: Option<String>,
    /// `DE LA PAIX`.
    pub street: String,
    /// `BATIMENT B`.
    pub complement: Option<String>,
    /// In France.
    pub place: Option<&'static Place>,
    /// Abroad.
    pub country: Option<&'static Country>,
    /// All but the town is hidden.
    pub hidden: bool,
}

/// Who leads a company.
#[derive(Clone, Debug)]
pub enum Director {
    /// `personne physique`.
    Person {
        /// Last name.
        name: String,
        /// First names.
        first_names: String,
        /// Four digits.
        born: String,
        /// `Président de SAS`.
        role: &'static str,
    },
    /// `personne morale`.
    Company {
        /// Nine digits.
        siren: String,
        /// Its name.
        name: String,
        /// `Président de SAS`.
        role: &'static str,
    },
}

/// A legal form.
#[derive(Debug)]
pub struct Form {
    /// The registry's code.
    pub code: &'static str,
    /// What VIES writes before the name.
    pub short: &'static str,
    /// Who leads such a company; empty: nobody is named.
    pub role: &'static str,
}

/// A kind of business.
#[derive(Debug)]
pub struct Activity {
    /// `46.90Z`.
    pub code: &'static str,
    /// A letter.
    pub section: &'static str,
}

#[rustfmt::skip]
pub(super) mod forms {
    use super::Form;
    pub const SOLE_TRADER: Form = Form { code: "1000", short: "", role: "" };
    pub const FOREIGN: Form = Form { code: "3120", short: "", role: "Représentant en France" };
    pub const SARL: Form = Form { code: "5499", short: "SARL", role: "Gérant" };
    pub const SAS: Form = Form { code: "5710", short: "SAS", role: "Président de SAS" };
    pub const SASU: Form = Form { code: "5720", short: "SASU", role: "Président de SAS" };
    pub const SA: Form = Form { code: "5599", short: "SA", role: "Président du conseil d'administration" };
    pub const ASSOCIATION: Form = Form { code: "9220", short: "", role: "" };
}

#[rustfmt::skip]
pub(super) mod activities {
    use super::Activity;
    pub const TRADE: Activity = Activity { code: "46.90Z", section: "G" };
    pub const ONLINE_SHOP: Activity = Activity { code: "47.91A", section: "G" };
    pub const CLOTHES: Activity = Activity { code: "46.42Z", section: "G" };
    pub const PUBLISHING: Activity = Activity { code: "59.20Z", section: "J" };
    pub const PRINTING: Activity = Activity { code: "18.12Z", section: "C" };
    pub const SHOWS: Activity = Activity { code: "90.01Z", section: "R" };
    pub const ARTISTS: Activity = Activity { code: "90.03B", section: "R" };
    pub const MANAGEMENT: Activity = Activity { code: "70.22Z", section: "M" };
    pub const POST: Activity = Activity { code: "53.10Z", section: "H" };
}

impl Company {
    /// Where it has its seat.
    pub fn head(&self) -> &Establishment {
        &self.establishments[0]
    }

    /// The number of one of its establishments.
    pub fn siret(&self, establishment: &Establishment) -> String {
        format!("{}{}", self.siren, establishment.nic)
    }

    /// A person rather than a company.
    pub fn is_sole_trader(&self) -> bool {
        self.form.code == forms::SOLE_TRADER.code
    }

    /// Of the law of 1901.
    pub fn is_association(&self) -> bool {
        self.form.code == forms::ASSOCIATION.code
    }

    /// The name as lists show it: with the initials or the trade name in brackets.
    pub fn full_name(&self) -> String {
        match &self.sigle {
            _ if self.partial && self.is_sole_trader() => HIDDEN.into(),
            Some(sigle) => format!("{} ({sigle})", self.name),
            None => self.name.clone(),
        }
    }

    /// The registered name; a person has none.
    pub fn registered_name(&self) -> Option<&str> {
        (!self.is_sole_trader()).then_some(&self.name)
    }

    /// Establishments that are not closed.
    pub fn open_establishments(&self) -> usize {
        let open = self
            .establishments
            .iter()
            .filter(|one| one.closed.is_none());
        open.count()
    }

    pub(super) fn close(&mut self, date: &str) {
        self.closed.get_or_insert_with(|| date.into());
        for establishment in &mut self.establishments {
            establishment.closed.get_or_insert_with(|| date.into());
        }
        // The tax office lists active numbers only.
        self.vat.clear();
    }
}

impl Address {
    /// On one line, as the registry writes it.
    pub fn line(&self) -> String {
        format!("{} {}", self.first_line(), self.second_line())
    }

    /// Number and street.
    pub fn first_line(&self) -> String {
        if self.hidden {
            return HIDDEN.into();
        }
        let parts = [&self.complement, &self.number, &self.street_kind];
        let mut words: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
        words.push(&self.street);
        words.join(" ")
    }

    /// Postcode and town, or town and country.
    pub fn second_line(&self) -> String {
        match (self.place, self.country) {
            (Some(place), _) if self.hidden => place.city.into(),
            (Some(place), _) => format!("{} {}", place.postcode, place.city),
            (None, Some(country)) => format!("{} {}", country.city, country.name),
            (None, None) => String::new(),
        }
    }
}

impl Director {
    /// What a search finds them by.
    pub fn words(&self) -> String {
        match self {
            Self::Person {
                name, first_names, ..
            } => format!("{first_names} {name}"),
            Self::Company { name, .. } => name.clone(),
        }
    }
}
