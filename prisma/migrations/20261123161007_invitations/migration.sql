-- AlterTable
ALTER TABLE "memberships" ADD COLUMN     "invited_by" TEXT;

-- CreateTable
CREATE TABLE "invitations" (
    "merchant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "invited_by" TEXT NOT NULL,
    "invited_by_id" TEXT,
    "created_at" BIGINT NOT NULL,
    "expires_at" BIGINT NOT NULL,
    "accepted_at" BIGINT,
    "withdrawn_at" BIGINT,
    "withdrawn_by" TEXT,

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("merchant_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "invitations_id_key" ON "invitations"("id");

-- CreateIndex
CREATE INDEX "invitations_merchant_id_created_at_id_idx" ON "invitations"("merchant_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "invitations_merchant_id_email_idx" ON "invitations"("merchant_id", "email");

-- CreateIndex
CREATE INDEX "memberships_merchant_id_created_at_user_id_idx" ON "memberships"("merchant_id", "created_at" DESC, "user_id" DESC);
