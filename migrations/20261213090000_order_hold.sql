-- What the provider's words on an order's status mean, by the phrases that its plugin names; null: none of them.
alter table orders add column meaning text
    check (meaning in ('ADDRESS', 'ADDRESS_UNCONFIRMED', 'STOCK', 'TRANSIT'));

-- Why an order does not go on, from what its row says; null: it does, or has ended. One that no provider has was made in the
-- portal, and refused.
create function order_hold(status text, provider_id text, shipped_at timestamptz, meaning text) returns text
language sql immutable parallel safe
return case
    when status = 'BACKORDER' then 'STOCK'
    when status = 'ACTION_REQUIRED' and provider_id is null then 'REFUSED'
    when status in ('ACTION_REQUIRED', 'EXCEPTION')
        then coalesce(meaning, case when shipped_at is null then 'OTHER' else 'TRANSIT' end)
end;

create index orders_hold on orders (order_hold(status, provider_id, shipped_at, meaning), submitted_at, id)
    where order_hold(status, provider_id, shipped_at, meaning) is not null;
create index orders_stuck on orders (connector_id) where status in ('BACKORDER', 'ACTION_REQUIRED', 'EXCEPTION');
