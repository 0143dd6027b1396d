-- What a list of orders of some days, sorted by something else, reads: the days stand beside what is sorted, so that the
-- walk of an index tells which rows are of those days without a visit to each of them; and the references stand beside
-- the days, as a week's orders are gathered to be sorted by them.
drop index orders_submitted_at;
create index orders_submitted_at on orders (submitted_at, id) include (reference);
drop index orders_total;
create index orders_total on orders (total, id) include (submitted_at);
drop index orders_store_total;
create index orders_store_total on orders (store_id, total, id) include (submitted_at);
drop index orders_reference;
create index orders_reference on orders (reference, id) include (submitted_at);
drop index orders_store_reference;
create index orders_store_reference on orders (store_id, reference, id) include (submitted_at);
-- Seeding orders are few among many: without an index of their own, counting those of a store reads all that it has.
create index orders_seeding on orders (store_id, submitted_at, id) include (status) where source = 'seeding';
