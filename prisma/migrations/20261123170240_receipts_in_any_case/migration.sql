-- By hand: people write a receipt in capital letters or without. The indexes of the text as typed served the same queries.
CREATE INDEX "orders_receipt" ON "orders" ("account_id", lower("receipt") text_pattern_ops) WHERE "receipt" IS NOT NULL;
DROP INDEX "orders_account_id_receipt_idx";
DROP INDEX "bills_receipt_number";
CREATE INDEX "bills_receipt_number" ON "bills" ("account_id", lower("receipt_number") text_pattern_ops);
