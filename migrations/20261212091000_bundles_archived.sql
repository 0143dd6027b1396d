-- Bundles of a store's own are archived, as its products are.
alter table bundles add column archived_at timestamptz;
