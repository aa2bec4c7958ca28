-- Members, their wallets and how they sign in -----------------------------------------------------------------------
-- Everywhere: times are kept to the millisecond, as JavaScript has them, so that a keyset cursor compares exactly.

-- A member. Wallets prove who they are; the rest is what they say about themselves.
create table profiles (
  id uuid primary key,
  username text, display_name text, bio text, avatar_url text, banner_url text,
  wallets_public boolean not null default true,
  created_at timestamptz(3) not null
);
-- A wallet of a member: the pair of addresses that signed.
create table wallet_bindings (
  id uuid primary key,
  profile_id uuid not null references profiles (id),
  label text not null,
  provider text not null default 'unknown',
  ordinals_address text not null,
  payment_address text not null,
  is_public boolean not null,
  created_at timestamptz(3) not null,
  unique (ordinals_address, payment_address)
);
create index wallet_bindings_profile on wallet_bindings (profile_id);
create index wallet_bindings_payment on wallet_bindings (payment_address);
-- A sign-in in progress: messages that the wallet is to sign. It works once.
create table auth_requests (
  id uuid primary key,
  -- the signed-in profile that links the wallet to itself; null: a sign-in
  profile_id uuid references profiles (id),
  ordinals_address text not null,
  payment_address text not null,
  -- [{id, role, address, message}]
  challenges jsonb not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index auth_requests_expiry on auth_requests (expires_at);
-- Who brings trade in and gets a share of the marketplace's revenue.
create table partners (
  id uuid primary key,
  name text not null unique,
  status text not null check (status in ('active', 'inactive')),
  -- null: not payable yet
  payout_address text,
  share_bps integer not null check (share_bps between 0 and 10000),
  created_at timestamptz(3) not null
);
