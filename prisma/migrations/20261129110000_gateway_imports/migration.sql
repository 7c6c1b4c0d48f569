-- What an account at a gateway has is imported page by page. Only these tables are new: imported records are in those of
-- the others.
CREATE TABLE gateway_imports (
  account_id text NOT NULL,
  id text NOT NULL,
  acquirer_id text NOT NULL,
  status text NOT NULL,
  kind text NOT NULL,
  skip integer NOT NULL DEFAULT 0,
  since bigint,
  until bigint NOT NULL,
  progress jsonb NOT NULL,
  working_ms bigint NOT NULL DEFAULT 0,
  adjustments integer NOT NULL DEFAULT 0,
  adjusted bigint NOT NULL DEFAULT 0,
  problem text,
  holder text,
  held_until bigint NOT NULL DEFAULT 0,
  created_by text NOT NULL,
  created_at bigint NOT NULL,
  finished_at bigint,
  PRIMARY KEY (account_id, id),
  CONSTRAINT gateway_imports_status CHECK (status IN ('running', 'stopped', 'finished')),
  CONSTRAINT gateway_imports_kind CHECK (kind IN ('customers', 'orders', 'payments', 'refunds', 'settlements')),
  CONSTRAINT gateway_imports_finished CHECK ((status = 'finished') = (finished_at IS NOT NULL))
);
CREATE INDEX gateway_imports_account_id_acquirer_id_created_at_id_idx
  ON gateway_imports (account_id, acquirer_id, created_at DESC, id DESC);
-- One at a time in an account.
CREATE UNIQUE INDEX gateway_imports_running ON gateway_imports (account_id) WHERE status = 'running';

CREATE TABLE gateway_import_rows (
  account_id text NOT NULL,
  import_id text NOT NULL,
  kind text NOT NULL,
  record_id text NOT NULL,
  outcome text NOT NULL,
  reason text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, kind, record_id, import_id),
  CONSTRAINT gateway_import_rows_outcome CHECK (outcome IN ('own', 'conflict', 'rejected'))
);
CREATE INDEX gateway_import_rows_account_id_import_id_outcome_kind_recor_idx
  ON gateway_import_rows (account_id, import_id, outcome, kind, record_id);
