-- When the table of destinations' VAT was changed last: what `If-Match` is compared with. One row, which whoever replaces the
-- table holds.
create table destination_vat_version (
    is_the_only_one boolean primary key default true check (is_the_only_one),
    updated_at timestamptz not null default now()
);
insert into destination_vat_version default values;
