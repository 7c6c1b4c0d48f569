-- DropIndex
DROP INDEX "transfers_account_id_source_idx";

-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "payout_fee" BIGINT NOT NULL DEFAULT 500,
ADD COLUMN     "wallet_max_balance" BIGINT NOT NULL DEFAULT 2000000,
ADD COLUMN     "wallet_monthly_limit" BIGINT NOT NULL DEFAULT 10000000;

-- AlterTable
ALTER TABLE "transfers" ADD COLUMN     "created_by" TEXT,
ADD COLUMN     "failure_reason" TEXT,
ADD COLUMN     "processed_at" BIGINT;

-- CreateTable
CREATE TABLE "wallets" (
    "account_id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "balance" BIGINT NOT NULL DEFAULT 0,
    "returning_amount" BIGINT NOT NULL DEFAULT 0,
    "entries" BIGINT NOT NULL DEFAULT 0,
    "last_entry_at" BIGINT NOT NULL DEFAULT 0,
    "usage_month" TEXT NOT NULL DEFAULT '',
    "usage" BIGINT NOT NULL DEFAULT 0,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "wallets_pkey" PRIMARY KEY ("account_id","customer_id")
);

-- CreateTable
CREATE TABLE "customer_transactions" (
    "account_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "source" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "credit" BIGINT NOT NULL,
    "debit" BIGINT NOT NULL,
    "balance" BIGINT NOT NULL,
    "description" TEXT,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "customer_transactions_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "reversals" (
    "account_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "transfer_id" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "fee" BIGINT NOT NULL DEFAULT 0,
    "tax" BIGINT NOT NULL DEFAULT 0,
    "notes" JSONB NOT NULL DEFAULT '{}',
    "created_by" TEXT,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "reversals_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "fund_accounts" (
    "account_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "account_type" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "ifsc" TEXT NOT NULL,
    "bank_name" TEXT NOT NULL,
    "number_encrypted" BYTEA NOT NULL,
    "number_last4" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "created_by" TEXT,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "fund_accounts_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "payouts" (
    "account_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "fund_account_id" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "notes" JSONB NOT NULL DEFAULT '{}',
    "fees" BIGINT NOT NULL,
    "tax" BIGINT NOT NULL,
    "status" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "utr" TEXT,
    "reference_id" TEXT,
    "narration" TEXT NOT NULL,
    "batch_id" TEXT,
    "failure_reason" TEXT,
    "fee_type" TEXT,
    "created_by" TEXT,
    "created_at" BIGINT NOT NULL,
    "finished_at" BIGINT,

    CONSTRAINT "payouts_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateIndex
CREATE INDEX "wallets_account_id_created_at_customer_id_idx" ON "wallets"("account_id", "created_at" DESC, "customer_id" DESC);

-- CreateIndex
CREATE INDEX "customer_transactions_account_id_customer_id_created_at_seq_idx" ON "customer_transactions"("account_id", "customer_id", "created_at" DESC, "seq" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "customer_transactions_account_id_customer_id_seq_key" ON "customer_transactions"("account_id", "customer_id", "seq" DESC);

-- CreateIndex
CREATE INDEX "reversals_account_id_transfer_id_created_at_idx" ON "reversals"("account_id", "transfer_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "fund_accounts_account_id_created_at_id_idx" ON "fund_accounts"("account_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "fund_accounts_account_id_customer_id_created_at_id_idx" ON "fund_accounts"("account_id", "customer_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "fund_accounts_account_id_customer_id_digest_key" ON "fund_accounts"("account_id", "customer_id", "digest");

-- CreateIndex
CREATE INDEX "payouts_account_id_created_at_id_idx" ON "payouts"("account_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "payouts_account_id_status_created_at_id_idx" ON "payouts"("account_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "payouts_account_id_customer_id_created_at_id_idx" ON "payouts"("account_id", "customer_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "transfers_account_id_source_created_at_id_idx" ON "transfers"("account_id", "source", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "transfers_account_id_recipient_created_at_id_idx" ON "transfers"("account_id", "recipient", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "transfers_account_id_status_created_at_id_idx" ON "transfers"("account_id", "status", "created_at" DESC, "id" DESC);

-- What Prisma's schema cannot say.

ALTER TABLE "wallets"
  ADD CONSTRAINT "wallets_balance" CHECK ("balance" >= 0),
  ADD CONSTRAINT "wallets_returning" CHECK ("returning_amount" >= 0);

ALTER TABLE "customer_transactions"
  ADD CONSTRAINT "customer_transactions_type" CHECK ("type" IN ('transfer', 'refund')),
  ADD CONSTRAINT "customer_transactions_sides" CHECK (
    "amount" > 0 AND "balance" >= 0
    AND (("credit" = "amount" AND "debit" = 0) OR ("debit" = "amount" AND "credit" = 0)));

ALTER TABLE "transfers"
  ADD CONSTRAINT "transfers_status" CHECK ("status" IN ('created', 'processed', 'failed')),
  ADD CONSTRAINT "transfers_amount" CHECK ("amount" > 0 AND "amount_reversed" BETWEEN 0 AND "amount"),
  ADD CONSTRAINT "transfers_on_hold" CHECK ("status" <> 'processed' OR NOT "on_hold");

ALTER TABLE "reversals"
  ADD CONSTRAINT "reversals_amount" CHECK ("amount" > 0);

ALTER TABLE "payouts"
  ADD CONSTRAINT "payouts_status" CHECK ("status" IN ('processing', 'processed', 'reversed')),
  ADD CONSTRAINT "payouts_amount" CHECK ("amount" > 0 AND "fees" >= 0 AND "tax" >= 0);

-- Append-only, as the ledger is.
REVOKE UPDATE, DELETE, TRUNCATE ON "customer_transactions", "reversals" FROM PUBLIC, CURRENT_USER;
