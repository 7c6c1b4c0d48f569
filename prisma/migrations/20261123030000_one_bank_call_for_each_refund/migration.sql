-- Two workers that take one refund to the bank at once: the second finds what the first reserved.
CREATE UNIQUE INDEX "bank_operations_account_id_refund_id_key" ON "bank_operations"("account_id", "refund_id");
