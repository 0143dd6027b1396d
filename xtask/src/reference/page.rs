//! `docs/contract.md`.

use super::{Contract, Giver, lines};
use wit_parser::{Docs, Function, Interface, Type, TypeDefKind, TypeId};

const HEAD: &str = "\
# The contract with plugins

Made from `wit/` by `cargo xtask openapi`. [Writing a plugin](plugins.md) says how to use it; [the draft](../wit/README.md) \
what may change. What this page calls `unit-price` is `unit_price` in Rust and Python, `unitPrice` in JavaScript.

Beside what stands at a function, [limits](plugins.md#limits-and-denials) hold for each call as a whole.
";

/// The page.
pub fn page(contract: &Contract) -> String {
    let mut page = String::from(HEAD);
    let interfaces = contract.interfaces();
    for (giver, title) in [
        (Giver::Both, "Records of both sides"),
        (Giver::Host, "What the host gives"),
        (Giver::Plugin, "What a plugin gives"),
    ] {
        let these: Vec<_> = interfaces
            .iter()
            .filter(|(_, of, _)| *of == giver)
            .collect();
        page += &format!("\n## {title}\n\n");
        let links = these
            .iter()
            .map(|(name, ..)| format!("[`{name}`](#{name})"));
        page += &links.collect::<Vec<_>>().join(" · ");
        page.push('\n');
        for (name, _, interface) in these {
            page += &format!("\n### {name}\n\n");
            page += &text(&interface.docs);
            section(contract, name, interface, &mut page);
        }
    }
    page
}

/// A comment as paragraphs and lists, with an empty line behind it.
fn text(docs: &Docs) -> String {
    let mut text = String::new();
    for line in lines(docs) {
        let begins = line.is_empty() || line.starts_with("- ");
        match (text.is_empty() || text.ends_with('\n'), begins) {
            (true, _) => {}
            (false, true) => text.push('\n'),
            (false, false) => text.push(' '),
        }
        text += line.trim();
        if line.is_empty() {
            text.push('\n');
        }
    }
    match text.is_empty() {
        true => text,
        false => escaped(&text) + "\n\n",
    }
}

/// A comment in one cell of a table.
fn cell(docs: &Docs) -> String {
    escaped(
        &lines(docs)
            .filter(|line| !line.is_empty())
            .collect::<Vec<_>>()
            .join(" "),
    )
    .replace('|', "\\|")
}

/// `<id>` outside of code would be taken for a tag.
fn escaped(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let parts = parts.map(|(at, part)| match at % 2 {
        0 => part.replace('<', "&lt;"),
        _ => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("`")
}

fn section(contract: &Contract, name: &str, interface: &Interface, page: &mut String) {
    for (function, shape) in &interface.functions {
        page.push_str(&format!("#### {name}.{function}\n\n"));
        page.push_str(&format!("`{}`\n\n", signature(contract, shape)));
        page.push_str(&text(&shape.docs));
    }
    for (type_name, id) in &interface.types {
        if contract.brought(*id).is_none() {
            page.push_str(&format!("#### {name}.{type_name}\n\n"));
            definition(contract, *id, page);
        }
    }
    *page = page.trim_end().to_owned() + "\n";
}

fn signature(contract: &Contract, function: &Function) -> String {
    let params = function.params.iter();
    let params = params.map(|param| format!("{}: {}", param.name, of(contract, &param.ty)));
    let params = params.collect::<Vec<_>>().join(", ");
    let result = function.result.as_ref();
    let result = result.map_or(String::new(), |ty| format!(" -> {}", of(contract, ty)));
    format!("{}({params}){result}", function.name)
}

fn definition(contract: &Contract, id: TypeId, page: &mut String) {
    let ty = &contract.resolve.types[id];
    page.push_str(&text(&ty.docs));
    let mut rows = |head: &str, rows: Vec<(&str, String, &Docs)>| {
        page.push_str(head);
        for (name, is, docs) in rows {
            let is = if is.is_empty() {
                String::new()
            } else {
                format!("`{is}`")
            };
            page.push_str(&format!("| `{name}` | {is} | {} |\n", cell(docs)));
        }
        page.push('\n');
    };
    match &ty.kind {
        TypeDefKind::Record(record) => {
            let fields = record.fields.iter();
            let fields = fields.map(|it| (it.name.as_str(), of(contract, &it.ty), &it.docs));
            rows("| field | is | |\n|---|---|---|\n", fields.collect());
        }
        TypeDefKind::Variant(variant) => {
            let holds =
                |ty: &Option<Type>| ty.as_ref().map_or(String::new(), |ty| of(contract, ty));
            let cases = variant.cases.iter();
            let cases = cases.map(|it| (it.name.as_str(), holds(&it.ty), &it.docs));
            rows("| case | holds | |\n|---|---|---|\n", cases.collect());
        }
        TypeDefKind::Enum(set) => {
            let cases = set.cases.iter();
            let cases = cases.map(|it| (it.name.as_str(), String::new(), &it.docs));
            rows("| case | | |\n|---|---|---|\n", cases.collect());
        }
        TypeDefKind::Type(ty) => page.push_str(&format!("`{}`\n\n", of(contract, ty))),
        other => page.push_str(&format!("`{}`\n\n", shape(contract, other))),
    }
}

/// A type where it is used: its name, or what it is when it has none.
fn of(contract: &Contract, ty: &Type) -> String {
    match ty {
        Type::Id(id) => {
            let ty = &contract.resolve.types[*id];
            ty.name.clone().unwrap_or_else(|| shape(contract, &ty.kind))
        }
        plain => format!("{plain:?}").to_lowercase(),
    }
}

fn shape(contract: &Contract, kind: &TypeDefKind) -> String {
    let may = |ty: &Option<Type>| ty.as_ref().map_or("_".to_owned(), |ty| of(contract, ty));
    match kind {
        TypeDefKind::Tuple(tuple) => {
            let parts = tuple.types.iter().map(|ty| of(contract, ty));
            format!("tuple<{}>", parts.collect::<Vec<_>>().join(", "))
        }
        TypeDefKind::Option(ty) => format!("option<{}>", of(contract, ty)),
        TypeDefKind::List(ty) => format!("list<{}>", of(contract, ty)),
        TypeDefKind::Result(result) => format!("result<{}, {}>", may(&result.ok), may(&result.err)),
        other => unreachable!("the contract does without {}", other.as_str()),
    }
}
