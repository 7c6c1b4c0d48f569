-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "history_until" BIGINT;
