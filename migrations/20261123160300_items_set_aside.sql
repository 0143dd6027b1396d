-- What is set aside is looked after by people: what is wrong in which field, how often it came, whether it is ignored, and
-- whether it can be taken again as it is kept. What lies there from before says so once it comes again.
alter table items_set_aside
    add column id uuid not null default gen_random_uuid(),
    add column code text not null default 'rejected',
    add column field text not null default '',
    -- Whether `raw` is the contract's record, all of it.
    add column whole boolean not null default false,
    -- SHA-256 of what was reported but its time.
    add column digest bytea not null default '',
    add column seen integer not null default 1,
    -- Ignored until something else is reported of it.
    add column ignored_at timestamptz,
    add column search text not null generated always as (search_text(provider_id || ' ' || field || ' ' || reason)) stored;
create unique index items_set_aside_id on items_set_aside (id);
create index items_set_aside_last_seen_at on items_set_aside (last_seen_at, id);
create index items_set_aside_first_seen_at on items_set_aside (first_seen_at, id);
create index items_set_aside_search on items_set_aside using gin (search gin_trgm_ops);

-- Those of connections in use, with whose they are.
create view set_aside_rows as
    select i.id, i.connector_id, i.function, i.provider_id, i.code, i.field, i.reason, i.first_seen_at, i.last_seen_at,
        i.seen, i.ignored_at, i.search, case when i.ignored_at is null then 'OPEN' else 'IGNORED' end as state,
        c.plugin, c.store_id
    from items_set_aside i join connectors c on c.id = i.connector_id and c.disconnected_at is null;
