-- What stores are charged (specification, document 1, section 3: Fee, Recurring charge, Commission): each fee with its cause.
create table fees (
    id uuid primary key,
    store_id uuid not null references stores,
    -- The day it is of, in Paris: an invoice takes those of its period (decision 26).
    initiated_at date not null,
    type text not null check (length(type) between 1 and 255),
    category text not null check (category in ('LOGISTICS', 'OTHER', 'PRODUCTION', 'RETURN', 'SEEDING', 'SHIPPING',
        'SHIPPINGFEES_SUPPLEMENT', 'SOFTWARE', 'STORAGE', 'TICKET')),
    description text not null check (length(description) between 1 and 255),
    -- Euros without VAT: what it costs the company, and what the store is charged. Below zero it is paid back.
    internal_amount numeric(12, 2) not null,
    customer_amount numeric(12, 2) not null,
    -- Who made it, by name.
    author text not null,
    cause text not null default 'MANUAL' check (cause in ('MANUAL', 'CHARGE', 'TICKET', 'SEEDING', 'RETURN', 'STORAGE',
        'SHIPPING', 'PROVIDER_INVOICE')),
    -- The recurring charge, order, ticket or row that it comes from, and which of its effects it is: a charge's period, the
    -- messages of a ticket that were charged before.
    cause_id uuid,
    cause_part integer,
    -- Of a fee for a period that begins on `initiated_at`: its last day.
    ends_at date check (ends_at >= initiated_at),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    search text not null generated always as (search_text(type || ' ' || description)) stored,
    check ((cause = 'MANUAL') = (cause_id is null) and (cause_id is null) = (cause_part is null)),
    -- An effect happens once. A fee that was deleted stays here if something brought it about, so that it does not again.
    constraint fees_cause_key unique (cause_id, cause, cause_part)
);
create index fees_initiated_at on fees (initiated_at, id);
create index fees_store_initiated_at on fees (store_id, initiated_at, id);
create index fees_category_initiated_at on fees (category, initiated_at, id);
create index fees_store_category_initiated_at on fees (store_id, category, initiated_at, id);
create index fees_cause on fees (cause, initiated_at, id);
create index fees_created_at on fees (created_at, id);
create index fees_store_created_at on fees (store_id, created_at, id);
create index fees_customer_amount on fees (customer_amount, id);
create index fees_store_customer_amount on fees (store_id, customer_amount, id);
create index fees_type on fees (type, id);
create index fees_store_type on fees (store_id, type, id);
create index fees_search on fees using gin (search gin_trgm_ops);

create table charges (
    id uuid primary key,
    store_id uuid not null references stores,
    -- The first day of the first period, and the last day on which one begins.
    started_at date not null,
    ended_at date check (ended_at >= started_at),
    type text not null check (length(type) between 1 and 255),
    category text not null check (category in ('LOGISTICS', 'OTHER', 'PRODUCTION', 'RETURN', 'SEEDING', 'SHIPPING',
        'SHIPPINGFEES_SUPPLEMENT', 'SOFTWARE', 'STORAGE', 'TICKET')),
    description text not null check (length(description) between 1 and 255),
    period integer not null default 1 check (period between 1 and 1000),
    period_type text not null default 'MONTH' check (period_type in ('DAY', 'MONTH')),
    author text not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    search text not null generated always as (search_text(type || ' ' || description)) stored
);
create index charges_started_at on charges (started_at, id);
create index charges_store_started_at on charges (store_id, started_at, id);
create index charges_created_at on charges (created_at, id);
create index charges_store_created_at on charges (store_id, created_at, id);
create index charges_type on charges (type, id);
create index charges_store_type on charges (store_id, type, id);
create index charges_search on charges using gin (search gin_trgm_ops);

-- What a period costs that begins on this day or later. A price that changes holds from the next period on.
create table charge_prices (
    charge_id uuid not null references charges on delete cascade,
    valid_from date not null,
    internal_amount numeric(12, 2) not null,
    customer_amount numeric(12, 2) not null,
    primary key (charge_id, valid_from)
);

-- When a charge rests: periods that begin from the first day on, and before the last, cost nothing. Without a last day it
-- rests until somebody resumes it.
create table charge_pauses (
    charge_id uuid not null references charges on delete cascade,
    paused_at date not null,
    resumed_at date check (resumed_at >= paused_at),
    primary key (charge_id, paused_at)
);
create unique index charge_pauses_one_open on charge_pauses (charge_id) where resumed_at is null;

create table commissions (
    id uuid primary key,
    store_id uuid not null references stores,
    -- Both days included.
    start_at date not null,
    end_at date check (end_at >= start_at),
    -- The part of the net sales that the rate is of.
    min_amount numeric(12, 2) not null default 0 check (min_amount >= 0),
    max_amount numeric(12, 2) check (max_amount > min_amount),
    -- Percent.
    rate numeric(5, 2) not null default 20 check (rate between 0 and 100),
    author text not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    -- Of a store and day, each euro has one rate (decision 20).
    constraint commissions_overlap exclude using gist (
        store_id with =,
        daterange(start_at, end_at, '[]') with &&,
        numrange(min_amount, max_amount) with &&
    ) where (deleted_at is null)
);
create index commissions_start_at on commissions (start_at, id);
create index commissions_store_start_at on commissions (store_id, start_at, id);
create index commissions_created_at on commissions (created_at, id);
create index commissions_store_created_at on commissions (store_id, created_at, id);
create index commissions_rate on commissions (rate, id);
create index commissions_store_rate on commissions (store_id, rate, id);
create index commissions_min_amount on commissions (min_amount, id);
create index commissions_store_min_amount on commissions (store_id, min_amount, id);
