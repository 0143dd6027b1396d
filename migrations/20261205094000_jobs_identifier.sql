-- How the last synchronisation of each connection ended.
create index jobs_identifier on jobs (identifier, name, created_at desc);
