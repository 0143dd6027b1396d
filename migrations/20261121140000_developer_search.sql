-- What developers and operators look for.
alter table mails add column search text not null generated always as (search_text(recipient || ' ' || subject)) stored;
create index mails_search on mails using gin (search gin_trgm_ops);
alter table jobs add column search text not null generated always as (
    search_text(name || ' ' || consumer || ' ' || identifier || ' ' || coalesce(error, ''))) stored;
create index jobs_search on jobs using gin (search gin_trgm_ops);
