-- Goods on their way to a provider's warehouse, as the provider tells them; and the tickets of consumers.

create table inbound_shipments (
    id uuid primary key,
    store_id uuid not null references stores,
    connector_id uuid not null references connectors,
    -- The plugin it came through, and the provider's own id.
    provider text not null,
    provider_id text not null,
    name text not null default '',
    -- The supplier's own number.
    reference text not null default '',
    carrier text not null default '',
    warehouse text not null default '',
    status text not null check (status in (
        'DRAFT', 'TRANSMITTED', 'OFFLOADING', 'COMPLETE', 'ARCHIVED', 'CANCELLED', 'CODE_UNSPECIFIED')),
    -- The provider's own word, where the portal knows no status like it.
    provider_status text not null default '',
    expected_at timestamptz,
    -- Σ units.
    expected_units bigint not null,
    offloaded_units bigint not null,
    damaged_units bigint not null,
    -- When the provider's record had this state. An older state never replaces a newer one.
    as_of timestamptz not null,
    -- SHA-256 of what was told, without its time: told again unchanged, nothing but `as_of` is written.
    digest bytea not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    search text not null generated always as (search_text(
        provider_id || ' ' || name || ' ' || reference || ' ' || carrier)) stored,
    constraint inbound_shipments_provider_key unique (connector_id, provider_id)
);
create index inbound_shipments_store on inbound_shipments (store_id);
-- One index a sort of the list, the id breaking ties.
create index inbound_shipments_expected_at on inbound_shipments (expected_at, id);
create index inbound_shipments_name on inbound_shipments (name, id);
create index inbound_shipments_status on inbound_shipments (status, id);
create index inbound_shipments_updated_at on inbound_shipments (updated_at, id);
create index inbound_shipments_search on inbound_shipments using gin (search gin_trgm_ops);

create table inbound_units (
    id uuid primary key,
    shipment_id uuid not null references inbound_shipments on delete cascade,
    sku text not null,
    expected integer not null check (expected >= 0),
    offloaded integer not null check (offloaded >= 0),
    damaged integer not null check (damaged >= 0),
    -- Whose it is by the mappings; null: nobody mapped it, it is the store's.
    organization_id uuid references organizations on delete set null,
    constraint inbound_units_sku_key unique (shipment_id, sku)
);
create index inbound_units_organization on inbound_units (organization_id) where organization_id is not null;

-- Which SKUs of a shipment belong to which organization. Deleted ones stay for the history.
create table inbound_bindings (
    id uuid primary key,
    shipment_id uuid not null references inbound_shipments on delete cascade,
    organization_id uuid not null references organizations on delete cascade,
    -- The beginning of SKUs; `*` stands for anything: `CPSL-*-0001`.
    expression text not null check (length(expression) between 1 and 50),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz
);
create unique index inbound_bindings_expression_key on inbound_bindings (shipment_id, expression)
    where deleted_at is null;
create index inbound_bindings_organization on inbound_bindings (organization_id) where deleted_at is null;

-- Who reaches a shipment: those of its store, and those of an organization that a mapping names.
create view inbound_reach as
    select id as shipment_id, store_id as owner_id from inbound_shipments
    union all
    select shipment_id, organization_id from inbound_bindings where deleted_at is null;

-- The organizations of a shipment: its store's, and those that mappings name.
create view inbound_organizations as
    select i.id as shipment_id, so.organization_id
    from inbound_shipments i join store_organizations so on so.store_id = i.store_id
    union
    select shipment_id, organization_id from inbound_bindings where deleted_at is null;

create table tickets (
    id uuid primary key,
    store_id uuid not null references stores,
    connector_id uuid not null references connectors,
    -- The plugin it came through, and the provider's own id.
    provider text not null,
    provider_id text not null,
    subject text not null default '',
    status text not null check (status in ('OPEN', 'SNOOZED', 'CLOSED', 'TRASHED', 'CODE_UNSPECIFIED')),
    -- The provider's own word, where the portal knows no status like it.
    provider_status text not null default '',
    customer_name text not null default '',
    customer_email text not null default '',
    assignee text not null default '',
    tags text[] not null default '{}',
    channel text not null default '',
    url text not null default '',
    -- Messages that the consumer can read and an agent wrote: what is charged.
    agent_messages integer not null check (agent_messages >= 0),
    -- All of them, notes included.
    messages integer not null check (messages >= 0),
    -- How many agent messages were charged so far, and for how much in euros without VAT (F6).
    invoiced_messages_count integer not null default 0 check (invoiced_messages_count >= 0),
    invoiced_amount numeric not null default 0 check (invoiced_amount >= 0),
    -- The provider's times.
    opened_at timestamptz not null,
    closed_at timestamptz,
    as_of timestamptz not null,
    digest bytea not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    search text not null generated always as (search_text(
        provider_id || ' ' || subject || ' ' || customer_name || ' ' || customer_email || ' ' || assignee)) stored,
    constraint tickets_provider_key unique (connector_id, provider_id)
);
-- One index a sort of the list, the id breaking ties; again below the store for those who see only some.
create index tickets_opened_at on tickets (opened_at, id);
create index tickets_store_opened_at on tickets (store_id, opened_at, id);
create index tickets_closed_at on tickets (closed_at, id);
create index tickets_store_closed_at on tickets (store_id, closed_at, id);
create index tickets_subject on tickets (subject, id);
create index tickets_store_subject on tickets (store_id, subject, id);
create index tickets_agent_messages on tickets (agent_messages, id);
create index tickets_store_agent_messages on tickets (store_id, agent_messages, id);
create index tickets_search on tickets using gin (search gin_trgm_ops);
-- What is to be charged: few among many.
create index tickets_to_invoice on tickets (store_id, opened_at, id)
    where status = 'CLOSED' and agent_messages > invoiced_messages_count;
