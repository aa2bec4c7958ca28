-- What triggers do for one sale was planned again for each: two thirds of the time that it takes to store one. These functions
-- find their rows by key alone, so a plan is as good for a large table as for the small one that it was made for. With scans and
-- joins of whole tables switched off, none is planned while a table is still empty either.
alter function name_sale() set plan_cache_mode = force_generic_plan;
alter function name_sale() set enable_seqscan = off;
alter function place_sale() set plan_cache_mode = force_generic_plan;
alter function place_sale() set enable_seqscan = off;
alter function shelve_sale() set plan_cache_mode = force_generic_plan;
alter function shelve_sale() set enable_seqscan = off;
alter function shelve_sale_item() set plan_cache_mode = force_generic_plan;
alter function shelve_sale_item() set enable_seqscan = off;
alter function shelve_listings() set plan_cache_mode = force_generic_plan;
