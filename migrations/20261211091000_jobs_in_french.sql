-- Why a job failed, in French; null: in nobody's words of ours.
alter table jobs add column error_fr text;

create or replace view job_rows as
    select j.id, name, consumer, identifier, status, attempts, created_at, started_at, updated_at,
        (extract(epoch from finished_at - started_at) * 1000)::bigint as duration,
        case when progress_done is not null then jsonb_build_object(
            'done', progress_done, 'total', progress_total, 'note', progress_note) end as progress,
        error, requested_by, result, files,
        coalesce(
            (select s.name from connectors c join stores s on s.id = c.store_id where c.id = about.id),
            (select o.reference from orders o where o.id = about.id),
            (select s.name from shipping_deployments d join stores s on s.id = d.store_id where d.id = about.id)) as subject,
        error_fr
    from jobs j
    cross join lateral (
        select case when identifier ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
            then identifier::uuid end as id) about;
