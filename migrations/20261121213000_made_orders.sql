-- Orders made in the portal. Their row of `orders` is there from the first moment, with what the store pays for them as its
-- total (F3); the connection and the provider's id come once they are handed over, by whoever knows first: the answer or
-- a pull.
create table made_orders (
    order_id uuid primary key references orders on delete cascade,
    -- As its order's, which do not change: what people call it is unique in a store.
    store_id uuid not null,
    reference text not null,
    -- Who made it, as they were called then.
    author text not null,
    is_free boolean not null,
    is_company_purchase boolean not null,
    -- The store's when the order was made (F4), whether it is waived or not.
    seeding_cost numeric not null,
    -- The carrier's service in the provider's words; empty: the provider's choice.
    carrier_id text not null default '',
    -- FAILED: given up until somebody asks again. UNCONNECTED: the store had no fulfilment provider.
    state text not null check (state in ('PENDING', 'PUSHED', 'FAILED', 'UNCONNECTED')),
    -- Why the last try failed, in the provider's words; empty: it did not.
    problem text not null default '',
    -- The record of the job that hands it over, the last one.
    job_id uuid,
    -- Tries of which it is not known that they left nothing at the provider; with whom, and since when.
    tries integer not null default 0,
    connector_id uuid references connectors on delete cascade,
    first_tried_at timestamptz,
    pushed_at timestamptz,
    constraint made_orders_reference_key unique (store_id, reference)
);

-- What the store is paid for one of an article that is bought from it; null: nobody buys it.
alter table order_lines add column to_charge numeric;
