//! Whose a line is: by the order that the portal knows, by the SKU that one store has, by a rule that somebody kept, or by a
//! person, to whom stores are proposed with reason and certainty.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::model::{
    GeneralInput, MappingInput, MappingProposal, MappingRule, OrderMapping, ProductMapping,
    ProposalReason, ServiceInput, ServiceState, Subject, UnmappedOrder,
};
use crate::access::Scope;
use crate::finance::store_of;
use crate::http::error::{Error, Result};
use crate::stores::StoreName;

/// Ids that are shown at a time.
const SHOWN: i64 = 200;
/// Decisions that are shown.
const DECISIONS: i64 = 500;

/// What the portal charges stores for by itself (F5, F12), so that a provider's line is not charged again unless somebody says so;
/// and what the specification knows (document 1, section 3: service categories), billed on without margin (F13).
const BY_THE_PORTAL: [&str; 4] = [
    "Logistics - Return",
    "Return pack",
    "Shipping - Return",
    "Storage",
];
const KNOWN: [&str; 11] = [
    "Conversion pack",
    "Delivery experience pack",
    "Fulfillment",
    "Fulfillment - Compensation",
    "Logistics - Additional unit",
    "Logistics - Inbound shipment",
    "Logistics - Packaging",
    "Logistics - Preparation",
    "Out of process",
    "Refund",
    "Refunds",
];

/// Keeps the lines that were taken in, each with what is known of it.
pub async fn keep_lines(db: &mut PgConnection, invoice: Uuid, provider: &str) -> Result<()> {
    // One answer an id: an order that several connections know is nobody's until somebody says whose.
    sqlx::query(
        "create temporary table known on commit drop as
         with ids as (select distinct fulfillment_id as id from incoming where fulfillment_id <> ''),
         orders_of as (
            select ids.id, (array_agg(o.id))[1] as order_id, (array_agg(o.store_id))[1] as store_id from ids
            join orders o on o.provider_id = ids.id and o.provider = $1 group by ids.id having count(*) = 1),
         others as (select id from ids where not exists (select from orders_of o where o.id = ids.id)),
         skus as (
            select others.id, (array_agg(distinct v.store_id))[1] as store_id, count(distinct v.store_id) as stores
            from others join product_variants v on v.sku = others.id group by others.id),
         rules as (
            select distinct on (others.id) others.id, r.subject, r.store_id from others
            join provider_mapping_rules r on r.provider = $1
                and case when r.is_exact then r.prefix = others.id else starts_with(others.id, r.prefix) end
            order by others.id, r.is_exact desc, length(r.prefix) desc)
         select ids.id, o.order_id, coalesce(o.store_id, r.store_id, case when s.stores = 1 then s.store_id end) as store_id,
            o.id is not null or r.id is not null or coalesce(s.stores = 1, false) as is_decided,
            case when o.id is not null then 'ORDER' when r.id is not null then r.subject when s.id is not null then 'PRODUCT' end
                as subject, search_text(ids.id) as search
         from ids left join orders_of o on o.id = ids.id left join rules r on r.id = ids.id left join skus s on s.id = ids.id",
    )
    .bind(provider)
    .execute(&mut *db)
    .await?;
    // No store goes before its lines are there.
    sqlx::query(
        "select id from stores where id in (select store_id from known) order by id for key share",
    )
    .execute(&mut *db)
    .await?;
    // What hangs on texts that many lines share; what a service is for by its name (specification, document 1, section 3).
    sqlx::query(
        "create temporary table texts on commit drop as
         select service, description, search_text(service || ' ' || description) as search,
            case when service ~* '^shipping - extra' then 'EXTRA'
                when service ~* '^shipping( - |$)' and service !~* 'return' then 'WAY' else 'SERVICE' end as nature,
            service ~* '^(storage|logistics - inbound)' as is_of_goods
         from (select distinct service, description from incoming) texts",
    )
    .execute(&mut *db)
    .await?;
    // What nobody knows is a product's where the service is one of goods that lie there, and an order's otherwise. In the file's
    // order, in which they are looked through.
    sqlx::query(
        "insert into provider_invoice_lines (id, invoice_id, line, subject, fulfillment_id, service, description, quantity, unit_price,
            price, country_code, order_id, store_id, is_decided, nature, search)
         select i.id, $1, i.line, case when i.fulfillment_id = '' then 'GENERAL' else coalesce(k.subject,
                case when t.is_of_goods then 'PRODUCT' else 'ORDER' end) end,
            i.fulfillment_id, i.service, i.description, i.quantity, i.unit_price, i.price, i.country_code, k.order_id, k.store_id,
            coalesce(k.is_decided, false), t.nature, concat(k.search, ' ', t.search)
         from incoming i join texts t on t.service = i.service and t.description = i.description
         left join known k on k.id = i.fulfillment_id and i.fulfillment_id <> '' order by i.line",
    )
    .bind(invoice)
    .execute(db)
    .await?;
    Ok(())
}

/// What each service is billed on with: as it was decided last, as it is known, or to be decided.
pub async fn add_services(db: &mut PgConnection, invoice: Uuid, provider: &str) -> Result<()> {
    let by_the_portal = BY_THE_PORTAL.map(str::to_owned);
    let known = KNOWN.map(str::to_owned);
    sqlx::query!(
        "insert into provider_invoice_services (invoice_id, service, is_billed, margin)
         select $1, l.service, coalesce(p.is_billed, case when l.service = any($3) then false when l.service = any($4) then true end),
            coalesce(p.margin, 0)
         from (select distinct service from provider_invoice_lines where invoice_id = $1 and nature = 'SERVICE') l
         left join provider_services p on p.provider = $2 and p.service = l.service",
        invoice,
        provider,
        &by_the_portal[..],
        &known[..],
    )
    .execute(db)
    .await?;
    Ok(())
}

/// How many ids of this kind there are that the portal did not know by itself, and how many of them are not decided.
pub async fn count(db: &mut PgConnection, invoice: Uuid, subject: Subject) -> Result<(i64, i64)> {
    let row = sqlx::query!(
        r#"select count(distinct fulfillment_id) as "total!", count(distinct fulfillment_id) filter (where not is_decided) as "open!"
           from provider_invoice_lines
           where invoice_id = $1 and subject = $2 and order_id is null"#,
        invoice,
        subject.as_str(),
    )
    .fetch_one(db)
    .await?;
    Ok((row.total, row.open))
}

/// The orders that nobody knows, the dearest first, with proposals.
pub async fn unmapped_orders(db: &mut PgConnection, invoice: Uuid) -> Result<Vec<UnmappedOrder>> {
    let rows = sqlx::query!(
        r#"select fulfillment_id, array_agg(distinct service) as "services!", sum(price) as "amount!" from provider_invoice_lines
           where invoice_id = $1 and subject = 'ORDER' and not is_decided
           group by fulfillment_id order by sum(price) desc, fulfillment_id limit $2"#,
        invoice,
        SHOWN,
    )
    .fetch_all(&mut *db)
    .await?;
    let ids: Vec<String> = rows.iter().map(|row| row.fulfillment_id.clone()).collect();
    let mut proposals = order_proposals(db, invoice, &ids).await?;
    let rows = rows.into_iter().map(|row| UnmappedOrder {
        proposals: proposals.remove(&row.fulfillment_id).unwrap_or_default(),
        fulfillment_id: row.fulfillment_id,
        services: row.services,
        amount: row.amount,
    });
    Ok(rows.collect())
}

/// What persons decided of orders.
pub async fn order_mappings(db: impl PgExecutor<'_>, invoice: Uuid) -> Result<Vec<OrderMapping>> {
    Ok(sqlx::query_as!(
        OrderMapping,
        r#"select l.fulfillment_id, l.store_id, s.name as "store_name?", sum(l.price) as "amount!"
           from provider_invoice_lines l left join stores s on s.id = l.store_id
           where l.invoice_id = $1 and l.subject = 'ORDER' and l.is_decided and l.order_id is null
           group by l.fulfillment_id, l.store_id, s.name order by l.fulfillment_id limit $2"#,
        invoice,
        DECISIONS,
    )
    .fetch_all(db)
    .await?)
}

/// The products, those to be decided first, with proposals for these.
pub async fn product_mappings(db: &mut PgConnection, invoice: Uuid) -> Result<Vec<ProductMapping>> {
    let rows = sqlx::query!(
        r#"select l.fulfillment_id, l.store_id, s.name as "store_name?", l.is_decided, sum(l.price) as "amount!"
           from provider_invoice_lines l left join stores s on s.id = l.store_id
           where l.invoice_id = $1 and l.subject = 'PRODUCT'
           group by l.fulfillment_id, l.store_id, s.name, l.is_decided
           order by l.is_decided, sum(l.price) desc, l.fulfillment_id limit $2"#,
        invoice,
        DECISIONS,
    )
    .fetch_all(&mut *db)
    .await?;
    let open = rows.iter().filter(|row| !row.is_decided);
    let open: Vec<String> = open.map(|row| row.fulfillment_id.clone()).collect();
    let mut proposals = product_proposals(db, &open).await?;
    let rows = rows.into_iter().map(|row| ProductMapping {
        proposals: proposals.remove(&row.fulfillment_id).unwrap_or_default(),
        id: row.fulfillment_id.clone(),
        sku: row.fulfillment_id,
        store_id: row.store_id,
        store_name: row.store_name,
        is_decided: row.is_decided,
        amount: row.amount,
    });
    Ok(rows.collect())
}

type Proposals = HashMap<String, Vec<MappingProposal>>;

async fn order_proposals(
    db: &mut PgConnection,
    invoice: Uuid,
    ids: &[String],
) -> Result<Proposals> {
    // Of orders that begin alike: what stands before the last digits.
    let rows = sqlx::query_as!(
        Proposed,
        r#"with ids as (select unnest($2::text[]) as id),
         alike as (
            select regexp_replace(fulfillment_id, '[0-9]+$', '') as head, store_id, count(distinct fulfillment_id) as orders
            from provider_invoice_lines where invoice_id = $1 and subject = 'ORDER' and store_id is not null group by 1, 2),
         found as (
            select ids.id, o.store_id, 'REFERENCE' as reason, 95 as certainty from ids join orders o on o.reference = ids.id
            union all select ids.id, o.store_id, 'OTHER_ID', 90 from ids join orders o on o.provider_id = ids.id
            union all select ids.id, a.store_id, 'ORDER_PREFIX', (80 * a.orders / (sum(a.orders) over (partition by ids.id)))::int
                from ids join alike a on a.head = regexp_replace(ids.id, '[0-9]+$', '') and a.head <> '')
         select distinct on (f.id, s.id) f.id as "id!", s.id as "store_id!", s.name as "store_name!",
            f.reason as "reason!: ProposalReason", f.certainty as "certainty!"
         from found f join stores s on s.id = f.store_id and s.deleted_at is null where f.certainty >= 20
         order by f.id, s.id, f.certainty desc"#,
        invoice,
        ids,
    )
    .fetch_all(db)
    .await?;
    Ok(by_id(rows))
}

async fn product_proposals(db: &mut PgConnection, skus: &[String]) -> Result<Proposals> {
    // Of SKUs that begin alike: what stands before the last hyphen.
    let rows = sqlx::query_as!(
        Proposed,
        r#"with skus as (select unnest($1::text[]) as id),
         heads as (select id, regexp_replace(id, '[^-]*$', '') as head from skus where id like '%-%'),
         stocked as (
            select h.head, v.store_id, count(distinct v.sku) as products from (select distinct head from heads) h
            join product_variants v on starts_with(v.sku, h.head) group by 1, 2),
         alike as (select h.id, s.store_id, s.products from heads h join stocked s on s.head = h.head),
         exact as (select distinct skus.id, v.store_id from skus join product_variants v on v.sku = skus.id),
         found as (
            select id, store_id, 'KNOWN_SKU' as reason, (90 / count(*) over (partition by id))::int as certainty from exact
            union all
            select id, store_id, 'SKU_PREFIX', (85 * products / (sum(products) over (partition by id)))::int from alike)
         select distinct on (f.id, s.id) f.id as "id!", s.id as "store_id!", s.name as "store_name!",
            f.reason as "reason!: ProposalReason", f.certainty as "certainty!"
         from found f join stores s on s.id = f.store_id and s.deleted_at is null where f.certainty >= 20
         order by f.id, s.id, f.certainty desc"#,
        skus,
    )
    .fetch_all(db)
    .await?;
    Ok(by_id(rows))
}

/// A store that is proposed for an id.
struct Proposed {
    id: String,
    store_id: Uuid,
    store_name: String,
    reason: ProposalReason,
    certainty: i32,
}

/// The most certain first.
fn by_id(rows: Vec<Proposed>) -> Proposals {
    let mut proposals = Proposals::new();
    for row in rows {
        let store = StoreName {
            id: row.store_id,
            name: row.store_name,
        };
        proposals.entry(row.id).or_default().push(MappingProposal {
            store,
            reason: row.reason,
            certainty: row.certainty,
        });
    }
    for of in proposals.values_mut() {
        of.sort_by_key(|proposal| std::cmp::Reverse(proposal.certainty));
    }
    proposals
}

/// Says whose ids are, and keeps the rules among it.
///
/// # Errors
/// [`Error::Invalid`]: a store is none that the caller sees, or no line has the id.
pub async fn decide(
    db: &mut PgConnection,
    scope: &Scope,
    (invoice, provider): (Uuid, &str),
    (subject, field): (Subject, &str),
    mappings: &[MappingInput],
    now: DateTime<Utc>,
) -> Result<()> {
    for (at, mapping) in mappings.iter().enumerate() {
        if let Some(store) = mapping.store_id {
            store_of(&mut *db, scope, store)
                .await
                .map_err(|error| match error {
                    Error::Invalid(_) => Error::field(format!("{field}[{at}].storeId"), "option"),
                    error => error,
                })?;
        }
        let changed = sqlx::query!(
            "update provider_invoice_lines set store_id = $5, is_decided = true
             where invoice_id = $1 and subject = $2 and order_id is null
                and case when $4 then starts_with(fulfillment_id, $3) and not is_decided else fulfillment_id = $3 end",
            invoice,
            subject.as_str(),
            mapping.fulfillment_id,
            mapping.is_prefix,
            mapping.store_id,
        )
        .execute(&mut *db)
        .await?;
        if changed.rows_affected() == 0 {
            return Err(Error::field(
                format!("{field}[{at}].fulfillmentId"),
                "option",
            ));
        }
        if mapping.is_kept {
            sqlx::query!(
                "insert into provider_mapping_rules (id, provider, subject, prefix, is_exact, store_id, author, created_at)
                 values ($1, $2, $3, $4, $5, $6, $7, $8)
                 on conflict on constraint provider_mapping_rules_key do update set store_id = excluded.store_id,
                    author = excluded.author, created_at = excluded.created_at",
                Uuid::now_v7(),
                provider,
                subject.as_str(),
                mapping.fulfillment_id,
                !mapping.is_prefix,
                mapping.store_id,
                scope.actor.name,
                now,
            )
            .execute(&mut *db)
            .await?;
        }
    }
    Ok(())
}

/// Takes the most certain proposal of what is not decided, where it is at least so certain.
pub async fn accept(
    db: &mut PgConnection,
    invoice: Uuid,
    subject: Subject,
    least: i32,
) -> Result<()> {
    let proposals = match subject {
        Subject::Order => {
            let open = unmapped_orders(&mut *db, invoice).await?.into_iter();
            let open = open.map(|order| (order.fulfillment_id, order.proposals));
            open.collect::<Vec<_>>()
        }
        _ => {
            let open = product_mappings(&mut *db, invoice).await?.into_iter();
            let open = open.filter(|product| !product.is_decided);
            open.map(|product| (product.sku, product.proposals))
                .collect()
        }
    };
    let (mut ids, mut stores) = (Vec::new(), Vec::new());
    for (id, of) in proposals {
        // Two that are as certain are none.
        let is_tied = of.len() > 1 && of[0].certainty == of[1].certainty;
        if let Some(best) = of
            .first()
            .filter(|best| best.certainty >= least && !is_tied)
        {
            ids.push(id);
            stores.push(best.store.id);
        }
    }
    sqlx::query!(
        "update provider_invoice_lines l set store_id = a.store_id, is_decided = true
         from unnest($3::text[], $4::uuid[]) as a (id, store_id)
         where l.invoice_id = $1 and l.subject = $2 and l.fulfillment_id = a.id and not l.is_decided",
        invoice,
        subject.as_str(),
        &ids,
        &stores,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Says whose lines of neither order nor product are.
///
/// # Errors
/// [`Error::Invalid`]: the store is none that the caller sees.
pub async fn decide_general(
    db: &mut PgConnection,
    scope: &Scope,
    invoice: Uuid,
    inputs: &[GeneralInput],
) -> Result<()> {
    for (at, input) in inputs.iter().enumerate() {
        if let Some(store) = input.store_id {
            store_of(&mut *db, scope, store)
                .await
                .map_err(|error| match error {
                    Error::Invalid(_) => {
                        Error::field(format!("otherServices[{at}].storeId"), "option")
                    }
                    error => error,
                })?;
        }
        sqlx::query!(
            "update provider_invoice_lines set store_id = $4, is_decided = true
             where invoice_id = $1 and subject = 'GENERAL' and ($2::uuid[] is null or id = any($2))
                and ($3::text is null or service = $3) and ($2 is not null or $3 is not null or not is_decided)",
            invoice,
            input.ids.as_deref(),
            input.service,
            input.store_id,
        )
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

/// Lines of neither order nor product, and those of them that are not decided.
pub async fn count_general(db: &mut PgConnection, invoice: Uuid) -> Result<(i64, i64)> {
    let row = sqlx::query!(
        r#"select count(*) as "total!", count(*) filter (where not is_decided) as "open!" from provider_invoice_lines
           where invoice_id = $1 and subject = 'GENERAL'"#,
        invoice,
    )
    .fetch_one(db)
    .await?;
    Ok((row.total, row.open))
}

/// The services of an invoice.
pub async fn services(db: impl PgExecutor<'_>, invoice: Uuid) -> Result<Vec<ServiceState>> {
    Ok(sqlx::query_as!(
        ServiceState,
        r#"select s.service, count(l.id) as "line_count!", coalesce(sum(l.price), 0) as "amount!", s.is_billed, s.margin
           from provider_invoice_services s
           left join provider_invoice_lines l on l.invoice_id = s.invoice_id and l.service = s.service and l.nature = 'SERVICE'
           where s.invoice_id = $1 group by s.invoice_id, s.service order by s.is_billed is not null, s.service"#,
        invoice,
    )
    .fetch_all(db)
    .await?)
}

/// Decides what services are billed on with, for the provider's next invoices too.
///
/// # Errors
/// [`Error::Invalid`]: the invoice has no such service.
pub async fn decide_services(
    db: &mut PgConnection,
    (invoice, provider): (Uuid, &str),
    services: &[ServiceInput],
) -> Result<()> {
    for (at, input) in services.iter().enumerate() {
        let changed = sqlx::query!(
            "update provider_invoice_services set is_billed = $3, margin = $4 where invoice_id = $1 and service = $2",
            invoice,
            input.service,
            input.is_billed,
            input.margin,
        )
        .execute(&mut *db)
        .await?;
        if changed.rows_affected() == 0 {
            return Err(Error::field(
                format!("serviceMargin[{at}].service"),
                "option",
            ));
        }
        sqlx::query!(
            "insert into provider_services (provider, service, is_billed, margin) values ($1, $2, $3, $4)
             on conflict (provider, service) do update set is_billed = excluded.is_billed, margin = excluded.margin",
            provider,
            input.service,
            input.is_billed,
            input.margin,
        )
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

/// The rules that are kept, of a provider or of all, the newest first.
pub async fn rules(db: impl PgExecutor<'_>, provider: Option<&str>) -> Result<Vec<MappingRule>> {
    let rows = sqlx::query!(
        r#"select r.id, r.provider, r.subject as "subject: Subject", r.prefix, r.is_exact, r.store_id, s.name as "store_name?",
            r.author, r.created_at
           from provider_mapping_rules r left join stores s on s.id = r.store_id
           where $1::text is null or r.provider = $1 order by r.created_at desc, r.id desc limit 1000"#,
        provider,
    )
    .fetch_all(db)
    .await?;
    let rules = rows.into_iter().map(|row| MappingRule {
        id: row.id,
        provider: row.provider,
        subject: row.subject,
        prefix: row.prefix,
        is_exact: row.is_exact,
        store: row
            .store_id
            .zip(row.store_name)
            .map(|(id, name)| StoreName { id, name }),
        author: row.author,
        created_at: row.created_at,
    });
    Ok(rules.collect())
}

/// Forgets a rule; what it decided stays. Tells whether there was one.
pub async fn forget_rule(db: impl PgExecutor<'_>, id: Uuid) -> Result<bool> {
    let deleted = sqlx::query!("delete from provider_mapping_rules where id = $1", id);
    Ok(deleted.execute(db).await?.rows_affected() > 0)
}
