//! All products of a connection with their stock, remembered for a minute: people type a search letter by letter, and
//! the provider allows 200 requests a minute.

use super::product::Product;
use crate::api::{self, LARGEST_PAGE, List};
use crate::goods::{Stock, row_of};
use crate::listing;
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::time::{self, Duration};
use comptoir_plugin_sdk::{Connector, Host, Level, Request, Response, Result};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// How old what is shown may be.
const FRESH: Duration = Duration::seconds(60);
/// The store's key; another form of [`Catalogue`] takes another one.
const KEY: &str = "catalogue.1";

/// The products of a connection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Catalogue {
    /// When the provider was asked, RFC 3339.
    pub as_of: String,
    pub products: Vec<Product>,
}

/// The catalogue of each connection, in order: remembered ones, and all pages of the others, of which those that are
/// known to exist are read at once.
pub fn load(host: &impl Host, connectors: &[&Connector]) -> Vec<Result<Catalogue>> {
    let mut readers: Vec<(usize, Reader)> = Vec::new();
    let mut catalogues: Vec<Option<Result<Catalogue>>> = connectors
        .iter()
        .map(|connector| remembered(host, connector).map(Ok))
        .collect();
    for (at, connector) in connectors
        .iter()
        .enumerate()
        .filter(|(at, _)| catalogues[*at].is_none())
    {
        readers.push((at, Reader::new(connector, time::format(host.now()))));
    }
    while readers.iter().any(|(_, reader)| !reader.is_done()) {
        let batches: Vec<Vec<Request>> = readers
            .iter_mut()
            .map(|(_, reader)| reader.requests())
            .collect();
        let counts: Vec<usize> = batches.iter().map(Vec::len).collect();
        let mut answers = host
            .answer_all(batches.into_iter().flatten().collect())
            .into_iter();
        for ((_, reader), count) in readers.iter_mut().zip(counts) {
            reader.take(answers.by_ref().take(count));
        }
    }
    for (at, reader) in readers {
        let catalogue = reader.finish();
        if let Ok(catalogue) = &catalogue {
            remember(host, connectors[at], catalogue);
        }
        catalogues[at] = Some(catalogue);
    }
    catalogues.into_iter().flatten().collect()
}

/// Lets what is remembered be read anew: something was written.
pub fn forget(host: &impl Host, connector: &Connector) {
    if let Err(failure) = host.store_delete(Some(&connector.id), KEY) {
        let why = failure.to_string();
        host.log(Level::Debug, "catalogue not forgotten", &[("why", &why)]);
    }
}

fn remembered(host: &impl Host, connector: &Connector) -> Option<Catalogue> {
    let bytes = host.store_get(Some(&connector.id), KEY).ok()??;
    let catalogue: Catalogue = serde_json::from_slice(&bytes).ok()?;
    let age = host.now() - time::parse(&catalogue.as_of)?;
    (Duration::zero()..=FRESH)
        .contains(&age)
        .then_some(catalogue)
}

/// Keeps it if there is room: a catalogue beyond the store's quota is simply read each time.
fn remember(host: &impl Host, connector: &Connector, catalogue: &Catalogue) {
    let Ok(bytes) = serde_json::to_vec(catalogue) else {
        return;
    };
    if let Err(failure) = host.store_set(Some(&connector.id), KEY, &bytes) {
        host.log(
            Level::Debug,
            "catalogue not remembered",
            &[("why", &failure.to_string())],
        );
    }
}

/// Reads both lists of one connection, a page of each at a time.
struct Reader<'a> {
    connector: &'a Connector,
    as_of: String,
    /// The token of the next page of products, then of stock; none: read to the end.
    next: [Option<String>; 2],
    products: Vec<Product>,
    stock: HashMap<String, Stock>,
    failure: Option<comptoir_plugin_sdk::Error>,
}

const METHODS: [&str; 2] = ["ListProducts", "ListInventories"];

impl<'a> Reader<'a> {
    fn new(connector: &'a Connector, as_of: String) -> Self {
        let next = [Some(String::new()), Some(String::new())];
        Self {
            connector,
            as_of,
            next,
            products: Vec::new(),
            stock: HashMap::new(),
            failure: None,
        }
    }

    fn is_done(&self) -> bool {
        self.failure.is_some() || self.next.iter().all(Option::is_none)
    }

    /// The requests for the next page of each list that has one.
    fn requests(&mut self) -> Vec<Request> {
        if self.failure.is_some() {
            return Vec::new();
        }
        let pages = METHODS
            .iter()
            .zip(&self.next)
            .filter_map(|(method, token)| {
                let body = List {
                    page_size: LARGEST_PAGE,
                    page_token: token.as_deref()?,
                };
                Some(api::read(self.connector, method, &body))
            });
        pages.collect::<Result<_>>().unwrap_or_else(|error| {
            self.failure = Some(error);
            Vec::new()
        })
    }

    /// Takes the answers to [`Reader::requests`].
    fn take(&mut self, answers: impl Iterator<Item = Result<Response>>) {
        let lists: Vec<usize> = (0..2).filter(|list| self.next[*list].is_some()).collect();
        for (list, answer) in lists.into_iter().zip(answers) {
            match answer.and_then(|answer| self.add(list, &answer)) {
                Ok(next) => self.next[list] = Some(next).filter(|token| !token.is_empty()),
                Err(error) => self.failure = Some(error),
            }
        }
    }

    /// Adds one page and gives the token of the next. What cannot be understood is not shown; the synchronisation,
    /// which meets it too, is where it is reported.
    fn add(&mut self, list: usize, answer: &Response) -> Result<String> {
        if list == 0 {
            let page = listing::read(answer, Product::of)?;
            self.products.extend(page.items);
            return Ok(page.next);
        }
        let page = listing::read(answer, row_of)?;
        for row in page.items {
            self.stock.entry(row.product.clone()).or_default().add(&row);
        }
        Ok(page.next)
    }

    fn finish(mut self) -> Result<Catalogue> {
        if let Some(error) = self.failure {
            return Err(error);
        }
        for product in &mut self.products {
            product.stock = self.stock.remove(&product.sku).unwrap_or_default();
        }
        Ok(Catalogue {
            as_of: self.as_of,
            products: self.products,
        })
    }
}
