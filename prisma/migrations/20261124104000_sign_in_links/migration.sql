-- CreateTable
CREATE TABLE "sign_in_links" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "last_used_at" BIGINT,

    CONSTRAINT "sign_in_links_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "sign_in_links_issuer_subject_key" ON "sign_in_links"("issuer", "subject");

-- CreateIndex
CREATE UNIQUE INDEX "sign_in_links_user_id_issuer_key" ON "sign_in_links"("user_id", "issuer");

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "provider_second_factor" BOOLEAN NOT NULL DEFAULT false;
