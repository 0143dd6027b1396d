-- The best sold articles of twelve months are those of years, as far as whole ones lie in them: of each a row in place of twelve.
alter table analytics_parts alter column is_month type text collate "C" using case when is_month then 'MONTH' else 'DAY' end;
alter table analytics_parts rename column is_month to grain;
alter table analytics_parts add constraint analytics_parts_grain_check check (grain in ('DAY', 'MONTH', 'YEAR'));
comment on column analytics_parts.grain is 'What begins on day: that day, its month, or (ARTICLE alone) its year';
comment on table analytics_parts is 'ARTICLE: months of SOLD over all countries, and years of them';
insert into analytics_parts (store_id, kind, grain, day, key, country, orders, units, net, gross)
select store_id, 'ARTICLE', 'YEAR', date_trunc('year', day)::date, key, '', sum(orders), sum(units), sum(net), sum(gross)
from analytics_parts where kind = 'ARTICLE' and grain = 'MONTH' group by store_id, date_trunc('year', day), key;

create or replace function analytics_parts_of(kind text, first date, after date, months date, until date, stores uuid[])
returns setof analytics_parts language sql stable parallel safe as $$
    select p.* from analytics_parts p where p.kind = $1 and p.grain = 'MONTH' and p.day >= months and p.day < until
        and (stores is null or p.store_id = any(stores))
    union all
    select p.* from analytics_parts p where p.kind = $1 and p.grain = 'DAY' and p.day >= first and p.day < months
        and (stores is null or p.store_id = any(stores))
    union all
    select p.* from analytics_parts p where p.kind = $1 and p.grain = 'DAY' and p.day >= until and p.day < after
        and (stores is null or p.store_id = any(stores))
$$;

create or replace function analytics_records_of(kind text, first date, after date, months date, until date, stores uuid[])
returns table (id uuid, barcode text, sku text, name text, country text, units bigint, net numeric, gross numeric)
language sql stable parallel safe as $$
    select r.id, r.barcode, r.sku, r.name, p.country, sum(p.units)::bigint, sum(p.net), sum(p.gross)
    from phonographic_products r cross join lateral (
        select p.* from analytics_parts p where p.kind = $1 and p.grain = 'MONTH' and p.store_id = r.store_id and p.key = r.sku
            and p.day >= months and p.day < until
        union all
        select p.* from analytics_parts p where p.kind = $1 and p.grain = 'DAY' and p.store_id = r.store_id and p.key = r.sku
            and p.day >= first and p.day < months
        union all
        select p.* from analytics_parts p where p.kind = $1 and p.grain = 'DAY' and p.store_id = r.store_id and p.key = r.sku
            and p.day >= until and p.day < after) p
    where r.deleted_at is null and (stores is null or r.store_id = any(stores))
    group by r.id, p.country
$$;
