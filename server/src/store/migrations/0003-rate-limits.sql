-- Hits per key in the current window, when the limits are shared through this database. Columns are those that
-- rate-limiter-flexible writes by position. Unlogged: after a crash everyone starts a fresh window.
create unlogged table rate_limits (
  key text primary key,
  points integer not null,
  -- Unix ms
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);
