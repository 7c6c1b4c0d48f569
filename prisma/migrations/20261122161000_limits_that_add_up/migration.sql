-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "payout_approval_above" BIGINT,
ADD COLUMN     "payout_approval_by_role" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "wallet_credit_approval_above" BIGINT,
ADD COLUMN     "wallet_credit_approval_by_role" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "approval_above" BIGINT,
ADD COLUMN     "created_by_id" TEXT;

-- AlterTable
ALTER TABLE "approvals" ADD COLUMN     "changes" JSONB,
ADD COLUMN     "takes_effect_at" BIGINT,
ALTER COLUMN "user_id" DROP NOT NULL;

-- CreateTable
CREATE TABLE "moved_alone" (
    "account_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "flow" TEXT NOT NULL,
    "counted_for" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "moved_alone_pkey" PRIMARY KEY ("account_id","id","counted_for")
);

-- CreateIndex
CREATE INDEX "moved_alone_account_id_flow_counted_for_created_at_idx" ON "moved_alone"("account_id", "flow", "counted_for", "created_at");

-- CreateIndex
CREATE INDEX "moved_alone_account_id_created_at_idx" ON "moved_alone"("account_id", "created_at");

-- Written, not generated: the people behind existing keys, the new causes, and what the new rows must hold to.
UPDATE "api_keys" SET "created_by_id" = "users"."id" FROM "users" WHERE "api_keys"."created_by" = 'user:' || "users"."email";

ALTER TABLE "approvals" DROP CONSTRAINT "approvals_cause", DROP CONSTRAINT "approvals_amount";
ALTER TABLE "approvals"
  ADD CONSTRAINT "approvals_cause" CHECK ("cause" IN (
    'limit_per_call', 'limit_per_day', 'merchant_threshold', 'role_threshold', 'key_threshold', 'person_total', 'app_total',
    'key_total', 'record_total', 'new_bank_account', 'looser_limit')),
  ADD CONSTRAINT "approvals_amount" CHECK ("amount" > 0 OR ("amount" = 0 AND "changes" IS NOT NULL)),
  ADD CONSTRAINT "approvals_changes" CHECK (("cause" = 'looser_limit') = ("changes" IS NOT NULL)),
  ADD CONSTRAINT "approvals_requester" CHECK ("user_id" IS NOT NULL OR "actor_kind" = 'key');

ALTER TABLE "moved_alone"
  ADD CONSTRAINT "moved_alone_amount" CHECK ("amount" > 0),
  ADD CONSTRAINT "moved_alone_flow" CHECK ("flow" IN ('refunds', 'wallet_credits', 'payouts'));

ALTER TABLE "accounts"
  ADD CONSTRAINT "accounts_wallet_credit_approval_above" CHECK ("wallet_credit_approval_above" >= 0),
  ADD CONSTRAINT "accounts_payout_approval_above" CHECK ("payout_approval_above" >= 0);

ALTER TABLE "api_keys"
  ADD CONSTRAINT "api_keys_approval_above" CHECK ("approval_above" > 0);
