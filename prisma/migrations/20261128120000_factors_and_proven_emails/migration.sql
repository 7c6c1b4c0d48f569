-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "factors" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "email_proven_at" BIGINT;

-- What the other sessions were begun with is not on record: a role that requires a second factor asks for it once.
UPDATE "sessions" SET "factors" = '{provider,provider_second_factor}' WHERE "provider_second_factor";

-- An account may belong to someone else than its email names where it was made with the link of an invitation that was
-- not emailed, and no identity provider has verified the address since.
UPDATE "users" person SET "email_proven_at" = person."created_at"
WHERE NOT EXISTS (
    SELECT FROM "invitations" made
    WHERE made."email" = lower(person."email") AND made."accepted_at" = person."created_at"
      AND NOT EXISTS (SELECT FROM "mails" mail WHERE mail."kind" = 'invitation' AND mail."object_id" = made."id")
  )
  OR EXISTS (SELECT FROM "sign_in_links" link WHERE link."user_id" = person."id");
