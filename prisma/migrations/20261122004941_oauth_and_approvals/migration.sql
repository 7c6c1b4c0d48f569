-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "refund_approval_above" BIGINT;

-- AlterTable
ALTER TABLE "merchants" ADD COLUMN     "oauth_redirect_hosts" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "oauth_self_registered" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "oauth_clients" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "metadata" JSONB NOT NULL,
    "secret_hash" BYTEA,
    "merchant_id" TEXT,
    "created_by" TEXT,
    "created_at" BIGINT NOT NULL,
    "last_used_at" BIGINT,
    "granted_at" BIGINT,

    CONSTRAINT "oauth_clients_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_artifacts" (
    "kind" TEXT NOT NULL,
    "id_hash" BYTEA NOT NULL,
    "payload" JSONB NOT NULL,
    "grant_id" TEXT,
    "uid_hash" BYTEA,
    "expires_at" BIGINT,
    "consumed_at" BIGINT,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "oauth_artifacts_pkey" PRIMARY KEY ("kind","id_hash")
);

-- CreateTable
CREATE TABLE "oauth_grants" (
    "account_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_name" TEXT NOT NULL,
    "scopes" TEXT[],
    "limit_per_call" BIGINT,
    "limit_per_day" BIGINT,
    "redirect_host" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,
    "last_used_at" BIGINT,
    "expires_at" BIGINT NOT NULL,
    "revoked_at" BIGINT,
    "revoked_by" TEXT,
    "revoked_reason" TEXT,

    CONSTRAINT "oauth_grants_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "oauth_blocks" (
    "merchant_id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_name" TEXT NOT NULL,
    "reason" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "oauth_blocks_pkey" PRIMARY KEY ("merchant_id","client_id")
);

-- CreateTable
CREATE TABLE "approvals" (
    "account_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "input" JSONB NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "object_id" TEXT,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "cause" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "actor_name" TEXT NOT NULL,
    "grant_id" TEXT,
    "request_id" TEXT NOT NULL,
    "decided_by" TEXT,
    "decision_reason" TEXT,
    "result" JSONB,
    "error" JSONB,
    "created_at" BIGINT NOT NULL,
    "expires_at" BIGINT NOT NULL,
    "decided_at" BIGINT,

    CONSTRAINT "approvals_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateIndex
CREATE INDEX "oauth_clients_merchant_id_idx" ON "oauth_clients"("merchant_id");

-- CreateIndex
CREATE INDEX "oauth_artifacts_grant_id_idx" ON "oauth_artifacts"("grant_id");

-- CreateIndex
CREATE INDEX "oauth_artifacts_kind_uid_hash_idx" ON "oauth_artifacts"("kind", "uid_hash");

-- CreateIndex
CREATE INDEX "oauth_artifacts_expires_at_idx" ON "oauth_artifacts"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_grants_id_key" ON "oauth_grants"("id");

-- CreateIndex
CREATE INDEX "oauth_grants_account_id_created_at_id_idx" ON "oauth_grants"("account_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "oauth_grants_user_id_idx" ON "oauth_grants"("user_id");

-- CreateIndex
CREATE INDEX "oauth_grants_client_id_idx" ON "oauth_grants"("client_id");

-- CreateIndex
CREATE INDEX "approvals_account_id_status_created_at_id_idx" ON "approvals"("account_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "approvals_account_id_created_at_id_idx" ON "approvals"("account_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "approvals_account_id_grant_id_created_at_idx" ON "approvals"("account_id", "grant_id", "created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "approvals_account_id_operation_idempotency_key_key" ON "approvals"("account_id", "operation", "idempotency_key");

ALTER TABLE "oauth_clients"
  ADD CONSTRAINT "oauth_clients_origin" CHECK ("origin" IN ('dynamic', 'manual', 'document')),
  ADD CONSTRAINT "oauth_clients_manual" CHECK (("origin" = 'manual') = ("merchant_id" IS NOT NULL));

ALTER TABLE "oauth_grants"
  ADD CONSTRAINT "oauth_grants_limits" CHECK ("limit_per_call" > 0 AND "limit_per_day" > 0),
  ADD CONSTRAINT "oauth_grants_revoked" CHECK (("revoked_at" IS NULL) = ("revoked_reason" IS NULL));

ALTER TABLE "approvals"
  ADD CONSTRAINT "approvals_amount" CHECK ("amount" > 0),
  ADD CONSTRAINT "approvals_status" CHECK ("status" IN ('waiting', 'approved', 'rejected', 'expired', 'failed'));

ALTER TABLE "accounts"
  ADD CONSTRAINT "accounts_refund_approval_above" CHECK ("refund_approval_above" >= 0);
