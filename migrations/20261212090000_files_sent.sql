-- What all files of a user take is asked for before they send another.
create index files_sent on files (created_by) include (size);
