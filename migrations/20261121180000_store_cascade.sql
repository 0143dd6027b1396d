-- What a store is gone for good takes with it: what it sold, its connections and what came through them. Only orders hold a
-- store back, as before.
alter table connectors
    drop constraint connectors_store_id_fkey,
    add constraint connectors_store_id_fkey foreign key (store_id) references stores on delete cascade;
alter table products
    drop constraint products_store_id_fkey,
    add constraint products_store_id_fkey foreign key (store_id) references stores on delete cascade,
    drop constraint products_connector_id_fkey,
    add constraint products_connector_id_fkey foreign key (connector_id) references connectors on delete cascade;
alter table product_variants
    drop constraint product_variants_store_id_fkey,
    add constraint product_variants_store_id_fkey foreign key (store_id) references stores on delete cascade,
    drop constraint product_variants_connector_id_fkey,
    add constraint product_variants_connector_id_fkey foreign key (connector_id) references connectors on delete cascade;
alter table inventories
    drop constraint inventories_store_id_fkey,
    add constraint inventories_store_id_fkey foreign key (store_id) references stores on delete cascade,
    drop constraint inventories_connector_id_fkey,
    add constraint inventories_connector_id_fkey foreign key (connector_id) references connectors on delete cascade;
alter table bundles
    drop constraint bundles_store_id_fkey,
    add constraint bundles_store_id_fkey foreign key (store_id) references stores on delete cascade,
    drop constraint bundles_connector_id_fkey,
    add constraint bundles_connector_id_fkey foreign key (connector_id) references connectors on delete cascade;
alter table inbound_shipments
    drop constraint inbound_shipments_store_id_fkey,
    add constraint inbound_shipments_store_id_fkey foreign key (store_id) references stores on delete cascade,
    drop constraint inbound_shipments_connector_id_fkey,
    add constraint inbound_shipments_connector_id_fkey foreign key (connector_id) references connectors on delete cascade;
alter table tickets
    drop constraint tickets_store_id_fkey,
    add constraint tickets_store_id_fkey foreign key (store_id) references stores on delete cascade,
    drop constraint tickets_connector_id_fkey,
    add constraint tickets_connector_id_fkey foreign key (connector_id) references connectors on delete cascade;
alter table webhook_events
    drop constraint webhook_events_connector_id_fkey,
    add constraint webhook_events_connector_id_fkey foreign key (connector_id) references connectors on delete cascade;
alter table pull_checkpoints
    drop constraint pull_checkpoints_connector_id_fkey,
    add constraint pull_checkpoints_connector_id_fkey foreign key (connector_id) references connectors on delete cascade;
