-- What providers' invoices of the last months leave open, as it was found last: orders that none of them bills, and what they bill
-- that nobody can tell why. Found anew as a whole; a gap's id follows from what it is.
create table provider_gaps (
    id uuid primary key,
    provider text not null,
    kind text not null check (kind in ('UNBILLED', 'BILLED_TWICE', 'CANCELLED', 'UNKNOWN', 'STORAGE_WITHOUT_STOCK')),
    -- That bills it; of what is billed twice, the later one and the first.
    invoice_id uuid references provider_invoices on delete cascade,
    first_invoice_id uuid references provider_invoices on delete cascade,
    order_id uuid,
    store_id uuid references stores on delete cascade,
    -- The provider's id of the order, or the SKU.
    fulfillment_id text not null,
    reference text not null,
    service text not null,
    -- When the order left, or the last day of the invoice.
    day date not null,
    -- Euros without VAT: what was billed, or what an order costs on average where nothing was.
    amount numeric not null,
    search text not null generated always as (search_text(reference || ' ' || fulfillment_id)) stored
);
create index provider_gaps_day on provider_gaps (day, id);
create index provider_gaps_amount on provider_gaps (amount, id);
create index provider_gaps_provider on provider_gaps (provider);
create index provider_gaps_store_id on provider_gaps (store_id);
create index provider_gaps_invoice_id on provider_gaps (invoice_id);
create index provider_gaps_first_invoice_id on provider_gaps (first_invoice_id);
create index provider_gaps_search on provider_gaps using gin (search gin_trgm_ops);

-- When a provider's were looked for last.
create table provider_gap_searches (
    provider text primary key,
    found_at timestamptz not null
);

-- Lines are searched by what stands in them.
alter table provider_invoice_lines
    add column search text not null generated always as (search_text(fulfillment_id || ' ' || service || ' ' || description)) stored;
create index provider_invoice_lines_search on provider_invoice_lines using gin (search gin_trgm_ops);
