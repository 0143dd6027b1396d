-- Who wants none any more keeps their token: the links of mails that came before go on ending those that come later.
alter table analytics_mails add column is_wanted boolean not null default true;
