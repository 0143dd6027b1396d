//! What is made from `wit/` for authors: the reference of the contract, and its types for JavaScript.

mod page;
mod typescript;

use crate::project::{root, write_if_changed};
use anyhow::{Context, Result};
use wit_parser::{Docs, Interface, Package, Resolve, TypeDefKind, TypeId, World, WorldItem};

/// A file that is made of the contract.
type Page = fn(&Contract) -> String;

/// What is made, and by what.
const GENERATED: [(&str, Page); 2] = [
    ("docs/contract.md", page::page),
    (
        "plugin-sdk/examples/javascript/types/contract.d.ts",
        typescript::declarations,
    ),
];

/// Where it goes, below the repository's root.
pub const FILES: [&str; 2] = [GENERATED[0].0, GENERATED[1].0];

/// Writes all of it.
pub fn write() -> Result<()> {
    let contract = Contract::read()?;
    for (path, make) in GENERATED {
        write_if_changed(&root().join(path), make(&contract).as_bytes())?;
    }
    Ok(())
}

/// The contract as it stands in `wit/`.
struct Contract {
    resolve: Resolve,
    package: Package,
    world: World,
}

/// Who gives an interface.
#[derive(Clone, Copy, PartialEq)]
enum Giver {
    Host,
    Plugin,
    /// Only records, for both.
    Both,
}

impl Contract {
    fn read() -> Result<Self> {
        let mut resolve = Resolve::default();
        let (package, _) = resolve.push_dir(root().join("wit"))?;
        let package = resolve.packages[package].clone();
        let world = *package.worlds.get("plugin").context("the world plugin")?;
        Ok(Self {
            world: resolve.worlds[world].clone(),
            resolve,
            package,
        })
    }

    /// Every interface with its name, in the order of the world: records, what the host gives, what the plugin gives.
    fn interfaces(&self) -> Vec<(&str, Giver, &Interface)> {
        let items = self.world.imports.values().map(|item| (item, Giver::Host));
        let exports = self.world.exports.values();
        let items = items.chain(exports.map(|item| (item, Giver::Plugin)));
        let mut all: Vec<_> = items
            .filter_map(|(item, giver)| {
                let WorldItem::Interface { id, .. } = item else {
                    return None;
                };
                let interface = &self.resolve.interfaces[*id];
                let giver = match interface.functions.is_empty() {
                    true => Giver::Both,
                    false => giver,
                };
                Some((interface.name.as_deref()?, giver, interface))
            })
            .collect();
        all.sort_by_key(|(_, giver, _)| match giver {
            Giver::Both => 0,
            Giver::Host => 1,
            Giver::Plugin => 2,
        });
        all
    }

    /// Where a type is from, when another interface brings it: that interface's name.
    fn brought(&self, id: TypeId) -> Option<&str> {
        let TypeDefKind::Type(wit_parser::Type::Id(from)) = self.resolve.types[id].kind else {
            return None;
        };
        let wit_parser::TypeOwner::Interface(from) = self.resolve.types[from].owner else {
            return None;
        };
        let here = self.resolve.types[id].owner;
        let is_other = here != wit_parser::TypeOwner::Interface(from);
        let from = self.resolve.interfaces[from].name.as_deref();
        from.filter(|_| is_other)
    }
}

/// What stands in the comment, a line each.
fn lines(docs: &Docs) -> impl Iterator<Item = &str> {
    docs.contents.as_deref().unwrap_or_default().trim().lines()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_is_made_from_the_contract_is_what_it_says_now() {
        let contract = Contract::read().expect("wit/");
        for (path, make) in GENERATED {
            let there = fs::read_to_string(root().join(path)).unwrap_or_default();
            let stale = there != make(&contract);
            assert!(
                !stale,
                "{path} is stale: run `cargo xtask openapi` and commit the result"
            );
        }
    }

    #[test]
    fn everything_of_the_contract_says_what_it_is() {
        let contract = Contract::read().expect("wit/");
        let mut silent = Vec::new();
        for (name, _, interface) in contract.interfaces() {
            let mut is_said = |what: &str, docs: &Docs| {
                if lines(docs).next().is_none() {
                    silent.push(format!("{name}{what}"));
                }
            };
            is_said("", &interface.docs);
            for (function, shape) in &interface.functions {
                is_said(&format!(".{function}"), &shape.docs);
            }
            for (type_name, id) in &interface.types {
                if contract.brought(*id).is_none() {
                    is_said(&format!(".{type_name}"), &contract.resolve.types[*id].docs);
                }
            }
        }
        assert_eq!(silent, Vec::<String>::new(), "no comment in wit/");
    }
}
