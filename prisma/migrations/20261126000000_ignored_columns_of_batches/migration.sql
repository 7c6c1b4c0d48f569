-- AlterTable
ALTER TABLE "batches" ADD COLUMN     "ignored_columns" TEXT[] DEFAULT ARRAY[]::TEXT[];
