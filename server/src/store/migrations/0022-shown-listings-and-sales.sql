-- Listings and sales as GET /listings and GET /sales show them: JSON objects in the bytes of the response. The collection's summary is
-- in the middle, and changes with the collection; so a row has the text before it and the text after it. A trigger makes both with
-- the row: at a read, they would be most of the work. Null: not on a page, or made before these columns were.
alter table listings add column shown_before text, add column shown_after text;
alter table sales add column shown_before text, add column shown_after text;
-- within the row, and not compressed as long as other columns can be
alter table listings alter column shown_before set storage main, alter column shown_after set storage main;
alter table sales alter column shown_before set storage main, alter column shown_after set storage main;

-- Fields in the order of the API's schemas, `null` for what is null, times in ISO 8601 with milliseconds, numbers as JavaScript writes
-- them.
create function json_text(value text) returns text language sql stable as $$
  select coalesce(to_json(value)::text, 'null')
$$;
create function json_time(at timestamptz) returns text language sql stable as $$
  select coalesce(to_char(at at time zone 'UTC', '"\""YYYY-MM-DD"T"HH24:MI:SS.MS"Z\""'), 'null')
$$;
-- PostgreSQL writes exponents sooner, and with two digits at least. The digits are the same, to 2^53 at least.
create function json_number(value double precision) returns text language sql stable as $$
  select case
    when value is null then 'null'
    when abs(value) between 1e-4 and 1e14 or value = 0 then value::text
    when abs(value) >= 1e-6 and abs(value) < 1e21 then value::text::numeric::text
    else replace(value::text, 'e-0', 'e-') end
$$;
create function collection_summary(slug text, name text, kind text, verified boolean) returns text language sql immutable as $$
  select '{"slug":' || to_json(slug) || ',"name":' || to_json(name) || ',"kind":"' || kind || '","verificationStatus":"'
    || case when verified then 'verified' else 'unverified' end || '"}'
$$;
alter table collections add column summary text not null
  generated always as (collection_summary(slug, name, kind, verified)) stored;

create function no_collection(slug text) returns text language sql stable as $$
  select '{"slug":' || json_text(slug) || ',"name":null,"kind":null,"verificationStatus":null}'
$$;

create function shown_name(inscription_id text, number bigint, title text) returns text language sql stable as $$
  select concat('"inscriptionId":', json_text(inscription_id), ',"inscriptionNumber":"', number, '","inscriptionName":',
    json_text(coalesce(title, 'Inscription ' || coalesce(number::text, left(inscription_id, 8)))))
$$;
create function listing_before(id uuid, inscription_id text, number bigint, title text) returns text language sql stable as $$
  select concat('{"listingId":"', id, '",', shown_name(inscription_id, number, title), ',"collection":')
$$;
-- What blocks change, the location, comes after it: see location_after.
create function listing_after(seller text, price_sats bigint, listed_at timestamptz, expires_at timestamptz, sat bigint)
  returns text language sql stable as $$
  select concat(',"sellerAddress":', json_text(seller), ',"priceSats":', price_sats, ',"listedAt":', json_time(listed_at),
    ',"listingExpiresAt":', json_time(expires_at), ',"sat":', coalesce(sat::text, 'null'), ',"locationTxid":')
$$;
create function location_after(txid text, vout bigint, sat_offset bigint) returns text language sql stable as $$
  select coalesce('"' || txid || '","locationVout":' || vout || ',"locationSatpoint":"' || txid || ':' || vout || ':' || sat_offset || '"}',
    'null,"locationVout":null,"locationSatpoint":null}')
$$;
create function sale_before(id uuid, sale_type text, txid text, inscription_id text, number bigint, title text)
  returns text language sql stable as $$
  select concat('{"saleId":"', id, '","saleType":"', sale_type, '","txid":', json_text(txid), ',',
    shown_name(inscription_id, number, title), ',"collection":')
$$;
create function sale_after(seller text, buyer text, price_sats bigint, price_usd double precision, sold_at timestamptz,
  block_height integer) returns text language sql stable as $$
  select concat(',"sellerAddress":', json_text(seller), ',"buyerAddress":', json_text(buyer), ',"priceSats":', price_sats,
    ',"price":', json_number(price_sats / 1e8::double precision), ',"priceUsd":', json_number(price_usd),
    ',"soldAt":', json_time(sold_at), ',"blockHeight":', block_height, '}')
$$;

-- Both columns are among those that fire the triggers: whatever is written there becomes what the row says.
create function show_listing() returns trigger language plpgsql as $$
begin
  if new.state = 'buyable' then
    new.shown_before := listing_before(new.id, new.inscription_id, new.inscription_number, new.inscription_title);
    new.shown_after := listing_after(new.seller_ordinals_address, new.price_sats, new.listed_at, new.expires_at,
      new.inscription_sat);
  else
    new.shown_before := null;
    new.shown_after := null;
  end if;
  return new;
end $$;
create trigger listings_shown before insert or update of id, state, inscription_id, inscription_number, inscription_title,
  inscription_sat, seller_ordinals_address, price_sats, listed_at, expires_at, shown_before, shown_after on listings
  for each row execute function show_listing();
create function show_sale() returns trigger language plpgsql as $$
begin
  if new.state = 'confirmed' then
    new.shown_before := sale_before(new.id, new.sale_type, new.txid, new.inscription_id, new.inscription_number,
      new.inscription_title);
    new.shown_after := sale_after(new.seller_address, new.buyer_address, new.price_sats, new.price_usd, new.sold_at,
      new.block_height);
  else
    new.shown_before := null;
    new.shown_after := null;
  end if;
  return new;
end $$;
create trigger sales_shown before insert or update of id, state, sale_type, txid, inscription_id, inscription_number,
  inscription_title, seller_address, buyer_address, price_sats, price_usd, sold_at, block_height, shown_before, shown_after on sales
  for each row execute function show_sale();
