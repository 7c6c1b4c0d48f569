-- The database of version 0.2.0. Later migrations change it from here.
--
-- A section for each file of prisma/schema, where what a table is for is said; comments here are about what Prisma's schema
-- cannot say: constraints that hold whatever the program does, room in pages, and indexes of expressions and of some rows.
-- Each `fillfactor` leaves room in a page for the next version of a row: an update that changes no indexed column then
-- writes no index. `text_pattern_ops` finds prefixes in any collation; with a condition that a strict comparison implies,
-- Prisma, which cannot compare operator classes, does not see the index.

-- Instance

-- One row for the whole database: a value that is sealed with SECRET_KEY, so that a start with another key is refused.
CREATE TABLE instance (
  id boolean NOT NULL DEFAULT true,
  key_check bytea NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (id),
  CONSTRAINT instance_one_row CHECK (id)
);

-- Processes

-- The processes that serve or work, each with its last heartbeat by the database's clock.
CREATE TABLE processes (
  id text NOT NULL,
  works boolean NOT NULL,
  jobs text[] NOT NULL DEFAULT ARRAY[]::text[],
  started_at timestamptz(3) NOT NULL,
  beat_at timestamptz(3) NOT NULL,
  PRIMARY KEY (id)
);

-- Merchants

CREATE TABLE merchants (
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  country text NOT NULL,
  billing_label text NOT NULL,
  gstin text,
  address text,
  support_email text,
  support_phone text,
  support_url text,
  brand_color text,
  logo_hash text,
  oauth_self_registered boolean NOT NULL DEFAULT true,
  oauth_redirect_hosts text[] DEFAULT ARRAY[]::text[],
  second_factor_roles text[] DEFAULT ARRAY[]::text[],
  created_at bigint NOT NULL,
  PRIMARY KEY (id),
  CONSTRAINT merchants_brand_color CHECK (brand_color ~ '^[0-9a-f]{6}$')
);

CREATE TABLE logos (
  merchant_id text NOT NULL,
  hash text NOT NULL,
  png bytea NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (merchant_id, hash),
  CONSTRAINT logos_small CHECK (octet_length(png) <= 200000),
  CONSTRAINT logos_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON UPDATE CASCADE ON DELETE RESTRICT
);
CREATE INDEX logos_hash_idx ON logos (hash);

CREATE TABLE accounts (
  id text COLLATE "C" NOT NULL,
  merchant_id text NOT NULL,
  mode text NOT NULL,
  country text NOT NULL,
  currency text NOT NULL,
  fee_basis_points integer NOT NULL DEFAULT 200,
  tax_basis_points integer NOT NULL DEFAULT 1800,
  authorization_window_seconds integer NOT NULL DEFAULT 259200,
  capabilities text[] DEFAULT ARRAY[]::text[],
  wallet_max_balance bigint NOT NULL DEFAULT 2000000,
  wallet_monthly_limit bigint NOT NULL DEFAULT 10000000,
  payout_fee bigint NOT NULL DEFAULT 500,
  default_capture text NOT NULL DEFAULT 'automatic',
  order_notes_on_payments boolean NOT NULL DEFAULT true,
  settlement_delay_days integer,
  refund_reasons text[] DEFAULT ARRAY[]::text[],
  refund_reason_required boolean NOT NULL DEFAULT false,
  request_log_days integer NOT NULL DEFAULT 30,
  mail_days integer,
  event_days integer,
  refund_speed text NOT NULL DEFAULT 'normal',
  closed_at bigint,
  erasing_at bigint,
  refund_approval_above bigint,
  refund_approval_by_role jsonb NOT NULL DEFAULT '{}',
  wallet_credit_approval_above bigint,
  wallet_credit_approval_by_role jsonb NOT NULL DEFAULT '{}',
  payout_approval_above bigint,
  payout_approval_by_role jsonb NOT NULL DEFAULT '{}',
  history_until bigint,
  created_at bigint NOT NULL,
  PRIMARY KEY (id),
  CONSTRAINT accounts_mode CHECK (mode IN ('test', 'live')),
  CONSTRAINT accounts_country CHECK (country IN ('IN', 'MY', 'SG', 'US')),
  CONSTRAINT accounts_rates CHECK (fee_basis_points BETWEEN 0 AND 5000 AND tax_basis_points BETWEEN 0 AND 10000),
  CONSTRAINT accounts_request_log_days CHECK (request_log_days BETWEEN 1 AND 365),
  CONSTRAINT accounts_refund_approval_above CHECK (refund_approval_above >= 0),
  CONSTRAINT accounts_wallet_credit_approval_above CHECK (wallet_credit_approval_above >= 0),
  CONSTRAINT accounts_payout_approval_above CHECK (payout_approval_above >= 0),
  CONSTRAINT accounts_settlement_delay CHECK (settlement_delay_days BETWEEN 0 AND 30),
  CONSTRAINT accounts_refund_speed CHECK (refund_speed IN ('normal', 'optimum')),
  CONSTRAINT accounts_event_days CHECK (event_days >= 31),
  CONSTRAINT accounts_mail_days CHECK (mail_days >= 7),
  CONSTRAINT accounts_default_capture CHECK (default_capture IN ('automatic', 'manual')),
  CONSTRAINT accounts_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id) ON UPDATE CASCADE ON DELETE RESTRICT
);
CREATE UNIQUE INDEX accounts_merchant_id_mode_key ON accounts (merchant_id, mode);

-- Users

CREATE TABLE users (
  id text COLLATE "C" NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  password_hash text NOT NULL,
  theme text NOT NULL DEFAULT 'system',
  grouping text NOT NULL DEFAULT 'indian',
  time_zone text NOT NULL DEFAULT 'Asia/Kolkata',
  created_at bigint NOT NULL,
  disabled_at bigint,
  email_proven_at bigint,
  PRIMARY KEY (id)
);
CREATE UNIQUE INDEX users_email_key ON users (email);

CREATE TABLE memberships (
  merchant_id text NOT NULL,
  user_id text NOT NULL,
  role text NOT NULL,
  invited_by text,
  muted_kinds text[] DEFAULT ARRAY[]::text[],
  created_at bigint NOT NULL,
  PRIMARY KEY (merchant_id, user_id),
  CONSTRAINT memberships_role CHECK (role IN ('owner', 'admin', 'finance', 'support', 'developer', 'viewer') OR role LIKE 'role\_%'),
  CONSTRAINT memberships_merchant_id_fkey FOREIGN KEY (merchant_id)
    REFERENCES merchants(id) ON UPDATE CASCADE ON DELETE RESTRICT,
  CONSTRAINT memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT
);
CREATE INDEX memberships_user_id_idx ON memberships (user_id);
CREATE INDEX memberships_merchant_id_created_at_user_id_idx ON memberships (merchant_id, created_at DESC, user_id DESC);

CREATE TABLE roles (
  merchant_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  permissions text[],
  created_by text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (merchant_id, id)
);
CREATE UNIQUE INDEX roles_id_key ON roles (id);
-- No two roles of a merchant share a name, whatever its capital letters.
CREATE UNIQUE INDEX roles_name ON roles (merchant_id, lower(name));

CREATE TABLE password_resets (
  id text NOT NULL,
  user_id text NOT NULL,
  created_by text,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  used_at bigint,
  PRIMARY KEY (id)
);
CREATE INDEX password_resets_user_id_idx ON password_resets (user_id);
CREATE INDEX password_resets_expires_at_idx ON password_resets (expires_at);

CREATE TABLE invitations (
  merchant_id text NOT NULL,
  id text NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  invited_by text NOT NULL,
  invited_by_id text,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  accepted_at bigint,
  withdrawn_at bigint,
  withdrawn_by text,
  PRIMARY KEY (merchant_id, id)
);
CREATE UNIQUE INDEX invitations_id_key ON invitations (id);
CREATE INDEX invitations_merchant_id_created_at_id_idx ON invitations (merchant_id, created_at DESC, id DESC);
CREATE INDEX invitations_merchant_id_email_idx ON invitations (merchant_id, email);

CREATE TABLE totp_secrets (
  user_id text NOT NULL,
  secret_encrypted bytea NOT NULL,
  last_step bigint NOT NULL DEFAULT 0,
  confirmed_at bigint,
  created_at bigint NOT NULL,
  PRIMARY KEY (user_id)
);

CREATE TABLE recovery_codes (
  user_id text NOT NULL,
  code_hash bytea NOT NULL,
  created_at bigint NOT NULL,
  used_at bigint,
  PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE passkeys (
  id text COLLATE "C" NOT NULL,
  user_id text NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[],
  name text NOT NULL,
  backed_up boolean NOT NULL,
  created_at bigint NOT NULL,
  last_used_at bigint,
  PRIMARY KEY (id)
);
CREATE UNIQUE INDEX passkeys_credential_id_key ON passkeys (credential_id);
CREATE INDEX passkeys_user_id_idx ON passkeys (user_id);

CREATE TABLE sign_in_links (
  id text NOT NULL,
  user_id text NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  email text NOT NULL,
  created_at bigint NOT NULL,
  last_used_at bigint,
  PRIMARY KEY (id)
);
CREATE UNIQUE INDEX sign_in_links_issuer_subject_key ON sign_in_links (issuer, subject);
CREATE UNIQUE INDEX sign_in_links_user_id_issuer_key ON sign_in_links (user_id, issuer);

CREATE TABLE passkey_challenges (
  challenge text NOT NULL,
  purpose text NOT NULL,
  session_id text,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (challenge)
);
CREATE INDEX passkey_challenges_expires_at_idx ON passkey_challenges (expires_at);
CREATE INDEX passkey_challenges_session_id_idx ON passkey_challenges (session_id);

CREATE TABLE sessions (
  id text COLLATE "C" NOT NULL,
  user_id text NOT NULL,
  created_at bigint NOT NULL,
  last_seen_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  ended_at bigint,
  confirmed_at bigint,
  factors text[] DEFAULT ARRAY[]::text[],
  ip text,
  user_agent text,
  PRIMARY KEY (id),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT
);
CREATE INDEX sessions_user_id_idx ON sessions (user_id);
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);

-- API keys

CREATE TABLE api_keys (
  account_id text NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  secret_hash bytea NOT NULL,
  secret_encrypted bytea NOT NULL,
  scopes text[] DEFAULT ARRAY[]::text[],
  created_by text,
  created_by_id text,
  approval_above bigint,
  created_at bigint NOT NULL,
  last_used_at bigint,
  last_used_ip text,
  last_used_agent text,
  allowed_addresses text[] DEFAULT ARRAY[]::text[],
  refund_limit bigint,
  refund_day_limit bigint,
  replaced_by text,
  origin_id text,
  expires_at bigint,
  warned_expiry bigint,
  warned_days integer,
  revoked_at bigint,
  revoked_by text,
  PRIMARY KEY (account_id, id),
  CONSTRAINT api_keys_refund_limits CHECK (refund_limit > 0 AND refund_day_limit > 0),
  CONSTRAINT api_keys_approval_above CHECK (approval_above > 0),
  CONSTRAINT api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON UPDATE CASCADE ON DELETE RESTRICT
);
CREATE UNIQUE INDEX api_keys_id_key ON api_keys (id);

-- OAuth

CREATE TABLE oauth_clients (
  id text NOT NULL,
  name text NOT NULL,
  origin text NOT NULL,
  metadata jsonb NOT NULL,
  secret_hash bytea,
  merchant_id text,
  created_by text,
  created_at bigint NOT NULL,
  granted_at bigint,
  PRIMARY KEY (id),
  CONSTRAINT oauth_clients_origin CHECK (origin IN ('dynamic', 'manual', 'document')),
  CONSTRAINT oauth_clients_manual CHECK ((origin = 'manual') = (merchant_id IS NOT NULL))
);
CREATE INDEX oauth_clients_merchant_id_idx ON oauth_clients (merchant_id);
-- What the sweep and the cap of clients that were never authorized look for.
CREATE INDEX oauth_clients_unused ON oauth_clients (created_at) WHERE origin = 'dynamic' AND granted_at IS NULL;

CREATE TABLE oauth_artifacts (
  kind text NOT NULL,
  id_hash bytea NOT NULL,
  payload jsonb NOT NULL,
  grant_id text,
  expires_at bigint,
  consumed_at bigint,
  created_at bigint NOT NULL,
  PRIMARY KEY (kind, id_hash)
);
CREATE INDEX oauth_artifacts_grant_id_idx ON oauth_artifacts (grant_id);
CREATE INDEX oauth_artifacts_expires_at_idx ON oauth_artifacts (expires_at);
-- The token that manages a registration is deleted with it.
CREATE INDEX oauth_artifacts_registration ON oauth_artifacts ((payload ->> 'clientId')) WHERE kind = 'RegistrationAccessToken';

CREATE TABLE oauth_grants (
  account_id text NOT NULL,
  id text NOT NULL,
  user_id text NOT NULL,
  client_id text NOT NULL,
  client_name text NOT NULL,
  scopes text[],
  limit_per_call bigint,
  limit_per_day bigint,
  redirect_host text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  last_used_at bigint,
  expires_at bigint NOT NULL,
  revoked_at bigint,
  revoked_by text,
  revoked_reason text,
  replaces text[] DEFAULT ARRAY[]::text[],
  PRIMARY KEY (account_id, id),
  CONSTRAINT oauth_grants_revoked CHECK ((revoked_at IS NULL) = (revoked_reason IS NULL)),
  -- With a limit of 0 every call of a program waits for a person; a day is no less than a call.
  CONSTRAINT oauth_grants_limits CHECK (limit_per_call >= 0 AND limit_per_day >= limit_per_call),
  CONSTRAINT oauth_grants_both_limits CHECK ((limit_per_call IS NULL) = (limit_per_day IS NULL))
);
CREATE UNIQUE INDEX oauth_grants_id_key ON oauth_grants (id);
CREATE INDEX oauth_grants_account_id_created_at_id_idx ON oauth_grants (account_id, created_at DESC, id DESC);
CREATE INDEX oauth_grants_user_id_idx ON oauth_grants (user_id);
CREATE INDEX oauth_grants_client_id_idx ON oauth_grants (client_id);
CREATE INDEX oauth_grants_account_id_client_id_user_id_idx ON oauth_grants (account_id, client_id, user_id);

CREATE TABLE oauth_blocks (
  merchant_id text NOT NULL,
  client_id text NOT NULL,
  client_name text NOT NULL,
  reason text,
  created_by text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (merchant_id, client_id)
);

CREATE TABLE approvals (
  account_id text NOT NULL,
  id text NOT NULL,
  operation text NOT NULL,
  input jsonb NOT NULL,
  idempotency_key text NOT NULL,
  object_id text,
  amount bigint NOT NULL,
  currency text NOT NULL,
  cause text NOT NULL,
  status text NOT NULL,
  actor_kind text NOT NULL,
  actor_id text NOT NULL,
  actor_name text NOT NULL,
  grant_id text,
  user_id text,
  request_id text NOT NULL,
  decided_by text,
  decided_by_id text,
  decision_reason text,
  result jsonb,
  error jsonb,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  decided_at bigint,
  passed_at bigint,
  finished_at bigint,
  changes jsonb,
  takes_effect_at bigint,
  request_reason text,
  PRIMARY KEY (account_id, id),
  CONSTRAINT approvals_status CHECK (status IN ('waiting', 'approved', 'rejected', 'withdrawn', 'expired', 'failed')),
  CONSTRAINT approvals_decided CHECK ((status = 'waiting') = (decided_at IS NULL)),
  CONSTRAINT approvals_passed CHECK (passed_at IS NULL OR status IN ('approved', 'failed')),
  CONSTRAINT approvals_cause CHECK (cause IN (
    'limit_per_call', 'limit_per_day', 'merchant_threshold', 'role_threshold', 'key_threshold', 'person_total', 'app_total',
    'key_total', 'record_total', 'new_bank_account', 'looser_limit')),
  CONSTRAINT approvals_amount CHECK (amount > 0 OR (amount = 0 AND changes IS NOT NULL)),
  CONSTRAINT approvals_changes CHECK ((cause = 'looser_limit') = (changes IS NOT NULL)),
  CONSTRAINT approvals_requester CHECK (user_id IS NOT NULL OR actor_kind = 'key')
);
CREATE INDEX approvals_account_id_status_created_at_id_idx ON approvals (account_id, status, created_at DESC, id DESC);
CREATE INDEX approvals_account_id_created_at_id_idx ON approvals (account_id, created_at DESC, id DESC);
CREATE INDEX approvals_account_id_grant_id_created_at_idx ON approvals (account_id, grant_id, created_at DESC);
CREATE UNIQUE INDEX approvals_account_id_operation_idempotency_key_key ON approvals (account_id, operation, idempotency_key);
CREATE INDEX approvals_account_id_user_id_created_at_id_idx ON approvals (account_id, user_id, created_at DESC, id DESC);
CREATE INDEX approvals_account_id_object_id_idx ON approvals (account_id, object_id);

CREATE TABLE grant_spending (
  account_id text NOT NULL,
  grant_id text NOT NULL,
  id text NOT NULL,
  operation text NOT NULL,
  object_id text,
  amount bigint NOT NULL,
  approval_id text,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, grant_id, id),
  CONSTRAINT grant_spending_amount CHECK (amount > 0)
);
CREATE INDEX grant_spending_account_id_grant_id_created_at_idx ON grant_spending (account_id, grant_id, created_at);

CREATE TABLE moved_alone (
  account_id text NOT NULL,
  id text NOT NULL,
  flow text NOT NULL,
  counted_for text NOT NULL,
  amount bigint NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, id, counted_for),
  CONSTRAINT moved_alone_amount CHECK (amount > 0),
  CONSTRAINT moved_alone_flow CHECK (flow IN ('refunds', 'wallet_credits', 'payouts'))
);
CREATE INDEX moved_alone_account_id_flow_counted_for_created_at_idx ON moved_alone (account_id, flow, counted_for, created_at);
CREATE INDEX moved_alone_account_id_created_at_idx ON moved_alone (account_id, created_at);

-- What transactions that add up the same total, or request the same approval, take turns by. A row holds nothing but its name.
CREATE TABLE approval_locks (
  account_id text NOT NULL,
  id text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, id)
);

-- Closures

CREATE TABLE closures (
  merchant_id text NOT NULL,
  id text NOT NULL,
  status text NOT NULL,
  requested_by text,
  requested_by_id text NOT NULL,
  created_at bigint NOT NULL,
  due_at bigint NOT NULL,
  decided_by text,
  decided_by_id text,
  decided_at bigint,
  stop_reason text,
  closed_at bigint,
  finished_at bigint,
  PRIMARY KEY (merchant_id, id),
  CONSTRAINT closures_status CHECK (status IN ('waiting', 'cancelled', 'stopped', 'closed', 'deleted'))
);
CREATE UNIQUE INDEX closures_id_key ON closures (id);
-- A merchant is deleted once at a time.
CREATE UNIQUE INDEX closures_open ON closures (merchant_id) WHERE status IN ('waiting', 'closed');

CREATE TABLE account_exports (
  account_id text NOT NULL,
  id text NOT NULL,
  status text NOT NULL,
  requested_by text NOT NULL,
  requested_by_id text NOT NULL,
  step text,
  rows bigint NOT NULL DEFAULT 0,
  rows_expected bigint NOT NULL DEFAULT 0,
  files integer NOT NULL DEFAULT 0,
  files_expected integer NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  error text,
  leased_by text,
  leased_until bigint,
  attempts integer NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  finished_at bigint,
  expires_at bigint,
  PRIMARY KEY (account_id, id),
  CONSTRAINT account_exports_status CHECK (status IN ('queued', 'running', 'ready', 'failed', 'expired'))
);
CREATE UNIQUE INDEX account_exports_id_key ON account_exports (id);
CREATE INDEX account_exports_account_id_created_at_id_idx ON account_exports (account_id, created_at DESC, id DESC);
-- An account is exported once at a time.
CREATE UNIQUE INDEX account_exports_open ON account_exports (account_id) WHERE status IN ('queued', 'running');

-- Requests

CREATE TABLE idempotency_keys (
  account_id text NOT NULL,
  key text NOT NULL,
  operation text NOT NULL,
  request_hash bytea NOT NULL,
  token text,
  locked_until bigint,
  process_id text,
  status integer,
  body text,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, key)
) WITH (fillfactor = 60);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);

CREATE TABLE request_logs (
  account_id text NOT NULL,
  id text COLLATE "C" NOT NULL,
  source text NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  operation text,
  status integer NOT NULL,
  duration_ms integer NOT NULL,
  actor_kind text NOT NULL,
  actor_id text NOT NULL,
  actor_name text,
  client_request_id text,
  idempotency_key text,
  replayed boolean NOT NULL DEFAULT false,
  ip text,
  user_agent text,
  object_id text,
  error_reason text,
  error_field text,
  request_headers jsonb,
  response_headers jsonb,
  request_body text,
  response_body text,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX request_logs_account_id_created_at_id_idx ON request_logs (account_id, created_at DESC, id DESC);
CREATE INDEX request_logs_account_id_object_id_idx ON request_logs (account_id, object_id);
CREATE INDEX request_logs_account_id_actor_id_created_at_idx ON request_logs (account_id, actor_id, created_at DESC);
-- Refusals by reason.
CREATE INDEX request_logs_refused ON request_logs (account_id, error_reason, created_at DESC)
  WHERE error_reason IS NOT NULL;
-- Only the requests whose client sent an ID.
CREATE INDEX request_logs_client_request_id ON request_logs (account_id, client_request_id, created_at DESC)
  WHERE client_request_id IS NOT NULL;
-- Errors are few beside the requests that succeed.
CREATE INDEX request_logs_errors ON request_logs (account_id, created_at DESC, id DESC) INCLUDE (status)
  WHERE status >= 400 OR error_reason IS NOT NULL;
CREATE INDEX request_logs_server_errors ON request_logs (account_id, created_at DESC, id DESC) WHERE status >= 500;
-- Requests that took more than a second.
CREATE INDEX request_logs_slow ON request_logs (account_id, created_at DESC, id DESC) WHERE duration_ms > 1000;
-- The requests with one idempotency key.
CREATE INDEX request_logs_idempotency_key ON request_logs (account_id, idempotency_key) WHERE idempotency_key IS NOT NULL;

-- Events

CREATE TABLE events (
  account_id text NOT NULL,
  id text COLLATE "C" NOT NULL,
  event text NOT NULL,
  contains text[],
  payload jsonb NOT NULL,
  payment_id text,
  order_id text,
  customer_id text,
  object_id text,
  endpoint_id text,
  actor_kind text NOT NULL,
  actor_id text NOT NULL,
  actor_name text NOT NULL,
  request_id text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX events_account_id_created_at_id_idx ON events (account_id, created_at DESC, id DESC);
CREATE INDEX events_account_id_object_id_idx ON events (account_id, object_id);
CREATE INDEX events_account_id_event_created_at_id_idx ON events (account_id, event, created_at DESC, id DESC);
CREATE INDEX events_account_id_request_id_idx ON events (account_id, request_id);
CREATE INDEX events_of_payment ON events (account_id, payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX events_of_order ON events (account_id, order_id) WHERE order_id IS NOT NULL;
CREATE INDEX events_of_customer ON events (account_id, customer_id) WHERE customer_id IS NOT NULL;

CREATE TABLE audit_seals (
  account_id text NOT NULL,
  seq integer NOT NULL,
  first_id text NOT NULL,
  last_id text NOT NULL,
  lines integer NOT NULL,
  first_at bigint NOT NULL,
  lines_hash bytea NOT NULL,
  hash bytea NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, seq)
);

CREATE TABLE audit_lines (
  account_id text NOT NULL,
  id text COLLATE "C" NOT NULL,
  action text NOT NULL,
  object_id text,
  actor_kind text NOT NULL,
  actor_id text NOT NULL,
  actor_name text NOT NULL,
  request_id text NOT NULL,
  ip text,
  details jsonb NOT NULL DEFAULT '{}',
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX audit_lines_account_id_created_at_id_idx ON audit_lines (account_id, created_at DESC, id DESC);
CREATE INDEX audit_lines_account_id_object_id_idx ON audit_lines (account_id, object_id);

-- Counters

-- Counters are updated in place: room on each page keeps the indexes as they are.
CREATE TABLE record_counts (
  account_id text NOT NULL,
  kind text NOT NULL,
  span integer NOT NULL,
  bucket bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  method text NOT NULL,
  captured boolean NOT NULL,
  authorized boolean NOT NULL,
  error_reason text NOT NULL,
  count bigint NOT NULL,
  amount bigint NOT NULL,
  amount_paid bigint NOT NULL,
  amount_refunded bigint NOT NULL,
  PRIMARY KEY (account_id, kind, span, bucket, currency, status, method, captured, authorized, error_reason)
) WITH (fillfactor = 80);

-- Rows come and go all the time, and reading lists passes all that are there: hence the vacuum after so few.
CREATE TABLE record_count_changes (
  account_id text NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  created_at bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  method text NOT NULL,
  captured boolean NOT NULL,
  authorized boolean NOT NULL,
  error_reason text NOT NULL,
  count bigint NOT NULL,
  amount bigint NOT NULL,
  amount_paid bigint NOT NULL,
  amount_refunded bigint NOT NULL,
  PRIMARY KEY (account_id, id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = 100000);

-- Orders

CREATE TABLE orders (
  account_id text NOT NULL,
  id text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  amount_paid bigint NOT NULL DEFAULT 0,
  currency text NOT NULL,
  receipt text,
  offer_id text,
  status text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  authorized boolean NOT NULL DEFAULT false,
  payment_capture boolean NOT NULL,
  partial_payment boolean NOT NULL DEFAULT false,
  first_payment_min_amount bigint,
  callback_url text,
  method text,
  automatic_expiry_period integer,
  manual_expiry_period integer,
  refund_speed text,
  customer_id text,
  notes jsonb NOT NULL DEFAULT '{}',
  created_by text,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT orders_status CHECK (status IN ('created', 'attempted', 'paid')),
  CONSTRAINT orders_amount CHECK (amount BETWEEN 100 AND 50000000000),
  CONSTRAINT orders_amount_paid CHECK (amount_paid BETWEEN 0 AND amount),
  CONSTRAINT orders_paid_in_full CHECK ((status = 'paid') = (amount_paid = amount))
);
CREATE INDEX orders_account_id_created_at_id_idx ON orders (account_id, created_at DESC, id DESC);
CREATE INDEX orders_account_id_status_created_at_id_idx ON orders (account_id, status, created_at DESC, id DESC);
CREATE INDEX orders_id_idx ON orders (id);
CREATE INDEX orders_account_id_customer_id_created_at_id_idx ON orders (account_id, customer_id, created_at DESC, id DESC);
CREATE INDEX orders_account_id_amount_created_at_id_idx ON orders (account_id, amount DESC, created_at DESC, id DESC);
CREATE INDEX orders_authorized ON orders (account_id, created_at DESC, id DESC) WHERE authorized;
CREATE INDEX orders_notes ON orders USING gin (notes) WHERE notes <> '{}';
-- People write a receipt in capital letters or without.
CREATE INDEX orders_receipt ON orders (account_id, lower(receipt) text_pattern_ops) WHERE receipt IS NOT NULL;

-- Payments

CREATE TABLE payments (
  account_id text NOT NULL,
  id text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  order_id text,
  invoice_id text,
  international boolean NOT NULL DEFAULT false,
  method text NOT NULL,
  amount_refunded bigint NOT NULL DEFAULT 0,
  amount_transferred bigint NOT NULL DEFAULT 0,
  refund_status text,
  captured boolean NOT NULL DEFAULT false,
  description text,
  card_id text,
  bank text,
  wallet text,
  vpa text,
  email text,
  contact text,
  customer_id text,
  token_id text,
  notes jsonb NOT NULL DEFAULT '{}',
  payer_device jsonb,
  fee bigint,
  tax bigint,
  error_code text,
  error_description text,
  error_source text,
  error_step text,
  error_reason text,
  acquirer_data jsonb NOT NULL DEFAULT '{}',
  created_at bigint NOT NULL,
  operation text,
  authorization_reference text,
  authorized_at bigint,
  captured_at bigint,
  capture_by bigint,
  last4 text,
  PRIMARY KEY (account_id, id),
  CONSTRAINT payments_status CHECK (status IN ('created', 'authorized', 'captured', 'refunded', 'failed')),
  CONSTRAINT payments_amount CHECK (amount BETWEEN 1 AND 50000000000),
  CONSTRAINT payments_refunded CHECK (amount_refunded BETWEEN 0 AND amount),
  CONSTRAINT payments_refund_status CHECK (
    refund_status IS NOT DISTINCT FROM
    CASE WHEN amount_refunded = 0 THEN NULL WHEN amount_refunded = amount THEN 'full' ELSE 'partial' END),
  CONSTRAINT payments_captured CHECK (
    (status <> 'captured' OR captured) AND (status NOT IN ('created', 'authorized', 'failed') OR NOT captured)),
  CONSTRAINT payments_fee CHECK ((fee IS NULL) = (NOT captured) AND (fee IS NULL OR tax BETWEEN 0 AND fee)),
  CONSTRAINT payments_operation CHECK (operation IN ('authorize', 'capture')),
  CONSTRAINT payments_amount_transferred CHECK (amount_transferred BETWEEN 0 AND amount)
) WITH (fillfactor = 70);
CREATE INDEX payments_account_id_created_at_id_idx ON payments (account_id, created_at DESC, id DESC);
CREATE INDEX payments_account_id_status_created_at_id_idx ON payments (account_id, status, created_at DESC, id DESC);
CREATE INDEX payments_account_id_method_created_at_id_idx ON payments (account_id, method, created_at DESC, id DESC);
CREATE INDEX payments_account_id_order_id_idx ON payments (account_id, order_id);
CREATE INDEX payments_account_id_customer_id_created_at_id_idx ON payments (account_id, customer_id, created_at DESC, id DESC);
CREATE INDEX payments_last4 ON payments (account_id, last4, created_at DESC) WHERE last4 IS NOT NULL;
CREATE INDEX payments_error_reason ON payments (account_id, error_reason, created_at DESC) WHERE error_reason IS NOT NULL;
CREATE INDEX payments_refund_status ON payments (account_id, refund_status, created_at DESC) WHERE refund_status IS NOT NULL;
CREATE INDEX payments_capture_by ON payments (account_id, capture_by) WHERE status = 'authorized';
CREATE INDEX payments_notes ON payments USING gin (notes) WHERE notes <> '{}';
CREATE INDEX payments_acquirer_data ON payments USING gin (acquirer_data jsonb_path_ops) WHERE acquirer_data <> '{}';
-- People write an email in capital letters or without.
CREATE INDEX payments_email ON payments (account_id, lower(email) text_pattern_ops);
-- One direction in all columns, so that lists sorted by amount enter it at a cursor and read it either way.
CREATE INDEX payments_account_id_amount_created_at_id_idx ON payments (account_id, amount DESC, created_at DESC, id DESC);
-- The orders with a failed payment, in the order of the IDs of orders, so that both are read side by side.
CREATE INDEX payments_failed_of_order ON payments (account_id, order_id COLLATE "C") WHERE status = 'failed';
-- One index finds a payment by the whole phone number and by its last digits, as the first of the number reversed.
CREATE INDEX payments_contact_end ON payments (account_id, reverse(contact) text_pattern_ops);

CREATE TABLE cards (
  account_id text NOT NULL,
  id text COLLATE "C" NOT NULL,
  payment_id text NOT NULL,
  name text,
  last4 text NOT NULL,
  network text NOT NULL,
  type text NOT NULL,
  issuer text,
  international boolean NOT NULL,
  emi boolean NOT NULL DEFAULT false,
  sub_type text NOT NULL,
  token_iin text,
  iin text NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX cards_account_id_payment_id_idx ON cards (account_id, payment_id);

-- Refunds

CREATE TABLE refunds (
  account_id text NOT NULL,
  id text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  payment_id text NOT NULL,
  notes jsonb NOT NULL DEFAULT '{}',
  receipt text,
  acquirer_data jsonb NOT NULL DEFAULT '{}',
  batch_id text,
  status text NOT NULL,
  speed_requested text NOT NULL,
  speed_processed text,
  failure_reason text,
  automatic boolean NOT NULL DEFAULT false,
  created_by text,
  key_id text,
  created_at bigint NOT NULL,
  finished_at bigint,
  PRIMARY KEY (account_id, id),
  CONSTRAINT refunds_status CHECK (status IN ('pending', 'processed', 'failed')),
  CONSTRAINT refunds_amount CHECK (amount > 0),
  CONSTRAINT refunds_speed CHECK (
    speed_requested IN ('normal', 'optimum') AND speed_processed IN ('instant', 'normal')
    AND (status <> 'pending' OR speed_processed IS NULL))
);
CREATE INDEX refunds_account_id_created_at_id_idx ON refunds (account_id, created_at DESC, id DESC);
CREATE INDEX refunds_account_id_status_created_at_id_idx ON refunds (account_id, status, created_at DESC, id DESC);
CREATE UNIQUE INDEX refunds_account_id_payment_id_receipt_key ON refunds (account_id, payment_id, receipt);
CREATE INDEX refunds_of_payment ON refunds (account_id, payment_id, created_at DESC, id DESC);
CREATE INDEX refunds_account_id_amount_created_at_id_idx ON refunds (account_id, amount DESC, created_at DESC, id DESC);
-- What a key has given back lately, read with every refund of a key that has a ceiling for the day.
CREATE INDEX refunds_by_key ON refunds (account_id, key_id, created_at) WHERE key_id IS NOT NULL;
CREATE INDEX refunds_acquirer_data ON refunds USING gin (acquirer_data jsonb_path_ops) WHERE acquirer_data <> '{}';
-- The list of refunds filtered by reason. The index holds only refunds that have one.
CREATE INDEX refunds_reason ON refunds (account_id, (notes ->> 'reason'), created_at DESC, id DESC)
  WHERE notes ->> 'reason' IS NOT NULL;
-- The refunds that return payments which were never captured. Few are, and what was refunded is counted without them.
CREATE INDEX refunds_never_captured ON refunds (account_id, created_at DESC, id DESC)
  INCLUDE (currency, status, amount) WHERE automatic;

-- The link by which a customer follows a refund. One for each refund; another one has another token.
CREATE TABLE refund_links (
  account_id text NOT NULL,
  refund_id text NOT NULL,
  token text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, refund_id)
);
CREATE UNIQUE INDEX refund_links_token_key ON refund_links (token);

-- Bank operations

CREATE TABLE bank_operations (
  account_id text NOT NULL,
  id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  payment_id text NOT NULL,
  refund_id text,
  state text NOT NULL,
  idempotency_key text,
  created_at bigint NOT NULL,
  checked_at bigint NOT NULL,
  finished_at bigint,
  PRIMARY KEY (account_id, id),
  CONSTRAINT bank_operations_kind CHECK (kind IN ('authorize', 'capture', 'refund')),
  CONSTRAINT bank_operations_state CHECK (state IN ('reserved', 'waiting', 'succeeded', 'failed'))
);
CREATE INDEX bank_operations_account_id_payment_id_idx ON bank_operations (account_id, payment_id);
CREATE INDEX bank_operations_account_id_idempotency_key_idx ON bank_operations (account_id, idempotency_key);
-- The few rows that wait for something, so that finding them costs what is there and not the table.
CREATE INDEX bank_operations_reserved ON bank_operations (checked_at) WHERE state = 'reserved';
-- Two workers that take one refund to the bank at once: the second finds what the first reserved.
CREATE UNIQUE INDEX bank_operations_account_id_refund_id_key ON bank_operations (account_id, refund_id);

CREATE TABLE simulator_records (
  reference text NOT NULL,
  kind text NOT NULL,
  answer jsonb NOT NULL,
  settles_at bigint,
  final jsonb,
  created_at bigint NOT NULL,
  PRIMARY KEY (reference)
);

-- Ledger

CREATE TABLE ledger_transactions (
  account_id text NOT NULL,
  id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  reference text NOT NULL,
  payment_id text,
  refund_id text,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX ledger_transactions_account_id_reference_key ON ledger_transactions (account_id, reference);

CREATE TABLE ledger_postings (
  account_id text NOT NULL,
  transaction_id text NOT NULL,
  line integer NOT NULL,
  debit text NOT NULL,
  credit text NOT NULL,
  amount bigint NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, transaction_id, line),
  CONSTRAINT ledger_postings_amount CHECK (amount > 0),
  CONSTRAINT ledger_postings_sides CHECK (debit <> credit)
);

-- A merchant's balance is never below zero: the last word on every refund and payout.
CREATE TABLE ledger_balances (
  account_id text NOT NULL,
  account text NOT NULL,
  balance bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, account),
  CONSTRAINT ledger_balances_not_negative CHECK (balance >= 0)
);

-- Settlements

CREATE TABLE balance_movements (
  account_id text NOT NULL,
  id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  source text NOT NULL,
  payment_id text,
  amount bigint NOT NULL,
  currency text NOT NULL,
  fee bigint NOT NULL DEFAULT 0,
  tax bigint NOT NULL DEFAULT 0,
  credit bigint NOT NULL,
  debit bigint NOT NULL,
  settlement_id text,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT balance_movements_sides CHECK (credit >= 0 AND debit >= 0 AND (credit = 0 OR debit = 0)),
  CONSTRAINT balance_movements_amount CHECK (amount > 0 AND tax BETWEEN 0 AND fee AND credit + debit = amount - fee)
);
CREATE INDEX balance_movements_account_id_created_at_id_idx ON balance_movements (account_id, created_at DESC, id DESC);
-- The movements that wait for a settlement.
CREATE INDEX balance_movements_unsettled ON balance_movements (account_id, created_at) WHERE settlement_id IS NULL;
CREATE INDEX balance_movements_of_settlement ON balance_movements (account_id, settlement_id, created_at DESC, id DESC)
  WHERE settlement_id IS NOT NULL;

CREATE TABLE settlements (
  account_id text NOT NULL,
  id text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  fees bigint NOT NULL,
  tax bigint NOT NULL,
  utr text,
  failure_reason text,
  run text NOT NULL,
  captured_until bigint NOT NULL,
  movements jsonb NOT NULL,
  created_by text,
  created_at bigint NOT NULL,
  finished_at bigint,
  PRIMARY KEY (account_id, id),
  CONSTRAINT settlements_status CHECK (status IN ('created', 'processed', 'failed')),
  CONSTRAINT settlements_amount CHECK (amount > 0 AND tax BETWEEN 0 AND fees)
);
CREATE INDEX settlements_account_id_created_at_id_idx ON settlements (account_id, created_at DESC, id DESC);
CREATE INDEX settlements_account_id_status_created_at_id_idx ON settlements (account_id, status, created_at DESC, id DESC);
CREATE UNIQUE INDEX settlements_account_id_run_key ON settlements (account_id, run);
CREATE INDEX settlements_account_id_amount_created_at_id_idx ON settlements (account_id, amount DESC, created_at DESC, id DESC);
CREATE INDEX settlements_utr ON settlements (account_id, utr) WHERE utr IS NOT NULL;

CREATE TABLE balance_months (
  account_id text NOT NULL,
  month text NOT NULL,
  starts_at bigint NOT NULL,
  ends_at bigint NOT NULL,
  opening bigint NOT NULL,
  closing bigint NOT NULL,
  kinds jsonb NOT NULL,
  closed_at bigint NOT NULL,
  PRIMARY KEY (account_id, month),
  CONSTRAINT balance_months_period CHECK (starts_at < ends_at AND opening >= 0 AND closing >= 0)
);

-- Bank statements

CREATE TABLE bank_statements (
  account_id text NOT NULL,
  id text COLLATE "C" NOT NULL,
  file_name text NOT NULL,
  format text NOT NULL,
  bank_account text NOT NULL,
  account_digest bytea NOT NULL,
  layout text NOT NULL,
  number text,
  currency text NOT NULL,
  from_date text,
  to_date text,
  opening bigint,
  closing bigint,
  difference bigint,
  count integer NOT NULL,
  added integer NOT NULL,
  created_by text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX bank_statements_account_id_created_at_id_idx ON bank_statements (account_id, created_at DESC, id DESC);

CREATE TABLE bank_statement_lines (
  account_id text NOT NULL,
  id text COLLATE "C" NOT NULL,
  statement_id text NOT NULL,
  number integer NOT NULL,
  bank_account bytea NOT NULL,
  date text NOT NULL,
  side text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  reference text NOT NULL,
  description text NOT NULL,
  match_text text NOT NULL DEFAULT '',
  reversal boolean NOT NULL DEFAULT false,
  identity bytea NOT NULL,
  occurrence integer NOT NULL,
  status text NOT NULL,
  settlement_id text,
  matched_by text,
  matched_at bigint,
  reason text,
  balance_change bigint,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT bank_statement_lines_side CHECK (side IN ('credit', 'debit')),
  CONSTRAINT bank_statement_lines_amount CHECK (amount > 0),
  CONSTRAINT bank_statement_lines_match CHECK (
    (status IN ('matched', 'differs') AND side = 'credit' AND settlement_id IS NOT NULL AND matched_by IS NOT NULL)
    OR (status = 'accepted' AND side = 'credit' AND settlement_id IS NOT NULL AND reason IS NOT NULL)
    OR (status = 'unmatched' AND side = 'credit' AND settlement_id IS NULL)
    OR (status = 'ignored' AND side = 'credit' AND settlement_id IS NULL AND reason IS NOT NULL)
    OR (status = 'debit' AND side = 'debit' AND settlement_id IS NULL)),
  CONSTRAINT bank_statement_lines_balance_change CHECK (
    balance_change IS NULL OR status = 'accepted')
);
CREATE INDEX bank_statement_lines_account_id_created_at_id_idx ON bank_statement_lines (account_id, created_at DESC, id DESC);
CREATE INDEX bank_statement_lines_account_id_status_created_at_id_idx
  ON bank_statement_lines (account_id, status, created_at DESC, id DESC);
CREATE INDEX bank_statement_lines_account_id_statement_id_idx ON bank_statement_lines (account_id, statement_id);
CREATE UNIQUE INDEX bank_statement_lines_account_id_settlement_id_key ON bank_statement_lines (account_id, settlement_id);
CREATE UNIQUE INDEX bank_statement_lines_account_id_bank_account_identity_occur_key
  ON bank_statement_lines (account_id, bank_account, identity, occurrence);
CREATE INDEX bank_statement_lines_account_id_bank_account_date_idx
  ON bank_statement_lines (account_id, bank_account, date);

CREATE TABLE bank_statement_drafts (
  account_id text NOT NULL,
  id text COLLATE "C" NOT NULL,
  file_name text NOT NULL,
  content bytea NOT NULL,
  columns jsonb,
  account_number bytea,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX bank_statement_drafts_created_at_idx ON bank_statement_drafts (created_at);

CREATE TABLE bank_statement_columns (
  account_id text NOT NULL,
  heads text[],
  columns jsonb NOT NULL,
  account_number bytea NOT NULL,
  PRIMARY KEY (account_id)
);

-- Transfers

CREATE TABLE transfers (
  account_id text NOT NULL,
  id text COLLATE "C" NOT NULL,
  status text NOT NULL,
  source text NOT NULL,
  recipient text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  amount_reversed bigint NOT NULL DEFAULT 0,
  fees bigint NOT NULL DEFAULT 0,
  tax bigint NOT NULL DEFAULT 0,
  notes jsonb NOT NULL DEFAULT '{}',
  linked_account_notes text[] DEFAULT ARRAY[]::text[],
  on_hold boolean NOT NULL DEFAULT false,
  on_hold_until bigint,
  recipient_settlement_id text,
  failure_reason text,
  created_by text,
  processed_at bigint,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT transfers_status CHECK (status IN ('created', 'processed', 'failed')),
  CONSTRAINT transfers_amount CHECK (amount > 0 AND amount_reversed BETWEEN 0 AND amount),
  CONSTRAINT transfers_on_hold CHECK (status <> 'processed' OR NOT on_hold)
) WITH (fillfactor = 85);
CREATE INDEX transfers_account_id_created_at_id_idx ON transfers (account_id, created_at DESC, id DESC);
CREATE INDEX transfers_account_id_source_created_at_id_idx ON transfers (account_id, source, created_at DESC, id DESC);
CREATE INDEX transfers_account_id_recipient_created_at_id_idx ON transfers (account_id, recipient, created_at DESC, id DESC);
CREATE INDEX transfers_account_id_status_created_at_id_idx ON transfers (account_id, status, created_at DESC, id DESC);
CREATE INDEX transfers_account_id_amount_created_at_id_idx ON transfers (account_id, amount DESC, created_at DESC, id DESC);
CREATE INDEX transfers_of_settlement ON transfers (account_id, recipient_settlement_id, created_at DESC, id DESC)
  WHERE recipient_settlement_id IS NOT NULL;

-- Customers

CREATE TABLE customers (
  account_id text NOT NULL,
  id text NOT NULL,
  name text,
  email text,
  contact text,
  gstin text,
  notes jsonb NOT NULL DEFAULT '{}',
  identity text,
  search_name text,
  country text,
  created_by text,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT customers_named CHECK (name IS NOT NULL OR email IS NOT NULL OR contact IS NOT NULL),
  CONSTRAINT customers_identity CHECK ((identity IS NULL) = (email IS NULL AND contact IS NULL))
);
CREATE INDEX customers_account_id_created_at_id_idx ON customers (account_id, created_at DESC, id DESC);
CREATE INDEX customers_account_id_email_idx ON customers (account_id, email);
CREATE INDEX customers_account_id_contact_idx ON customers (account_id, contact);
CREATE INDEX customers_account_id_country_created_at_id_idx ON customers (account_id, country, created_at DESC, id DESC);
CREATE UNIQUE INDEX customers_account_id_identity_key ON customers (account_id, identity);
CREATE INDEX customers_search_name ON customers (account_id, search_name text_pattern_ops) WHERE search_name IS NOT NULL;
-- The pair begins with the e-mail in lower case, so this finds customers by the whole or the beginning of an e-mail,
-- however it was written and whatever the collation.
CREATE INDEX customers_email_prefix ON customers (account_id, identity text_pattern_ops) WHERE identity IS NOT NULL;
-- The search finds a customer by the last digits of the phone number, as the first of the number reversed.
CREATE INDEX customers_contact_end ON customers (account_id, reverse(contact) text_pattern_ops) WHERE contact IS NOT NULL;

-- Wallets

CREATE TABLE wallets (
  account_id text NOT NULL,
  customer_id text NOT NULL,
  balance bigint NOT NULL DEFAULT 0,
  returning_amount bigint NOT NULL DEFAULT 0,
  entries bigint NOT NULL DEFAULT 0,
  last_entry_at bigint NOT NULL DEFAULT 0,
  usage_month text NOT NULL DEFAULT '',
  usage bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, customer_id),
  CONSTRAINT wallets_balance CHECK (balance >= 0),
  CONSTRAINT wallets_returning CHECK (returning_amount >= 0)
) WITH (fillfactor = 70);
CREATE INDEX wallets_account_id_created_at_customer_id_idx ON wallets (account_id, created_at DESC, customer_id DESC);

CREATE TABLE customer_transactions (
  account_id text NOT NULL,
  id text NOT NULL,
  customer_id text NOT NULL,
  seq bigint NOT NULL,
  source text NOT NULL,
  status text NOT NULL,
  type text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  credit bigint NOT NULL,
  debit bigint NOT NULL,
  balance bigint NOT NULL,
  description text,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT customer_transactions_type CHECK (type IN ('transfer', 'refund')),
  CONSTRAINT customer_transactions_sides CHECK (
    amount > 0 AND balance >= 0
    AND ((credit = amount AND debit = 0) OR (debit = amount AND credit = 0)))
);
CREATE INDEX customer_transactions_account_id_customer_id_created_at_seq_idx
  ON customer_transactions (account_id, customer_id, created_at DESC, seq DESC);
CREATE UNIQUE INDEX customer_transactions_account_id_customer_id_seq_key
  ON customer_transactions (account_id, customer_id, seq DESC);

CREATE TABLE reversals (
  account_id text NOT NULL,
  id text NOT NULL,
  transfer_id text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  fee bigint NOT NULL DEFAULT 0,
  tax bigint NOT NULL DEFAULT 0,
  notes jsonb NOT NULL DEFAULT '{}',
  created_by text,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT reversals_amount CHECK (amount > 0)
);
CREATE INDEX reversals_account_id_transfer_id_created_at_idx ON reversals (account_id, transfer_id, created_at DESC);

CREATE TABLE fund_accounts (
  account_id text NOT NULL,
  id text NOT NULL,
  customer_id text NOT NULL,
  account_type text NOT NULL,
  name text NOT NULL,
  ifsc text NOT NULL,
  bank_name text NOT NULL,
  number_encrypted bytea NOT NULL,
  number_last4 text NOT NULL,
  digest bytea NOT NULL,
  active boolean NOT NULL DEFAULT true,
  created_by text,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX fund_accounts_account_id_created_at_id_idx ON fund_accounts (account_id, created_at DESC, id DESC);
CREATE INDEX fund_accounts_account_id_customer_id_created_at_id_idx
  ON fund_accounts (account_id, customer_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX fund_accounts_account_id_customer_id_digest_key ON fund_accounts (account_id, customer_id, digest);
CREATE INDEX fund_accounts_account_id_active_created_at_id_idx ON fund_accounts (account_id, active, created_at DESC, id DESC);

CREATE TABLE payouts (
  account_id text NOT NULL,
  id text NOT NULL,
  customer_id text NOT NULL,
  fund_account_id text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  notes jsonb NOT NULL DEFAULT '{}',
  fees bigint NOT NULL,
  tax bigint NOT NULL,
  status text NOT NULL,
  purpose text NOT NULL,
  utr text,
  reference_id text,
  narration text NOT NULL,
  batch_id text,
  failure_reason text,
  fee_type text,
  created_by text,
  created_at bigint NOT NULL,
  finished_at bigint,
  PRIMARY KEY (account_id, id),
  CONSTRAINT payouts_status CHECK (status IN ('processing', 'processed', 'reversed')),
  CONSTRAINT payouts_amount CHECK (amount > 0 AND fees >= 0 AND tax >= 0)
);
CREATE INDEX payouts_account_id_created_at_id_idx ON payouts (account_id, created_at DESC, id DESC);
CREATE INDEX payouts_account_id_status_created_at_id_idx ON payouts (account_id, status, created_at DESC, id DESC);
CREATE INDEX payouts_account_id_customer_id_created_at_id_idx ON payouts (account_id, customer_id, created_at DESC, id DESC);
CREATE INDEX payouts_account_id_amount_created_at_id_idx ON payouts (account_id, amount DESC, created_at DESC, id DESC);
CREATE INDEX payouts_account_id_purpose_created_at_id_idx ON payouts (account_id, purpose, created_at DESC, id DESC);
-- References that few or later rows have.
CREATE INDEX payouts_reference_id ON payouts (account_id, reference_id) WHERE reference_id IS NOT NULL;
CREATE INDEX payouts_utr ON payouts (account_id, utr) WHERE utr IS NOT NULL;

CREATE TABLE wallet_codes (
  account_id text NOT NULL,
  id text NOT NULL,
  order_id text NOT NULL,
  customer_id text,
  subject bytea NOT NULL,
  browser bytea NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  proven_at bigint,
  used_at bigint,
  PRIMARY KEY (account_id, id),
  CONSTRAINT wallet_codes_tries CHECK (tries BETWEEN 0 AND 5)
);
CREATE INDEX wallet_codes_account_id_order_id_created_at_idx ON wallet_codes (account_id, order_id, created_at DESC);
CREATE INDEX wallet_codes_account_id_subject_created_at_idx ON wallet_codes (account_id, subject, created_at DESC);
CREATE INDEX wallet_codes_created_at_idx ON wallet_codes (created_at);

CREATE TABLE statement_seals (
  account_id text NOT NULL,
  code text NOT NULL,
  customer_id text NOT NULL,
  from_at bigint,
  to_at bigint NOT NULL,
  zone text NOT NULL,
  opening bigint NOT NULL,
  credits bigint NOT NULL,
  debits bigint NOT NULL,
  closing bigint NOT NULL,
  entries integer NOT NULL,
  through bigint NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, code)
);
CREATE UNIQUE INDEX statement_seals_code_key ON statement_seals (code);
CREATE INDEX statement_seals_account_id_created_at_idx ON statement_seals (account_id, created_at);

-- Bills

CREATE TABLE bills (
  account_id text NOT NULL,
  id text NOT NULL,
  token text NOT NULL,
  status text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  receipt_number text NOT NULL,
  receipt_type text NOT NULL,
  receipt_timestamp bigint NOT NULL,
  business_category text NOT NULL,
  store_code text,
  customer_id text,
  customer_name text,
  email text,
  contact text,
  currency text NOT NULL,
  amount bigint NOT NULL,
  tax_amount bigint,
  lines integer NOT NULL DEFAULT 0,
  body jsonb NOT NULL,
  seller jsonb,
  delivery_status text NOT NULL DEFAULT 'none',
  created_by text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  PRIMARY KEY (account_id, id),
  CONSTRAINT bills_status CHECK (status IN ('issued', 'deleted')),
  CONSTRAINT bills_deleted CHECK ((status = 'deleted') = (deleted_at IS NOT NULL)),
  CONSTRAINT bills_version CHECK (version >= 1)
);
CREATE UNIQUE INDEX bills_token_key ON bills (token);
CREATE INDEX bills_account_id_created_at_id_idx ON bills (account_id, created_at DESC, id DESC);
CREATE INDEX bills_account_id_status_created_at_id_idx ON bills (account_id, status, created_at DESC, id DESC);
CREATE INDEX bills_account_id_email_idx ON bills (account_id, email);
CREATE INDEX bills_account_id_contact_idx ON bills (account_id, contact);
CREATE INDEX bills_account_id_customer_id_idx ON bills (account_id, customer_id);
CREATE UNIQUE INDEX bills_account_id_receipt_number_key ON bills (account_id, receipt_number);
CREATE INDEX bills_account_id_receipt_type_created_at_id_idx ON bills (account_id, receipt_type, created_at DESC, id DESC);
CREATE INDEX bills_account_id_business_category_created_at_id_idx
  ON bills (account_id, business_category, created_at DESC, id DESC);
CREATE INDEX bills_account_id_delivery_status_created_at_id_idx
  ON bills (account_id, delivery_status, created_at DESC, id DESC);
-- The bills of an order are those that name it: by its id, or by its receipt as shops know it.
CREATE INDEX bills_order_number ON bills (account_id, (body ->> 'order_number')) WHERE body ->> 'order_number' IS NOT NULL;
CREATE INDEX bills_receipt_number ON bills (account_id, lower(receipt_number) text_pattern_ops);
CREATE INDEX bills_account_id_amount_created_at_id_idx ON bills (account_id, amount DESC, created_at DESC, id DESC);
-- The newest bills of a store, which the next receipt number follows.
CREATE INDEX bills_account_id_store_code_created_at_id_idx ON bills (account_id, store_code, created_at DESC, id DESC);

CREATE TABLE bill_versions (
  account_id text NOT NULL,
  bill_id text NOT NULL,
  version integer NOT NULL,
  body jsonb NOT NULL,
  created_by text,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, bill_id, version)
);

-- Documents

CREATE TABLE documents (
  account_id text NOT NULL,
  id text NOT NULL,
  purpose text NOT NULL,
  name text NOT NULL,
  mime_type text NOT NULL,
  size bigint NOT NULL,
  sha256 text NOT NULL,
  storage_key text NOT NULL,
  created_by text,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT documents_purpose CHECK (purpose IN ('dispute_evidence', 'kyc_proof', 'opgsp_awb', 'other')),
  CONSTRAINT documents_mime_type CHECK (mime_type IN ('application/pdf', 'image/png', 'image/jpeg')),
  CONSTRAINT documents_size CHECK (size BETWEEN 1 AND 52428800)
);
CREATE INDEX documents_account_id_created_at_id_idx ON documents (account_id, created_at DESC, id DESC);
CREATE INDEX documents_account_id_purpose_created_at_id_idx ON documents (account_id, purpose, created_at DESC, id DESC);
CREATE INDEX documents_account_id_mime_type_created_at_id_idx ON documents (account_id, mime_type, created_at DESC, id DESC);
CREATE INDEX documents_account_id_sha256_idx ON documents (account_id, sha256);
CREATE INDEX documents_name ON documents (account_id, name text_pattern_ops) WHERE name IS NOT NULL;

CREATE TABLE document_links (
  account_id text NOT NULL,
  document_id text NOT NULL,
  object_id text NOT NULL,
  created_by text,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, document_id, object_id)
);
CREATE INDEX document_links_account_id_object_id_created_at_idx ON document_links (account_id, object_id, created_at DESC);

-- Mails

CREATE TABLE mails (
  account_id text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL,
  object_id text,
  recipient text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  html text NOT NULL,
  status text NOT NULL,
  error text,
  attempts integer NOT NULL DEFAULT 0,
  created_by text,
  created_at bigint NOT NULL,
  sent_at bigint,
  PRIMARY KEY (account_id, id),
  CONSTRAINT mails_status CHECK (status IN ('queued', 'sent', 'failed', 'kept'))
);
CREATE INDEX mails_account_id_created_at_id_idx ON mails (account_id, created_at DESC, id DESC);
CREATE INDEX mails_account_id_object_id_idx ON mails (account_id, object_id);

-- Comments

CREATE TABLE comments (
  account_id text NOT NULL,
  id text NOT NULL,
  object_id text NOT NULL,
  text text NOT NULL,
  mentions jsonb NOT NULL DEFAULT '[]',
  created_by_id text NOT NULL,
  created_by text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT comments_short CHECK (char_length(text) BETWEEN 1 AND 2000)
);
CREATE INDEX comments_account_id_object_id_id_idx ON comments (account_id, object_id, id DESC);
CREATE INDEX comments_account_id_created_by_id_created_at_idx ON comments (account_id, created_by_id, created_at DESC);
-- The comments that mention a person.
CREATE INDEX comments_mentions ON comments USING gin (mentions jsonb_path_ops) WHERE mentions <> '[]';

-- Views

CREATE TABLE list_views (
  account_id text NOT NULL,
  id text COLLATE "C" NOT NULL,
  user_id text NOT NULL,
  list text NOT NULL,
  name text NOT NULL,
  query text NOT NULL,
  shared boolean NOT NULL DEFAULT false,
  is_default boolean NOT NULL DEFAULT false,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX list_views_account_id_list_user_id_name_key ON list_views (account_id, list, user_id, name);
-- A list opens with at most one view of a person.
CREATE UNIQUE INDEX list_views_default ON list_views (account_id, list, user_id) WHERE is_default;

-- Exports

CREATE TABLE export_schedules (
  account_id text NOT NULL,
  id text COLLATE "C" NOT NULL,
  user_id text NOT NULL,
  list text NOT NULL,
  query text NOT NULL,
  filters jsonb NOT NULL,
  columns text[],
  format text NOT NULL,
  head boolean NOT NULL,
  frequency text NOT NULL,
  weekday integer NOT NULL,
  month_day integer NOT NULL,
  hour integer NOT NULL,
  zone text NOT NULL,
  recipients text[],
  next_at bigint NOT NULL,
  paused_at bigint,
  pause_reason text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT export_schedules_timing CHECK (
    frequency IN ('daily', 'weekly', 'monthly') AND weekday BETWEEN 1 AND 7
    AND month_day BETWEEN 1 AND 28 AND hour BETWEEN 0 AND 23)
);
CREATE INDEX export_schedules_next_at_idx ON export_schedules (next_at);

CREATE TABLE scheduled_exports (
  account_id text NOT NULL,
  id text COLLATE "C" NOT NULL,
  schedule_id text NOT NULL,
  list text NOT NULL,
  format text NOT NULL,
  name text NOT NULL,
  due_at bigint NOT NULL,
  from_at bigint,
  to_at bigint,
  status text NOT NULL,
  problem text,
  row_count bigint,
  size bigint,
  object text,
  sent_to text[],
  leased_until bigint NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  finished_at bigint,
  expires_at bigint,
  PRIMARY KEY (account_id, id),
  CONSTRAINT scheduled_exports_status CHECK (
    status IN ('pending', 'ready', 'failed')
    AND (status <> 'ready' OR (object IS NOT NULL AND size IS NOT NULL AND expires_at IS NOT NULL)))
);
CREATE INDEX scheduled_exports_account_id_created_at_id_idx ON scheduled_exports (account_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX scheduled_exports_account_id_schedule_id_due_at_key ON scheduled_exports (account_id, schedule_id, due_at);
-- The exports that are to be made are few.
CREATE INDEX scheduled_exports_pending ON scheduled_exports (created_at) WHERE status = 'pending';

-- Batches

CREATE TABLE batches (
  account_id text NOT NULL,
  id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  status text NOT NULL,
  name text,
  reason text,
  currency text NOT NULL,
  count integer NOT NULL,
  total bigint NOT NULL,
  created_by text NOT NULL,
  created_at bigint NOT NULL,
  started_by_kind text,
  started_by_id text,
  started_at bigint,
  finished_at bigint,
  ignored_columns text[] DEFAULT ARRAY[]::text[],
  PRIMARY KEY (account_id, id),
  CONSTRAINT batches_status CHECK (status IN ('checked', 'running', 'paused', 'cancelled', 'finished')),
  CONSTRAINT batches_kind CHECK (kind IN ('refund', 'capture'))
);
CREATE INDEX batches_account_id_created_at_id_idx ON batches (account_id, created_at DESC, id DESC);

CREATE TABLE batch_rows (
  account_id text NOT NULL,
  batch_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  payment_id text NOT NULL,
  asked bigint,
  reason text,
  unreadable text,
  amount bigint,
  expected bigint,
  status text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  result_id text,
  problem text,
  finished_at bigint,
  PRIMARY KEY (account_id, batch_id, number),
  CONSTRAINT batch_rows_status CHECK (status IN ('ready', 'rejected', 'done', 'waiting', 'failed', 'left')),
  CONSTRAINT batch_rows_number CHECK (number >= 1)
);
CREATE INDEX batch_rows_account_id_payment_id_idx ON batch_rows (account_id, payment_id);

-- Webhooks

CREATE TABLE webhook_endpoints (
  account_id text NOT NULL,
  id text NOT NULL,
  url text NOT NULL,
  description text,
  events text[],
  active boolean NOT NULL DEFAULT true,
  secret_encrypted bytea NOT NULL,
  previous_secret_encrypted bytea,
  previous_secret_until bigint,
  alert_email text,
  headers jsonb NOT NULL DEFAULT '{}',
  timeout_ms integer NOT NULL DEFAULT 5000,
  chaos jsonb NOT NULL DEFAULT '{}',
  failing_since bigint,
  failing_told_at bigint,
  failure_told boolean NOT NULL DEFAULT false,
  disabled_at bigint,
  disabled_reason text,
  paused_at bigint,
  deleted_at bigint,
  created_by text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT webhook_endpoints_timeout CHECK (timeout_ms BETWEEN 100 AND 30000)
);
CREATE UNIQUE INDEX webhook_endpoints_id_key ON webhook_endpoints (id);
CREATE INDEX webhook_endpoints_account_id_created_at_id_idx ON webhook_endpoints (account_id, created_at DESC, id DESC);
-- The endpoints that hear of something, read with every event.
CREATE INDEX webhook_endpoints_listening ON webhook_endpoints (account_id)
  WHERE active AND disabled_at IS NULL AND deleted_at IS NULL;

-- A delivery is changed twice: when it is claimed and when its outcome is recorded. Room on its page lets the first, which
-- changes no indexed column, be written without touching the indexes.
CREATE TABLE webhook_deliveries (
  account_id text NOT NULL,
  endpoint_id text NOT NULL,
  event_id text NOT NULL,
  event text NOT NULL,
  object_id text,
  state text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  cause text NOT NULL DEFAULT 'schedule',
  round_at bigint NOT NULL,
  round_attempts integer NOT NULL DEFAULT 0,
  due_at bigint,
  leased_until bigint,
  leased_by text,
  last_attempt_at bigint,
  last_status integer,
  last_error text,
  delivered_at bigint,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, endpoint_id, event_id),
  CONSTRAINT webhook_deliveries_state CHECK (state IN ('pending', 'delivered', 'failed', 'dropped')),
  CONSTRAINT webhook_deliveries_due CHECK ((state = 'pending') = (due_at IS NOT NULL)),
  CONSTRAINT webhook_deliveries_cause CHECK (cause IN ('schedule', 'resend', 'replay', 'chaos'))
) WITH (fillfactor = 70);
CREATE INDEX webhook_deliveries_account_id_endpoint_id_created_at_event__idx
  ON webhook_deliveries (account_id, endpoint_id, created_at DESC, event_id DESC);
CREATE INDEX webhook_deliveries_account_id_event_id_idx ON webhook_deliveries (account_id, event_id);
CREATE INDEX webhook_deliveries_account_id_object_id_idx ON webhook_deliveries (account_id, object_id);
-- What an object still waits for at an endpoint, so that its events arrive in their order.
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (account_id, endpoint_id, object_id, created_at, event_id)
  WHERE state = 'pending';
-- What is due is claimed endpoint by endpoint, so that the backlog of one is never read for another.
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (account_id, endpoint_id, due_at, event_id)
  WHERE state = 'pending';

CREATE TABLE webhook_attempts (
  account_id text NOT NULL,
  id text NOT NULL,
  endpoint_id text NOT NULL,
  event_id text NOT NULL,
  number integer NOT NULL,
  cause text NOT NULL,
  duration_ms integer NOT NULL,
  status integer,
  error_kind text,
  error text,
  request_headers jsonb NOT NULL,
  response_headers jsonb,
  response_body text,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX webhook_attempts_account_id_endpoint_id_event_id_number_idx
  ON webhook_attempts (account_id, endpoint_id, event_id, number);
CREATE INDEX webhook_attempts_account_id_endpoint_id_created_at_idx
  ON webhook_attempts (account_id, endpoint_id, created_at DESC);

-- Statistics

-- PostgreSQL keeps no statistics of the expression of a partial index. Without them it took a two-hundredth of
-- the table for found, and read a million orders, newest first, for the one with a receipt.
CREATE STATISTICS orders_receipt_in_any_case ON lower(receipt) FROM orders;
CREATE STATISTICS customers_contact_reversed ON reverse(contact) FROM customers;
CREATE STATISTICS bills_order_number ON (body ->> 'order_number') FROM bills;
CREATE STATISTICS refunds_reason ON (notes ->> 'reason') FROM refunds;

-- Functions

-- Append-only tables that are not kept for ever. Nobody may delete from them; this function may, for its own transaction
-- alone, and only rows that are older than the least that every installation keeps.
CREATE FUNCTION delete_expired_rows(tab text, key text, account text, before bigint, max_rows int) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  least_days int := CASE tab WHEN 'audit_lines' THEN 365 WHEN 'statement_seals' THEN 365 WHEN 'events' THEN 30 END;
  gone int;
BEGIN
  IF least_days IS NULL THEN
    RAISE EXCEPTION 'Rows of % are never deleted.', tab;
  END IF;
  IF before > extract(epoch FROM now())::bigint - least_days * 86400::bigint THEN
    RAISE EXCEPTION 'Rows of % are kept for % days.', tab, least_days;
  END IF;
  -- One at a time, since granting writes one row of the catalog.
  PERFORM pg_advisory_xact_lock(hashtext('delete_expired_rows'));
  EXECUTE format('GRANT DELETE ON %I TO CURRENT_USER', tab);
  EXECUTE format(
    'DELETE FROM %1$I WHERE account_id = $1 AND %2$I IN
       (SELECT %2$I FROM %1$I WHERE account_id = $1 AND created_at < $2 ORDER BY created_at LIMIT $3)', tab, key)
    USING account, before, max_rows;
  GET DIAGNOSTICS gone = ROW_COUNT;
  EXECUTE format('REVOKE DELETE ON %I FROM CURRENT_USER', tab);
  RETURN gone;
END
$$;
REVOKE EXECUTE ON FUNCTION delete_expired_rows(text, text, text, bigint, int) FROM PUBLIC;

-- Deletes rows of an append-only table of an account that is being erased: a test account whose data is reset, or an
-- account of a merchant that was closed. The books of live mode stay for eight years after that, the audit log for as
-- long as the account exists. As delete_expired_rows, it may delete for its own transaction alone.
CREATE FUNCTION delete_erased_rows(tab text, account text, max_rows int) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  kind text := CASE
    WHEN tab IN ('events', 'statement_seals', 'bill_versions', 'customer_transactions', 'reversals') THEN 'record'
    WHEN tab IN ('audit_lines', 'audit_seals') THEN 'audit'
    WHEN tab IN ('ledger_transactions', 'ledger_postings', 'balance_movements', 'balance_months') THEN 'books' END;
  found_mode text;
  found_closed bigint;
  gone int;
BEGIN
  SELECT mode, closed_at INTO found_mode, found_closed FROM accounts WHERE id = account AND erasing_at IS NOT NULL;
  IF kind IS NULL THEN
    RAISE EXCEPTION 'Rows of % are not deleted with an account.', tab;
  END IF;
  IF found_mode IS NULL OR (found_mode = 'live' AND found_closed IS NULL) THEN
    RAISE EXCEPTION 'The account is not being erased.';
  END IF;
  IF kind = 'audit' AND found_closed IS NULL THEN
    RAISE EXCEPTION 'The audit log of an account that is not closed is kept.';
  END IF;
  IF kind = 'books' AND found_mode = 'live'
     AND found_closed > extract(epoch FROM now())::bigint - 2922 * 86400::bigint THEN
    RAISE EXCEPTION 'Books are kept for eight years.';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('delete_expired_rows'));
  EXECUTE format('GRANT DELETE ON %I TO CURRENT_USER', tab);
  EXECUTE format(
    'DELETE FROM %1$I WHERE account_id = $1 AND ctid = ANY(ARRAY(SELECT ctid FROM %1$I WHERE account_id = $1 LIMIT $2))', tab)
    USING account, max_rows;
  GET DIAGNOSTICS gone = ROW_COUNT;
  EXECUTE format('REVOKE DELETE ON %I FROM CURRENT_USER', tab);
  RETURN gone;
END
$$;
REVOKE EXECUTE ON FUNCTION delete_erased_rows(text, text, int) FROM PUBLIC;

-- What is only added to: not even the program's own role may change or remove these rows.

REVOKE UPDATE, DELETE, TRUNCATE ON ledger_transactions, ledger_postings, balance_movements, balance_months, events, audit_lines,
  audit_seals, bill_versions, customer_transactions, reversals, statement_seals FROM PUBLIC, CURRENT_USER;
-- But for the settlement that a movement becomes part of.
GRANT UPDATE (settlement_id) ON balance_movements TO CURRENT_USER;
-- The key of a database never changes.
REVOKE UPDATE, DELETE ON instance FROM CURRENT_USER;
