-- By hand: the search finds a customer by the last digits of the phone number, as the first of the number reversed.
CREATE INDEX "customers_contact_end" ON "customers" ("account_id", reverse("contact") text_pattern_ops) WHERE "contact" IS NOT NULL;
