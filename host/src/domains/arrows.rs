//! Who knows whom, read from the source: mechanisms know no domain, domains know each other by a short list, in one
//! direction, and a kind of record has its name in one place.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};
use syn::{Attribute, File, Item, LitStr, Meta, UseTree};

use super::REGISTER;

/// The domains, each after those that it knows.
const DOMAINS: &[(&str, &[&str])] = &[
    ("users", &[]),
    ("identity", &["users"]),
    ("developer", &["identity"]),
    ("stores", &[]),
    ("organizations", &["stores"]),
    ("products", &["stores"]),
    ("bundles", &["products", "stores"]),
    ("charts", &["products", "stores"]),
    ("inbound", &["stores"]),
    ("production", &["products"]),
    ("shipping", &["stores"]),
    ("orders", &["products", "shipping", "stores"]),
    ("tickets", &["stores"]),
    ("analytics", &["orders", "products", "stores"]),
    (
        "finance",
        &["organizations", "shipping", "stores", "tickets"],
    ),
];

/// What puts everything together.
const WHOLE: &[&str] = &[
    "domains.rs",
    "main.rs",
    "program/cli.rs",
    "program/demo/mod.rs",
    "program/demo/provider_invoices.rs",
    "program/demo/pulled.rs",
    "program/serve.rs",
];

fn sources() -> Vec<(PathBuf, String)> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true if !matches!(path.file_name(), Some(name) if name == "tests" || name == "testing") =>
                {
                    walk(&path, found);
                }
                true => {}
                false if path.extension().is_some_and(|kind| kind == "rs") => found.push(path),
                false => {}
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    walk(&root, &mut found);
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a source");
        (
            path.strip_prefix(&root).expect("below src").to_owned(),
            text,
        )
    };
    let is_test = |path: &PathBuf| {
        ["tests.rs", "arrows.rs", "fuzz.rs"]
            .iter()
            .any(|name| path.ends_with(name))
    };
    found
        .into_iter()
        .filter(|path| !is_test(path))
        .map(read)
        .collect()
}

/// The first segments behind `crate::` of everything that is not compiled for tests only.
#[derive(Default)]
struct Named(BTreeSet<String>);

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => {
            let condition = list.tokens.to_string();
            condition.contains("test") && !condition.contains("not")
        }
        _ => false,
    })
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Use(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        _ => &[],
    }
}

/// The folder, or the file, of `src` that it stands in.
fn folder(path: &Path) -> String {
    let first = path.iter().next().unwrap_or_default();
    first.to_string_lossy().into_owned()
}

impl Named {
    fn first(&mut self, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => drop(self.0.insert(path.ident.to_string())),
            UseTree::Name(name) => drop(self.0.insert(name.ident.to_string())),
            UseTree::Rename(name) => drop(self.0.insert(name.ident.to_string())),
            UseTree::Group(group) => group.items.iter().for_each(|item| self.first(item)),
            UseTree::Glob(_) => {}
        }
    }
}

impl<'ast> Visit<'ast> for Named {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_test(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if let UseTree::Path(path) = &item.tree
            && path.ident == "crate"
        {
            self.first(&path.tree);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let mut segments = path.segments.iter();
        if segments.next().is_some_and(|first| first.ident == "crate")
            && let Some(named) = segments.next()
        {
            self.0.insert(named.ident.to_string());
        }
        visit::visit_path(self, path);
    }
}

#[test]
fn arrows_go_one_way() {
    let known = |name: &str| DOMAINS.iter().position(|(domain, _)| *domain == name);
    let mut found = BTreeSet::new();
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        if WHOLE.iter().any(|whole| path == Path::new(whole)) {
            continue;
        }
        let file: File = syn::parse_file(&text).expect("Rust");
        let mut named = Named::default();
        named.visit_file(&file);
        let from = folder(&path);
        for to in named
            .0
            .into_iter()
            .filter(|to| *to != from && known(to).is_some())
        {
            match known(&from) {
                None => wrong.push(format!("{}: a mechanism knows {to}", path.display())),
                Some(_) => drop(found.insert((from.clone(), to))),
            }
        }
    }
    for (from, to) in &found {
        println!("{from} -> {to}");
        assert!(known(to) < known(from), "{from} -> {to} goes round");
    }
    let allowed = DOMAINS
        .iter()
        .flat_map(|(from, all)| all.iter().map(|to| (from.to_string(), to.to_string())));
    assert_eq!(found, allowed.collect(), "the arrows between domains");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The texts of an item that is not compiled for tests only.
#[derive(Default)]
struct Texts(BTreeSet<String>);

impl<'ast> Visit<'ast> for Texts {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_test(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_attribute(&mut self, _: &'ast Attribute) {}

    fn visit_lit_str(&mut self, text: &'ast LitStr) {
        self.0.insert(text.value());
    }
}

/// Signals, histories, notes and files take a [`crate::records::Kind`]: what it is called stands in its own folder only.
#[test]
fn a_kind_of_record_is_named_in_its_domain_alone() {
    let mut known: BTreeMap<&str, String> = BTreeMap::new();
    let mut named = Vec::new();
    for (path, text) in sources() {
        let folder = folder(&path);
        for kind in REGISTER.kinds() {
            if text.contains(&format!("Kind::new(\"{}\"", kind.name)) {
                let other = known.insert(kind.name, folder.clone());
                assert_eq!(other, None, "{} is declared twice", kind.name);
            }
        }
        let mut texts = Texts::default();
        texts.visit_file(&syn::parse_file(&text).expect("Rust"));
        named.extend(
            texts
                .0
                .into_iter()
                .map(|text| (text, folder.clone(), path.clone())),
        );
    }
    // Of others only a history tells; a factory is a role, too.
    let is_role = |name: &str| name.parse::<crate::access::Role>().is_ok();
    let kinds = REGISTER.kinds().filter(|kind| kind.rows.is_some());
    for kind in kinds.filter(|kind| !is_role(kind.name)) {
        let home = &known[kind.name];
        let strangers = named
            .iter()
            .filter(|(text, folder, _)| text == kind.name && folder != home);
        let paths: Vec<_> = strangers.map(|(_, _, path)| path).collect();
        assert!(paths.is_empty(), "{} is named in {paths:?}", kind.name);
    }
}
