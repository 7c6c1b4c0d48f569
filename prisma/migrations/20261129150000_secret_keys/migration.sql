-- SECRET_KEY can be changed: it seals the data keys, which seal everything else.
CREATE TABLE key_ring (
  id boolean NOT NULL DEFAULT true CHECK (id),
  version integer NOT NULL DEFAULT 0,
  data_key integer NOT NULL DEFAULT 0,
  oldest_data_key integer NOT NULL DEFAULT 0,
  PRIMARY KEY (id)
);

CREATE TABLE secret_keys (
  number integer NOT NULL,
  fingerprint text NOT NULL,
  sealed bytea NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (number)
);
CREATE UNIQUE INDEX secret_keys_fingerprint_key ON secret_keys (fingerprint);

ALTER TABLE processes ADD COLUMN secret_key text, ADD COLUMN ring_version integer;
