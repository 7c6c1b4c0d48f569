-- CreateIndex
CREATE INDEX "oauth_grants_account_id_client_id_user_id_idx" ON "oauth_grants"("account_id", "client_id", "user_id");
