//! How a company is shown.

use super::params::{Params, Subject};
use crate::world::{Address, Company, Director, Establishment, HIDDEN};
use serde_json::{Map, Value, json};

/// When the registry last looked at its sources.
const UPDATED: &str = "2026-11-02T04:00:00";

/// One result, with the parts that are wanted.
pub fn company(company: &Company, score: f64, params: &Params) -> Value {
    let mut result = basic(company);
    let mut add = |part: &str, value: &dyn Fn() -> Value| {
        if params.wants(part) {
            result.insert(part.into(), value());
        }
    };
    add("siege", &|| establishment(company, company.head()));
    add("dirigeants", &|| {
        company.directors.iter().map(director).collect()
    });
    add("finances", &|| finances(company));
    add("complements", &|| complements(company));
    add("matching_etablissements", &|| matching(company, params));
    add("tva", &|| json!(company.vat));
    add("score", &|| json!(score));
    Value::Object(result)
}

/// `A` or `C`.
pub fn state(closed: &Option<String>) -> &'static str {
    if closed.is_some() { "C" } else { "A" }
}

fn basic(company: &Company) -> Map<String, Value> {
    let hidden_person = company.partial && company.is_sole_trader();
    let fields = json!({
        "siren": company.siren,
        "nom_complet": company.full_name(),
        "nom_raison_sociale": company.registered_name(),
        "sigle": company.sigle.as_ref().filter(|_| !hidden_person),
        "nombre_etablissements": company.establishments.len(),
        "nombre_etablissements_ouverts": company.open_establishments(),
        "activite_principale": company.activity.code,
        "section_activite_principale": company.activity.section,
        "categorie_entreprise": company.category,
        "annee_categorie_entreprise": company.category.map(|_| "2023"),
        "caractere_employeur": employer(company),
        "nature_juridique": company.form.code,
        "etat_administratif": state(&company.closed),
        "date_creation": company.created,
        "date_fermeture": company.closed,
        "date_mise_a_jour": UPDATED,
        "tranche_effectif_salarie": company.staff,
        "statut_diffusion": diffusion(company),
    });
    match fields {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

fn establishment(company: &Company, one: &Establishment) -> Value {
    let address = &one.address;
    let place = address.place;
    let shown = place.filter(|_| !address.hidden);
    json!({
        "siret": company.siret(one),
        "adresse": address.line(),
        "complement_adresse": hide(address, address.complement.as_deref()),
        "numero_voie": hide(address, address.number.as_deref()),
        "type_voie": hide(address, address.street_kind.as_deref()),
        "libelle_voie": hide(address, Some(&address.street)),
        "code_postal": hide(address, place.map(|place| place.postcode)),
        "libelle_commune": place.map(|place| place.city),
        "commune": place.map(|place| place.commune),
        "departement": place.map(|place| place.department),
        "region": place.map(|place| place.region),
        "epci": place.map(|place| place.epci),
        "libelle_commune_etranger": address.country.map(|country| country.city),
        "code_pays_etranger": address.country.map(|country| country.code),
        "libelle_pays_etranger": address.country.map(|country| country.name),
        "latitude": shown.map(|place| place.latitude),
        "longitude": shown.map(|place| place.longitude),
        "activite_principale": company.activity.code,
        "etat_administratif": state(&one.closed),
        "est_siege": one.nic == company.head().nic,
        "date_creation": one.opened,
        "date_fermeture": one.closed,
        "tranche_effectif_salarie": company.staff,
        "caractere_employeur": employer(company),
        "liste_enseignes": one.trade_name.as_ref().map(|name| [name]),
        "nom_commercial": one.trade_name,
        "statut_diffusion_etablissement": diffusion(company),
    })
}

/// What a hidden address shows instead of a value that it has.
fn hide<'a>(address: &Address, value: Option<&'a str>) -> Option<&'a str> {
    value.map(|value| if address.hidden { HIDDEN } else { value })
}

/// The establishments that made the company a result: the one whose number was asked for, those at the places.
fn matching(company: &Company, params: &Params) -> Value {
    let matches = |one: &&Establishment| match &params.subject {
        Subject::Siret(siret) => company.siret(one) == *siret,
        Subject::Siren(_) => false,
        Subject::Text(_) | Subject::FiltersOnly => {
            params.filters.has_place() && params.filters.fit_place(one)
        }
    };
    let found = company.establishments.iter().filter(matches);
    found
        .take(params.most_matching)
        .map(|one| establishment(company, one))
        .collect()
}

fn director(director: &Director) -> Value {
    match director {
        Director::Person {
            name,
            first_names,
            born,
            role,
        } => json!({
            "nom": name, "prenoms": first_names, "annee_de_naissance": born, "qualite": role,
            "nationalite": "Française", "type_dirigeant": "personne physique",
        }),
        Director::Company { siren, name, role } => json!({
            "siren": siren, "denomination": name, "qualite": role, "type_dirigeant": "personne morale",
        }),
    }
}

fn finances(company: &Company) -> Value {
    match company.finances {
        Some((year, turnover, result)) => {
            json!({ (year.to_string()): { "ca": turnover, "resultat_net": result } })
        }
        None => Value::Null,
    }
}

fn complements(company: &Company) -> Value {
    json!({
        "est_association": company.is_association(),
        "est_ess": company.social,
        "est_entrepreneur_individuel": company.is_sole_trader(),
    })
}

fn diffusion(company: &Company) -> &'static str {
    if company.partial { "P" } else { "O" }
}

fn employer(company: &Company) -> &'static str {
    if matches!(company.staff, "NN" | "00") {
        "N"
    } else {
        "O"
    }
}
