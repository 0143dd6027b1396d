-- Who is mentioned in a note, and when they saw it.
create table log_mentions (
    log_id uuid not null references log_entries on delete cascade,
    user_id uuid not null references users on delete cascade,
    created_at timestamptz not null,
    seen_at timestamptz,
    primary key (log_id, user_id)
);
create index log_mentions_user on log_mentions (user_id, created_at desc);
