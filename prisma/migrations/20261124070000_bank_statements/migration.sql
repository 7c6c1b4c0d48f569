-- CreateTable
CREATE TABLE "bank_statements" (
    "account_id" TEXT NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "file_name" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "bank_account" TEXT NOT NULL,
    "number" TEXT,
    "currency" TEXT NOT NULL,
    "from_date" TEXT,
    "to_date" TEXT,
    "opening" BIGINT,
    "closing" BIGINT,
    "difference" BIGINT,
    "count" INTEGER NOT NULL,
    "added" INTEGER NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "bank_statements_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "bank_statement_lines" (
    "account_id" TEXT NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "statement_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "bank_account" BYTEA NOT NULL,
    "date" TEXT NOT NULL,
    "side" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "occurrence" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "settlement_id" TEXT,
    "matched_by" TEXT,
    "matched_at" BIGINT,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "bank_statement_lines_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "bank_statement_drafts" (
    "account_id" TEXT NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "file_name" TEXT NOT NULL,
    "content" BYTEA NOT NULL,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "bank_statement_drafts_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "bank_statement_columns" (
    "account_id" TEXT NOT NULL,
    "heads" TEXT[],
    "columns" JSONB NOT NULL,
    "account_number" BYTEA NOT NULL,

    CONSTRAINT "bank_statement_columns_pkey" PRIMARY KEY ("account_id")
);

-- CreateIndex
CREATE INDEX "bank_statements_account_id_created_at_id_idx" ON "bank_statements"("account_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "bank_statement_lines_account_id_created_at_id_idx" ON "bank_statement_lines"("account_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "bank_statement_lines_account_id_status_created_at_id_idx" ON "bank_statement_lines"("account_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "bank_statement_lines_account_id_statement_id_idx" ON "bank_statement_lines"("account_id", "statement_id");

-- CreateIndex
CREATE UNIQUE INDEX "bank_statement_lines_account_id_bank_account_date_side_amou_key" ON "bank_statement_lines"("account_id", "bank_account", "date", "side", "amount", "reference", "occurrence");

-- CreateIndex
CREATE UNIQUE INDEX "bank_statement_lines_account_id_settlement_id_key" ON "bank_statement_lines"("account_id", "settlement_id");

-- CreateIndex
CREATE INDEX "bank_statement_drafts_created_at_idx" ON "bank_statement_drafts"("created_at");

-- Added to what Prisma writes: the states that there are, and a settlement for each match.
ALTER TABLE "bank_statement_lines" ADD CONSTRAINT "bank_statement_lines_side" CHECK ("side" IN ('credit', 'debit'));
ALTER TABLE "bank_statement_lines" ADD CONSTRAINT "bank_statement_lines_amount" CHECK ("amount" > 0);
ALTER TABLE "bank_statement_lines" ADD CONSTRAINT "bank_statement_lines_match" CHECK (
    ("status" IN ('matched', 'differs') AND "side" = 'credit' AND "settlement_id" IS NOT NULL AND "matched_by" IS NOT NULL)
    OR ("status" = 'unmatched' AND "side" = 'credit' AND "settlement_id" IS NULL)
    OR ("status" = 'debit' AND "side" = 'debit' AND "settlement_id" IS NULL));
