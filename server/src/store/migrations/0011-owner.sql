-- Whose database this is: the network and the operator keys that its trades are for; null: not noted yet -----------
alter table database_marks
  add column network text,
  add column market_key text,
  add column anchor_key text;
