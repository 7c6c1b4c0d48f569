-- The columns of the fee of a payment, which includes tax, are named as in the files of the balance.
UPDATE "export_schedules"
SET "columns" = array_replace(array_replace("columns", 'fee', 'fee_with_tax'), 'fee_minor', 'fee_with_tax_minor')
WHERE "list" = 'payments' AND "columns" && ARRAY['fee', 'fee_minor'];
