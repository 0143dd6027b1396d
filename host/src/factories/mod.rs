//! Factories: who produces. So far only their names, for those who say which user belongs to which.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::access::{Access, Needs};
use crate::http::routing::Routes;
use crate::list::{Column, Declaration, Direction, List, Owner, Type};
use crate::register::Domain;

/// A factory where others choose it.
#[derive(Debug, Serialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FactoryRow)]
pub struct FactoryRow {
    pub id: Uuid,
    pub name: String,
    /// ISO 3166-1 alpha-2.
    pub country_code: String,
}

static FACTORIES: List<FactoryRow> = List::new(Declaration {
    name: "factories",
    summary: "The factories that the caller may see.",
    tag: "production",
    table: "factories",
    rows: "select id, name, country_code from factories",
    owner: Owner::Factory("id"),
    columns: &[Column::new("name", "name", Type::Text).sortable()],
    sort: ("name", Direction::Asc),
    ..Declaration::DEFAULT
});

fn routes() -> Routes {
    // Admins by their role alone (specification, document 2, section 6); factories see themselves.
    let access = Access::Needs(Needs {
        admin: Some(&[]),
        customer: None,
        factory: Some(&[]),
    });
    Routes::new().list(access, "/factories", &FACTORIES)
}

pub static DOMAIN: Domain = Domain {
    routes,
    ..Domain::NONE
};
