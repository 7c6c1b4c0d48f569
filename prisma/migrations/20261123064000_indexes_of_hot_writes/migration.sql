-- No query finds postings by their sides, or movements by their payment: the invariants read all of them.
DROP INDEX "ledger_postings_account_id_debit_idx";
DROP INDEX "ledger_postings_account_id_credit_idx";
DROP INDEX "ledger_transactions_account_id_payment_id_idx";

-- By hand: partial indexes, which hold only the events that have the value.
DROP INDEX "events_account_id_payment_id_idx";
DROP INDEX "events_account_id_order_id_idx";
DROP INDEX "events_account_id_customer_id_idx";
CREATE INDEX "events_of_payment" ON "events" ("account_id", "payment_id") WHERE "payment_id" IS NOT NULL;
CREATE INDEX "events_of_order" ON "events" ("account_id", "order_id") WHERE "order_id" IS NOT NULL;
CREATE INDEX "events_of_customer" ON "events" ("account_id", "customer_id") WHERE "customer_id" IS NOT NULL;

-- Room in each page for the next version of a row: an update that changes no indexed column then writes no index.
ALTER TABLE "payments" SET (fillfactor = 70);
ALTER TABLE "idempotency_keys" SET (fillfactor = 60);
ALTER TABLE "transfers" SET (fillfactor = 85);
ALTER TABLE "wallets" SET (fillfactor = 70);
