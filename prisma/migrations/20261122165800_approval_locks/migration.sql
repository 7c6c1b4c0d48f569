-- What transactions that add up the same total, or request the same approval, take turns by. A row holds nothing but its name.
CREATE TABLE "approval_locks" (
    "account_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "approval_locks_pkey" PRIMARY KEY ("account_id","id")
);
