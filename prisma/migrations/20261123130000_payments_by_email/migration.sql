-- By hand: people write an email in capital letters or without. The index of the email as typed served the same queries.
CREATE INDEX "payments_email" ON "payments" ("account_id", lower("email") text_pattern_ops);
DROP INDEX "payments_account_id_email_idx";
