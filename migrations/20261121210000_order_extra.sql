-- Read by the order that is at hand already: the view visited it again.
drop view order_extra;
