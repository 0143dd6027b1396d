-- Whose file a mail carries, as the one who asked for it names the delivery: it is told when the mail does not go out.
alter table mails add column delivery text;
create index mails_delivery on mails (delivery) where delivery is not null;
