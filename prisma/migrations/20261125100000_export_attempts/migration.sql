-- AlterTable
ALTER TABLE "scheduled_exports" ADD COLUMN     "attempts" INTEGER NOT NULL DEFAULT 0;

-- The exports that are to be made are few.
CREATE INDEX "scheduled_exports_pending" ON "scheduled_exports" ("created_at") WHERE "status" = 'pending';
