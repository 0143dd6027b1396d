//! A list's calls as the API's description has them: what may be asked of the list is read from its columns.

use serde_json::json;
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::path::{OperationBuilder, Parameter, ParameterIn, Paths};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::schema::{
    ArrayBuilder, KnownFormat, Object, ObjectBuilder, OneOfBuilder, SchemaFormat,
};
use utoipa::openapi::{
    Content, HttpMethod, Ref, RefOr, Required, ResponseBuilder, Schema, Type as JsonType,
};
use utoipa::{IntoParams, ToSchema};

use super::column::{Column, Filters};
use super::cursor::{CursorParam, MAX_TAKE};
use super::exports::ExportRequest;
use super::page::PageMeta;
use super::value::Type;
use super::{Declaration, List, Row};
use crate::http::error::ErrorBody;
use crate::http::idempotency::KeyHeader;
use crate::http::routing::Description;
use crate::jobs::JobRecord;

type Schemas = Vec<(String, RefOr<Schema>)>;

/// The call for a page of a list at a path.
pub fn page<R: Row>(list: &List<R>, path: &str) -> Description {
    let declaration = &list.declaration;
    read::<R>(declaration, &operation_id("list", declaration), path)
}

/// The call for a page of a list below a record.
pub fn page_below<R: Row>(list: &List<R>, operation: &str, path: &str) -> Description {
    read::<R>(&list.declaration, operation, path)
}

fn read<R: Row>(declaration: &Declaration, operation_id: &str, path: &str) -> Description {
    let name = format!("Page_{}", R::name());
    let mut schemas = vec![(name.clone(), page_schema::<R>())];
    add::<R>(&mut schemas);
    add::<PageMeta>(&mut schemas);
    let operation = operation(declaration, operation_id, path, &mut schemas)
        .summary(Some(declaration.summary))
        .response("200", answered(&name));
    (schemas, at(path, HttpMethod::Get, operation))
}

/// The call for an export of a list.
pub fn export<R: Row>(list: &List<R>, path: &str) -> Description {
    let listed = operation_id("list", &list.declaration);
    write(&list.declaration, &listed, path)
}

/// The call for an export of a list below a record.
pub fn export_below<R: Row>(list: &List<R>, operation: &str, path: &str) -> Description {
    write(&list.declaration, operation, path)
}

/// Of `listFees` it is `exportFees`.
fn write(declaration: &Declaration, listed: &str, path: &str) -> Description {
    let name = format!("Data_{}", JobRecord::name());
    let data = ObjectBuilder::new()
        .description(Some("`{ \"data\": … }`"))
        .property("data", Ref::from_schema_name(JobRecord::name()))
        .required("data");
    let mut schemas = vec![(name.clone(), data.into())];
    add::<JobRecord>(&mut schemas);
    add::<ExportRequest>(&mut schemas);
    let summary =
        format!("Exports what {listed} gives as a CSV file: a job, whose end a mail announces.");
    let body = RequestBodyBuilder::new()
        .content("application/json", content(&ExportRequest::name()))
        .required(Some(Required::True));
    let id = listed.replacen("list", "export", 1);
    let mut operation = operation(declaration, &id, path, &mut schemas)
        .summary(Some(summary))
        .request_body(Some(body.build()))
        .response("202", answered(&name));
    for parameter in KeyHeader::into_params(|| Some(ParameterIn::Header)) {
        operation = operation.parameter(parameter);
    }
    (schemas, at(path, HttpMethod::Post, operation))
}

fn at(path: &str, method: HttpMethod, operation: OperationBuilder) -> Paths {
    let mut paths = Paths::new();
    paths.add_path_operation(path, vec![method], operation);
    paths
}

/// What page and export have in common.
fn operation(
    declaration: &Declaration,
    id: &str,
    path: &str,
    schemas: &mut Schemas,
) -> OperationBuilder {
    let query = format!("{}Query", capitalized(&operation_id("list", declaration)));
    let tag = match declaration.tag {
        "" => declaration.name,
        tag => tag,
    };
    let mut operation = OperationBuilder::new().operation_id(Some(id)).tag(tag);
    if path.contains("{id}") {
        let id = ObjectBuilder::new()
            .schema_type(JsonType::String)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Uuid)));
        let mut parameter = Parameter::new("id");
        parameter.parameter_in = ParameterIn::Path;
        parameter.required = Required::True;
        parameter.schema = Some(id.into());
        operation = operation.parameter(parameter);
    }
    for mut parameter in CursorParam::into_params(|| Some(ParameterIn::Query)) {
        parameter.schema = Some(encoded(&query));
        operation = operation.parameter(parameter);
    }
    schemas.push((query, query_schema(declaration)));
    add::<ErrorBody>(schemas);
    operation
}

/// `listBundles`
fn operation_id(verb: &str, declaration: &Declaration) -> String {
    format!("{verb}{}", capitalized(declaration.name))
}

fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

fn add<T: ToSchema>(schemas: &mut Schemas) {
    schemas.push((T::name().into_owned(), T::schema()));
    T::schemas(schemas);
}

fn content(schema: &str) -> Content {
    Content::new(Some(Ref::from_schema_name(schema)))
}

fn answered(schema: &str) -> utoipa::openapi::Response {
    ResponseBuilder::new()
        .content("application/json", content(schema))
        .build()
}

fn page_schema<R: Row>() -> RefOr<Schema> {
    ObjectBuilder::new()
        .description(Some("`{ \"data\": […], \"meta\": … }`"))
        .property(
            "data",
            ArrayBuilder::new().items(Ref::from_schema_name(R::name())),
        )
        .required("data")
        .property("meta", Ref::from_schema_name(PageMeta::name()))
        .required("meta")
        .into()
}

/// A text that is JSON of this schema, encoded.
fn encoded(schema: &str) -> RefOr<Schema> {
    let reference = json!({ "$ref": format!("#/components/schemas/{schema}") });
    ObjectBuilder::new()
        .schema_type(JsonType::String)
        .content_encoding("base64url")
        .content_media_type("application/json")
        .extensions(Some(Extensions::from_iter([("contentSchema", reference)])))
        .into()
}

/// What a cursor may ask of the list.
fn query_schema(list: &Declaration) -> RefOr<Schema> {
    let number = || {
        ObjectBuilder::new()
            .schema_type(JsonType::Integer)
            .minimum(Some(0))
    };
    let sorts: Vec<&str> = list
        .columns
        .iter()
        .filter(|column| column.sortable)
        .map(|column| column.field)
        .collect();
    let order = ObjectBuilder::new()
        .property("field", one_of(&sorts))
        .required("field")
        .property("direction", one_of(&["asc", "desc"]))
        .required("direction");
    let mut query = ObjectBuilder::new()
        .description(Some(format!(
            "What can be asked of {}.",
            operation_id("list", list)
        )))
        .property("take", number().maximum(Some(MAX_TAKE)))
        .property("skip", number())
        .property(
            "orderBy",
            ArrayBuilder::new().items(order).max_items(Some(1)),
        );
    if list.search.is_some() {
        query = query.property("search", text());
    }
    let filters = list
        .columns
        .iter()
        .filter_map(|column| Some(filter_schema(column, column.filters?)));
    let filters = filters
        .fold(OneOfBuilder::new(), |all, filter| all.item(filter))
        .build();
    if !filters.items.is_empty() {
        query = query.property(
            "filters",
            ArrayBuilder::new().items(RefOr::T(Schema::OneOf(filters))),
        );
    }
    query.into()
}

fn filter_schema(column: &Column, filters: Filters) -> Object {
    let filter = ObjectBuilder::new()
        .property("field", one_of(&[column.field]))
        .required("field");
    match filters {
        Filters::OneOf => filter
            .property(
                "values",
                ArrayBuilder::new().items(value_schema(column.kind)),
            )
            .required("values"),
        Filters::Range => filter
            .property("from", value_schema(column.kind))
            .property("to", value_schema(column.kind)),
        Filters::Between => {
            let day = || text().format(Some(SchemaFormat::KnownFormat(KnownFormat::Date)));
            filter.property("from", day()).property("to", day())
        }
    }
    .build()
}

fn value_schema(kind: Type) -> ObjectBuilder {
    match kind {
        Type::Choice(options) => one_of(&options()),
        Type::Uuid => text().format(Some(SchemaFormat::KnownFormat(KnownFormat::Uuid))),
        Type::Integer => ObjectBuilder::new().schema_type(JsonType::Integer),
        Type::Decimal => ObjectBuilder::new().schema_type(JsonType::Number),
        Type::Day => text().format(Some(SchemaFormat::KnownFormat(KnownFormat::Date))),
        Type::Time => text().format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime))),
        Type::Text | Type::Words => text(),
    }
}

fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(JsonType::String)
}

fn one_of(values: &[&str]) -> ObjectBuilder {
    text().enum_values(Some(values.iter().copied()))
}
