-- What the pages for people ask ---------------------------------------------------------------------------------------
-- the sales of an inscription
create index sales_inscription on sales (inscription_id, sold_at desc) where state = 'confirmed';
-- search; anyone may inscribe a title of any length, and an index takes only the start of it
create index inscriptions_number on inscriptions (number);
create index inscriptions_title on inscriptions (lower(left(title, 100)) text_pattern_ops) where title is not null;
