-- AlterTable
ALTER TABLE "memberships" ADD COLUMN     "muted_kinds" TEXT[] DEFAULT ARRAY[]::TEXT[];
