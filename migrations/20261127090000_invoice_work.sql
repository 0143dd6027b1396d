-- What happens to issued invoices: they are sent, paid, summed, written into the accountant's journal.

-- When it last went out by mail, when its readers were last reminded of it, when it was said to be paid. None of it is what the
-- invoice tells, so that it may change.
alter table invoices add column sent_at timestamptz;
alter table invoices add column reminded_at timestamptz;
alter table invoices add column paid_at timestamptz;

create or replace function keep_issued_invoice() returns trigger language plpgsql as $$
declare
    -- What is generated is not reckoned yet here; it follows from what is compared.
    statuses constant text[] :=
        array['company_status', 'customer_status', 'bank_status', 'sent_at', 'reminded_at', 'paid_at', 'updated_at', 'reader_id',
            'search'];
begin
    if old.number is not null and (tg_op = 'DELETE' or to_jsonb(new) - statuses <> to_jsonb(old) - statuses) then
        raise exception 'an issued invoice does not change';
    end if;
    return case tg_op when 'DELETE' then old else new end;
end $$;

update invoices set sent_at = updated_at where company_status = 2;
update invoices set paid_at = updated_at where bank_status = 1;

-- An issued invoice has one document.
create unique index files_invoice_document on files (entity_id) where entity = 'invoice' and kind = 'document';

-- A statement of account is read by the day.
create index invoices_store_issued_at on invoices (store_id, issued_at) where number is not null;
create index invoices_issued_at on invoices (issued_at, id) where number is not null;

-- What issued invoices and credit notes come to, by store, organization and first day; without both: of all together. They are
-- summed as they are issued, and what is issued does not change: sums are never out of date. Sales count by the share.
create table invoice_sums (
    organization_id uuid references organizations on delete cascade,
    store_id uuid references stores on delete cascade,
    day date not null,
    invoices bigint not null,
    difference_ex_vat numeric not null,
    difference_amount numeric not null,
    net_sales numeric not null,
    gross_sales numeric not null,
    discounts numeric not null,
    returns numeric not null,
    taxes numeric not null,
    shipping numeric not null,
    fees numeric not null,
    commissions numeric not null,
    internal_shipping numeric not null,
    unique nulls not distinct (organization_id, store_id, day),
    check ((organization_id is null) = (store_id is null))
);
create index invoice_sums_all on invoice_sums (day) where organization_id is null;

-- The same of their lines: fees by category, commissions by tier.
create table invoice_part_sums (
    organization_id uuid references organizations on delete cascade,
    store_id uuid references stores on delete cascade,
    day date not null,
    section text not null,
    category text,
    rate numeric,
    min numeric,
    max numeric,
    total numeric not null,
    unique nulls not distinct (organization_id, store_id, day, section, category, rate, min, max)
);
create index invoice_part_sums_all on invoice_part_sums (day) where organization_id is null;
create index invoice_part_sums_commissions on invoice_part_sums (day) include (store_id, rate, min, max, total)
    where section = 'COMMISSIONS' and organization_id is not null;

create function sum_issued_invoice() returns trigger language plpgsql as $$
declare
    share constant numeric := new.organization_ownership * 0.01;
    sales constant jsonb := new.sales_report;
begin
    insert into invoice_sums as s
    select o, t, new.start_at, 1, new.difference_ex_vat, new.difference_amount,
        coalesce((sales->>'netSales')::numeric, 0) * share, coalesce((sales->>'grossSales')::numeric, 0) * share,
        coalesce((sales->>'discounts')::numeric, 0) * share, coalesce((sales->>'returns')::numeric, 0) * share,
        coalesce((sales->>'taxes')::numeric, 0) * share, coalesce((sales->>'shipping')::numeric, 0) * share,
        new.total_fees, new.total_commissions, new.internal_shipping * share
    from (values (new.organization_id, new.store_id), (null, null)) as level (o, t)
    on conflict (organization_id, store_id, day) do update set
        invoices = s.invoices + 1,
        difference_ex_vat = s.difference_ex_vat + excluded.difference_ex_vat,
        difference_amount = s.difference_amount + excluded.difference_amount,
        net_sales = s.net_sales + excluded.net_sales,
        gross_sales = s.gross_sales + excluded.gross_sales,
        discounts = s.discounts + excluded.discounts,
        returns = s.returns + excluded.returns,
        taxes = s.taxes + excluded.taxes,
        shipping = s.shipping + excluded.shipping,
        fees = s.fees + excluded.fees,
        commissions = s.commissions + excluded.commissions,
        internal_shipping = s.internal_shipping + excluded.internal_shipping;
    insert into invoice_part_sums as s
    select o, t, new.start_at, l.section, l.category, l.rate, l.min, l.max, sum(l.total)
    from (
        select section, case section when 'FEES' then coalesce(category, 'OTHER') end as category, total,
            (why->>'rate')::numeric as rate, (why->>'min')::numeric as min, (why->>'max')::numeric as max
        from (
            select l.section, l.category, l.total,
                case l.section when 'COMMISSIONS' then coalesce(c.explanation, l.explanation) end as why
            from invoice_lines l left join invoice_lines c on c.id = l.credits
            where l.invoice_id = new.id
        ) l
    ) l
    join (values (new.organization_id, new.store_id), (null, null)) as level (o, t) on o is not null or l.section = 'FEES'
    group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1 nulls last, 4, 5, 6, 7, 8
    on conflict (organization_id, store_id, day, section, category, rate, min, max) do update set total = s.total + excluded.total;
    return null;
end $$;
create trigger invoices_summed after insert on invoices for each row when (new.number is not null)
    execute function sum_issued_invoice();
create trigger invoices_summed_later after update on invoices for each row
    when (old.number is null and new.number is not null) execute function sum_issued_invoice();

-- Those that were issued before.
insert into invoice_sums
select o, t, start_at, count(*), sum(difference_ex_vat), sum(difference_amount),
    sum(coalesce((sales_report->>'netSales')::numeric, 0) * share), sum(coalesce((sales_report->>'grossSales')::numeric, 0) * share),
    sum(coalesce((sales_report->>'discounts')::numeric, 0) * share), sum(coalesce((sales_report->>'returns')::numeric, 0) * share),
    sum(coalesce((sales_report->>'taxes')::numeric, 0) * share), sum(coalesce((sales_report->>'shipping')::numeric, 0) * share),
    sum(total_fees), sum(total_commissions), sum(internal_shipping * share)
from (select *, organization_ownership * 0.01 as share from invoices where number is not null) i
cross join lateral (values (organization_id, store_id), (null::uuid, null::uuid)) as level (o, t)
group by 1, 2, 3;
insert into invoice_part_sums
select o, t, start_at, section, category, rate, min, max, sum(total)
from (
    select i.organization_id, i.store_id, i.start_at, l.section, l.total,
        case l.section when 'FEES' then coalesce(l.category, 'OTHER') end as category,
        (why->>'rate')::numeric as rate, (why->>'min')::numeric as min, (why->>'max')::numeric as max
    from invoices i join invoice_lines l on l.invoice_id = i.id left join invoice_lines c on c.id = l.credits
    cross join lateral (select case l.section when 'COMMISSIONS' then coalesce(c.explanation, l.explanation) end as why) w
    where i.number is not null
) l
cross join lateral (values (organization_id, store_id), (null::uuid, null::uuid)) as level (o, t)
where o is not null or section = 'FEES'
group by 1, 2, 3, 4, 5, 6, 7, 8;


-- Where the amounts of an invoice stand in the accountant's books: the accounts of the general chart, until the accountant says
-- otherwise. A category of fees, `COMMISSIONS`, or one of the two that every invoice has.
create table accounts (
    key text primary key,
    position smallint not null,
    account text not null check (account ~ '^[0-9A-Z]{3,20}$'),
    label text not null check (length(label) between 1 and 255)
);
insert into accounts (key, position, account, label) values
    ('CUSTOMERS', 0, '411000', 'Clients'),
    ('VAT', 1, '445710', 'TVA collectée'),
    ('COMMISSIONS', 2, '706100', 'Commissions sur ventes'),
    ('LOGISTICS', 3, '706200', 'Prestations logistiques'),
    ('OTHER', 4, '706000', 'Prestations de services'),
    ('PRODUCTION', 5, '701000', 'Ventes de produits finis'),
    ('RETURN', 6, '706200', 'Prestations logistiques'),
    ('SEEDING', 7, '706200', 'Prestations logistiques'),
    ('SHIPPING', 8, '708500', 'Ports facturés'),
    ('SHIPPINGFEES_SUPPLEMENT', 9, '708500', 'Ports facturés'),
    ('SOFTWARE', 10, '706300', 'Abonnements'),
    ('STORAGE', 11, '706400', 'Stockage'),
    ('TICKET', 12, '706500', 'Service client');

