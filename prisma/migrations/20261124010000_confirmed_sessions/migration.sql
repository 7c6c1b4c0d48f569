-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "confirmed_at" BIGINT;
