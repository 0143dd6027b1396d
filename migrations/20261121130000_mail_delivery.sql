alter table mails add column attempts integer not null default 0;
-- After this it is not sent any more: what it says no longer holds.
alter table mails add column expires_at timestamptz;
