-- The company's books at a service (wit/accounting.wit): one connection at a time. One that ended keeps what it knows: when the same
-- account is connected again it goes on from there.
create table accounting_connections (
    id uuid primary key,
    -- A plugin's id, and what the service calls the account.
    plugin text not null,
    account text not null,
    -- Everything of the plugin's settings that is no secret, and the secrets, sealed.
    settings jsonb not null default '{}',
    secrets bytea not null,
    -- Where the next look at what changed there goes on, when it was looked at last, and why that failed.
    changes_cursor text,
    looked_at timestamptz,
    problem text,
    author text not null,
    connected_at timestamptz not null default now(),
    disconnected_at timestamptz
);
create unique index accounting_connections_one on accounting_connections ((true)) where disconnected_at is null;

-- The service's ids of organizations, and a digest of what it was told of them last.
create table accounting_customers (
    connection_id uuid not null references accounting_connections on delete cascade,
    organization_id uuid not null references organizations on delete cascade,
    external_id text not null,
    digest bytea not null,
    primary key (connection_id, organization_id)
);

-- Issued invoices and credit notes on their way into the books, each once.
create table accounting_entries (
    id uuid primary key,
    connection_id uuid not null references accounting_connections on delete cascade,
    invoice_id uuid not null references invoices on delete cascade,
    status text not null default 'WAITING' check (status in ('WAITING', 'BOOKED', 'FAILED')),
    -- Why it is not booked yet, or why its payment is not known.
    problem text,
    -- The service's id, and where a person sees it there.
    external_id text,
    url text not null default '',
    payment text check (payment in ('UNPAID', 'PARTIAL', 'PAID', 'VOID', 'OTHER')),
    remaining numeric(12, 2),
    booked_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint accounting_entries_key unique (connection_id, invoice_id),
    check ((status = 'BOOKED') = (external_id is not null)),
    check ((status = 'BOOKED') = (booked_at is not null))
);
create index accounting_entries_updated_at on accounting_entries (updated_at, id);
create index accounting_entries_status on accounting_entries (connection_id, status, id);
create index accounting_entries_external_id on accounting_entries (connection_id, external_id);
create index accounting_entries_invoice_id on accounting_entries (invoice_id);

-- What the service calls a code of VAT; that which stands nowhere it calls as the portal does.
create table accounting_vat_codes (
    code text primary key references vat_codes,
    service_code text not null check (length(service_code) between 1 and 50)
);
