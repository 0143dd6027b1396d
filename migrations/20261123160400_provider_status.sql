-- Orders, tickets and shipments are found by the provider's own word for their status.
create index orders_provider_status on orders (provider_status);
create index tickets_provider_status on tickets (provider_status);
create index inbound_shipments_provider_status on inbound_shipments (provider_status);
