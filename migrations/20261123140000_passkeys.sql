-- A key in one of a user's devices that signs them in beside the link (WebAuthn). Only its public half is known here.
create table passkeys (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    name text not null,
    -- As the device names it: unique among all, by WebAuthn 7.1, step 26.
    credential_id bytea not null constraint passkeys_credential_id_key unique,
    -- The public key, its counter and its flags.
    credential jsonb not null,
    created_at timestamptz not null,
    last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id, created_at);
-- Challenges that a passkey has answered: a copy of the answer opens nothing. Those that nobody answers are kept nowhere.
create table spent_challenges (
    digest bytea primary key,
    expires_at timestamptz not null
);
create index spent_challenges_expiry on spent_challenges (expires_at);
