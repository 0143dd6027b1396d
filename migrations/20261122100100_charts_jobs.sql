-- The domain is charts; phonographic is one plugin of it.
update jobs set name = replace(name, 'phonographic.', 'charts.'), consumer = 'charts' where name like 'phonographic.%';

-- What waits in the queue; a new database has none yet.
do $$ begin
    if to_regclass('graphile_worker._private_tasks') is not null then
        update graphile_worker._private_tasks set identifier = replace(identifier, 'phonographic.', 'charts.')
        where identifier like 'phonographic.%';
    end if;
end $$;
