-- By hand: one index finds a payment by the whole phone number and by its last digits, as the first of the number reversed.
CREATE INDEX "payments_contact_end" ON "payments" ("account_id", reverse("contact") text_pattern_ops);
DROP INDEX "payments_account_id_contact_idx";
