-- An order's total without VAT (decisions, 19): what an order that was made in the portal comes to carries none; else the
-- recorded tax goes off; where none was recorded of a sale to France, its normal rate is taken to be in it.
create function total_ex_vat(total numeric, tax numeric, country text, manual boolean) returns numeric
language sql immutable parallel safe
return case when manual then total when tax <> 0 then total - tax when country = 'FR' then round(total / 1.2, 2) else total end;
