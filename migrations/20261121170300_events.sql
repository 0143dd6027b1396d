-- What a job brought for whoever asked for it, and the files it wrote: [{ "id", "name", "size" }].
alter table jobs add column result jsonb;
alter table jobs add column files jsonb not null default '[]';
create or replace view job_rows as
    select id, name, consumer, identifier, status, attempts, created_at, started_at, updated_at,
        (extract(epoch from finished_at - started_at) * 1000)::bigint as duration,
        case when progress_done is not null then jsonb_build_object(
            'done', progress_done, 'total', progress_total, 'note', progress_note) end as progress,
        error, requested_by, result, files
    from jobs;

-- What providers sent by themselves, as it came.
create table webhook_events (
    id uuid primary key,
    plugin text not null,
    connector_id uuid not null references connectors,
    -- From the header that the manifest names; empty when it names none.
    topic text not null,
    -- [[name, value]], names in lower case, the signature left out
    headers jsonb not null,
    body bytea not null,
    -- The provider's id of it, or the body's hash: an event is kept once.
    dedupe_key text not null,
    received_at timestamptz not null,
    state text not null default 'PENDING' check (state in ('PENDING', 'DONE', 'FAILED', 'DROPPED')),
    attempts integer not null default 0,
    error text,
    -- When it was done, given up or dropped.
    ended_at timestamptz,
    search text not null generated always as (search_text(plugin || ' ' || topic || ' ' || coalesce(error, ''))) stored,
    constraint webhook_events_once unique (connector_id, dedupe_key)
);
create index webhook_events_received_at on webhook_events (received_at desc, id desc);
create index webhook_events_state on webhook_events (state, received_at desc, id desc);
create index webhook_events_search on webhook_events using gin (search gin_trgm_ops);

-- Where a pull stood on each of the last days: reconciling goes over everything since again.
create table pull_checkpoints (
    connector_id uuid not null references connectors,
    function text not null,
    day date not null,
    cursor text not null,
    primary key (connector_id, function, day)
);
