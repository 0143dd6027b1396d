-- Whose the load of a store's connections is: of several owners the same one each time; of none the store itself.
create function owner_of_store(store uuid) returns uuid language sql stable parallel safe as $$
    select coalesce((select organization_id from store_organizations where store_id = store order by organization_id limit 1), store)
$$;
