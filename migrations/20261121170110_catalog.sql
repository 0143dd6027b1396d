-- What stores sell: products with their variants, stock by SKU, bundles. Told by providers, or made in the portal.

create table products (
    id uuid primary key,
    store_id uuid not null references stores,
    -- Null: made in the portal, and not (yet) known to a provider.
    connector_id uuid references connectors,
    provider_id text,
    name text not null,
    description text not null default '',
    -- https://…, the provider's; or the file that was uploaded.
    image_url text not null default '',
    image_id uuid,
    url text not null default '',
    -- The SKUs and EANs of its variants, for the search.
    codes text not null default '',
    -- When the provider's record had this state. An older state never replaces a newer one.
    as_of timestamptz not null,
    -- SHA-256 of what was told, without its time; empty: unknown.
    digest bytea not null default '',
    -- The last pass of the pull that named it (see connector_cursors).
    pass bigint not null default 0,
    -- The provider has it no more; it comes back when it is named again.
    gone_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    search text not null generated always as (search_text(name || ' ' || codes)) stored,
    constraint products_provider_key unique (connector_id, provider_id),
    check ((connector_id is null) = (provider_id is null))
);
create index products_name on products (name, id);
create index products_store_name on products (store_id, name, id);
create index products_updated_at on products (updated_at, id);
create index products_store_updated_at on products (store_id, updated_at, id);
create index products_search on products using gin (search gin_trgm_ops);
alter table products set (fillfactor = 85);

create table product_variants (
    id uuid primary key,
    product_id uuid not null references products on delete cascade,
    -- As its product's.
    store_id uuid not null references stores,
    connector_id uuid references connectors,
    provider_id text not null default '',
    position integer not null,
    sku text not null,
    -- The product's name; what tells this variant from the others.
    name text not null,
    title text not null default '',
    ean text not null default '',
    -- What a consumer pays, tax included as the provider keeps it; and the customs value.
    price numeric,
    price_currency text not null default '',
    customs_value numeric,
    customs_currency text not null default '',
    tariff_number text not null default '',
    origin_country text not null default '',
    customs_description text not null default '',
    -- [[name, value], …]
    options jsonb not null default '[]',
    weight_grams integer check (weight_grams >= 0),
    length_mm integer check (length_mm >= 0),
    width_mm integer check (width_mm >= 0),
    height_mm integer check (height_mm >= 0),
    -- m³, exact.
    volume numeric generated always as (length_mm::numeric * width_mm * height_mm * 0.000000001) stored,
    search text not null generated always as (search_text(name || ' ' || title || ' ' || sku || ' ' || ean)) stored,
    constraint product_variants_sku_key unique (connector_id, sku)
);
create unique index product_variants_own_sku_key on product_variants (store_id, sku) where connector_id is null;
create index product_variants_product on product_variants (product_id, position);
create index product_variants_sku on product_variants (sku, id);
create index product_variants_store_sku on product_variants (store_id, sku, id);
create index product_variants_name on product_variants (name, id);
create index product_variants_store_name on product_variants (store_id, name, id);
create index product_variants_search on product_variants using gin (search gin_trgm_ops);

create table inventories (
    connector_id uuid not null references connectors,
    store_id uuid not null references stores,
    sku text not null,
    available bigint not null,
    in_warehouse bigint not null,
    reserved bigint not null,
    damaged bigint not null,
    as_of timestamptz not null,
    pass bigint not null default 0,
    primary key (connector_id, sku)
);
create index inventories_store_sku on inventories (store_id, sku);
alter table inventories set (fillfactor = 85);

create table bundles (
    id uuid primary key,
    store_id uuid not null references stores,
    -- Null: a bundle of the store's, made in the portal.
    connector_id uuid references connectors,
    provider_id text,
    sku text not null,
    name text not null check (length(name) between 1 and 1000),
    -- [[name, value], …]
    options jsonb not null default '[]',
    as_of timestamptz not null,
    digest bytea not null default '',
    pass bigint not null default 0,
    gone_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    search text not null generated always as (search_text(name || ' ' || sku)) stored,
    constraint bundles_provider_key unique (connector_id, provider_id),
    check ((connector_id is null) = (provider_id is null))
);
create unique index bundles_own_sku_key on bundles (store_id, sku) where connector_id is null;
create index bundles_name on bundles (name, id);
create index bundles_store_name on bundles (store_id, name, id);
create index bundles_sku on bundles (sku, id);
create index bundles_store_sku on bundles (store_id, sku, id);
create index bundles_search on bundles using gin (search gin_trgm_ops);

create table bundle_components (
    bundle_id uuid not null references bundles on delete cascade,
    position integer not null,
    -- The way to buy the bundle that it is in; empty: in every one.
    variant text not null default '',
    sku text not null,
    name text not null default '',
    quantity integer not null check (quantity >= 1),
    -- The variant's id at the shop; empty when unknown.
    external_variant_id text not null default '',
    primary key (bundle_id, position)
);

-- The rule of host/src/products/model.rs, for all that read products: a store's products are its shop's where it has a
-- shop, else its fulfilment provider's, and those made in the portal.
create view shown_products as
select p.* from products p left join connectors c on c.id = p.connector_id
where p.gone_at is null and (p.connector_id is null or (c.disconnected_at is null and (c.role = 'shop' or not exists (
    select from connectors s where s.store_id = p.store_id and s.role = 'shop' and s.disconnected_at is null))));

-- The same rule by SKU: the fulfilment side tells the stock where it knows the SKU, else the shop.
create view stock as
select distinct on (i.store_id, i.sku) i.store_id, i.sku, i.available, i.in_warehouse, i.reserved, i.damaged, i.as_of
from inventories i join connectors c on c.id = i.connector_id
where c.disconnected_at is null order by i.store_id, i.sku, c.role;

-- And weight and dimensions.
create view shown_variants as
select v.id, v.product_id, v.store_id, v.connector_id, v.provider_id, v.position, v.sku, v.name, v.title, v.ean, v.price,
    v.price_currency, v.customs_value, v.customs_currency, v.tariff_number, v.origin_country, v.customs_description,
    v.options, v.search, coalesce(f.weight_grams, v.weight_grams) as weight_grams,
    case when f.volume is null then v.length_mm else f.length_mm end as length_mm,
    case when f.volume is null then v.width_mm else f.width_mm end as width_mm,
    case when f.volume is null then v.height_mm else f.height_mm end as height_mm,
    coalesce(f.volume, v.volume) as volume
from product_variants v join shown_products p on p.id = v.product_id
left join lateral (
    select w.weight_grams, w.length_mm, w.width_mm, w.height_mm, w.volume
    from product_variants w join connectors c on c.id = w.connector_id
    where w.store_id = v.store_id and w.sku = v.sku and c.role = 'fulfillment' and c.disconnected_at is null
    limit 1
) f on true;
