-- Figures of stores by days in Paris, counted from orders, tickets and fees as these change, so that a report of a year reads
-- thousands of rows instead of millions.

-- Days of work: Monday to Friday but for France's public holidays (labour code, article L3133-1). `before` counts those since the
-- first day here, so that the hours between two moments are a subtraction.
create table business_days (
    day date primary key,
    is_business boolean not null,
    before integer not null
);
insert into business_days (day, is_business, before)
with years as (
    select y, y % 19 as a, y / 100 as b, y % 100 as c from generate_series(2010, 2100) y),
-- Easter Sunday by the anonymous Gregorian rule (Nature, 1876; Meeus, Astronomical Algorithms, chapter 8).
moons as (
    select y, a, b, c, (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30 as h from years),
weeks as (
    select y, a, h, (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7 as l from moons),
easters as (
    select y, make_date(y, (h + l - 7 * ((a + 11 * h + 22 * l) / 451) + 114) / 31,
        (h + l - 7 * ((a + 11 * h + 22 * l) / 451) + 114) % 31 + 1) as easter
    from weeks),
holidays as (
    select easter + moved as day from easters, unnest(array[1, 39, 50]) moved
    union
    select make_date(y, month, number) from years,
        (values (1, 1), (5, 1), (5, 8), (7, 14), (8, 15), (11, 1), (11, 11), (12, 25)) fixed (month, number)),
days as (
    select day::date as day, extract(isodow from day) < 6 and day::date not in (select h.day from holidays h) as is_business
    from generate_series(timestamp '2010-01-01', timestamp '2100-12-31', interval '1 day') day)
select day, is_business, count(*) filter (where is_business) over (order by day) - is_business::integer from days;

-- Hours of work between two moments: 24 a business day in Paris, whatever its clock does that day (decision 22).
create function business_hours(since timestamptz, until timestamptz) returns numeric language sql stable parallel safe as $$
    select case when until <= since then 0 else (e.before - b.before) * 24
        + case when e.is_business then extract(epoch from (until at time zone 'Europe/Paris') - e.day) / 3600 else 0 end
        - case when b.is_business then extract(epoch from (since at time zone 'Europe/Paris') - b.day) / 3600 else 0 end end
    from business_days b, business_days e
    where b.day = (since at time zone 'Europe/Paris')::date and e.day = (until at time zone 'Europe/Paris')::date
$$;

create function paris_day(at timestamptz) returns date language sql immutable parallel safe as $$
    select (at at time zone 'Europe/Paris')::date
$$;

-- Days of stores that have to be counted again. Only added to by whoever changes something, so that nobody waits for anybody.
create table analytics_changes (
    id bigint generated always as identity primary key,
    store_id uuid not null,
    day date not null
);

-- A day of a store. Amounts are euros; orders in other currencies count, their amounts do not.
create table analytics_days (
    store_id uuid not null references stores on delete cascade,
    day date not null,
    -- Orders submitted that day: sold, given away, cancelled of either.
    commerce integer not null,
    seeding integer not null,
    cancelled integer not null,
    -- Of those sold: in another currency than euros.
    foreign_orders integer not null,
    -- Units in orders that are not cancelled, and in those of them that were delivered.
    articles bigint not null,
    delivered_articles bigint not null,
    -- Of what was sold: net sales without VAT, what was given off, what consumers paid for shipping, both without VAT, VAT, and all of it.
    net numeric not null,
    discounts numeric not null,
    shipping numeric not null,
    taxes numeric not null,
    total numeric not null,
    -- Tickets opened that day, and the messages in them that an agent wrote.
    tickets integer not null,
    messages bigint not null,
    -- What the store is charged of that day, without VAT.
    fees numeric not null,
    primary key (store_id, day)
);
create index analytics_days_day on analytics_days (day);

-- A day of a store, or a month, by one thing: COUNTRY, STATUS, HOURS (whole business hours from the order to its leaving the
-- warehouse, of those seen before they left), SOLD (a SKU and a country, by the day of the order), SHIPPED (the same, by the day it left).
create table analytics_parts (
    store_id uuid not null references stores on delete cascade,
    kind text not null check (kind in ('COUNTRY', 'STATUS', 'HOURS', 'SOLD', 'SHIPPED')),
    -- Whether it is the month that begins on `day`.
    is_month boolean not null,
    day date not null,
    key text not null,
    country text not null default '',
    orders bigint not null,
    units bigint not null,
    -- Without VAT, and with it, in euros.
    net numeric not null,
    gross numeric not null,
    primary key (kind, is_month, store_id, day, key, country)
);
create index analytics_parts_day on analytics_parts (kind, is_month, day);
-- The weeks of few SKUs among many.
create index analytics_parts_key on analytics_parts (kind, store_id, key, day) where not is_month;

-- Of the days from `first` to before `after` what months from `months` to before `until` have whole, and the days around them. No
-- month is whole: `months` and `until` are `after`. Null stores: all.
create function analytics_parts_of(kind text, first date, after date, months date, until date, stores uuid[])
returns setof analytics_parts language sql stable parallel safe as $$
    select p.* from analytics_parts p where p.kind = $1 and p.is_month and p.day >= months and p.day < until
        and (stores is null or p.store_id = any(stores))
    union all
    select p.* from analytics_parts p where p.kind = $1 and not p.is_month and p.day >= first and p.day < months
        and (stores is null or p.store_id = any(stores))
    union all
    select p.* from analytics_parts p where p.kind = $1 and not p.is_month and p.day >= until and p.day < after
        and (stores is null or p.store_id = any(stores))
$$;

-- What was counted when, and what the nightly recount of days drawn at random found to be otherwise.
create table analytics_counts (
    is_only boolean primary key default true check (is_only),
    -- Everything that was committed before is counted.
    counted_at timestamptz,
    checked_at timestamptz,
    checked_days integer not null default 0,
    -- [{"storeId", "day"}]
    differences jsonb not null default '[]'
);
insert into analytics_counts default values;

create function note_order_changes() returns trigger language plpgsql as $$
begin
    if tg_op = 'INSERT' then
        insert into analytics_changes (store_id, day)
        select distinct store_id, d.day from added, lateral (values (paris_day(submitted_at)), (paris_day(shipped_at))) d (day)
        where d.day is not null;
    elsif tg_op = 'DELETE' then
        insert into analytics_changes (store_id, day)
        select distinct r.store_id, d.day from removed r join stores s on s.id = r.store_id,
            lateral (values (paris_day(r.submitted_at)), (paris_day(r.shipped_at))) d (day)
        where d.day is not null;
    else
        -- What was told again unchanged changes nothing.
        insert into analytics_changes (store_id, day)
        select distinct d.store_id, d.day from removed r join added a on a.id = r.id,
            lateral (values (r.store_id, paris_day(r.submitted_at)), (r.store_id, paris_day(r.shipped_at)),
                (a.store_id, paris_day(a.submitted_at)), (a.store_id, paris_day(a.shipped_at))) d (store_id, day)
        where d.day is not null and
            (r.store_id, r.submitted_at, r.shipped_at, r.status, r.source, r.country_code, r.currency, r.tax, r.discount,
                r.shipping_price, r.total, r.item_count)
            is distinct from
            (a.store_id, a.submitted_at, a.shipped_at, a.status, a.source, a.country_code, a.currency, a.tax, a.discount,
                a.shipping_price, a.total, a.item_count);
    end if;
    return null;
end $$;
create trigger orders_analytics_insert after insert on orders
    referencing new table as added for each statement execute function note_order_changes();
create trigger orders_analytics_update after update on orders
    referencing old table as removed new table as added for each statement execute function note_order_changes();
create trigger orders_analytics_delete after delete on orders
    referencing old table as removed for each statement execute function note_order_changes();

-- Lines change with their order's amounts as a rule, but not always: another SKU, a price beside a discount.
create function note_line_changes() returns trigger language plpgsql as $$
begin
    insert into analytics_changes (store_id, day)
    select distinct o.store_id, d.day
    from (select distinct order_id from changed) c join orders o on o.id = c.order_id,
        lateral (values (paris_day(o.submitted_at)), (paris_day(o.shipped_at))) d (day)
    where d.day is not null;
    return null;
end $$;
create trigger order_lines_analytics_insert after insert on order_lines
    referencing new table as changed for each statement execute function note_line_changes();
create trigger order_lines_analytics_update after update on order_lines
    referencing new table as changed for each statement execute function note_line_changes();
create trigger order_lines_analytics_delete after delete on order_lines
    referencing old table as changed for each statement execute function note_line_changes();
-- What is made in the portal carries no VAT: its row comes after its order's.
create trigger manual_orders_analytics_insert after insert on manual_orders
    referencing new table as changed for each statement execute function note_line_changes();

create function note_ticket_changes() returns trigger language plpgsql as $$
begin
    if tg_op <> 'INSERT' then
        insert into analytics_changes (store_id, day)
        select distinct r.store_id, paris_day(r.opened_at) from removed r join stores s on s.id = r.store_id;
    end if;
    if tg_op <> 'DELETE' then
        insert into analytics_changes (store_id, day) select distinct store_id, paris_day(opened_at) from added;
    end if;
    return null;
end $$;
create trigger tickets_analytics_insert after insert on tickets
    referencing new table as added for each statement execute function note_ticket_changes();
create trigger tickets_analytics_update after update on tickets
    referencing old table as removed new table as added for each statement execute function note_ticket_changes();
create trigger tickets_analytics_delete after delete on tickets
    referencing old table as removed for each statement execute function note_ticket_changes();

create function note_fee_changes() returns trigger language plpgsql as $$
begin
    if tg_op <> 'INSERT' then
        insert into analytics_changes (store_id, day)
        select distinct r.store_id, r.initiated_at from removed r join stores s on s.id = r.store_id;
    end if;
    if tg_op <> 'DELETE' then
        insert into analytics_changes (store_id, day) select distinct store_id, initiated_at from added;
    end if;
    return null;
end $$;
create trigger fees_analytics_insert after insert on fees
    referencing new table as added for each statement execute function note_fee_changes();
create trigger fees_analytics_update after update on fees
    referencing old table as removed new table as added for each statement execute function note_fee_changes();
create trigger fees_analytics_delete after delete on fees
    referencing old table as removed for each statement execute function note_fee_changes();

-- Everything that has been here before.
insert into analytics_changes (store_id, day)
select store_id, paris_day(submitted_at) from orders
union select store_id, paris_day(shipped_at) from orders where shipped_at is not null
union select store_id, paris_day(opened_at) from tickets
union select store_id, initiated_at from fees;
