-- One direction in all columns, so that lists sorted by amount enter it at a cursor and read it either way. It finds an
-- amount as the index did that it replaces.
CREATE INDEX "payments_account_id_amount_created_at_id_idx" ON "payments"("account_id", "amount" DESC, "created_at" DESC, "id" DESC);
DROP INDEX "payments_account_id_amount_created_at_idx";

CREATE INDEX "orders_account_id_amount_created_at_id_idx" ON "orders"("account_id", "amount" DESC, "created_at" DESC, "id" DESC);
DROP INDEX "orders_account_id_amount_created_at_idx";

CREATE INDEX "refunds_account_id_amount_created_at_id_idx" ON "refunds"("account_id", "amount" DESC, "created_at" DESC, "id" DESC);
DROP INDEX "refunds_account_id_amount_created_at_idx";
