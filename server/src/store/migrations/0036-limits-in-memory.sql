-- Rate limits are counted in memory, or in Redis for several replicas.
drop table rate_limits;
