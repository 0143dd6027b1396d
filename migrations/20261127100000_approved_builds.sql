-- What `approve = "<version>"` in plugins.toml was said of: the build that was there then. Another one of the same version is
-- approved by nobody.
create table plugin_approved_builds (
    plugin text not null,
    version text not null,
    digest text not null,
    approved_at timestamptz not null,
    primary key (plugin, version)
);
