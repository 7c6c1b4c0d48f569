-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN     "failing_told_at" BIGINT;
