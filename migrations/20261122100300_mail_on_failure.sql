-- The job that is asked for when a mail does not go out: whoever put it into the outbox says which.
alter table mails add column on_failure jsonb;

update mails set on_failure = jsonb_build_object('name', 'charts.undelivered', 'consumer', 'charts',
    'identifier', delivery, 'payload', jsonb_build_object('delivery', delivery), 'maxAttempts', 8)
where delivery is not null and status <> 'sent';
