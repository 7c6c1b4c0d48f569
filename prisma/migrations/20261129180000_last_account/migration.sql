ALTER TABLE "users" ADD COLUMN "last_account_id" TEXT;
