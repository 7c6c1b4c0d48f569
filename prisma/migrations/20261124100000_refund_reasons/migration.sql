-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "refund_reason_required" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "refund_reasons" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- The list of refunds filtered by reason. The index holds only refunds that have one.
CREATE INDEX "refunds_reason" ON "refunds" ("account_id", ("notes" ->> 'reason'), "created_at" DESC, "id" DESC)
  WHERE "notes" ->> 'reason' IS NOT NULL;
