-- CreateTable
CREATE TABLE "roles" (
    "merchant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "permissions" TEXT[],
    "created_by" TEXT NOT NULL,
    "created_at" BIGINT NOT NULL,
    "updated_at" BIGINT NOT NULL,

    CONSTRAINT "roles_pkey" PRIMARY KEY ("merchant_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "roles_id_key" ON "roles"("id");

-- No two roles of a merchant share a name, whatever its capital letters.
CREATE UNIQUE INDEX "roles_name" ON "roles" ("merchant_id", lower("name"));

-- A person has a built-in role by its name, or one of the merchant by its ID.
ALTER TABLE "memberships" DROP CONSTRAINT "memberships_role",
  ADD CONSTRAINT "memberships_role" CHECK ("role" IN ('owner', 'admin', 'finance', 'support', 'developer', 'viewer') OR "role" LIKE 'role\_%');
