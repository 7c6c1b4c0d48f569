import { z } from 'zod'
import { created, equals, exists, filter, textCondition } from '#lib/domain/filters.ts'
import { searchedIn } from '#lib/domain/lookups.ts'

export const CUSTOMER_FILTERS = {
  /**
   * An ID, an email or its beginning, a phone number with or without its country code, or the beginning of a name.
   */
  q: filter(textCondition(100), (q, context) => searchedIn('customer', q, context)),
  /** The country of the phone number, as two letters. */
  country: equals(
    'country',
    z.string().regex(/^[A-Z]{2}$/, 'A country must be two capital letters, such as IN.'),
  ),
  /** Whether a payment is linked to the customer. */
  paying: exists(
    'SELECT FROM payments WHERE payments.account_id = customers.account_id AND payments.customer_id = customers.id',
  ),
  ...created,
}
