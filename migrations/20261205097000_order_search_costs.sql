-- An order's SKUs as they are looked for. Taken apart at each look, an order cost several times what it does now, where a walk
-- passes by thousands.
drop index orders_skus;
alter table orders add column sku_words text[] not null generated always as (string_to_array(upper(skus), ' ')) stored;
create index orders_sku_words on orders using gin (sku_words);
