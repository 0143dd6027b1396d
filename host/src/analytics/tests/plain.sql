-- What reports of $1 (stores; null: all) from $2 to $3 tell, from the orders, tickets and fees themselves.
with vat as (
    select o.*, (o.submitted_at at time zone 'Europe/Paris')::date as placed_on, (o.shipped_at at time zone 'Europe/Paris')::date as left_on,
        o.status <> 'CANCELLED' and o.source = 'normal' as is_sold, o.currency = 'EUR' as is_euro,
        exists (select from manual_orders m where m.order_id = o.id) as is_manual
    from orders o where $1::uuid[] is null or o.store_id = any($1)),
-- What is made in the portal carries no VAT; of what a shop told without taxes, France's 20 % are in.
net as (
    select v.*, is_manual or tax <> 0 as is_net,
        case when is_manual then total when tax <> 0 then total - tax when country_code = 'FR' then round(total / 1.2, 2) else total end as ex,
        case when not (is_manual or tax <> 0) and country_code = 'FR' then round(shipping_price / 1.2, 2) else shipping_price end as shipping_ex,
        case when not (is_manual or tax <> 0) and country_code = 'FR' then round(discount / 1.2, 2) else discount end as discount_ex
    from vat v),
placed as (select * from net where placed_on between $2 and $3),
lines as (
    select n.id as order_id, n.store_id, n.placed_on, n.left_on, n.country_code, n.is_euro, l.sku, l.quantity,
        case when is_net then l.quantity * l.unit_price - l.discount when country_code = 'FR' then
            round((l.quantity * (l.unit_price + l.unit_tax) - l.discount) / 1.2, 2)
            else l.quantity * (l.unit_price + l.unit_tax) - l.discount end as net,
        l.quantity * (l.unit_price + l.unit_tax) - l.discount as gross
    from net n join order_lines l on l.order_id = n.id where n.is_sold and l.quantity > 0),
audited as (
    select basis, r.barcode, r.name, r.sku, l.country_code, day, quantity, is_euro, net, gross
    from phonographic_products r join lines l on l.store_id = r.store_id and l.sku = r.sku,
        lateral (values ('SOLD', placed_on), ('SHIPPED', left_on)) b (basis, day)
    where r.deleted_at is null and day between $2 and $3),
records as (
    select basis, barcode, name, sku, country_code, sum(quantity) as quantity, coalesce(sum(net) filter (where is_euro), 0) as net,
        coalesce(sum(gross) filter (where is_euro), 0) as gross
    from audited group by 1, 2, 3, 4, 5)
select json_build_object(
    'figures', (select json_build_object(
        'commerceOrders', count(*) filter (where is_sold), 'seedingOrders', count(*) filter (where status <> 'CANCELLED' and source = 'seeding'),
        'cancelledOrders', count(*) filter (where status = 'CANCELLED'), 'foreignOrders', count(*) filter (where is_sold and not is_euro),
        'articles', coalesce(sum(item_count) filter (where status <> 'CANCELLED'), 0),
        'netSales', coalesce(sum(ex - shipping_ex) filter (where is_sold and is_euro), 0),
        'discounts', coalesce(sum(discount_ex) filter (where is_sold and is_euro), 0),
        'shipping', coalesce(sum(shipping_ex) filter (where is_sold and is_euro), 0),
        'taxes', coalesce(sum(total - ex) filter (where is_sold and is_euro), 0),
        'totalSales', coalesce(sum(total) filter (where is_sold and is_euro), 0),
        'tickets', (select count(*) from tickets where ($1::uuid[] is null or store_id = any($1))
            and (opened_at at time zone 'Europe/Paris')::date between $2 and $3),
        'fees', (select coalesce(sum(customer_amount), 0) from fees where ($1::uuid[] is null or store_id = any($1))
            and initiated_at between $2 and $3 and deleted_at is null)) from placed),
    'delivered', (select coalesce(sum(item_count) filter (where status = 'DELIVERED'), 0) from placed),
    'messages', (select coalesce(sum(agent_messages), 0) from tickets where ($1::uuid[] is null or store_id = any($1))
        and (opened_at at time zone 'Europe/Paris')::date between $2 and $3),
    'hours', (select percentile_disc(0.5) within group (order by round(business_hours(submitted_at, shipped_at))) from placed
        where shipped_at > created_at and status <> 'CANCELLED'),
    'statuses', (select coalesce(json_object_agg(status, orders), '{}') from (select status, count(*) as orders from placed group by 1) s),
    'countries', (select coalesce(json_object_agg(country_code, row), '{}') from (
        select country_code, json_build_object('orders', count(*), 'articles', sum(item_count),
            'netSales', coalesce(sum(ex - shipping_ex) filter (where is_euro), 0)) as row
        from placed where is_sold group by 1) c),
    'products', (select coalesce(json_object_agg(store_id || ' ' || sku, row), '{}') from (
        select store_id, sku, json_build_object('orders', count(distinct order_id), 'quantity', sum(quantity),
            'netSale', coalesce(sum(net) filter (where is_euro), 0)) as row
        from lines where placed_on between $2 and $3 group by 1, 2) p),
    'audits', (select json_object_agg(basis, json_build_object(
        'quantity', (select coalesce(sum(quantity), 0) from records r where r.basis = b.basis),
        'priceExVat', (select coalesce(sum(net), 0) from records r where r.basis = b.basis),
        'productCount', (select count(*) from records r where r.basis = b.basis),
        'products', (select coalesce(json_object_agg(barcode || ' ' || country_code, json_build_object('quantity', quantity, 'sku', sku,
            'product', name, 'priceExVat', net, 'price', gross)), '{}') from records r where r.basis = b.basis),
        'countries', (select coalesce(json_object_agg(country_code, row), '{}') from (
            select country_code, json_build_object('quantity', sum(quantity), 'priceExVat', sum(net)) as row
            from records r where r.basis = b.basis group by 1) c),
        'groups', (select coalesce(json_object_agg(first || ' ' || name, row), '{}') from (
            select min(barcode) as first, min(name) as name, json_build_array(sum(quantity), count(distinct country_code), sum(net),
                count(distinct barcode), count(distinct name)) as row from records r where r.basis = b.basis group by barcode) g),
        'names', (select coalesce(json_object_agg(first || ' ' || name, row), '{}') from (
            select min(barcode) as first, min(name) as name, json_build_array(sum(quantity), count(distinct country_code), sum(net),
                count(distinct barcode), count(distinct name)) as row from records r where r.basis = b.basis group by name) g),
        -- A week of charts ends with its Thursday.
        'weeks', (select coalesce(json_object_agg(week, units), '{}') from (
            select day - (extract(dow from day)::integer + 2) % 7 as week, sum(quantity) as units
            from audited a where a.basis = b.basis group by 1) w)))
        from (values ('SOLD'), ('SHIPPED')) b (basis)))
