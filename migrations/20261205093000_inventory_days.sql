-- How many there were of a SKU in a warehouse at the end of each day on which that changed: until the next one it stays so.
create table inventory_days (
    connector_id uuid not null references connectors on delete cascade,
    sku text not null,
    -- Of Paris.
    day date not null,
    available bigint not null,
    in_warehouse bigint not null,
    reserved bigint not null,
    damaged bigint not null,
    primary key (connector_id, sku, day)
);
-- Those to forget.
create index inventory_days_day on inventory_days (day);
-- It begins with what is known.
insert into inventory_days (connector_id, sku, day, available, in_warehouse, reserved, damaged)
select connector_id, sku, (least(as_of, now()) at time zone 'Europe/Paris')::date, available, in_warehouse, reserved, damaged
from inventories;

-- Which bundles hold an article.
create index bundle_components_sku on bundle_components (sku);
