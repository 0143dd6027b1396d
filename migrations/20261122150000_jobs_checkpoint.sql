-- Where a job that works in steps goes on: what its next step begins with. Null before the first step has ended, and once
-- the last has.
alter table jobs add column checkpoint jsonb;
