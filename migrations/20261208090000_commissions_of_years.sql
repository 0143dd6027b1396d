-- A store's commissions are summed by year too, whoever owns it: five years of 500 stores are 60,000 sums of months.
create or replace function sum_issued_invoice() returns trigger language plpgsql as $$
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
    select o, t, d, l.section, l.category, l.rate, l.min, l.max, sum(l.total)
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
    join (values (new.organization_id, new.store_id, new.start_at, null), (null, null, new.start_at, 'FEES'),
        (null, new.store_id, date_trunc('year', new.start_at::timestamp)::date, 'COMMISSIONS')) as level (o, t, d, of)
        on of is null or of = l.section
    group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1 nulls last, 4, 5, 6, 7, 8
    on conflict (organization_id, store_id, day, section, category, rate, min, max) do update set total = s.total + excluded.total;
    return null;
end $$;
insert into invoice_part_sums
select null, store_id, date_trunc('year', day::timestamp)::date, section, null, rate, min, max, sum(total) from invoice_part_sums
where section = 'COMMISSIONS' group by store_id, date_trunc('year', day::timestamp)::date, section, rate, min, max;
create index invoice_part_sums_years on invoice_part_sums (day) include (store_id, rate, min, max, total)
    where section = 'COMMISSIONS' and organization_id is null;
drop index invoice_part_sums_all;
create index invoice_part_sums_all on invoice_part_sums (day) where organization_id is null and store_id is null;
