-- What every domain stands on: the audit trail, idempotency keys, jobs, the outbox.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- What a search compares: lower case, without accents. Immutable (unaccent itself is only stable, as its dictionary
-- could be exchanged), so that generated columns and indexes may use it.
create function search_text(value text) returns text
    language sql immutable parallel safe strict
    return lower(public.unaccent('public.unaccent', value));

-- The pattern that finds a word anywhere in a search column. What is special in a pattern is taken literally; escaped
-- last, as unaccent may bring such characters forth.
create function search_pattern(word text) returns text
    language sql immutable parallel safe strict
    return '%' || regexp_replace(search_text(word), '([\\%_])', '\\\1', 'g') || '%';

-- Who changed what and when, field by field. Written in the transaction of the change, never altered.
create table audit_entries (
    id uuid primary key,
    at timestamptz not null default now(),
    -- Null: the system itself (a job, a migration); `actor_name` says which.
    actor_id uuid,
    actor_name text not null,
    entity text not null,
    entity_id uuid not null,
    -- create, update, delete, or the business word: issue, ship, synchronize …
    action text not null,
    -- [{ "field", "before", "after" }]
    changes jsonb not null default '[]',
    request_id text
);
create index audit_entries_entity on audit_entries (entity, entity_id, at desc, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
    raise exception '% is append-only', tg_table_name;
end $$;
create trigger audit_entries_append_only before update or delete or truncate on audit_entries
    for each statement execute function refuse_change();

-- The answer to a POST that carried an Idempotency-Key: the same key gets the same answer for a day.
create table idempotency_keys (
    user_id uuid not null,
    key text not null check (length(key) between 1 and 200),
    -- SHA-256 of method, path and body: the same key for another request is refused.
    request_hash bytea not null,
    status integer,
    body jsonb,
    created_at timestamptz not null default now(),
    primary key (user_id, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);

-- The record of each background work, beside the queue that runs it.
create table jobs (
    id uuid primary key,
    -- What is done: orders.synchronize
    name text not null,
    -- Who does it: the plugin's id, or the domain.
    consumer text not null,
    -- On what: the connector, the export …; one job of a name and identifier is pending at a time.
    identifier text not null,
    status text not null default 'PENDING' check (status in ('PENDING', 'COMPLETED', 'FAILED')),
    attempts integer not null default 0,
    progress_done bigint,
    progress_total bigint,
    progress_note text,
    error text,
    requested_by uuid,
    created_at timestamptz not null default now(),
    started_at timestamptz,
    finished_at timestamptz,
    updated_at timestamptz not null default now()
);
create unique index jobs_one_pending on jobs (name, identifier) where status = 'PENDING';
create index jobs_created_at on jobs (created_at desc, id desc);
create index jobs_name on jobs (name, created_at desc, id desc);

-- Mails to send, sent, or (no SMTP configured) kept for the developer page.
create table mails (
    id uuid primary key,
    recipient text not null,
    template text not null,
    language text not null check (language in ('fr', 'en')),
    subject text not null,
    body_text text not null,
    body_html text not null,
    status text not null default 'queued' check (status in ('queued', 'sent', 'failed', 'kept')),
    error text,
    created_at timestamptz not null default now(),
    sent_at timestamptz
);
create index mails_created_at on mails (created_at desc, id desc);
create index mails_recipient on mails (recipient, created_at desc);
