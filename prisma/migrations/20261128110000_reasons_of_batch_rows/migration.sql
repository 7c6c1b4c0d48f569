-- AlterTable
ALTER TABLE "batch_rows" ADD COLUMN     "reason" TEXT;
