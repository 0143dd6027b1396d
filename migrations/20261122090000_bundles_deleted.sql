-- A store's own bundle that was deleted can come back for a while; its SKU is free meanwhile.
drop index bundles_own_sku_key;
create unique index bundles_own_sku_key on bundles (store_id, sku) where connector_id is null and gone_at is null;
-- Those to remove for good.
create index bundles_deleted on bundles (gone_at) where connector_id is null and gone_at is not null;
