-- What of an article came with inbound shipments is told beside its stock.
create index inbound_units_sku on inbound_units (sku);
