-- The field's word for what is made in the portal.
alter table made_orders rename to manual_orders;
alter table manual_orders rename constraint made_orders_reference_key to manual_orders_reference_key;
alter index made_orders_pkey rename to manual_orders_pkey;
