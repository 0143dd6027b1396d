-- A store's invoices are summed up without its owners being named.
create index invoice_sums_store on invoice_sums (store_id, day);
create index invoice_part_sums_store on invoice_part_sums (store_id, day);
