//! The list of recurring charges, and what its export holds.

use super::model::Charge;
use super::period::PeriodType;
use crate::finance::FeeCategory;
use crate::list::exports::{ExportColumn, amount, day, text, word};
use crate::list::{Column, Declaration, Direction, Filters, List, Owner, Type};
use crate::words;
use crate::words::language::Language;

/// The columns of [`Charge`].
pub const ROWS: &str = "select c.id, c.store_id, s.name as store_name, c.started_at, c.ended_at,
        (select paused_at from charge_pauses p where p.charge_id = c.id and p.resumed_at is null) as paused_at,
        c.type, c.category, c.description, n.internal_amount, n.customer_amount,
        nullif(n.valid_from, c.started_at) as amounts_from,
        c.period, c.period_type,
        (select max(f.ends_at) from fees f where f.cause_id = c.id and f.cause = 'CHARGE' and f.deleted_at is null)
            as charged_until,
        c.author, c.created_at, c.updated_at
    from charges c join stores s on s.id = c.store_id
    cross join lateral (select * from charge_prices p where p.charge_id = c.id order by valid_from desc limit 1) n";

pub static CHARGES: List<Charge> = List::new(Declaration {
    name: "charges",
    summary: "The recurring charges of stores. Searches type and description.",
    tag: "finance",
    table: "charges",
    rows: ROWS,
    owner: Owner::Store("store_id"),
    only: Some("deleted_at is null"),
    search: Some("search"),
    columns: &[
        Column::new("startedAt", "started_at", Type::Day)
            .sortable()
            .filtered(Filters::Between)
            .indexed_below(&["store_id"]),
        Column::new("createdAt", "created_at", Type::Time)
            .sortable()
            .indexed_below(&["store_id"]),
        Column::new("type", "type", Type::Text)
            .sortable()
            .indexed_below(&["store_id"]),
        Column::new("category", "category", Type::Choice(FeeCategory::codes))
            .filtered(Filters::OneOf)
            .common(),
        Column::new("periodType", "period_type", Type::Choice(PeriodType::codes))
            .filtered(Filters::OneOf)
            .common(),
        Column::new("storeId", "store_id", Type::Uuid).filtered(Filters::OneOf),
    ],
    sort: ("startedAt", Direction::Desc),
    ..Declaration::DEFAULT
})
.exported(EXPORT);

/// How long a period is.
fn period(charge: &Charge, language: Language) -> String {
    let number = charge.period;
    match (charge.period_type, number) {
        (PeriodType::Day, 1) => language.pick("1 jour", "1 day").into(),
        (PeriodType::Day, _) => format!("{number} {}", language.pick("jours", "days")),
        (PeriodType::Month, 1) => language.pick("1 mois", "1 month").into(),
        (PeriodType::Month, _) => format!("{number} {}", language.pick("mois", "months")),
    }
}

const EXPORT: &[ExportColumn<Charge>] = &[
    text("Boutique", "Store", |charge| &charge.store.name),
    text("Type", "Type", |charge| &charge.kind),
    word("Catégorie", "Category", |charge, language| {
        words::fee_category(charge.category.as_str(), language)
    }),
    text("Description", "Description", |charge| &charge.description),
    day("Début", "Start", |charge| Some(charge.started_at)),
    day("Fin", "End", |charge| charge.ended_at),
    day("En pause depuis", "Paused since", |charge| charge.paused_at),
    day("Facturée jusqu’au", "Charged until", |charge| {
        charge.charged_until
    }),
    word("Périodicité", "Period", period),
    amount("Montant HT", "Amount excl. VAT", |charge| {
        charge.customer_amount
    }),
    amount("Coût interne HT", "Internal cost excl. VAT", |charge| {
        charge.internal_amount
    }),
];
