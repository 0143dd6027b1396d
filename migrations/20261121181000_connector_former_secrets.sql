-- Secrets that were replaced, sealed like the present ones: [{ "name", "secret", "until" }]. What a provider signs with one
-- of them is accepted until then.
alter table connectors add column former_secrets bytea, add column former_until timestamptz;
create index connectors_former_until on connectors (former_until) where former_until is not null;
