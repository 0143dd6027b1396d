-- The orders of the list's benchmark as reports need them: to ten countries, most of them left the warehouse some hours after they
-- came; of a thousand SKUs three hundred are records that charts count.
update orders set shipped_at = submitted_at + random() * interval '4 days', created_at = submitted_at,
    country_code = (array['FR', 'FR', 'FR', 'FR', 'DE', 'BE', 'ES', 'IT', 'GB', 'US'])[1 + floor(random() * 10)]
    where status not in ('CANCELLED', 'PENDING', 'CREATED', 'BACKORDER', 'EXCEPTION');
insert into phonographic_products (id, store_id, name, sku, barcode)
    select gen_random_uuid(), s.id, 'Record ' || n, 'CPSL-' || lpad(n::text, 6, '0') || '-0001', lpad((3760000000000 + n)::text, 13, '0')
    from (select id, row_number() over (order by id) as at from stores) s, generate_series(0, 999) n where n % 20 = s.at and s.at < 7;
