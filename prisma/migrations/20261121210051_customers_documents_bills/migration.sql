-- DropIndex
DROP INDEX "payments_account_id_customer_id_idx";

-- AlterTable
ALTER TABLE "events" ADD COLUMN     "customer_id" TEXT,
ADD COLUMN     "object_id" TEXT;

-- AlterTable
ALTER TABLE "merchants" ADD COLUMN     "address" TEXT,
ADD COLUMN     "gstin" TEXT;

-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "customer_id" TEXT;

-- CreateTable
CREATE TABLE "bills" (
    "account_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "receipt_number" TEXT NOT NULL,
    "receipt_type" TEXT NOT NULL,
    "receipt_timestamp" BIGINT NOT NULL,
    "business_category" TEXT NOT NULL,
    "store_code" TEXT,
    "customer_id" TEXT,
    "customer_name" TEXT,
    "email" TEXT,
    "contact" TEXT,
    "currency" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "tax_amount" BIGINT,
    "lines" INTEGER NOT NULL DEFAULT 0,
    "body" JSONB NOT NULL,
    "delivery_status" TEXT NOT NULL DEFAULT 'none',
    "created_by" TEXT,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,
    "deleted_at" BIGINT,

    CONSTRAINT "bills_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "bill_versions" (
    "account_id" TEXT NOT NULL,
    "bill_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "body" JSONB NOT NULL,
    "created_by" TEXT,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "bill_versions_pkey" PRIMARY KEY ("account_id","bill_id","version")
);

-- CreateTable
CREATE TABLE "customers" (
    "account_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT,
    "email" TEXT,
    "contact" TEXT,
    "gstin" TEXT,
    "notes" JSONB NOT NULL DEFAULT '{}',
    "identity" TEXT,
    "search_name" TEXT,
    "country" TEXT,
    "created_by" TEXT,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "customers_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "documents" (
    "account_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "mime_type" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "sha256" TEXT NOT NULL,
    "storage_key" TEXT NOT NULL,
    "created_by" TEXT,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "documents_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "document_links" (
    "account_id" TEXT NOT NULL,
    "document_id" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "created_by" TEXT,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "document_links_pkey" PRIMARY KEY ("account_id","document_id","object_id")
);

-- CreateTable
CREATE TABLE "mails" (
    "account_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "object_id" TEXT,
    "recipient" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "html" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "error" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_by" TEXT,
    "created_at" BIGINT NOT NULL,
    "sent_at" BIGINT,

    CONSTRAINT "mails_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "bills_token_key" ON "bills"("token");

-- CreateIndex
CREATE INDEX "bills_account_id_created_at_id_idx" ON "bills"("account_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "bills_account_id_status_created_at_id_idx" ON "bills"("account_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "bills_account_id_store_code_idx" ON "bills"("account_id", "store_code");

-- CreateIndex
CREATE INDEX "bills_account_id_email_idx" ON "bills"("account_id", "email");

-- CreateIndex
CREATE INDEX "bills_account_id_contact_idx" ON "bills"("account_id", "contact");

-- CreateIndex
CREATE INDEX "bills_account_id_customer_id_idx" ON "bills"("account_id", "customer_id");

-- CreateIndex
CREATE UNIQUE INDEX "bills_account_id_receipt_number_key" ON "bills"("account_id", "receipt_number");

-- CreateIndex
CREATE INDEX "customers_account_id_created_at_id_idx" ON "customers"("account_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "customers_account_id_email_idx" ON "customers"("account_id", "email");

-- CreateIndex
CREATE INDEX "customers_account_id_contact_idx" ON "customers"("account_id", "contact");

-- CreateIndex
CREATE INDEX "customers_account_id_country_created_at_id_idx" ON "customers"("account_id", "country", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "customers_account_id_identity_key" ON "customers"("account_id", "identity");

-- CreateIndex
CREATE INDEX "documents_account_id_created_at_id_idx" ON "documents"("account_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "documents_account_id_purpose_created_at_id_idx" ON "documents"("account_id", "purpose", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "documents_account_id_mime_type_created_at_id_idx" ON "documents"("account_id", "mime_type", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "documents_account_id_sha256_idx" ON "documents"("account_id", "sha256");

-- CreateIndex
CREATE INDEX "document_links_account_id_object_id_created_at_idx" ON "document_links"("account_id", "object_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "mails_account_id_created_at_id_idx" ON "mails"("account_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "mails_account_id_object_id_idx" ON "mails"("account_id", "object_id");

-- CreateIndex
CREATE INDEX "events_account_id_customer_id_idx" ON "events"("account_id", "customer_id");

-- CreateIndex
CREATE INDEX "events_account_id_object_id_idx" ON "events"("account_id", "object_id");

-- CreateIndex
CREATE INDEX "orders_account_id_customer_id_created_at_id_idx" ON "orders"("account_id", "customer_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "payments_account_id_customer_id_created_at_id_idx" ON "payments"("account_id", "customer_id", "created_at" DESC, "id" DESC);

-- What Prisma's schema cannot say.

ALTER TABLE "customers"
  ADD CONSTRAINT "customers_named" CHECK ("name" IS NOT NULL OR "email" IS NOT NULL OR "contact" IS NOT NULL),
  ADD CONSTRAINT "customers_identity" CHECK (("identity" IS NULL) = ("email" IS NULL AND "contact" IS NULL));

ALTER TABLE "documents"
  ADD CONSTRAINT "documents_purpose" CHECK ("purpose" IN ('dispute_evidence', 'kyc_proof', 'opgsp_awb', 'other')),
  ADD CONSTRAINT "documents_mime_type" CHECK ("mime_type" IN ('application/pdf', 'image/png', 'image/jpeg')),
  ADD CONSTRAINT "documents_size" CHECK ("size" BETWEEN 1 AND 52428800);

ALTER TABLE "bills"
  ADD CONSTRAINT "bills_status" CHECK ("status" IN ('issued', 'deleted')),
  ADD CONSTRAINT "bills_deleted" CHECK (("status" = 'deleted') = ("deleted_at" IS NOT NULL)),
  ADD CONSTRAINT "bills_version" CHECK ("version" >= 1);

ALTER TABLE "mails"
  ADD CONSTRAINT "mails_status" CHECK ("status" IN ('queued', 'sent', 'failed', 'kept'));

-- What a bill once said is not rewritten.
REVOKE UPDATE, DELETE, TRUNCATE ON "bill_versions" FROM PUBLIC, CURRENT_USER;

-- For prefixes in any collation. A strict comparison implies the condition, which keeps Prisma's schema, that knows no
-- operator classes it can compare, from seeing these.
CREATE INDEX "customers_search_name" ON "customers" ("account_id", "search_name" text_pattern_ops) WHERE "search_name" IS NOT NULL;
CREATE INDEX "documents_name" ON "documents" ("account_id", "name" text_pattern_ops) WHERE "name" IS NOT NULL;
CREATE INDEX "bills_receipt_number" ON "bills" ("account_id", "receipt_number" text_pattern_ops) WHERE "receipt_number" IS NOT NULL;
