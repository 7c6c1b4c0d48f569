-- AlterTable
ALTER TABLE "approvals" ADD COLUMN     "request_reason" TEXT;
