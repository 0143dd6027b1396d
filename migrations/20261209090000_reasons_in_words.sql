-- Why a line of a provider's invoice could not be read is said in the reader's language where its code is known.
alter table provider_invoice_rejects
    add column code text not null default '',
    add column given text not null default '';
alter table provider_invoice_rejects
    alter column code drop default,
    alter column given drop default;
