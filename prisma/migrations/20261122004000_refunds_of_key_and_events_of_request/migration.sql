-- AlterTable
ALTER TABLE "refunds" ADD COLUMN     "key_id" TEXT;

-- CreateIndex
CREATE INDEX "events_account_id_request_id_idx" ON "events"("account_id", "request_id");

-- What a key has given back lately, read with every refund of a key that has a ceiling for the day.
CREATE INDEX "refunds_by_key" ON "refunds" ("account_id", "key_id", "created_at") WHERE "key_id" IS NOT NULL;
