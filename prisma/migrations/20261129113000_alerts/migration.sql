-- Which processes live, for the operator: null in rows of processes of the version before.
ALTER TABLE processes ADD COLUMN kind text, ADD COLUMN version text;
ALTER TABLE processes ADD CONSTRAINT processes_kind CHECK (kind IN ('server', 'worker'));

-- The last check of the books of the whole instance. One row for each kind, taken in turn by workers.
CREATE TABLE book_checks (
  name text NOT NULL PRIMARY KEY,
  taken_until bigint NOT NULL DEFAULT 0,
  checked_at bigint,
  took_ms integer,
  violated integer NOT NULL DEFAULT 0,
  detail text,
  CONSTRAINT book_checks_name CHECK (name IN ('ledger', 'counters'))
);
INSERT INTO book_checks (name) VALUES ('ledger'), ('counters');

-- What the operator is told of, once when it begins and once when it ends.
CREATE TABLE alerts (
  id text NOT NULL PRIMARY KEY,
  name text NOT NULL,
  subject text NOT NULL DEFAULT '',
  summary text NOT NULL,
  began_at bigint NOT NULL,
  looked_at bigint NOT NULL,
  ended_at bigint,
  began_sent text[] NOT NULL DEFAULT '{}',
  ended_sent text[] NOT NULL DEFAULT '{}',
  taken_until bigint NOT NULL DEFAULT 0,
  CONSTRAINT alerts_name CHECK (name IN ('job_failed', 'no_worker', 'disk_nearly_full', 'books_wrong', 'acquirer_silent', 'backup_too_old')),
  CONSTRAINT alerts_times CHECK (began_at <= looked_at AND began_at <= ended_at)
);
-- Of several processes that notice the same at once, one begins it.
CREATE UNIQUE INDEX alerts_active ON alerts (name, subject) WHERE ended_at IS NULL;
