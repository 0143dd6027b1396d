-- What somebody's pending jobs are is asked for on every screen.
create index jobs_pending_of on jobs (requested_by, created_at desc) where status = 'PENDING';
