-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "warned_days" INTEGER,
ADD COLUMN     "warned_expiry" BIGINT;
