-- AlterTable
ALTER TABLE "merchants" ADD COLUMN     "brand_color" TEXT,
ADD COLUMN     "logo_hash" TEXT,
ADD COLUMN     "support_email" TEXT,
ADD COLUMN     "support_phone" TEXT,
ADD COLUMN     "support_url" TEXT,
ADD CONSTRAINT "merchants_brand_color" CHECK ("brand_color" ~ '^[0-9a-f]{6}$');

-- CreateTable
CREATE TABLE "logos" (
    "merchant_id" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "png" BYTEA NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "logos_pkey" PRIMARY KEY ("merchant_id","hash"),
    CONSTRAINT "logos_small" CHECK (octet_length("png") <= 200000)
);

-- CreateIndex
CREATE INDEX "logos_hash_idx" ON "logos"("hash");

-- AddForeignKey
ALTER TABLE "logos" ADD CONSTRAINT "logos_merchant_id_fkey" FOREIGN KEY ("merchant_id") REFERENCES "merchants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
