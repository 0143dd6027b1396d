-- What providers tell of a record beyond its own fields, as far as the plugin's manifest names it as a column:
-- { "<key>": "<value>" }.
alter table orders add column extra jsonb not null default '{}';
alter table order_sales add column extra jsonb not null default '{}';
alter table products add column extra jsonb not null default '{}';
alter table bundles add column extra jsonb not null default '{}';
alter table inbound_shipments add column extra jsonb not null default '{}';
alter table tickets add column extra jsonb not null default '{}';

-- The same by plugin; what was made in the portal has none.
create function extra_of(plugin text, extra jsonb) returns jsonb language sql immutable
return case when plugin is null then '{}'::jsonb else jsonb_build_object(plugin, extra) end;

-- An order may be told by two: its fulfilment, and the shop that sold it.
create view order_extra as
select o.id as order_id, extra_of(o.provider, o.extra) || extra_of(s.provider, s.extra) as extra
from orders o left join order_sales s on s.order_id = o.id;

-- With the new column.
create or replace view shown_products as
select p.* from products p left join connectors c on c.id = p.connector_id
where p.gone_at is null and (p.connector_id is null or (c.disconnected_at is null and (c.role = 'shop' or not exists (
    select from connectors s where s.store_id = p.store_id and s.role = 'shop' and s.disconnected_at is null))));
