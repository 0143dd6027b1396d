-- Apparel production (specification, document 1, sections 2.5, 2.6 and 3; decisions 1, 8 and 9): what organizations have made
-- (projects), the articles of each (project products with their variants), and who makes them where (productions).
create table projects (
    id uuid primary key,
    organization_id uuid not null references organizations,
    name text not null check (length(name) between 2 and 255),
    status text not null default 'DRAFT'
        check (status in ('DRAFT', 'PENDING', 'IN_PROGRESS', 'COMPLETED', 'CANCELED')),
    -- Why it was put there, where that was asked.
    reason text check (length(reason) <= 2000),
    estimated_at date not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    search text not null generated always as (search_text(name)) stored
);
create unique index projects_name_key on projects (organization_id, lower(name)) where deleted_at is null;
create index projects_organization on projects (organization_id);
create index projects_name on projects (name, id);
create index projects_estimated_at on projects (estimated_at, id);
create index projects_created_at on projects (created_at, id);
create index projects_search on projects using gin (search gin_trgm_ops);

create table project_products (
    id uuid primary key,
    -- None: made for an organization ahead of any project.
    project_id uuid references projects on delete cascade,
    organization_id uuid not null references organizations,
    store_id uuid references stores on delete set null,
    name text not null check (length(name) between 2 and 255),
    status text not null default 'DRAFT'
        check (status in ('DRAFT', 'IMPORTED', 'IN_PROGRESS', 'READY', 'CANCELED')),
    reason text check (length(reason) <= 2000),
    color text check (length(color) <= 255),
    fabric_weight numeric check (fabric_weight between 0 and 9999999),
    fabric_unit text check (fabric_unit in ('g/m²', 'kg/m²')),
    fit text check (length(fit) <= 1000),
    quantity_mode text not null default 'split' check (quantity_mode in ('normal', 'split')),
    -- Pieces that the variants share, in mode split.
    quantity integer check (quantity between 1 and 9999999),
    -- The variants' SKUs, for the search.
    skus text not null default '',
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    search text not null generated always as (search_text(name || ' ' || skus)) stored,
    check ((fabric_weight is null) = (fabric_unit is null)),
    check ((quantity_mode = 'split') = (quantity is not null))
);
create unique index project_products_name_key on project_products (project_id, lower(name)) where deleted_at is null;
create index project_products_organization on project_products (organization_id);
create index project_products_store on project_products (store_id);
create index project_products_name on project_products (name, id);
create index project_products_project_name on project_products (project_id, name, id);
create index project_products_created_at on project_products (created_at, id);
create index project_products_project_created_at on project_products (project_id, created_at, id);
create index project_products_search on project_products using gin (search gin_trgm_ops);

create table project_product_variants (
    id uuid primary key,
    product_id uuid not null references project_products on delete cascade,
    position integer not null,
    name text not null check (length(name) between 1 and 255),
    sku text not null check (length(sku) between 2 and 255),
    ean text check (length(ean) <= 14),
    -- Pieces; in mode split the share of all of them.
    quantity integer not null check (quantity between 0 and 9999999),
    -- Grams.
    weight integer check (weight between 0 and 9999999),
    unique (product_id, position) deferrable initially deferred
);

create table project_product_tags (
    product_id uuid not null references project_products on delete cascade,
    tag_id uuid not null references tags on delete cascade,
    primary key (product_id, tag_id)
);
create index project_product_tags_tag on project_product_tags (tag_id);

create table project_productions (
    id uuid primary key,
    project_id uuid not null references projects on delete cascade,
    product_id uuid references project_products on delete set null,
    factory_id uuid references factories on delete set null,
    name text not null check (length(name) between 2 and 255),
    status text not null default 'DRAFT'
        check (status in ('DRAFT', 'SAMPLING', 'IN_PRODUCTION', 'QUALITY_CONTROL', 'SHIPPED', 'DONE', 'CANCELED')),
    -- Pieces.
    quantity integer check (quantity between 1 and 9999999),
    due_at date,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    search text not null generated always as (search_text(name)) stored
);
create unique index project_productions_name_key on project_productions (project_id, lower(name)) where deleted_at is null;
create index project_productions_product on project_productions (product_id);
create index project_productions_factory on project_productions (factory_id);
create index project_productions_name on project_productions (name, id);
create index project_productions_project_name on project_productions (project_id, name, id);
create index project_productions_due_at on project_productions (due_at, id);
create index project_productions_project_due_at on project_productions (project_id, due_at, id);
create index project_productions_created_at on project_productions (created_at, id);
create index project_productions_project_created_at on project_productions (project_id, created_at, id);
create index project_productions_search on project_productions using gin (search gin_trgm_ops);

-- What a factory reaches: the projects of which it makes something, and their products (decision 1).
create view project_factories as
    select project_id, factory_id from project_productions where deleted_at is null and factory_id is not null;
create view project_product_factories as
    select p.id as product_id, f.factory_id from project_products p join project_factories f on f.project_id = p.project_id;

-- Files of products: technical ones are versions of one another (levels), whose pages have labels.
create table project_product_files (
    id uuid primary key,
    product_id uuid not null references project_products on delete cascade,
    file_id uuid not null references files on delete cascade,
    type text not null check (type in ('technical', 'image', 'other')),
    -- Of technical files: which version; none is given twice, also when one is deleted.
    level integer check (level between 0 and 10000),
    -- What pages show: [{ "page": 1, "label": "Front" }].
    metadata jsonb not null default '[]',
    -- Of images: which comes first.
    position integer not null default 0,
    created_at timestamptz not null default now(),
    deleted_at timestamptz,
    check ((type = 'technical') = (level is not null))
);
create unique index project_product_files_level on project_product_files (product_id, level);
create index project_product_files_product on project_product_files (product_id, created_at);
create index project_product_files_file on project_product_files (file_id);

-- Who said that they have seen it.
create table project_product_file_views (
    file_id uuid not null references project_product_files on delete cascade,
    user_id uuid not null references users on delete cascade,
    seen_at timestamptz not null,
    primary key (file_id, user_id)
);
create index project_product_file_views_user on project_product_file_views (user_id);

-- Until when somebody has read what is new at a factory.
create table factory_visits (
    user_id uuid not null references users on delete cascade,
    factory_id uuid not null references factories on delete cascade,
    seen_at timestamptz not null,
    primary key (user_id, factory_id)
);
create index factory_visits_factory on factory_visits (factory_id);
