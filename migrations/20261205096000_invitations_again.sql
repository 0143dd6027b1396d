-- Invitations are counted by who sent them, those that are sent again and those of addresses that others have too.
drop index audit_entries_invitations;
create index audit_entries_invitations on audit_entries (actor_id, at)
    where entity = 'user' and action in ('create', 'invite', 'remind');
