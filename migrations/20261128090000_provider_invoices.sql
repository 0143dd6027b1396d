-- Invoices of fulfilment providers (specification, document 1, sections 2.7, 3 and 4: Fulfilment invoice; decisions F13, F14, 11,
-- 14 and 16). Amounts are euros without VAT.
create table provider_invoices (
    id uuid primary key,
    -- A plugin's id.
    provider text not null check (length(provider) between 1 and 64),
    label text not null check (length(label) between 1 and 255),
    starts_at date not null,
    ends_at date not null check (ends_at >= starts_at),
    status text not null default 'ORDER_MAPPING' check (status in ('ORDER_MAPPING', 'PRODUCT_MAPPING', 'SHIPPING_FEE_CONTROL',
        'SHIPPING_EXCEPTIONS_FEE_CONTROL', 'OTHER_SERVICES', 'SUMMARY', 'VALIDATED')),
    file_name text not null,
    sha256 bytea not null,
    -- Who reads the file, and when its lines were there; without either a problem: it was given up.
    job_id uuid,
    read_at timestamptz,
    problem text,
    line_count integer not null default 0,
    rejected_count integer not null default 0,
    -- Σ of the lines' prices.
    amount numeric not null default 0,
    -- What the rejected lines come to, as a person read them; and what the provider's own document says is due.
    rejected_amount numeric(12, 2),
    stated_amount numeric(12, 2),
    author text not null,
    validated_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    search text not null generated always as (search_text(label || ' ' || file_name)) stored
);
-- A provider's file is read once (decision 14). One that could not be read may come again.
create unique index provider_invoices_file on provider_invoices (provider, sha256) where deleted_at is null and problem is null;
create index provider_invoices_created_at on provider_invoices (created_at, id);
create index provider_invoices_starts_at on provider_invoices (starts_at, id);
create index provider_invoices_label on provider_invoices (label, id);
create index provider_invoices_search on provider_invoices using gin (search gin_trgm_ops);

-- The lines as the provider's plugin read them. Each belongs to an order, to a product or to neither, and is a store's or, without
-- one, the company's once that is decided.
create table provider_invoice_lines (
    id uuid primary key,
    invoice_id uuid not null references provider_invoices on delete cascade,
    -- In the file, from 1, the heading included.
    line integer not null,
    subject text not null check (subject in ('ORDER', 'PRODUCT', 'GENERAL')),
    -- The provider's id of the order or the product's SKU; empty: neither.
    fulfillment_id text not null,
    service text not null check (length(service) between 1 and 255),
    description text not null,
    quantity numeric,
    unit_price numeric,
    price numeric not null,
    country_code text not null,
    order_id uuid,
    store_id uuid references stores,
    is_decided boolean not null,
    -- What a line is for (specification, document 1, section 3: service categories): the order's way, what is beyond it, or another
    -- service.
    nature text not null generated always as (case
        when service ~* '^shipping - extra' then 'EXTRA'
        when service ~* '^shipping( - |$)' and service !~* 'return' then 'WAY'
        else 'SERVICE' end) stored,
    constraint provider_invoice_lines_line unique (invoice_id, line)
);
create index provider_invoice_lines_sorted_line on provider_invoice_lines (invoice_id, line, id);
create index provider_invoice_lines_sorted_price on provider_invoice_lines (invoice_id, price, id);
create index provider_invoice_lines_fulfillment_id on provider_invoice_lines (invoice_id, fulfillment_id);
create index provider_invoice_lines_store_id on provider_invoice_lines (store_id);

-- What of the file could not be read.
create table provider_invoice_rejects (
    invoice_id uuid not null references provider_invoices on delete cascade,
    position integer not null,
    line integer not null,
    -- From 1; none: the line as a whole.
    column_number integer,
    heading text not null,
    reason text not null,
    primary key (invoice_id, position)
);

-- What each service of an invoice is: what it is billed on with (F13), and whether at all; null: to be decided.
create table provider_invoice_services (
    invoice_id uuid not null references provider_invoices on delete cascade,
    service text not null,
    is_billed boolean,
    margin numeric(5, 2) not null default 0 check (margin between 0 and 100),
    primary key (invoice_id, service)
);

-- What was decided of a provider's service last, for its next invoice.
create table provider_services (
    provider text not null,
    service text not null,
    is_billed boolean not null,
    margin numeric(5, 2) not null check (margin between 0 and 100),
    primary key (provider, service)
);

-- Whose ids are that begin so, as somebody decided: for the next invoices too.
create table provider_mapping_rules (
    id uuid primary key,
    provider text not null,
    subject text not null check (subject in ('ORDER', 'PRODUCT')),
    prefix text not null check (length(prefix) between 1 and 255),
    -- The whole id.
    is_exact boolean not null,
    -- Null: the company's.
    store_id uuid references stores on delete cascade,
    author text not null,
    created_at timestamptz not null default now(),
    constraint provider_mapping_rules_key unique (provider, subject, prefix, is_exact)
);
create index provider_mapping_rules_store_id on provider_mapping_rules (store_id);

-- What an order's way cost: charged by the provider, agreed with it, asked of the store and paid by the consumer (F14).
create table provider_invoice_parcels (
    id uuid primary key,
    invoice_id uuid not null references provider_invoices on delete cascade,
    fulfillment_id text not null,
    order_id uuid,
    reference text not null,
    store_id uuid not null references stores,
    country_code text not null,
    carrier text not null,
    -- The day that its tariff is of.
    day date,
    -- What the provider charged, and what of it is beyond the way itself.
    amount numeric not null,
    extra numeric not null,
    -- What was agreed with the provider, and with the store; null: nothing was.
    agreed numeric,
    business numeric,
    consumer numeric not null,
    explanation jsonb,
    -- Why a person has to look at it.
    exception text check (exception in ('NO_TARIFF', 'EXTRA_FEE', 'AGREED_PRICE', 'UNKNOWN_WEIGHT')),
    is_selected boolean not null default true,
    -- business - consumer, or what stands in for it (F14).
    difference numeric not null,
    charged numeric not null generated always as (case
        when exception = 'EXTRA_FEE' then difference + case when is_selected then extra else 0 end
        when exception is null or is_selected then difference else 0 end) stored,
    -- What the provider charged beyond what was agreed with it.
    beyond numeric generated always as (amount - extra - agreed) stored,
    constraint provider_invoice_parcels_key unique (invoice_id, fulfillment_id),
    search text not null generated always as (search_text(reference || ' ' || fulfillment_id)) stored
);
create index provider_invoice_parcels_reference on provider_invoice_parcels (invoice_id, reference, id);
create index provider_invoice_parcels_difference on provider_invoice_parcels (invoice_id, difference, id);
create index provider_invoice_parcels_amount on provider_invoice_parcels (invoice_id, amount, id);
create index provider_invoice_parcels_beyond on provider_invoice_parcels (invoice_id, beyond, id);
create index provider_invoice_parcels_store_id on provider_invoice_parcels (store_id);
create index provider_invoice_parcels_search on provider_invoice_parcels using gin (search gin_trgm_ops);

-- What an invoice comes to by store and service. Number: which of its effects the fee is.
create table provider_invoice_sums (
    id uuid primary key,
    invoice_id uuid not null references provider_invoices on delete cascade,
    number integer not null,
    -- Null: the company's.
    store_id uuid references stores,
    service text not null,
    line_count bigint not null,
    amount numeric not null,
    charged numeric not null,
    paid_by_customer numeric not null,
    is_selected boolean not null default true,
    constraint provider_invoice_sums_number unique (invoice_id, number),
    constraint provider_invoice_sums_key unique nulls not distinct (invoice_id, store_id, service)
);
create index provider_invoice_sums_store_id on provider_invoice_sums (store_id);

-- Providers' invoices name orders by their ids there.
create index orders_provider_id on orders (provider_id, provider);
