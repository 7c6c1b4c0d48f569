-- One row for the whole database: a value that is sealed with SECRET_KEY, so that a start with another key is refused.
CREATE TABLE "instance" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "key_check" BYTEA NOT NULL,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "instance_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "instance_one_row" CHECK ("id")
);

-- The key of a database never changes.
REVOKE UPDATE, DELETE ON "instance" FROM CURRENT_USER;
