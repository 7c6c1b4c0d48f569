-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "refund_approval_by_role" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "approvals" ADD COLUMN     "decided_by_id" TEXT,
ADD COLUMN     "finished_at" BIGINT,
ADD COLUMN     "passed_at" BIGINT,
ADD COLUMN     "user_id" TEXT NOT NULL;

-- CreateTable
CREATE TABLE "grant_spending" (
    "account_id" TEXT NOT NULL,
    "grant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "object_id" TEXT,
    "amount" BIGINT NOT NULL,
    "approval_id" TEXT,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "grant_spending_pkey" PRIMARY KEY ("account_id","grant_id","id")
);

-- CreateIndex
CREATE INDEX "grant_spending_account_id_grant_id_created_at_idx" ON "grant_spending"("account_id", "grant_id", "created_at");

-- CreateIndex
CREATE INDEX "approvals_account_id_user_id_created_at_id_idx" ON "approvals"("account_id", "user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "approvals_account_id_object_id_idx" ON "approvals"("account_id", "object_id");

-- By hand: whoever asked may take it back; a decision has its moment; money moves only for what was approved.
ALTER TABLE "approvals" DROP CONSTRAINT "approvals_status";
ALTER TABLE "approvals"
  ADD CONSTRAINT "approvals_status" CHECK ("status" IN ('waiting', 'approved', 'rejected', 'withdrawn', 'expired', 'failed')),
  ADD CONSTRAINT "approvals_cause" CHECK ("cause" IN ('limit_per_call', 'limit_per_day', 'merchant_threshold', 'role_threshold')),
  ADD CONSTRAINT "approvals_decided" CHECK (("status" = 'waiting') = ("decided_at" IS NULL)),
  ADD CONSTRAINT "approvals_passed" CHECK ("passed_at" IS NULL OR "status" IN ('approved', 'failed'));

ALTER TABLE "grant_spending"
  ADD CONSTRAINT "grant_spending_amount" CHECK ("amount" > 0);
