-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "default_capture" TEXT NOT NULL DEFAULT 'automatic';

ALTER TABLE "accounts" ADD CONSTRAINT "accounts_default_capture" CHECK ("default_capture" IN ('automatic', 'manual'));
