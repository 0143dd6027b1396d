-- What administrators decide about plugins, beside the operator's plugins.toml.

-- Hosts that a plugin asks for and that were granted on the plugins page.
create table plugin_approvals (
    plugin text not null,
    host text not null,
    approved_at timestamptz not null,
    approved_by text not null,
    primary key (plugin, host)
);

-- The version that runs whatever the source holds.
create table plugin_pins (
    plugin text primary key,
    digest text not null,
    pinned_at timestamptz not null,
    pinned_by text not null
);
