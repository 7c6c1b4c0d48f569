-- CreateTable
CREATE TABLE "batches" (
    "account_id" TEXT NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "name" TEXT,
    "reason" TEXT,
    "currency" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "total" BIGINT NOT NULL,
    "digest" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "started_by_kind" TEXT,
    "started_by_id" TEXT,
    "started_at" BIGINT,
    "finished_at" BIGINT,

    CONSTRAINT "batches_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "batch_rows" (
    "account_id" TEXT NOT NULL,
    "batch_id" TEXT COLLATE "C" NOT NULL,
    "number" INTEGER NOT NULL,
    "payment_id" TEXT NOT NULL,
    "asked" BIGINT,
    "unreadable" TEXT,
    "amount" BIGINT,
    "expected" BIGINT,
    "status" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "result_id" TEXT,
    "problem" TEXT,
    "finished_at" BIGINT,

    CONSTRAINT "batch_rows_pkey" PRIMARY KEY ("account_id","batch_id","number")
);

-- CreateIndex
CREATE INDEX "batches_account_id_created_at_id_idx" ON "batches"("account_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "batches_account_id_digest_idx" ON "batches"("account_id", "digest");

-- By hand: the states that there are, and one row of each batch for a number from 1.
ALTER TABLE "batches" ADD CONSTRAINT "batches_status" CHECK ("status" IN ('checked', 'running', 'paused', 'cancelled', 'finished'));
ALTER TABLE "batches" ADD CONSTRAINT "batches_kind" CHECK ("kind" IN ('refund', 'capture'));
ALTER TABLE "batch_rows" ADD CONSTRAINT "batch_rows_status" CHECK ("status" IN ('ready', 'rejected', 'done', 'waiting', 'failed', 'left'));
ALTER TABLE "batch_rows" ADD CONSTRAINT "batch_rows_number" CHECK ("number" >= 1);
