-- A session has one chain of refresh tokens, each known by its number and our signature: nothing is kept of those that were
-- used, and one of them that comes back is found out for as long as the session lives. Who is signed in signs in anew.
drop table refresh_tokens;
-- Requests for links count for the network that makes them, no longer for the address alone.
drop index sign_in_requests_email;
alter table sessions add column generation bigint not null default 0, add column rotated_at timestamptz;
