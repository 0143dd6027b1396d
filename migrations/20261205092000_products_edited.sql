-- Products made in the portal are archived, deleted and brought back: the SKUs of a deleted one are free meanwhile.
alter table products add column archived_at timestamptz;
alter table product_variants add column is_gone boolean not null default false;
drop index product_variants_own_sku_key;
create unique index product_variants_own_sku_key on product_variants (store_id, sku)
    where connector_id is null and not is_gone;
-- Those to remove for good.
create index products_deleted on products (gone_at) where connector_id is null and gone_at is not null;

-- With the new column.
create or replace view shown_products as
select p.* from products p left join connectors c on c.id = p.connector_id
where p.gone_at is null and (p.connector_id is null or (c.disconnected_at is null and (c.role = 'shop' or not exists (
    select from connectors s where s.store_id = p.store_id and s.role = 'shop' and s.disconnected_at is null))));

-- The same; and who measured what it weighs, where that is the fulfilment side.
create or replace view shown_variants as
select v.id, v.product_id, v.store_id, v.connector_id, v.provider_id, v.position, v.sku, v.name, v.title, v.ean, v.price,
    v.price_currency, v.customs_value, v.customs_currency, v.tariff_number, v.origin_country, v.customs_description,
    v.options, v.search, coalesce(f.weight_grams, v.weight_grams) as weight_grams,
    case when f.volume is null then v.length_mm else f.length_mm end as length_mm,
    case when f.volume is null then v.width_mm else f.width_mm end as width_mm,
    case when f.volume is null then v.height_mm else f.height_mm end as height_mm,
    coalesce(f.volume, v.volume) as volume,
    p.archived_at,
    case when f.weight_grams is not null or f.volume is not null then f.plugin end as measured_by
from product_variants v join shown_products p on p.id = v.product_id
left join lateral (
    select w.weight_grams, w.length_mm, w.width_mm, w.height_mm, w.volume, c.plugin
    from product_variants w join connectors c on c.id = w.connector_id
    where w.store_id = v.store_id and w.sku = v.sku and c.role = 'fulfillment' and c.disconnected_at is null
    limit 1
) f on true;
