-- Merchant invoices (specification, document 1, sections 3 and 4; decisions 10, 13, 26).

-- Who invoices: one row (the portal is of one company). What an invoice cannot be issued without may be empty until somebody
-- fills it in.
create table company (
    id uuid primary key,
    name text not null default '' check (length(name) <= 255),
    -- Nine digits, in France.
    siren text not null default '' check (siren ~ '^([0-9]{9})?$'),
    vat_number text not null default '' check (length(vat_number) <= 50),
    address jsonb,
    email text not null default '' check (length(email) <= 255),
    iban text not null default '' check (length(iban) <= 34),
    bic text not null default '' check (length(bic) <= 11),
    -- What stands below each invoice, by language: capital and register, penalties for late payment, early payment.
    legal_fr text not null default '' check (length(legal_fr) <= 2000),
    legal_en text not null default '' check (length(legal_en) <= 2000),
    updated_at timestamptz not null default now()
);
insert into company (id) values ('00000000-0000-7000-8000-000000000001');

-- What each code of VAT means (decision 13): an accountant's to change. The categories are EN 16931's, the mentions the French
-- tax code's (providers/accounting.md, section 1).
create table vat_codes (
    code text primary key,
    position smallint not null,
    -- Null: the invoice says it itself.
    percent numeric(5, 2) check (percent between 0 and 100),
    category text not null check (category in ('S', 'E', 'AE', 'K', 'G', 'O', 'Z')),
    mention_fr text not null default '' check (length(mention_fr) <= 500),
    mention_en text not null default '' check (length(mention_en) <= 500)
);
insert into vat_codes (code, position, percent, category, mention_fr, mention_en) values
    ('FR_200', 0, 20, 'S', '', ''),
    ('FR_100_construction', 1, null, 'AE', 'Autoliquidation, art. 283-2 nonies du CGI', 'Reverse charge, art. 283-2 nonies of the French tax code'),
    ('FR_200_construction', 2, null, 'AE', 'Autoliquidation, art. 283-2 nonies du CGI', 'Reverse charge, art. 283-2 nonies of the French tax code'),
    ('intracom_21', 3, 0, 'K', 'Exonération de TVA, art. 262 ter I du CGI', 'Exempt from VAT, art. 262 ter I of the French tax code'),
    ('intracom_55', 4, 0, 'K', 'Exonération de TVA, art. 262 ter I du CGI', 'Exempt from VAT, art. 262 ter I of the French tax code'),
    ('intracom_85', 5, 0, 'K', 'Exonération de TVA, art. 262 ter I du CGI', 'Exempt from VAT, art. 262 ter I of the French tax code'),
    ('intracom_100', 6, 0, 'K', 'Exonération de TVA, art. 262 ter I du CGI', 'Exempt from VAT, art. 262 ter I of the French tax code'),
    ('crossborder', 7, 0, 'AE', 'Autoliquidation, art. 283-2 du CGI', 'Reverse charge, art. 283-2 of the French tax code'),
    ('extracom', 8, 0, 'G', 'Exonération de TVA, art. 262 I du CGI', 'Exempt from VAT, art. 262 I of the French tax code'),
    ('exempt', 9, 0, 'E', 'TVA non applicable, art. 293 B du CGI', 'VAT not applicable, art. 293 B of the French tax code');

-- The last number of each series: `F-2026`, `A-2026`. Whoever issues holds the row until the invoice is there, so that the
-- numbers have no gap (decision 10).
create table invoice_series (
    series text primary key,
    last integer not null
);

create table invoices (
    id uuid primary key,
    -- Null: a draft.
    number text unique,
    kind text not null default 'INVOICE' check (kind in ('INVOICE', 'CREDIT_NOTE')),
    -- The invoice that a credit note takes back.
    credits uuid references invoices,
    organization_id uuid not null references organizations,
    store_id uuid not null references stores,
    -- Whose members read it: nobody's, as long as it is a draft.
    reader_id uuid generated always as (case when number is not null then organization_id end) stored,
    title text not null check (length(title) between 1 and 255),
    -- What the store was called then.
    shop_name text not null,
    -- Both days included, in Paris.
    start_at date not null,
    end_at date not null check (end_at >= start_at),
    deadline_at date not null,
    vat text not null references vat_codes,
    -- Percent.
    organization_vat numeric(5, 2) not null check (organization_vat between 0 and 100),
    organization_ownership numeric(5, 2) not null check (organization_ownership between 0 and 100),
    special_mention text not null default '' check (length(special_mention) <= 255),
    -- All months together.
    sales_report jsonb not null,
    internal_shipping numeric(12, 2) not null,
    -- F11, in euros.
    total_fees numeric(12, 2) not null,
    total_commissions numeric(12, 2) not null,
    total_taxes numeric(12, 2) not null,
    total_amount numeric(12, 2) not null,
    difference_ex_vat numeric(12, 2) not null,
    difference_amount numeric(12, 2) not null,
    company_status smallint not null default 0 check (company_status between 0 and 2),
    customer_status smallint not null default 0 check (customer_status between 0 and 1),
    bank_status smallint not null default 0 check (bank_status between 0 and 1),
    -- Seller, buyer and texts as they were when it was issued; nothing of it follows later changes.
    frozen jsonb,
    issued_at timestamptz,
    author text not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    search text not null generated always as (search_text(title || ' ' || coalesce(number, ''))) stored,
    check ((number is null) = (company_status = 0)),
    check ((number is null) = (frozen is null) and (number is null) = (issued_at is null)),
    check (number is null or deleted_at is null),
    check (number is not null or (customer_status = 0 and bank_status = 0)),
    check ((kind = 'CREDIT_NOTE') = (credits is not null))
);
create index invoices_created_at on invoices (created_at, id);
create index invoices_organization_created_at on invoices (organization_id, created_at, id);
create index invoices_reader_created_at on invoices (reader_id, created_at, id);
create index invoices_store_created_at on invoices (store_id, created_at, id);
create index invoices_start_at on invoices (start_at, id);
create index invoices_reader_start_at on invoices (reader_id, start_at, id);
create index invoices_deadline_at on invoices (deadline_at, id);
create index invoices_reader_deadline_at on invoices (reader_id, deadline_at, id);
create index invoices_total_amount on invoices (total_amount, id);
create index invoices_reader_total_amount on invoices (reader_id, total_amount, id);
create index invoices_title on invoices (title, id);
create index invoices_reader_title on invoices (reader_id, title, id);
create index invoices_store_period on invoices (store_id, organization_id, end_at);
create index invoices_credits on invoices (credits) where credits is not null;
create index invoices_search on invoices using gin (search gin_trgm_ops);

create table invoice_lines (
    id uuid primary key,
    invoice_id uuid not null references invoices on delete cascade,
    section text not null check (section in ('COMMISSIONS', 'FEES')),
    -- The title that it stands below, and its place among all.
    title text not null check (length(title) <= 255),
    position integer not null,
    label text not null check (length(label) <= 255),
    description text not null default '' check (length(description) <= 500),
    category text,
    quantity numeric(12, 4) not null check (quantity between 0 and 99999),
    -- Euros without VAT: of one, and of all.
    amount numeric(14, 2) not null,
    total numeric(14, 2) not null,
    -- How its amount came about.
    explanation jsonb,
    -- Of a credit note: the line that it takes back.
    credits uuid references invoice_lines,
    unique (invoice_id, position)
);
create index invoice_lines_credits on invoice_lines (credits) where credits is not null;

-- The fees that a line is made of.
create table invoice_fees (
    line_id uuid not null references invoice_lines on delete cascade,
    fee_id uuid not null references fees,
    organization_id uuid not null references organizations,
    -- The owner's part of it (F10), and what the fee was as a whole.
    amount numeric(12, 2) not null,
    fee_amount numeric(12, 2) not null,
    -- No other invoice may take it (decision 26). A draft that is deleted and a credit note let go of it; what the line was
    -- made of stays.
    is_held boolean not null default true,
    primary key (line_id, fee_id)
);
create unique index invoice_fees_held on invoice_fees (fee_id, organization_id) where is_held;
create index invoice_fees_fee on invoice_fees (fee_id);

-- What is issued is never changed or deleted, but for its statuses.
create function keep_issued_invoice() returns trigger language plpgsql as $$
declare
    -- What is generated is not reckoned yet here; it follows from what is compared.
    statuses constant text[] := array['company_status', 'customer_status', 'bank_status', 'updated_at', 'reader_id', 'search'];
begin
    if old.number is not null and (tg_op = 'DELETE' or to_jsonb(new) - statuses <> to_jsonb(old) - statuses) then
        raise exception 'an issued invoice does not change';
    end if;
    return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger invoices_issued before update or delete on invoices for each row execute function keep_issued_invoice();

create function keep_issued_line() returns trigger language plpgsql as $$
begin
    if exists (select from invoices where id = coalesce(old.invoice_id, new.invoice_id) and number is not null) then
        raise exception 'a line of an issued invoice does not change';
    end if;
    return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger invoice_lines_issued before insert or update or delete on invoice_lines
    for each row execute function keep_issued_line();

create function keep_issued_fee() returns trigger language plpgsql as $$
begin
    if exists (select from invoice_lines l join invoices i on i.id = l.invoice_id where l.id = old.line_id and i.number is not null)
        and (tg_op = 'DELETE' or to_jsonb(new) - 'is_held' <> to_jsonb(old) - 'is_held') then
        raise exception 'what a line of an issued invoice is made of does not change';
    end if;
    return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger invoice_fees_issued before update or delete on invoice_fees for each row execute function keep_issued_fee();

-- Where the wizard of whoever fills in an invoice stands, on every machine of theirs.
create table invoice_preparations (
    user_id uuid primary key references users on delete cascade,
    step text not null check (step in ('PREPARE', 'FILL', 'REVIEW')),
    state jsonb not null,
    updated_at timestamptz not null default now()
);

-- Those of a store that left in a month: whether it lacks an invoice (decision 25).
create index orders_store_shipped_at on orders (store_id, shipped_at) where shipped_at is not null;
