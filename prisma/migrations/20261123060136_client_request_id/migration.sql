-- AlterTable
ALTER TABLE "request_logs" ADD COLUMN     "client_request_id" TEXT;

-- Only the requests whose client sent an ID. Prisma's schema cannot express a partial index.
CREATE INDEX "request_logs_client_request_id" ON "request_logs" ("account_id", "client_request_id", "created_at" DESC) WHERE "client_request_id" IS NOT NULL;
