-- The pair begins with the e-mail in lower case, so this finds customers by the whole or the beginning of an e-mail,
-- however it was written and whatever the collation.
CREATE INDEX "customers_email_prefix" ON "customers" ("account_id", "identity" text_pattern_ops) WHERE "identity" IS NOT NULL;
