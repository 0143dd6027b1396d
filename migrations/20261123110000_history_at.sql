-- A transaction that waited for a record began before the one it waited for, which wrote first.
alter table audit_entries alter column at set default statement_timestamp();
