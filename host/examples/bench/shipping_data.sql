-- 100 carriers of one provider, 60 countries and 40 weight bands each; 500 stores with 200 prices of their own each; one of
-- them has an article and 100,000 orders, so that nothing is planned for empty tables.
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

create temporary table bench_orders as
select gen_random_uuid() as id, store_id, 'ORDER-' || n as reference, n from products, generate_series(1, 100000) n;
insert into orders (id, store_id, reference, source, status, as_of, currency, subtotal, tax, discount, shipping_price, total,
    item_count, customer_name, country_code, language, shipping_method, contact, shipping_address, submitted_at, seen_at, skus)
select id, store_id, reference, 'seeding', 'CREATED', to_timestamp(0), 'EUR', 8, 0, 8, 6.69, 11.69, 1, 'Zoé Martin', 'FR', 'fr',
    'Carrier 1', '{"name": "Zoé Martin"}', '{"city": "Paris", "address1": "1 rue de la Paix"}',
    now() - interval '1 year' * n / 100000, now(), 'BENC-000001-0001' from bench_orders;
insert into order_lines (id, order_id, position, sku, name, quantity, unit_price, unit_tax, discount)
select gen_random_uuid(), id, 0, 'BENC-000001-0001', 'Hoodie', 1, 8, 0, 8 from bench_orders;
insert into manual_orders (order_id, store_id, reference, author, is_free, is_company_purchase, seeding_cost, carrier_id,
    carrier_code, state)
select o.id, o.store_id, o.reference, 'Bench', false, false, 5, c.id, c.code, 'UNCONNECTED'
from bench_orders o, carriers c where c.name = 'Carrier 1';
insert into audit_entries (id, actor_name, entity, entity_id, action, changes)
select gen_random_uuid(), 'Bench', 'order', id, 'create', '[]' from bench_orders;
