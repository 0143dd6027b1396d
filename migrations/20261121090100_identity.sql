-- Who may sign in, and how they did.

create table users (
    id uuid primary key,
    email text not null check (email = lower(email) and length(email) between 3 and 320),
    display_name text not null check (length(display_name) between 2 and 38),
    role text not null check (role in ('admin', 'customer', 'factory')),
    permissions text[] not null default '{}',
    owner boolean not null default false,
    locale text not null default 'fr' check (locale in ('fr', 'en')),
    last_login_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);
create unique index users_email_key on users (email);

-- A link in a mail: the address proves itself by opening it. Only the token's hash is kept.
create table sign_in_links (
    token_hash bytea primary key,
    user_id uuid not null references users on delete cascade,
    continue_to text,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    used_at timestamptz
);
create index sign_in_links_user on sign_in_links (user_id, created_at);

-- Requests for links, whatever the address, for the limits an address and an IP.
create table sign_in_requests (
    id uuid primary key,
    -- SHA-256 of the address: unknown ones are not kept readable.
    email_hash bytea not null,
    ip inet,
    created_at timestamptz not null default now()
);
create index sign_in_requests_email on sign_in_requests (email_hash, created_at);
create index sign_in_requests_ip on sign_in_requests (ip, created_at);

-- One signed-in browser.
create table sessions (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    user_agent text not null default '',
    ip inet,
    created_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    expires_at timestamptz not null,
    revoked_at timestamptz
);
create index sessions_user on sessions (user_id);

-- The refresh tokens of a session, each used once. A used one that comes back after the grace of parallel tabs means
-- that somebody else holds it: the session is revoked.
create table refresh_tokens (
    token_hash bytea primary key,
    session_id uuid not null references sessions on delete cascade,
    created_at timestamptz not null default now(),
    used_at timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);
