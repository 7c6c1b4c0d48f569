-- By hand: errors, which are few beside the requests that succeed, and those of the server.
CREATE INDEX "request_logs_errors" ON "request_logs" ("account_id", "created_at" DESC, "id" DESC) INCLUDE ("status")
  WHERE "status" >= 400 OR "error_reason" IS NOT NULL;
CREATE INDEX "request_logs_server_errors" ON "request_logs" ("account_id", "created_at" DESC, "id" DESC) WHERE "status" >= 500;

-- By hand: requests that took more than a second.
CREATE INDEX "request_logs_slow" ON "request_logs" ("account_id", "created_at" DESC, "id" DESC) WHERE "duration_ms" > 1000;

-- By hand: the requests with one idempotency key.
CREATE INDEX "request_logs_idempotency_key" ON "request_logs" ("account_id", "idempotency_key") WHERE "idempotency_key" IS NOT NULL;
