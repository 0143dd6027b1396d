-- The best sold articles of a year are read without their countries, of which each month has a row an article. The audit begins with
-- its records and looks up what was sold of them, in months as in days.
alter table analytics_parts drop constraint analytics_parts_kind_check;
alter table analytics_parts add constraint analytics_parts_kind_check
    check (kind in ('COUNTRY', 'STATUS', 'HOURS', 'SOLD', 'SHIPPED', 'ARTICLE'));
comment on table analytics_parts is 'ARTICLE: months of SOLD over all countries';
insert into analytics_parts (store_id, kind, is_month, day, key, country, orders, units, net, gross)
select store_id, 'ARTICLE', true, day, key, '', sum(orders), sum(units), sum(net), sum(gross)
from analytics_parts where kind = 'SOLD' and is_month group by store_id, day, key;

drop index analytics_parts_key;
create index analytics_parts_key on analytics_parts (kind, is_month, store_id, key, day);

-- Records that charts count, by country, over such days as analytics_parts_of() is asked for; `kind`: SOLD or SHIPPED.
create function analytics_records_of(kind text, first date, after date, months date, until date, stores uuid[])
returns table (id uuid, barcode text, sku text, name text, country text, units bigint, net numeric, gross numeric)
language sql stable parallel safe as $$
    select r.id, r.barcode, r.sku, r.name, p.country, sum(p.units)::bigint, sum(p.net), sum(p.gross)
    from phonographic_products r cross join lateral (
        select p.* from analytics_parts p where p.kind = $1 and p.is_month and p.store_id = r.store_id and p.key = r.sku
            and p.day >= months and p.day < until
        union all
        select p.* from analytics_parts p where p.kind = $1 and not p.is_month and p.store_id = r.store_id and p.key = r.sku
            and p.day >= first and p.day < months
        union all
        select p.* from analytics_parts p where p.kind = $1 and not p.is_month and p.store_id = r.store_id and p.key = r.sku
            and p.day >= until and p.day < after) p
    where r.deleted_at is null and (stores is null or r.store_id = any(stores))
    group by r.id, p.country
$$;

-- Grows with whatever is counted: what a report came to holds until then.
alter table analytics_counts add column version bigint not null default 0;
