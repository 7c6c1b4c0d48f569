-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "request_log_days" INTEGER NOT NULL DEFAULT 30;

-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "allowed_addresses" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "last_used_agent" TEXT,
ADD COLUMN     "refund_day_limit" BIGINT,
ADD COLUMN     "refund_limit" BIGINT,
ADD COLUMN     "replaced_by" TEXT,
ADD COLUMN     "revoked_by" TEXT;

-- AlterTable
ALTER TABLE "events" ADD COLUMN     "endpoint_id" TEXT;

-- AlterTable
ALTER TABLE "request_logs" ADD COLUMN     "actor_name" TEXT,
ADD COLUMN     "error_field" TEXT,
ADD COLUMN     "request_headers" JSONB,
ADD COLUMN     "response_headers" JSONB;

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "account_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT,
    "events" TEXT[],
    "active" BOOLEAN NOT NULL DEFAULT true,
    "secret_encrypted" BYTEA NOT NULL,
    "previous_secret_encrypted" BYTEA,
    "previous_secret_until" BIGINT,
    "alert_email" TEXT,
    "headers" JSONB NOT NULL DEFAULT '{}',
    "timeout_ms" INTEGER NOT NULL DEFAULT 5000,
    "chaos" JSONB NOT NULL DEFAULT '{}',
    "failing_since" BIGINT,
    "disabled_at" BIGINT,
    "disabled_reason" TEXT,
    "deleted_at" BIGINT,
    "created_by" TEXT,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "account_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "object_id" TEXT,
    "state" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" BIGINT,
    "leased_until" BIGINT,
    "leased_by" TEXT,
    "last_attempt_at" BIGINT,
    "last_status" INTEGER,
    "last_error" TEXT,
    "delivered_at" BIGINT,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("account_id","endpoint_id","event_id")
);

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "account_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "cause" TEXT NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "status" INTEGER,
    "error_kind" TEXT,
    "error" TEXT,
    "request_headers" JSONB NOT NULL,
    "response_headers" JSONB,
    "response_body" TEXT,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "webhook_endpoints_id_key" ON "webhook_endpoints"("id");

-- CreateIndex
CREATE INDEX "webhook_endpoints_account_id_created_at_id_idx" ON "webhook_endpoints"("account_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_deliveries_account_id_endpoint_id_created_at_event__idx" ON "webhook_deliveries"("account_id", "endpoint_id", "created_at" DESC, "event_id" DESC);

-- CreateIndex
CREATE INDEX "webhook_deliveries_account_id_event_id_idx" ON "webhook_deliveries"("account_id", "event_id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_account_id_object_id_idx" ON "webhook_deliveries"("account_id", "object_id");

-- CreateIndex
CREATE INDEX "webhook_attempts_account_id_endpoint_id_event_id_number_idx" ON "webhook_attempts"("account_id", "endpoint_id", "event_id", "number");

-- CreateIndex
CREATE INDEX "webhook_attempts_account_id_endpoint_id_created_at_idx" ON "webhook_attempts"("account_id", "endpoint_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "events_account_id_event_created_at_id_idx" ON "events"("account_id", "event", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "request_logs_account_id_actor_id_created_at_idx" ON "request_logs"("account_id", "actor_id", "created_at" DESC);

-- What is due, over all accounts: the dispatcher claims from it.
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" ("due_at") WHERE "state" = 'pending';

-- What an object still waits for at an endpoint, so that its events arrive in their order.
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" ("account_id", "endpoint_id", "object_id", "created_at", "event_id")
  WHERE "state" = 'pending';

-- The endpoints that hear of something, read with every event.
CREATE INDEX "webhook_endpoints_listening" ON "webhook_endpoints" ("account_id")
  WHERE "active" AND "disabled_at" IS NULL AND "deleted_at" IS NULL;

-- Refusals by reason.
CREATE INDEX "request_logs_refused" ON "request_logs" ("account_id", "error_reason", "created_at" DESC)
  WHERE "error_reason" IS NOT NULL;

ALTER TABLE "webhook_endpoints"
  ADD CONSTRAINT "webhook_endpoints_timeout" CHECK ("timeout_ms" BETWEEN 100 AND 30000);

ALTER TABLE "webhook_deliveries"
  ADD CONSTRAINT "webhook_deliveries_state" CHECK ("state" IN ('pending', 'delivered', 'failed', 'dropped')),
  ADD CONSTRAINT "webhook_deliveries_due" CHECK (("state" = 'pending') = ("due_at" IS NOT NULL));

ALTER TABLE "accounts"
  ADD CONSTRAINT "accounts_request_log_days" CHECK ("request_log_days" BETWEEN 1 AND 365);

ALTER TABLE "api_keys"
  ADD CONSTRAINT "api_keys_refund_limits" CHECK ("refund_limit" > 0 AND "refund_day_limit" > 0);
