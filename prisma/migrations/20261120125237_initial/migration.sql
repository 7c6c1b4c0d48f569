-- CreateTable
CREATE TABLE "api_keys" (
    "account_id" TEXT NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "secret_encrypted" BYTEA NOT NULL,
    "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_by" TEXT,
    "created_at" BIGINT NOT NULL,
    "last_used_at" BIGINT,
    "last_used_ip" TEXT,
    "expires_at" BIGINT,
    "revoked_at" BIGINT,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "bank_operations" (
    "account_id" TEXT NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "refund_id" TEXT,
    "state" TEXT NOT NULL,
    "idempotency_key" TEXT,
    "created_at" BIGINT NOT NULL,
    "checked_at" BIGINT NOT NULL,
    "finished_at" BIGINT,

    CONSTRAINT "bank_operations_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "simulator_records" (
    "reference" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "answer" JSONB NOT NULL,
    "settles_at" BIGINT,
    "final" JSONB,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "simulator_records_pkey" PRIMARY KEY ("reference")
);

-- CreateTable
CREATE TABLE "events" (
    "account_id" TEXT NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "event" TEXT NOT NULL,
    "contains" TEXT[],
    "payload" JSONB NOT NULL,
    "payment_id" TEXT,
    "order_id" TEXT,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "actor_name" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "events_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "audit_lines" (
    "account_id" TEXT NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "action" TEXT NOT NULL,
    "object_id" TEXT,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "actor_name" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "details" JSONB NOT NULL DEFAULT '{}',
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "audit_lines_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "ledger_transactions" (
    "account_id" TEXT NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "payment_id" TEXT,
    "refund_id" TEXT,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "ledger_transactions_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "ledger_postings" (
    "account_id" TEXT NOT NULL,
    "transaction_id" TEXT NOT NULL,
    "line" INTEGER NOT NULL,
    "debit" TEXT NOT NULL,
    "credit" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "ledger_postings_pkey" PRIMARY KEY ("account_id","transaction_id","line")
);

-- CreateTable
CREATE TABLE "ledger_balances" (
    "account_id" TEXT NOT NULL,
    "account" TEXT NOT NULL,
    "balance" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "ledger_balances_pkey" PRIMARY KEY ("account_id","account")
);

-- CreateTable
CREATE TABLE "merchants" (
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "billing_label" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "merchants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "accounts" (
    "id" TEXT COLLATE "C" NOT NULL,
    "merchant_id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "fee_basis_points" INTEGER NOT NULL DEFAULT 200,
    "tax_basis_points" INTEGER NOT NULL DEFAULT 1800,
    "authorization_window_seconds" INTEGER NOT NULL DEFAULT 259200,
    "capabilities" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "orders" (
    "account_id" TEXT NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "amount" BIGINT NOT NULL,
    "amount_paid" BIGINT NOT NULL DEFAULT 0,
    "currency" TEXT NOT NULL,
    "receipt" TEXT,
    "offer_id" TEXT,
    "status" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "authorized" BOOLEAN NOT NULL DEFAULT false,
    "payment_capture" BOOLEAN NOT NULL,
    "partial_payment" BOOLEAN NOT NULL DEFAULT false,
    "first_payment_min_amount" BIGINT,
    "callback_url" TEXT,
    "notes" JSONB NOT NULL DEFAULT '{}',
    "created_by" TEXT,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "orders_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "payments" (
    "account_id" TEXT NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "order_id" TEXT,
    "invoice_id" TEXT,
    "international" BOOLEAN NOT NULL DEFAULT false,
    "method" TEXT NOT NULL,
    "amount_refunded" BIGINT NOT NULL DEFAULT 0,
    "refund_status" TEXT,
    "captured" BOOLEAN NOT NULL DEFAULT false,
    "description" TEXT,
    "card_id" TEXT,
    "bank" TEXT,
    "wallet" TEXT,
    "vpa" TEXT,
    "email" TEXT,
    "contact" TEXT,
    "customer_id" TEXT,
    "token_id" TEXT,
    "notes" JSONB NOT NULL DEFAULT '{}',
    "fee" BIGINT,
    "tax" BIGINT,
    "error_code" TEXT,
    "error_description" TEXT,
    "error_source" TEXT,
    "error_step" TEXT,
    "error_reason" TEXT,
    "acquirer_data" JSONB NOT NULL DEFAULT '{}',
    "created_at" BIGINT NOT NULL,
    "operation" TEXT,
    "authorization_reference" TEXT,
    "authorized_at" BIGINT,
    "captured_at" BIGINT,
    "capture_by" BIGINT,
    "last4" TEXT,

    CONSTRAINT "payments_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "cards" (
    "account_id" TEXT NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "payment_id" TEXT NOT NULL,
    "name" TEXT,
    "last4" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "issuer" TEXT,
    "international" BOOLEAN NOT NULL,
    "emi" BOOLEAN NOT NULL DEFAULT false,
    "sub_type" TEXT NOT NULL,
    "token_iin" TEXT,
    "iin" TEXT NOT NULL,

    CONSTRAINT "cards_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "refunds" (
    "account_id" TEXT NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "payment_id" TEXT NOT NULL,
    "notes" JSONB NOT NULL DEFAULT '{}',
    "receipt" TEXT,
    "acquirer_data" JSONB NOT NULL DEFAULT '{}',
    "batch_id" TEXT,
    "status" TEXT NOT NULL,
    "speed_requested" TEXT NOT NULL,
    "speed_processed" TEXT,
    "failure_reason" TEXT,
    "automatic" BOOLEAN NOT NULL DEFAULT false,
    "created_by" TEXT,
    "created_at" BIGINT NOT NULL,
    "finished_at" BIGINT,

    CONSTRAINT "refunds_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "account_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "token" TEXT,
    "locked_until" BIGINT,
    "status" INTEGER,
    "body" TEXT,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("account_id","key")
);

-- CreateTable
CREATE TABLE "request_logs" (
    "account_id" TEXT NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "source" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "operation" TEXT,
    "status" INTEGER NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "idempotency_key" TEXT,
    "replayed" BOOLEAN NOT NULL DEFAULT false,
    "ip" TEXT,
    "user_agent" TEXT,
    "object_id" TEXT,
    "error_reason" TEXT,
    "request_body" TEXT,
    "response_body" TEXT,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "request_logs_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "transfers" (
    "account_id" TEXT NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "status" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "amount_reversed" BIGINT NOT NULL DEFAULT 0,
    "fees" BIGINT NOT NULL DEFAULT 0,
    "tax" BIGINT NOT NULL DEFAULT 0,
    "notes" JSONB NOT NULL DEFAULT '{}',
    "linked_account_notes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "on_hold" BOOLEAN NOT NULL DEFAULT false,
    "on_hold_until" BIGINT,
    "recipient_settlement_id" TEXT,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "transfers_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" TEXT COLLATE "C" NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "theme" TEXT NOT NULL DEFAULT 'system',
    "grouping" TEXT NOT NULL DEFAULT 'indian',
    "time_zone" TEXT NOT NULL DEFAULT 'Asia/Kolkata',
    "created_at" BIGINT NOT NULL,
    "disabled_at" BIGINT,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "merchant_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("merchant_id","user_id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "last_seen_at" BIGINT NOT NULL,
    "expires_at" BIGINT NOT NULL,
    "ended_at" BIGINT,
    "ip" TEXT,
    "user_agent" TEXT,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_id_key" ON "api_keys"("id");

-- CreateIndex
CREATE INDEX "bank_operations_account_id_payment_id_idx" ON "bank_operations"("account_id", "payment_id");

-- CreateIndex
CREATE INDEX "events_account_id_created_at_id_idx" ON "events"("account_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "events_account_id_payment_id_idx" ON "events"("account_id", "payment_id");

-- CreateIndex
CREATE INDEX "events_account_id_order_id_idx" ON "events"("account_id", "order_id");

-- CreateIndex
CREATE INDEX "audit_lines_account_id_created_at_id_idx" ON "audit_lines"("account_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_lines_account_id_object_id_idx" ON "audit_lines"("account_id", "object_id");

-- CreateIndex
CREATE INDEX "ledger_transactions_account_id_payment_id_idx" ON "ledger_transactions"("account_id", "payment_id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_transactions_account_id_reference_key" ON "ledger_transactions"("account_id", "reference");

-- CreateIndex
CREATE INDEX "ledger_postings_account_id_debit_idx" ON "ledger_postings"("account_id", "debit");

-- CreateIndex
CREATE INDEX "ledger_postings_account_id_credit_idx" ON "ledger_postings"("account_id", "credit");

-- CreateIndex
CREATE UNIQUE INDEX "accounts_merchant_id_mode_key" ON "accounts"("merchant_id", "mode");

-- CreateIndex
CREATE INDEX "orders_account_id_created_at_id_idx" ON "orders"("account_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "orders_account_id_status_created_at_id_idx" ON "orders"("account_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "orders_account_id_receipt_idx" ON "orders"("account_id", "receipt");

-- CreateIndex
CREATE INDEX "payments_account_id_created_at_id_idx" ON "payments"("account_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "payments_account_id_status_created_at_id_idx" ON "payments"("account_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "payments_account_id_method_created_at_id_idx" ON "payments"("account_id", "method", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "payments_account_id_order_id_idx" ON "payments"("account_id", "order_id");

-- CreateIndex
CREATE INDEX "payments_account_id_email_idx" ON "payments"("account_id", "email");

-- CreateIndex
CREATE INDEX "payments_account_id_contact_idx" ON "payments"("account_id", "contact");

-- CreateIndex
CREATE INDEX "payments_account_id_customer_id_idx" ON "payments"("account_id", "customer_id");

-- CreateIndex
CREATE INDEX "cards_account_id_payment_id_idx" ON "cards"("account_id", "payment_id");

-- CreateIndex
CREATE INDEX "refunds_account_id_created_at_id_idx" ON "refunds"("account_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "refunds_account_id_status_created_at_id_idx" ON "refunds"("account_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "refunds_account_id_payment_id_receipt_key" ON "refunds"("account_id", "payment_id", "receipt");

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- CreateIndex
CREATE INDEX "request_logs_account_id_created_at_id_idx" ON "request_logs"("account_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "request_logs_account_id_object_id_idx" ON "request_logs"("account_id", "object_id");

-- CreateIndex
CREATE INDEX "transfers_account_id_source_idx" ON "transfers"("account_id", "source");

-- CreateIndex
CREATE INDEX "transfers_account_id_created_at_id_idx" ON "transfers"("account_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "memberships_user_id_idx" ON "memberships"("user_id");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_merchant_id_fkey" FOREIGN KEY ("merchant_id") REFERENCES "merchants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_merchant_id_fkey" FOREIGN KEY ("merchant_id") REFERENCES "merchants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema cannot say: the rules that hold whatever the program does.

ALTER TABLE "accounts"
  ADD CONSTRAINT "accounts_mode" CHECK ("mode" IN ('test', 'live')),
  ADD CONSTRAINT "accounts_country" CHECK ("country" IN ('IN', 'MY', 'SG', 'US')),
  ADD CONSTRAINT "accounts_rates" CHECK ("fee_basis_points" BETWEEN 0 AND 5000 AND "tax_basis_points" BETWEEN 0 AND 10000);

ALTER TABLE "memberships"
  ADD CONSTRAINT "memberships_role" CHECK ("role" IN ('owner', 'admin', 'finance', 'support', 'developer', 'viewer'));

ALTER TABLE "orders"
  ADD CONSTRAINT "orders_status" CHECK ("status" IN ('created', 'attempted', 'paid')),
  ADD CONSTRAINT "orders_amount" CHECK ("amount" BETWEEN 100 AND 50000000000),
  ADD CONSTRAINT "orders_amount_paid" CHECK ("amount_paid" BETWEEN 0 AND "amount"),
  ADD CONSTRAINT "orders_paid_in_full" CHECK (("status" = 'paid') = ("amount_paid" = "amount"));

ALTER TABLE "payments"
  ADD CONSTRAINT "payments_status" CHECK ("status" IN ('created', 'authorized', 'captured', 'refunded', 'failed')),
  ADD CONSTRAINT "payments_amount" CHECK ("amount" BETWEEN 1 AND 50000000000),
  ADD CONSTRAINT "payments_refunded" CHECK ("amount_refunded" BETWEEN 0 AND "amount"),
  ADD CONSTRAINT "payments_refund_status" CHECK (
    "refund_status" IS NOT DISTINCT FROM
    CASE WHEN "amount_refunded" = 0 THEN NULL WHEN "amount_refunded" = "amount" THEN 'full' ELSE 'partial' END),
  ADD CONSTRAINT "payments_captured" CHECK (
    ("status" <> 'captured' OR "captured") AND ("status" NOT IN ('created', 'authorized', 'failed') OR NOT "captured")),
  ADD CONSTRAINT "payments_fee" CHECK (("fee" IS NULL) = (NOT "captured") AND ("fee" IS NULL OR "tax" BETWEEN 0 AND "fee")),
  ADD CONSTRAINT "payments_operation" CHECK ("operation" IN ('authorize', 'capture'));

ALTER TABLE "refunds"
  ADD CONSTRAINT "refunds_status" CHECK ("status" IN ('pending', 'processed', 'failed')),
  ADD CONSTRAINT "refunds_amount" CHECK ("amount" > 0),
  ADD CONSTRAINT "refunds_speed" CHECK (
    "speed_requested" IN ('normal', 'optimum') AND "speed_processed" IN ('instant', 'normal')
    AND ("status" <> 'pending' OR "speed_processed" IS NULL));

ALTER TABLE "bank_operations"
  ADD CONSTRAINT "bank_operations_kind" CHECK ("kind" IN ('authorize', 'capture', 'refund')),
  ADD CONSTRAINT "bank_operations_state" CHECK ("state" IN ('reserved', 'waiting', 'succeeded', 'failed'));

ALTER TABLE "ledger_postings"
  ADD CONSTRAINT "ledger_postings_amount" CHECK ("amount" > 0),
  ADD CONSTRAINT "ledger_postings_sides" CHECK ("debit" <> "credit");

-- A merchant's balance is never below zero: the last word on every refund and payout.
ALTER TABLE "ledger_balances"
  ADD CONSTRAINT "ledger_balances_not_negative" CHECK ("balance" >= 0);

-- The few rows that wait for something, so that finding them costs what is there and not the table.
CREATE INDEX "bank_operations_account_id_idempotency_key_idx" ON "bank_operations"("account_id", "idempotency_key");
CREATE INDEX "orders_id_idx" ON "orders"("id");
CREATE INDEX "bank_operations_reserved" ON "bank_operations" ("checked_at") WHERE "state" = 'reserved';
CREATE INDEX "orders_authorized" ON "orders" ("account_id", "created_at" DESC, "id" DESC) WHERE "authorized";
CREATE INDEX "refunds_of_payment" ON "refunds" ("account_id", "payment_id", "created_at" DESC, "id" DESC);

-- Append-only: not even the program's own role may change or remove these.
REVOKE UPDATE, DELETE, TRUNCATE ON "ledger_transactions", "ledger_postings", "events", "audit_lines" FROM PUBLIC, CURRENT_USER;
