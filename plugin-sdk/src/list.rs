//! Lists that a plugin serves to its own screens: search, page and size.

use crate::routes::Request;
use crate::{Error, Result};
use serde::Serialize;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// What part of a list is asked for: `?search=&page=&size=`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListQuery {
    /// Folded; empty for no search. One character is no search yet.
    pub search: String,
    /// From 0.
    pub page: usize,
    /// Rows a page.
    pub size: usize,
}

/// What stands beside a page of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct PageMeta {
    total: usize,
    page: usize,
    size: usize,
}

impl ListQuery {
    /// Reads the request's query; `sizes` are the allowed page sizes, the first one is the default.
    ///
    /// # Errors
    /// `rejected` that names the parameter.
    pub fn of(request: &Request, sizes: &[usize]) -> Result<Self> {
        let number = |name: &str, default: usize| match request.query_value(name) {
            None | Some("") => Ok(default),
            Some(text) => text
                .parse()
                .map_err(|_| Error::rejected(format!("{name}: {text:?} is not a whole number"))),
        };
        let size = number("size", sizes.first().copied().unwrap_or(20))?;
        if !sizes.contains(&size) {
            return Err(Error::rejected(format!(
                "size: {size} is not one of {sizes:?}"
            )));
        }
        let search = fold(request.query_value("search").unwrap_or_default().trim());
        let search = if search.chars().count() < 2 {
            String::new()
        } else {
            search
        };
        Ok(Self {
            search,
            page: number("page", 0)?,
            size,
        })
    }

    /// Whether any of an item's texts contains what is searched, whatever its case and accents.
    pub fn finds(&self, texts: &[&str]) -> bool {
        self.search.is_empty() || texts.iter().any(|text| fold(text).contains(&self.search))
    }

    /// The rows of the page.
    pub fn slice<'a, T>(&self, rows: &'a [T]) -> &'a [T] {
        let start = self.page.saturating_mul(self.size).min(rows.len());
        let end = start.saturating_add(self.size).min(rows.len());
        &rows[start..end]
    }

    /// `{total, page, size}` for the answer's meta.
    pub fn meta(&self, total: usize) -> impl Serialize + use<> {
        PageMeta {
            total,
            page: self.page,
            size: self.size,
        }
    }
}

/// Text as people search it: lower case, without accents and ligatures. `Sœurs à l'Été` is `soeurs a l'ete`.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for letter in text
        .nfkd()
        .filter(|letter| !is_combining_mark(*letter))
        .flat_map(char::to_lowercase)
    {
        match letter {
            'œ' => folded.push_str("oe"),
            'æ' => folded.push_str("ae"),
            'ß' => folded.push_str("ss"),
            'ø' => folded.push('o'),
            'ł' => folded.push('l'),
            '’' => folded.push('\''),
            letter => folded.push(letter),
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(query: &[(&str, &str)]) -> Result<ListQuery> {
        let request = Request {
            method: "GET".into(),
            path: "/product".into(),
            query: query
                .iter()
                .map(|(name, value)| ((*name).into(), (*value).into()))
                .collect(),
            body: None,
            language: "en".into(),
            connectors: Vec::new(),
        };
        ListQuery::of(&request, &[20, 50, 100])
    }

    #[test]
    fn parameters_have_defaults_and_errors_name_them() {
        assert_eq!(
            query(&[]),
            Ok(ListQuery {
                search: String::new(),
                page: 0,
                size: 20
            })
        );
        let full = query(&[("search", " ÉTÉ "), ("page", "2"), ("size", "50")]);
        assert_eq!(
            full,
            Ok(ListQuery {
                search: "ete".into(),
                page: 2,
                size: 50
            })
        );
        assert_eq!(
            query(&[("search", "é")]).map(|query| query.search),
            Ok(String::new())
        );
        for (name, value) in [("page", "-1"), ("size", "21"), ("size", "many")] {
            assert!(
                query(&[(name, value)]).is_err_and(|error| error.message.starts_with(name)),
                "{name}={value}"
            );
        }
    }

    #[test]
    fn search_ignores_case_and_accents_and_pages_end() {
        let search = |search: &str| query(&[("search", search)]).expect("a valid query");
        assert!(search("soeurs").finds(&["", "SŒURS Lagarde"]));
        assert!(search("Éclair").finds(&["les eclaircies"]));
        assert!(!search("hiver").finds(&["été"]));
        let rows: Vec<u32> = (0..45).collect();
        let page = |page| {
            ListQuery {
                search: String::new(),
                page,
                size: 20,
            }
            .slice(&rows)
            .to_vec()
        };
        assert_eq!(
            (page(0).len(), page(2), page(3)),
            (20, (40..45).collect(), vec![])
        );
        assert_eq!(page(usize::MAX), Vec::<u32>::new());
    }
}
