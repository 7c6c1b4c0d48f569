-- CreateTable
CREATE TABLE "balance_movements" (
    "account_id" TEXT NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "payment_id" TEXT,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "fee" BIGINT NOT NULL DEFAULT 0,
    "tax" BIGINT NOT NULL DEFAULT 0,
    "credit" BIGINT NOT NULL,
    "debit" BIGINT NOT NULL,
    "settlement_id" TEXT,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "balance_movements_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "settlements" (
    "account_id" TEXT NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "fees" BIGINT NOT NULL,
    "tax" BIGINT NOT NULL,
    "utr" TEXT,
    "failure_reason" TEXT,
    "run" TEXT NOT NULL,
    "captured_until" BIGINT NOT NULL,
    "created_by" TEXT,
    "created_at" BIGINT NOT NULL,
    "finished_at" BIGINT,

    CONSTRAINT "settlements_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "balance_months" (
    "account_id" TEXT NOT NULL,
    "month" TEXT NOT NULL,
    "starts_at" BIGINT NOT NULL,
    "ends_at" BIGINT NOT NULL,
    "opening" BIGINT NOT NULL,
    "closing" BIGINT NOT NULL,
    "kinds" JSONB NOT NULL,
    "closed_at" BIGINT NOT NULL,

    CONSTRAINT "balance_months_pkey" PRIMARY KEY ("account_id","month")
);

-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "settlement_delay_days" INTEGER;

-- CreateIndex
CREATE INDEX "balance_movements_account_id_created_at_id_idx" ON "balance_movements"("account_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "settlements_account_id_created_at_id_idx" ON "settlements"("account_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "settlements_account_id_status_created_at_id_idx" ON "settlements"("account_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "settlements_account_id_run_key" ON "settlements"("account_id", "run");

-- By hand: the movements that wait for a settlement, and those of one.
CREATE INDEX "balance_movements_unsettled" ON "balance_movements" ("account_id", "created_at") WHERE "settlement_id" IS NULL;
CREATE INDEX "balance_movements_of_settlement" ON "balance_movements" ("account_id", "settlement_id", "created_at" DESC, "id" DESC)
  WHERE "settlement_id" IS NOT NULL;
CREATE INDEX "transfers_of_settlement" ON "transfers" ("account_id", "recipient_settlement_id", "created_at" DESC, "id" DESC)
  WHERE "recipient_settlement_id" IS NOT NULL;

-- By hand: what must hold whatever the program does.
ALTER TABLE "balance_movements"
  ADD CONSTRAINT "balance_movements_sides" CHECK ("credit" >= 0 AND "debit" >= 0 AND ("credit" = 0 OR "debit" = 0)),
  ADD CONSTRAINT "balance_movements_amount" CHECK ("amount" > 0 AND "tax" BETWEEN 0 AND "fee" AND "credit" + "debit" = "amount" - "fee");
ALTER TABLE "settlements"
  ADD CONSTRAINT "settlements_status" CHECK ("status" IN ('created', 'processed', 'failed')),
  ADD CONSTRAINT "settlements_amount" CHECK ("amount" > 0 AND "tax" BETWEEN 0 AND "fees");
ALTER TABLE "balance_months"
  ADD CONSTRAINT "balance_months_period" CHECK ("starts_at" < "ends_at" AND "opening" >= 0 AND "closing" >= 0);
ALTER TABLE "accounts"
  ADD CONSTRAINT "accounts_settlement_delay" CHECK ("settlement_delay_days" BETWEEN 0 AND 30);

-- By hand: the movements so far, from the ledger.
INSERT INTO "balance_movements" ("account_id", "id", "kind", "source", "payment_id", "amount", "currency", "fee", "tax", "credit", "debit", "created_at")
SELECT head."account_id", head."id", head."kind", split_part(head."reference", ':', 2), head."payment_id",
       legs.credited + legs.debited, account."currency", legs.fee, legs.tax,
       CASE WHEN legs.credited > 0 THEN legs.credited - legs.fee ELSE 0 END, legs.debited, head."created_at"
FROM "ledger_transactions" head
JOIN "accounts" account ON account."id" = head."account_id"
JOIN (
  SELECT "account_id", "transaction_id",
         COALESCE(sum("amount") FILTER (WHERE "credit" = 'merchant_balance'), 0) AS credited,
         COALESCE(sum("amount") FILTER (WHERE "debit" = 'merchant_balance' AND "credit" NOT IN ('fees', 'tax')), 0) AS debited,
         COALESCE(sum("amount") FILTER (WHERE "debit" = 'merchant_balance' AND "credit" IN ('fees', 'tax')), 0) AS fee,
         COALESCE(sum("amount") FILTER (WHERE "debit" = 'merchant_balance' AND "credit" = 'tax'), 0) AS tax
  FROM "ledger_postings" WHERE "debit" = 'merchant_balance' OR "credit" = 'merchant_balance' GROUP BY 1, 2
) legs ON legs."account_id" = head."account_id" AND legs."transaction_id" = head."id";

-- Append-only, but for the settlement that a movement becomes part of.
REVOKE UPDATE, DELETE, TRUNCATE ON "balance_movements", "balance_months" FROM PUBLIC, CURRENT_USER;
GRANT UPDATE ("settlement_id") ON "balance_movements" TO CURRENT_USER;
