-- When the provider last told of an order, whatever it told: those it no longer lists are asked for by id.
alter table orders add column seen_at timestamptz not null default now();
-- SHA-256 of what was told, without its time: an order told again unchanged costs one small write. Empty: unknown.
alter table orders add column digest bytea not null default '';

-- `as_of` and `seen_at` move with every pull: in no index, and with room on the page, that write stays cheap (HOT).
drop index orders_open;
create index orders_open on orders (connector_id, provider_id)
    where status not in ('DELIVERED', 'RETURNED', 'CANCELLED');
alter table orders set (fillfactor = 85);
