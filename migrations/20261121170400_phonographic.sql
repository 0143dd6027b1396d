-- What chart compilers count: a store's records, the reports made of their sales, and which sales a report holds.

-- When an order first left the warehouse, and when it came back: the provider's times of those states. Whoever writes a
-- status keeps them; an order first seen later in its life left at the latest then.
alter table orders add column shipped_at timestamptz;
alter table orders add column returned_at timestamptz;

create function keep_order_milestones() returns trigger language plpgsql as $$
begin
    if new.status in ('HANDED_OVER', 'SHIPPED', 'DELIVERED', 'RETURNED') then
        new.shipped_at := coalesce(new.shipped_at, new.as_of);
    end if;
    if new.status = 'RETURNED' then
        new.returned_at := coalesce(new.returned_at, new.as_of);
    end if;
    return new;
end $$;

update orders o set
    shipped_at = coalesce((
        select min(a.at) from audit_entries a where a.entity = 'order' and a.entity_id = o.id
            and (a.changes @> '[{"field": "status", "after": "HANDED_OVER"}]'
                or a.changes @> '[{"field": "status", "after": "SHIPPED"}]')), o.as_of),
    returned_at = case when o.status = 'RETURNED' then o.as_of end
where o.status in ('HANDED_OVER', 'SHIPPED', 'DELIVERED', 'RETURNED');

create trigger orders_milestones before insert or update of status on orders
    for each row execute function keep_order_milestones();

create index orders_shipped_at on orders (shipped_at, id) where shipped_at is not null;
create index orders_returned_at on orders (returned_at, id) where returned_at is not null;

-- A record that a store sells (specification: audit product).
create table phonographic_products (
    id uuid primary key,
    store_id uuid not null references stores on delete cascade,
    name text not null check (length(name) between 1 and 255),
    sku text not null check (length(sku) between 1 and 200),
    barcode text not null check (barcode ~ '^[0-9]{13}$'),
    format text not null default 'other' check (format in ('cd', 'vinyl', 'cassette', 'other')),
    title text not null default '',
    artist text not null default '',
    label text not null default '',
    released_on date,
    -- Whether its sales go into reports.
    reportable boolean not null default true,
    -- Of the records in a box, when it is one.
    barcodes text[] not null default '{}',
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    search text not null generated always as (
        search_text(name || ' ' || sku || ' ' || barcode || ' ' || title || ' ' || artist)) stored
);
create unique index phonographic_products_sku_key on phonographic_products (store_id, sku) where deleted_at is null;
create unique index phonographic_products_barcode_key on phonographic_products (store_id, barcode)
    where deleted_at is null;
create index phonographic_products_name on phonographic_products (store_id, name, id);
create index phonographic_products_created_at on phonographic_products (store_id, created_at, id);
create index phonographic_products_search on phonographic_products using gin (search gin_trgm_ops);

-- A report to a compiler: one a layout, shop, territory and period.
create table phonographic_reports (
    id uuid primary key,
    -- The plugin that writes and hands over its files.
    plugin text not null,
    layout text not null,
    shop text not null,
    -- ISO 3166-1 alpha-2; empty: everywhere.
    territory text not null,
    first_day date not null,
    last_day date not null check (last_day >= first_day),
    basis text not null check (basis in ('shipped', 'sold')),
    with_tax boolean not null,
    time_zone text not null,
    -- Only sales of this store; none: of all.
    store_id uuid references stores on delete set null,
    -- When sales of the basis `sold` are said to have been shipped; none: when they were sold.
    stamped_at timestamptz,
    -- Where it goes; none: it is only downloaded.
    channel text,
    state text not null default 'PENDING' check (state in ('PENDING', 'BUILT', 'EMPTY', 'SENT', 'FAILED')),
    -- Whether it is to be handed over, and may then take the place of files of the same names.
    send_wanted boolean not null default false,
    replace_wanted boolean not null default false,
    -- The first byte of a file went out in the delivery that runs: another try of it may replace what it left.
    begun_at timestamptz,
    error text,
    operator text not null,
    created_at timestamptz not null default now(),
    built_at timestamptz,
    sent_at timestamptz,
    constraint phonographic_reports_key unique (layout, shop, territory, first_day, last_day)
);
create index phonographic_reports_created_at on phonographic_reports (created_at, id);
create index phonographic_reports_first on phonographic_reports (first_day, id);

create table phonographic_report_files (
    report_id uuid not null references phonographic_reports on delete cascade,
    position integer not null,
    name text not null,
    media_type text not null,
    lines integer not null,
    units bigint not null,
    file_id uuid not null references files,
    -- Where the channel put it, for people; empty: not handed over.
    place text not null default '',
    primary key (report_id, position),
    constraint phonographic_report_files_name_key unique (report_id, name)
);

-- The sales that reports hold. Lines of an order are told by their SKU and their place among those of it, as a provider's
-- newer state replaces the rows. A unit is reported once a layout and territory; what came back, once too.
create table phonographic_reported (
    layout text not null,
    territory text not null,
    order_id uuid not null references orders on delete cascade,
    sku text not null,
    nth smallint not null,
    returned boolean not null,
    report_id uuid not null references phonographic_reports on delete cascade,
    file text not null,
    units integer not null,
    constraint phonographic_reported_key primary key (layout, territory, order_id, sku, nth, returned)
);
create index phonographic_reported_report on phonographic_reported (report_id);

-- A compiler may want a file of a day without sales.
alter table files drop constraint files_size_check;
alter table files add constraint files_size_check check (size between 0 and 99999999999);

-- What goes out with a mail; a mail of the same key is not sent again.
alter table mails add column delivery_key text;
create unique index mails_delivery_key on mails (delivery_key) where delivery_key is not null;
create table mail_attachments (
    mail_id uuid not null references mails on delete cascade,
    position integer not null,
    name text not null,
    content bytea not null,
    primary key (mail_id, position)
);
