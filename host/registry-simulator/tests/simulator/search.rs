//! `/search`.

use crate::Bench;
use registry_simulator::known;
use serde_json::{Value, json};
use simulator_kit::testing::read;
use std::collections::HashSet;

#[test]
fn a_siren_finds_its_company_in_the_documented_form() {
    let bench = Bench::new();
    let (status, page) = bench.search("q=123456782");
    assert_eq!(status, 200);
    let figures = ["total_results", "page", "per_page", "total_pages"].map(|key| page[key].clone());
    assert_eq!(figures, [json!(1), json!(1), json!(10), json!(1)]);
    let company = &page["results"][0];
    assert_eq!(company["nom_complet"], "EXEMPLE MUSIQUE (EXM)");
    assert_eq!(company["nom_raison_sociale"], "EXEMPLE MUSIQUE");
    assert_eq!(company["nombre_etablissements"], 2);
    assert_eq!(company["nombre_etablissements_ouverts"], 1);
    assert_eq!(company["nature_juridique"], "5710");
    assert_eq!(company["statut_diffusion"], "O");
    assert_eq!(company["tva"], json!(["FR11123456782"]));
    assert_eq!(company["finances"]["2024"]["ca"], 1_200_000);
    assert_eq!(
        company["dirigeants"][0]["type_dirigeant"],
        "personne physique"
    );
    let head = &company["siege"];
    assert_eq!(head["siret"], "12345678200010");
    assert_eq!(head["adresse"], "1 RUE DE LA PAIX 75002 PARIS");
    assert_eq!(head["commune"], "75102");
    assert_eq!(head["latitude"], "48.8690");
    assert_eq!(head["est_siege"], true);
    assert_eq!(head["code_pays_etranger"], Value::Null);
}

#[test]
fn a_siret_finds_its_establishment_and_an_unknown_number_nothing() {
    let bench = Bench::new();
    let found = bench.results("q=12345678200028");
    let matching = found[0]["matching_etablissements"].as_array().unwrap();
    assert_eq!(matching.len(), 1);
    assert_eq!(matching[0]["siret"], "12345678200028");
    assert_eq!(matching[0]["etat_administratif"], "C");
    for query in ["q=12345678200036", "q=987654324", "q=xylophone+introuvable"] {
        let (status, page) = bench.search(query);
        assert_eq!(
            (status, &page["results"], &page["total_results"]),
            (200, &json!([]), &json!(0))
        );
        assert_eq!(page["total_pages"], 0);
    }
    assert_eq!(bench.sirens("q=35600000049837"), [known::LA_POSTE]);
}

#[test]
fn a_text_is_compared_without_accents_and_case_over_name_and_town() {
    let bench = Bench::new();
    assert_eq!(bench.sirens("q=ex%C3%A9mple%20MUSIQUE")[0], known::EXAMPLE);
    assert_eq!(bench.sirens("q=exemple%20musi%20Paris")[0], known::EXAMPLE);
    assert_eq!(bench.sirens("q=exm")[0], known::EXAMPLE);
    let lyon = bench.results("q=lyon&per_page=25");
    assert!(lyon.len() > 10);
    // Who closed down comes last.
    let open: Vec<bool> = lyon
        .iter()
        .map(|one| one["etat_administratif"] == "A")
        .collect();
    assert!(open.is_sorted_by(|one, other| one >= other));
}

#[test]
fn pages_are_complete_and_do_not_overlap() {
    let bench = Bench::new();
    let (_, first) = bench.search("q=paris&per_page=7");
    let total = first["total_results"].as_u64().unwrap() as usize;
    let pages = first["total_pages"].as_u64().unwrap() as usize;
    assert_eq!(pages, total.div_ceil(7));
    let all: Vec<String> = (1..=pages)
        .flat_map(|page| bench.sirens(&format!("q=paris&per_page=7&page={page}")))
        .collect();
    assert_eq!(all.len(), total);
    assert_eq!(all.iter().collect::<HashSet<_>>().len(), total);
    let (status, beyond) = bench.search(&format!("q=paris&per_page=7&page={}", pages + 1));
    assert_eq!((status, &beyond["results"]), (200, &json!([])));
}

#[test]
fn minimal_leaves_out_all_that_is_not_included() {
    let bench = Bench::new();
    let keys = |query: &str| -> Vec<String> {
        let result = bench.results(query).remove(0);
        let parts = [
            "siege",
            "tva",
            "dirigeants",
            "finances",
            "complements",
            "matching_etablissements",
            "score",
        ];
        let there = parts.into_iter().filter(|part| result.get(part).is_some());
        assert_eq!(result["siren"], known::EXAMPLE);
        there.map(str::to_owned).collect()
    };
    assert_eq!(keys("q=123456782&minimal=true"), Vec::<String>::new());
    assert_eq!(
        keys("q=123456782&minimal=true&include=siege,tva"),
        ["siege", "tva"]
    );
    assert_eq!(keys("q=exemple&minimal=True&include=score"), ["score"]);
    assert_eq!(keys("q=123456782").len(), 6);
}

#[test]
fn filters_bind_a_text_but_not_a_number() {
    let bench = Bench::new();
    assert_eq!(bench.sirens("q=exm&departement=13"), Vec::<String>::new());
    assert_eq!(bench.sirens("q=exm&departement=13,75"), [known::EXAMPLE]);
    // Its establishment in Lyon is closed.
    assert_eq!(
        bench.sirens("q=exm&code_postal=69001"),
        Vec::<String>::new()
    );
    assert_eq!(
        bench.sirens("q=123456782&departement=13&etat_administratif=C"),
        [known::EXAMPLE]
    );
    assert_eq!(
        bench.sirens("q=12345678200010&code_postal=13001"),
        [known::EXAMPLE]
    );
    let closed = bench.results("etat_administratif=C&per_page=25");
    assert!(closed.len() > 5 && closed.iter().all(|one| one["etat_administratif"] == "C"));
    let nantes = bench.results("code_postal=44000&per_page=25");
    assert!(!nantes.is_empty());
    for company in &nantes {
        let matching = company["matching_etablissements"].as_array().unwrap();
        assert!(!matching.is_empty() && matching.iter().all(|one| one["code_postal"] == "44000"));
    }
    let associations = bench.results("est_association=true&per_page=25");
    assert!(
        associations
            .iter()
            .all(|one| one["nature_juridique"] == "9220")
    );
}

#[test]
fn refusals_are_sentences_in_french() {
    let bench = Bench::new();
    let refusal = |query: &str| {
        let (status, body) = bench.search(query);
        assert_eq!(status, 400, "{query}");
        body["erreur"].as_str().unwrap().to_owned()
    };
    assert_eq!(
        refusal("q=exemple&per_page=26"),
        "Veuillez indiquer un paramètre `per_page` entre `1` et `25`, par défaut `10`."
    );
    assert!(refusal("q=ab").starts_with("3 caractères minimum"));
    assert!(refusal("").contains("au moins un paramètre"));
    assert!(refusal("q=exemple&page=1000&per_page=25").contains("10 000"));
    for query in [
        "q=exemple&page=zwei",
        "q=exemple&page=-1",
        "q=exemple&departement=99",
        "q=exemple&etat_administratif=X",
    ] {
        refusal(query);
    }
    for path in ["/", "/companies", "/search/123456782"] {
        let (status, body) = read(bench.get(path));
        assert!(status == 404 && body["erreur"].is_string(), "{path}");
    }
}

#[test]
fn special_companies_are_as_the_registry_shows_them() {
    let bench = Bench::new();
    let company = |siren: &str| bench.results(&format!("q={siren}")).remove(0);

    let person = company(known::HIDDEN_PERSON);
    assert_eq!(person["nom_complet"], "[ND]");
    assert_eq!(person["nom_raison_sociale"], Value::Null);
    assert_eq!(person["statut_diffusion"], "P");
    assert_eq!(person["siege"]["numero_voie"], "[ND]");
    assert_eq!(person["siege"]["code_postal"], "[ND]");
    assert_eq!(person["siege"]["libelle_commune"], "LYON");
    assert!(
        !bench
            .sirens("q=camille+perrin")
            .contains(&known::HIDDEN_PERSON.to_owned())
    );

    let hidden = company(known::HIDDEN_ADDRESS);
    assert_eq!(hidden["nom_raison_sociale"], "LES NUITS DISCRETES");
    assert_eq!(hidden["siege"]["adresse"], "[ND] NANTES");

    let foreign = &company(known::FOREIGN_HEAD)["siege"];
    assert_eq!(foreign["libelle_pays_etranger"], "BELGIQUE");
    assert_eq!(foreign["code_postal"], Value::Null);
    assert_eq!(foreign["libelle_commune"], Value::Null);

    let closed = company(known::CLOSED);
    assert_eq!(closed["etat_administratif"], "C");
    assert_eq!(closed["date_fermeture"], "2024-02-29");
    assert_eq!(closed["nombre_etablissements_ouverts"], 0);

    assert_eq!(company(known::WITHOUT_VAT)["tva"], json!([]));
    assert_eq!(
        company(known::SEVERAL_VAT)["tva"].as_array().unwrap().len(),
        2
    );
    assert_eq!(
        company(known::LED_BY_COMPANY)["dirigeants"][0]["denomination"],
        "EXEMPLE MUSIQUE"
    );
}

#[test]
fn the_eighth_search_in_a_second_is_told_to_wait() {
    let bench = Bench::limited(Some(7));
    let statuses: Vec<u16> = (0..8)
        .map(|_| bench.get("/search?q=exemple").status().as_u16())
        .collect();
    assert_eq!(statuses[..7], [200; 7]);
    let refused = bench.get("/search?q=exemple");
    assert_eq!((statuses[7], refused.status().as_u16()), (429, 429));
    assert_eq!(refused.headers()["retry-after"], "1");
    assert_eq!(refused.headers()["access-control-allow-origin"], "*");
    assert!(read(refused).1["erreur"].is_string());
    std::thread::sleep(std::time::Duration::from_secs(1));
    assert_eq!(bench.get("/search?q=exemple").status(), 200);
}
