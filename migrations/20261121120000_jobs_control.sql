-- What a job was asked for with, so that it can be asked for again; and the wish that it ends.
alter table jobs add column payload jsonb not null default '{}';
alter table jobs add column max_attempts smallint not null default 1;
alter table jobs add column cancel_requested_at timestamptz;
create index jobs_status on jobs (status, created_at desc, id desc);

-- As people see them.
create view job_rows as
    select id, name, consumer, identifier, status, attempts, created_at, started_at, updated_at,
        (extract(epoch from finished_at - started_at) * 1000)::bigint as duration,
        case when progress_done is not null then jsonb_build_object(
            'done', progress_done, 'total', progress_total, 'note', progress_note) end as progress,
        error, requested_by
    from jobs;
