-- 100 carriers of one provider, 60 countries and 40 weight bands each; 500 stores with 200 prices of their own each; one of
-- them has an article.
insert into carriers (id, provider, code, name, fuel_surcharge)
select gen_random_uuid(), 'bigblue', 'service-' || n, 'Carrier ' || n, n % 12 from generate_series(1, 100) n;

create temporary table bench_countries as
select row_number() over () - 1 as place, code from unnest(string_to_array(
    'FR DE BE ES IT LU NL AT PT IE BG CY CZ DK EE FI GR HR HU LT LV MT PL RO SE SI SK CH GB NO IS LI MC SM AD VA RS BA ME MK AL '
    'MD UA TR GE AM AZ CA US MX BR AR CL CO PE JP KR AU NZ SG', ' ')) code;

insert into shipping_prices (id, carrier_id, country_code, min_weight, max_weight, price, valid_from)
select gen_random_uuid(), c.id, k.code, (b - 1) * 500, b * 500, 3 + b * 0.35 + k.place * 0.1, '2026-01-01'
from carriers c, bench_countries k, generate_series(1, 40) b;

insert into stores (id, name) select gen_random_uuid(), 'Bench ' || n from generate_series(1, 500) n;
insert into store_shipping_providers (store_id, provider, supplement_percent, enabled) select id, 'bigblue', 2, true from stores;
insert into shipping_prices (id, store_id, carrier_id, country_code, min_weight, max_weight, price, valid_from)
select gen_random_uuid(), s.id, c.id, k.code, 0, 5000, 4.20, '2026-01-01'
from stores s, (select id, row_number() over (order by name) as place from carriers) c, bench_countries k
where c.place <= 5 and k.place < 40;

insert into products (id, store_id, name, as_of)
select gen_random_uuid(), id, 'Hoodie', now() from stores where name = 'Bench 1';
insert into product_variants (id, product_id, store_id, position, sku, name, weight_grams, length_mm, width_mm, height_mm)
select gen_random_uuid(), p.id, p.store_id, 0, 'BENC-000001-0001', 'Hoodie', 550, 300, 250, 60 from products p;
