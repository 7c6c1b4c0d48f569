-- By hand: with a limit of 0 every call of a program waits for a person; a day is no less than a call, and none has one without the other.
ALTER TABLE "oauth_grants"
  DROP CONSTRAINT "oauth_grants_limits",
  ADD CONSTRAINT "oauth_grants_limits" CHECK ("limit_per_call" >= 0 AND "limit_per_day" >= "limit_per_call"),
  ADD CONSTRAINT "oauth_grants_both_limits" CHECK (("limit_per_call" IS NULL) = ("limit_per_day" IS NULL));
