-- The bills of an order are those that name it: by its id, or by its receipt as shops know it.
CREATE INDEX "bills_order_number" ON "bills" ("account_id", (body ->> 'order_number')) WHERE body ->> 'order_number' IS NOT NULL;
