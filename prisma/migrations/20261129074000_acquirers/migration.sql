-- The banks of an account in live mode, how each is reached, and which of them takes new payments.
CREATE TABLE acquirers (
  account_id text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  name text NOT NULL,
  url text NOT NULL,
  secret_encrypted bytea NOT NULL,
  previous_secret_encrypted bytea,
  previous_secret_until bigint,
  authority text,
  capabilities jsonb NOT NULL,
  capabilities_at bigint NOT NULL,
  direct_since bigint,
  direct_by text,
  version integer NOT NULL DEFAULT 1,
  created_by text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT acquirers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON UPDATE CASCADE ON DELETE RESTRICT,
  CONSTRAINT acquirers_kind CHECK (kind IN ('protocol', 'gateway')),
  CONSTRAINT acquirers_state CHECK (state IN ('added', 'active', 'retired')),
  CONSTRAINT acquirers_direct CHECK ((direct_since IS NULL) = (direct_by IS NULL))
);
CREATE UNIQUE INDEX acquirers_id_key ON acquirers (id);
-- New payments have one place to go. Read with every account.
CREATE UNIQUE INDEX acquirers_active ON acquirers (account_id) WHERE state = 'active';

-- One call to a bank of live mode, or one notification of it, without data of cards or accounts.
CREATE TABLE acquirer_calls (
  account_id text NOT NULL,
  id text NOT NULL,
  acquirer_id text NOT NULL,
  call text NOT NULL,
  reference text,
  outcome text,
  error text,
  duration_ms integer NOT NULL,
  request jsonb NOT NULL,
  response jsonb,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, id)
);
CREATE INDEX acquirer_calls_account_id_acquirer_id_created_at_id_idx
  ON acquirer_calls (account_id, acquirer_id, created_at DESC, id DESC);
CREATE INDEX acquirer_calls_errors ON acquirer_calls (account_id, acquirer_id, created_at DESC, id DESC)
  WHERE error IS NOT NULL;

-- What is under way at a bank is finished there: null is the simulator, or a wallet of the platform.
ALTER TABLE payments ADD COLUMN acquirer_id text;
ALTER TABLE payouts ADD COLUMN acquirer_id text;
ALTER TABLE settlements ADD COLUMN acquirer_id text;
