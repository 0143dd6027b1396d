-- What lists offer and no index served, as PostgreSQL's planner says of every declared sort and filter.

-- The names of the jobs that failed, say, among all of that name.
create index jobs_name_status on jobs (name, status, created_at desc, id desc);

create index factories_name on factories (name, id);

-- Open tickets are few among many.
create index tickets_status on tickets (status, opened_at, id);
-- So are those to charge. The list asks for the value of this expression; a condition that means the same is not found.
drop index tickets_to_invoice;
create index tickets_to_invoice on tickets (
    (case when status = 'CLOSED' and agent_messages > invoiced_messages_count then 'yes' else 'no' end), opened_at, id);
