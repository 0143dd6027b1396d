-- Lines are searched below one invoice, whose rows are looked through in less time than the index saves: each line's fifty
-- trigrams were half of what its import took.
drop index provider_invoice_lines_search;
