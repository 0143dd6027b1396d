//! The list of reports.

use super::model::{Basis, Report, ReportState};
use crate::list::{Column, Declaration, Direction, Filters, List, Owner, Type};

/// Reports span stores: they are the staff's.
pub static REPORTS: List<Report> = List::new(Declaration {
    name: "auditReports",
    summary: "The reports to compilers.",
    tag: "charts",
    table: "phonographic_reports",
    rows: "select r.id, r.layout, r.shop, r.territory, r.first_day, r.last_day, r.basis, r.with_tax, r.time_zone, r.store_id,
            r.stamped_at, r.channel, r.state, r.error, r.operator, r.created_at, r.built_at, r.sent_at, r.withdrawn_at, r.withdrawn_reason,
            coalesce((select jsonb_agg(jsonb_build_object(
                    'name', f.name, 'lines', f.lines, 'units', f.units, 'bytes', c.size,
                    'sha256', encode(c.sha256, 'hex'), 'place', f.place) order by f.position)
                from phonographic_report_files f join files c on c.id = f.file_id where f.report_id = r.id), '[]') as files
     from phonographic_reports r",
    owner: Owner::Nobody,
    columns: &[
        Column::new("createdAt", "created_at", Type::Time).sortable().filtered(Filters::Between),
        Column::new("state", "state", Type::Choice(ReportState::codes)).filtered(Filters::OneOf).common(),
        Column::new("basis", "basis", Type::Choice(Basis::codes)).filtered(Filters::OneOf).common(),
        Column::new("storeId", "store_id", Type::Uuid).filtered(Filters::OneOf).common(),
    ],
    sort: ("createdAt", Direction::Desc),
    ..Declaration::DEFAULT
});
