-- Which events a connection's provider was asked to send, and when; null: none, or no longer, or it is told their address by
-- hand.
alter table connectors
    add column webhooks_at timestamptz,
    add column webhook_topics text[] not null default '{}';
-- Who sends events was asked for them.
update connectors c set webhooks_at = e.first
from (select connector_id, min(received_at) as first from webhook_events group by connector_id) e
where e.connector_id = c.id and c.role <> 'fulfillment';

-- The newest event of a connection, and those of it that failed.
create index webhook_events_connector on webhook_events (connector_id, received_at desc);
create index webhook_events_failed on webhook_events (connector_id) where state = 'FAILED';

-- Since when nobody wants to be told any more what a store lacks; null: it is told.
alter table stores add column setup_dismissed_at timestamptz;
-- Whose people see a store.
create index user_stores_store on user_stores (store_id);

-- A report that was wrong is withdrawn: it stays as it was made and handed over, its sales are free for another one.
alter table phonographic_reports
    add column withdrawn_at timestamptz,
    add column withdrawn_reason text check (length(withdrawn_reason) between 1 and 500);
alter table phonographic_reports drop constraint phonographic_reports_state_check;
alter table phonographic_reports add constraint phonographic_reports_state_check
    check (state in ('PENDING', 'BUILT', 'EMPTY', 'SENT', 'FAILED', 'WITHDRAWN'));
alter table phonographic_reports drop constraint phonographic_reports_key;
create unique index phonographic_reports_key on phonographic_reports (layout, shop, territory, first_day, last_day)
    where state <> 'WITHDRAWN';
