//! The list of projects.

use super::REACH;
use super::model::Project;
use crate::list::exports::{ExportColumn, composed, count, day, text, time, word};
use crate::list::{Column, Declaration, Direction, Filters, List, Type};
use crate::production::states::ProjectStatus;
use crate::words;

/// The columns of [`Project`].
pub const ROWS: &str = "select p.id, p.name, p.status, p.reason, p.estimated_at, p.created_at, p.updated_at,
        jsonb_build_object('id', o.id, 'name', o.name) as organization,
        (select count(*) from project_products t where t.project_id = p.id and t.deleted_at is null
            and t.status = 'READY') as done,
        (select count(*) from project_products t where t.project_id = p.id and t.deleted_at is null
            and t.status <> 'CANCELED') as total,
        (select count(*) from project_productions t where t.project_id = p.id and t.deleted_at is null
            and t.status <> 'CANCELED') as productions
    from projects p join organizations o on o.id = p.organization_id";

pub static PROJECTS: List<Project> = List::new(Declaration {
    name: "projects",
    summary: "The projects: to staff all, to a factory those of which it makes something. Searches the name.",
    tag: "production",
    table: "projects",
    rows: ROWS,
    owner: REACH,
    only: Some("deleted_at is null"),
    search: Some("search"),
    columns: &[
        Column::new("name", "name", Type::Text).sortable(),
        Column::new("estimatedAt", "estimated_at", Type::Day)
            .sortable()
            .filtered(Filters::Between),
        Column::new("createdAt", "created_at", Type::Time)
            .sortable()
            .filtered(Filters::Between),
        Column::new("status", "status", Type::Choice(ProjectStatus::codes)).filtered(Filters::OneOf).common(),
        Column::new("organizationId", "organization_id", Type::Uuid)
            .filtered(Filters::OneOf)
            .for_staff(),
    ],
    sort: ("createdAt", Direction::Desc),
    ..Declaration::DEFAULT
})
.prepared(|_, scope, project: &mut Project| project.prepare(scope))
.exported(EXPORT);

const EXPORT: &[ExportColumn<Project>] = &[
    text("Nom", "Name", |project| &project.name),
    composed("Organisation", "Organization", |project: &Project| {
        let organization = project.organization.as_ref();
        organization.map(|of| of.name.clone()).unwrap_or_default()
    })
    .for_staff(),
    word("Statut", "Status", |project, language| {
        words::project_status(project.status.as_str(), language)
    }),
    day("Date prévue", "Estimated", |project| {
        Some(project.estimated_at)
    }),
    count("Produits prêts", "Products ready", |project| {
        Some(project.product.done)
    }),
    count("Produits", "Products", |project| {
        Some(project.product.total)
    }),
    count("Productions", "Productions", |project: &Project| {
        project.productions
    })
    .for_staff(),
    time("Créé le", "Created", |project| Some(project.created_at)),
];
