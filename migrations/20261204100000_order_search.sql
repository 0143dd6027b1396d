-- An order is looked for by its customer's e-mail, telephone, city and company too, and by the SKUs of its lines, which whoever
-- writes lines keeps in it.
drop index orders_search;
-- What orders are worth, and when, stays as it is.
alter table orders disable trigger user;
alter table orders add column skus text not null default '';
update orders o set skus = l.skus
from (select order_id, string_agg(distinct sku, ' ') as skus from order_lines group by order_id) l where l.order_id = o.id;
alter table orders enable trigger user;
-- A telephone number without what groups its digits.
alter table orders
    drop column search,
    add column search text not null generated always as (search_text(
        reference || ' ' || coalesce(provider_id, '') || ' ' || customer_name || ' ' || tracking_number
        || ' ' || coalesce(contact ->> 'email', '') || ' ' || translate(coalesce(contact ->> 'phone', ''), ' .-()/', '')
        || ' ' || coalesce(shipping_address ->> 'city', '') || ' ' || coalesce(shipping_address ->> 'company', '')
        || ' ' || skus)) stored;
create index orders_search on orders using gin (search gin_trgm_ops);
-- A whole SKU: many orders have it, and its trigrams are those of all others.
create index orders_skus on orders using gin (string_to_array(upper(skus), ' '));

-- What the list is filtered by; then what there is to filter by, store by store.
create index orders_country on orders (country_code, submitted_at, id);
create index orders_carrier on orders (carrier, submitted_at, id);
create index orders_store_carrier on orders (store_id, carrier);
create index orders_store_country on orders (store_id, country_code);
create index orders_provider on orders (provider, submitted_at, id);
