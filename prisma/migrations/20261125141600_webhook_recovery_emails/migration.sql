-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN     "failure_told" BOOLEAN NOT NULL DEFAULT false;
