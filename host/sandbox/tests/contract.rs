//! The contract does not break: what a component was compiled against (`wit/frozen/`) is still there.
//!
//! Wasmtime matches records, variants and enums exactly and looks every function of an exported interface up, so those
//! must stay as they are. Interfaces of the host may grow.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use wit_parser::{Function, InterfaceId, Resolve, Type, TypeDefKind, WorldItem};

/// A version of the contract, as text that can be compared.
#[derive(Debug)]
struct Contract {
    /// By name: what plugins export, and what the host gives or both speak in.
    interfaces: BTreeMap<String, Interface>,
    exported: BTreeSet<String>,
}

#[derive(Debug, Default)]
struct Interface {
    types: BTreeMap<String, String>,
    functions: BTreeMap<String, String>,
}

impl Contract {
    fn read(folder: &Path) -> Self {
        let mut resolve = Resolve::default();
        let (package, _) = resolve.push_dir(folder).expect("a package of WIT");
        let package = &resolve.packages[package];
        let world = &resolve.worlds[package.worlds["plugin"]];
        let exported = world.exports.values().filter_map(|item| match item {
            WorldItem::Interface { id, .. } => resolve.interfaces[*id].name.clone(),
            _ => None,
        });
        Self {
            exported: exported.collect(),
            interfaces: package
                .interfaces
                .iter()
                .map(|(name, id)| (name.clone(), interface(&resolve, *id)))
                .collect(),
        }
    }

    /// What a component compiled against `self` would miss in `now`, a sentence each.
    fn broken_by(&self, now: &Self) -> Vec<String> {
        let mut broken = Vec::new();
        for (name, then) in &self.interfaces {
            let Some(now) = now.interfaces.get(name) else {
                broken.push(format!("interface {name} is gone"));
                continue;
            };
            changes(
                &format!("{name}: type"),
                &then.types,
                &now.types,
                &mut broken,
            );
            changes(
                &format!("{name}: function"),
                &then.functions,
                &now.functions,
                &mut broken,
            );
            if self.exported.contains(name) {
                let new = now
                    .functions
                    .keys()
                    .filter(|known| !then.functions.contains_key(*known));
                broken.extend(new.map(|function| {
                    format!(
                        "{name}: function {function} is new: components that exist do not export it"
                    )
                }));
            }
        }
        // A new role is no break: nothing compiled names it in its manifest.
        let lost = self.exported.difference(&now.exported);
        broken.extend(lost.map(|name| format!("interface {name} is exported no more")));
        broken
    }
}

fn changes(
    what: &str,
    then: &BTreeMap<String, String>,
    now: &BTreeMap<String, String>,
    broken: &mut Vec<String>,
) {
    for (name, before) in then {
        match now.get(name) {
            None => broken.push(format!("{what} {name} is gone")),
            Some(after) if after != before => {
                broken.push(format!("{what} {name} was `{before}`, is `{after}`"));
            }
            Some(_) => {}
        }
    }
}

fn interface(resolve: &Resolve, id: InterfaceId) -> Interface {
    let interface = &resolve.interfaces[id];
    let types = interface
        .types
        .iter()
        .map(|(name, id)| (name.clone(), definition(resolve, &resolve.types[*id].kind)));
    let functions = interface
        .functions
        .iter()
        .map(|(name, function)| (name.clone(), signature(resolve, function)));
    Interface {
        types: types.collect(),
        functions: functions.collect(),
    }
}

fn signature(resolve: &Resolve, function: &Function) -> String {
    let params = fields(
        resolve,
        function.params.iter().map(|param| (&param.name, &param.ty)),
    );
    let result = function.result.as_ref().map(|ty| reference(resolve, ty));
    format!("({params}) -> {}", result.unwrap_or_default())
}

/// A type where it is used: its name, or what it is when it has none.
fn reference(resolve: &Resolve, ty: &Type) -> String {
    match ty {
        Type::Id(id) => {
            let ty = &resolve.types[*id];
            ty.name
                .clone()
                .unwrap_or_else(|| definition(resolve, &ty.kind))
        }
        plain => format!("{plain:?}").to_lowercase(),
    }
}

fn definition(resolve: &Resolve, kind: &TypeDefKind) -> String {
    let of = |ty: &Type| reference(resolve, ty);
    let may = |ty: &Option<Type>| {
        ty.as_ref()
            .map_or("_".to_owned(), |ty| reference(resolve, ty))
    };
    match kind {
        TypeDefKind::Record(record) => {
            let all = record.fields.iter().map(|field| (&field.name, &field.ty));
            format!("record {{ {} }}", fields(resolve, all))
        }
        TypeDefKind::Variant(variant) => {
            let cases = variant.cases.iter().map(|case| match &case.ty {
                Some(ty) => format!("{}({})", case.name, of(ty)),
                None => case.name.clone(),
            });
            format!("variant {{ {} }}", joined(cases))
        }
        TypeDefKind::Enum(set) => {
            let cases = set.cases.iter().map(|case| case.name.clone());
            format!("enum {{ {} }}", joined(cases))
        }
        TypeDefKind::Flags(flags) => {
            let names = flags.flags.iter().map(|flag| flag.name.clone());
            format!("flags {{ {} }}", joined(names))
        }
        TypeDefKind::Tuple(tuple) => format!("tuple<{}>", joined(tuple.types.iter().map(of))),
        TypeDefKind::Option(ty) => format!("option<{}>", of(ty)),
        TypeDefKind::List(ty) => format!("list<{}>", of(ty)),
        TypeDefKind::Result(result) => format!("result<{}, {}>", may(&result.ok), may(&result.err)),
        // An alias, or a type that another interface brings.
        TypeDefKind::Type(ty) => of(ty),
        other => panic!("the contract does without {}", other.as_str()),
    }
}

fn fields<'a>(resolve: &Resolve, fields: impl Iterator<Item = (&'a String, &'a Type)>) -> String {
    joined(fields.map(|(name, ty)| format!("{name}: {}", reference(resolve, ty))))
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}

fn wit() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../wit")
}

#[test]
fn components_built_for_1_0_still_fit() {
    let frozen = Contract::read(&wit().join("frozen/1.0"));
    let broken = frozen.broken_by(&Contract::read(&wit()));
    assert!(
        broken.is_empty(),
        "these changes of wit/ break every plugin compiled for 1.0:\n{}",
        broken.join("\n")
    );
}

/// What breaks when `from` becomes `to` in one file of the frozen contract.
fn breaks(file: &str, from: &str, to: &str) -> Vec<String> {
    let frozen = wit().join("frozen/1.0");
    let changed = tempfile::tempdir().expect("a folder");
    for entry in fs::read_dir(&frozen).expect("the frozen contract") {
        let entry = entry.expect("an entry");
        fs::copy(entry.path(), changed.path().join(entry.file_name())).expect("a copy");
    }
    let path = changed.path().join(file);
    let text = fs::read_to_string(&path).expect("a text");
    assert!(text.contains(from), "{file} holds no {from}");
    fs::write(&path, text.replacen(from, to, 1)).expect("written");
    Contract::read(&frozen).broken_by(&Contract::read(changed.path()))
}

#[test]
fn what_breaks_compiled_plugins_is_named() {
    let field = breaks("types.wit", "minor: s64,", "minor: s64, exponent: u8,");
    assert_eq!(
        field,
        [
            "types: type money was `record { minor: s64, currency: string }`, \
          is `record { minor: s64, exponent: u8, currency: string }`"
        ]
    );
    let case = breaks(
        "commerce.wit",
        "        picked,\n",
        "        picked,\n        lost,\n",
    );
    assert!(case.len() == 1 && case[0].starts_with("commerce: type order-status was `variant {"));
    let new = "check: func(connector: connector) -> result<account, error>;\n    again: func();";
    let old = "check: func(connector: connector) -> result<account, error>;";
    assert_eq!(
        breaks("check.wit", old, new),
        ["check: function again is new: components that exist do not export it"]
    );
    let gone = breaks("clock.wit", "now: func() -> timestamp;", "");
    assert_eq!(gone, ["clock: function now is gone"]);
    let role = breaks("worlds.wit", "    export support;\n", "");
    assert_eq!(role, ["interface support is exported no more"]);
}

#[test]
fn the_host_may_offer_more() {
    let function = breaks(
        "clock.wit",
        "now: func() -> timestamp;",
        "now: func() -> timestamp;\n    zone: func() -> string;",
    );
    assert_eq!(function, Vec::<String>::new());
}
