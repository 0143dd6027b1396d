-- An address that somebody asked for in a user's name, until the link is followed that went to the present one.
create table email_changes (
    user_id uuid primary key references users on delete cascade,
    email text not null,
    token_hash bytea not null unique,
    expires_at timestamptz not null
);
create index email_changes_expiry on email_changes (expires_at);
