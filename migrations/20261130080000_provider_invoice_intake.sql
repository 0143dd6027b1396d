-- A file brings a million lines at once: two lookups a line, that its invoice and its store are there, cost as much as the rest of
-- it. Whoever brings lines holds the invoice, and stores are looked up once each; what the references did otherwise, these do.
alter table provider_invoice_lines drop constraint provider_invoice_lines_invoice_id_fkey;
alter table provider_invoice_lines drop constraint provider_invoice_lines_store_id_fkey;

create function delete_provider_invoice_lines() returns trigger language plpgsql as $$
begin
    delete from provider_invoice_lines where invoice_id = old.id;
    return null;
end $$;
create trigger provider_invoices_delete_lines after delete on provider_invoices
    for each row execute function delete_provider_invoice_lines();

create function keep_billed_store() returns trigger language plpgsql as $$
begin
    if exists (select from provider_invoice_lines where store_id = old.id) then
        raise foreign_key_violation using message = 'a provider''s invoice has lines of the store',
            constraint = 'provider_invoice_lines_store', table = 'provider_invoice_lines';
    end if;
    return null;
end $$;
create constraint trigger stores_keep_billed after delete on stores for each row execute function keep_billed_store();

-- What a consumer paid in another currency is nobody's to hold against euros.
alter table provider_invoice_parcels drop constraint provider_invoice_parcels_exception_check;
alter table provider_invoice_parcels add check (exception in (
    'NO_TARIFF', 'EXTRA_FEE', 'AGREED_PRICE', 'FOREIGN_CURRENCY', 'UNKNOWN_WEIGHT'));
