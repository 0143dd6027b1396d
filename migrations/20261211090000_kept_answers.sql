-- An answer is given again as it was, byte by byte; nobody asks what is in it.
alter table idempotency_keys
    alter column body type bytea using convert_to(jsonb_build_object('data', body)::text, 'UTF8');
