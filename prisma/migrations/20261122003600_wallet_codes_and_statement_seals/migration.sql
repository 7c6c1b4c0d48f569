-- CreateTable
CREATE TABLE "wallet_codes" (
    "account_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "order_id" TEXT NOT NULL,
    "customer_id" TEXT,
    "subject" BYTEA NOT NULL,
    "browser" BYTEA NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "created_at" BIGINT NOT NULL,
    "proven_at" BIGINT,
    "used_at" BIGINT,

    CONSTRAINT "wallet_codes_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "statement_seals" (
    "account_id" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "from_at" BIGINT,
    "to_at" BIGINT NOT NULL,
    "zone" TEXT NOT NULL,
    "opening" BIGINT NOT NULL,
    "credits" BIGINT NOT NULL,
    "debits" BIGINT NOT NULL,
    "closing" BIGINT NOT NULL,
    "entries" INTEGER NOT NULL,
    "through" BIGINT NOT NULL,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "statement_seals_pkey" PRIMARY KEY ("account_id","code")
);

-- CreateIndex
CREATE INDEX "wallet_codes_account_id_order_id_created_at_idx" ON "wallet_codes"("account_id", "order_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "wallet_codes_account_id_subject_created_at_idx" ON "wallet_codes"("account_id", "subject", "created_at" DESC);

-- CreateIndex
CREATE INDEX "wallet_codes_created_at_idx" ON "wallet_codes"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "statement_seals_code_key" ON "statement_seals"("code");

-- What Prisma's schema cannot say.

ALTER TABLE "wallet_codes" ADD CONSTRAINT "wallet_codes_tries" CHECK ("tries" BETWEEN 0 AND 5);

-- A seal is what a paper was compared with once: it stays as it is.
REVOKE UPDATE, DELETE, TRUNCATE ON "statement_seals" FROM PUBLIC, CURRENT_USER;
