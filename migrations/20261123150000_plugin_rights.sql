-- What administrators approve of a plugin is each thing that it may do, not its hosts alone. The first version that runs is
-- approved as the operator enabled it: its rights are noted then, the role `check` among them, which every plugin has.
alter table plugin_approvals rename column host to what;
alter table plugin_approvals add column kind text not null default 'host';
alter table plugin_approvals alter column kind drop default;
alter table plugin_approvals drop constraint plugin_approvals_pkey;
alter table plugin_approvals add primary key (plugin, kind, what);
