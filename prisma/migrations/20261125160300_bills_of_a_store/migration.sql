-- The newest bills of a store, which the next receipt number follows.
CREATE INDEX "bills_account_id_store_code_created_at_id_idx" ON "bills"("account_id", "store_code", "created_at" DESC, "id" DESC);
DROP INDEX "bills_account_id_store_code_idx";
