-- What a change of prices would have done to the orders of a period.
create table shipping_simulations (
    id uuid primary key,
    -- A plugin's id.
    provider text not null check (length(provider) between 1 and 64),
    -- As a save of the grid has them, and the day from which they would hold.
    changes jsonb not null,
    valid_from date not null,
    -- The days on which the orders first left the warehouse, both included, in Paris.
    first_day date not null,
    last_day date not null check (last_day >= first_day),
    -- None: of all stores.
    store_ids uuid[],
    -- The job that works on it; its record may be forgotten before.
    job_id uuid,
    author text not null,
    created_at timestamptz not null,
    finished_at timestamptz,
    result jsonb,
    check ((result is null) = (finished_at is null))
);
create index shipping_simulations_created_at on shipping_simulations (created_at);
