-- What answering a ticket is charged by (F6): each message, or the ticket once.
alter table stores add column ticket_basis text not null default 'MESSAGE' check (ticket_basis in ('MESSAGE', 'TICKET'));

-- Those that something is due of.
create index tickets_due on tickets (id) where status = 'CLOSED' and agent_messages > invoiced_messages_count;
