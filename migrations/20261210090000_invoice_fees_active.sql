-- A line's claim on a fee is active until the draft is deleted or the line credited.
alter table invoice_fees rename column is_held to is_active;
alter index invoice_fees_held rename to invoice_fees_active;
create or replace function keep_issued_fee() returns trigger language plpgsql as $$
begin
    if exists (select from invoice_lines l join invoices i on i.id = l.invoice_id where l.id = old.line_id and i.number is not null)
        and (tg_op = 'DELETE' or to_jsonb(new) - 'is_active' <> to_jsonb(old) - 'is_active') then
        raise exception 'what a line of an issued invoice is made of does not change';
    end if;
    return case tg_op when 'DELETE' then old else new end;
end $$;
