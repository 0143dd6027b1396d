-- Whether a row lies within its caller's scope, which names the owners that they may touch; null: everybody's. Simple
-- enough for the planner to read it as if it stood in the query itself.
create function in_scope(owner uuid, scope uuid[]) returns boolean language sql immutable parallel safe
return scope is null or owner = any(scope);
