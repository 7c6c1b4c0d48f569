-- Plug-ins find their order in the notes of its payment, which a payment without notes now has from its order.
ALTER TABLE "accounts" ADD COLUMN "order_notes_on_payments" BOOLEAN NOT NULL DEFAULT true;
