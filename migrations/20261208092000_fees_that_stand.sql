-- Lists show fees that are not deleted, and count up to ten thousand of them: an index that knows which are is enough to count.
-- Of a range of amounts all are gathered with their day, by which they are sorted.
drop index fees_initiated_at, fees_store_initiated_at, fees_category_initiated_at, fees_store_category_initiated_at, fees_cause,
    fees_customer_amount, fees_store_customer_amount;
create index fees_initiated_at on fees (initiated_at, id) include (deleted_at);
create index fees_store_initiated_at on fees (store_id, initiated_at, id) include (deleted_at);
create index fees_category_initiated_at on fees (category, initiated_at, id) include (deleted_at);
create index fees_store_category_initiated_at on fees (store_id, category, initiated_at, id) include (deleted_at);
create index fees_cause on fees (cause, initiated_at, id) include (deleted_at);
create index fees_customer_amount on fees (customer_amount, id) include (deleted_at, initiated_at);
create index fees_store_customer_amount on fees (store_id, customer_amount, id) include (deleted_at, initiated_at);
