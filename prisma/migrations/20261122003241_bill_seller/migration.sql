-- AlterTable
ALTER TABLE "bills" ADD COLUMN     "seller" JSONB;
