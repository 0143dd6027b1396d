-- What one user's files that wait to be attached take.
create index files_unattached on files (created_by) where entity is null;
