-- Whom somebody let in within the last hour.
create index audit_entries_invitations on audit_entries (actor_id, at) where entity = 'user' and action = 'create';
