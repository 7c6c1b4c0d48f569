-- The backups that this database knows of, for all accounts.
CREATE TABLE backups (
  id text NOT NULL,
  place text NOT NULL,
  key text NOT NULL,
  version text NOT NULL,
  encrypted boolean NOT NULL,
  size bigint NOT NULL,
  row_count bigint NOT NULL,
  document_count bigint NOT NULL,
  started_at bigint NOT NULL,
  finished_at bigint NOT NULL,
  verified_at bigint,
  PRIMARY KEY (id)
);
