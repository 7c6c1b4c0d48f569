-- A booking is told from others by all that its file says of it, not by date, amount and reference alone.
ALTER TABLE "bank_statements" ADD COLUMN "account_digest" BYTEA, ADD COLUMN "layout" TEXT;

ALTER TABLE "bank_statement_lines"
  ADD COLUMN "match_text" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "reversal" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "identity" BYTEA,
  ADD COLUMN "reason" TEXT,
  ADD COLUMN "balance_change" BIGINT;

UPDATE "bank_statement_lines" SET "identity" =
  sha256(convert_to(concat_ws(E'\x1f', "date", "side", "amount"::text, "reference", "description", '', ''), 'UTF8'));

-- Lines of different occurrence were equal without their texts; with them, each numbers its own.
WITH numbered AS (
  SELECT "account_id", "id", row_number() OVER (
    PARTITION BY "account_id", "bank_account", "identity" ORDER BY "occurrence", "id") AS "occurrence"
  FROM "bank_statement_lines")
UPDATE "bank_statement_lines" line SET "occurrence" = numbered."occurrence"
FROM numbered WHERE line."account_id" = numbered."account_id" AND line."id" = numbered."id"
  AND line."occurrence" <> numbered."occurrence";

ALTER TABLE "bank_statement_lines" ALTER COLUMN "identity" SET NOT NULL;

DROP INDEX "bank_statement_lines_account_id_bank_account_date_side_amou_key";
CREATE UNIQUE INDEX "bank_statement_lines_account_id_bank_account_identity_occur_key"
  ON "bank_statement_lines"("account_id", "bank_account", "identity", "occurrence");
CREATE INDEX "bank_statement_lines_account_id_bank_account_date_idx"
  ON "bank_statement_lines"("account_id", "bank_account", "date");

-- A draft of before has the text of its file, which is no longer what a draft holds; people upload it again.
DELETE FROM "bank_statement_drafts";
ALTER TABLE "bank_statement_drafts" ADD COLUMN "columns" JSONB, ADD COLUMN "account_number" BYTEA;

-- A person accepts a credit that differs, or ignores one that pays no settlement, each with a reason.
ALTER TABLE "bank_statement_lines" DROP CONSTRAINT "bank_statement_lines_match";
ALTER TABLE "bank_statement_lines" ADD CONSTRAINT "bank_statement_lines_match" CHECK (
    ("status" IN ('matched', 'differs') AND "side" = 'credit' AND "settlement_id" IS NOT NULL AND "matched_by" IS NOT NULL)
    OR ("status" = 'accepted' AND "side" = 'credit' AND "settlement_id" IS NOT NULL AND "reason" IS NOT NULL)
    OR ("status" = 'unmatched' AND "side" = 'credit' AND "settlement_id" IS NULL)
    OR ("status" = 'ignored' AND "side" = 'credit' AND "settlement_id" IS NULL AND "reason" IS NOT NULL)
    OR ("status" = 'debit' AND "side" = 'debit' AND "settlement_id" IS NULL));
ALTER TABLE "bank_statement_lines" ADD CONSTRAINT "bank_statement_lines_balance_change" CHECK (
    "balance_change" IS NULL OR "status" = 'accepted');
