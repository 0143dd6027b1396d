-- Who wants a mail with their stores' figures each Monday.
create table analytics_mails (
    user_id uuid primary key references users on delete cascade,
    -- Whoever has it ends the mails without signing in.
    stop_token uuid not null unique default gen_random_uuid(),
    -- The Monday that the last mailed week began on.
    sent_for date
);

-- Where a mail that comes again and again is ended by one request (RFC 8058).
alter table mails add column stop_link text;
