-- CreateTable
CREATE TABLE "audit_seals" (
    "account_id" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "first_id" TEXT NOT NULL,
    "last_id" TEXT NOT NULL,
    "lines" INTEGER NOT NULL,
    "first_at" BIGINT NOT NULL,
    "lines_hash" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "audit_seals_pkey" PRIMARY KEY ("account_id","seq")
);

-- Seals are only added.
REVOKE UPDATE, DELETE, TRUNCATE ON "audit_seals" FROM PUBLIC, CURRENT_USER;
