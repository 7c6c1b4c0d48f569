-- AlterTable
ALTER TABLE "payments" ADD COLUMN     "payer_device" JSONB;
