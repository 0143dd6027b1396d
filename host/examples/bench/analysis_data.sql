-- A store an owner but for the first, who has three; an issued invoice a store and month, with seven lines of fees and two of a
-- commission.
insert into organizations (id, name) select gen_random_uuid(), 'Owner ' || n from generate_series(1, :stores) n;
insert into stores (id, name) select gen_random_uuid(), 'Store ' || n from generate_series(1, :stores) n;
insert into store_organizations (store_id, organization_id)
    select s.id, o.id from (select id, row_number() over (order by id) as n from stores) s
    join (select id, row_number() over (order by id) as n from organizations) o on o.n = greatest(s.n, 3) - 2;

select setseed(0.5);
insert into invoices (id, organization_id, store_id, title, shop_name, start_at, end_at, deadline_at, vat, organization_vat,
        organization_ownership, sales_report, internal_shipping, total_fees, total_commissions, total_taxes, total_amount,
        difference_ex_vat, difference_amount, author)
    select gen_random_uuid(), so.organization_id, so.store_id, 'Invoice', 'Store', month, (month + interval '1 month' - interval '1 day')::date,
        (month + interval '45 days')::date, 'FR_200', 20, 100,
        jsonb_build_object('netSales', 12000, 'grossSales', 13000, 'discounts', 600, 'returns', 400, 'taxes', 2400, 'shipping', 900,
            'totalSales', 15300), 80, 3500, 2180, 1136, 6816, 7220, 8484, 'Bench'
    from store_organizations so
    cross join (select (date '2026-11-01' - n * interval '1 month')::date as month from generate_series(1, :months) n) m;
insert into invoice_lines (id, invoice_id, section, title, position, label, category, quantity, amount, total, explanation)
    select gen_random_uuid(), i.id, case when n < 7 then 'FEES' else 'COMMISSIONS' end, 'Title', n, 'Line ' || n,
        case when n < 7 then (array['SHIPPING', 'STORAGE', 'SEEDING', 'RETURN', 'SOFTWARE', 'TICKET', 'LOGISTICS'])[n + 1] end, 1,
        case when n < 7 then 500 else 1090 end, case when n < 7 then 500 else 1090 end,
        case when n >= 7 then jsonb_build_object('rate', (22 - n)::text, 'min', ((n - 7) * 10000)::text) end
    from invoices i cross join generate_series(0, 8) n;
-- As the host does it, so that the sums are those that its triggers keep.
update invoices i set number = 'F-' || n.n, company_status = 1, frozen = '{}', issued_at = i.start_at + interval '32 days'
    from (select id, row_number() over (order by start_at, id) as n from invoices) n where n.id = i.id;
