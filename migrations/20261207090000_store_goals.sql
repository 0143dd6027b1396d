-- What a store is to sell a month, as the company and its merchant agreed.
create table store_goals (
    store_id uuid not null references stores on delete cascade,
    -- The month from which on it holds, until the month of the next one; its first day.
    month date not null check (extract(day from month) = 1),
    -- Euros, without VAT and shipping; zero: there is none any more.
    net_sales numeric(14, 2) not null check (net_sales >= 0),
    primary key (store_id, month)
);
