//! The companies: those that are always there and those that are drawn. Only the closing of one changes them.

mod company;
mod draw;
pub mod known;
mod places;

pub use company::{Address, Company, Director, Establishment, HIDDEN};

use crate::text;
use std::collections::HashMap;

/// All companies, findable by number and by word.
#[derive(Debug)]
pub struct World {
    companies: Vec<Company>,
    words: Vec<Words>,
    by_siren: HashMap<String, usize>,
}

/// A company's folded words.
#[derive(Debug)]
struct Words {
    name: Vec<String>,
    all: Vec<String>,
}

impl World {
    /// The known companies and `count` drawn ones.
    pub fn new(seed: u64, count: usize) -> Self {
        let mut companies = known::companies();
        draw::add(&mut companies, seed, count);
        let words = companies.iter().map(Words::of).collect();
        let by_siren = companies
            .iter()
            .enumerate()
            .map(|(at, company)| (company.siren.clone(), at))
            .collect();
        Self {
            companies,
            words,
            by_siren,
        }
    }

    /// All, the known ones first.
    pub fn companies(&self) -> &[Company] {
        &self.companies
    }

    /// The company with that SIREN.
    pub fn find(&self, siren: &str) -> Option<&Company> {
        self.by_siren.get(siren).map(|at| &self.companies[*at])
    }

    /// The company with that French VAT number (`FR…`), unless it is closed.
    pub fn find_by_vat(&self, vat: &str) -> Option<&Company> {
        self.companies
            .iter()
            .find(|company| company.closed.is_none() && company.vat.iter().any(|own| own == vat))
    }

    /// The companies that hold all words of the text, best first: those whose name begins with it, then those with all
    /// words in their name, then those with some in an address or a director's name; closed ones last. Without a text,
    /// all.
    pub fn search(&self, query: Option<&str>) -> Vec<(&Company, f64)> {
        let Some(query) = query else {
            return self
                .companies
                .iter()
                .map(|company| (company, 1.0))
                .collect();
        };
        let wanted = text::words(query);
        let mut found: Vec<_> = self
            .companies
            .iter()
            .zip(&self.words)
            .filter_map(|(company, words)| Some((company, words.score(&wanted)?)))
            .map(|(company, score)| {
                (
                    company,
                    company.closed.as_ref().map_or(score, |_| score / 100.0),
                )
            })
            .collect();
        // A stable sort: equals stay in the order of the world, so that pages never overlap.
        found.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        found
    }

    /// Closes a company and its establishments; false when there is none.
    pub fn close(&mut self, siren: &str, date: &str) -> bool {
        let Some(at) = self.by_siren.get(siren) else {
            return false;
        };
        self.companies[*at].close(date);
        true
    }
}

impl Words {
    fn of(company: &Company) -> Self {
        let name = text::words(&company.full_name());
        let mut all = name.clone();
        for establishment in &company.establishments {
            all.extend(text::words(&establishment.address.line()));
            all.extend(
                establishment
                    .trade_name
                    .iter()
                    .flat_map(|name| text::words(name)),
            );
        }
        for director in &company.directors {
            all.extend(text::words(&director.words()));
        }
        // `[ND]` stands for what may not be found.
        all.retain(|word| word != "nd");
        Self { name, all }
    }

    /// How well the words fit; none: not at all.
    fn score(&self, wanted: &[String]) -> Option<f64> {
        if wanted.is_empty() || !text::all_begin(wanted, &self.all) {
            None
        } else if self.name.starts_with(wanted) {
            Some(100.0)
        } else if text::all_begin(wanted, &self.name) {
            Some(50.0)
        } else {
            Some(10.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers;
    use std::collections::HashSet;

    #[test]
    fn every_number_is_valid_and_given_once() {
        let world = World::new(7, 400);
        let mut sirens = HashSet::new();
        for company in world.companies() {
            assert!(numbers::is_siren(&company.siren), "{}", company.siren);
            assert!(sirens.insert(&company.siren));
            let sirets: HashSet<_> = company
                .establishments
                .iter()
                .map(|one| company.siret(one))
                .collect();
            assert_eq!(sirets.len(), company.establishments.len());
            assert!(
                sirets.iter().all(|siret| numbers::is_siret(siret)),
                "{sirets:?}"
            );
            for vat in &company.vat {
                assert!(
                    vat.starts_with("FR") && vat.ends_with(&company.siren),
                    "{vat}"
                );
            }
        }
        assert_eq!(sirens.len(), known::companies().len() + 400);
    }

    #[test]
    fn the_seed_decides() {
        let names = |seed| -> Vec<_> {
            let world = World::new(seed, 50);
            world.companies().iter().map(Company::full_name).collect()
        };
        assert_eq!(names(1), names(1));
        assert_ne!(names(1), names(2));
    }

    #[test]
    fn drawn_companies_are_of_all_kinds() {
        let world = World::new(1, 300);
        let drawn = &world.companies()[known::companies().len()..];
        let count = |test: fn(&Company) -> bool| drawn.iter().filter(|one| test(one)).count();
        assert!(count(|one| one.closed.is_some()) >= 5);
        assert!(count(|one| one.vat.is_empty() && one.closed.is_none()) >= 5);
        assert!(count(|one| one.vat.len() > 1) >= 3);
        assert!(count(|one| one.partial) >= 3);
        assert!(count(|one| one.head().address.country.is_some()) >= 1);
        assert!(count(|one| one.establishments.len() > 1) >= 30);
        assert!(count(|one| one.form.code == "1000") >= 10);
    }
}
