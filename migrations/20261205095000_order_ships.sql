-- What the provider ships of an order whose articles were put right there: pieces by SKU. Null: what its lines say. Of an order
-- that a shop sold, or that was made in the portal, the lines stay what was sold.
alter table orders add column ships jsonb;
