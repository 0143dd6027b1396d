-- Twenty stores of very different sizes; orders over two years; names, statuses and numbers spread as in real life.
create function pg_temp.uuid_at(at timestamptz) returns uuid language sql volatile as $$
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' ||
            substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid
$$;
select setseed(0.5);

insert into organizations (id, name) select pg_temp.uuid_at(now()), name
    from unnest(array['Single', 'Group', 'All']) name;
insert into stores (id, name) select pg_temp.uuid_at(now()), 'Store ' || n from generate_series(1, 20) n;
insert into store_organizations (store_id, organization_id)
    select s.id, o.id from (select id, row_number() over (order by id) as n from stores) s
    join organizations o on o.name = 'All' or o.name = 'Single' and s.n = 7 or o.name = 'Group' and s.n in (4, 9, 14);

-- Indexes and foreign keys are made again, as they were, once the rows are there.
create temp table made_again as
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as statement
    from pg_index where indrelid = 'orders'::regclass
        and not exists (select from pg_constraint where conindid = indexrelid);
do $$ declare name text; begin
    for name in select m.name from made_again m loop execute 'drop index ' || name; end loop;
end $$;
alter table order_lines drop constraint order_lines_order_id_fkey;

create temp table lexicon as select
    array['Camille', 'Léa', 'Zoé', 'Inès', 'Chloé', 'Jules', 'Louis', 'Noé', 'Maël', 'Anaïs', 'Hugo', 'Théo'] as first,
    array(select initcap(a || b || c) from unnest(array['mar', 'ber', 'du', 'le', 'ro', 'gar', 'pe', 'mo', 'fa', 'cha']) a,
        unnest(array['ti', 'na', 'fè', 'bo', 'li', 'ca', 'ré', 'ma', 'so', 'vi']) b,
        unnest(array['n', 'rd', 'vre', 'nt', 'ux', 'lle', 'ron', 'ge', 't', 's']) c) as last,
    array(select id from stores order by id) as stores,
    -- Of a hundred.
    string_to_array(repeat('DELIVERED,', 70) || repeat('SHIPPED,', 9) || repeat('RETURNED,', 4) ||
        repeat('CANCELLED,', 4) || repeat('HANDED_OVER,', 3) || repeat('IN_PREPARATION,', 3) || repeat('PENDING,', 3) ||
        'PICKED,CREATED,BACKORDER,EXCEPTION', ',') as statuses;

insert into orders (id, store_id, provider, provider_id, reference, source, status, as_of, currency, subtotal, tax,
        discount, shipping_price, total, item_count, customer_name, country_code, tracking_number, submitted_at, contact,
        shipping_address)
    select pg_temp.uuid_at(at), store, 'bigblue', 'MUSIX' || lpad(n::text, 8, '0'), '#' || (100000 + n),
        case when random() < 0.03 then 'seeding' else 'normal' end, status, at, 'EUR', total - 6.9, 0, 0, 6.9, total,
        1 + n % 4, customer, 'FR', tracking, at, jsonb_build_object('name', customer,
            'email', replace(search_text(customer), ' ', '.') || n || '@' || (array['gmail.com', 'orange.fr'])[1 + n % 2],
            'phone', '+33 6 ' || lpad((n::bigint * 7919 % 100000000)::text, 8, '0')),
        jsonb_build_object('city', 'Ville' || n % 5000)
    from (select n, now() - interval '2 years' * (1 - n / :orders.0) as at,
            -- The first stores have most of the orders.
            stores[1 + floor(20 * random() ^ 2)] as store, statuses[1 + floor(random() * 100)] as status,
            first[1 + floor(random() * 12)] || ' ' || case
                -- One name in a few orders, one in half a hundredth of all.
                when n % 200000 = 77777 then 'Wyszyńska'
                when random() < 0.005 then 'Martin'
                else last[1 + floor(random() * 1000)] end as customer,
            '8R' || lpad(floor(random() * 1e11)::text, 11, '0') as tracking,
            round((10 + random() * 90)::numeric, 2) as total
        from lexicon, generate_series(1, :orders) n) made;

insert into order_lines (id, order_id, position, sku, quantity, unit_price, unit_tax, discount)
    select gen_random_uuid(), o.id, line, 'CPSL-' || lpad((('x' || substr(md5(o.id::text), line, 4))::bit(16)::integer % 1000)::text, 6, '0') || '-0001', 1, 10, 2, 0
    from orders o cross join lateral generate_series(1, o.item_count) line;
update orders o set skus = l.skus
    from (select order_id, string_agg(distinct sku, ' ') as skus from order_lines group by order_id) l where l.order_id = o.id;

do $$ declare statement text; begin
    for statement in select m.statement from made_again m loop execute statement; end loop;
end $$;
alter table order_lines add foreign key (order_id) references orders on delete cascade;
