//! The parameters of a search and what is refused of them. Unknown ones are ignored.

use crate::world::{Company, Establishment};

/// A search that may be done.
#[derive(Debug)]
pub struct Params {
    /// What is looked for.
    pub subject: Subject,
    /// From 1.
    pub page: usize,
    /// 1 to 25.
    pub per_page: usize,
    /// The parts of the answer wanted beyond the basic fields; none: all of them.
    pub include: Option<Vec<String>>,
    /// At most so many matching establishments a company.
    pub most_matching: usize,
    /// What the companies must be.
    pub filters: Filters,
}

/// What is looked for.
#[derive(Debug, PartialEq, Eq)]
pub enum Subject {
    /// Nine digits.
    Siren(String),
    /// Fourteen digits.
    Siret(String),
    /// Words.
    Text(String),
    /// All that the filters let through.
    FiltersOnly,
}

/// What the companies must be: every list that is not empty holds the value.
#[derive(Debug, Default)]
pub struct Filters {
    lists: Vec<(&'static str, Vec<String>)>,
    flags: Vec<(&'static str, bool)>,
}

/// Parts that `include` may name.
const PARTS: [&str; 7] = [
    "complements",
    "dirigeants",
    "finances",
    "matching_etablissements",
    "siege",
    "score",
    "tva",
];

/// Filters of the place, which any open establishment may fulfil.
const PLACES: [&str; 5] = [
    "code_postal",
    "departement",
    "region",
    "code_commune",
    "epci",
];

/// Filters of the company.
const LISTS: [&str; 6] = [
    "activite_principale",
    "section_activite_principale",
    "etat_administratif",
    "categorie_entreprise",
    "nature_juridique",
    "tranche_effectif_salarie",
];

const FLAGS: [&str; 3] = ["est_association", "est_entrepreneur_individuel", "est_ess"];

const SHORTEST_TEXT: usize = 3;

impl Params {
    /// Reads them; refused with the registry's sentence.
    pub fn read(query: &[(String, String)]) -> Result<Self, String> {
        let get = |name: &str| {
            query
                .iter()
                .find(|(key, _)| key == name)
                .map(|(_, value)| value.as_str())
        };
        let page = number("page", get("page"), 1000, 1)?;
        let per_page = number("per_page", get("per_page"), 25, 10)?;
        // The registry names its own variable here, not the parameter.
        let most_matching = number(
            "matching_size",
            get("limite_matching_etablissements"),
            100,
            10,
        )?;
        let include = include(get("minimal"), get("include"))?;
        let filters = Filters::read(get)?;
        if page * per_page > 10_000 {
            return Err("Le nombre total de résultats est restreint à 10 000. Pour garantir cela, le produit du numéro de \
                        page (par défaut, page = 1) et du nombre de résultats par page (par défaut, per_page = 10), \
                        c'est-à-dire `page * per_page`, ne doit pas excéder 10 000."
                .into());
        }
        Ok(Self {
            subject: subject(get("q"), &filters)?,
            page,
            per_page,
            include,
            most_matching,
            filters,
        })
    }

    /// Whether a part belongs into the answer. The score is only there when asked for.
    pub fn wants(&self, part: &str) -> bool {
        match &self.include {
            Some(parts) => parts.iter().any(|wanted| wanted == part),
            None => part != "score",
        }
    }
}

impl Filters {
    fn read<'a>(get: impl Fn(&str) -> Option<&'a str>) -> Result<Self, String> {
        let mut filters = Self::default();
        for name in PLACES.into_iter().chain(LISTS) {
            let values: Vec<String> = get(name)
                .into_iter()
                .flat_map(|text| text.split(','))
                .map(|value| value.trim().to_uppercase())
                .filter(|value| !value.is_empty())
                .collect();
            if !values.iter().all(|value| is_valid(name, value)) {
                return Err(format!(
                    "Au moins une valeur du paramètre {name} est non valide."
                ));
            }
            if !values.is_empty() {
                filters.lists.push((name, values));
            }
        }
        for name in FLAGS {
            if let Some(text) = get(name) {
                filters.flags.push((name, flag(name, text)?));
            }
        }
        Ok(filters)
    }

    fn is_empty(&self) -> bool {
        self.lists.is_empty() && self.flags.is_empty()
    }

    /// Whether a company passes.
    pub fn fit(&self, company: &Company) -> bool {
        let flags = self
            .flags
            .iter()
            .all(|(name, wanted)| flag_of(company, name) == *wanted);
        let own = self
            .lists
            .iter()
            .filter(|(name, _)| !PLACES.contains(name))
            .all(|(name, values)| holds(values, value_of(company, name)));
        flags
            && own
            && (!self.has_place() || company.establishments.iter().any(|one| self.fit_place(one)))
    }

    /// Whether places are asked for.
    pub fn has_place(&self) -> bool {
        self.lists.iter().any(|(name, _)| PLACES.contains(name))
    }

    /// Whether an establishment is at the place asked for. A closed one, or one with a hidden address, is nowhere.
    pub fn fit_place(&self, establishment: &Establishment) -> bool {
        establishment.closed.is_none()
            && !establishment.address.hidden
            && self
                .lists
                .iter()
                .filter(|(name, _)| PLACES.contains(name))
                .all(|(name, values)| holds(values, place_of(establishment, name)))
    }
}

fn subject(q: Option<&str>, filters: &Filters) -> Result<Subject, String> {
    let Some(text) = q.map(str::trim) else {
        return if filters.is_empty() {
            Err("Veuillez indiquer au moins un paramètre de recherche.".into())
        } else {
            Ok(Subject::FiltersOnly)
        };
    };
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.chars().count() {
        9 if digits => Ok(Subject::Siren(text.into())),
        14 if digits => Ok(Subject::Siret(text.into())),
        length if length < SHORTEST_TEXT && filters.is_empty() => Err(
            "3 caractères minimum pour les termes de la requête (ou utilisez au moins un filtre)"
                .into(),
        ),
        0 => Ok(Subject::FiltersOnly),
        _ => Ok(Subject::Text(text.into())),
    }
}

fn number(name: &str, text: Option<&str>, most: usize, default: usize) -> Result<usize, String> {
    let Some(text) = text else {
        return Ok(default);
    };
    text.parse().ok().filter(|value| (1..=most).contains(value)).ok_or_else(|| {
        format!("Veuillez indiquer un paramètre `{name}` entre `1` et `{most}`, par défaut `{default}`.")
    })
}

fn include(minimal: Option<&str>, include: Option<&str>) -> Result<Option<Vec<String>>, String> {
    let minimal = minimal.map_or(Ok(false), |text| flag("minimal", text))?;
    let Some(include) = include else {
        return Ok(minimal.then(Vec::new));
    };
    if !minimal {
        return Err("Veuillez indiquer si vous souhaitez utiliser le paramètre `include` avec `minimal=True`.".into());
    }
    let parts: Vec<String> = include
        .split(',')
        .map(|part| part.trim().to_lowercase())
        .collect();
    if parts.iter().all(|part| PARTS.contains(&part.as_str())) {
        Ok(Some(parts))
    } else {
        Err(format!(
            "Au moins un champ à inclure est non valide. Les champs valides : {}.",
            PARTS.map(|part| format!("'{part}'")).join(", ")
        ))
    }
}

fn flag(name: &str, text: &str) -> Result<bool, String> {
    match text.to_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("{name} doit prendre la valeur 'true' ou 'false' !")),
    }
}

/// Whether a filter's value has the form it must have. Codes of lists that are long are checked by form only.
fn is_valid(name: &str, value: &str) -> bool {
    let digits =
        |length: usize| value.len() == length && value.bytes().all(|byte| byte.is_ascii_digit());
    match name {
        "code_postal" => digits(5) && ("01".."99").contains(&&value[..2]),
        "departement" => is_department(value),
        "region" => digits(2),
        "code_commune" => value.len() == 5 && value.is_ascii(),
        "epci" => digits(9),
        "activite_principale" => value.len() == 6 && value.as_bytes()[2] == b'.',
        "section_activite_principale" => value.len() == 1 && ("A"..="U").contains(&value),
        "etat_administratif" => matches!(value, "A" | "C"),
        "categorie_entreprise" => matches!(value, "PME" | "ETI" | "GE"),
        "nature_juridique" => digits(4),
        _ => value.len() == 2,
    }
}

fn is_department(value: &str) -> bool {
    match value {
        "20" => false,
        "2A" | "2B" => true,
        _ => value.parse::<u16>().is_ok_and(|number| match value.len() {
            2 => (1..=95).contains(&number),
            3 => (971..=978).contains(&number) || (984..=989).contains(&number),
            _ => false,
        }),
    }
}

fn holds(values: &[String], value: Option<&str>) -> bool {
    value.is_some_and(|value| values.iter().any(|wanted| wanted == value))
}

fn value_of<'a>(company: &'a Company, filter: &str) -> Option<&'a str> {
    match filter {
        "activite_principale" => Some(company.activity.code),
        "section_activite_principale" => Some(company.activity.section),
        "etat_administratif" => Some(super::view::state(&company.closed)),
        "categorie_entreprise" => company.category,
        "nature_juridique" => Some(company.form.code),
        _ => Some(company.staff),
    }
}

fn place_of(establishment: &Establishment, filter: &str) -> Option<&'static str> {
    let place = establishment.address.place?;
    Some(match filter {
        "code_postal" => place.postcode,
        "departement" => place.department,
        "region" => place.region,
        "code_commune" => place.commune,
        _ => place.epci,
    })
}

fn flag_of(company: &Company, filter: &str) -> bool {
    match filter {
        "est_association" => company.is_association(),
        "est_entrepreneur_individuel" => company.is_sole_trader(),
        _ => company.social,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &[(&str, &str)]) -> Result<Params, String> {
        let query: Vec<_> = query
            .iter()
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
            .collect();
        Params::read(&query)
    }

    #[test]
    fn nine_or_fourteen_digits_are_a_number_and_all_else_is_text() {
        let subject = |q| read(&[("q", q)]).map(|params| params.subject);
        assert_eq!(subject("123456782"), Ok(Subject::Siren("123456782".into())));
        assert_eq!(
            subject("12345678200010"),
            Ok(Subject::Siret("12345678200010".into()))
        );
        assert_eq!(
            subject("123 456 782"),
            Ok(Subject::Text("123 456 782".into()))
        );
        assert_eq!(subject("été"), Ok(Subject::Text("été".into())));
        assert!(subject("té").is_err() && subject("").is_err());
    }

    #[test]
    fn a_filter_makes_up_for_a_short_text() {
        assert!(read(&[]).is_err());
        assert!(read(&[("q", "ab"), ("per_page", "5")]).is_err());
        assert!(read(&[("q", "ab"), ("departement", "75")]).is_ok());
        assert!(read(&[("departement", "2a,971")]).is_ok());
    }

    #[test]
    fn what_is_wrong_is_named() {
        let cases: [(&[(&str, &str)], &str); 9] = [
            (
                &[("q", "abc"), ("per_page", "26")],
                "`per_page` entre `1` et `25`",
            ),
            (&[("q", "abc"), ("page", "0")], "`page` entre `1` et `1000`"),
            (
                &[("q", "abc"), ("page", "401"), ("per_page", "25")],
                "`page * per_page`",
            ),
            (
                &[("q", "abc"), ("limite_matching_etablissements", "101")],
                "`matching_size`",
            ),
            (&[("q", "abc"), ("include", "tva")], "`include`"),
            (
                &[("q", "abc"), ("minimal", "true"), ("include", "vat")],
                "'tva'",
            ),
            (&[("q", "abc"), ("minimal", "yes")], "minimal"),
            (&[("q", "123456782"), ("departement", "20")], "departement"),
            (&[("q", "abc"), ("code_postal", "7500é")], "code_postal"),
        ];
        for (query, part) in cases {
            let message = read(query).expect_err(part);
            assert!(message.contains(part), "{message}");
        }
    }
}
