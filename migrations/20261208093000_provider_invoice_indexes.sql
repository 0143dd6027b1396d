-- Indexes are most of what an import costs. That of (invoice_id, line, id) finds a line already, and whether one is there twice is
-- looked at as lines are taken in; parcels are looked for below one invoice, never by their store alone.
alter table provider_invoice_lines drop constraint provider_invoice_lines_line;
drop index provider_invoice_parcels_store_id;
