-- A rare category is looked for along the days: in the index alone, where each fee that is passed over was a visit to its row.
drop index fees_initiated_at;
create index fees_initiated_at on fees (initiated_at, id) include (deleted_at, category);
