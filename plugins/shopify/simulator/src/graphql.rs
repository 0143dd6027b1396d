//! GraphQL over a shop's JSON: the schema refuses what Shopify would refuse, costs are counted, fields are read off the
//! JSON by their names, and an array where the schema has a connection is paged by `first` and `after`.

use crate::search;
use crate::world::{Call, Shop};
use apollo_compiler::ast::Value as Literal;
use apollo_compiler::executable::{Field, OperationType, Selection, SelectionSet};
use apollo_compiler::resolvers::{Execution, FieldError, ObjectValue, ResolveInfo, ResolvedValue};
use apollo_compiler::response::JsonMap;
use apollo_compiler::validation::Valid;
use apollo_compiler::{ExecutableDocument, Schema};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::LazyLock;

/// What a page holds at most.
const LARGEST_PAGE: u64 = 250;

static SCHEMA: LazyLock<Valid<Schema>> = LazyLock::new(|| {
    match Schema::parse_and_validate(include_str!("schema.graphql"), "schema.graphql") {
        Ok(schema) => schema,
        Err(error) => panic!("the simulator's schema: {error}"),
    }
});

/// A request that the schema accepts, with what it may cost.
#[derive(Debug)]
pub struct Plan {
    document: Valid<ExecutableDocument>,
    variables: JsonMap,
    /// Points that are reserved for it.
    pub cost: f64,
}

/// What a request brought.
#[derive(Debug)]
pub struct Outcome {
    /// Null when an error left nothing.
    pub data: Value,
    pub errors: Vec<Value>,
    /// Points that it really cost.
    pub cost: f64,
}

impl Plan {
    /// Checks a query against the schema. A refusal is a list of errors as they stand in the answer.
    pub fn of(query: &str, variables: &Value) -> Result<Self, Vec<Value>> {
        let document = ExecutableDocument::parse_and_validate(&SCHEMA, query, "query")
            .map_err(|invalid| refusals(&invalid.errors.to_string()))?;
        let variables: JsonMap = match variables {
            Value::Null => JsonMap::default(),
            given => serde_json::from_value(given.clone()).map_err(|error| {
                vec![json!({"message": format!("Variables are invalid: {error}")})]
            })?,
        };
        let operation = document
            .operations
            .get(None)
            .map_err(|_| vec![json!({"message": "An operation name is required"})])?;
        let own = match operation.operation_type {
            OperationType::Mutation => 10.0,
            _ => 0.0,
        };
        let cost = own + cost(&document, &operation.selection_set, &variables);
        Ok(Self {
            document,
            variables,
            cost,
        })
    }

    /// Whether the query changes something.
    pub fn is_mutation(&self) -> bool {
        self.document
            .operations
            .get(None)
            .is_ok_and(|operation| operation.operation_type == OperationType::Mutation)
    }

    /// The names of the operation's first fields: `orders`.
    pub fn roots(&self) -> Vec<String> {
        let Ok(operation) = self.document.operations.get(None) else {
            return Vec::new();
        };
        let fields = operation.selection_set.selections.iter();
        fields
            .filter_map(|selection| Some(selection.as_field()?.name.to_string()))
            .collect()
    }

    /// Does it. `whole`: connections give everything, as in a bulk operation.
    pub fn run(&self, shop: &mut Shop, now: i64, whole: bool) -> Outcome {
        let root = Root {
            type_name: if self.is_mutation() {
                "Mutation"
            } else {
                "Query"
            },
            shop: RefCell::new(shop),
            variables: &self.variables,
            now,
            whole,
        };
        let execution =
            Execution::new(&SCHEMA, &self.document).raw_variable_values(&self.variables);
        match execution.execute_sync(&root) {
            Ok(answer) => {
                let data = serde_json::to_value(&answer.data).unwrap_or_default();
                let errors = answer.errors.iter().map(|error| {
                    json!({"message": error.message, "path": error.path,
                        "extensions": {"code": "INVALID"}})
                });
                Outcome {
                    cost: objects(&data).min(self.cost),
                    errors: errors.collect(),
                    data,
                }
            }
            Err(error) => Outcome {
                data: Value::Null,
                errors: vec![
                    json!({"message": error.message().to_string(), "extensions": {"code": "INVALID_VARIABLE"}}),
                ],
                cost: 0.0,
            },
        }
    }
}

/// Shopify names each mistake in an error of its own.
fn refusals(diagnostics: &str) -> Vec<Value> {
    let words = diagnostics
        .lines()
        .filter_map(|line| line.strip_prefix("Error: "));
    words
        .map(|message| {
            let code = if message.contains("does not have a field") {
                "undefinedField"
            } else {
                "invalid"
            };
            json!({"message": message, "extensions": {"code": code}})
        })
        .collect()
}

/// Points by the published rule: a scalar costs nothing, an object one, a connection its `first` times what one of its
/// objects costs.
fn cost(document: &ExecutableDocument, set: &SelectionSet, variables: &JsonMap) -> f64 {
    set.selections
        .iter()
        .map(|selection| match selection {
            Selection::Field(field) => field_cost(document, field, variables),
            Selection::InlineFragment(inline) => cost(document, &inline.selection_set, variables),
            Selection::FragmentSpread(spread) => document
                .fragments
                .get(&spread.fragment_name)
                .map_or(0.0, |fragment| {
                    cost(document, &fragment.selection_set, variables)
                }),
        })
        .sum()
}

fn field_cost(document: &ExecutableDocument, field: &Field, variables: &JsonMap) -> f64 {
    let inner = &field.selection_set;
    if inner.selections.is_empty() {
        return 0.0;
    }
    if !field
        .definition
        .ty
        .inner_named_type()
        .ends_with("Connection")
    {
        return 1.0 + cost(document, inner, variables);
    }
    let one: f64 = inner
        .selections
        .iter()
        .filter_map(Selection::as_field)
        .filter(|part| part.name != "pageInfo")
        .map(|part| match part.name.as_str() {
            "edges" => cost(document, &part.selection_set, variables),
            _ => field_cost(document, part, variables),
        })
        .sum();
    let first = field
        .argument_by_name("first")
        .ok()
        .and_then(|value| match value.as_ref() {
            Literal::Variable(name) => variables.get(name.as_str())?.as_f64(),
            literal => literal.to_i32().map(f64::from),
        });
    first.unwrap_or(1.0) * one
}

fn objects(data: &Value) -> f64 {
    match data {
        Value::Object(fields) => 1.0 + fields.values().map(objects).sum::<f64>(),
        Value::Array(items) => items.iter().map(objects).sum(),
        _ => 0.0,
    }
}

struct Root<'a> {
    type_name: &'static str,
    shop: RefCell<&'a mut Shop>,
    variables: &'a JsonMap,
    now: i64,
    whole: bool,
}

impl ObjectValue for Root<'_> {
    fn type_name(&self) -> &str {
        self.type_name
    }

    fn resolve_field<'a>(
        &'a self,
        info: &'a ResolveInfo<'a>,
    ) -> Result<ResolvedValue<'a>, FieldError> {
        let arguments = json(info.arguments());
        let directive = info.field_selections()[0].directives.get("idempotent");
        let key = directive.and_then(|directive| directive.specified_argument_by_name("key"));
        let key = key.and_then(|value| match value.as_ref() {
            Literal::Variable(name) => self.variables.get(name.as_str())?.as_str(),
            literal => literal.as_str(),
        });
        let call = Call {
            name: info.field_name(),
            arguments: &arguments,
            idempotency_key: key,
            now: self.now,
        };
        let mut shop = self.shop.borrow_mut();
        let value = if self.type_name == "Query" {
            shop.query(&call)
        } else {
            shop.mutate(&call)
        };
        let value = value.map_err(|message| FieldError { message })?;
        resolved(Cow::Owned(value), info, self.whole)
    }
}

struct Object<'a> {
    type_name: String,
    value: Cow<'a, Value>,
    whole: bool,
}

impl ObjectValue for Object<'_> {
    fn type_name(&self) -> &str {
        &self.type_name
    }

    fn resolve_field<'a>(
        &'a self,
        info: &'a ResolveInfo<'a>,
    ) -> Result<ResolvedValue<'a>, FieldError> {
        let value = self.value.get(info.field_name()).unwrap_or(&Value::Null);
        if info.field_name() == "quantities" {
            let names = json(info.arguments());
            let asked = |row: &Value| {
                names["names"]
                    .as_array()
                    .is_some_and(|names| names.contains(&row["name"]))
            };
            let rows = value.as_array().into_iter().flatten();
            let rows = rows.filter(|row| asked(row)).cloned().collect();
            return resolved(Cow::Owned(Value::Array(rows)), info, self.whole);
        }
        resolved(Cow::Borrowed(value), info, self.whole)
    }
}

fn json(map: &JsonMap) -> Value {
    serde_json::to_value(map).unwrap_or_default()
}

fn resolved<'a>(
    value: Cow<'a, Value>,
    info: &ResolveInfo<'_>,
    whole: bool,
) -> Result<ResolvedValue<'a>, FieldError> {
    let name = info.field_definition().ty.inner_named_type();
    let value = match value.as_array() {
        Some(items) if name.ends_with("Connection") => {
            Cow::Owned(connection(items, &json(info.arguments()), whole)?)
        }
        _ => value,
    };
    Ok(convert(value, name, whole))
}

fn convert<'a>(value: Cow<'a, Value>, type_name: &str, whole: bool) -> ResolvedValue<'a> {
    let is_leaf = SCHEMA.get_scalar(type_name).is_some() || SCHEMA.get_enum(type_name).is_some();
    match value {
        Cow::Borrowed(Value::Array(items)) if type_name != "JSON" => {
            let items: Vec<_> = items
                .iter()
                .map(|item| convert(Cow::Borrowed(item), type_name, whole))
                .collect();
            ResolvedValue::list(items)
        }
        Cow::Owned(Value::Array(items)) if type_name != "JSON" => {
            let items: Vec<_> = items
                .into_iter()
                .map(|item| convert(Cow::Owned(item), type_name, whole))
                .collect();
            ResolvedValue::list(items)
        }
        value if value.is_null() || is_leaf => ResolvedValue::leaf(
            serde_json::from_value::<apollo_compiler::response::JsonValue>(value.into_owned())
                .unwrap_or_default(),
        ),
        value => {
            // Members of unions and interfaces say what they are.
            let type_name = value["__typename"].as_str().unwrap_or(type_name).to_owned();
            ResolvedValue::object(Object {
                type_name,
                value,
                whole,
            })
        }
    }
}

/// Where an item stands: its sort value, then its number. Later changes of other items move nothing across it.
fn place(item: &Value, field: Option<&str>) -> String {
    let id = item["id"].as_str().or(item["zone"]["id"].as_str());
    let number = id.and_then(|id| id.rsplit('/').next()).unwrap_or_default();
    let value = field.map_or("", |field| item[field].as_str().unwrap_or_default());
    format!("{value}|{number:0>20}")
}

fn connection(items: &[Value], arguments: &Value, whole: bool) -> Result<Value, FieldError> {
    let refuse = |message: &str| FieldError {
        message: message.into(),
    };
    let first = arguments["first"].as_u64();
    if !whole && first.is_none() {
        return Err(refuse("you must provide one of first or last"));
    }
    if first.is_some_and(|first| first > LARGEST_PAGE) {
        return Err(refuse("first cannot exceed 250"));
    }
    let field = match arguments["sortKey"].as_str() {
        Some("UPDATED_AT") => Some("updatedAt"),
        Some("CREATED_AT" | "PROCESSED_AT") => Some("createdAt"),
        Some("TITLE") => Some("title"),
        _ => None,
    };
    let query = arguments["query"].as_str().unwrap_or_default();
    let mut found: Vec<(String, &Value)> = items
        .iter()
        .filter(|item| search::matches(item, query))
        .map(|item| (place(item, field), item))
        .collect();
    found.sort_by(|a, b| a.0.cmp(&b.0));
    if arguments["reverse"] == true {
        found.reverse();
    }
    let start = match arguments["after"].as_str() {
        None => 0,
        Some(cursor) => {
            let after = STANDARD.decode(cursor).ok();
            let after = after.and_then(|bytes| String::from_utf8(bytes).ok());
            let after = after.ok_or_else(|| refuse("Invalid cursor"))?;
            found.partition_point(|(place, _)| *place <= after)
        }
    };
    let take = match first {
        Some(first) if !whole => usize::try_from(first).unwrap_or_default(),
        _ => found.len(),
    };
    let page = &found[start..found.len().min(start + take)];
    let cursor = |place: &str| STANDARD.encode(place);
    let edges: Vec<Value> = page
        .iter()
        .map(|(place, item)| json!({"cursor": cursor(place), "node": item}))
        .collect();
    let nodes: Vec<&Value> = page.iter().map(|(_, item)| *item).collect();
    Ok(json!({
        "nodes": nodes,
        "edges": edges,
        "pageInfo": {
            "hasNextPage": start + page.len() < found.len(),
            "hasPreviousPage": start > 0,
            "startCursor": page.first().map(|(place, _)| cursor(place)),
            "endCursor": page.last().map(|(place, _)| cursor(place)),
        }
    }))
}
