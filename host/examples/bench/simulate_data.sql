-- Ten carriers to sixty countries in forty weight bands; twenty stores with two hundred exceptions and a thousand articles each.
insert into carriers (id, provider, code, name, fuel_surcharge)
    select gen_random_uuid(), 'bigblue', 'service-' || n, 'Carrier ' || n, n from generate_series(1, 10) n;

create temp table countries as
    select 'FR' as code, 0 as nth union all
    select chr(65 + n / 26) || chr(65 + n % 26), n + 1 from generate_series(0, 58) n;

insert into shipping_prices (id, carrier_id, country_code, min_weight, max_weight, price, valid_from)
    select gen_random_uuid(), c.id, t.code, band * 250, (band + 1) * 250,
        round((4 + band * 0.35 + random())::numeric, 2), '2020-01-01'
    from carriers c, countries t, generate_series(0, 39) band;

insert into shipping_prices (id, store_id, carrier_id, country_code, min_weight, max_weight, price, valid_from)
    select gen_random_uuid(), s.id, c.id, t.code, 0, 1000, 5.5, '2020-01-01'
    from stores s, carriers c, countries t where t.nth < 20;

with made as (
    insert into products (id, store_id, name, as_of)
        select gen_random_uuid(), s.id, n::text, now() from stores s, generate_series(0, 999) n
        returning id, store_id, name
)
insert into product_variants (id, product_id, store_id, position, sku, name, weight_grams, length_mm, width_mm, height_mm)
    select gen_random_uuid(), id, store_id, 0, 'CPSL-' || lpad(name, 6, '0') || '-0001', name,
        100 + name::integer % 700, 300, 200, 20 from made;
