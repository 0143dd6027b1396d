-- Each entry of a record's trail carries the hash of the one before, and each day's entries those of the days before
-- (NIST SP 800-92, 5.3: log file integrity): what was changed or taken out since is found by `comptoir audit verify`.

-- A record's trail: how long it is, and the hash of its last entry, without which nobody would miss that entry.
create table audit_streams (
    entity text not null,
    entity_id uuid not null,
    sequence bigint not null,
    hash bytea not null,
    primary key (entity, entity_id)
-- Every entry changes a row in place.
) with (fillfactor = 70);

-- All entries of a day (UTC), written once, in the nights after. Kept elsewhere as well, the last value vouches for all
-- before it, whatever anybody could do to this database.
create table audit_anchors (
    day date primary key,
    entries bigint not null,
    -- SHA-256 of the value before and the hashes of the day's entries in the order of their ids.
    value bytea not null
);
create trigger audit_anchors_append_only before update or delete or truncate on audit_anchors
    for each statement execute function refuse_change();

-- SHA-256 of the hash before (of a first entry: of none) and of everything that an entry says, as text that reads the same
-- wherever it is made. `comptoir audit verify` has the same in its own words, so as not to believe these. Whoever writes a
-- record's trail holds its stream until the transaction ends: it never forks.
create function chain_audit_entry() returns trigger language plpgsql as $$
declare
    content bytea := convert_to(json_build_array(new.id, extract(epoch from new.at), new.actor_id, new.actor_name, new.entity,
        new.entity_id, new.action, new.changes, new.request_id)::text, 'UTF8');
begin
    insert into audit_streams as stream (entity, entity_id, sequence, hash)
    values (new.entity, new.entity_id, 1, sha256(content))
    on conflict (entity, entity_id) do update
        set sequence = stream.sequence + 1, hash = sha256(stream.hash || content)
    returning stream.sequence, stream.hash into new.sequence, new.hash;
    return new;
end $$;

-- What was there is written again, through the trigger, in the order in which it happened.
create temporary table history on commit drop as table audit_entries;
alter table audit_entries disable trigger audit_entries_append_only;
truncate audit_entries;
alter table audit_entries enable trigger audit_entries_append_only;

alter table audit_entries
    -- 1, 2, … of its record's trail.
    add column sequence bigint not null,
    add column hash bytea not null;
drop index audit_entries_entity;
create unique index audit_entries_stream on audit_entries (entity, entity_id, sequence) include (at);
create index audit_entries_at on audit_entries using brin (at) with (autosummarize);
create trigger audit_entries_chained before insert on audit_entries
    for each row execute function chain_audit_entry();

insert into audit_entries (id, at, actor_id, actor_name, entity, entity_id, action, changes, request_id)
select id, at, actor_id, actor_name, entity, entity_id, action, changes, request_id from history order by at, id;

-- Streams change with their entries and not otherwise.
create trigger audit_streams_follow before insert or update or delete or truncate on audit_streams
    for each statement when (pg_trigger_depth() = 0) execute function refuse_change();
