-- One index finds a payment by the last digits of its bank reference, as the first of the reference reversed.
CREATE INDEX payments_reference_end ON payments
  (account_id, reverse(coalesce(acquirer_data ->> 'rrn', acquirer_data ->> 'utr')) text_pattern_ops)
  WHERE acquirer_data <> '{}';
CREATE STATISTICS payments_reference_reversed ON reverse(coalesce(acquirer_data ->> 'rrn', acquirer_data ->> 'utr'))
  FROM payments;
