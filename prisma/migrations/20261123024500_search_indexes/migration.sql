-- Each way of finding a record has its index, in the order of the lists where many records have the same value.

-- CreateIndex
CREATE INDEX "orders_account_id_amount_created_at_idx" ON "orders"("account_id", "amount", "created_at" DESC);

-- CreateIndex
CREATE INDEX "payments_account_id_amount_created_at_idx" ON "payments"("account_id", "amount", "created_at" DESC);

-- CreateIndex
CREATE INDEX "refunds_account_id_amount_created_at_idx" ON "refunds"("account_id", "amount", "created_at" DESC);

-- By hand: partial indexes, which hold only the records that have the value.
CREATE INDEX "payments_last4" ON "payments" ("account_id", "last4", "created_at" DESC) WHERE "last4" IS NOT NULL;
CREATE INDEX "payments_error_reason" ON "payments" ("account_id", "error_reason", "created_at" DESC) WHERE "error_reason" IS NOT NULL;
CREATE INDEX "payments_refund_status" ON "payments" ("account_id", "refund_status", "created_at" DESC) WHERE "refund_status" IS NOT NULL;
CREATE INDEX "payments_capture_by" ON "payments" ("account_id", "capture_by") WHERE "status" = 'authorized';

-- By hand: notes by key and by value, and the references of banks.
CREATE INDEX "orders_notes" ON "orders" USING gin ("notes") WHERE "notes" <> '{}';
CREATE INDEX "payments_notes" ON "payments" USING gin ("notes") WHERE "notes" <> '{}';
CREATE INDEX "payments_acquirer_data" ON "payments" USING gin ("acquirer_data" jsonb_path_ops) WHERE "acquirer_data" <> '{}';
CREATE INDEX "refunds_acquirer_data" ON "refunds" USING gin ("acquirer_data" jsonb_path_ops) WHERE "acquirer_data" <> '{}';
