-- Orders as their providers tell them.

create table orders (
    id uuid primary key,
    store_id uuid not null references stores,
    connector_id uuid references connectors,
    -- The plugin it came through, and the provider's own id. Null: made in the portal and not pushed yet.
    provider text,
    provider_id text,
    reference text not null,
    source text not null default 'normal' check (source in ('normal', 'seeding')),
    status text not null check (status in (
        'ACTION_REQUIRED', 'BACKORDER', 'CANCELLED', 'CODE_UNSPECIFIED', 'CREATED', 'DELIVERED', 'EXCEPTION',
        'HANDED_OVER', 'IN_PREPARATION', 'PENDING', 'PICKED', 'RETURNED', 'SHIPPED')),
    -- The provider's words: its status when the portal knows none like it, and its message.
    provider_status text not null default '',
    status_message text not null default '',
    -- When the provider's record had this state. An older state never replaces a newer one.
    as_of timestamptz not null,
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    -- Σ lines, net; then what makes the total.
    subtotal numeric not null,
    tax numeric not null,
    discount numeric not null,
    shipping_price numeric not null,
    total numeric not null,
    item_count integer not null,
    customer_name text not null default '',
    country_code text not null default '',
    language text not null default '',
    shipping_method text not null default '',
    contact jsonb not null default '{}',
    shipping_address jsonb not null default '{}',
    billing_address jsonb,
    carrier text not null default '',
    tracking_number text not null default '',
    tracking_url text not null default '',
    submitted_at timestamptz not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    search text not null generated always as (search_text(
        reference || ' ' || coalesce(provider_id, '') || ' ' || customer_name || ' ' || tracking_number)) stored,
    constraint orders_provider_key unique (connector_id, provider_id)
);
-- One index a sort of the list, the id breaking ties; again below the store for those who see only some, and below the
-- status for the commonest filter.
create index orders_submitted_at on orders (submitted_at, id);
create index orders_status_submitted_at on orders (status, submitted_at, id);
create index orders_store_submitted_at on orders (store_id, submitted_at, id);
create index orders_store_status_submitted_at on orders (store_id, status, submitted_at, id);
create index orders_reference on orders (reference, id);
create index orders_store_reference on orders (store_id, reference, id);
create index orders_total on orders (total, id);
create index orders_store_total on orders (store_id, total, id);
create index orders_status on orders (status, id);
create index orders_store_status on orders (store_id, status, id);
create index orders_search on orders using gin (search gin_trgm_ops);
-- Those that can still move, for the synchronisation that asks for them by id.
create index orders_open on orders (connector_id, as_of)
    where status not in ('DELIVERED', 'RETURNED', 'CANCELLED');

create table order_lines (
    id uuid primary key,
    order_id uuid not null references orders on delete cascade,
    position integer not null,
    sku text not null,
    name text not null default '',
    quantity integer not null check (quantity >= 0),
    unit_price numeric not null,
    unit_tax numeric not null,
    -- For the whole line, once.
    discount numeric not null,
    constraint order_lines_position_key unique (order_id, position)
);
create index order_lines_sku on order_lines (sku);

create table order_shipping_lines (
    order_id uuid not null references orders on delete cascade,
    position integer not null,
    name text not null,
    price numeric not null,
    primary key (order_id, position)
);

-- Orders of a provider that could not be taken, with the reason; gone once a later pull brings them whole.
create table orders_set_aside (
    connector_id uuid not null references connectors on delete cascade,
    provider_id text not null,
    reason text not null,
    raw text not null,
    first_seen_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    primary key (connector_id, provider_id)
);
