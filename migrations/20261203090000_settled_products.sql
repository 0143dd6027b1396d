-- What a store sells of a product that was made for it: there from when the product is ready.
alter table project_products add column store_product_id uuid references products on delete set null;
create index project_products_store_product on project_products (store_product_id);
