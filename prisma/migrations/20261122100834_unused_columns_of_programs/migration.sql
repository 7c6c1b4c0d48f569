-- DropIndex
DROP INDEX "oauth_artifacts_kind_uid_hash_idx";

-- AlterTable
ALTER TABLE "oauth_artifacts" DROP COLUMN "uid_hash";

-- AlterTable
ALTER TABLE "oauth_clients" DROP COLUMN "last_used_at";
