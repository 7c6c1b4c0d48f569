-- What the transfers of a payment come to is kept with the payment, so that a transfer is decided and written by one
-- statement each.
ALTER TABLE "payments" ADD COLUMN     "amount_transferred" BIGINT NOT NULL DEFAULT 0;

UPDATE "payments" SET "amount_transferred" = "transferred"."amount"
FROM (SELECT "account_id", "source", sum("amount" - "amount_reversed") AS "amount" FROM "transfers"
      WHERE "status" <> 'failed' GROUP BY 1, 2) AS "transferred"
WHERE "payments"."account_id" = "transferred"."account_id" AND "payments"."id" = "transferred"."source";

ALTER TABLE "payments"
  ADD CONSTRAINT "payments_amount_transferred" CHECK ("amount_transferred" BETWEEN 0 AND "amount");
