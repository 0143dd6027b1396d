-- One sale, told by two: the shop that took the order and the fulfilment provider that ships it. The row of `orders` is
-- the fulfilment's, with its status and tracking; what the consumer paid in it is the shop's. This is the shop's order.
create table order_sales (
    order_id uuid primary key references orders on delete cascade,
    connector_id uuid not null references connectors,
    -- The plugin it came through, and the shop's own id.
    provider text not null,
    provider_id text not null,
    reference text not null,
    status text not null,
    -- Where a person sees it at the shop; empty when unknown.
    url text not null default '',
    as_of timestamptz not null,
    digest bytea not null,
    constraint order_sales_provider_key unique (connector_id, provider_id)
);
-- Where a person sees the order at its provider; empty when unknown.
alter table orders add column provider_url text not null default '';
