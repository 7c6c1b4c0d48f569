-- CreateTable
CREATE TABLE "list_views" (
    "account_id" TEXT NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT NOT NULL,
    "list" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "shared" BOOLEAN NOT NULL DEFAULT false,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "created_at" BIGINT NOT NULL,

    CONSTRAINT "list_views_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "list_views_account_id_list_user_id_name_key" ON "list_views"("account_id", "list", "user_id", "name");

-- By hand: a list opens with at most one view of a person.
CREATE UNIQUE INDEX "list_views_default" ON "list_views"("account_id", "list", "user_id") WHERE "is_default";
