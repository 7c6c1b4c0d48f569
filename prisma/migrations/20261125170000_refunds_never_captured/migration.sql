-- By hand: the refunds that return payments which were never captured. Few are, and what was refunded is counted without them.
CREATE INDEX "refunds_never_captured" ON "refunds" ("account_id", "created_at" DESC, "id" DESC)
  INCLUDE ("currency", "status", "amount") WHERE "automatic";
