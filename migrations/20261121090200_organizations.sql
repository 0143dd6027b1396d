-- Merchants: an organization and its stores.

create table organizations (
    id uuid primary key,
    name text not null check (length(name) between 1 and 255),
    identifier_number text not null default '',
    tax_number text not null default '',
    address jsonb not null default '{}',
    archived_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    search text not null generated always as (search_text(name || ' ' || identifier_number)) stored
);
create index organizations_name on organizations (name, id);
create index organizations_search on organizations using gin (search gin_trgm_ops);

create table stores (
    id uuid primary key,
    name text not null check (length(name) between 1 and 255),
    -- Defaults: specification, document 1, section 3 (Store).
    seeding_cost numeric not null default 5 check (seeding_cost >= 0),
    ticket_cost numeric not null default 2.6 check (ticket_cost >= 0),
    return_cost numeric not null default 2.6 check (return_cost >= 0),
    shipping_margin numeric not null default 5 check (shipping_margin between 0 and 100),
    shipping_additional_cost numeric not null default 0.65 check (shipping_additional_cost >= 0),
    archived_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    search text not null generated always as (search_text(name)) stored
);
create unique index stores_name_key on stores (lower(name));
create index stores_sorted_name on stores (name, id);
create index stores_search on stores using gin (search gin_trgm_ops);

create table store_organizations (
    store_id uuid not null references stores on delete cascade,
    organization_id uuid not null references organizations on delete cascade,
    ownership_percentage numeric not null default 100 check (ownership_percentage between 0 and 100),
    primary key (store_id, organization_id)
);
create index store_organizations_organization on store_organizations (organization_id);

create table factories (
    id uuid primary key,
    name text not null check (length(name) between 1 and 255),
    country_code text not null default 'TR' check (length(country_code) = 2),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);
create unique index factories_name_key on factories (lower(name));

-- What a user is confined to. An admin has no rows here: theirs is everything that their permissions name.
create table user_organizations (
    user_id uuid not null references users on delete cascade,
    organization_id uuid not null references organizations on delete cascade,
    -- The first is the default (decision 4).
    position integer not null default 0,
    primary key (user_id, organization_id)
);
create table user_stores (
    user_id uuid not null references users on delete cascade,
    store_id uuid not null references stores on delete cascade,
    primary key (user_id, store_id)
);
create table user_factories (
    user_id uuid not null references users on delete cascade,
    factory_id uuid not null references factories on delete cascade,
    position integer not null default 0,
    primary key (user_id, factory_id)
);

-- A store's connection to a provider, spoken to by a plugin.
create table connectors (
    id uuid primary key,
    store_id uuid not null references stores,
    role text not null check (role in ('shop', 'fulfillment', 'support')),
    -- The plugin's id: the specification's connector type.
    plugin text not null,
    -- Everything of the plugin's settings that is no secret.
    settings jsonb not null default '{}',
    -- The secrets, sealed (see host/src/secrets.rs); null when there are none.
    secrets bytea,
    -- Where the next pull of orders goes on; committed with the rows of the page that it follows.
    orders_cursor text,
    orders_synchronized_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    -- Kept when disconnected: orders keep their business key, a new connection of the same account takes up from here.
    disconnected_at timestamptz
);
create unique index connectors_one_a_role on connectors (store_id, role) where disconnected_at is null;
create index connectors_plugin on connectors (plugin) where disconnected_at is null;

-- The memory of plugins (wit/store.wit). The nil UUID stands for the plugin as a whole.
create table plugin_store (
    plugin text not null,
    connector_id uuid not null,
    key text not null,
    value bytea not null,
    updated_at timestamptz not null default now(),
    primary key (plugin, connector_id, key)
);
