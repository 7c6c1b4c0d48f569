-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE INDEX "statement_seals_account_id_created_at_idx" ON "statement_seals"("account_id", "created_at");

-- What the sweep and the cap of clients that were never authorized look for.
CREATE INDEX "oauth_clients_unused" ON "oauth_clients" ("created_at") WHERE "origin" = 'dynamic' AND "granted_at" IS NULL;

-- The token that manages a registration is deleted with it.
CREATE INDEX "oauth_artifacts_registration" ON "oauth_artifacts" (("payload" ->> 'clientId')) WHERE "kind" = 'RegistrationAccessToken';

-- Append-only tables that are not kept for ever. Nobody may delete from them; this function may, for its own transaction
-- alone, and only rows that are older than the least that every installation keeps.
CREATE FUNCTION "delete_expired_rows"(tab text, key text, account text, before bigint, max_rows int) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
  least_days int := CASE tab WHEN 'audit_lines' THEN 365 WHEN 'statement_seals' THEN 365 WHEN 'events' THEN 30 END;
  gone int;
BEGIN
  IF least_days IS NULL THEN
    RAISE EXCEPTION 'Rows of % are never deleted.', tab;
  END IF;
  IF before > extract(epoch FROM now())::bigint - least_days * 86400::bigint THEN
    RAISE EXCEPTION 'Rows of % are kept for % days.', tab, least_days;
  END IF;
  -- One at a time, since granting writes one row of the catalog.
  PERFORM pg_advisory_xact_lock(hashtext('delete_expired_rows'));
  EXECUTE format('GRANT DELETE ON %I TO CURRENT_USER', tab);
  EXECUTE format(
    'DELETE FROM %1$I WHERE account_id = $1 AND %2$I IN
       (SELECT %2$I FROM %1$I WHERE account_id = $1 AND created_at < $2 ORDER BY created_at LIMIT $3)', tab, key)
    USING account, before, max_rows;
  GET DIAGNOSTICS gone = ROW_COUNT;
  EXECUTE format('REVOKE DELETE ON %I FROM CURRENT_USER', tab);
  RETURN gone;
END
$$;
REVOKE EXECUTE ON FUNCTION "delete_expired_rows"(text, text, text, bigint, int) FROM PUBLIC;
