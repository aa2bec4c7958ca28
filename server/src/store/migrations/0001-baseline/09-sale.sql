-- Sales, here and elsewhere -----------------------------------------------------------------------------------------------

-- What was sold: an item of a purchase, an accepted offer or counter, a fill, or a sale of another marketplace that a block showed.
-- sale/machine.ts says what each state means; only confirmed ones are shown.
create table sales (
  id uuid primary key,
  state text not null,
  sale_type text not null check (sale_type in ('internal', 'external')),
  purchase_id uuid references purchases (id),
  listing_id uuid references listings (id),
  offer_id uuid references offers (id),
  txid text not null,
  inscription_id text not null,
  -- what a page shows of it; null while it is not stored
  inscription_number bigint,
  inscription_title text,
  -- primary collection at the time of the sale
  collection_slug text,
  seller_address text,
  buyer_address text,
  price_sats bigint not null,
  price_usd double precision,
  sold_at timestamptz(3),
  block_height integer,
  -- of its transaction in the block: sales of one second are told in the order of the chain
  block_position integer,
  -- of a sale elsewhere: in what form it is on the chain, and how much of the price that proves
  form text,
  evidence text,
  -- its trade is not known here: it was read back from its block after a restore
  read_back boolean not null default false,
  -- what the operator takes from it, and where that goes; null: a sale elsewhere, or not known
  seller_fee_sats bigint,
  buyer_fee_sats bigint,
  -- paid to the creator
  royalty_sats bigint,
  partner_id uuid references partners (id),
  -- where the partner was paid
  partner_address text,
  partner_sats bigint,
  -- kept in new anchors
  anchor_sats bigint,
  -- paid to the fee address as the marketplace's own
  fee_paid_sats bigint,
  -- also finds what was sold last
  unique (inscription_id, txid)
);
create index sales_recent on sales (sold_at desc, block_height desc, block_position desc, id desc) where state = 'confirmed';
create index sales_height on sales (block_height);
create index sales_listing on sales (listing_id);
create index sales_purchase on sales (purchase_id);
create index sales_offer on sales (offer_id);
create index sales_unpriced on sales (block_height desc) where state = 'confirmed' and price_usd is null;
create index sales_read_back on sales (block_height) where read_back;
create index sales_inscription on sales (inscription_id, sold_at desc) where state = 'confirmed';
-- the sales of an address
create index sales_of_seller on sales (seller_address, sold_at desc, block_height desc, block_position desc, id desc) where state = 'confirmed';
create index sales_of_buyer on sales (buyer_address, sold_at desc, block_height desc, block_position desc, id desc) where state = 'confirmed';
create index sales_own on sales (sold_at, id) where state = 'confirmed' and sale_type = 'internal';
-- the seller fees that an address has paid, in sales of every kind
create index sales_sold_by on sales (seller_address, sold_at) include (seller_fee_sats)
  where state = 'confirmed' and sale_type = 'internal';
-- What a sale sold beside the inscription that it is told of: the other members of a bundle. A trigger fills it from the listing, or
-- from the terms of the offer; sales elsewhere say it themselves.
create table sale_items (
  sale_id uuid not null references sales (id) on delete cascade,
  inscription_id text not null,
  primary key (sale_id, inscription_id)
);
create index sale_items_inscription on sale_items (inscription_id);
-- Where a confirmed sale is found: in the collection that it was made in, and in every collection that has something it sold as a
-- member. Sort keys are repeated here, as on collection_listings.
create table collection_sales (
  slug text not null,
  sale_id uuid not null references sales (id) on delete cascade,
  sold_at timestamptz(3) not null,
  block_height integer not null,
  block_position integer not null,
  primary key (sale_id, slug)
);
create index collection_sales_recent on collection_sales (slug, sold_at desc, block_height desc, block_position desc, sale_id desc);

-- What a sale shows of its inscription, and the place of its transaction in its block: a block may have several sales of one
-- inscription. Purchases, offers and fills are confirmed after the block with their spend was applied.
create function place_sale() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    select number, title into new.inscription_number, new.inscription_title
    from inscriptions where id = new.inscription_id for share;
  end if;
  if new.state <> 'confirmed' then
    new.block_position = null;
  elsif new.block_position is null then
    new.block_position = coalesce(
      (select w.spent_position from watched_coins w where w.spent_by = new.txid and w.spent_height = new.block_height limit 1), 0);
  end if;
  return new;
end $$;
-- Relied on by GET /sales: pages of sales read each row in one place, and stand in the order of the chain.
create trigger sales_placed before insert or update of state on sales
  for each row execute function place_sale();

create function collect_sales(sale_ids uuid[]) returns void language plpgsql as $$
begin
  insert into collection_sales (slug, sale_id, sold_at, block_height, block_position)
  select k.slug, s.id, s.sold_at, s.block_height, coalesce(s.block_position, 0)
  from sales s cross join lateral (
    select s.collection_slug as slug where s.collection_slug is not null
    union
    select m.slug from (
      select s.inscription_id as id union all select i.inscription_id from sale_items i where i.sale_id = s.id
    ) sold join inscriptions n on n.id = sold.id join collection_members m on m.inscription_key = n.key
  ) k
  where s.id = any(sale_ids) and s.state = 'confirmed'
  on conflict do nothing;
end $$;
create function collect_sale() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into sale_items (sale_id, inscription_id)
    select new.id, o.id from (
      select i.inscription_id as id from listing_items i where i.listing_id = new.listing_id
      union
      select sold ->> 'id' from offers f
        cross join lateral jsonb_array_elements(coalesce(f.terms -> 'inscriptions', f.terms -> 'transfer' -> 'inscriptions', '[]')) sold
      where f.id = new.offer_id
    ) o where o.id <> new.inscription_id
    on conflict do nothing;
  elsif old.state = 'confirmed' then
    delete from collection_sales where sale_id = new.id;
  end if;
  if new.state = 'confirmed' then
    perform collect_sales(array[new.id]);
  end if;
  return null;
end $$;
create function collect_sale_items() returns trigger language plpgsql as $$
begin
  perform collect_sales(array_agg(distinct sale_id)) from touched having count(*) > 0;
  return null;
end $$;
-- Relied on by the sales of a collection: a sale is there exactly while it is confirmed, and by each thing that it sold.
create trigger sales_collect after insert or update of state, sold_at, block_height, block_position on sales
  for each row execute function collect_sale();
create trigger sale_items_collect after insert on sale_items
  referencing new table as touched for each statement execute function collect_sale_items();
create function collect_sales_of_members() returns trigger language plpgsql as $$
declare
  touched uuid[];
begin
  select array_agg(id) into touched from (
    select s.id from changed m join inscriptions n on n.key = m.inscription_key join sales s on s.inscription_id = n.id
    union
    select i.sale_id from changed m join inscriptions n on n.key = m.inscription_key join sale_items i on i.inscription_id = n.id
  ) sold;
  if touched is not null then
    if tg_op = 'DELETE' then
      delete from collection_sales where sale_id = any(touched);
    end if;
    perform collect_sales(touched);
  end if;
  return null;
end $$;
-- Relied on by the same: an inscription becomes a member after it was sold, or a reorg takes that back.
create trigger collection_members_collect_sales after insert on collection_members
  referencing new table as changed for each statement execute function collect_sales_of_members();
create trigger collection_members_drop_sales after delete on collection_members
  referencing old table as changed for each statement execute function collect_sales_of_members();

-- The index may tell of another name or number later, and a reorg deletes inscriptions. What is shown of listings and sales changes
-- with it, which is a move without a change of state.
-- Switches: as in recount_changed (03-catalogue.sql), which was measured together with it.
create function rename_inscriptions() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  with listed as (
    update listings l set inscription_key = t.key, inscription_number = t.number, inscription_title = t.title,
      inscription_sat = t.sat
    from changed t join listing_items i on i.inscription_id = t.id and i.position = 0
    where l.id = i.listing_id and (l.inscription_key, l.inscription_number, l.inscription_title, l.inscription_sat)
      is distinct from (t.key, t.number, t.title, t.sat)
    returning l.id, l.state
  ), sold as (
    update sales s set inscription_number = t.number, inscription_title = t.title
    from changed t where s.inscription_id = t.id
      and (s.inscription_number, s.inscription_title) is distinct from (t.number, t.title)
    returning s.id, s.state
  )
  insert into moves (kind, row_id, state_from, state_to)
  select 'listing', id, state, state from listed where state = 'buyable' union all select 'sale', id, state, state from sold;
  return null;
end $$;
create function unname_inscriptions() returns trigger language plpgsql as $$
begin
  update listings l set inscription_key = null, inscription_number = null, inscription_title = null, inscription_sat = null
  from gone g join listing_items i on i.inscription_id = g.id and i.position = 0 where l.id = i.listing_id;
  update sales s set inscription_number = null, inscription_title = null from gone g where s.inscription_id = g.id;
  return null;
end $$;
-- Relied on by pages of the book and of sales, which repeat names, and by the events of both.
create trigger inscriptions_named after insert on inscriptions
  referencing new table as changed for each statement execute function rename_inscriptions();
create trigger inscriptions_renamed after update on inscriptions
  referencing new table as changed for each statement execute function rename_inscriptions();
create trigger inscriptions_unnamed after delete on inscriptions
  referencing old table as gone for each statement execute function unname_inscriptions();
