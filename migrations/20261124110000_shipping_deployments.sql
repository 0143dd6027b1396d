-- What was set at stores' shops (specification, document 1, section 2.8: shipping-fees page): rates, their removal, markets.
create table shipping_deployments (
    id uuid primary key,
    store_id uuid not null references stores on delete cascade,
    kind text not null check (kind in ('set', 'clear', 'markets')),
    -- Who asked for it, by name.
    author text not null,
    -- Whose rates were set.
    carrier_ids uuid[] not null default '{}',
    -- What was to be there, zone by zone with its rates, and whether it was found there.
    zones jsonb not null default '[]',
    state text not null check (state in ('pending', 'done', 'partial', 'failed')),
    problem text not null default '',
    job_id uuid,
    created_at timestamptz not null,
    -- When the shop was told all of it: then it is only to be looked at.
    set_at timestamptz,
    finished_at timestamptz,
    check ((state = 'pending') = (finished_at is null))
);
create index shipping_deployments_of_store on shipping_deployments (store_id, created_at desc, id desc);
-- Of two at once neither would know what the shop is to have.
create unique index shipping_deployments_one_at_a_time on shipping_deployments (store_id) where state = 'pending';

-- Such a job is about its store.
create or replace view job_rows as
    select j.id, name, consumer, identifier, status, attempts, created_at, started_at, updated_at,
        (extract(epoch from finished_at - started_at) * 1000)::bigint as duration,
        case when progress_done is not null then jsonb_build_object(
            'done', progress_done, 'total', progress_total, 'note', progress_note) end as progress,
        error, requested_by, result, files,
        coalesce(
            (select s.name from connectors c join stores s on s.id = c.store_id where c.id = about.id),
            (select o.reference from orders o where o.id = about.id),
            (select s.name from shipping_deployments d join stores s on s.id = d.store_id where d.id = about.id)) as subject
    from jobs j
    cross join lateral (
        select case when identifier ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
            then identifier::uuid end as id) about;
