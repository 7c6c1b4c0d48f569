import { z } from 'zod'
import { chosen, either, equals, exists, period, text } from '#lib/domain/filters.ts'
import { searchedIn } from '#lib/domain/lookups.ts'

const Country = z.string().regex(/^[A-Z]{2}$/, 'Country must be 2 capital letters, e.g. IN.')

/** Whether a payment is linked to the customer. */
export const isPaying = exists(
  'SELECT FROM payments WHERE payments.account_id = customers.account_id AND payments.customer_id = customers.id',
)

export const CUSTOMER_FILTERS = [
  either('paying', { where: isPaying }),
  /** An ID, an email or its beginning, a phone number with or without its country code, or the beginning of a name. */
  text('q', 100, {
    label: 'Search',
    placeholder: 'Name, email, phone or cust_…',
    where: (q, context) => searchedIn('customer', q, context),
  }),
  /** The country of the phone number, of those that there are. */
  chosen('country', Country, { label: 'Country', where: equals('country') }),
  period(),
]
