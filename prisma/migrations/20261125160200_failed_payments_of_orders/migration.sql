-- By hand: the orders with a failed payment, in the order of the IDs of orders, so that both are read side by side.
CREATE INDEX "payments_failed_of_order" ON "payments" ("account_id", "order_id" COLLATE "C") WHERE "status" = 'failed';
