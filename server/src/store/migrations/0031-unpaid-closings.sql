-- What the sales of a seller have not paid for: the inscription of a listing or counter, on its anchor. null: paid, or of no such thing.
alter table anchors add column unpaid_for text;
-- Closings are added up from the newest one on, of one inscription and of all, until they reach a ceiling.
create index anchors_unpaid on anchors (retired_at desc, id desc) include (cost_sats)
  where unpaid_for is not null and charged_to is not null;
create index anchors_unpaid_for on anchors (unpaid_for, retired_at desc, id desc) include (cost_sats)
  where unpaid_for is not null and charged_to is not null;
-- The seller fees that an address has paid, in sales of every kind.
create index sales_sold_by on sales (seller_address, sold_at) include (seller_fee_sats)
  where state = 'confirmed' and sale_type = 'internal';
drop index listings_sold_by;
