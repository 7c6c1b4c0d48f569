-- CreateTable
CREATE TABLE "comments" (
    "account_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "mentions" JSONB NOT NULL DEFAULT '[]',
    "created_by_id" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "comments_pkey" PRIMARY KEY ("account_id","id"),
    CONSTRAINT "comments_short" CHECK (char_length("text") BETWEEN 1 AND 2000)
);

-- CreateIndex
CREATE INDEX "comments_account_id_object_id_id_idx" ON "comments"("account_id", "object_id", "id" DESC);

-- CreateIndex
CREATE INDEX "comments_account_id_created_by_id_created_at_idx" ON "comments"("account_id", "created_by_id", "created_at" DESC);
