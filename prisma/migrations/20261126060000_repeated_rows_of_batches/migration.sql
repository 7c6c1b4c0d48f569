-- The digest of whole batches is replaced by a look at each row: the payments that batches named in the last day.
DROP INDEX "batches_account_id_digest_idx";

-- AlterTable
ALTER TABLE "batches" DROP COLUMN "digest";

-- CreateIndex
CREATE INDEX "batch_rows_account_id_payment_id_idx" ON "batch_rows"("account_id", "payment_id");
