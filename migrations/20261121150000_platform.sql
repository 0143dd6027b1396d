-- What every later domain stands on: people, organizations and stores to their full extent, files, exports, views, notes.

-- A deleted record stays for a while, so that the deletion can be undone; then it goes for good.
alter table users add column deleted_at timestamptz;
drop index users_email_key;
create unique index users_email_key on users (email) where deleted_at is null;
alter table users add column search text not null
    generated always as (search_text(display_name || ' ' || email)) stored;
create index users_search on users using gin (search gin_trgm_ops);
create index users_display_name on users (display_name, id);
create index users_email on users (email, id);
create index users_last_login_at on users (last_login_at, id);
create index users_created_at on users (created_at, id);
create index user_organizations_organization on user_organizations (organization_id);
create index user_factories_factory on user_factories (factory_id);

-- Links and sessions are shown to their owner, who names them by these.
alter table sign_in_links add column id uuid not null default gen_random_uuid();
create unique index sign_in_links_id on sign_in_links (id);

-- A file in the object store. It belongs to a record, or for a day to nobody (an upload that is not used yet).
create table files (
    id uuid primary key,
    -- As its owner called it; shown and given to whoever downloads it.
    name text not null check (length(name) between 1 and 255),
    -- Where it lies in the object store: uploads/{userId}/{time}-{slug}
    path text not null,
    -- By its content, never by its name.
    media_type text not null,
    size bigint not null check (size between 1 and 99999999999),
    sha256 bytea not null,
    -- organization, store, order …; with entity_id the record that it belongs to.
    entity text,
    entity_id uuid,
    -- What it is to that record: contract, attachment, message, export.
    kind text not null,
    created_by uuid,
    created_at timestamptz not null default now(),
    expires_at timestamptz,
    deleted_at timestamptz,
    constraint files_path_key unique (path),
    check ((entity is null) = (entity_id is null))
);
create index files_entity on files (entity, entity_id, kind, created_at) where entity is not null;
create index files_to_sweep on files (created_at)
    where entity is null or expires_at is not null or deleted_at is not null;

alter table organizations add column deleted_at timestamptz;
-- Prices agreed with the merchant: [{ "type", "price" }] and [{ "min", "max", "units", "price" }], without VAT.
alter table organizations add column returns jsonb not null default '[]';
alter table organizations add column storages jsonb not null default '[]';
create index organizations_created_at on organizations (created_at, id);

alter table stores add column deleted_at timestamptz;
-- [{ "type", "url" }] and [{ "name", "price", "unit" }]
alter table stores add column links jsonb not null default '[]';
alter table stores add column charges jsonb not null default '[]';
drop index stores_name_key;
create unique index stores_name_key on stores (lower(name)) where deleted_at is null;
create index stores_created_at on stores (created_at, id);

-- A list as somebody likes to see it.
create table list_views (
    id uuid primary key,
    owner_id uuid not null references users on delete cascade,
    list text not null check (length(list) between 1 and 60),
    name text not null check (length(name) between 1 and 60),
    -- { "search", "orderBy", "filters" }, as in a cursor
    query jsonb not null,
    -- Whom else it is shown to.
    shared_with text check (shared_with in ('admin', 'customer', 'factory')),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);
create index list_views_owner on list_views (owner_id, list);
create index list_views_shared on list_views (list, shared_with) where shared_with is not null;

-- What people say about a record, with files; and what happened to it, where a screen tells it in that stream.
create table log_entries (
    id uuid primary key,
    -- The record, of the kind `entity`.
    entity text not null,
    relation_id uuid not null,
    action text not null,
    -- { "message" } or what belongs to the action
    data jsonb not null default '{}',
    user_id uuid,
    user_name text not null,
    created_at timestamptz not null default now(),
    deleted_at timestamptz
);
create index log_entries_relation on log_entries (relation_id, created_at desc, id desc) where deleted_at is null;

-- Who a user is and what they are confined to, for every request.
create view user_scopes as
    select u.id, u.display_name, u.role, u.permissions, u.owner, u.locale,
        array(select organization_id from user_organizations where user_id = u.id order by position) as organizations,
        array(select s.store_id from user_stores s where s.user_id = u.id and exists (
            select from store_organizations o join user_organizations m using (organization_id)
            where o.store_id = s.store_id and m.user_id = u.id)) as stores,
        array(select factory_id from user_factories where user_id = u.id order by position) as factories
    from users u where u.deleted_at is null;
