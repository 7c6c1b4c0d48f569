-- AlterTable
ALTER TABLE "oauth_grants" ADD COLUMN     "replaces" TEXT[] DEFAULT ARRAY[]::TEXT[];
