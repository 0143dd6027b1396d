-- What else a customer ordered, by their e-mail address as it is written in either case, the newest first.
create index orders_customer on orders (lower(contact->>'email'), submitted_at, id) where contact->>'email' <> '';
