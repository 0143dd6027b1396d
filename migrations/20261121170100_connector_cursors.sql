-- Where the pull of each function of a connection stands; committed with the rows of the page that it follows.
create table connector_cursors (
    connector_id uuid not null references connectors on delete cascade,
    -- As in `[schedules]`: orders, products, inventories, bundles, inbound-shipments, tickets.
    function text not null,
    -- Where the next page begins; null before the first.
    cursor text,
    -- The number of the pass under way. Rows bear the number of the last pass that named them: what a pass over everything
    -- did not name has an older one.
    pass bigint not null default 1,
    -- When a pass last ended.
    completed_at timestamptz,
    primary key (connector_id, function)
);
insert into connector_cursors (connector_id, function, cursor, completed_at)
select id, 'orders', orders_cursor, orders_synchronized_at from connectors
where orders_cursor is not null or orders_synchronized_at is not null;
alter table connectors drop column orders_cursor, drop column orders_synchronized_at;

-- Items of a provider that could not be taken, whatever they are, with the reason; gone once a later pull brings them whole.
alter table orders_set_aside rename to items_set_aside;
alter table items_set_aside add column function text not null default 'orders';
alter table items_set_aside alter column function drop default;
alter table items_set_aside drop constraint orders_set_aside_pkey;
alter table items_set_aside add primary key (connector_id, function, provider_id);
