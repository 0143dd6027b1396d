-- Who makes apparel, how much at a time, how fast and at what price; and tags, which say of products what they are and of
-- factories what they make (specification, document 1, section 3: Factory, Tag).
alter table factories
    add column quantity_min integer not null default 100 check (quantity_min between 1 and 9999999),
    add column quantity_max integer not null default 1000 check (quantity_max between 1 and 9999999),
    add column delay_in_week integer not null default 4 check (delay_in_week between 0 and 52),
    -- The company's own to know.
    add column price_range integer not null default 2 check (price_range between 0 and 3),
    add column description text not null default '' check (length(description) <= 2000),
    add column deleted_at timestamptz,
    add column search text not null generated always as (search_text(name)) stored,
    add check (quantity_max >= quantity_min);
-- Who is deleted leaves their name to others.
drop index factories_name_key;
create unique index factories_name_key on factories (lower(name)) where deleted_at is null;
create index factories_delay_in_week on factories (delay_in_week, id);
create index factories_created_at on factories (created_at, id);
create index factories_search on factories using gin (search gin_trgm_ops);

create table tags (
    id uuid primary key,
    type text not null check (type in ('entity', 'composition', 'personalization')),
    -- Made of the display name: two that differ in capitals or punctuation alone are one.
    name text not null check (length(name) between 1 and 255),
    display_name text not null check (length(display_name) between 2 and 255),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    search text not null generated always as (search_text(display_name)) stored
);
create unique index tags_name_key on tags (type, name) where deleted_at is null;
create index tags_display_name on tags (display_name, id);
create index tags_created_at on tags (created_at, id);
create index tags_search on tags using gin (search gin_trgm_ops);

create table factory_tags (
    factory_id uuid not null references factories on delete cascade,
    tag_id uuid not null references tags on delete cascade,
    primary key (factory_id, tag_id)
);
create index factory_tags_tag on factory_tags (tag_id);
