-- An active offer as GET /me/offers shows it: the beginning of its JSON object, in the bytes of the response. What belongs to the
-- inscription, the collection and the caller comes after it, and is added at each read. Made once, with the offer: at a read it
-- would be most of the work. Null: closed, or made before this column was.
alter table offers add column shown text;
-- within the row, and not compressed as long as other columns can be
alter table offers alter column shown set storage main;

-- Fields in the order of the API's schema, `null` for what is null, times in ISO 8601 with milliseconds.
create function offer_shown(o offers) returns text language sql stable as $$
  select concat('{"id":"', o.id, '","parentOfferId":', coalesce('"' || o.parent_offer_id || '"', 'null'),
    ',"kind":"', o.kind, '","status":"active","inscriptionId":', to_json(o.inscription_id),
    ',"buyerAddress":', to_json(o.buyer_address), ',"sellerAddress":', to_json(o.seller_address),
    ',"createdAt":"', to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    '","expiresAt":"', to_char(o.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    '","floorSats":', coalesce(o.floor_sats::text, 'null'), ',"topOfferSats":', coalesce(o.top_offer_sats::text, 'null'),
    ',"priceSats":', o.fees -> 'priceSats',
    ',"inscriptionUtxoValueSats":', o.fees -> 'inscriptionUtxoValueSats',
    ',"sellerMarketplaceFeeBps":', o.fees -> 'sellerMarketplaceFeeBps',
    ',"sellerMarketplaceFeeSats":', o.fees -> 'sellerMarketplaceFeeSats',
    ',"buyerMarketplaceFeeBps":', o.fees -> 'buyerMarketplaceFeeBps',
    ',"buyerMarketplaceFeeSats":', o.fees -> 'buyerMarketplaceFeeSats',
    ',"sellerCreatorRoyaltyBps":', o.fees -> 'sellerCreatorRoyaltyBps',
    ',"sellerCreatorRoyaltySats":', o.fees -> 'sellerCreatorRoyaltySats',
    ',"buyerCreatorRoyaltyBps":', o.fees -> 'buyerCreatorRoyaltyBps',
    ',"buyerCreatorRoyaltySats":', o.fees -> 'buyerCreatorRoyaltySats',
    ',"sellerReceiveSats":', o.fees -> 'sellerReceiveSats',
    ',"buyerPayTotalSats":', o.fees -> 'buyerPayTotalSats',
    ',"marketplaceRevenueSats":', o.fees -> 'marketplaceRevenueSats',
    ',"creatorRevenueSats":', o.fees -> 'creatorRevenueSats')
$$;
create function show_offer() returns trigger language plpgsql as $$
begin
  new.shown := case when new.state = 'active' then offer_shown(new) end;
  return new;
end $$;
create trigger offers_shown before insert or update of kind, state, parent_offer_id, inscription_id, buyer_address,
  seller_address, fees, floor_sats, top_offer_sats, created_at, expires_at on offers
  for each row execute function show_offer();
