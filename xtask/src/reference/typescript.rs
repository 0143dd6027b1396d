//! The contract's types as componentize-js gives them to a plugin in JavaScript: a module an interface.

use super::{Contract, Giver, lines};
use wit_parser::{Docs, Function, Type, TypeDefKind, TypeId};

/// Words that may not name what a module declares.
const RESERVED: [&str; 2] = ["delete", "default"];

/// All modules in one text.
pub fn declarations(contract: &Contract) -> String {
    let version = contract.package.name.version.as_ref();
    let version = version.map_or(String::new(), |version| format!("@{version}"));
    let mut text = String::from(
        "// Made from the contract (wit/) by its own repository: not to be changed by hand.\n",
    );
    for (name, giver, interface) in contract.interfaces() {
        text += "\n";
        comment(&interface.docs, "", &mut text);
        text += &format!("declare module \"comptoir:plugin/{name}{version}\" {{\n");
        let mut own = String::new();
        for (type_name, id) in &interface.types {
            match contract.brought(*id) {
                Some(from) => {
                    let path = format!("comptoir:plugin/{from}{version}");
                    let name = title(type_name);
                    text += &format!("  import type {{ {name} }} from \"{path}\";\n");
                }
                None => definition(contract, type_name, *id, &mut own),
            }
        }
        text += &own;
        match giver {
            Giver::Plugin => {
                text += &format!("\n  /** What `export const {}` is. */\n", camel(name));
                text += &format!("  export interface {} {{\n", title(&format!("{name}-role")));
                for (function, shape) in &interface.functions {
                    comment(&shape.docs, "    ", &mut text);
                    text += &format!("    {}{};\n", camel(function), signature(contract, shape));
                }
                text += "  }\n";
            }
            _ => {
                for (function, shape) in &interface.functions {
                    text += "\n";
                    comment_of_call(contract, shape, &mut text);
                    let (name, is_reserved) =
                        (camel(function), RESERVED.contains(&function.as_str()));
                    let export = if is_reserved { "" } else { "export " };
                    let mark = if is_reserved { "_" } else { "" };
                    let signature = signature(contract, shape);
                    text += &format!("  {export}function {mark}{name}{signature};\n");
                    if is_reserved {
                        text += &format!("  export {{ _{name} as {name} }};\n");
                    }
                }
            }
        }
        // Only what says so is exported.
        text += "\n  export {};\n}\n";
    }
    text
}

fn comment(docs: &Docs, indent: &str, text: &mut String) {
    comment_of(lines(docs).map(str::to_owned).collect(), indent, text);
}

/// The same of a function of the host, which throws what it cannot return.
fn comment_of_call(contract: &Contract, function: &Function, text: &mut String) {
    let mut said: Vec<String> = lines(&function.docs).map(str::to_owned).collect();
    if let Some(thrown) = function.result.as_ref().and_then(|ty| thrown(contract, ty)) {
        said.push(format!("@throws {{{{ payload: {thrown} }}}}"));
    }
    comment_of(said, "  ", text);
}

fn comment_of(said: Vec<String>, indent: &str, text: &mut String) {
    match &said[..] {
        [] => {}
        [line] => *text += &format!("{indent}/** {line} */\n"),
        lines => {
            *text += &format!("{indent}/**\n");
            for line in lines {
                *text += format!("{indent} * {line}").trim_end();
                *text += "\n";
            }
            *text += &format!("{indent} */\n");
        }
    }
}

fn signature(contract: &Contract, function: &Function) -> String {
    let params = function.params.iter();
    let params = params.map(|param| format!("{}: {}", camel(&param.name), of(contract, &param.ty)));
    let params = params.collect::<Vec<_>>().join(", ");
    let result = function
        .result
        .as_ref()
        .map_or("void".to_owned(), |ty| returned(contract, ty));
    format!("({params}): {result}")
}

/// A function's own result is returned or thrown.
fn returned(contract: &Contract, ty: &Type) -> String {
    if let Type::Id(id) = ty
        && let TypeDefKind::Result(result) = &contract.resolve.types[*id].kind
    {
        return result
            .ok
            .as_ref()
            .map_or("void".to_owned(), |ty| of(contract, ty));
    }
    of(contract, ty)
}

fn thrown(contract: &Contract, ty: &Type) -> Option<String> {
    let Type::Id(id) = ty else { return None };
    match &contract.resolve.types[*id].kind {
        TypeDefKind::Result(result) => result.err.as_ref().map(|ty| of(contract, ty)),
        _ => None,
    }
}

fn definition(contract: &Contract, name: &str, id: TypeId, text: &mut String) {
    let ty = &contract.resolve.types[id];
    *text += "\n";
    comment(&ty.docs, "  ", text);
    let name = title(name);
    match &ty.kind {
        TypeDefKind::Record(record) => {
            *text += &format!("  export interface {name} {{\n");
            for field in &record.fields {
                comment(&field.docs, "    ", text);
                // What is left out is none.
                let mark = if is_option(contract, &field.ty) {
                    "?"
                } else {
                    ""
                };
                *text += &format!(
                    "    {}{mark}: {};\n",
                    camel(&field.name),
                    of(contract, &field.ty)
                );
            }
            *text += "  }\n";
        }
        TypeDefKind::Variant(variant) => {
            *text += &format!("  export type {name} =\n");
            for case in &variant.cases {
                comment(&case.docs, "    ", text);
                let val = match &case.ty {
                    None => String::new(),
                    Some(ty) if is_option(contract, ty) => format!("; val?: {}", of(contract, ty)),
                    Some(ty) => format!("; val: {}", of(contract, ty)),
                };
                *text += &format!("    | {{ tag: \"{}\"{val} }}\n", case.name);
            }
            *text = text.trim_end().to_owned() + ";\n";
        }
        TypeDefKind::Enum(set) => {
            let cases = set.cases.iter().map(|case| format!("\"{}\"", case.name));
            let cases = cases.collect::<Vec<_>>().join(" | ");
            *text += &format!("  export type {name} = {cases};\n");
        }
        TypeDefKind::Type(ty) => {
            *text += &format!("  export type {name} = {};\n", of(contract, ty))
        }
        other => *text += &format!("  export type {name} = {};\n", shape(contract, other)),
    }
}

fn is_option(contract: &Contract, ty: &Type) -> bool {
    matches!(ty, Type::Id(id) if matches!(contract.resolve.types[*id].kind, TypeDefKind::Option(_)))
}

fn of(contract: &Contract, ty: &Type) -> String {
    match ty {
        Type::Bool => "boolean".to_owned(),
        Type::String | Type::Char => "string".to_owned(),
        Type::U64 | Type::S64 => "bigint".to_owned(),
        Type::Id(id) => {
            let ty = &contract.resolve.types[*id];
            let name = ty.name.as_deref().map(title);
            name.unwrap_or_else(|| shape(contract, &ty.kind))
        }
        _ => "number".to_owned(),
    }
}

fn shape(contract: &Contract, kind: &TypeDefKind) -> String {
    match kind {
        TypeDefKind::Tuple(tuple) => {
            let parts = tuple.types.iter().map(|ty| of(contract, ty));
            format!("[{}]", parts.collect::<Vec<_>>().join(", "))
        }
        TypeDefKind::Option(ty) => format!("{} | undefined", of(contract, ty)),
        TypeDefKind::List(Type::U8) => "Uint8Array".to_owned(),
        TypeDefKind::List(ty) => format!("Array<{}>", of(contract, ty)),
        TypeDefKind::Result(result) => {
            let val = |ty: &Option<Type>| {
                ty.as_ref()
                    .map_or(String::new(), |ty| format!("; val: {}", of(contract, ty)))
            };
            let (ok, err) = (val(&result.ok), val(&result.err));
            format!("{{ tag: \"ok\"{ok} }} | {{ tag: \"err\"{err} }}")
        }
        other => unreachable!("the contract does without {}", other.as_str()),
    }
}

/// `order-page` as `orderPage`.
fn camel(name: &str) -> String {
    let mut words = name.split('-');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| name + &title(word))
}

/// `order-page` as `OrderPage`.
fn title(name: &str) -> String {
    let words = name.split('-').map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    });
    words.collect()
}
