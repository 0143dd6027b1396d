-- Shipping (specification, document 1, section 3: Carrier, Carrier price, Store shipping exception, Provider-pricing settings;
-- decisions F1, F2 and 32).
create extension if not exists btree_gist;

create table carriers (
    id uuid primary key,
    -- A plugin's id.
    provider text not null check (length(provider) between 1 and 64),
    -- The service at the provider, as its orders name it; empty: the provider chooses.
    code text not null default '' check (length(code) <= 200),
    name text not null check (length(name) between 1 and 255),
    -- Percent, as it is now; of other days: carrier_fuel.
    fuel_surcharge numeric not null default 0 check (fuel_surcharge between 0 and 1000),
    -- Its name for consumers, by language.
    translations jsonb not null default '{}',
    -- Working days that a parcel takes.
    min_days integer check (min_days between 0 and 365),
    max_days integer check (max_days between 0 and 365),
    archived_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    search text not null generated always as (search_text(name || ' ' || code)) stored,
    check (min_days <= max_days)
);
create unique index carriers_name_key on carriers (provider, lower(name)) where deleted_at is null;
create index carriers_sorted_name on carriers (name, id);
create index carriers_created_at on carriers (created_at, id);
create index carriers_search on carriers using gin (search gin_trgm_ops);

-- What the surcharge was, from which day on.
create table carrier_fuel (
    carrier_id uuid not null references carriers on delete cascade,
    valid_from date not null,
    percent numeric not null check (percent between 0 and 1000),
    primary key (carrier_id, valid_from)
);

-- Price books: the grid (no store), and what single stores agreed on instead of it. A band holds weights above its minimum up to
-- and including its maximum, in grams.
create table shipping_prices (
    id uuid primary key,
    store_id uuid references stores on delete cascade,
    -- Which price book: the store's, or the grid, whose id is nil.
    book uuid not null generated always as (coalesce(store_id, '00000000-0000-0000-0000-000000000000')) stored,
    carrier_id uuid not null references carriers on delete cascade,
    country_code text not null check (length(country_code) = 2),
    min_weight integer not null check (min_weight >= 0),
    max_weight integer not null check (max_weight > min_weight),
    -- Euros without VAT.
    price numeric not null check (price >= 0),
    valid_from date not null,
    -- The first day on which it holds no more; none: open.
    valid_until date check (valid_until > valid_from),
    -- On no day two prices for one weight.
    constraint shipping_prices_overlap exclude using gist (
        book with =,
        carrier_id with =,
        country_code with =,
        int4range(min_weight, max_weight, '(]') with &&,
        daterange(valid_from, valid_until) with &&
    )
);
create index shipping_prices_by_weight on shipping_prices (book, carrier_id, country_code, max_weight);

alter table stores add column shipping_discount numeric not null default 0 check (shipping_discount between 0 and 100);

-- What a store pays a provider's parcels more, and which providers it ships with; without a row: with those it is connected to.
create table store_shipping_providers (
    store_id uuid not null references stores on delete cascade,
    provider text not null check (length(provider) between 1 and 64),
    supplement_percent numeric not null default 0 check (supplement_percent between 0 and 100),
    enabled boolean not null,
    primary key (store_id, provider)
);

-- What consumers pay on shipping, by where it goes; a country without a row has France's.
create table destination_vat (
    country_code text primary key check (length(country_code) = 2),
    percent numeric not null check (percent between 0 and 100)
);
insert into destination_vat values ('FR', 20);

-- Orders that are made in the portal: the carrier, its code as the provider was told, and the quote as it was.
alter table manual_orders rename column carrier_id to carrier_code;
alter table manual_orders add column carrier_id uuid references carriers;
alter table manual_orders add column quote jsonb;
create index manual_orders_carrier on manual_orders (carrier_id) where carrier_id is not null;
