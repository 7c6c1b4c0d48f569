-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "automatic_expiry_period" INTEGER,
ADD COLUMN     "manual_expiry_period" INTEGER,
ADD COLUMN     "method" TEXT,
ADD COLUMN     "refund_speed" TEXT;
