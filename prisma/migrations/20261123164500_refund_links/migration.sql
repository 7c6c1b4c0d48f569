-- The link by which a customer follows a refund. One for each refund; another one has another token.
CREATE TABLE "refund_links" (
    "account_id" TEXT NOT NULL,
    "refund_id" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "refund_links_pkey" PRIMARY KEY ("account_id","refund_id")
);
CREATE UNIQUE INDEX "refund_links_token_key" ON "refund_links"("token");
