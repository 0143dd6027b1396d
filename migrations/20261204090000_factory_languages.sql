-- A factory's people read its screens in Turkish and Portuguese too.
alter table users drop constraint users_locale_check,
    add constraint users_locale_check check (locale in ('fr', 'en') or role = 'factory' and locale in ('tr', 'pt'));
