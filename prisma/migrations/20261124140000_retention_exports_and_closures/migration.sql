-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "closed_at" BIGINT,
ADD COLUMN     "erasing_at" BIGINT,
ADD COLUMN     "event_days" INTEGER,
ADD COLUMN     "mail_days" INTEGER,
ADD COLUMN     "refund_speed" TEXT NOT NULL DEFAULT 'normal';

ALTER TABLE "accounts"
  ADD CONSTRAINT "accounts_refund_speed" CHECK ("refund_speed" IN ('normal', 'optimum')),
  ADD CONSTRAINT "accounts_event_days" CHECK ("event_days" >= 31),
  ADD CONSTRAINT "accounts_mail_days" CHECK ("mail_days" >= 7);

-- CreateTable
CREATE TABLE "closures" (
    "merchant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "requested_by" TEXT,
    "requested_by_id" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "due_at" BIGINT NOT NULL,
    "decided_by" TEXT,
    "decided_by_id" TEXT,
    "decided_at" BIGINT,
    "stop_reason" TEXT,
    "closed_at" BIGINT,
    "finished_at" BIGINT,

    CONSTRAINT "closures_pkey" PRIMARY KEY ("merchant_id","id"),
    CONSTRAINT "closures_status" CHECK ("status" IN ('waiting', 'cancelled', 'stopped', 'closed', 'deleted'))
);

-- CreateTable
CREATE TABLE "account_exports" (
    "account_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "requested_by" TEXT NOT NULL,
    "requested_by_id" TEXT NOT NULL,
    "step" TEXT,
    "rows" BIGINT NOT NULL DEFAULT 0,
    "rows_expected" BIGINT NOT NULL DEFAULT 0,
    "files" INTEGER NOT NULL DEFAULT 0,
    "files_expected" INTEGER NOT NULL DEFAULT 0,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "error" TEXT,
    "leased_by" TEXT,
    "leased_until" BIGINT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" BIGINT NOT NULL,
    "finished_at" BIGINT,
    "expires_at" BIGINT,

    CONSTRAINT "account_exports_pkey" PRIMARY KEY ("account_id","id"),
    CONSTRAINT "account_exports_status" CHECK ("status" IN ('queued', 'running', 'ready', 'failed', 'expired'))
);

-- CreateIndex
CREATE UNIQUE INDEX "closures_id_key" ON "closures"("id");

-- CreateIndex
CREATE UNIQUE INDEX "account_exports_id_key" ON "account_exports"("id");

-- CreateIndex
CREATE INDEX "account_exports_account_id_created_at_id_idx" ON "account_exports"("account_id", "created_at" DESC, "id" DESC);

-- A merchant is deleted once at a time, and so is an account exported.
CREATE UNIQUE INDEX "closures_open" ON "closures" ("merchant_id") WHERE "status" IN ('waiting', 'closed');
CREATE UNIQUE INDEX "account_exports_open" ON "account_exports" ("account_id") WHERE "status" IN ('queued', 'running');

-- Deletes rows of an append-only table of an account that is being erased: a test account whose data is reset, or an
-- account of a merchant that was closed. The books of live mode stay for eight years after that, the audit log for as
-- long as the account exists. As delete_expired_rows, it may delete for its own transaction alone.
CREATE FUNCTION "delete_erased_rows"(tab text, account text, max_rows int) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  kind text := CASE
    WHEN tab IN ('events', 'statement_seals', 'bill_versions', 'customer_transactions', 'reversals') THEN 'record'
    WHEN tab IN ('audit_lines', 'audit_seals') THEN 'audit'
    WHEN tab IN ('ledger_transactions', 'ledger_postings', 'balance_movements', 'balance_months') THEN 'books' END;
  found_mode text;
  found_closed bigint;
  gone int;
BEGIN
  SELECT mode, closed_at INTO found_mode, found_closed FROM accounts WHERE id = account AND erasing_at IS NOT NULL;
  IF kind IS NULL THEN
    RAISE EXCEPTION 'Rows of % are not deleted with an account.', tab;
  END IF;
  IF found_mode IS NULL OR (found_mode = 'live' AND found_closed IS NULL) THEN
    RAISE EXCEPTION 'The account is not being erased.';
  END IF;
  IF kind = 'audit' AND found_closed IS NULL THEN
    RAISE EXCEPTION 'The audit log of an account that is not closed is kept.';
  END IF;
  IF kind = 'books' AND found_mode = 'live'
     AND found_closed > extract(epoch FROM now())::bigint - 2922 * 86400::bigint THEN
    RAISE EXCEPTION 'Books are kept for eight years.';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('delete_expired_rows'));
  EXECUTE format('GRANT DELETE ON %I TO CURRENT_USER', tab);
  EXECUTE format(
    'DELETE FROM %1$I WHERE account_id = $1 AND ctid = ANY(ARRAY(SELECT ctid FROM %1$I WHERE account_id = $1 LIMIT $2))', tab)
    USING account, max_rows;
  GET DIAGNOSTICS gone = ROW_COUNT;
  EXECUTE format('REVOKE DELETE ON %I FROM CURRENT_USER', tab);
  RETURN gone;
END
$$;
REVOKE EXECUTE ON FUNCTION "delete_erased_rows"(text, text, int) FROM PUBLIC;
