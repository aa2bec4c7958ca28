-- The views of GET /me/offers as text, in the bytes of the response. What is not kept with an offer is added at each read.

-- Fields about the collection of an offer, kept with the collection, of which there are few.
create function name_field(name text) returns text language sql immutable as $$
  select '"collectionName":' || to_json(name)
$$;
create function slug_fields(slug text, verified boolean) returns text language sql immutable as $$
  select '"collectionSlug":' || to_json(slug) || ',"collectionVerified":' || verified
$$;
alter table collections add column name_field text not null generated always as (name_field(name)) stored,
  add column slug_fields text not null generated always as (slug_fields(slug, verified)) stored;

-- What a page needs to show content of a MIME type, as contentTypeOf of the API says it. Most content is found without a regular
-- expression. Their class is what JavaScript trims. "C": no letters but those of ASCII have two cases.
create function content_kind(mime text) returns text language sql immutable as $$
  select case
    when mime is null or mime like 'text/plain%' then 'text'
    when mime like 'image/%' then 'image'
    when mime like 'text/html;%' or mime = 'text/html' then 'html'
    when mime collate "C" ~* '^[ \t\n\v\f\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*image/' then 'image'
    when mime collate "C" ~* '^[ \t\n\v\f\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*text/html[ \t\n\v\f\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*(;|$)' then 'html'
    when mime collate "C" ~* '^[ \t\n\v\f\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*(video|audio)/' then 'video'
    when mime collate "C" ~* '^([ \t\n\v\f\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*text/|[^;]*(json|javascript|yaml))' then 'text'
    else 'html' end
$$;
create function content_field(mime text) returns text language sql immutable as $$
  select '"contentType":"' || content_kind(mime) || '"'
$$;
create function inscription_fields(number bigint, title text) returns text language sql stable as $$
  select '"inscriptionNumber":"' || coalesce(number::text, '') || '","inscriptionTitle":' || json_text(title)
$$;
-- What follows the text of an offer. `received`: the kind that the caller receives, and does not send; `action`: what that is called.
create function offer_after(kind text, received text, action text, binding uuid, inscription text, content text, c_name text,
  c_slug text) returns text language sql stable as $$
  select ',' || inscription || ',' || c_name
    || case when kind = received then ',"side":"received","actionKind":"' || action || '"' else ',"side":"sent","actionKind":null' end
    || ',"actionBindingId":"' || binding || '",' || content || ',' || c_slug || '}'
$$;
create function offer_group_shown(inscription_id text, inscription text, content text, c_name text, c_slug text, owner text,
  binding uuid, top_offer_sats bigint, offer_count bigint, counter_count bigint, expires_at timestamptz, offers text, counters text)
  returns text language sql stable as $$
  select '{"inscriptionId":' || to_json(inscription_id) || ',' || inscription || ',' || c_name || ',' || c_slug || ',' || content
    || ',"ownerAddress":' || to_json(owner) || ',"actionBindingId":"' || binding || '","topOfferSats":'
    || coalesce(top_offer_sats::text, 'null') || ',"activeOfferCount":' || offer_count || ',"activeCounterCount":' || counter_count
    || ',"earliestExpiresAt":' || json_time(expires_at)
    || (',"offers":[' || coalesce(offers, '') || '],"sentCounters":[' || coalesce(counters, '') || ']}')
$$;
create function offer_event_shown(event_type text, at timestamptz, is_buyer boolean, o offers, inscription text,
  settlement_txid text, payout_txid text) returns text language sql stable as $$
  select '{"eventKey":"' || o.id || ':' || event_type || '","eventType":"' || event_type
    || case when is_buyer then '","role":"buyer","offerId":"' else '","role":"seller","offerId":"' end || o.id
    || '","parentOfferId":' || coalesce('"' || o.parent_offer_id || '"', 'null') || ',"inscriptionId":' || to_json(o.inscription_id)
    || ',' || inscription || ',"kind":"' || o.kind || '","status":"' || o.state
    || case when (o.kind = 'buyer_offer') = is_buyer then '","side":"sent"' else '","side":"received"' end
    || ',"buyerAddress":' || to_json(o.buyer_address) || ',"sellerAddress":' || to_json(o.seller_address)
    || ',"priceSats":' || o.price_sats || ',"occurredAt":' || json_time(at) || ',"createdAt":' || json_time(o.created_at)
    || ',"expiresAt":' || json_time(o.expires_at) || ',"settlementTxid":' || json_text(settlement_txid)
    || ',"payoutTxid":' || json_text(payout_txid) || '}'
$$;
