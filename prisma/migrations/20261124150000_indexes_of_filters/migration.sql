-- The filters that lists of the API take as text find their rows by an index, as those of payments do.
CREATE INDEX "bills_account_id_amount_created_at_id_idx" ON "bills"("account_id", "amount" DESC, "created_at" DESC, "id" DESC);
CREATE INDEX "bills_account_id_receipt_type_created_at_id_idx" ON "bills"("account_id", "receipt_type", "created_at" DESC, "id" DESC);
CREATE INDEX "bills_account_id_business_category_created_at_id_idx" ON "bills"("account_id", "business_category", "created_at" DESC, "id" DESC);
CREATE INDEX "bills_account_id_delivery_status_created_at_id_idx" ON "bills"("account_id", "delivery_status", "created_at" DESC, "id" DESC);

CREATE INDEX "transfers_account_id_amount_created_at_id_idx" ON "transfers"("account_id", "amount" DESC, "created_at" DESC, "id" DESC);

CREATE INDEX "payouts_account_id_amount_created_at_id_idx" ON "payouts"("account_id", "amount" DESC, "created_at" DESC, "id" DESC);
CREATE INDEX "payouts_account_id_purpose_created_at_id_idx" ON "payouts"("account_id", "purpose", "created_at" DESC, "id" DESC);

CREATE INDEX "settlements_account_id_amount_created_at_id_idx" ON "settlements"("account_id", "amount" DESC, "created_at" DESC, "id" DESC);

CREATE INDEX "fund_accounts_account_id_active_created_at_id_idx" ON "fund_accounts"("account_id", "active", "created_at" DESC, "id" DESC);

-- By hand: references that few or later rows have.
CREATE INDEX "payouts_reference_id" ON "payouts" ("account_id", "reference_id") WHERE "reference_id" IS NOT NULL;
CREATE INDEX "payouts_utr" ON "payouts" ("account_id", "utr") WHERE "utr" IS NOT NULL;
CREATE INDEX "settlements_utr" ON "settlements" ("account_id", "utr") WHERE "utr" IS NOT NULL;
