-- Twenty stores; fees of five years, of every category and cause, most of them small.
insert into organizations (id, name) select gen_random_uuid(), name from unnest(array['Group', 'All']) name;
insert into stores (id, name) select gen_random_uuid(), 'Store ' || n from generate_series(1, 20) n;
insert into store_organizations (store_id, organization_id)
    select s.id, o.id from (select id, row_number() over (order by id) as n from stores) s
    join organizations o on o.name = 'All' or s.n in (4, 9, 14);

select setseed(0.5);
insert into fees (id, store_id, initiated_at, type, category, description, internal_amount, customer_amount, author, cause,
        cause_id, cause_part, created_at)
    select gen_random_uuid(), store, day, initcap(lower(kind[1])), kind[1],
        case when n % 200000 = 77777 then 'Commande Wyszyńska' else initcap(lower(kind[1])) || ' ' || n end,
        round((random() * 30)::numeric, 2), round((random() * random() * 100)::numeric, 2), 'Bench', kind[2],
        case when kind[2] <> 'MANUAL' then gen_random_uuid() end, case when kind[2] <> 'MANUAL' then 0 end, day + interval '9 hours'
    from (
        select n, current_date - floor(1826 * (1 - n / :fees.0))::integer as day,
            -- The first stores have most of the fees.
            (array(select id from stores order by id))[1 + floor(20 * random() ^ 2)] as store,
            string_to_array((string_to_array(
                repeat('SEEDING SEEDING,', 40) || repeat('RETURN RETURN,', 20) || repeat('TICKET TICKET,', 20) ||
                repeat('STORAGE STORAGE,', 10) || repeat('OTHER MANUAL,', 9) || 'SOFTWARE CHARGE', ','))[1 + floor(100 * random())],
                ' ') as kind
        from generate_series(1, :fees) n) drawn;
