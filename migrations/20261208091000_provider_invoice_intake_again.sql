-- What a line is for and what it is searched by hang on texts that thousands of lines share: whoever brings lines works them out
-- once a text, and not once a line.
alter table provider_invoice_lines
    alter column nature drop expression,
    alter column search drop expression,
    add check (nature in ('WAY', 'EXTRA', 'SERVICE'));

-- Lines and parcels are searched below one invoice, whose rows are looked through in less time than an index of trigrams saves:
-- each line's fifty were half of what its import took.
drop index provider_invoice_lines_search;
drop index provider_invoice_parcels_search;

-- A parcel's invoice and store are those of its lines: they are there, and go with them.
alter table provider_invoice_parcels drop constraint provider_invoice_parcels_invoice_id_fkey;
alter table provider_invoice_parcels drop constraint provider_invoice_parcels_store_id_fkey;

create or replace function delete_provider_invoice_lines() returns trigger language plpgsql as $$
begin
    delete from provider_invoice_parcels where invoice_id = old.id;
    delete from provider_invoice_lines where invoice_id = old.id;
    return null;
end $$;
