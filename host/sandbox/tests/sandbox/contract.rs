//! The contract does not break unsaid: what a component was compiled against (`wit/frozen/`) is still there; and nothing is
//! frozen before the host calls it.
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

/// The frozen versions with their folders; a draft has `-draft` behind its number.
fn frozen() -> BTreeMap<String, PathBuf> {
    let folders = fs::read_dir(wit().join("frozen")).expect("the frozen contracts");
    let paths = folders.map(|entry| entry.expect("an entry").path());
    let named = |path: PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy();
        (name.into_owned(), path)
    };
    paths.map(named).collect()
}

#[test]
fn components_built_for_a_frozen_version_still_fit() {
    let now = Contract::read(&wit());
    for (version, folder) in frozen() {
        let then = Contract::read(&folder);
        let mut broken = then.broken_by(&now);
        if version.ends_with("-draft") {
            // It may change, but never unsaid: the copy changes in the same commit.
            broken.extend(now.broken_by(&then));
        }
        assert!(
            broken.is_empty(),
            "wit/ is not what wit/frozen/{version} says:\n{}",
            broken.join("\n")
        );
    }
}

/// What the host's sandbox calls an exported function: `report.build` is its `build_report`.
fn method_of(role: &str, function: &str) -> String {
    let [role, function] = [role, function].map(|name| name.replace('-', "_"));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/roles/{role}.rs"));
    let text = fs::read_to_string(file).expect("a role's file");
    let call = text
        .match_indices(&format!(".call_{function}"))
        .map(|(at, found)| (at, text[at + found.len()..].chars().next()))
        .find(|(_, next)| matches!(next, Some('(' | ',')))
        .unwrap_or_else(|| panic!("nothing calls {role}.{function}"))
        .0;
    // Up to what it is called on: the role, or the guest that has it.
    let before =
        text[..call].trim_end_matches(|letter: char| letter.is_alphanumeric() || letter == '_');
    let named = match (before.rfind("pub async fn "), before.rfind("page! {")) {
        (Some(method), page) if page.is_none_or(|page| page < method) => {
            &before[method + "pub async fn ".len()..]
        }
        // `page! { /// … name, role.call_name, Page }`
        _ => before
            .trim_end_matches([',', ' '])
            .rsplit([' ', '\n'])
            .next()
            .unwrap_or(""),
    };
    let end = named.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
    named[..end.unwrap_or(named.len())].to_owned()
}

/// The host's sources without their white space, tests left out.
fn host_sources(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).expect("the host") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        match path.is_dir() {
            true if name != "tests" && name != "testing" => host_sources(&path, text),
            false if name.ends_with(".rs") && name != "tests.rs" => {
                let source = fs::read_to_string(&path).expect("a source");
                text.extend(source.split_whitespace());
            }
            _ => {}
        }
    }
}

#[test]
fn nothing_is_frozen_before_the_host_calls_it_and_the_readme_names_what_it_does_not() {
    let mut host = String::new();
    host_sources(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../src"),
        &mut host,
    );
    let contract = Contract::read(&wit());
    let mut uncalled = BTreeMap::<&str, BTreeSet<&str>>::new();
    for role in &contract.exported {
        for function in contract.interfaces[role].functions.keys() {
            if !host.contains(&format!("plugin.{}(", method_of(role, function))) {
                uncalled.entry(role).or_default().insert(function);
            }
        }
    }
    let readme = fs::read_to_string(wit().join("README.md")).expect("a text");
    let rows = readme.split("no caller in the host yet:").nth(1);
    let rows = rows.unwrap_or_default().split("\n\n").nth(1);
    let rows = rows.unwrap_or_default().lines().skip(2);
    let mut named = BTreeMap::<&str, BTreeSet<&str>>::new();
    for row in rows {
        let mut words = row.split('`').skip(1).step_by(2);
        let role = words.next().expect("a role");
        named.insert(role, words.collect());
    }
    assert_eq!(named, uncalled, "the table in wit/README.md");
    let final_versions = frozen()
        .into_keys()
        .filter(|name| !name.ends_with("-draft"));
    assert!(uncalled.is_empty() || final_versions.count() == 0);
    assert_eq!(comptoir_sandbox::API_IS_DRAFT, !uncalled.is_empty());
}

fn draft() -> PathBuf {
    frozen().into_values().next_back().expect("a version")
}

/// What breaks when `from` becomes `to` in one file of the frozen contract.
fn breaks(file: &str, from: &str, to: &str) -> Vec<String> {
    let frozen = draft();
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
