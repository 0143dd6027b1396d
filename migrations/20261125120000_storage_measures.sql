-- What of a store lay in the warehouse in a half-month, on average in cubic metres, and what each cost (F12).
create table storage_measures (
    id uuid primary key,
    store_id uuid not null references stores,
    -- From the 1st to the 15th, or from the 16th to the month's end.
    starts_at date not null check (extract(day from starts_at) in (1, 16)),
    volume numeric(12, 3) not null check (volume >= 0),
    price numeric(12, 2) not null,
    -- Where it comes from (decision 34).
    source text not null check (source in ('MANUAL', 'IMPORT', 'PROVIDER_INVOICE', 'STOCK')),
    author text not null,
    created_at timestamptz not null default now(),
    -- A half-month is charged once.
    constraint storage_measures_key unique (store_id, starts_at)
);
create index storage_measures_starts_at on storage_measures (starts_at, id);
create index storage_measures_store_starts_at on storage_measures (store_id, starts_at, id);
