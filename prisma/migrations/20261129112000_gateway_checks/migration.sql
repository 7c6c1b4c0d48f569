-- How far a gateway account has been looked at, by the poll and by the comparison of each night.
CREATE TABLE gateway_checks (
  account_id text NOT NULL,
  acquirer_id text NOT NULL,
  polled_at bigint NOT NULL,
  polled_until bigint NOT NULL,
  poll_to bigint,
  poll_skip integer NOT NULL DEFAULT 0,
  poll_queued text[] NOT NULL DEFAULT ARRAY[]::text[],
  poll_error text,
  requested_at bigint,
  comparison text,
  comparison_at bigint,
  compared_at bigint,
  comparison_result jsonb,
  comparison_error text,
  PRIMARY KEY (account_id, acquirer_id)
);

-- What a gateway account and this server have differently: one row for each kind and record.
CREATE TABLE gateway_differences (
  account_id text NOT NULL,
  id text NOT NULL,
  acquirer_id text NOT NULL,
  subject text NOT NULL,
  kind text NOT NULL,
  about text NOT NULL,
  object_id text,
  gateway_id text,
  currency text NOT NULL,
  here jsonb,
  there jsonb,
  state text NOT NULL,
  acknowledged_by text,
  acknowledged_at bigint,
  reason text,
  solved_at bigint,
  seen_at bigint NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, id),
  CONSTRAINT gateway_differences_subject CHECK (subject IN ('payment', 'refund', 'settlement')),
  CONSTRAINT gateway_differences_kind CHECK (kind IN ('missing_here', 'missing_there', 'amount', 'status', 'fee', 'refunds')),
  CONSTRAINT gateway_differences_state CHECK (state IN ('open', 'acknowledged', 'solved')),
  CONSTRAINT gateway_differences_solved CHECK ((state = 'solved') = (solved_at IS NOT NULL)),
  CONSTRAINT gateway_differences_acknowledged CHECK (state <> 'acknowledged' OR (acknowledged_by IS NOT NULL AND reason IS NOT NULL))
);
CREATE UNIQUE INDEX gateway_differences_account_id_acquirer_id_kind_about_key
  ON gateway_differences (account_id, acquirer_id, kind, about);
CREATE INDEX gateway_differences_account_id_created_at_id_idx
  ON gateway_differences (account_id, created_at DESC, id DESC);
CREATE INDEX gateway_differences_unsolved ON gateway_differences (account_id, acquirer_id) WHERE state <> 'solved';

-- A payment by its ID at the gateway, for the comparison.
CREATE INDEX payments_gateway_id ON payments (account_id, (acquirer_data ->> 'gateway_id')) WHERE acquirer_id IS NOT NULL;
CREATE STATISTICS payments_gateway_id ON (acquirer_data ->> 'gateway_id') FROM payments;
