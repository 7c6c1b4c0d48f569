import { z } from 'zod'
import { among, anyOf, type Condition, equal, prefix } from '#lib/domain/conditions.ts'
import { created, equals, exists, filter, text } from '#lib/domain/filters.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { phoneCandidates } from '#lib/values/phone.ts'

/** The filters of the list of customers. */
export const CUSTOMER_FILTERS = {
  /**
   * An ID, an email or its beginning, a phone number with or without its country code, or the beginning of a name.
   */
  q: filter(text(100), searched),
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

function searched(q: string, { account }: Context): Condition[] {
  if (/^cust_\w+$/.test(q)) return equal('id', q)
  const email = prefix('identity', q.toLowerCase())
  if (q.includes('@')) return email
  if (isPhone(q)) return among('contact', phoneCandidates(q, account.country))
  return anyOf([...prefix('search_name', q.toLowerCase()), ...email])
}

function isPhone(q: string): boolean {
  return /^\+?[\d\s()-]+$/.test(q) && q.replace(/\D/g, '').length >= 7
}
