-- What a store's orders cost at each time: one is charged what its store's did when it was submitted (F4, F5), whatever that
-- costs since.
create table store_costs (
    store_id uuid not null references stores on delete cascade,
    valid_from timestamptz not null,
    seeding_cost numeric not null,
    return_cost numeric not null,
    primary key (store_id, valid_from)
);
insert into store_costs (store_id, valid_from, seeding_cost, return_cost)
    select id, '-infinity', seeding_cost, return_cost from stores;

create function keep_store_costs() returns trigger language plpgsql as $$
begin
    if tg_op = 'UPDATE' then
        if (new.seeding_cost, new.return_cost) = (old.seeding_cost, old.return_cost) then
            return null;
        end if;
    end if;
    insert into store_costs (store_id, valid_from, seeding_cost, return_cost)
    values (new.id, case tg_op when 'INSERT' then '-infinity' else clock_timestamp() end, new.seeding_cost, new.return_cost);
    return null;
end $$;

create trigger stores_costs after insert or update of seeding_cost, return_cost on stores
    for each row execute function keep_store_costs();

-- Those that bring a fee once they have left.
create index orders_seeding_shipped_at on orders (shipped_at, id) where source = 'seeding' and shipped_at is not null;
